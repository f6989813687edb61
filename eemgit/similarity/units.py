"""Units of measurement as they are written, and how much of what they measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures, and its size in the smallest unit of that dimension we know."""

    dimension: str
    size: Fraction


_PREFIXES = {
    "p": Fraction(1, 10**12), "n": Fraction(1, 10**9), "\u03bc": Fraction(1, 10**6), "u": Fraction(1, 10**6),
    "m": Fraction(1, 1000), "": Fraction(1), "k": Fraction(1000), "K": Fraction(1000), "M": Fraction(10**6),
    "G": Fraction(10**9), "T": Fraction(10**12), "P": Fraction(10**15),
    "Ki": Fraction(2**10), "Mi": Fraction(2**20), "Gi": Fraction(2**30), "Ti": Fraction(2**40), "Pi": Fraction(2**50),
}  # fmt: skip

_PREFIXED = {
    "s": Unit("time", Fraction(1)), "m": Unit("length", Fraction(1)), "g": Unit("mass", Fraction(1)),
    "B": Unit("data", Fraction(8)), "b": Unit("data", Fraction(1)), "bit": Unit("data", Fraction(1)),
    "Bps": Unit("data rate", Fraction(8)), "bps": Unit("data rate", Fraction(1)),
    "Hz": Unit("frequency", Fraction(1)), "W": Unit("power", Fraction(1)), "Wh": Unit("energy", Fraction(3600)),
    "J": Unit("energy", Fraction(1)), "eV": Unit("particle energy", Fraction(1)), "V": Unit("voltage", Fraction(1)),
    "A": Unit("current", Fraction(1)), "Ah": Unit("charge", Fraction(3600)), "Pa": Unit("pressure", Fraction(1)),
    "N": Unit("force", Fraction(1)), "L": Unit("volume", Fraction(1)), "l": Unit("volume", Fraction(1)),
}  # fmt: skip

_SINGLE = {
    "%": Unit("percent", Fraction(1)), "\u2030": Unit("percent", Fraction(1, 10)),
    "cm": Unit("length", Fraction(1, 100)),
    "min": Unit("time", Fraction(60)), "h": Unit("time", Fraction(3600)), "hr": Unit("time", Fraction(3600)),
    "hrs": Unit("time", Fraction(3600)), "sec": Unit("time", Fraction(1)), "secs": Unit("time", Fraction(1)),
    "mins": Unit("time", Fraction(60)), "d": Unit("time", Fraction(86400)), "msec": Unit("time", Fraction(1, 1000)),
    "dB": Unit("level", Fraction(1)), "dBm": Unit("signal level", Fraction(1)), "rpm": Unit("turns", Fraction(1)),
    "\u00b0C": Unit("celsius", Fraction(1)), "\u00b0F": Unit("fahrenheit", Fraction(1)),
    "$": Unit("dollar", Fraction(1)),
    "\u20ac": Unit("euro", Fraction(1)), "\u00a3": Unit("pound", Fraction(1)), "KB": Unit("data", Fraction(8000)),
}  # fmt: skip

_WORDS = {
    "nanosecond": ("ns", 1), "microsecond": ("\u03bcs", 1), "millisecond": ("ms", 1), "second": ("s", 1),
    "minute": ("min", 1), "hour": ("h", 1), "day": ("d", 1), "week": ("d", 7), "fortnight": ("d", 14),
    "percent": ("%", 1), "byte": ("B", 1), "kilobyte": ("kB", 1), "megabyte": ("MB", 1), "gigabyte": ("GB", 1),
    "terabyte": ("TB", 1), "petabyte": ("PB", 1), "bit": ("b", 1), "kilobit": ("kb", 1), "megabit": ("Mb", 1),
    "gigabit": ("Gb", 1), "watt": ("W", 1), "milliwatt": ("mW", 1), "kilowatt": ("kW", 1), "megawatt": ("MW", 1),
    "hertz": ("Hz", 1), "kilohertz": ("kHz", 1), "megahertz": ("MHz", 1), "gigahertz": ("GHz", 1),
    "volt": ("V", 1), "ampere": ("A", 1), "meter": ("m", 1), "metre": ("m", 1), "kilometer": ("km", 1),
    "kilometre": ("km", 1), "millimeter": ("mm", 1), "millimetre": ("mm", 1), "centimeter": ("cm", 1),
    "centimetre": ("cm", 1), "gram": ("g", 1), "kilogram": ("kg", 1), "milligram": ("mg", 1), "litre": ("L", 1),
    "liter": ("L", 1), "dollar": ("$", 1), "euro": ("\u20ac", 1),
}  # fmt: skip

_CALENDAR = {
    "month": Unit("months", Fraction(1)),
    "quarter": Unit("months", Fraction(3)),
    "year": Unit("months", Fraction(12)),
}


def _symbols() -> Iterator[tuple[str, Unit]]:
    for prefix, scale in _PREFIXES.items():
        for base, unit in _PREFIXED.items():
            yield prefix + base, Unit(unit.dimension, unit.size * scale)
    yield from _SINGLE.items()


def _words(symbols: Mapping[str, Unit]) -> Iterator[tuple[str, Unit]]:
    for word, (symbol, count) in _WORDS.items():
        unit = symbols[symbol]
        yield word, Unit(unit.dimension, unit.size * count)
    yield from _CALENDAR.items()


_SYMBOLS = MappingProxyType(dict(_symbols()))
_NAMES = MappingProxyType(dict(_words(_SYMBOLS)))


def is_unit(word: str) -> bool:
    """Whether the word is a unit symbol of two letters or more, whose case matters: mW is not MW."""
    return len(word) > 1 and word in _SYMBOLS


def unit_of(word: str) -> Unit | None:
    """The unit that a word after a number names, by symbol (in its case) or by name (in any)."""
    if unit := _SYMBOLS.get(word.replace("\u00b5", "\u03bc")):
        return unit
    name = word.lower()
    return _NAMES.get(name) or _NAMES.get(name.removesuffix("s"))
