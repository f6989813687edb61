"""Where in a node of reasonsforge the particulars of a belief go, if they have a place there and come back from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from eemgit.beliefs.model import Belief, Source
from eemgit.exchange.cited import source_at
from eemgit.exchange.export import ExportedNode
from eemgit.exchange.json_text import clean, fold
from eemgit.exchange.particulars import DATES, x_key

KEY = "eemgit"
"""The name of the metadata that carry what has no place of its own."""

_EXAMPLE = "Example: "
"""How notes begin that hold an example and nothing else."""

_MEMBERS = frozenset(("source", "source_url", "source_hash", *DATES))
"""Members of a node that an `x-` key may hold."""

_MEANT = frozenset(
    "challenges superseded_by summarizes retract_reason stale_reason duplicate_of access_tags repair_research example "
    "pinned_lines retracted _retracted".split()
)
"""Names of metadata that are read as something else when they come back."""


@dataclass(frozen=True, slots=True)
class Cited:
    """The members of a node that say where it comes from."""

    source: str = ""
    source_url: str = ""
    pinned_lines: str = ""

    @classmethod
    def of(cls, sources: Sequence[Source]) -> Cited:
        """The first path with its lines, and the first address; nothing more has a place."""
        path = next((each for each in sources if each.path is not None), None)
        url = next((each.text for each in sources if each.is_url), "")
        lines = f"{path.first_line}-{path.last_line}" if path and path.first_line is not None else ""
        return cls(path.path or "" if path else "", url, lines)

    def sources(self) -> tuple[Source, ...]:
        """The sources that are read from these members when they come back."""
        found = (source_at(self.source, self.pinned_lines), source_at(self.source_url))
        return tuple({source.text: source for source in found if source is not None}.values())

    def is_in(self, node: ExportedNode) -> bool:
        """Whether the node still says this of where it comes from; a member that is empty here may hold anything."""
        there = (node.fields.get("source"), node.fields.get("source_url"), node.metadata.get("pinned_lines"))
        here = (self.source, self.source_url, self.pinned_lines)
        return all(mine in ("", theirs) for mine, theirs in zip(here, there, strict=True))

    def taken_from(self, node: ExportedNode) -> ExportedNode:
        """The node without the members that say this."""
        told = {name for name in ("source", "source_url") if getattr(self, name)}
        fields = {name: value for name, value in node.fields.items() if name not in told}
        dropped = {"pinned_lines"} if self.pinned_lines else set()
        metadata = {name: value for name, value in node.metadata.items() if name not in dropped}
        return replace(node, fields=fields, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Places:
    """The particulars of a belief by where they go: members of the node, its metadata, and what finds no place."""

    cited: Cited
    members: Mapping[str, str]
    metadata: Mapping[str, object]
    homeless: Mapping[str, object]
    """The keys of the file, `x-` and others, that would not come back."""
    research: bool
    """Whether the open question is among the metadata."""
    example: bool
    """Whether the notes are among the metadata."""

    @classmethod
    def of(cls, belief: Belief, *, is_out: bool = False) -> Places:
        """The places for a belief with this label."""
        cited = Cited.of(belief.sources)
        members: dict[str, str] = {}
        metadata: dict[str, object] = {}
        homeless: dict[str, object] = {}
        for key, value in belief.extra:
            name = key.removeprefix("x-").replace("-", "_")
            if not _comes_back(key, name, value):
                homeless[key] = value
            elif name in _MEMBERS:
                if isinstance(value, str) and _is_free(name, value, cited, belief, is_out):
                    members[name] = value
                else:
                    homeless[key] = value
            else:
                metadata[name] = value
        metadata |= dict(_usual(belief, cited))
        return cls(cited, members, metadata, homeless, "repair_research" in metadata, "example" in metadata)


def _usual(belief: Belief, cited: Cited) -> Iterator[tuple[str, object]]:
    if cited.pinned_lines:
        yield "pinned_lines", cited.pinned_lines
    if belief.research and fold(belief.research) == belief.research:
        yield "repair_research", belief.research
    example = belief.notes.removeprefix(_EXAMPLE)
    if belief.notes.startswith(_EXAMPLE) and example and fold(example) == example:
        yield "example", example


def _comes_back(key: str, name: str, value: object) -> bool:
    """Whether metadata called `name` would come back as the `x-` key that they were made of."""
    if key != x_key(name) or name == KEY or name in _MEANT:
        return False
    texts = value if isinstance(value, list) else [value]
    return bool(texts) and all(isinstance(each, str) and each and clean(each).strip() == each for each in texts)


def _is_free(name: str, value: str, cited: Cited, belief: Belief, is_out: bool) -> bool:
    """Whether no source takes the member, and it means there what it means here: a date of retraction retracts."""
    if name in ("source", "source_url"):
        return not getattr(cited, name) and source_at(value) is None
    return name != "retracted_at" or not is_out or belief.retracted is not None
