"""Changes of one belief that a person makes: add, retract, restore."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.ids import check_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.likeness import nearest_claims
from eemgit.beliefs.model import Belief, Justification, Mode, Retraction, RetractionType, Source
from eemgit.beliefs.sources import read_source
from eemgit.errors import EemError
from eemgit.repo.repository import Repository
from eemgit.steps.merging import check_merge
from eemgit.steps.protocol import Add, Restore, Retract, Unit


@dataclass(frozen=True, slots=True)
class NewBelief:
    """What a person says of a belief to be added; references are as typed."""

    claim: str
    id: str | None = None
    because: tuple[str, ...] = ()
    mode: Mode = Mode.ALL
    unless: tuple[str, ...] = ()
    label: str = ""
    sources: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    distinct: tuple[str, ...] = ()


def add(repository: Repository, new: NewBelief, how: How) -> Written:
    """Add one belief. Refused where it would introduce an error: a copy, a reference to nothing, its own support."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        belief = _belief(knowledge, new)
        return belief.id, Unit(f"add {belief.id}", belief.claim, (Add(belief),))

    written = write_unit(repository, "add", plan, how, refuse=True)
    cited = {source.path for source in written.after.beliefs[written.id].sources if source.path}
    missing = tuple(sorted(path for path in cited if not (repository.top / path).exists()))
    return replace(written, near=nearest_claims(written.after, new.claim, but=written.id), missing=missing)


def retract(repository: Repository, reference: str, retraction: Retraction, how: How) -> Written:
    """Take one belief OUT, keeping its file. EemError without a reason."""
    _check_retraction(retraction)

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        id = knowledge.find(reference).id
        unit = Unit(f"retract {id}", retraction.reason, (Retract(id, retraction),))
        if retraction.duplicate_of is not None:
            check_merge(knowledge, knowledge.find(retraction.duplicate_of).id, id, unit)
        return id, unit

    return write_unit(repository, "retract", plan, how)


_NAMING = (
    (RetractionType.DUPLICATE, "duplicate_of", "--duplicate-of"),
    (RetractionType.SUPERSEDED, "superseded_by", "--superseded-by"),
    (RetractionType.CONTRADICTION, "nogood", "--nogood"),
)
"""The types of retraction that name something, and the option that does."""


def _check_retraction(retraction: Retraction) -> None:
    if not retraction.reason.strip():
        raise EemError("a retraction needs a reason", hint="say why the belief is no longer held")
    for kind, name, option in _NAMING:
        if getattr(retraction, name) is not None and retraction.type is not kind:
            raise EemError(f"{option} is for the type '{kind.value}'", hint="name one type, or none with that option")
        if getattr(retraction, name) is None and retraction.type is kind:
            raise EemError(f"a retraction of type '{kind.value}' names which: {option} ID")


def restore(repository: Repository, reference: str, how: How) -> Written:
    """Take the retraction of a belief away; everything is as before it."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        belief = knowledge.find(reference)
        reason = f"it had been retracted: {belief.retracted.reason}" if belief.retracted else ""
        return belief.id, Unit(f"restore {belief.id}", reason, (Restore(belief.id),))

    return write_unit(repository, "restore", plan, how)


def _belief(knowledge: KnowledgeBase, new: NewBelief) -> Belief:
    taken = {*knowledge.paths, *knowledge.references.aliases}
    claim = " ".join(new.claim.split())
    if not claim:
        raise EemError("a claim cannot be empty", hint="say in one sentence what holds")
    id = check_id(new.id) if new.id is not None else slug(claim, taken)
    if not new.because and (new.label or new.mode is Mode.ANY):
        what = (
            "a label belongs to a justification"
            if new.label
            else "there are no antecedents of which one could be enough"
        )
        raise EemError(what, hint="name antecedents with --because")
    for reference in new.unless:
        if knowledge.references.named(reference) is None:
            check_id(reference)
    for reference in new.distinct:
        knowledge.find(reference)
    justification = Justification(new.because, new.unless, new.mode, new.label)
    return Belief(
        id=id,
        claim=claim,
        justifications=(justification,) if new.because else None,
        unless=() if new.because else new.unless,
        sources=tuple(_source(text) for text in new.sources),
        tags=new.tags,
        distinct=new.distinct,
    )


def _source(text: str) -> Source:
    source, wrong = read_source(text)
    if wrong is not None:
        raise EemError(f"not a source: {wrong[0]}: {text!r}", hint=wrong[1])
    return source
