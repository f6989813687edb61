"""The light tree that YAML is read into: every scalar is the text that was typed, with its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

MAX_DEPTH = 16
"""How many lists and mappings may be open at once."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Problem(NamedTuple):
    """A finding before it has a path: its code, the offset it is at, and the words."""

    code: str
    offset: int
    message: str
    hint: str | None = None
    subject: str = ""


class ScalarNode(NamedTuple):
    """A text; `style` is "" for plain, else the character that opens it (`"`, `'`, `|` or `>`).

    An empty value is a plain scalar of no length just after the colon or dash.
    """

    text: str
    style: str
    start: int
    end: int


class ListNode(NamedTuple):
    """A sequence; a block sequence ends where its last item ends, a flow sequence behind its bracket."""

    items: tuple[Node, ...]
    flow: bool
    start: int
    end: int


class Entry(NamedTuple):
    """One key of a mapping and its value."""

    key: ScalarNode
    value: Node


class MapNode(NamedTuple):
    """A mapping; the keys in the order they were typed. Ends like a sequence."""

    entries: tuple[Entry, ...]
    flow: bool
    start: int
    end: int

    def entry(self, key: str) -> Entry | None:
        """The first entry with this key."""
        return next((entry for entry in self.entries if entry.key.text == key), None)

    def get(self, key: str) -> Node | None:
        """The value under this key."""
        entry = self.entry(key)
        return entry.value if entry else None


Node = ScalarNode | ListNode | MapNode


def line_starts(text: str) -> list[int]:
    """The offset at which each line begins; lines end at CR LF, LF or CR."""
    return [0, *(found.end() for found in _LINE_END.finditer(text))]


def position(text: str, offset: int, starts: list[int] | None = None) -> tuple[int, int]:
    """Line and column of an offset, both from 1; with the `line_starts` of the text in the time of a bisection."""
    starts = starts or line_starts(text[:offset])
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1
