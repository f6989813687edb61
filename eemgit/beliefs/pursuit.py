"""Under which id a belief went when: back through renames, and on through aliases where its id is gone."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.beliefs.cone import Cone
from eemgit.beliefs.model import Belief
from eemgit.beliefs.trail import Span


@dataclass(frozen=True, slots=True)
class Stage:
    """A time during which the belief had a file under one id."""

    id: str
    span: Span


def stages(cone: Cone) -> tuple[Stage, ...]:
    """The stages of the asked belief, oldest first; none when there never was one.

    While a file of the asked id exists that is the belief. At the end it may go by the id that has the asked one for an
    alias. A belief that comes into being goes back to one that goes at that moment and whose id it ever had as alias.
    """
    found: list[Stage] = []
    own = cone.spans(cone.asked)
    at = len(cone.trail)
    id: str | None = cone.asked if own and own[-1].end == at else _owner(cone)
    id = id or cone.asked
    while id is not None:
        span = max((span for span in cone.spans(id) if span.start < at), key=lambda span: span.start, default=None)
        if span is None:
            break
        floor = 0 if id == cone.asked else max((s.end for s in own if s.end <= at), default=0)
        start = max(span.start, floor)
        if start < min(span.end, at):
            found.append(Stage(id, Span(start, min(span.end, at))))
        at = start
        former = _former(cone, id, start) if start == span.start else None
        id = former or (cone.asked if any(span.start < at for span in own) else None)
    return tuple(reversed(found))


def _owner(cone: Cone) -> str | None:
    """The first belief by id that has the asked id as alias at the end of the trail."""
    for id in sorted(cone.states):
        held = _last(cone, id)
        if isinstance(held, Belief) and cone.asked in held.aliases:
            return id
    return None


def _last(cone: Cone, id: str) -> object:
    states = cone.states[id]
    return cone.held(id, [*states.values()][-1]) if states else None


def _former(cone: Cone, id: str, birth: int) -> str | None:
    """The id of the belief that `id`, which came at the moment `birth`, was until then."""
    for moment, state in cone.states[id].items():
        held = cone.held(id, state) if moment >= birth else None
        for alias in held.aliases if isinstance(held, Belief) else ():
            if any(span.end == birth for span in cone.spans(alias)):
                return alias
    return None
