"""Parses YAML with libyaml into the light tree, and refuses all of YAML that is not plain text, lists and mappings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from eemgit.beliefs.nodes import MAX_DEPTH, Entry, ListNode, MapNode, Node, Problem, ScalarNode, line_starts, position
from eemgit.beliefs.shown import shown

_SCALAR = yaml.ScalarEvent
_LIST_START, _LIST_END = yaml.SequenceStartEvent, yaml.SequenceEndEvent
_MAP_START, _MAP_END = yaml.MappingStartEvent, yaml.MappingEndEvent
_DOCUMENT = (yaml.DocumentStartEvent, yaml.DocumentEndEvent)


class _Open:
    """A collection whose end has not been seen."""

    __slots__ = ("flow", "is_map", "nodes", "start")

    def __init__(self, is_map: bool, flow: bool, start: int) -> None:
        self.is_map = is_map
        self.flow = flow
        self.start = start
        self.nodes: list[Node] = []


def parse_yaml(text: str, start: int = 0, end: int | None = None) -> tuple[Node | None, list[Problem]]:
    """The tree of the YAML in `text[start:end]` and what is wrong with it; offsets are those of `text`.

    None when it cannot be known what was meant; an empty document is an empty mapping. Never raises.
    """
    source = text[start:end]
    builder = _Builder(text, start, "!" in source)
    try:
        builder.run(yaml.parse(source, Loader=yaml.CSafeLoader))
    except yaml.YAMLError as error:
        builder.fail(_syntax_problem(error, source, start))
    return builder.root, builder.problems


class _Builder:
    """Turns parser events into nodes with an explicit stack."""

    def __init__(self, text: str, base: int, may_have_tags: bool) -> None:
        self.text = text
        self.base = base
        self.may_have_tags = may_have_tags
        self.root: Node | None = MapNode((), False, base, base)
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.has_alias = False
        self.starts: list[int] = []

    def fail(self, problem: Problem) -> None:
        """Gives up on the tree."""
        self.problems.append(problem)
        self.root = None

    def run(self, events: Iterable[Any]) -> None:
        """Consumes the events until the end, or until the tree cannot be trusted."""
        stack = self.stack
        for event in events:
            kind = type(event)
            if kind is _SCALAR:
                self._add(self._scalar(event))
            elif kind is _LIST_START or kind is _MAP_START:
                self._open(event, kind is _MAP_START)
                if len(stack) > MAX_DEPTH:
                    self.fail(Problem("too-deep", stack[-1].start, f"nesting deeper than {MAX_DEPTH}"))
                    return
            elif kind is _LIST_END or kind is _MAP_END:
                self._add(self._close(stack.pop(), self.base + event.end_mark.index))
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif not self._is_harmless(event):
                return
        if self.has_alias:
            self.root = None

    def _alias(self, event: Any) -> None:
        offset = self.base + event.start_mark.index
        hint = "write the value out, or quote the text if it begins with '*'"
        self.problems.append(Problem("yaml-anchor", offset, f"the alias '*{event.anchor}'", hint))
        self._add(ScalarNode("", "", offset, offset))
        self.has_alias = True

    def _is_harmless(self, event: Any) -> bool:
        """False for a directive or a second document, which make the rest meaningless."""
        if type(event) not in _DOCUMENT:
            return True
        offset = self.base + event.start_mark.index
        if type(event) is _DOCUMENT[0] and (event.version or event.tags):
            self.fail(Problem("yaml-directive", offset, "a YAML directive", _NO_DIRECTIVE))
        elif event.explicit:
            message = "a line that begins or ends a YAML document"
            self.fail(Problem("several-documents", offset, message, _ONE_DOCUMENT))
        return not event.explicit

    def _scalar(self, event: Any) -> ScalarNode:
        base = self.base
        start = base + event.start_mark.index
        text = event.value
        style = event.style
        if event.anchor or self.may_have_tags:
            self._decorated(event, start)
        if style == '"' and not text.isprintable():
            found = _CONTROL.search(text)
            if found:
                message = f"an escaped control character, U+{ord(found.group()):04X}"
                self.problems.append(Problem("control-character", start, message, "remove it from the text"))
        return ScalarNode(text, style or "", start, base + event.end_mark.index)

    def _open(self, event: Any, is_map: bool) -> None:
        start = self.base + event.start_mark.index
        if event.anchor or self.may_have_tags:
            self._decorated(event, start)
        self.stack.append(_Open(is_map, bool(event.flow_style), start))

    def _add(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.root = node

    def _close(self, opened: _Open, end: int) -> Node:
        nodes = opened.nodes
        if not opened.flow:
            end = nodes[-1].end if nodes else opened.start
        if opened.is_map:
            return MapNode(self._entries(nodes), opened.flow, opened.start, end)
        return ListNode(tuple(nodes), opened.flow, opened.start, end)

    def _entries(self, nodes: list[Node]) -> tuple[Entry, ...]:
        entries = []
        first: dict[str, int] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, ScalarNode):
                self.problems.append(Problem("bad-key", key.start, "a key that is a list or a mapping"))
                continue
            if key.text in first:
                self._duplicate(key, first[key.text])
                continue
            first[key.text] = key.start
            entries.append(Entry(key, value))
        return tuple(entries)

    def _duplicate(self, key: ScalarNode, first: int) -> None:
        self.starts = self.starts or line_starts(self.text)
        line, _ = position(self.text, first, self.starts)
        message = f"duplicate key {shown(key.text)}, already at line {line}"
        hint = "a merge may have kept both sides: make one of the two"
        self.problems.append(Problem("duplicate-key", key.start, message, hint, key.text))

    def _decorated(self, event: Any, start: int) -> None:
        if event.anchor:
            hint = "remove it, or quote the text if it begins with '&'"
            self.problems.append(Problem("yaml-anchor", start, f"the anchor '&{event.anchor}'", hint))
        if event.tag or self.text.startswith("!", start):
            hint = "remove it, or quote the text if it begins with '!'"
            self.problems.append(Problem("yaml-tag", start, f"the tag {shown(event.tag or '!')}", hint))


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NO_DIRECTIVE = "front matter is plain keys and values: remove the line that begins with '%'"
_ONE_DOCUMENT = "keep one set of keys between the two '---' lines, and no '...'"
_HINTS = {
    "mapping values are not allowed in this context": "quote a text that holds ': '",
    "found character that cannot start any token": "quote a text that begins with '@', '`' or '%'",
    "block sequence entries are not allowed in this context": "start the list on a line of its own",
    "did not find expected key": "check the indentation, and quote the whole text of the line before",
    "found undefined tag handle": "quote a text that begins with '!'",
    "did not find expected alphabetic or numeric character": "quote a text that begins with '&' or '*'",
    "could not find expected ':'": "each line needs a key and a colon; indent what continues a text",
}


def _syntax_problem(error: yaml.YAMLError, source: str, base: int) -> Problem:
    if not isinstance(error, yaml.MarkedYAMLError):
        return Problem("control-character", base, "a character that YAML does not allow", "remove it from the text")
    message = (error.problem or "").replace("\n", " ") or "not YAML"
    mark = error.problem_mark
    if "end of stream" in message or "exceeded" in message or error.context == "while scanning a directive":
        mark = error.context_mark or mark
    index = min(mark.index, len(source)) if mark else 0
    if "exceeded maximum" in message:
        return Problem("too-deep", base + index, f"nesting deeper than {MAX_DEPTH}")
    line = source.rfind("\n", 0, index) + 1
    if source.startswith("%", line) or (source.startswith("%") and "document start" in message):
        return Problem("yaml-directive", base + index, "a YAML directive", _NO_DIRECTIVE)
    if error.context:
        message = f"{message} {error.context}"
    return Problem("bad-yaml", base + index, message, _HINTS.get(error.problem or ""))
