"""Reads typed values out of the tree of a front matter and collects what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from eemgit.beliefs.frontmatter import Entry, ListNode, MapNode, Node, Problem, ScalarNode
from eemgit.beliefs.keys import MISPLACED, TAILORED
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.shown import shown

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_COMMENT = re.compile(r"[ ]+#")


class Values:
    """The problems of one file, and the readers that add to them. A reader that refuses returns an empty value."""

    __slots__ = ("hashes", "problems", "text")

    def __init__(self, text: str, problems: list[Problem]) -> None:
        self.text = text
        self.problems = problems
        self.hashes = "#" in text

    def refuse(self, code: str, offset: int, message: str, hint: str | None = None, subject: str = "") -> None:
        """Notes a problem."""
        self.problems.append(Problem(code, offset, message, hint, subject))

    def text_of(self, entry: Entry) -> str:
        """Free text; a comment behind it is text that YAML drops, and an error."""
        node = entry.value
        if type(node) is not ScalarNode:
            self._wrong_type(entry, "a text")
            return ""
        if node.style == "":
            if self.hashes and _COMMENT.match(self.text, node.end):
                at = self.text.index("#", node.end)
                hint = f'quote the text: {entry.key.text}: "{_short(node.text)} #…"'
                self.refuse(
                    "lost-text",
                    at,
                    f"YAML takes the '#' after '{entry.key.text}' for a comment: the rest is lost",
                    hint,
                )
            elif not node.text:
                self._empty(entry)
        return node.text

    def word_of(self, entry: Entry) -> str | None:
        """A single value that is a word or a reference, or None when it is refused."""
        node = entry.value
        if type(node) is not ScalarNode:
            self._wrong_type(entry, "a single value")
        elif not node.text and not node.style:
            self._empty(entry)
        elif self.is_reference(node):
            return node.text
        return None

    def references(self, entry: Entry) -> tuple[str, ...]:
        """A list of ids or aliases; no empty one, none with control characters, each once."""
        node = entry.value
        if type(node) is not ListNode:
            self._wrong_list(entry)
            return ()
        found = tuple([item.text for item in node.items if self.is_reference(item)])
        if len(found) > 1 and len(set(found)) < len(found):
            self._repeated(entry.key.text, node.items)
        return found

    def is_reference(self, node: Node) -> TypeGuard[ScalarNode]:
        """Whether a node is a text on one line with something in it; refuses it if not."""
        if type(node) is not ScalarNode:
            self.refuse(
                "wrong-type", node.start, "a list or mapping where one text belongs", "indent it as a plain list"
            )
            return False
        text = node.text
        if text and (text.isprintable() or not _CONTROL.search(text)):
            return True
        if text:
            self.refuse("bad-reference", node.start, f"control characters in {shown(text)}", "write it on one line")
        elif node.style:
            self.refuse("bad-reference", node.start, "an empty text in a list", "remove it, or name what is meant")
        else:
            self.refuse(
                "bad-reference", node.start, "an entry without a value", "remove the dash, or quote a text with '#'"
            )
        return False

    def mapping(self, entry: Entry, known: Sequence[str]) -> Iterable[Entry]:
        """The known entries of a mapping; the others are warned about."""
        node = entry.value
        if type(node) is MapNode:
            return self.known(node, known)
        self._wrong_type(entry, "a mapping of " + ", ".join(known))
        return ()

    def mappings(self, entry: Entry, known: Sequence[str], first: str) -> Iterable[tuple[Node, Iterable[Entry]]]:
        """The known entries of each mapping of a list; people begin them with the key `first`."""
        node = entry.value
        if type(node) is not ListNode:
            self._wrong_type(entry, f"a list; begin each entry with '- {first}:'")
            return
        for item in node.items:
            if type(item) is MapNode:
                yield item, self.known(item, known)
            else:
                what = f"an entry of '{entry.key.text}' that is no mapping"
                self.refuse("wrong-type", item.start, what, "its keys are " + ", ".join(known))

    def known(self, node: MapNode, known: Sequence[str]) -> list[Entry]:
        """The entries of a mapping whose keys mean something there."""
        found = []
        for entry in node.entries:
            if entry.key.text in known:
                found.append(entry)
            else:
                self.unknown(entry, known)
        return found

    def unknown(self, entry: Entry, known: Iterable[str], *, top: bool = False) -> None:
        """Warns about a key that means nothing where it stands; keys that begin with `x-` are anybody's."""
        key = entry.key.text
        if key.startswith("x-"):
            return
        at = entry.key.start
        if top and key in MISPLACED:
            self.refuse("misplaced-key", at, f"the key '{key}' means nothing at the top level", MISPLACED[key], key)
            return
        tailored = TAILORED.get(key) if top else None
        near = None if tailored else _near(key.lower(), known)
        if near:
            self.refuse("misspelt-key", at, f"unknown key {shown(key)}", f"did you mean {near}?", key)
        else:
            hint = tailored or "remove it, or let it begin with 'x-'"
            self.refuse("unknown-key", at, f"unknown key {shown(key)}", hint, key)

    def _repeated(self, key: str, items: Sequence[Node]) -> None:
        seen: set[str] = set()
        for item in items:
            if isinstance(item, ScalarNode):
                if item.text in seen:
                    message = f"{shown(item.text)} stands twice in '{key}'"
                    self.refuse("repeated-entry", item.start, message, "remove one", f"{key} {item.text}")
                seen.add(item.text)

    def _wrong_list(self, entry: Entry) -> None:
        node, key = entry.value, entry.key.text
        if isinstance(node, ScalarNode) and node.text:
            hint = f"write it as a list: {key}: [{_short(node.text)}]"
            self.refuse("wrong-type", node.start, f"'{key}' is a text and should be a list", hint)
        else:
            self._wrong_type(entry, "a list")

    def _wrong_type(self, entry: Entry, wanted: str) -> None:
        node, key = entry.value, entry.key.text
        if isinstance(node, ScalarNode) and not node.text:
            self._empty(entry)
            return
        what = "text" if isinstance(node, ScalarNode) else "list" if isinstance(node, ListNode) else "mapping"
        self.refuse("wrong-type", node.start, f"'{key}' is a {what}", f"it should be {wanted}")

    def _empty(self, entry: Entry) -> None:
        message = f"'{entry.key.text}' has no value"
        self.refuse("empty-value", entry.key.start, message, "give it one, or remove the key")


def _short(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:30]}…"


def _near(key: str, known: Iterable[str]) -> str | None:
    """The known keys that are nearly `key`; of a short one, that with the same letters."""
    letters = sorted(key)
    return did_you_mean(key, known) or next((f"'{other}'" for other in known if sorted(other) == letters), None)
