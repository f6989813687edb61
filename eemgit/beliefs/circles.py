"""What is wrong with truth: beliefs that hang on themselves, and contradictions that are open.

One finding for each root cause, with the smallest edit and what it brings back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from eemgit.beliefs.checks import SHOWN, antecedents, listed, place, unless
from eemgit.beliefs.codes import finding
from eemgit.beliefs.model import Belief, Finding, Justification, Mode
from eemgit.errors import Where
from eemgit.tms.network import Label
from eemgit.tms.rings import Loop, brings_back, undecided_loops, unfounded_rings
from eemgit.tms.whatif import what_if

if TYPE_CHECKING:
    from eemgit.beliefs.knowledge import KnowledgeBase

TRIED = 8
"""How many members of a ring or loop are tried for what an edit of them brings back."""


def truth(knowledge: KnowledgeBase) -> Iterator[Finding]:
    """Beliefs that support themselves or each other, that are undecided, and contradictions that are open."""
    yield from _self_support(knowledge)
    yield from _circular(knowledge)
    yield from _undecided(knowledge)
    for id, nogood in knowledge.nogoods.items():
        if knowledge.is_open(nogood):
            where = place(knowledge, knowledge.nogood_paths[id], ("members",))
            message = f"all of {listed(nogood.members)} are IN"
            yield finding("open-nogood", where, message, id=id, hint=f"eemgit nogood resolve {id}")


def _self_support(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for id, belief in knowledge.beliefs.items():
        for keys, reference in antecedents(belief):
            if knowledge.resolve(reference) == id:
                where = place(knowledge, knowledge.paths[id], keys)
                justification = (belief.justifications or ())[int(keys[1])]
                message, hint = _itself(knowledge, belief, justification)
                yield finding("self-support", where, message, id=id, subject=reference, hint=hint)


def _itself(knowledge: KnowledgeBase, belief: Belief, justification: Justification) -> tuple[str, str]:
    """What a justification by the belief itself does, and what to do about it."""
    others = [other for other in justification.antecedents if knowledge.resolve(other) != belief.id]
    if not _is_all_that_lacks(knowledge, belief, justification, others):
        return "names itself as antecedent", "take this antecedent out"
    behind = brings_back(knowledge.labelling, (belief.id,))
    edit = "take this antecedent out" if others or justification.unless else "name what it rests on instead"
    return (
        f"names itself as antecedent, which holds it OUT{_and_more(len(behind))}",
        f"{edit}: then it is IN{_and_more(len(behind))}",
    )


def _is_all_that_lacks(
    knowledge: KnowledgeBase, belief: Belief, justification: Justification, others: Sequence[str]
) -> bool:
    """Whether the belief would be IN by this justification but for itself among the antecedents."""
    outs = (*belief.unless, *justification.unless)
    return (
        belief.retracted is None
        and justification.mode is Mode.ALL
        and knowledge.label_of(belief.id) is Label.OUT
        and all(_label(knowledge, other) is Label.IN for other in others)
        and all(_label(knowledge, other) is Label.OUT for other in outs)
    )


def _label(knowledge: KnowledgeBase, reference: str) -> Label:
    return knowledge.label_of(knowledge.resolve(reference) or reference)


def _and_more(number: int, them: str = "it") -> str:
    return f", and {number} other belief{'' if number == 1 else 's'} with {them}" if number else ""


def _circular(knowledge: KnowledgeBase) -> Iterator[Finding]:
    """Rings that nothing outside can bring back; one that has merely lost its ground is no fault of the files."""
    for ring in unfounded_rings(knowledge.labelling):
        if not ring.closed or len(ring.members) == 1:
            continue
        tried = {id: brings_back(knowledge.labelling, (id,)) for id in ring.members[:TRIED]}
        best = max(tried, key=lambda id: len(tried[id]))
        behind = _and_more(len(brings_back(knowledge.labelling, ring.members)), "them")
        yield finding(
            "circular-support",
            place(knowledge, knowledge.paths[ring.members[0]], ("justifications",)),
            f"{listed(ring.members)} rest on each other and on nothing else, so they are OUT{behind}",
            id=ring.members[0],
            subject=" ".join(ring.members),
            hint=f"give {best!r} a justification from outside: then it is IN{_and_more(len(tried[best]))}",
        )


def _undecided(knowledge: KnowledgeBase) -> Iterator[Finding]:
    for loop in undecided_loops(knowledge.labelling):
        through = ", ".join(f"{a!r} unless {b!r}" for a, b in loop.unless[:SHOWN])
        more = f" and {len(loop.unless) - SHOWN} more" if len(loop.unless) > SHOWN else ""
        decided = {id: _decided_without(knowledge, id) for id in loop.members[:TRIED]}
        best = max(decided, key=lambda id: (len(decided[id]), sum(decided[id].values())))
        turned = [id for id, is_in in decided[best].items() if is_in]
        yield finding(
            "undecided",
            _first_unless(knowledge, loop),
            f"a loop through `unless` leaves {listed(loop.members)} undecided: {through}{more}",
            id=loop.members[0],
            subject=" ".join(loop.members),
            hint=f"drop an `unless` of the loop, or retract {best!r}: then {len(decided[best])} are decided"
            + (f", and {listed(turned)} {'is' if len(turned) == 1 else 'are'} IN" if turned else ""),
        )


def _decided_without(knowledge: KnowledgeBase, id: str) -> dict[str, bool]:
    """The undecided beliefs that are decided once this one is retracted, and whether they are IN then."""
    flips = what_if(knowledge.labelling, {id: Label.OUT})
    return {flip.id: flip.after is Label.IN for flip in flips if flip.before is Label.UNDECIDED}


def _first_unless(knowledge: KnowledgeBase, loop: Loop) -> Where:
    """Where the first `unless` of the loop stands."""
    id, other = loop.unless[0]
    found = (keys for keys, reference in unless(knowledge.beliefs[id]) if knowledge.resolve(reference) == other)
    return place(knowledge, knowledge.paths[id], next(found, ()))
