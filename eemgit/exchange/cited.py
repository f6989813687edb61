"""Sources of an export as sources of ours: URLs, and what is surely a path."""

from __future__ import annotations

import re

from eemgit.beliefs.model import Source
from eemgit.beliefs.sources import path_source, read_source

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+\Z")
_SPAN = r"([1-9][0-9]*)(?:-([1-9][0-9]*))?"
_PATH = re.compile(rf"(?:document:)?([^\s:]*(?:/[^\s:/]+|\.[A-Za-z][A-Za-z0-9]{{0,7}}))(?::{_SPAN})?\Z")
_LINES = re.compile(rf"{_SPAN}\Z")


def source_at(text: str, lines: str = "") -> Source | None:
    """The source that `text` is, with the `lines` of it (`10` or `10-24`); None when it is neither a URL nor a path.

    A path has a folder or an extension, and no space or colon: a name like `user:2026-03-22` is none. What stands
    behind `document:` may be one, and lines behind a last colon are lines.
    """
    if _URL.match(text):
        return _sound(text)
    found = _PATH.match(text)
    if found is None:
        return None
    pinned = _LINES.match(lines)
    first, last = pinned.groups() if pinned else found.groups()[1:]
    if first is None or "#L" in found[1]:
        return _sound(found[1])
    try:
        return path_source(found[1], int(first), int(last or first))
    except ValueError:
        return None


def _sound(text: str) -> Source | None:
    source, wrong = read_source(text)
    return None if wrong else source
