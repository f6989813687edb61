"""Beliefs and nogoods as new files in canonical form: a fixed point of reading and of Prettier."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from eemgit.beliefs.body import escape_claim, fold
from eemgit.beliefs.codes import CODES
from eemgit.beliefs.frontmatter import BOM
from eemgit.beliefs.model import Belief, Finding, Justification, Mode, Nogood, Retraction, ScopeFinding, Validity
from eemgit.beliefs.reading import read_belief, read_nogood
from eemgit.beliefs.yamltext import Plain, encoded, mapping_lines
from eemgit.errors import EemError

_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")


def write_belief(belief: Belief) -> bytes:
    """The file of `belief`, which reads back as `belief`; EemError when no file can say that.

    White space is folded in the claim, and cut from both ends of the notes.
    """
    tidy = replace(belief, claim=fold(belief.claim), notes=_tidy(belief.notes))
    data = _file(belief_entries(tidy), tidy.claim, tidy.notes)
    reading = read_belief(f"{belief.id}.md", data, belief.id)
    if reading.value != tidy:
        raise _unwritable("belief", belief.id, reading.findings)
    return data


def write_nogood(nogood: Nogood) -> bytes:
    """The file of `nogood`, which reads back as `nogood`; EemError when no file can say that."""
    data = _file([("members", nogood.members)], fold(nogood.reason), "")
    reading = read_nogood(f"{nogood.id}.md", data, nogood.id)
    if reading.value != replace(nogood, reason=fold(nogood.reason)):
        raise _unwritable("nogood", nogood.id, reading.findings)
    return data


def text_hash(data: bytes) -> str:
    """12 hex digits of the sha256 of `data` without BOM and with every line end as LF."""
    text = data.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return hashlib.sha256(text).hexdigest()[:12]


def belief_entries(belief: Belief) -> list[tuple[str, Plain]]:
    """The front matter of `belief` in canonical order."""
    return [*_known_entries(belief), *((name, _plain(value)) for name, value in belief.extra)]


def retraction_value(retraction: Retraction) -> Plain:
    """What stands under `retracted:`; only the reason when that is all there is."""
    rest: dict[str, Plain] = {}
    if retraction.type:
        rest["type"] = retraction.type.value
    for name in ("duplicate_of", "superseded_by", "nogood", "missing_property"):
        value = getattr(retraction, name)
        if value is not None:
            rest[name] = value
    if retraction.findings:
        rest["findings"] = [_scope_finding(found) for found in retraction.findings]
    return {"reason": retraction.reason, **rest} if rest else retraction.reason


def justification_value(justification: Justification) -> dict[str, Plain]:
    """One item under `justifications:`."""
    value: dict[str, Plain] = {}
    if justification.mode is Mode.ANY:
        value["mode"] = justification.mode.value
    if justification.antecedents:
        value["antecedents"] = justification.antecedents
    if justification.unless:
        value["unless"] = justification.unless
    if justification.label:
        value["label"] = justification.label
    return value


def _known_entries(belief: Belief) -> Iterator[tuple[str, Plain]]:
    if belief.retracted is not None:
        yield "retracted", retraction_value(belief.retracted)
    if belief.research is not None:
        yield "research", belief.research
    if belief.justifications is not None:
        yield "justifications", [justification_value(each) for each in belief.justifications]
    if belief.unless:
        yield "unless", belief.unless
    if belief.valid is not None:
        yield "valid", _validity(belief.valid)
    if belief.sources:
        yield "sources", [source.text for source in belief.sources]
    for name in ("tags", "aliases", "distinct"):
        if getattr(belief, name):
            yield name, getattr(belief, name)
    if belief.origin is not None:
        yield "origin", belief.origin


def _validity(valid: Validity) -> dict[str, Plain]:
    ends = (("from", valid.since), ("to", valid.until))
    return {name: end for name, end in ends if end is not None}


def _scope_finding(found: ScopeFinding) -> dict[str, Plain]:
    value: dict[str, Plain] = {"antecedent": found.antecedent}
    if found.establishes:
        value["establishes"] = found.establishes
    if found.does_not_establish:
        value["does_not_establish"] = found.does_not_establish
    return value


def _plain(value: object) -> Plain:
    if isinstance(value, str | Mapping | Sequence):
        return value
    raise EemError(f"only text, lists and mappings can be written, not {value!r}")


def _tidy(notes: str) -> str:
    """Notes as they are read: line ends are LF, no blank lines in front, no white space behind."""
    text = notes.replace("\r\n", "\n").replace("\r", "\n").rstrip(" \t\n")
    return _BLANK_LINES.sub("", text, count=1)


def _unwritable(what: str, id: str, findings: Sequence[Finding]) -> EemError:
    first = next((found for found in findings if CODES[found.code].unreadable), None)
    why = f": {first.message}" if first else ""
    message = f"the {what} {id!r} cannot be written as a file that says the same{why}"
    return EemError(message, hint=first.hint if first else None)


def _file(entries: Sequence[tuple[str, Plain]], paragraph: str, notes: str) -> bytes:
    head = ["---", *mapping_lines(entries), "---", ""] if entries else []
    tail = ["", notes] if notes else []
    return encoded("\n".join([*head, escape_claim(paragraph), *tail]) + "\n")
