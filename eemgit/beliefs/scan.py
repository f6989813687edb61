"""Finds what no file may hold: control characters, conflict markers, and tabs in its YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eemgit.beliefs.frontmatter import Document, Problem

_USUAL = bytes({*range(0x20, 0x7F), *range(0x80, 0x100), 0x09, 0x0A, 0x0D} - {0xC2, 0xE2, 0xEF})
"""Bytes that cannot be part of a forbidden character: C1 controls, U+2028 and U+FEFF begin with the three left out."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_NOT_IN_YAML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_REORDERS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_MARKERS = ("<<<<<<<", "|||||||", ">>>>>>>")
_MARKER_LINE = re.compile(r"(?:\A|(?<=[\r\n]))(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)")


def scan(data: bytes, document: Document) -> Iterator[Problem]:
    """What is wrong with the characters of a file, whatever they mean: at most one problem of each kind and part."""
    if data.translate(None, _USUAL):
        yield from _controls(document)
    text = document.text
    if any(marker in text for marker in _MARKERS):
        yield from _conflicts(text)
    if "\t" in text:
        yield from _tabs(document)


def _controls(document: Document) -> Iterator[Problem]:
    text = document.text
    reorders = _REORDERS.search(text)
    if reorders:
        message = f"the character U+{ord(reorders.group()):04X}, which reorders what is shown"
        message += _more(len(_REORDERS.findall(text)))
        yield Problem("bidi-control", reorders.start(), message, "remove it, or see that the text means what it shows")
    for pattern, start, end in (
        (_NOT_IN_YAML, document.yaml_start, document.yaml_end),
        (_CONTROL, document.body_start, len(text)),
    ):
        found = pattern.search(text, start, end)
        if found:
            message = f"the character U+{ord(found.group()):04X}{_more(len(pattern.findall(text, start, end)))}"
            yield Problem("control-character", found.start(), message, "remove it: no editor shows it")


def _conflicts(text: str) -> Iterator[Problem]:
    found = list(_MARKER_LINE.finditer(text))
    if found:
        message = f"unresolved merge conflict: a line that begins with {found[0].group()}{_more(len(found))}"
        yield Problem("conflict-marker", found[0].start(), message, "choose a side and remove the marker lines")


def _tabs(document: Document) -> Iterator[Problem]:
    at = document.text.find("\t", document.yaml_start, document.yaml_end)
    if at >= 0:
        count = document.text.count("\t", document.yaml_start, document.yaml_end)
        yield Problem("tab", at, f"a tab in YAML{_more(count)}", "use spaces")


def _more(count: int) -> str:
    return f", and {count - 1} more" if count > 1 else ""
