"""A knowledge base: all of one snapshot, its references resolved and its labels computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from eemgit.beliefs import checks, circles
from eemgit.beliefs.codes import finding
from eemgit.beliefs.ids import Placed, home_of, placed
from eemgit.beliefs.model import Belief, FileContent, Finding, Nogood, Severity
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.reading import read_belief, read_nogood
from eemgit.beliefs.references import References, compile_network
from eemgit.beliefs.settings import Settings
from eemgit.errors import UnknownBelief, Where
from eemgit.tms.labelling import Labelling, label
from eemgit.tms.network import Label, Network


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the belief repository as it was read; `value` is None when it cannot be read or is no record."""

    id: str | None
    value: Belief | Nogood | None
    findings: tuple[Finding, ...] = ()


class KnowledgeBase:
    """All of one snapshot. Paths are POSIX and relative to the belief root; ids come sorted.

    Immutable: `with_files` gives another one and reads only what changed.
    """

    def __init__(self, settings: Settings, files: Mapping[str, FileContent], entries: Mapping[str, Entry]) -> None:
        self.settings = settings
        self.files = MappingProxyType(files if isinstance(files, dict) else dict(files))
        self._entries = entries

    @classmethod
    def read(cls, files: Mapping[str, FileContent], settings: Settings) -> KnowledgeBase:
        """Everything under `beliefs/` and `nogoods/`; other paths are kept but not looked at."""
        return cls(settings, files, {path: _read(path, files[path], settings) for path in sorted(files)})

    def with_files(self, changes: Mapping[str, FileContent | None]) -> KnowledgeBase:
        """This one with some files written (or removed, where None); only those are read again."""
        files: dict[str, FileContent] = dict(self.files)
        entries = dict(self._entries)
        for path, content in changes.items():
            files.pop(path, None)
            entries.pop(path, None)
            if content is not None:
                files[path] = content
                entries[path] = _read(path, content, self.settings)
        return KnowledgeBase(self.settings, files, dict(sorted(entries.items())))

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """Where each belief lies, readable or not. Of two files that name one id, the well-placed one counts."""
        found: dict[str, str] = {}
        for path, entry in self._entries.items():
            if entry.id is None or not path.startswith("beliefs/"):
                continue
            if entry.id not in found or path == home_of(entry.id, self.settings.layout):
                found[entry.id] = path
        return MappingProxyType(dict(sorted(found.items())))

    @cached_property
    def beliefs(self) -> Mapping[str, Belief]:
        """The beliefs that can be read, by id."""
        return MappingProxyType(
            {id: value for id, path in self.paths.items() if isinstance(value := self._entries[path].value, Belief)}
        )

    @cached_property
    def unreadable(self) -> Mapping[str, str]:
        """The ids of belief files that cannot be read, with their paths; their labels are UNDECIDED."""
        return MappingProxyType({id: path for id, path in self.paths.items() if self._entries[path].value is None})

    @cached_property
    def nogoods(self) -> Mapping[str, Nogood]:
        """The recorded contradictions, by id."""
        values = (entry.value for entry in self._entries.values())
        return MappingProxyType({value.id: value for value in values if isinstance(value, Nogood)})

    @cached_property
    def nogood_paths(self) -> Mapping[str, str]:
        """Where each readable nogood lies."""
        entries = self._entries.items()
        return MappingProxyType({entry.value.id: path for path, entry in entries if isinstance(entry.value, Nogood)})

    @cached_property
    def references(self) -> References:
        """How ids, aliases and duplicates resolve."""
        return References(self.beliefs, self.unreadable)

    def resolve(self, reference: str) -> str | None:
        """The id of the belief that `reference` stands for, through aliases and `duplicate_of`, or None."""
        return self.references.resolve(reference)

    def find(self, reference: str) -> Belief:
        """The belief of that very id or alias; a duplicate stays itself here. Raises `UnknownBelief`."""
        id = self.references.named(reference)
        if id is None:
            near = did_you_mean(reference, (*self.beliefs, *self.references.aliases))
            hint = f"did you mean {near}?" if near else "`eemgit list` shows every belief"
            raise UnknownBelief(f"no belief {reference!r}", hint=hint)
        if id in self.unreadable:
            raise UnknownBelief(
                f"{id!r} cannot be read", where=Where(self.unreadable[id]), hint="`eemgit check` says what is wrong"
            )
        return self.beliefs[id]

    @cached_property
    def network(self) -> Network:
        """The kernel's network of these beliefs."""
        return Network.build(compile_network(self.beliefs, self.unreadable, self.references))

    @cached_property
    def labelling(self) -> Labelling:
        """The label of every belief."""
        return label(self.network)

    def label_of(self, id: str) -> Label:
        """The label of a belief by its id; an id nobody has is OUT, as the kernel sees it."""
        return self.labelling[id] if id in self.paths else Label.OUT

    @cached_property
    def _citing(self) -> Mapping[str, tuple[str, ...]]:
        return self.references.citing()

    def citing(self, id: str) -> tuple[str, ...]:
        """The beliefs with a justification or an `unless` that names this one, references resolved; sorted."""
        return self._citing.get(id, ())

    def is_open(self, nogood: Nogood) -> bool:
        """Whether all members of a nogood are IN, so that it stands unresolved."""
        members = {self.resolve(member) for member in nogood.members}
        return None not in members and all(self.label_of(member) is Label.IN for member in members if member)

    @cached_property
    def reading_findings(self) -> tuple[Finding, ...]:
        """What is wrong with single files, and with two files that name one belief."""
        return tuple(finding for entry in self._entries.values() for finding in entry.findings) + tuple(self._twins())

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything worth saying about the files and the network, in the order of path, line and code."""
        found = (*self.reading_findings, *checks.references(self), *circles.truth(self))
        return tuple(
            sorted(found, key=lambda f: (f.where.path, f.where.line or 0, f.where.column or 0, f.code, f.message))
        )

    @property
    def complete(self) -> bool:
        """Whether every record could be read; labels that hang on an unreadable one are UNDECIDED."""
        lost = (entry.findings for entry in self._entries.values() if entry.value is None)
        return not any(found.severity is Severity.ERROR for findings in lost for found in findings)

    def _twins(self) -> Iterator[Finding]:
        for path, entry in self._entries.items():
            if entry.id is not None and path.startswith("beliefs/") and self.paths[entry.id] != path:
                yield finding(
                    "duplicate-id",
                    Where(path, 1, 1),
                    f"{self.paths[entry.id]} is the belief {entry.id!r} too",
                    id=entry.id,
                    subject=path,
                    hint="one id, one file: move one of them to another name",
                )


def _read(path: str, content: FileContent, settings: Settings) -> Entry:
    place: Placed = placed(path)
    if place.id is None:
        return Entry(None, None, place.findings)
    if path.startswith("nogoods/"):
        nogood = read_nogood(path, content, place.id)
        return Entry(place.id, nogood.value, (*place.findings, *nogood.findings))
    reading = read_belief(path, content, place.id)
    return Entry(place.id, reading.value, (*place.findings, *_misplaced(path, place.id, settings), *reading.findings))


def _misplaced(path: str, id: str, settings: Settings) -> tuple[Finding, ...]:
    right = home_of(id, settings.layout)
    if path == right:
        return ()
    hint = f"git mv {path} {right}"
    return (finding("misplaced", Where(path, 1, 1), f"belongs at {right}", id=id, hint=hint),)
