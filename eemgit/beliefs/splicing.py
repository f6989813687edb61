"""Single changes to the front matter of a file, made as splices so that no other character moves.

Each function takes a document with a mapping as its tree and returns the new text of the whole file. What the new
text means is for the caller to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from eemgit.beliefs.frontmatter import Document, Entry, ListNode, MapNode
from eemgit.beliefs.yamltext import Plain, flow, indented, list_lines, mapping_lines

_COMMA = re.compile(r" *, ?")
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")


def insert_entry(document: Document, root: MapNode, name: str, value: Plain, after: Sequence[str] = ()) -> str:
    """The text with a new key, placed behind the last of the keys `after`, first when none of them is there.

    A file without front matter gets one.
    """
    entry = [(name, value)]
    if not document.fenced:
        return _with_front_matter(document, entry)
    before = [found for found in root.entries if found.key.text in after]
    if root.flow:
        return _insert_in_flow(document.text, root, flow({name: value})[2:-2], before)
    lines = list(indented(mapping_lines(entry), _column(document.text, root.start) if root.entries else ""))
    if not document.yaml.strip(" \t\r\n"):
        lines.append("")  # tells an empty front matter from none when the entry goes again
    at = max((line_end(document.text, found.value.end) for found in before), default=document.yaml_start)
    return splice(document.text, at, at, _joined(lines, document.newline))


def remove_entry(document: Document, root: MapNode, entry: Entry) -> str:
    """The text without `entry`; a front matter that held nothing else goes with the blank line below it."""
    text = document.text
    if root.flow:
        return _remove_from_flow(text, root, entry)
    start = line_start(text, entry.key.start)
    rest = text[document.yaml_start : start] + text[line_end(text, entry.value.end) : document.yaml_end]
    if rest.strip(" \t\r\n"):
        return splice(text, document.yaml_start, document.yaml_end, rest)
    if rest and start == document.yaml_start:
        return splice(text, document.yaml_start, document.yaml_end, _without_line_end(rest))
    return _without_line_end(document.body)


def append_items(document: Document, root: MapNode, entry: Entry, items: Sequence[Plain]) -> str:
    """The text with `items` behind those of the list under `entry`, in the style of that list.

    A key without a value counts as a list without items.
    """
    text = document.text
    node = entry.value
    if not root.flow and text[entry.key.end : node.end].strip(" ") in (":", ":[]", ": []"):
        return _open_block(document, root, entry, items)
    if not isinstance(node, ListNode):
        return splice(text, node.start, node.end, flow(items) if text[node.start - 1] == " " else f" {flow(items)}")
    if not node.flow:
        at = line_end(text, node.end)
        return splice(text, at, at, _more_lines(text, node, items, document.newline))
    if node.items:
        return _append_in_flow(text, node, items, document.newline)
    return splice(text, node.start + 1, node.start + 1, flow(items)[1:-1])


def _with_front_matter(document: Document, entries: Iterable[tuple[str, Plain]]) -> str:
    head = ["---", *mapping_lines(entries), "---", ""]
    return _joined(head, document.newline) + document.text


def _insert_in_flow(text: str, root: MapNode, written: str, before: Sequence[Entry]) -> str:
    if before:
        at = max(found.value.end for found in before)
        return splice(text, at, at, f", {written}")
    at = root.start + 1
    return splice(text, at, at, f"{written}, " if root.entries else written)


def _remove_from_flow(text: str, root: MapNode, entry: Entry) -> str:
    index = root.entries.index(entry)
    if index:
        return splice(text, root.entries[index - 1].value.end, entry.value.end, "")
    comma = _COMMA.match(text, entry.value.end)
    return splice(text, entry.key.start, comma.end() if comma else entry.value.end, "")


def _more_lines(text: str, node: ListNode, items: Sequence[Plain], newline: str) -> str:
    dash = text[line_start(text, node.start) : node.start]
    last = node.items[-1]
    gap = re.search(r"-( +)\Z", text[line_start(text, last.start) : last.start])
    lines = list_lines(items, gap=gap.group(1) if gap else " ")
    return _joined(indented(lines, " " * len(dash)), newline)


def _append_in_flow(text: str, node: ListNode, items: Sequence[Plain], newline: str) -> str:
    last = node.items[-1]
    lead = text[line_start(text, last.start) : last.start]
    between = ", " if lead.strip(" ") else f",{newline}{lead}"
    return splice(text, last.end, last.end, "".join(between + flow(item) for item in items))


def _open_block(document: Document, root: MapNode, entry: Entry, items: Sequence[Plain]) -> str:
    """Turns `key: []` or `key:` into a block list; a comment behind it stays."""
    text = document.text
    node = entry.value
    colon = text.rindex(":", entry.key.end, node.start) + 1
    indent = _column(text, root.start) + "  "
    at = line_end(text, node.end)
    lines = _joined(indented(list_lines(items), indent), document.newline)
    return text[:colon] + text[node.end : at] + lines + text[at:]


def _joined(lines: Iterable[str], newline: str) -> str:
    return "".join(line + newline for line in lines)


def splice(text: str, start: int, end: int, new: str) -> str:
    """`text` with `new` in place of `text[start:end]`."""
    return text[:start] + new + text[end:]


def _without_line_end(text: str) -> str:
    """`text` without the line end it begins with."""
    found = _LINE_END.match(text)
    return text[found.end() :] if found else text


def line_start(text: str, offset: int) -> int:
    """Where the line that holds `offset` begins."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """Where the line after the one that ends a node at `offset` begins; a block scalar ends there already."""
    if offset and text[offset - 1] in "\r\n":
        return offset
    found = _LINE_END.search(text, offset)
    assert found
    return found.end()


def _column(text: str, offset: int) -> str:
    """The indentation of the line in which a block mapping begins."""
    return " " * (offset - line_start(text, offset))
