"""A belief file taken apart: byte-order mark, fences, YAML, body; and the YAML as a tree with places.

Offsets count characters of `Document.text`, the decoded file without its byte-order mark, so that an edit is a splice
of that text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from eemgit.beliefs.nodes import (
    MAX_DEPTH,
    Entry,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    line_starts,
    position,
)
from eemgit.beliefs.quick import quick_tree

__all__ = [
    "BOM",
    "MAX_DEPTH",
    "Document",
    "Entry",
    "ListNode",
    "MapNode",
    "Node",
    "Problem",
    "ScalarNode",
    "join",
    "line_starts",
    "parse_front_matter",
    "parse_tree",
    "position",
    "split",
    "whole",
]

BOM = b"\xef\xbb\xbf"
FENCE = "---"


class Document(NamedTuple):
    """A file cut at its fences: `text[yaml_start:yaml_end]` is YAML, `text[body_start:]` the body.

    Without front matter `fenced` is false and the three offsets are 0. The opening fence is `text[:yaml_start]`, the
    closing one `text[yaml_end:body_start]`, both with their line ends. `newline` is the first line end of the file
    ("\\n" when it has none); others may occur.
    """

    text: str
    bom: bool
    fenced: bool
    yaml_start: int
    yaml_end: int
    body_start: int
    newline: str

    @property
    def yaml(self) -> str:
        """The text between the fences, with its last line end."""
        return self.text[self.yaml_start : self.yaml_end]

    @property
    def body(self) -> str:
        """Everything below the closing fence."""
        return self.text[self.body_start :]


def split(data: bytes) -> tuple[Document | None, list[Problem]]:
    """The parts of a file and what is wrong with its encoding and fences; never raises.

    None when the text cannot be told: bad UTF-8, or a fence that is not closed.
    """
    text, problems = _decode(data)
    if text is None:
        return None, problems
    document = _cut(text, bool(problems))
    if document is None:
        hint = "close the front matter with a line '---'"
        problems.append(Problem("unclosed-fence", 0, "front matter that is opened and never closed", hint))
    return document, problems


def whole(data: bytes) -> tuple[Document | None, list[Problem]]:
    """A file that is YAML from end to end, perhaps below one line `---`, as `split` gives it."""
    text, problems = _decode(data)
    if text is None:
        return None, problems
    end = len(text)
    return Document(text, bool(problems), False, _fence_end(text, 0) or 0, end, end, _first_newline(text)), problems


def join(document: Document) -> bytes:
    """The bytes of the file: what `split` was given."""
    return (BOM if document.bom else b"") + document.text.encode()


def parse_front_matter(document: Document) -> tuple[Node | None, list[Problem]]:
    """The tree of the front matter; see `parse_tree`. A file without front matter has an empty mapping."""
    return parse_tree(document.text, document.yaml_start, document.yaml_end)


def parse_tree(text: str, start: int = 0, end: int | None = None) -> tuple[Node | None, list[Problem]]:
    """The tree of the YAML in `text[start:end]` and what is wrong with it; offsets are those of `text`.

    None when it cannot be known what was meant; an empty document is an empty mapping. Never raises.
    """
    source = text[start:end]
    if not source:
        return MapNode((), False, start, start), []
    tree = quick_tree(source, start)
    if tree is not None:
        return tree, []
    from eemgit.beliefs.tree import parse_yaml

    return parse_yaml(text, start, end)


def _decode(data: bytes) -> tuple[str | None, list[Problem]]:
    """The text without its byte-order mark, which is the only problem of a text that can be read."""
    bom = data.startswith(BOM)
    data = data[len(BOM) :] if bom else data
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        message = f"not UTF-8: the byte 0x{data[error.start]:02x}"
        return None, [Problem("bad-utf8", len(before), message, "save the file as UTF-8")]
    hint = "save the file as UTF-8 without one; the next write drops it"
    return text, [Problem("bom", 0, "a byte-order mark at the start of the file", hint)] if bom else []


def _cut(text: str, bom: bool) -> Document | None:
    newline = _first_newline(text)
    first = _fence_end(text, 0)
    if first is None:
        return Document(text, bom, False, 0, 0, 0, newline)
    at, end = first, _fence_end(text, first)
    while end is None:
        at = text.find(FENCE, at + 1)
        if at < 0:
            return None
        end = _fence_end(text, at) if text[at - 1] in "\r\n" else None
    return Document(text, bom, True, first, at, end, newline)


_BLANK_REST = re.compile(r"[ \t]*(?:\r\n|\n|\r|\Z)")


def _fence_end(text: str, at: int) -> int | None:
    """Where the line behind a fence at `at` begins; None when no fence is there."""
    if not text.startswith(FENCE, at):
        return None
    if text.startswith("\n", at + 3):
        return at + 4
    rest = _BLANK_REST.match(text, at + 3)
    return rest.end() if rest else None


def _first_newline(text: str) -> str:
    feed = text.find("\n")
    back = text.find("\r")
    if back < 0 or -1 < feed < back:
        return "\n"
    return "\r\n" if feed == back + 1 else "\r"
