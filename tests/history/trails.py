"""Histories as values: snapshots one after the other, their trail, and the answer worked out the long way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

from eemgit.beliefs.compare import compare
from eemgit.beliefs.cone import Cone, cone
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import FileContent
from eemgit.beliefs.pursuit import Stage, stages
from eemgit.beliefs.settings import Settings, read_settings
from eemgit.beliefs.timeline import Event, timeline
from eemgit.beliefs.trail import Change, Trail, Version
from eemgit.errors import BadSettings
from eemgit.tms.network import Label

Files = Mapping[str, FileContent]
Told = tuple[int, str, Label | None, Label | None, tuple[str, ...]]
"""Moment, id, label before and after, and what is at the root of it."""


def trail_of(snapshots: Sequence[Files]) -> Trail:
    """The trail of these snapshots, of which those count that change something."""
    changes: list[Change] = []
    before: Files = {}
    for moment, files in enumerate(snapshots):
        paths = sorted(path for path in {*before, *files} if before.get(path) != files.get(path))
        changes += [Change(moment, path, _version(files.get(path))) for path in paths]
        before = files
    return Trail([f"c{moment}" for moment in range(len(snapshots))], changes)


def cone_of(snapshots: Sequence[Files], asked: str) -> Cone:
    """The cone of a belief, with every text given when it is asked for."""
    texts = {_version(content): content for files in snapshots for content in files.values()}
    reading = cone(trail_of(snapshots), asked)
    names = next(reading)
    while True:
        try:
            names = reading.send({name: texts[name] for name in names})
        except StopIteration as ended:
            assert isinstance(ended.value, Cone)
            return ended.value


def history(snapshots: Sequence[Files], asked: str) -> tuple[Event, ...]:
    """The events of a belief."""
    found = cone_of(snapshots, asked)
    return timeline(found, stages(found))


def told(events: Iterable[Event]) -> list[Told]:
    """What can be compared of events."""
    return [(e.moment, e.id, e.before, e.after, tuple(cause.id for cause in e.because)) for e in events]


class Naive:
    """Whole knowledge bases, one at every moment, and how each differs from the one before."""

    def __init__(self, snapshots: Sequence[Files]) -> None:
        self._bases: list[tuple[KnowledgeBase, bool]] = [(KnowledgeBase.read({}, Settings()), True)]
        for files in snapshots:
            self._bases.append(_knowledge(files, self._bases[-1][0].settings))
        self._because = [
            {flip.id: flip.because for flip in compare(before, after).flips}
            for (before, _), (after, _) in pairwise(self._bases)
        ]

    def told(self, through: Sequence[Stage]) -> list[Told]:
        """What `told` should be for a belief that went through these stages."""
        found: list[Told] = []
        old, label = None, None
        for moment, ((before, was_readable), (after, readable)) in enumerate(pairwise(self._bases)):
            new = next((stage.id for stage in through if stage.span.start <= moment < stage.span.end), None)
            now = None if new is None else after.label_of(new) if readable else Label.UNDECIDED
            because: tuple[str, ...] = ()
            if new and label and now and label is not now:
                sound = readable and was_readable
                because = self._because[moment].get(new, ()) if sound else ("eemgit.yaml",)
            if new != old or label is not now or (new and old and _file(before, old) != _file(after, new)):
                found.append((moment, new or old or "", label, now, because))
            old, label = new, now
        return found


def _knowledge(files: Files, last: Settings) -> tuple[KnowledgeBase, bool]:
    """With settings that cannot be read files are placed by the last ones that could."""
    text = files.get("eemgit.yaml")
    if text is None:
        return KnowledgeBase.read(files, Settings()), True
    try:
        settings = read_settings("eemgit.yaml", text) if isinstance(text, bytes) else None
    except BadSettings:
        settings = None
    return KnowledgeBase.read(files, settings or last), settings is not None


def _file(knowledge: KnowledgeBase, id: str) -> tuple[str, FileContent]:
    return knowledge.paths[id], knowledge.files[knowledge.paths[id]]


def _version(content: FileContent | None) -> Version | None:
    return sha256(content).hexdigest() if isinstance(content, bytes) else content
