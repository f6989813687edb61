"""Which nodes of an export were taken OUT by somebody, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping

from eemgit.beliefs.model import Retraction, RetractionType
from eemgit.exchange.export import ExportedJustification, ExportedNode
from eemgit.exchange.json_text import fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.naming import Names
from eemgit.tms.network import Label

REASONS = ("retract_reason", "stale_reason")
"""Metadata that says why a node was retracted."""

SAID = (*REASONS, "duplicate_of", "superseded_by")

MARKS = ("retracted", "_retracted")
"""Members or metadata that say no more than that it was."""

DEFEATED = "migrated-retraction"
"""The type of a node that stands for a former retraction, in the `unless` of what it keeps OUT."""

UNGIVEN = "retracted in the export, which gives no reason"
UNMARKED = "OUT in the export although what it rests on is IN there; no reason is given"

_NOT_WORD = re.compile(r"[\W_]+")


class Retractions:
    """Tells for each node of one export whether and how it is retracted."""

    def __init__(self, nodes: Mapping[str, ExportedNode], names: Names, ledger: Ledger) -> None:
        self._nodes = nodes
        self._names = names
        self._ledger = ledger
        self._alike = _by_words(nodes)

    def of(self, node: ExportedNode) -> Retraction | None:
        """How `node` is retracted; None when it is not, or when its justifications keep it OUT by themselves.

        Stored OUT is retracted when the export says so, when it is a premise, and when the stored labels of what it
        cites would justify it. Stored IN is never retracted: if nothing justifies it, the label will tell.
        """
        marked = _is_marked(node) and not self._is_only_defeated(node)
        if node.stored is Label.IN or not (marked or self._should_be_in(node)):
            return None
        duplicate = self._reference(node, "duplicate_of")
        if duplicate is not None and duplicate != self._names.ids[node.id]:
            return Retraction(self._reason(node), RetractionType.DUPLICATE, duplicate_of=duplicate)
        successor = self._reference(node, "superseded_by")
        if successor is not None and successor != self._names.ids[node.id]:
            return Retraction(self._reason(node), RetractionType.SUPERSEDED, superseded_by=successor)
        return Retraction(self._reason(node))

    def told(self, node: ExportedNode, retraction: Retraction | None) -> set[str]:
        """The names of the node's metadata that its retraction says already."""
        if retraction is None:
            return set()
        told = {name for name in SAID if (text := node.metadata_text(name)) and text in retraction.reason}
        return told | {name for name in ("duplicate_of", "superseded_by") if getattr(retraction, name)} | {*MARKS}

    def _is_only_defeated(self, node: ExportedNode) -> bool:
        """Whether a retraction was turned into an exception: its time is still there, and a node that says why."""
        if any(node.metadata_text(name) for name in SAID):
            return False
        unless = (self._nodes[id] for each in node.justifications or () for id in each.unless if id in self._nodes)
        return any(
            each.metadata.get("defeater_type") == DEFEATED and each.metadata.get("defeats_node") == node.id
            for each in unless
        )

    def _should_be_in(self, node: ExportedNode) -> bool:
        if node.stored is None:
            return False
        return node.justifications is None or any(self._holds(each) for each in node.justifications)

    def _holds(self, justification: ExportedJustification) -> bool:
        holds = all(self._stored(id) is Label.IN for id in justification.antecedents)
        return holds and not any(self._stored(id) is Label.IN for id in justification.unless)

    def _stored(self, id: str) -> Label | None:
        return self._nodes[id].stored if id in self._nodes else None

    def _reason(self, node: ExportedNode) -> str:
        for name in REASONS:
            if node.metadata_text(name):
                return node.metadata_text(name)
        for name, words in (("duplicate_of", "duplicate of"), ("superseded_by", "superseded by")):
            if node.metadata_text(name):
                return f"{words} {node.metadata_text(name)}"
        return UNGIVEN if node.justifications is None or _is_marked(node) else UNMARKED

    def _reference(self, node: ExportedNode, name: str) -> str | None:
        """Our id for what the metadata names, punctuation aside; a loss when there is no such node or there are two."""
        value = node.metadata.get(name)
        if not isinstance(value, str) or not value.strip():
            return None
        old = value if value in self._nodes else self._alike.get(_words(value))
        if old is None:
            self._ledger.lost(node.id, f"{name} {fold(value)!r}", "it names no node of the export; the reason keeps it")
            return None
        return self._names.ids[old]


def _is_marked(node: ExportedNode) -> bool:
    said = node.fields.get("retracted_at")
    if (isinstance(said, str) and said.strip()) or any(node.metadata_text(name) for name in (*REASONS, "duplicate_of")):
        return True
    return any(node.fields.get(name) is True or node.metadata.get(name) is True for name in MARKS)


def _words(id: str) -> str:
    return _NOT_WORD.sub("-", fold(id).casefold())


def _by_words(nodes: Mapping[str, ExportedNode]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for id in nodes:
        words = _words(id)
        found[words] = None if words in found else id
    return found
