"""Strategies for hypothesis: valid beliefs, and the same beliefs in files as people write them.

`beliefs()` draws values, `messy_files()` bytes: comments, blank lines, odd indentation, any order and quoting, flow
lists, block scalars, all line ends, a byte-order mark, no final line end. Every one of them can be read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from eemgit.beliefs.body import escape_claim, fold
from eemgit.beliefs.keys import BELIEF_KEYS, MISPLACED
from eemgit.beliefs.model import (
    Belief,
    Justification,
    Mode,
    Retraction,
    RetractionType,
    ScopeFinding,
    Source,
    Validity,
)
from eemgit.beliefs.sources import parse_source
from eemgit.beliefs.writing import belief_entries
from eemgit.beliefs.yamltext import flow, scalar

HARD_TEXTS = (
    "Note: wear gloves",
    "@all must sign",
    "`x` is set",
    "#5 is up",
    "*star",
    "- dash",
    "[a, b",
    "yes",
    "null",
    "it's",
    "10:00",
    "ends with space ",
    'the "quick" start isn\'t',
    'a backslash \\ and a "quote"',
    "C:\\new\\table",
    "ends with a colon:",
    "a #comment",
    "a # comment",
    "? question",
    "--- rule",
    "...",
    "{{ template }}",
    "%done",
    "<<",
    "=",
    "~",
    "café, 東京 and 👩‍💻",
    "no\N{NO-BREAK SPACE}break",
    "separated\u2028lines",
    "\ufeffmark",
    "key: [value, {a: b}]",
    "| pipe",
    "> quote",
    "!tag",
    "&anchor",
    "012",
    "1_000",
    "0x1f",
    "2026-01-05",
    "x" * 300 + " and a long text that no printer may fold " * 4,
)
HARD_IDS = ("no", "on", "012", "null", "true", "0x1f", "1e3", "2026-01-05", "y", "team/no", "a.b_c-d", "con-x")

_MARKERS = re.compile(r"^(?:<{7}|>{7}|\|{7})", re.MULTILINE)
_NEVER = "".join(map(chr, (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0))))


def _text(**options: Any) -> st.SearchStrategy[str]:
    signs = st.sampled_from(" \t\n:#-'\"\\[]{},&*!|>%@`?=~a1é東\u2028\ufeff")
    any_char = st.characters(blacklist_categories=["Cs"], blacklist_characters=_NEVER)
    return st.text(st.one_of(signs, any_char), **options)


ids = st.sampled_from((*HARD_IDS, "a", "b", "auth-slow", "auth-jwt-validation", "7", "x" * 120))
texts = st.one_of(
    st.sampled_from(HARD_TEXTS), _text(max_size=30), _text(max_size=30).map(lambda text: f"{text}\n{text}")
)
"""Free text: everything but control characters, line feeds and tabs included."""

words = st.one_of(st.sampled_from(HARD_TEXTS), _text(min_size=1, max_size=20)).map(
    lambda text: re.sub(r"[\n\t]", " ", text)
)
"""Text on one line with something in it."""

claims = st.one_of(texts, st.just("<<<<<<< ours")).map(fold).filter(lambda claim: claim.strip() != "")
notes = (
    st.lists(texts, max_size=3)
    .map("\n\n".join)
    .map(lambda text: re.sub(r"\A(?:[ \t]*\n)+", "", text.rstrip(" \t\n")))
    .filter(lambda text: not _MARKERS.search(text))
)
extra_keys = st.one_of(
    words.map(lambda word: f"x-{word}"), words.filter(lambda word: word not in {*BELIEF_KEYS, *MISPLACED})
)
extra_values = st.recursive(
    texts,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)
sources: st.SearchStrategy[Source] = st.one_of(
    st.sampled_from(("src/auth.py#L10-L24@t:3f2a9c1d0b7e", "docs/a b.md", "https://example.org/a?b=c#d: e")), words
).map(parse_source)
tags = words
scope_findings = st.builds(ScopeFinding, ids, texts, texts)
retractions = st.one_of(
    st.builds(Retraction, texts),
    st.builds(
        Retraction,
        texts,
        type=st.none() | st.sampled_from(RetractionType),
        duplicate_of=st.none() | ids,
        superseded_by=st.none() | ids,
        nogood=st.none() | ids,
        missing_property=st.none() | texts,
        findings=st.lists(scope_findings, max_size=2).map(tuple),
    ),
)
_id_lists = st.lists(ids, max_size=3).map(tuple)
justifications = st.builds(Justification, _id_lists, _id_lists, st.sampled_from(Mode), texts)
_ends = st.none() | st.sampled_from(("2026", "2026-01", "2026-01-31", "soon"))
periods = st.builds(Validity, _ends, _ends).filter(lambda period: period != Validity())


def beliefs(retracted: st.SearchStrategy[Retraction | None] | None = None) -> st.SearchStrategy[Belief]:
    """Every belief that a file can hold; `retracted` replaces the choice between a retraction and none."""
    always = {"claim": claims, **({} if retracted is None else {"retracted": retracted})}
    fields = st.fixed_dictionaries(
        always, optional={**_FIELDS, **({"retracted": retractions} if retracted is None else {})}
    )
    return fields.map(lambda fields: Belief("belief", **fields))


_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "justifications": st.lists(justifications, max_size=3).map(tuple),
    "unless": _id_lists,
    "research": texts,
    "valid": periods,
    "sources": st.lists(sources, max_size=3).map(tuple),
    "tags": st.lists(tags, max_size=3).map(tuple),
    "aliases": st.lists(words, max_size=2).map(tuple),
    "distinct": _id_lists,
    "origin": texts,
    "extra": st.dictionaries(extra_keys, extra_values, max_size=2).map(lambda extra: tuple(extra.items())),
    "notes": notes,
}


@st.composite
def messy_files(draw: st.DrawFn, retracted: st.SearchStrategy[Retraction | None] | None = None) -> bytes:
    """The bytes of a valid belief file as a person with any editor might have left it."""
    belief = draw(beliefs(retracted))
    return Mess(random.Random(draw(st.integers(0, 2**32)))).file(belief)


class Mess:
    """Writes beliefs in any way that YAML and the format allow, as `chance` has it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def file(self, belief: Belief) -> bytes:
        """The file of `belief`."""
        notes = ["", *belief.notes.split("\n")] if belief.notes else []
        body = [*self._blank_lines(), *self._claim(belief.claim), *notes]
        lines = [*self._front_matter(belief_entries(belief)), *body]
        newline = self.chance.choice(("\n", "\n", "\r\n", "\r"))
        text = newline.join(lines) + self.chance.choice(("", newline, newline, newline * 2))
        return self.chance.choice((b"", b"", b"\xef\xbb\xbf")) + text.encode()

    def _claim(self, claim: str) -> list[str]:
        words = escape_claim(claim).split(" ")
        at = self.chance.randrange(len(words)) if self.chance.random() < 0.3 else 0
        if not at or not (words[at] + words[0]).isalpha():
            return [" ".join(words)]
        return [" ".join(words[:at]), " ".join(words[at:])]

    def _front_matter(self, entries: list[tuple[str, Any]]) -> list[str]:
        roll = self.chance.random()
        if not entries:
            return [] if roll < 0.5 else ["---", *self._filler(), self._fence()]
        self.chance.shuffle(entries)
        if roll < 0.12:
            return ["---", *self._filler(), *self._flow_root(entries), *self._filler(), self._fence()]
        indent = " " * self.chance.choice((0, 0, 0, 0, 2, 3))
        return [self._fence(), *self._filler(), *self._mapping(entries, indent), *self._filler(), self._fence()]

    def _fence(self) -> str:
        return self.chance.choice(("---", "---", "---", "---  "))

    def _flow_root(self, entries: Iterable[tuple[str, Any]]) -> list[str]:
        parts = [flow({name: value})[2:-2] for name, value in entries]
        if self.chance.random() < 0.5:
            return ["{" + ", ".join(parts) + "}"]
        return ["{", *(f"  {part}," for part in parts), "}"]

    def _filler(self) -> list[str]:
        """Blank lines and comments, mostly none."""
        return self.chance.choice(([], [], [], [], ["# a comment: [x"], [""], ["", "  # indented", ""], ["  "]))

    def _blank_lines(self) -> list[str]:
        return self.chance.choice(([], [""], [""], ["", ""], ["  "]))

    def _mapping(self, entries: Iterable[tuple[str, Any]], indent: str) -> list[str]:
        lines: list[str] = []
        for name, value in entries:
            lines += self._filler() if lines else []
            lines += self._entry(name, value, indent)
        return lines

    def _entry(self, name: str, value: Any, indent: str) -> list[str]:
        key = self._scalar(name)
        if isinstance(value, str):
            return self._scalar_entry(f"{indent}{key}:", value, indent)
        if not value or self.chance.random() < 0.3:
            return self._flow_entry(f"{indent}{key}:", value, indent)
        if self.chance.random() < 0.1:
            lines = self._collection(value, indent + "  ")
            return [f"{indent}? {key}", f"{indent}: {lines[0].lstrip()}", *lines[1:]]
        deeper = " " * self.chance.choice((1, 2, 2, 2, 4))
        if isinstance(value, Sequence) and self.chance.random() < 0.4:
            deeper = ""
        return [f"{indent}{key}:{self._comment()}", *self._filler(), *self._collection(value, indent + deeper)]

    def _collection(self, value: Any, indent: str) -> list[str]:
        if isinstance(value, Mapping):
            return self._entry_lines_first(list(value.items()), indent)
        gap = " " * self.chance.choice((1, 1, 1, 3))
        lines: list[str] = []
        for item in value:
            lines += self._filler() if lines else []
            lines += self._item(item, indent, gap)
        return lines

    def _entry_lines_first(self, entries: list[tuple[str, Any]], indent: str) -> list[str]:
        self.chance.shuffle(entries)
        return self._mapping(entries, indent)

    def _item(self, item: Any, indent: str, gap: str) -> list[str]:
        if isinstance(item, str):
            return [f"{indent}-{gap}{self._scalar(item)}{self._comment()}"]
        if not item or self.chance.random() < 0.3:
            return [f"{indent}-{gap}{flow(item)}{self._comment()}"]
        lines = self._collection(item, indent + " " + gap)
        if self.chance.random() < 0.2:
            return [f"{indent}-{self._comment()}", *lines]
        return [f"{indent}-{gap}{lines[0].lstrip(' ')}", *lines[1:]]

    def _scalar_entry(self, key: str, text: str, indent: str) -> list[str]:
        lines = text.split("\n")
        is_block = text and "\t" not in text and all(line.isprintable() and line == line.strip() for line in lines)
        if is_block and lines[0] and lines[-1] and self.chance.random() < 0.4:
            tail = self.chance.choice(([], [""]))
            return [f"{key} |-", *(f"{indent}   {line}" if line else "" for line in lines), *tail]
        written = self._scalar(text)
        return [f"{key}{' ' * self.chance.choice((1, 1, 3))}{written}{self._comment() if written[0] in QUOTES else ''}"]

    def _flow_entry(self, key: str, value: Any, indent: str) -> list[str]:
        if isinstance(value, Mapping) or not value or self.chance.random() < 0.6:
            empty = self.chance.choice((flow(value), "[ ]")) if value in ((), []) else flow(value)
            return [f"{key} {empty}{self._comment()}"]
        items = [flow(item) for item in value]
        if self.chance.random() < 0.5:
            return [f"{key} [", *(f"{indent}    {item},{self._comment()}" for item in items), f"{indent}  ]"]
        return [f"{key} [{items[0]}", *(f"{indent}    , {item}" for item in items[1:]), f"{indent}  ]{self._comment()}"]

    def _scalar(self, text: str) -> str:
        plain = scalar(text)
        if plain.startswith('"') and "\\" in plain:
            return plain
        single = "'" + text.replace("'", "''") + "'"
        double = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return self.chance.choice((plain, plain, plain, single, double))

    def _comment(self) -> str:
        return self.chance.choice(("", "", "", "", "", " # why: 'so", "   #"))


QUOTES = ('"', "'")
