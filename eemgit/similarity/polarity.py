"""What a claim asserts, denies and quantifies, as far as its words show it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from eemgit.similarity.wordlists import CONTRACTIONS, EMPTY_WORDS, IDIOMS, NEGATORS, OPPOSITES, QUANTIFIERS

_REACH = 2
"""How many content words after a negator it denies."""

_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*|[.,;:!?()\u2013\u2014]")
_CONTRACTED = re.compile(r"\b(" + "|".join(CONTRACTIONS) + r")\b|n't\b")
_IDIOM = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, IDIOMS), key=len, reverse=True)) + r")\b")
_NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "il", "non-", "non", "dis", "de", "a")
_NEGATIVE_SUFFIXES = ("less", "-free")
_BREAKS = frozenset(".,;:!?()\u2013\u2014")
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Polarity:
    """The content words of a claim by their stems, which of them stand under a negator, and how many negators."""

    words: frozenset[str]
    denied: frozenset[str]
    negators: int
    quantifiers: frozenset[str]


def polarity(claim: str) -> Polarity:
    """The words of a claim: what it speaks of, what it denies, and of how much it speaks."""
    tokens = _tokens(claim)
    words: set[str] = set()
    denied: set[str] = set()
    reach = 0
    for token in tokens:
        if token in NEGATORS:
            reach = _REACH
        elif token in _BREAKS:
            reach = 0
        elif token not in EMPTY_WORDS:
            words.add(stem(token))
            if reach and token not in QUANTIFIERS:
                denied.add(stem(token))
                reach -= 1
    negators = sum(token in NEGATORS for token in tokens)
    meanings = frozenset(QUANTIFIERS[token] for token in tokens if token in QUANTIFIERS)
    return Polarity(frozenset(words), frozenset(denied), negators, meanings)


def stem(word: str) -> str:
    """A crude common form of a word's inflections, enough to compare two claims."""
    if word in OPPOSITES:
        return word
    for ending in ("ing", "ed", "es", "s", "d", "ly"):
        base = word.removesuffix(ending)
        if base == word or len(base) < _SHORTEST_STEM or (ending == "s" and base.endswith("s")):
            continue
        return _known_base(base)
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM + 1 else word


def denial(a: Polarity, b: Polarity) -> str | None:
    """A word that one of the claims denies and the other asserts; None where both deny equally often."""
    for one, other in ((a, b), (b, a)):
        prefixed = {base for word in other.words if (base := _unnegated(word, one.words))}
        plain = sorted((one.denied & other.words) - other.denied)
        if plain and not prefixed & one.denied and (one.negators - other.negators) % 2:
            return f"{plain[0]!r} is denied by one of them only"
    for one, other in ((a, b), (b, a)):
        for word in sorted(one.words - one.denied):
            base = _unnegated(word, other.words)
            if base and base not in one.words and base not in other.denied:
                return f"{word!r} against {base!r}"
    return None


def antonyms(a: Polarity, b: Polarity) -> str | None:
    """Two words of which the claims use one each and which exclude each other, if neither is denied."""
    only_a, only_b = a.words - b.words, b.words - a.words
    for word in sorted(only_a - a.denied):
        if opposite := sorted((OPPOSITES.get(word, frozenset()) & only_b) - b.denied):
            return f"{word!r} against {opposite[0]!r}"
    return None


def quantifiers(a: Polarity, b: Polarity) -> str | None:
    """How much each claim speaks of, if both say it and not the same."""
    if not a.quantifiers or not b.quantifiers or a.quantifiers & b.quantifiers:
        return None
    return f"{'/'.join(sorted(a.quantifiers))} against {'/'.join(sorted(b.quantifiers))}"


def _tokens(claim: str) -> list[str]:
    """The words and sentence breaks of a claim in lower case, without idioms that only look like a denial."""
    text = " ".join(unicodedata.normalize("NFKC", claim).casefold().replace("\u2019", "'").split())
    text = _CONTRACTED.sub(lambda found: CONTRACTIONS.get(found[0], " not"), text)
    return _TOKEN.findall(_IDIOM.sub(" ", text))


def _known_base(base: str) -> str:
    """The base form of an inflected word: as listed among the opposites, else without doubling and silent e."""
    undoubled = base[:-1] if len(base) > _SHORTEST_STEM and base[-1] == base[-2] else base
    for candidate in (base, base + "e", undoubled):
        if candidate in OPPOSITES:
            return candidate
    if base.endswith("i"):
        return base[:-1] + "y"
    return undoubled.removesuffix("e")


def _unnegated(word: str, others: frozenset[str]) -> str | None:
    """The word of the other claim that this one negates by a prefix or a suffix."""
    for prefix in _NEGATIVE_PREFIXES:
        base = word.removeprefix(prefix)
        if base != word and len(base) > _SHORTEST_STEM and base in others:
            return base
    for suffix in _NEGATIVE_SUFFIXES:
        base = stem(word.removesuffix(suffix))
        if word.endswith(suffix) and len(base) >= _SHORTEST_STEM and base in others:
            return base
    return None
