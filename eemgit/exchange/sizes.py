"""Keeps a belief within what one file may hold."""

from __future__ import annotations

from dataclasses import replace

from eemgit.beliefs.model import Belief
from eemgit.beliefs.reading import MAX_BYTES
from eemgit.beliefs.writing import write_belief
from eemgit.exchange.losses import Ledger

_SURELY_SMALL = 50_000
_ROOM = 4
"""Of a text that is too long, one part in this many is kept."""


def within_limit(belief: Belief, old: str, ledger: Ledger) -> Belief:
    """`belief`, or as much of it as a file can hold: `x-` keys go first, then the ends of its texts."""
    if len(repr(belief)) < _SURELY_SMALL or _fits(belief):
        return belief
    if belief.extra:
        ledger.lost(old, "its x- keys", f"its file would be over {MAX_BYTES:,} bytes")
        belief = replace(belief, extra=())
        if _fits(belief):
            return belief
    ledger.lost(old, "the end of its texts", f"its file would be over {MAX_BYTES:,} bytes")
    return _cut(belief)


def _fits(belief: Belief) -> bool:
    return len(write_belief(belief)) <= MAX_BYTES


def _cut(belief: Belief) -> Belief:
    limit = MAX_BYTES // (4 * _ROOM)
    retracted = belief.retracted and replace(belief.retracted, reason=_short(belief.retracted.reason, limit))
    research = belief.research and _short(belief.research, limit)
    claim, notes = _short(belief.claim, limit), _short(belief.notes, limit)
    return replace(belief, claim=claim, notes=notes, retracted=retracted, research=research)


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit].rstrip() + "…"
