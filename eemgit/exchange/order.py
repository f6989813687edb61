"""Puts beliefs in the order in which they can be written one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush

from eemgit.beliefs.model import Belief


def in_dependency_order(beliefs: Mapping[str, Belief]) -> tuple[Belief, ...]:
    """The beliefs, each after those it cites, ties by id; where only a ring is left its smallest id goes first."""
    waits_for = {id: {cited for cited in _cited(beliefs[id]) if cited in beliefs and cited != id} for id in beliefs}
    citing: dict[str, list[str]] = {id: [] for id in beliefs}
    for id, cited in waits_for.items():
        for each in cited:
            citing[each].append(id)
    return tuple(beliefs[id] for id in _ordered(waits_for, citing))


def _ordered(waits_for: Mapping[str, set[str]], citing: Mapping[str, list[str]]) -> Iterator[str]:
    ready = [id for id, cited in waits_for.items() if not cited]
    heapify(ready)
    left = iter(sorted(waits_for))
    done: set[str] = set()
    while len(done) < len(waits_for):
        id = heappop(ready) if ready else next(left)
        if id in done:
            continue
        done.add(id)
        yield id
        for each in citing[id]:
            waits_for[each].discard(id)
            if not waits_for[each]:
                heappush(ready, each)


def _cited(belief: Belief) -> Iterator[str]:
    yield from belief.unless
    for justification in belief.justifications or ():
        yield from justification.antecedents
        yield from justification.unless
