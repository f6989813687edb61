"""What an import gives: beliefs and nogoods to write, and everything a person should know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from eemgit.beliefs.ids import Layout
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Nogood
from eemgit.exchange.losses import Loss, Oddity
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Import:
    """One export, turned into beliefs. All ids are ours but the keys of `renamed`.

    `beliefs` (in dependency order: a belief after what it cites, as far as there is no ring) and `nogoods` are what the
    knowledge base does not have yet. `unchanged` are there and say the same, `kept` are there and say something else:
    they were edited since, or are other beliefs, and stay as they are.
    """

    beliefs: tuple[Belief, ...]
    nogoods: tuple[Nogood, ...]
    layout: Layout
    losses: tuple[Loss, ...]
    oddities: tuple[Oddity, ...]
    renamed: Mapping[str, str]
    stored: Mapping[str, Label]
    """The labels that the export holds."""
    weakened: frozenset[str]
    """The beliefs that lost a justification."""
    unchanged: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def is_same(belief: Belief, taken: KnowledgeBase) -> bool:
    """Whether `taken` has this very belief; of what it cites, another name for the same is the same."""
    there = taken.beliefs.get(belief.id)
    return there is not None and _renamed(there, taken) == _renamed(belief, taken)


def _renamed(belief: Belief, taken: KnowledgeBase) -> Belief:
    def name(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(taken.references.named(id) or id for id in ids)

    justifications = belief.justifications and tuple(
        replace(each, antecedents=name(each.antecedents), unless=name(each.unless)) for each in belief.justifications
    )
    return replace(belief, justifications=justifications, unless=name(belief.unless))
