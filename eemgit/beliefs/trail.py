"""A history as values: which files each commit changes, and from them which file stood for a belief when."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from eemgit.beliefs.ids import Layout, belief_path, placed
from eemgit.beliefs.model import Irregular

SETTINGS = "eemgit.yaml"

T = TypeVar("T")

Version = str | Irregular
"""What a path holds after a commit: the name of its text, the same for the same text, or why it has none."""


class Change(NamedTuple):
    """A path that the moment of this number changes; `version` is None where the path is gone."""

    moment: int
    path: str
    version: Version | None


class State(NamedTuple):
    """The file that stands for a belief."""

    path: str
    version: Version


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment up to, not including, another."""

    start: int
    end: int


class Trail:
    """The commits that change a belief repository, oldest first and called moments, by number.

    The first moment changes every path that it has. Paths are POSIX and from the belief root.
    """

    def __init__(self, commits: Sequence[str], changes: Sequence[Change]) -> None:
        self.commits = tuple(commits)
        self._changes = changes
        self._by_name: dict[str, list[Change]] = {}
        for change in changes:
            name = change.path[change.path.rfind("/") + 1 :]
            self._by_name.setdefault(name, []).append(change)

    def __len__(self) -> int:
        return len(self.commits)

    @cached_property
    def settings(self) -> tuple[Change, ...]:
        """What the settings were, one after the other."""
        return tuple(change for change in self._by_name.get(SETTINGS, ()) if change.path == SETTINGS)

    def ids(self) -> frozenset[str]:
        """Every id that a belief file ever had."""
        found = (placed(path).id for path in {change.path for change in self.belief_changes})
        return frozenset(id for id in found if id is not None)

    @cached_property
    def belief_changes(self) -> tuple[Change, ...]:
        """Every change of what may be a belief file."""
        return tuple([each for each in self._changes if each[1][:8] == "beliefs/" and each[1][-3:] == ".md"])

    def changes_of(self, id: str) -> list[Change]:
        """The changes of every file that was that belief, wherever it lay."""
        named = self._by_name.get(f"{id.rpartition('/')[2]}.md", ())
        ids = {path: placed(path).id for path in {change.path for change in named}}
        return [change for change in named if ids[change.path] == id and change.path.startswith("beliefs/")]

    def states_of(self, id: str, layouts: Mapping[int, Layout]) -> dict[int, State | None]:
        """What stands for the belief from each moment on at which that changes; absent before the first of them.

        Of two files the well-placed one counts, by the layout that `layouts` has from its moments on.
        """
        changes = self.changes_of(id)
        by_moment: dict[int, list[Change]] = {}
        for change in changes:
            by_moment.setdefault(change.moment, []).append(change)
        several = len({change.path for change in changes}) > 1
        moments = sorted({*by_moment, *layouts}) if several else list(by_moment)
        live: dict[str, Version] = {}
        found: dict[int, State | None] = {}
        layout, last = Layout.LETTER, None
        for moment in moments:
            layout = layouts.get(moment, layout)
            for change in by_moment.get(moment, ()):
                live.pop(change.path, None)
                if change.version is not None:
                    live[change.path] = change.version
            state = _standing(id, live, layout)
            if state != last:
                found[moment] = last = state
        return found


def _standing(id: str, live: Mapping[str, Version], layout: Layout) -> State | None:
    if not live:
        return None
    right = belief_path(id, layout) if len(live) > 1 else ""
    path = right if right in live else min(live)
    return State(path, live[path])


def spans(states: Mapping[int, State | None], end: int) -> tuple[Span, ...]:
    """The times a belief had a file, in order; `end` is the number of moments."""
    found: list[Span] = []
    start: int | None = None
    for moment, state in states.items():
        if state is None and start is not None:
            found.append(Span(start, moment))
            start = None
        elif state is not None and start is None:
            start = moment
    return (*found, Span(start, end)) if start is not None else tuple(found)


def stepwise(values: Mapping[int, T], default: T) -> Callable[[int], T]:
    """What holds at a moment: the value of the last moment in `values`, which come in order, up to then."""
    moments = list(values)

    def at(moment: int) -> T:
        number = bisect_right(moments, moment)
        return values[moments[number - 1]] if number else default

    return at
