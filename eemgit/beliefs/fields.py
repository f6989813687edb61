"""The fields of a belief and of a nogood, each read from its entry in the front matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.frontmatter import Entry, ListNode, MapNode, Node, ScalarNode
from eemgit.beliefs.keys import BELIEF_KEYS, JUSTIFICATION_KEYS, NOGOOD_KEYS, RETRACTION_KEYS, SCOPE_KEYS, VALID_KEYS
from eemgit.beliefs.model import Justification, Mode, Retraction, RetractionType, ScopeFinding, Source, Validity
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.shown import shown
from eemgit.beliefs.sources import read_source
from eemgit.beliefs.values import Values

_MODES = {mode.value: mode for mode in Mode}
_TYPES = {type.value: type for type in RetractionType}
_NEEDS = {"duplicate": "duplicate_of", "superseded": "superseded_by", "contradiction": "nogood"}
_NOT_A_REASON = frozenset({"true", "false", "yes", "no", "on", "off", "null", "none", "~"})
_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?\Z")


def belief_fields(tree: MapNode, values: Values) -> dict[str, Any]:
    """What the front matter says of a belief, as the keyword arguments of `Belief`."""
    fields: dict[str, Any] = {}
    extra = []
    for entry in tree.entries:
        key = entry.key.text
        read = _READERS.get(key)
        if read is not None:
            fields[key] = read(values, entry)
        else:
            values.unknown(entry, BELIEF_KEYS, top=True)
            extra.append((key, plain(entry.value)))
    if extra:
        fields["extra"] = tuple(extra)
    return fields


def nogood_members(tree: MapNode, values: Values) -> tuple[str, ...]:
    """The members of a nogood."""
    members: tuple[str, ...] = ()
    problems = len(values.problems)
    for entry in values.known(tree, NOGOOD_KEYS):
        members = values.references(entry)
    if not members and not any(CODES[problem.code].unreadable for problem in values.problems[problems:]):
        at = tree.entry("members")
        hint = "members are the ids of beliefs that cannot all be IN"
        values.refuse("no-members", at.key.start if at else tree.start, "a nogood without members", hint)
    return members


def plain(node: Node) -> object:
    """A node as str, list and dict; the tree is at most 16 deep."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {entry.key.text: plain(entry.value) for entry in node.entries}


def _justifications(values: Values, entry: Entry) -> tuple[Justification, ...]:
    node = entry.value
    if _is_nothing(node):
        hint = "add one, or remove the key to make the belief a premise"
        values.refuse("no-justification", entry.key.start, "derived, but without a justification: it is OUT", hint)
        return ()
    found = values.mappings(entry, JUSTIFICATION_KEYS, "antecedents")
    return tuple([_justification(values, item, entries) for item, entries in found])


def _is_nothing(node: Node) -> bool:
    if isinstance(node, ScalarNode):
        return not node.text and not node.style
    return isinstance(node, ListNode) and not node.items


def _justification(values: Values, node: Node, entries: Iterable[Entry]) -> Justification:
    antecedents: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    mode = Mode.ALL
    label = ""
    problems = len(values.problems)
    for entry in entries:
        match entry.key.text:
            case "antecedents":
                antecedents = values.references(entry)
            case "unless":
                unless = values.references(entry)
            case "mode":
                mode = _mode(values, entry)
            case _:
                label = values.text_of(entry)
    if not antecedents and not unless:
        if len(values.problems) == problems:
            hint = "name the antecedents it rests on, or remove it"
            values.refuse("empty-justification", node.start, "a justification without antecedents and unless", hint)
    elif unless and antecedents:
        _can_hold(values, node, antecedents, unless, mode)
    return Justification(antecedents, unless, mode, label)


def _can_hold(values: Values, node: Node, antecedents: tuple[str, ...], unless: tuple[str, ...], mode: Mode) -> None:
    both = [id for id in antecedents if id in unless]
    if both and (mode is Mode.ALL or len(both) == len(antecedents)):
        message = f"{shown(both[0])} is both an antecedent and an unless: it never holds"
        values.refuse("never-holds", node.start, message, "take it out of one of the two", both[0])


def _mode(values: Values, entry: Entry) -> Mode:
    word = values.word_of(entry)
    if word is None or word in _MODES:
        return _MODES[word or "all"]
    hint = f"write {word.lower()!r}" if word.lower() in _MODES else "write 'any', or leave it out for all"
    values.refuse("bad-mode", entry.value.start, f"no mode {shown(word)}", hint)
    return Mode.ALL


def _retracted(values: Values, entry: Entry) -> Retraction:
    node = entry.value
    if type(node) is not MapNode:
        problems = len(values.problems)
        reason = values.text_of(entry)
        if type(node) is ScalarNode and not node.style and node.text.lower() in _NOT_A_REASON:
            hint = "say why, quoted if it is that word; remove the key for a belief that stands"
            values.refuse("wrong-type", node.start, f"'retracted' takes a reason, not {node.text!r}", hint)
        elif not reason.strip() and len(values.problems) == problems:
            values.refuse("incomplete-retraction", entry.key.start, "retracted without a reason", "say why")
        return Retraction(reason)
    if not node.entries:
        values.refuse("empty-value", entry.key.start, "'retracted' has no value", "say why, or remove the key")
        return Retraction("")
    fields: dict[str, Any] = {"reason": ""}
    for inner in values.known(node, RETRACTION_KEYS):
        fields[inner.key.text] = _RETRACTION_READERS[inner.key.text](values, inner)
    _complete(values, node, fields)
    return Retraction(**fields)


def _complete(values: Values, node: MapNode, fields: Mapping[str, Any]) -> None:
    """Warns about a retraction that does not say all that its type needs."""
    type = fields.get("type")
    if not fields["reason"].strip() and node.get("reason") is None:
        values.refuse("incomplete-retraction", node.start, "retracted without a reason", "add `reason:`", "reason")
    for name, key in _NEEDS.items():
        if type and type.value == name and not node.get(key):
            hint = f"add `{key}:`"
            values.refuse("incomplete-retraction", node.start, f"the type {name!r} without '{key}'", hint, key)
    if "duplicate_of" in fields and (type is None or type is not RetractionType.DUPLICATE):
        at = node.entry("duplicate_of")
        hint = "write `type: duplicate`"
        values.refuse(
            "incomplete-retraction", at.key.start if at else node.start, "'duplicate_of' without its type", hint, "type"
        )


def _retraction_type(values: Values, entry: Entry) -> RetractionType | None:
    word = values.word_of(entry)
    if word is not None and word not in _TYPES:
        near = did_you_mean(word.lower(), _TYPES)
        hint = f"did you mean {near}?" if near else "one of " + ", ".join(_TYPES)
        values.refuse("bad-retraction-type", entry.value.start, f"no type of retraction {shown(word)}", hint)
    return _TYPES.get(word or "")


def _scope_findings(values: Values, entry: Entry) -> tuple[ScopeFinding, ...]:
    found = []
    for node, entries in values.mappings(entry, SCOPE_KEYS, "antecedent"):
        fields: dict[str, Any] = {}
        for inner in entries:
            if inner.key.text == "antecedent":
                fields["antecedent"] = values.word_of(inner) or ""
            else:
                fields[inner.key.text] = values.text_of(inner)
        if "antecedent" not in fields:
            values.refuse("missing-key", node.start, "a finding without 'antecedent'", "name the belief it is about")
        found.append(ScopeFinding(**{"antecedent": "", **fields}))
    return tuple(found)


def _validity(values: Values, entry: Entry) -> Validity:
    ends: dict[str, str | None] = {}
    for inner in values.mapping(entry, VALID_KEYS):
        word = ends[inner.key.text] = values.word_of(inner)
        if word and not _DATE.match(word):
            hint = "write it as 2026, 2026-01 or 2026-01-31"
            values.refuse("bad-period", inner.value.start, f"{shown(word)} is no date", hint, inner.key.text)
    if type(entry.value) is MapNode and not ends:
        values.refuse(
            "empty-value", entry.key.start, "'valid' has neither 'from' nor 'to'", "add one, or remove the key"
        )
    since, until = ends.get("from"), ends.get("to")
    if since and until and _DATE.match(since) and _DATE.match(until) and until < since[: len(until)]:
        values.refuse(
            "bad-period", entry.key.start, f"a period that ends before it begins, {since} to {until}", "swap them"
        )
    return Validity(since, until)


def _sources(values: Values, entry: Entry) -> tuple[Source, ...]:
    texts = values.references(entry)
    if not isinstance(entry.value, ListNode):
        return ()
    found = []
    for item in entry.value.items:
        if isinstance(item, ScalarNode) and item.text:
            source, wrong = read_source(item.text)
            if wrong:
                values.refuse("bad-source", item.start, f"{wrong[0]}: {shown(item.text)}", wrong[1], item.text)
            found.append(source)
    return tuple(found) if texts else ()


_READERS: Mapping[str, Callable[[Values, Entry], Any]] = {
    "retracted": _retracted,
    "research": Values.text_of,
    "justifications": _justifications,
    "unless": Values.references,
    "valid": _validity,
    "sources": _sources,
    "tags": Values.references,
    "aliases": Values.references,
    "distinct": Values.references,
    "origin": Values.text_of,
}

_RETRACTION_READERS: Mapping[str, Callable[[Values, Entry], Any]] = {
    "reason": Values.text_of,
    "type": _retraction_type,
    "duplicate_of": Values.word_of,
    "superseded_by": Values.word_of,
    "nogood": Values.word_of,
    "missing_property": Values.text_of,
    "findings": _scope_findings,
}
