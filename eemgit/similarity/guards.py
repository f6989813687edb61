"""Reasons why two like claims are not the same claim, however like they are.

A guard can only speak against: no veto does not make two claims one. Each looks at both claims and says what differs;
most stay silent where only one of them says something, for that may be mere elaboration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

from eemgit.similarity.exact import is_exact_copy, normalised
from eemgit.similarity.polarity import Polarity, antonyms, denial, polarity, quantifiers
from eemgit.similarity.quantities import Moment, Named, Quantity, named
from eemgit.similarity.wordlists import ABOVE, AT_LEAST, AT_MOST, BELOW

T = TypeVar("T")

_ARROW = re.compile(r"[-=]+>|<[-=]{2,}")
_OPERATOR = re.compile("[<>]=|!=|==|[<>=\u2260\u2264\u2265]")
_SPELLINGS = {"<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "==": "="}
_BOUNDS = {
    sign: re.compile(r"\b(?:" + "|".join(phrases) + r")\s(?=[-$\u20ac\u00a3]?\d)")
    for sign, phrases in (("\u2265", AT_LEAST), ("\u2264", AT_MOST), (">", ABOVE), ("<", BELOW))
}


class VetoKind(Enum):
    """In what two claims differ."""

    NUMBERS = "numbers"
    UNITS = "units"
    SIGNS = "signs"
    DATES = "dates"
    VERSIONS = "versions"
    IDENTIFIERS = "identifiers"
    NEGATION = "negation"
    ANTONYMS = "antonyms"
    QUANTIFIERS = "quantifiers"


@dataclass(frozen=True, slots=True)
class Veto:
    """Why two claims must not be merged without somebody's verdict."""

    kind: VetoKind
    detail: str

    def __str__(self) -> str:
        return f"{self.kind.value}: {self.detail}"


@dataclass(frozen=True)
class Claim:
    """A claim with all that a guard may ask about it, worked out when first asked."""

    text: str

    @cached_property
    def named(self) -> Named:
        """Its numbers, dates, versions and identifiers."""
        return named(self.text)

    @cached_property
    def polarity(self) -> Polarity:
        """What it asserts, denies and quantifies."""
        return polarity(self.text)

    @cached_property
    def operators(self) -> frozenset[str]:
        """Its comparison signs, and as such its phrases like `at least 5`."""
        text = _ARROW.sub(" ", self.text)
        signs = {_SPELLINGS.get(sign, sign) for sign in _OPERATOR.findall(text)}
        plain = normalised(text)
        return frozenset(signs | {sign for sign, phrase in _BOUNDS.items() if phrase.search(plain)})


Guard = Callable[[Claim, Claim], Iterable[Veto]]
"""What it holds against two claims being one; the order of the claims changes nothing but the order in the detail."""


def veto(a: str, b: str) -> tuple[Veto, ...]:
    """Everything the guards hold against two claims being the same, in the order of `GUARDS`."""
    return veto_claims(Claim(a), Claim(b))


def veto_claims(a: Claim, b: Claim) -> tuple[Veto, ...]:
    """What `veto` says, for claims that are compared more than once."""
    if a.text == b.text or is_exact_copy(a.text, b.text):
        return ()
    found = tuple(veto for guard in GUARDS for veto in guard(a, b))
    if not found and normalised(a.text) == normalised(b.text):
        return (Veto(VetoKind.SIGNS, "equal only if the case of symbols and the height of digits do not count"),)
    return found


def _quantities(a: Claim, b: Claim) -> Iterator[Veto]:
    """Numbers that each claim has and the other lacks."""
    left, right = _unmatched(a.named.quantities, b.named.quantities, _same_quantity)
    if left and right:
        yield Veto(_kind_of_difference(left, right), _against((q.text for q in left), (q.text for q in right)))


def _same_quantity(a: Quantity, b: Quantity) -> bool:
    if a.dimension and b.dimension:
        return a.dimension == b.dimension and a.value == b.value
    return a.value == b.value or a.literal == b.literal


def _kind_of_difference(left: Sequence[Quantity], right: Sequence[Quantity]) -> VetoKind:
    pairs = [(a.literal, b.literal) for a, b in product(left, right)]
    if any(a == b for a, b in pairs):
        return VetoKind.UNITS
    if any(isinstance(a, Fraction) and isinstance(b, Fraction) and a == -b for a, b in pairs):
        return VetoKind.SIGNS
    return VetoKind.NUMBERS


def _operators(a: Claim, b: Claim) -> Iterator[Veto]:
    """Comparison signs that each claim has and the other lacks."""
    left, right = sorted(a.operators - b.operators), sorted(b.operators - a.operators)
    if left and right:
        yield Veto(VetoKind.SIGNS, _against(left, right))


def _moments(a: Claim, b: Claim) -> Iterator[Veto]:
    """Dates and times that each claim has and the other lacks."""
    left, right = _unmatched(a.named.moments, b.named.moments, Moment.agrees)
    if left and right:
        yield Veto(VetoKind.DATES, _against((m.text for m in left), (m.text for m in right)))


def _versions(a: Claim, b: Claim) -> Iterator[Veto]:
    """Versions that each claim has and the other lacks."""
    left, right = _unmatched(a.named.versions, b.named.versions, str.__eq__)
    if left and right:
        yield Veto(VetoKind.VERSIONS, _against(left, right))


def _identifiers(a: Claim, b: Claim) -> Iterator[Veto]:
    """Identifiers that each claim has and the other does not contain in any case."""
    left = [name for name in a.named.identifiers if name.casefold() not in b.text.casefold()]
    right = [name for name in b.named.identifiers if name.casefold() not in a.text.casefold()]
    if left and right:
        yield Veto(VetoKind.IDENTIFIERS, _against(left, right))


def _negation(a: Claim, b: Claim) -> Iterator[Veto]:
    """A word that one claim denies and the other asserts."""
    if found := denial(a.polarity, b.polarity):
        yield Veto(VetoKind.NEGATION, found)


def _antonyms(a: Claim, b: Claim) -> Iterator[Veto]:
    """Opposite words, one in each claim."""
    if found := antonyms(a.polarity, b.polarity):
        yield Veto(VetoKind.ANTONYMS, found)


def _quantifiers(a: Claim, b: Claim) -> Iterator[Veto]:
    """All against some, both against either."""
    if found := quantifiers(a.polarity, b.polarity):
        yield Veto(VetoKind.QUANTIFIERS, found)


GUARDS: tuple[Guard, ...] = (
    _quantities,
    _operators,
    _moments,
    _versions,
    _identifiers,
    _negation,
    _antonyms,
    _quantifiers,
)
"""Every guard there is. They run before any threshold counts."""


def _unmatched(a: Sequence[T], b: Sequence[T], same: Callable[[T, T], bool]) -> tuple[list[T], list[T]]:
    """What each side has that finds no like on the other, once equal items have paired off one to one."""
    rest_a, rest_b = _without(a, b), _without(b, a)
    left = [item for item in rest_a if not any(same(item, other) for other in rest_b)]
    right = [item for item in rest_b if not any(same(other, item) for other in rest_a)]
    return left, right


def _without(items: Sequence[T], others: Sequence[T]) -> list[T]:
    """The items less one for each equal one of the others."""
    rest = list(others)
    left: list[T] = []
    for item in items:
        if item in rest:
            rest.remove(item)
        else:
            left.append(item)
    return left


def _against(left: Iterable[str], right: Iterable[str]) -> str:
    return f"{', '.join(left)} against {', '.join(right)}"
