"""Sources of a claim: `path#L10-L24@t:3f2a9c1d0b7e` below the git root, or a URL."""

from __future__ import annotations

import re

from eemgit.beliefs.model import Source

PIN_DIGITS = 12

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?://|[^/\\ ]*[@+])")
_SOURCE = re.compile(r"(.*?)(?:#L([1-9][0-9]{0,8})(?:-L([1-9][0-9]{0,8}))?)?(?:@t:([0-9a-f]{12}))?\Z", re.DOTALL)
_ALMOST_LINES = re.compile(r"(?:#[lL]?[0-9][0-9lL:-]*|#[lL][^/]*|:[0-9]+(?:[-:][0-9]+)?|@t:[^/]*)\Z")
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")


def read_source(text: str) -> tuple[Source, tuple[str, str] | None]:
    """A source, and what is wrong with it and what to do when it is neither a path nor a URL."""
    if _URL.match(text):
        return Source(text), None
    found = _SOURCE.match(text)
    path, first, last, pin = found.groups() if found else (text, None, None, None)
    wrong = _wrong_path(path) or _wrong_lines(path, first, last)
    if wrong:
        return Source(text), wrong
    start = int(first) if first else None
    return Source(text, path, start, int(last) if last else start, pin), None


def parse_source(text: str) -> Source:
    """The source that `text` names; without a path when it is a URL or cannot be a path."""
    return read_source(text)[0]


def path_source(path: str, first: int | None = None, last: int | None = None, pin: str | None = None) -> Source:
    """A source in its usual spelling; ValueError when the parts do not make one."""
    text = path
    if first is not None:
        text += f"#L{first}" if last in (None, first) else f"#L{first}-L{last}"
    if pin is not None:
        text += f"@t:{pin}"
    source, wrong = read_source(text)
    if wrong or source.path != path or source.pin != pin:
        raise ValueError(f"no source {text!r}")
    return source


def pin_of(text: str, first: int | None = None, last: int | None = None) -> str | None:
    """The pin of lines `first` to `last` of a file (all without `first`); None when it has fewer lines.

    Line ends do not count: the pin is that of the lines joined by LF, without one at the end.
    """
    from hashlib import sha256

    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if first is not None:
        last = first if last is None else last
        if not 1 <= first <= last <= len(lines):
            return None
        lines = lines[first - 1 : last]
    return sha256("\n".join(lines).encode()).hexdigest()[:PIN_DIGITS]


def _wrong_path(path: str) -> tuple[str, str] | None:
    below = "a path starts at the git root, as in src/auth.py"
    if path.startswith(("/", "~")) or _DRIVE.match(path):
        return "an absolute path", below
    if "\\" in path:
        return "a path with a backslash", "write it with '/'"
    if path != path.strip():
        return "a path that begins or ends with a space", "remove the space"
    parts = path.split("/")
    if ".." in parts or "." in parts or "" in parts:
        return "a path with an empty part, '.' or '..'", below
    return None


def _wrong_lines(path: str, first: str | None, last: str | None) -> tuple[str, str] | None:
    if first and last and int(last) < int(first):
        return f"lines that end before they begin, {first} to {last}", "write the smaller number first"
    if _ALMOST_LINES.search(path):
        return "lines or a pin that cannot be read", "write lines as #L10-L24 and a pin as @t: with 12 hex digits"
    return None
