"""Beliefs and nogoods as new files in canonical form: a fixed point of reading and of Prettier."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from eemgit.beliefs.body import escape_claim
from eemgit.beliefs.model import Belief, Justification, Mode, Nogood, Retraction, ScopeFinding, Validity
from eemgit.beliefs.yamltext import Plain, mapping_lines
from eemgit.errors import EemError

KEY_ORDER = (
    "retracted",
    "research",
    "justifications",
    "unless",
    "valid",
    "sources",
    "tags",
    "aliases",
    "distinct",
    "origin",
)
"""The order of the keys of a belief; keys we do not know come after them."""

_BOM = b"\xef\xbb\xbf"


def write_belief(belief: Belief) -> bytes:
    """The file of `belief`; EemError when its text cannot be held by a file."""
    return _file(belief_entries(belief), belief.claim, belief.notes)


def write_nogood(nogood: Nogood) -> bytes:
    """The file of `nogood`; EemError when its text cannot be held by a file."""
    return _file([("members", nogood.members)], nogood.reason, "")


def text_hash(data: bytes) -> str:
    """12 hex digits of the sha256 of `data` without BOM and with every line end as LF."""
    text = data.removeprefix(_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
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


def _file(entries: Sequence[tuple[str, Plain]], paragraph: str, notes: str) -> bytes:
    head = ["---", *mapping_lines(entries), "---", ""] if entries else []
    tail = ["", notes] if notes else []
    return ("\n".join([*head, escape_claim(paragraph), *tail]) + "\n").encode()
