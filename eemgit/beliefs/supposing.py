"""What if: the labels that would flip, without writing anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eemgit.beliefs.compare import Flip
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.tms.network import Label
from eemgit.tms.whatif import what_if


@dataclass(frozen=True, slots=True)
class Supposition:
    """What was supposed of which beliefs, and what flips beyond them."""

    supposed: tuple[tuple[str, Label], ...]
    flips: tuple[Flip, ...]


def suppose(knowledge: KnowledgeBase, references: Iterable[str], label: Label | None = None) -> Supposition:
    """What flips if the beliefs had `label` (None: the opposite of what each has; UNDECIDED counts as not IN)."""
    supposed: dict[str, Label] = {}
    for reference in references:
        id = knowledge.find(reference).id
        id = knowledge.resolve(id) or id
        opposite = Label.OUT if knowledge.label_of(id) is Label.IN else Label.IN
        supposed[id] = label or opposite
    flips = what_if(knowledge.labelling, dict(supposed))
    return Supposition(
        tuple(supposed.items()),
        tuple(Flip(flip.id, flip.before, flip.after, tuple(supposed)) for flip in flips if flip.id in knowledge.paths),
    )
