"""A quick way to the tree of the usual YAML: block lists and mappings with one text on each line.

It gives exactly the tree that libyaml leads to, or nothing: comments, flow style, a text over several lines, and
whatever else is not on the short list take the long way. Files in the usual form need no libyaml at all.
"""

from __future__ import annotations

import re

from eemgit.beliefs.nodes import MAX_DEPTH, Entry, ListNode, MapNode, Node, ScalarNode

_TEXT = r"""[A-Za-z0-9_./][^\n:]*(?::[^\n: ][^\n:]*)*(?<! )|"[^"\\\n]*"|'[^'\n]*'"""
_LINE = re.compile(rf"( *)(- )?(?:([A-Za-z_][A-Za-z0-9_-]{{0,99}}):(?: ({_TEXT}))?|(?<=- )({_TEXT}))\n")

_Level = tuple[int, bool, int, list[Node]]
"""An open collection: its column, whether it is a mapping, its start, and its nodes (key, value, key, value, …)."""

_node = tuple.__new__
"""Makes a node of its fields in half the time that its class takes."""


class _Unusual(Exception):
    """YAML that takes a real parser."""


def quick_tree(source: str, base: int) -> MapNode | None:
    """The tree of YAML in the usual form, its offsets from `base`; None when it takes a real parser to be sure."""
    if " #" in source or not source.replace("\n", "").isprintable():
        return None
    levels: list[_Level] = [(0, True, base, [])]
    try:
        end = _nest(_LINE.findall(source), base, levels)
        _close(levels, 0)
        tree = _closed(levels[0])
    except _Unusual:
        return None
    # Anything between the lines that were found makes the sum of their lengths too small.
    return tree if end == base + len(source) and isinstance(tree, MapNode) else None


def _nest(lines: list[tuple[str, str, str, str, str]], at: int, levels: list[_Level]) -> int:
    """Puts lines that follow each other from `at` on into levels by their indentation; the end of the last one."""
    column, is_map, _, nodes = levels[0]
    open_key = False
    for spaces, dash, key, value, item in lines:
        indent = len(spaces)
        at += indent
        if indent != column:
            column, is_map, _, nodes = _level(levels, indent, not dash, at, open_key)
        if is_map is (dash != ""):
            raise _Unusual
        if item:
            nodes.append(_scalar(item, at + 2))
            at += len(item) + 3
            open_key = False
            continue
        if dash:
            at += 2
            column, is_map, nodes = indent + 2, True, []
            levels.append((column, is_map, at, nodes))
        end = at + len(key)
        open_key = not value
        at = end + (len(value) + 3 if value else 2)
        nodes += (_node(ScalarNode, (key, "", end - len(key), end)), _scalar(value, end + (2 if value else 1)))
    return at


def _level(levels: list[_Level], indent: int, is_map: bool, at: int, open_key: bool) -> _Level:
    """The level of a line at another column than the line before."""
    if indent < levels[-1][0]:
        _close(levels, indent)
        level = levels[-1]
        if level[0] != indent:
            raise _Unusual
        return level
    if not open_key or len(levels) == MAX_DEPTH:
        raise _Unusual
    levels[-1][3].pop()
    levels.append((indent, is_map, at, []))
    return levels[-1]


def _close(levels: list[_Level], column: int) -> None:
    """Puts every collection behind `column` into the one that holds it."""
    while levels[-1][0] > column:
        node = _closed(levels.pop())
        levels[-1][3].append(node)


def _closed(level: _Level) -> Node:
    _, is_map, start, nodes = level
    if not nodes:
        raise _Unusual
    if not is_map:
        return _node(ListNode, (tuple(nodes), False, start, nodes[-1].end))
    keys, values = nodes[::2], nodes[1::2]
    if len(keys) > 1 and len({key[0] for key in keys}) < len(keys):
        raise _Unusual
    entries = tuple([_node(Entry, pair) for pair in zip(keys, values, strict=True)])
    return _node(MapNode, (entries, False, start, nodes[-1].end))


def _scalar(written: str, start: int) -> ScalarNode:
    if written[:1] in ("'", '"'):
        return ScalarNode(written[1:-1], written[0], start, start + len(written))
    return _node(ScalarNode, (written, "", start, start + len(written)))
