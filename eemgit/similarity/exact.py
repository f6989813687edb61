"""Which claims are copies of each other: one normal form to compare by, and what it must not be allowed to hide."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from eemgit.similarity.units import is_unit

_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Soft hyphen, zero-width space, word joiner, BOM: no reader sees them."""

_FULL_STOPS = ".\u3002\u0964\u06d4\u0589\u1362"
"""Latin, CJK, Devanagari, Urdu, Armenian, Ethiopic."""

_MEANS_SOMETHING = ("<super>", "<sub>", "<fraction>", "<circle>", "<font>")
"""Compatibility forms that are more than another way to draw the same letter: 10², x₂, ½, ①, ℝ."""

_WORD = re.compile(r"`[^`]*`|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|.", re.DOTALL)
_BEFORE_UNIT = " -/\u00b0\u00b7"
_LONGEST_SYMBOL = 5


@dataclass(frozen=True, slots=True)
class Group:
    """Beliefs whose claims have one normal form, split into those that are copies of each other.

    `copies` has one tuple of ids for each way to write it that matters; ids and tuples are sorted.
    """

    normal: str
    copies: tuple[tuple[str, ...], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Every belief of the group, sorted."""
        return tuple(sorted(id for copies in self.copies for id in copies))


def normalised(claim: str) -> str:
    """The claim under NFKC, case and white space folding, without invisible characters and one closing full stop.

    For comparing only. Letters of every script are kept; an empty result means there is nothing to compare by.
    """
    if claim.isascii():
        return _without_full_stop(_spaced(claim.lower()))
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", claim)).casefold()
    return _without_full_stop(_spaced(unicodedata.normalize("NFKC", text)))


def is_exact_copy(a: str, b: str) -> bool:
    """Whether two claims say the same with the same digits, signs, operators and unit case."""
    key = copy_key(a)
    return key is not None and key == copy_key(b)


def copy_key(claim: str) -> tuple[str, str] | None:
    """What exact copies have in common: the normal form, and the text in which only harmless differences are folded.

    None for a claim in which there is nothing to see, which is never a copy of anything.
    """
    normal = normalised(claim)
    return (normal, _faithful(claim)) if normal else None


def same_text(claims: Mapping[str, str]) -> tuple[Group, ...]:
    """The groups of two or more beliefs whose normalised claims are equal, exact copies or not, by first id."""
    by_normal: dict[str, list[str]] = defaultdict(list)
    for id in sorted(claims):
        if normal := normalised(claims[id]):
            by_normal[normal].append(id)
    groups = (_group(normal, ids, claims) for normal, ids in by_normal.items() if len(ids) > 1)
    return tuple(sorted(groups, key=lambda group: group.ids))


def _group(normal: str, ids: list[str], claims: Mapping[str, str]) -> Group:
    ways: dict[str, list[str]] = defaultdict(list)
    for id in ids:
        ways[_faithful(claims[id])].append(id)
    return Group(normal, tuple(sorted(tuple(alike) for alike in ways.values())))


def exact_copies(claims: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The ids of exact copies, two or more together, sorted. Every pair of such a tuple is an exact copy."""
    return tuple(sorted(ids for group in same_text(claims) for ids in group.copies if len(ids) > 1))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _without_full_stop(text: str) -> str:
    """The text without the full stop that closes its sentence; an ellipsis and a lone dot stay."""
    if len(text) < 2 or text[-1] not in _FULL_STOPS or text[-2] in _FULL_STOPS or text[-2] == " ":
        return text
    return text[:-1]


def _faithful(claim: str) -> str:
    """The claim with case folded only in words, and compatibility forms only where they mean nothing."""
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", claim))
    text = _without_full_stop(_spaced("".join(map(_plain, text))))
    parts: list[str] = []
    after_number = False
    for word in _WORD.findall(text):
        parts.append(_folded(word, after_number))
        after_number = word[0].isdigit() or (after_number and word in _BEFORE_UNIT)
    return "".join(parts)


def _plain(char: str) -> str:
    """The character in its usual form, or itself where NFKC would turn it into something that reads otherwise."""
    tag, _, _ = unicodedata.decomposition(char).partition(" ")
    if tag in _MEANS_SOMETHING:
        return char
    usual = unicodedata.normalize("NFKC", char)
    makes_digits = tag in ("<square>", "<compat>") and any(map(str.isdigit, usual))
    return char if makes_digits else usual


def _folded(word: str, after_number: bool) -> str:
    """The word in lower case, unless its case can tell two units, symbols or names in code apart."""
    is_symbol = len(word) == 1 and word not in "AaIi"
    if word[0] == "`" or is_unit(word) or is_symbol or (after_number and len(word) <= _LONGEST_SYMBOL):
        return word
    return word.lower()
