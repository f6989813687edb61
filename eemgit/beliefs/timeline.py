"""What happened to one belief and to its label, commit by commit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eemgit.beliefs.cone import Cone
from eemgit.beliefs.differences import Difference, What, differences
from eemgit.beliefs.flipping import Cause, causes_of
from eemgit.beliefs.ids import Layout
from eemgit.beliefs.pursuit import Stage
from eemgit.beliefs.trail import State, stepwise
from eemgit.beliefs.unrolled import labels_along
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Event:
    """A commit that changed the belief's file, flipped its label, or both."""

    moment: int
    commit: str
    id: str
    """Its id from then on; where it is deleted the id that it had."""
    path: str
    differences: tuple[Difference, ...]
    before: Label | None
    """None where there is no such belief."""
    after: Label | None
    because: tuple[Cause, ...]
    """The changed beliefs at the root of a flip."""

    @property
    def flips(self) -> bool:
        return self.before is not self.after


@dataclass(frozen=True, slots=True)
class _Point:
    """The belief at one moment."""

    id: str
    state: State | None
    label: Label | None


def timeline(cone: Cone, stages: Sequence[Stage], explained: int | None = None) -> tuple[Event, ...]:
    """The events of the belief that went through these stages, oldest first.

    Causes are worked out for the newest `explained` of them, for all when None: with very many flips that is the work.
    """
    turning = list(_turning_points(cone, stages))
    newest = turning[-explained:] if explained else turning
    flips = {moment: (a.id, b.id) for moment, a, b in newest if a.label and b.label and a.label is not b.label}
    told = dict(causes_of(cone, flips))
    return tuple(_event(cone, moment, before, after, told.get(moment, ())) for moment, before, after in turning)


def _event(cone: Cone, moment: int, before: _Point, after: _Point, because: tuple[Cause, ...]) -> Event:
    state = after.state or before.state
    assert state is not None
    return Event(
        moment=moment,
        commit=cone.trail.commits[moment],
        id=after.id or before.id,
        path=state.path,
        differences=tuple(_differences(cone, before, after)),
        before=before.label,
        after=after.label,
        because=because,
    )


def _differences(cone: Cone, before: _Point, after: _Point) -> Iterator[Difference]:
    old, new = before.state, after.state
    if old and new and before.id != after.id:
        yield Difference(What.RENAMED, (before.id,), (after.id,))
    elif old and new and old.path != new.path:
        yield Difference(What.MOVED, (old.path,), (new.path,))
    if before.id != after.id or not old or not new or old.version != new.version:
        yield from differences(cone.held(before.id, old), cone.held(after.id, new))


def _turning_points(cone: Cone, stages: Sequence[Stage]) -> Iterator[tuple[int, _Point, _Point]]:
    """Each moment after which the belief has another file or label, with the belief before and after."""
    points = _points(cone, stages)
    before = next(points)[1]
    for moment, after in points:
        if after != before:
            yield moment, before, after
        before = after


def _points(cone: Cone, stages: Sequence[Stage]) -> Iterator[tuple[int, _Point]]:
    """The belief at each moment at which something may change, after its absence before all of them."""
    labels = {m: {stage.id: labelling[stage.id] for stage in stages} for m, labelling in labels_along(cone)}
    marks = {mark for stage in stages for mark in (stage.span.start, stage.span.end) if mark < len(cone.trail)}
    own = {moment for stage in stages for moment in cone.states[stage.id]}
    starts = [stage.span.start for stage in stages]
    state_of = {stage.id: stepwise(cone.states[stage.id], None) for stage in stages}
    label_of = stepwise(labels, {})
    layout_of = stepwise(cone.layouts, Layout.LETTER)
    yield -1, _Point("", None, None)
    for moment in sorted({*labels, *marks, *own, *cone.layouts}):
        at = bisect_right(starts, moment) - 1
        stage = stages[at] if at >= 0 and moment < stages[at].span.end else None
        state = state_of[stage.id](moment) if stage else None
        if stage is None or state is None:
            yield moment, _Point("", None, None)
        elif layout_of(moment) is None:
            yield moment, _Point(stage.id, state, Label.UNDECIDED)
        else:
            yield moment, _Point(stage.id, state, label_of(moment).get(stage.id, Label.OUT))
