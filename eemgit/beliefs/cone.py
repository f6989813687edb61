"""All that can ever have decided the label of one belief, found by reading as few texts of a history as that takes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass

from eemgit.beliefs.held import Held, Unreadable
from eemgit.beliefs.ids import Layout, placed
from eemgit.beliefs.model import Belief, FileContent
from eemgit.beliefs.owners import Owners
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.references import survivor_of
from eemgit.beliefs.settings import read_settings
from eemgit.beliefs.trail import SETTINGS, Change, Span, State, Trail, Version, spans
from eemgit.errors import BadSettings

Reading = Generator[tuple[str, ...], Mapping[str, FileContent], "Cone"]
"""Yields the names of texts, is sent the texts, and returns a cone."""

ROUND = 10_000
"""How many texts are asked for at a time when all are."""


@dataclass(frozen=True, slots=True)
class Cone:
    """The beliefs that the label of `asked` may ever have hung on, over the whole trail, and what they said."""

    trail: Trail
    asked: str
    layouts: Mapping[int, Layout | None]
    """The layout from each moment on at which the settings change; None while these cannot be read."""
    states: Mapping[str, Mapping[int, State | None]]
    """For each belief its file from each moment on at which that changes."""
    said: Mapping[tuple[str, Version], Held]

    def held(self, id: str, state: State | None) -> Held | None:
        """What a belief says in a state."""
        return self.said[id, state.version] if state else None

    def spans(self, id: str) -> tuple[Span, ...]:
        """The times a belief had a file."""
        return spans(self.states[id], len(self.trail)) if id in self.states else ()


def cone(trail: Trail, asked: str) -> Reading:
    """The cone of a belief: whatever any version of one in it names, and who owned an alias when nobody had it for id.

    Texts are asked for in rounds. All texts of the history are read only when aliases matter.
    """
    texts = yield tuple(sorted({change.version for change in trail.settings if isinstance(change.version, str)}))
    layouts = {change.moment: _layout(change, texts) for change in trail.settings}
    gathering = _Gathering(trail, {moment: layout for moment, layout in layouts.items() if layout})
    gathering.cite((asked,), Span(len(trail) - 1, len(trail)))
    while True:
        while fresh := gathering.enter():
            gathering.learn(fresh, (yield gathering.unread(fresh)))
        missing = gathering.missing()
        if not missing:
            return Cone(trail, asked, layouts, gathering.states, gathering.said)
        for names in gathering.unscanned():
            gathering.scan((yield names))
        gathering.find_owners(missing)


def _layout(change: Change, texts: Mapping[str, FileContent]) -> Layout | None:
    """The layout that settings ask for: the usual one without settings, None when they cannot be read."""
    if change.version is None:
        return Layout.LETTER
    text = texts[change.version] if isinstance(change.version, str) else change.version
    try:
        return read_settings(SETTINGS, text).layout if isinstance(text, bytes) else None
    except BadSettings:
        return None


class _Gathering:
    """A cone as it grows."""

    def __init__(self, trail: Trail, layouts: Mapping[int, Layout]) -> None:
        self._trail = trail
        self._layouts = layouts
        self.states: dict[str, dict[int, State | None]] = {}
        self.said: dict[tuple[str, Version], Held] = {}
        self._waiting: set[str] = set()
        self._cited: dict[str, list[Span]] = {}
        self._sought: set[str] = set()
        self._owners: Owners | None = None

    def cite(self, references: Iterable[str], span: Span) -> None:
        """Notes that these were named all through `span`."""
        for reference in references:
            self._cited.setdefault(reference, []).append(span)
            self._waiting.add(reference)

    def enter(self) -> list[str]:
        """The beliefs named and not yet in the cone; they are in it from now on."""
        fresh = sorted(id for id in self._waiting if id not in self.states)
        self._waiting.clear()
        for id in fresh:
            self.states[id] = self._trail.states_of(id, self._layouts)
        return fresh

    def unread(self, ids: Iterable[str]) -> tuple[str, ...]:
        """The names of every text that ever stood for these beliefs."""
        versions = (state.version for id in ids for state in self.states[id].values() if state)
        return tuple(dict.fromkeys(version for version in versions if isinstance(version, str)))

    def learn(self, ids: Iterable[str], texts: Mapping[str, FileContent]) -> None:
        """Reads these beliefs in all their versions, and notes what they name and when."""
        for id in ids:
            ends = [*self.states[id], len(self._trail)][1:]
            for (start, state), end in zip(self.states[id].items(), ends, strict=False):
                if state is not None:
                    self._name(self._read(id, state, texts), Span(start, end))

    def _read(self, id: str, state: State, texts: Mapping[str, FileContent]) -> Held:
        key = id, state.version
        if key not in self.said:
            content = texts[state.version] if isinstance(state.version, str) else state.version
            value, findings = read_belief(state.path, content, id)
            self.said[key] = value if value is not None else Unreadable(findings)
        return self.said[key]

    def _name(self, held: Held, span: Span) -> None:
        if isinstance(held, Unreadable):
            return
        self._waiting.update(held.aliases)
        if held.retracted is None:
            self.cite(named_by(held), span)
        elif (survivor := survivor_of(held)) is not None:
            self.cite((survivor,), span)

    def missing(self) -> list[str]:
        """What was named at a time when no belief had it for its id, and was not yet looked for among aliases."""
        found = [id for id in self._cited if id not in self._sought and not self._always_there(id)]
        self._sought.update(found)
        return found

    def _always_there(self, id: str) -> bool:
        there = spans(self.states[id], len(self._trail))
        return all(any(span.start <= at.start and at.end <= span.end for span in there) for at in self._cited[id])

    def unscanned(self) -> Iterator[tuple[str, ...]]:
        """The names of all texts in rounds, once."""
        if self._owners is not None:
            return
        self._owners = Owners()
        versions = (change.version for change in self._trail.belief_changes)
        names = [*dict.fromkeys(version for version in versions if isinstance(version, str))]
        for start in range(0, len(names), ROUND):
            yield tuple(names[start : start + ROUND])

    def scan(self, texts: Mapping[str, FileContent]) -> None:
        """Looks for aliases in these texts."""
        assert self._owners is not None
        for name, text in texts.items():
            if isinstance(text, bytes):
                self._owners.add(name, text)

    def find_owners(self, aliases: Iterable[str]) -> None:
        """Lets everybody into the cone who ever claimed one of these aliases."""
        assert self._owners is not None
        claiming = set().union(*(self._owners.claiming(alias) for alias in aliases))
        if claiming:
            paths = {change.path for change in self._trail.belief_changes if change.version in claiming}
            self._waiting.update(id for path in paths if (id := placed(path).id) is not None)


def named_by(belief: Belief) -> Iterator[str]:
    """The references that decide the label of a belief that is not retracted, as they are written."""
    yield from belief.unless
    for justification in belief.justifications or ():
        yield from justification.antecedents
        yield from justification.unless
