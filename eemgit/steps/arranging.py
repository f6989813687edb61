"""Where belief files lie and where they belong: the misplaced ones, and all of them under another layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EditRefused, Where


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How beliefs are spread over folders: the largest folder with its size, and for misplaced files where to."""

    layout: Layout
    beliefs: int
    folders: int
    largest: tuple[str, int]
    misplaced: tuple[tuple[str, str], ...]
    """Path and right path of each, sorted."""


def arrangement(knowledge: KnowledgeBase) -> Arrangement:
    """How the files of beliefs lie."""
    sizes = Counter(path.rpartition("/")[0] for path in knowledge.paths.values())
    largest = min(sizes.items(), key=lambda each: (-each[1], each[0]), default=("beliefs", 0))
    layout = knowledge.settings.layout
    pairs = ((path, belief_path(id, layout)) for id, path in knowledge.paths.items())
    misplaced = tuple(sorted(pair for pair in pairs if pair[0] != pair[1]))
    return Arrangement(layout, len(knowledge.paths), len(sizes), largest, misplaced)


def misplaced_ids(knowledge: KnowledgeBase) -> tuple[str, ...]:
    """The beliefs whose files do not lie where their ids and the layout say, sorted."""
    layout = knowledge.settings.layout
    return tuple(id for id, path in knowledge.paths.items() if path != belief_path(id, layout))


def moved_to(knowledge: KnowledgeBase, layout: Layout) -> Mapping[str, bytes | None]:
    """Every file that lies elsewhere under another layout, at its new path; None where it goes.

    EditRefused for a belief that is no regular file, and where another file is in the way.
    """
    gone = {id: path for id, path in knowledge.paths.items() if path != belief_path(id, layout)}
    new: dict[str, bytes] = {}
    for id, path in gone.items():
        data, to = knowledge.files[path], belief_path(id, layout)
        if not isinstance(data, bytes):
            raise EditRefused("not a regular file, so it cannot be moved", where=Where(path), hint="eemgit check")
        if to in knowledge.files and to not in gone.values():
            raise EditRefused("another file is in the way", where=Where(to), hint="eemgit check says whose it is")
        new[to] = data
    return {**dict.fromkeys(sorted(gone.values())), **new}


def under(knowledge: KnowledgeBase, layout: Layout, changes: Mapping[str, bytes | None]) -> KnowledgeBase:
    """The knowledge base after these changes and with another layout."""
    files = {path: data for path, data in {**knowledge.files, **changes}.items() if data is not None}
    return KnowledgeBase.read(dict(sorted(files.items())), replace(knowledge.settings, layout=layout))
