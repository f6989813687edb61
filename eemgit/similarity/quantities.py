"""The numbers, dates, versions and identifiers that a claim names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction

from eemgit.similarity.units import unit_of
from eemgit.similarity.wordlists import MONTHS, NUMBER_WORDS, SCALES

_MOST_DIGITS = 30
"""Longer numbers are compared as they are written: 1e999999999 is a short text and a long integer."""

_YEARS = range(1900, 2100)
_SUPERSCRIPT = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207a", "0123456789-+")
_POWER = re.compile("(?<=[0-9])[\u207b\u207a]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_UNITS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_SPELLED = re.compile(
    rf"\b(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[-\s](?P<ones>one|two|three|four|five|six|seven|"
    rf"eight|nine)|(?P<word>{_UNITS}))\b",
    re.IGNORECASE,
)
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_SCAN = re.compile(
    rf"""
    (?P<code>`[^`\n]+`)
  | (?P<url>\b[a-z][a-z0-9+.]{{1,9}}://\S+ | \b[\w.+]+@[\w-]+\.[\w.]+)
  | (?P<iso>\b(?P<iso_year>\d{{4}})-(?P<iso_month>\d{{2}})(?:-(?P<iso_day>\d{{2}}))?\b(?!-?\w|\.\d))
  | (?P<dayfirst>\b(?P<a_day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<a_month>{_MONTH})\b
        (?:\.?,?\s(?P<a_year>\d{{4}})\b)?)
  | (?P<monthfirst>\b(?P<b_month>{_MONTH})\.?\s(?P<b_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s(?P<b_year>\d{{4}})\b)?)
  | (?P<monthyear>\b(?P<c_month>{_MONTH})\.?,?\s(?P<c_year>\d{{4}})\b)
  | (?P<clock>\b\d{{1,2}}:\d{{2}}(?::\d{{2}})?\b)
  | (?P<version>\bv\d+(?:\.\d+)*(?:-[a-z0-9.]+)?\b | \b\d+(?:\.\d+){{2,}}(?:-[a-z0-9.]+)?\b
        | (?<=\bversion\s)\d+(?:\.\d+)* | (?<=\brelease\s)\d+(?:\.\d+)*)
  | (?P<path>(?<![\w.])(?:~|\.{{1,2}})?/[\w.-]+(?:/[\w.-]*)* | \b[\w-]+(?:/[\w.-]+){{2,}})
  | (?P<number>(?<![\w.])(?P<sign>[-+\u2212](?=[$\u20ac\u00a3\d]))?(?P<money>[$\u20ac\u00a3])?
        (?P<digits>(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)(?:e(?P<exponent>[-+]?\d+)\b)?(?:\^(?P<power>[-+]?\d+))?
        (?:[\s-]?(?P<unit>%|\u2030|\u00b0?[^\W\d_]+))?)
  | (?P<word>[^\W_]\w*(?:[-._:\#]\w+)*)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MIXED = re.compile(r"[a-z][A-Z]|[^\W\d_]-?\d|\d[^\W\d_]|\w_\w|\w\.\w")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and what it measures: `value` in that dimension's base unit, `literal` as the claim writes it."""

    value: Fraction | str
    dimension: str
    literal: Fraction | str = field(compare=False)
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """A date or a time of day, as far as the claim says it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    clock: str | None = None
    text: str = field(default="", compare=False)

    def agrees(self, other: Moment) -> bool:
        """Whether both may be the same moment: they have something in common and differ in nothing both say."""
        mine, theirs = (self.year, self.month, self.day, self.clock), (other.year, other.month, other.day, other.clock)
        said = [(a, b) for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]
        return bool(said) and all(a == b for a, b in said)


@dataclass(frozen=True, slots=True)
class Named:
    """What a claim names exactly, each kind in the order of the claim."""

    quantities: tuple[Quantity, ...]
    moments: tuple[Moment, ...]
    versions: tuple[str, ...]
    identifiers: tuple[str, ...]


def named(claim: str) -> Named:
    """The numbers, dates, versions and identifiers of a claim; each part of it counts once."""
    quantities: list[Quantity] = []
    moments: list[Moment] = []
    versions: list[str] = []
    identifiers: list[str] = []
    for match in _SCAN.finditer(_readable(claim)):
        match match.lastgroup:
            case "number":
                if year := _year(match):
                    moments.append(Moment(year=year, text=str(year)))
                else:
                    quantities.append(_quantity(match))
            case "iso" | "dayfirst" | "monthfirst" | "monthyear" | "clock":
                moments.append(_moment(match))
            case "version":
                versions.append(match[0].lower().removeprefix("v"))
            case "word" if not _MIXED.search(match[0]):
                pass
            case _:
                identifiers.append(match[0].strip("`").rstrip(".,;:"))
    return Named(tuple(quantities), tuple(moments), tuple(versions), tuple(identifiers))


def _readable(claim: str) -> str:
    """The claim with number words as digits, superscripts after a number as a power, and widths and spaces folded."""
    text = _POWER.sub(lambda power: "^" + power[0].translate(_SUPERSCRIPT), claim)
    return _SPELLED.sub(_digits, " ".join(unicodedata.normalize("NFKC", text).split()))


def _digits(spelled: re.Match[str]) -> str:
    if spelled["word"]:
        return str(NUMBER_WORDS[spelled["word"].lower()])
    return str(NUMBER_WORDS[spelled["tens"].lower()] + NUMBER_WORDS[spelled["ones"].lower()])


def _year(number: re.Match[str]) -> int | None:
    """The year that a bare whole number most likely is."""
    digits = number["digits"]
    bare = not (number["sign"] or number["money"] or number["power"] or (number["unit"] and unit_of(number["unit"])))
    return int(digits) if bare and len(digits) == 4 and digits.isdecimal() and int(digits) in _YEARS else None


def _moment(match: re.Match[str]) -> Moment:
    """The date or time of day that one of the date forms matched."""
    part = {name.split("_")[-1]: text for name, text in match.groupdict().items() if text and "_" in name}
    month = part.get("month")
    return Moment(
        year=int(part["year"]) if "year" in part else None,
        month=None if month is None else MONTHS.get(month.lower()) or int(month),
        day=int(part["day"]) if "day" in part else None,
        clock=match["clock"],
        text=match[0],
    )


def _quantity(number: re.Match[str]) -> Quantity:
    """The number with the unit that follows it, scaled to the base unit; a word that is no unit is left out."""
    literal = _value(number)
    word = number["money"] or number["unit"] or ""
    unit, scale = unit_of(word), SCALES.get(word.lower(), 1)
    text = number[0] if unit or scale > 1 else number[0].removesuffix(word).rstrip(" -")
    if isinstance(literal, str):
        return Quantity(literal, unit.dimension if unit else "", literal, text)
    size = unit.size if unit else scale
    return Quantity(literal * size, unit.dimension if unit else "", literal, text)


def _value(number: re.Match[str]) -> Fraction | str:
    """The number without its unit; its text where writing it out would take too many digits."""
    digits, exponent, power = number["digits"].replace(",", ""), _small(number["exponent"]), _small(number["power"])
    if len(digits) > _MOST_DIGITS or exponent is None or power is None:
        return number[0]
    value = Fraction(digits) * Fraction(10) ** exponent
    if number["power"]:
        value = value**power if value or power > 0 else value
    return -value if number["sign"] and number["sign"] != "+" else value


def _small(text: str | None) -> int | None:
    """A small exponent, 0 when there is none, None when it is too large to work with."""
    if text is None:
        return 0
    return int(text) if len(text) <= 3 and abs(int(text)) <= _MOST_DIGITS else None
