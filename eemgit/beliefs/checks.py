"""What is wrong with references: antecedents, `unless`, members, aliases and duplicates that do not resolve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from eemgit.beliefs.codes import finding
from eemgit.beliefs.model import Belief, Finding
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.reading import locate
from eemgit.beliefs.references import survivor_of
from eemgit.errors import Where

if TYPE_CHECKING:
    from eemgit.beliefs.knowledge import KnowledgeBase

SHOWN = 5
"""How many ids a message lists before it counts the rest."""

Keys = tuple[str | int, ...]


def references(knowledge: KnowledgeBase) -> Iterator[Finding]:
    """References, aliases and duplicates that do not resolve."""
    known = {*knowledge.paths, *knowledge.references.aliases}
    near = cache(lambda reference: did_you_mean(reference, known))
    for id, belief in knowledge.beliefs.items():
        for keys, reference in antecedents(belief):
            if reference not in known:
                yield _dangling(place(knowledge, knowledge.paths[id], keys), id, reference, near(reference))
        for keys, reference in unless(belief):
            if reference not in known:
                yield _unknown_unless(place(knowledge, knowledge.paths[id], keys), id, reference, near(reference))
    yield from _aliases(knowledge)
    yield from _duplicates(knowledge, near)
    for id, nogood in knowledge.nogoods.items():
        for item, member in enumerate(nogood.members):
            if member not in known:
                where = place(knowledge, knowledge.nogood_paths[id], ("members", item))
                yield _dangling_member(where, id, member, near(member))


def listed(ids: Iterable[str]) -> str:
    """Ids for a message: the first few, quoted, and how many more."""
    ids = tuple(ids)
    text = ", ".join(repr(id) for id in ids[:SHOWN])
    return f"{text} and {len(ids) - SHOWN} more" if len(ids) > SHOWN else text


def antecedents(belief: Belief) -> Iterator[tuple[Keys, str]]:
    """Each antecedent with the keys that lead to it in the file."""
    for number, justification in enumerate(belief.justifications or ()):
        for item, reference in enumerate(justification.antecedents):
            yield ("justifications", number, "antecedents", item), reference


def unless(belief: Belief) -> Iterator[tuple[Keys, str]]:
    """Each `unless` with the keys that lead to it, that of the whole belief first."""
    for item, reference in enumerate(belief.unless):
        yield ("unless", item), reference
    for number, justification in enumerate(belief.justifications or ()):
        for item, reference in enumerate(justification.unless):
            yield ("justifications", number, "unless", item), reference


def place(knowledge: KnowledgeBase, path: str, keys: Sequence[str | int]) -> Where:
    """Line and column of what the keys lead to in a file; its first character when they lead nowhere."""
    content = knowledge.files[path]
    mark = locate(content, keys) if isinstance(content, bytes) else None
    return Where(path, *(mark or (1, 1)))


def _dangling(where: Where, id: str, reference: str, near: str | None) -> Finding:
    hint = f"did you mean {near}?" if near else "add that belief, or take the antecedent out"
    return finding("dangling-antecedent", where, f"no belief {reference!r}", id=id, subject=reference, hint=hint)


def _unknown_unless(where: Where, id: str, reference: str, near: str | None) -> Finding:
    code = "misspelt-unless" if near else "unknown-unless"
    message = f"no belief {reference!r}, so this exception does not apply"
    hint = f"did you mean {near}?" if near else "fine if that belief is to be written yet"
    return finding(code, where, message, id=id, subject=reference, hint=hint)


def _dangling_member(where: Where, id: str, member: str, near: str | None) -> Finding:
    hint = f"did you mean {near}?" if near else "add that belief, or take the member out"
    return finding("dangling-nogood-member", where, f"no belief {member!r}", id=id, subject=member, hint=hint)


def _aliases(knowledge: KnowledgeBase) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for id, belief in knowledge.beliefs.items():
        for item, alias in enumerate(belief.aliases):
            if alias in knowledge.paths:
                code, message = "alias-taken", f"{alias!r} is the id of {knowledge.paths[alias]}"
            elif alias in owners:
                code, message = "alias-twice", f"{alias!r} is an alias of {owners[alias]!r} too, which counts"
            else:
                owners[alias] = id
                continue
            where = place(knowledge, knowledge.paths[id], ("aliases", item))
            yield finding(code, where, message, id=id, subject=alias, hint="take the alias out here")


def _duplicates(knowledge: KnowledgeBase, near: Callable[[str], str | None]) -> Iterator[Finding]:
    for id, belief in knowledge.beliefs.items():
        survivor = survivor_of(belief)
        if survivor is None:
            continue
        where = place(knowledge, knowledge.paths[id], ("retracted", "duplicate_of"))
        if knowledge.references.named(survivor) is None:
            like = near(survivor)
            hint = f"did you mean {like}?" if like else "name the belief that stays"
            yield finding("dangling-duplicate", where, f"no belief {survivor!r}", id=id, subject=survivor, hint=hint)
        elif _leads_round(knowledge, id):
            message = f"following {survivor!r} goes round in a ring, so nothing stands for it"
            hint = "restore the one that should stay"
            yield finding("duplicate-ring", where, message, id=id, subject=survivor, hint=hint)


def _leads_round(knowledge: KnowledgeBase, id: str) -> bool:
    """Whether the chain of survivors from a belief comes to one for the second time."""
    seen: set[str] = set()
    following: str | None = id
    while following is not None and following in knowledge.beliefs and following not in seen:
        seen.add(following)
        survivor = survivor_of(knowledge.beliefs[following])
        following = knowledge.references.named(survivor) if survivor is not None else None
    return following in seen
