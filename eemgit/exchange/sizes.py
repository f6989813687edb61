"""Keeps a belief within what one file may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from eemgit.beliefs.model import Belief
from eemgit.beliefs.writing import write_belief
from eemgit.errors import EemError
from eemgit.exchange.losses import Ledger

_SURELY_SMALL = 50_000
"""Characters of a belief's `repr` that never make a file too large."""

_SHORT = 16_000
"""Characters that stay of a text that does not fit."""

_WHY = "its file would be larger than a belief may be"


def within_limit(belief: Belief, old: str, ledger: Ledger) -> Belief:
    """`belief`, or as much of it as a file can hold: `x-` keys go first, then ends of texts, then what it rests on."""
    if len(repr(belief)) < _SURELY_SMALL:
        return belief
    for what, smaller in _STEPS:
        if _fits(belief):
            break
        shrunk = smaller(belief)
        if shrunk != belief:
            ledger.lost(old, what, _WHY)
            belief = shrunk
    return belief


def _fits(belief: Belief) -> bool:
    try:
        write_belief(belief)
    except EemError:
        return False
    return True


def _without_extra(belief: Belief) -> Belief:
    return replace(belief, extra=())


def _cut(belief: Belief) -> Belief:
    retracted = belief.retracted and replace(belief.retracted, reason=_short(belief.retracted.reason))
    research = belief.research and _short(belief.research)
    justifications = belief.justifications and tuple(
        replace(each, label=_short(each.label)) for each in belief.justifications
    )
    return replace(
        belief,
        claim=_short(belief.claim),
        notes=_short(belief.notes),
        retracted=retracted,
        research=research,
        justifications=justifications,
    )


def _bare(belief: Belief) -> Belief:
    justifications = None if belief.justifications is None else ()
    return Belief(belief.id, belief.claim, justifications, retracted=belief.retracted)


def _short(text: str) -> str:
    return text if len(text) <= _SHORT else text[:_SHORT].rstrip() + "…"


_STEPS: Sequence[tuple[str, Callable[[Belief], Belief]]] = (
    ("its x- keys", _without_extra),
    ("the end of its texts", _cut),
    ("its justifications and lists", _bare),
)
