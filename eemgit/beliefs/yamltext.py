"""Plain values as YAML text: block style for new entries, flow style for what joins a list on one line.

Every value is text, a list or a mapping of text to values. What is written reads back as the same text and is left
alone by Prettier, so the quoting rules are those of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from eemgit.beliefs.nodes import MAX_DEPTH
from eemgit.errors import EemError

Plain = str | Sequence["Plain"] | Mapping[str, "Plain"]
"""A value of front matter: every scalar is text."""

MAX_KEY = 1000
"""Bytes of a written key; YAML gives up looking for the colon after 1,024 characters."""

_INDENT = "  "
_RESERVED = frozenset({"<<", "=", "~", "true", "false", "yes", "no", "on", "off", "null", "none"})
"""Texts that other readers of YAML take for something else than text, in any case."""
_NEVER_FIRST = frozenset(",[]{}#&*!|>'\"%@`")
_FIRST_BEFORE_TEXT = frozenset("-?:")
_LIKE_A_MARKER = re.compile(r"---|\.\.\.|<{7}|={7}|>{7}")
_BREAKS_PLAIN = re.compile(r":(?: |$)| #")
_BREAKS_FLOW = re.compile(r"\A:|[,\[\]{}?]|:(?=[,\[\]{}]|$)")
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_NEEDS_ESCAPE = re.compile(r"[\t\n\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
"""What would end the line, be refused by a reader, or reorder what a reviewer sees."""
_ESCAPED = re.compile(rf'["\\]|{_NEEDS_ESCAPE.pattern}')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def scalar(text: str, *, flow: bool = False) -> str:
    """`text` as one line of YAML: plain where that is safe, else quoted; EemError for control characters."""
    _refuse_unwritable(text)
    if _NEEDS_ESCAPE.search(text):
        return '"' + _ESCAPED.sub(_escaped, text) + '"'
    if _is_plain(text) and not (flow and _BREAKS_FLOW.search(text)):
        return text
    if '"' in text:
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace("\\", "\\\\") + '"'


def flow(value: Plain) -> str:
    """`value` on one line, to stand inside a flow list or mapping."""
    return _flow(value, 0)


def mapping_lines(entries: Iterable[tuple[str, Plain]], depth: int = 0) -> Iterator[str]:
    """The lines of a block mapping, without indentation of its own and without line ends."""
    _refuse_depth(depth)
    for name, value in entries:
        key = _key(name)
        if isinstance(value, str):
            yield f"{key}: {scalar(value)}"
        elif not value:
            yield f"{key}: {_flow(value, depth + 1)}"
        else:
            yield f"{key}:"
            yield from indented(_lines(value, depth + 1), _INDENT)


def list_lines(items: Iterable[Plain], depth: int = 0, gap: str = " ") -> Iterator[str]:
    """The lines of a block list, without indentation of its own; `gap` follows each dash."""
    _refuse_depth(depth)
    for item in items:
        if isinstance(item, str):
            yield f"-{gap}{scalar(item)}"
        elif not item:
            yield f"-{gap}{_flow(item, depth + 1)}"
        else:
            lead = "-" + gap
            for line in _lines(item, depth + 1):
                yield lead + line
                lead = " " * len(lead)


def indented(lines: Iterable[str], indent: str) -> Iterator[str]:
    """Each line behind `indent`."""
    return (indent + line for line in lines)


def _lines(value: Sequence[Plain] | Mapping[str, Plain], depth: int) -> Iterator[str]:
    if isinstance(value, Mapping):
        return mapping_lines(value.items(), depth)
    return list_lines(value, depth)


def _flow(value: Plain, depth: int) -> str:
    if isinstance(value, str):
        return scalar(value, flow=True)
    _refuse_depth(depth)
    if isinstance(value, Mapping):
        inside = (f"{_key(name, flow=True)}: {_flow(item, depth + 1)}" for name, item in value.items())
        return "{ " + ", ".join(inside) + " }" if value else "{}"
    return "[" + ", ".join(_flow(item, depth + 1) for item in value) + "]"


def _key(name: str, *, flow: bool = False) -> str:
    written = scalar(name, flow=flow)
    if len(written.encode()) > MAX_KEY:
        raise EemError(f"a key of more than {MAX_KEY} bytes cannot be written: {name[:40]!r}…")
    return written


def _is_plain(text: str) -> bool:
    if not text or text != text.strip() or text.lower() in _RESERVED or _LIKE_A_MARKER.match(text):
        return False
    if text[0] in _NEVER_FIRST or _BREAKS_PLAIN.search(text):
        return False
    return text[0] not in _FIRST_BEFORE_TEXT or (len(text) > 1 and text[1] != " ")


def _escaped(found: re.Match[str]) -> str:
    char = found.group()
    return _ESCAPES.get(char) or f"\\u{ord(char):04x}"


def _refuse_unwritable(text: str) -> None:
    found = _UNWRITABLE.search(text)
    if found:
        raise EemError(
            f"the control character U+{ord(found.group()):04X} cannot be written: {text[:40]!r}",
            hint="remove it from the text",
        )


def _refuse_depth(depth: int) -> None:
    if depth >= MAX_DEPTH:
        raise EemError(f"a value nested deeper than {MAX_DEPTH} cannot be written")


def encoded(text: str) -> bytes:
    """`text` as UTF-8; EemError for bytes of a command line that are none."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        near = text[max(0, error.start - 20) : error.start].rpartition("\n")[2]
        raise EemError(f"not UTF-8 after {near!r}", hint="give the text in UTF-8, and set the locale to it") from error
