"""What an export gives: the text of another format, and everything that this format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Severity
from eemgit.exchange.losses import Ledger, Loss


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One knowledge base in another format. The ids of `losses` are ours; `text` ends with a line feed."""

    text: str
    beliefs: int
    nogoods: int
    losses: tuple[Loss, ...]


PARTS: Mapping[str, Callable[[Belief], object]] = {
    "notes": lambda belief: belief.notes,
    "sources": lambda belief: belief.sources,
    "tags": lambda belief: belief.tags,
    "aliases": lambda belief: belief.aliases,
    "open questions (research)": lambda belief: belief.research is not None,
    "periods (valid)": lambda belief: belief.valid,
    "settled look-alikes (distinct)": lambda belief: belief.distinct,
    "origins": lambda belief: belief.origin is not None,
    "other keys": lambda belief: belief.extra,
    "justifications": lambda belief: belief.justifications,
    "gates on the whole belief (unless)": lambda belief: belief.unless,
    "why they are retracted": lambda belief: belief.retracted,
}
"""What a belief may have besides id, claim, label and kind, and whether one has it."""


def lose_parts(knowledge: KnowledgeBase, held: Collection[str], why: str, ledger: Ledger) -> None:
    """Notes a loss for each part that is not `held` and that some belief has."""
    for part, has in PARTS.items():
        if part not in held:
            for belief in knowledge.beliefs.values():
                if has(belief):
                    ledger.lost_everywhere(part, why)


def lose_unread(knowledge: KnowledgeBase, ledger: Ledger) -> None:
    """Notes a loss for each file that is no belief and no nogood because of an error."""
    read = {*(knowledge.paths[id] for id in knowledge.beliefs), *knowledge.nogood_paths.values()}
    errors = (found for found in knowledge.reading_findings if found.severity is Severity.ERROR)
    told: set[str] = set()
    for found in errors:
        path = found.where.path
        if path not in read and path not in told:
            told.add(path)
            ledger.lost(found.id, f"all of {path}", f"it cannot be read ({found.code})")
