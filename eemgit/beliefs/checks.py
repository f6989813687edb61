"""What is wrong with the network: one finding for each reference, loop or contradiction at the root of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from eemgit.beliefs.codes import finding
from eemgit.beliefs.model import Belief, Finding
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.reading import locate
from eemgit.beliefs.references import survivor_of
from eemgit.errors import Where
from eemgit.tms.network import Label
from eemgit.tms.rings import brings_back, undecided_loops, unfounded_rings

if TYPE_CHECKING:
    from eemgit.beliefs.knowledge import KnowledgeBase

SHOWN = 5
"""How many ids a message lists before it counts the rest."""

Keys = tuple[str | int, ...]


def references(knowledge: KnowledgeBase) -> Iterator[Finding]:
    """References, aliases and duplicates that do not resolve."""
    known = {*knowledge.paths, *knowledge.references.aliases}
    for id, belief in knowledge.beliefs.items():
        for keys, reference in _antecedents(belief):
            if reference not in known:
                yield _dangling(knowledge, id, keys, reference)
        for keys, reference in _unless(belief):
            if reference not in known:
                yield _unknown_unless(knowledge, id, keys, reference)
    yield from _aliases(knowledge)
    yield from _duplicates(knowledge)
    yield from _members(knowledge, known)


def truth(knowledge: KnowledgeBase) -> Iterator[Finding]:
    """Beliefs that support themselves, that are undecided, and contradictions that are open."""
    yield from _self_support(knowledge)
    yield from _circular(knowledge)
    yield from _undecided(knowledge)
    for id, nogood in knowledge.nogoods.items():
        if knowledge.is_open(nogood):
            yield finding(
                "open-nogood",
                _place(knowledge, knowledge.nogood_paths[id], ("members",)),
                f"all of {listed(nogood.members)} are IN",
                id=id,
                hint=f"eemgit nogood resolve {id}",
            )


def listed(ids: Iterable[str]) -> str:
    """Ids for a message: the first few, quoted, and how many more."""
    ids = tuple(ids)
    text = ", ".join(repr(id) for id in ids[:SHOWN])
    return f"{text} and {len(ids) - SHOWN} more" if len(ids) > SHOWN else text


def _antecedents(belief: Belief) -> Iterator[tuple[Keys, str]]:
    for number, justification in enumerate(belief.justifications or ()):
        for item, reference in enumerate(justification.antecedents):
            yield ("justifications", number, "antecedents", item), reference


def _unless(belief: Belief) -> Iterator[tuple[Keys, str]]:
    for item, reference in enumerate(belief.unless):
        yield ("unless", item), reference
    for number, justification in enumerate(belief.justifications or ()):
        for item, reference in enumerate(justification.unless):
            yield ("justifications", number, "unless", item), reference


def _place(knowledge: KnowledgeBase, path: str, keys: Sequence[str | int]) -> Where:
    content = knowledge.files[path]
    mark = locate(content, keys) if isinstance(content, bytes) else None
    return Where(path, *(mark or (1, 1)))


def _dangling(knowledge: KnowledgeBase, id: str, keys: Keys, reference: str) -> Finding:
    near = did_you_mean(reference, (*knowledge.paths, *knowledge.references.aliases))
    return finding(
        "dangling-antecedent",
        _place(knowledge, knowledge.paths[id], keys),
        f"no belief {reference!r}",
        id=id,
        subject=reference,
        hint=f"did you mean {near}?" if near else "add that belief, or take the antecedent out",
    )


def _unknown_unless(knowledge: KnowledgeBase, id: str, keys: Keys, reference: str) -> Finding:
    near = did_you_mean(reference, (*knowledge.paths, *knowledge.references.aliases))
    return finding(
        "misspelt-unless" if near else "unknown-unless",
        _place(knowledge, knowledge.paths[id], keys),
        f"no belief {reference!r}, so this exception does not apply",
        id=id,
        subject=reference,
        hint=f"did you mean {near}?" if near else "fine if that belief is to be written yet",
    )


def _aliases(knowledge: KnowledgeBase) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for id, belief in knowledge.beliefs.items():
        for item, alias in enumerate(belief.aliases):
            place = knowledge.paths[id], ("aliases", item)
            if alias in knowledge.paths:
                message = f"{alias!r} is the id of {knowledge.paths[alias]}"
                yield finding("alias-taken", _place(knowledge, *place), message, id=id, subject=alias)
            elif alias in owners:
                message = f"{alias!r} is an alias of {owners[alias]!r} too"
                yield finding("alias-twice", _place(knowledge, *place), message, id=id, subject=alias)
            else:
                owners[alias] = id


def _duplicates(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for id, belief in knowledge.beliefs.items():
        survivor = survivor_of(belief)
        if survivor is None:
            continue
        where = _place(knowledge, knowledge.paths[id], ("retracted", "duplicate_of"))
        if knowledge.references.named(survivor) is None:
            near = did_you_mean(survivor, knowledge.paths)
            hint = f"did you mean {near}?" if near else None
            yield finding("dangling-duplicate", where, f"no belief {survivor!r}", id=id, subject=survivor, hint=hint)
        elif knowledge.resolve(id) == id:
            yield finding("duplicate-ring", where, f"following {survivor!r} leads back here", id=id, subject=survivor)


def _members(knowledge: KnowledgeBase, known: set[str]) -> Iterator[Finding]:
    for id, nogood in knowledge.nogoods.items():
        for item, member in enumerate(nogood.members):
            if member not in known:
                near = did_you_mean(member, known)
                yield finding(
                    "dangling-nogood-member",
                    _place(knowledge, knowledge.nogood_paths[id], ("members", item)),
                    f"no belief {member!r}",
                    id=id,
                    subject=member,
                    hint=f"did you mean {near}?" if near else None,
                )


def _self_support(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for id, belief in knowledge.beliefs.items():
        for keys, reference in _antecedents(belief):
            if knowledge.resolve(reference) == id:
                back = brings_back(knowledge.labelling, (id,)) if _only_ring(knowledge, id) else None
                yield finding(
                    "self-support",
                    _place(knowledge, knowledge.paths[id], keys),
                    f"names itself as antecedent{_held_out(back)}",
                    id=id,
                    subject=reference,
                    hint="take this antecedent out" + _brings(back),
                )


def _only_ring(knowledge: KnowledgeBase, id: str) -> bool:
    return any(ring.members == (id,) for ring in unfounded_rings(knowledge.labelling))


def _held_out(back: tuple[str, ...] | None) -> str:
    if back is None:
        return ""
    return f", which holds it OUT and {_count(len(back))} with it" if back else ", which holds it OUT"


def _brings(back: tuple[str, ...] | None) -> str:
    return "" if back is None else f": it is IN again{f', and {_count(len(back))} with it' if back else ''}"


def _count(number: int) -> str:
    return f"{number} other belief{'' if number == 1 else 's'}"


def _circular(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for ring in unfounded_rings(knowledge.labelling):
        members = tuple(ring.members)
        if len(members) == 1:
            continue
        back = brings_back(knowledge.labelling, members)
        yield finding(
            "circular-support",
            _place(knowledge, knowledge.paths[members[0]], ("justifications",)),
            f"{listed(members)} support each other and rest on nothing else: all are OUT"
            + (f", and {_count(len(back))} with them" if back else ""),
            id=members[0],
            subject=" ".join(members),
            hint="give one of them a justification from outside the ring",
        )


def _undecided(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for loop in undecided_loops(knowledge.labelling):
        members = tuple(member for member in loop.members if member in knowledge.beliefs)
        if not members:
            continue
        through = ", ".join(f"{a!r} unless {b!r}" for a, b in loop.unless)
        yield finding(
            "undecided",
            _place(knowledge, knowledge.paths[members[0]], ()),
            f"a loop through `unless` leaves {listed(members)} undecided: {through}",
            id=members[0],
            subject=" ".join(members),
            hint="drop one `unless` of the loop, or retract a member",
        )


def undecided_beliefs(knowledge: KnowledgeBase) -> tuple[str, ...]:
    """The beliefs in or behind a loop through `unless`, and those that hang on a file that cannot be read."""
    return tuple(id for id in knowledge.beliefs if knowledge.label_of(id) is Label.UNDECIDED)
