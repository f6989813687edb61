"""Changes to what one belief says: its claim, its lists, its open question, its justifications, its whole text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eemgit.app.opening import here
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.amending import LISTS, NO_ITEMS, Lists, lists_of
from eemgit.beliefs.ids import check_id
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification
from eemgit.beliefs.writing import text_hash
from eemgit.errors import EditRefused, EemError, UnknownBelief, Where
from eemgit.repo.repository import Repository
from eemgit.steps.protocol import Amend, Ask, Drop, Edit, Justify, MakePremise, Reword, Rewrite, Unit

_REFERENCES = ("unless", "distinct")
"""The lists that name beliefs which should be there."""


@dataclass(frozen=True, slots=True)
class Revision:
    """What a person changes in a belief; references are as typed. `answered` takes the open question away."""

    claim: str | None = None
    add: Lists = NO_ITEMS
    remove: Lists = NO_ITEMS
    research: str | None = None
    answered: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.claim is not None or self.add or self.remove or self.research is not None or self.answered)


@dataclass(frozen=True, slots=True)
class NewSupport:
    """What is done to the justifications of a belief: some dropped by number, one added, or all of them taken away."""

    add: Justification | None = None
    drop: tuple[int, ...] = ()
    to_premise: bool = False


@dataclass(frozen=True, slots=True)
class OwnText:
    """A belief's file as a person is about to edit it."""

    id: str
    path: str
    text: bytes


def revise(repository: Repository, reference: str, revision: Revision, how: How) -> Written:
    """Change a belief as named; refused where that would introduce an error."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        belief = knowledge.find(reference)
        edits: list[Edit] = []
        if revision.claim is not None:
            edits.append(Reword(belief.id, revision.claim))
        if revision.add or revision.remove:
            _check_references(knowledge, revision.add)
            edits.append(Amend(belief.id, revision.add, _as_spelt(knowledge, belief, revision.remove)))
        if revision.answered or revision.research is not None:
            edits.append(Ask(belief.id, None if revision.answered else revision.research))
        return belief.id, Unit(f"{_verb(revision)} {belief.id}", _reason(belief, revision), tuple(edits))

    return write_unit(repository, "edit", plan, how, refuse=True)


def justify(repository: Repository, reference: str, support: NewSupport, how: How) -> Written:
    """Give a belief another justification, drop some, or make it a premise."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        id = knowledge.find(reference).id
        edits: list[Edit] = [Drop(id, tuple(sorted(set(support.drop))))] if support.drop else []
        edits += [Justify(id, support.add)] if support.add else []
        edits += [MakePremise(id)] if support.to_premise else []
        return id, Unit(f"{'make a premise of' if support.to_premise else 'justify'} {id}", "", tuple(edits))

    return write_unit(repository, "justify", plan, how, refuse=True)


def own_text(repository: Repository, reference: str) -> OwnText:
    """The file of a belief, readable or not; UnknownBelief when there is none."""
    knowledge = here(repository).knowledge
    id = knowledge.references.named(reference)
    if id is None:
        id = knowledge.find(reference).id
    path = knowledge.paths[id]
    content = knowledge.files[path]
    if not isinstance(content, bytes):
        raise EditRefused(f"{id!r} is no file to edit: {content.value}", where=Where(path))
    return OwnText(id, path, content)


def put_text(repository: Repository, own: OwnText, text: bytes, how: How) -> Written:
    """Write the text that a person has made of a belief's file; refused where it introduces an error."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        if knowledge.paths.get(own.id) != own.path:
            raise UnknownBelief(f"{own.id!r} is no longer at {own.path}", hint="run the command again")
        unit = Unit(f"edit {own.id}", "", (Rewrite(own.path, text),), {own.id: text_hash(own.text)})
        return own.id, unit

    return write_unit(repository, "edit", plan, how, refuse=True)


def _check_references(knowledge: KnowledgeBase, added: Lists) -> None:
    """Raises UnknownBelief for a belief in `distinct` that is not there, BadId for an alias that is no id."""
    for reference in added.distinct:
        knowledge.find(reference)
    for name in (*added.aliases, *(id for id in added.unless if knowledge.references.named(id) is None)):
        check_id(name)
    for alias in added.aliases:
        owner = knowledge.references.named(alias)
        if owner is not None:
            raise EditRefused(f"the id {alias!r} is taken by {owner!r}", hint="an alias names one belief")


def _as_spelt(knowledge: KnowledgeBase, belief: Belief, removed: Lists) -> Lists:
    """What is to be removed in the spelling of the file: a reference may be typed as an alias of what stands there."""
    spelt = {name: tuple(getattr(removed, name)) for name in LISTS}
    for name in _REFERENCES:
        spelt[name] = tuple(_spelling(knowledge, lists_of(belief, name), item) for item in spelt[name])
    return Lists(**spelt)


def _spelling(knowledge: KnowledgeBase, there: Iterable[str], item: str) -> str:
    named = knowledge.references.named(item)
    same = (each for each in there if each == item or (named and knowledge.references.named(each) == named))
    return next(same, item)


def _verb(revision: Revision) -> str:
    return "reword" if revision.claim is not None else "edit"


def _reason(belief: Belief, revision: Revision) -> str:
    if revision.claim is None:
        return ""
    if not revision.claim.strip():
        raise EemError("a claim cannot be empty", hint="say in one sentence what holds")
    return f"- {belief.claim}\n+ {' '.join(revision.claim.split())}"
