"""What else a node says: sources, tags and notes of ours where they fit, the rest as `x-` keys or as losses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from eemgit.beliefs.model import Source
from eemgit.exchange.cited import source_at
from eemgit.exchange.export import ExportedNode
from eemgit.exchange.json_text import Literal, as_json, clean, fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.retracting import MARKS

DATES = ("date", "created_at", "updated_at", "reviewed_at", "verified_at", "retracted_at")
_COMPUTED = ("text_hash", "supporting_justification")
"""Members that the exporting program works out from the others."""

_CITED = ("source", "source_url")
_DATES_WHY = "when something was recorded is what git knows"
_SOURCE_WHY = "neither a path nor a URL; --keep-metadata keeps it under x-"
_KEPT_WHY = "no key of a belief; --keep-metadata keeps it under x-"
_MAX_KEY = 60
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a node says besides its claim and what holds it."""

    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    research: str | None = None
    notes: str = ""
    extra: tuple[tuple[str, object], ...] = ()


def particulars_of(node: ExportedNode, told: Iterable[str], keep: bool, ledger: Ledger) -> Particulars:
    """The particulars of `node`; `told` are the names of metadata that its retraction or its gates tell already.

    With `keep`, what has no key of ours becomes an `x-` key, else a loss.
    """
    metadata = {name: value for name, value in node.metadata.items() if name not in told}
    rest = {name: node.fields[name] for name in sorted(node.fields) if name not in (*_COMPUTED, *MARKS)}
    found = Particulars(
        tuple(_sources(node, rest, metadata)),
        tuple(_tags(metadata, ledger)),
        _taken_text(metadata, "repair_research") or None,
        _example(metadata),
    )
    if any(node.fields.get(name) is not None for name in _COMPUTED):
        ledger.lost_everywhere("hashes and indexes", "the exporting program works them out from the rest")
    if not keep:
        _lose(rest, metadata, ledger)
        return found
    members = [*rest.items(), *((name, metadata[name]) for name in sorted(metadata))]
    return Particulars(found.sources, found.tags, found.research, found.notes, tuple(_extra(members)))


def _sources(node: ExportedNode, rest: dict[str, object], metadata: dict[str, object]) -> Iterator[Source]:
    """The sources that can be ours; they leave `rest`, and the lines that go with the first leave `metadata`."""
    found: dict[str, Source] = {}
    for name in _CITED:
        value = node.fields.get(name)
        if not isinstance(value, str) or not value.strip():
            continue
        lines = metadata.get("pinned_lines") if name == "source" else None
        source = source_at(clean(value).strip(), lines if isinstance(lines, str) else "")
        if source is not None:
            found.setdefault(source.text, source)
            del rest[name]
            if source.first_line is not None:
                metadata.pop("pinned_lines", None)
    return iter(found.values())


def _tags(metadata: dict[str, object], ledger: Ledger) -> Iterator[str]:
    tags = metadata.get("access_tags")
    if not isinstance(tags, list) or not all(isinstance(tag, str) and fold(tag) for tag in tags):
        return
    del metadata["access_tags"]
    if tags:
        ledger.lost_everywhere("access control", "access tags are plain tags here: they hide nothing")
    yield from dict.fromkeys(map(fold, tags))


def _example(metadata: dict[str, object]) -> str:
    example = _taken_text(metadata, "example")
    return f"Example: {example}" if example else ""


def _taken_text(metadata: dict[str, object], name: str) -> str:
    value = metadata.get(name)
    if not isinstance(value, str) or isinstance(value, Literal):
        return ""
    del metadata[name]
    return fold(value)


def _lose(rest: Mapping[str, object], metadata: Mapping[str, object], ledger: Ledger) -> None:
    if any(_plain(rest[name]) for name in DATES if name in rest):
        ledger.lost_everywhere("dates", f"{_DATES_WHY}; --keep-metadata keeps them under x-")
    for name, value in rest.items():
        if name in DATES or not _plain(value):
            continue
        if name in _CITED and isinstance(value, str):
            ledger.lost_everywhere(name, _SOURCE_WHY, fold(value)[:40])
        else:
            ledger.lost_everywhere(fold(name), _KEPT_WHY)
    for name, value in metadata.items():
        if _plain(value):
            ledger.lost_everywhere(f"metadata {fold(name)}", _KEPT_WHY)


def _extra(members: Iterable[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    used: set[str] = set()
    for name, value in members:
        kept = _plain(value)
        if not kept:
            continue
        base = key = x_key(name)
        number = 2
        while key in used:
            key, number = f"{base}-{number}", number + 1
        used.add(key)
        yield key, kept


def x_key(name: str) -> str:
    """The `x-` key under which a member or metadata of this name is kept."""
    return "x-" + (_NOT_PLAIN.sub("-", name.lower()).strip("-")[:_MAX_KEY].rstrip("-") or "metadata")


def _plain(value: object) -> str | list[str]:
    """`value` as text or a list of texts; empty when it says nothing. What is nested stays JSON text."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return clean(value).strip()
        case list() if all(isinstance(item, str) for item in value):
            return [text for item in value if (text := clean(item).strip())]
        case list() | dict() if not value:
            return ""
    return clean(as_json(value))
