"""Single items and values changed or taken out of front matter, as splices so that no other character moves.

Each function returns the new text of the whole file. What the new text means is for the caller to check.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from eemgit.beliefs.frontmatter import Document, Entry, ListNode, MapNode, Node, ScalarNode
from eemgit.beliefs.splicing import line_end, line_start, splice
from eemgit.beliefs.yamltext import scalar

_DASH = re.compile(r"(?<![^\r\n]) *-(?=[ \r\n])")
_COMMA = re.compile(r"[ ]*,[ ]?")


def cut_items(text: str, entry: Entry, numbers: Collection[int]) -> str:
    """The text without some items, but not all, of the list under `entry`."""
    node = entry.value
    assert isinstance(node, ListNode) and len(numbers) < len(node.items), "a list keeps an item"
    cut = _flow_item if node.flow else _block_item
    for number in sorted(numbers, reverse=True):
        start, end = cut(text, entry, node, number, all(each in numbers for each in range(number)))
        text = splice(text, start, end, "")
    return text


def empty_list(document: Document, root: MapNode, entry: Entry) -> str:
    """The text with `[]` in place of the list under `entry`; a comment behind the key stays."""
    text, node = document.text, entry.value
    if root.flow or (isinstance(node, ListNode) and node.flow):
        return splice(text, node.start, node.end, "[]")
    colon = text.index(":", entry.key.end) + 1
    after = line_end(text, colon)
    return text[:colon] + " []" + text[colon:after] + text[max(after, line_end(text, node.end)) :]


def put_scalar(text: str, node: Node, value: str, *, flow: bool = False) -> str:
    """The text with the scalar `value` in place of `node`."""
    written = scalar(value, flow=flow)
    if isinstance(node, ScalarNode) and node.style in ("|", ">") and text[node.end - 1 : node.end] in ("\n", "\r"):
        end = node.end - (2 if text.endswith("\r\n", 0, node.end) else 1)
        return splice(text, node.start, end, written)
    if node.start == node.end and text[node.start - 1] == ":":
        written = f" {written}"
    return splice(text, node.start, node.end, written)


def _block_item(text: str, entry: Entry, node: ListNode, number: int, first: bool) -> tuple[int, int]:
    """The lines of one item, from its dash on."""
    item = node.items[number]
    above = node.items[number - 1].end if number else entry.key.end
    dashes = list(_DASH.finditer(text, line_start(text, above) if number == 0 else above, item.start))
    start = line_start(text, dashes[-1].start()) if dashes else line_start(text, item.start)
    return start, line_end(text, item.end)


def _flow_item(text: str, entry: Entry, node: ListNode, number: int, first: bool) -> tuple[int, int]:
    """One item with the comma before it; with the one behind it when none that stays comes `first`."""
    item = node.items[number]
    if not first:
        return node.items[number - 1].end, item.end
    comma = _COMMA.match(text, item.end)
    return item.start, comma.end() if comma else item.end
