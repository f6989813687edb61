"""The body of a belief file: its first paragraph is the claim, the rest is notes.

A backslash that only keeps a claim from beginning another block of markdown is not part of the claim.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from eemgit.beliefs.blocks import block_at, end_of_paragraph

_BLANK = re.compile(r"[ \t\r\n]*")
_SPACES = re.compile(r"[ \t\r\n]+")
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")
_ONE_LINE = re.compile(r"[A-Za-z][^\r\n]*(?=(?:\r\n|\r(?!\n)|\n)[ \t]*(?:[\r\n]|\Z)|\Z)")
"""A line that cannot begin anything but a paragraph, and ends it."""

_NUMBER = re.compile(r"([0-9]{1,9})\\*[.)](?: |\Z)")
_ALSO_PROTECTED = ("|", "+++", "<<<<<<<", "\ufeff")
"""What a claim is better not begun with: a table, other tools' front matter, a conflict marker, a byte-order mark."""


class Body(NamedTuple):
    """The claim, folded; where its paragraph begins and ends; the notes, with LF line ends.

    `block` names what is there instead of a paragraph ("" when there is one, "nothing" when there is no text), `cut`
    what ends the paragraph without a blank line.
    """

    claim: str
    start: int
    end: int
    notes: str = ""
    block: str = ""
    cut: str = ""


def read_body(text: str, start: int = 0) -> Body:
    """The claim and notes of `text[start:]`; offsets are those of `text`."""
    first = _BLANK.match(text, start)
    at = first.end() if first else start
    if at == len(text):
        return Body("", at, at, block="nothing")
    simple = _ONE_LINE.match(text, at) if at == start or text[at - 1] in "\r\n" else None
    if simple:
        end, cut = simple.end(), ""
    else:
        line = max(text.rfind("\n", start, at), text.rfind("\r", start, at), start - 1) + 1
        block = block_at(text, line)
        if block:
            return Body("", at, at, block=block)
        end, cut, block = end_of_paragraph(text, line)
        if block:
            return Body("", at, end, block=block)
    claim = unescape_claim(fold(text[at:end]))
    if not claim.strip():
        return Body("", at, end, block="nothing")
    return Body(claim, at, end, _notes(text, end), cut=cut)


def fold(text: str) -> str:
    """`text` with each run of ASCII white space as one space, and none at the ends."""
    return _SPACES.sub(" ", text).strip(" ")


def escape_claim(text: str) -> str:
    """A claim as one line of markdown: folded, and with a backslash where it would begin another block.

    `unescape_claim(escape_claim(text)) == fold(text)`, and the line is a paragraph, for every text.
    """
    claim = fold(text)
    number = _NUMBER.match(claim)
    if number:
        return f"{claim[: number.end(1)]}\\{claim[number.end(1) :]}"
    return f"\\{claim}" if _begins_block(claim) else claim


def unescape_claim(claim: str) -> str:
    """A folded claim without the backslash that only keeps it from beginning another block."""
    if "\\" not in claim:
        return claim
    number = _NUMBER.match(claim)
    if number:
        at = number.end(1)
        return claim[:at] + claim[at + 1 :] if claim[at] == "\\" else claim
    return claim[1:] if claim[0] == "\\" and _begins_block(claim[1:]) else claim


def _begins_block(claim: str) -> bool:
    """Whether a folded claim, but for backslashes in front, would begin a block that is no paragraph."""
    bare = claim.lstrip("\\")
    if bare.startswith(" "):
        return False  # a backslash before a space is text and protects nothing
    return bare.startswith(_ALSO_PROTECTED) or (block_at(bare, 0) != "" and not _NUMBER.match(bare))


def _notes(text: str, end: int) -> str:
    """What is below the paragraph, without the blank lines before it and the white space at its end."""
    rest = text[end:].rstrip(" \t\r\n")
    if not rest:
        return ""
    if "\r" in rest:
        rest = rest.replace("\r\n", "\n").replace("\r", "\n")
    # A paragraph that was cut short ends at a line break too.
    blank = _BLANK_LINES.match(rest)
    return rest[blank.end() :] if blank else rest
