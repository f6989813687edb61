"""Belief text on a terminal: nothing in it can move the cursor, hide or reorder what is read."""

from __future__ import annotations

from collections.abc import Iterable

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.model import Finding, Severity
from eemgit.tms.network import Label

_HIDDEN = {0x7F, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF}
_HIDDEN |= {*range(0x20), *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_ESCAPES = {code: f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}" for code in _HIDDEN}

_RANKS = {Severity.ERROR: "", Severity.WARNING: "warning: ", Severity.INFO: "note: "}

SIGNS = {Label.IN: "IN", Label.OUT: "OUT", Label.UNDECIDED: "?"}


def visible(text: str) -> str:
    """The text with control, zero-width and direction characters written as escapes."""
    return text.translate(_ESCAPES) if not text.isascii() or not text.isprintable() else text


def sign(label: Label | None) -> str:
    """How a label is printed; a belief that is not there is `-`."""
    return SIGNS[label] if label is not None else "-"


def short(text: str, width: int) -> str:
    """The text, made visible, cut at a word to at most `width` characters."""
    text = visible(text)
    if len(text) <= width:
        return text
    head = text[: width - 1].rsplit(" ", 1)[0] if " " in text[: width - 1] else text[: width - 1]
    return head + "…"


def finding_lines(finding: Finding) -> list[str]:
    """`path:line:column: code: message` (what is no error says so before the code), and the hint below."""
    rank = _RANKS[finding.severity]
    code = CODES[finding.code]
    if finding.severity is code.severity is Severity.WARNING and code.when_new is Severity.ERROR:
        rank = "warning (an error where it is new): "
    lines = [f"{visible(str(finding.where))}: {rank}{finding.code}: {visible(finding.message)}"]
    if finding.hint:
        lines.append(f"    hint: {visible(finding.hint)}")
    return lines


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 belief`, `2 beliefs`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listing(ids: Iterable[str], most: int = 8) -> str:
    """Ids in a line of text: the first few, and how many more."""
    ids = tuple(ids)
    text = ", ".join(visible(id) for id in ids[:most])
    return f"{text} and {len(ids) - most} more" if len(ids) > most else text
