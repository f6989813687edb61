"""Units of measurement as they are written, and how much of what they measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures, and its size in trillionths of the base unit of that dimension."""

    dimension: str
    size: int


_ONE = 10**12

_PREFIXES = {
    "p": 1, "n": 10**3, "\u03bc": 10**6, "u": 10**6, "m": 10**9, "": _ONE, "k": 10**15, "K": 10**15, "M": 10**18,
    "G": 10**21, "T": 10**24, "P": 10**27,
    "Ki": _ONE << 10, "Mi": _ONE << 20, "Gi": _ONE << 30, "Ti": _ONE << 40, "Pi": _ONE << 50,
}  # fmt: skip

_PREFIXED = {
    "s": Unit("time", 1), "m": Unit("length", 1), "g": Unit("mass", 1),
    "B": Unit("data", 8), "b": Unit("data", 1), "bit": Unit("data", 1),
    "Bps": Unit("data rate", 8), "bps": Unit("data rate", 1),
    "Hz": Unit("frequency", 1), "W": Unit("power", 1), "Wh": Unit("energy", 3600),
    "J": Unit("energy", 1), "eV": Unit("particle energy", 1), "V": Unit("voltage", 1),
    "A": Unit("current", 1), "Ah": Unit("charge", 3600), "Pa": Unit("pressure", 1),
    "N": Unit("force", 1), "L": Unit("volume", 1), "l": Unit("volume", 1),
}  # fmt: skip

_SINGLE = {
    "%": Unit("percent", _ONE), "\u2030": Unit("percent", _ONE // 10),
    "cm": Unit("length", _ONE // 100),
    "min": Unit("time", 60 * _ONE), "h": Unit("time", 3600 * _ONE), "hr": Unit("time", 3600 * _ONE),
    "hrs": Unit("time", 3600 * _ONE), "sec": Unit("time", _ONE), "secs": Unit("time", _ONE),
    "mins": Unit("time", 60 * _ONE), "d": Unit("time", 86400 * _ONE), "msec": Unit("time", _ONE // 1000),
    "dB": Unit("level", _ONE), "dBm": Unit("signal level", _ONE), "rpm": Unit("turns", _ONE),
    "\u00b0C": Unit("celsius", _ONE), "\u00b0F": Unit("fahrenheit", _ONE),
    "$": Unit("dollar", _ONE), "\u20ac": Unit("euro", _ONE), "\u00a3": Unit("pound", _ONE),
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
    "month": Unit("months", _ONE),
    "quarter": Unit("months", 3 * _ONE),
    "year": Unit("months", 12 * _ONE),
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
