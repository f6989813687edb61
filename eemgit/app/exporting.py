"""Writes what was opened in the format of another tool, and says what that format cannot hold."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path

from eemgit.app.opening import Opened
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EemError, Where
from eemgit.exchange.as_beliefs_md import write_beliefs_md
from eemgit.exchange.as_csv import write_csv
from eemgit.exchange.as_reasonsforge import write_reasonsforge
from eemgit.exchange.lines import write_lines
from eemgit.exchange.outgoing import Outgoing
from eemgit.repo.repository import SETTINGS_FILE, Repository

_OURS = ("beliefs", "nogoods", "reviews", "reports", SETTINGS_FILE, ".git")
"""What below the belief root no export may overwrite."""


class Format(Enum):
    """What an export can be written as."""

    REASONSFORGE = "reasonsforge"
    BELIEFS_MD = "beliefs.md"
    JSONL = "jsonl"
    CSV = "csv"


_WRITERS: Mapping[Format, Callable[[KnowledgeBase], Outgoing]] = {
    Format.REASONSFORGE: write_reasonsforge,
    Format.BELIEFS_MD: write_beliefs_md,
    Format.JSONL: write_lines,
    Format.CSV: write_csv,
}


def export(opened: Opened, style: Format) -> Outgoing:
    """Everything that was opened, in another format."""
    return _WRITERS[style](opened.knowledge)


def write_out(repository: Repository, target: Path, text: str) -> None:
    """Put an export at `target`, whole or not at all; EemError where it would overwrite what the export is made of."""
    place = target.resolve()
    if not repository.is_bare and _is_ours(place, repository.root.resolve()):
        hint = "name a file outside of beliefs/ and nogoods/"
        raise EemError("an export never overwrites belief files", where=Where(str(target)), hint=hint)
    try:
        if place.exists() and not place.is_file():
            place.write_bytes(text.encode())
            return
        scratch = place.with_name(f".{place.name}-{secrets.token_hex(4)}.tmp")
        try:
            scratch.write_bytes(text.encode())
            scratch.replace(place)
        finally:
            scratch.unlink(missing_ok=True)
    except OSError as error:
        raise EemError(f"cannot be written: {(error.strerror or 'no').lower()}", where=Where(str(target))) from error


def _is_ours(place: Path, root: Path) -> bool:
    return place.is_relative_to(root) and bool(parts := place.relative_to(root).parts) and parts[0] in _OURS
