"""Why a belief has its label: its reasons, and those of what they rest on, each belief once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Kind, Mode, Retraction
from eemgit.tms.explain import is_gated, support
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Cited:
    """A reference, what it resolves to (None: nothing), and the label and claim of that."""

    reference: str
    id: str | None
    label: Label
    claim: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """One justification with the labels of what it cites; `number` counts from 1, `holds` leaves the gate out."""

    number: int
    holds: bool
    mode: Mode
    antecedents: tuple[Cited, ...]
    unless: tuple[Cited, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """One belief, its label, and all that bears on it. `support` is the number of the reason that holds it IN."""

    id: str
    label: Label
    claim: str
    kind: Kind
    retracted: Retraction | None
    gate: tuple[Cited, ...]
    reasons: tuple[Reason, ...]
    support: int | None
    gated: bool

    def rests_on(self) -> tuple[Cited, ...]:
        """What decides the label: the support's antecedents when IN, else whatever keeps it from being IN."""
        if self.retracted is not None:
            return ()
        if self.label is Label.IN:
            return tuple(c for reason in self.reasons if reason.number == self.support for c in _holding(reason))
        failing = [c for c in self.gate if c.label is not Label.OUT]
        for reason in self.reasons:
            failing += [c for c in reason.antecedents if c.label is not Label.IN]
            failing += [c for c in reason.unless if c.label is not Label.OUT]
        return tuple(dict.fromkeys(failing))


def _holding(reason: Reason) -> tuple[Cited, ...]:
    if reason.mode is Mode.ANY:
        return tuple(c for c in reason.antecedents if c.label is Label.IN)
    return reason.antecedents


def reasons(knowledge: KnowledgeBase, id: str) -> Reasons:
    """The reasons of one readable belief."""
    belief = knowledge.beliefs[id]
    found = support(knowledge.labelling, id)
    return Reasons(
        id=id,
        label=knowledge.label_of(id),
        claim=belief.claim,
        kind=belief.kind,
        retracted=belief.retracted,
        gate=_cited(knowledge, belief.unless),
        reasons=tuple(_reason(knowledge, n, j) for n, j in enumerate(belief.justifications or (), 1)),
        support=found.number + 1 if found is not None and found.number >= 0 else None,
        gated=is_gated(knowledge.labelling, id),
    )


def explain(knowledge: KnowledgeBase, id: str, levels: int | None = None) -> tuple[Reasons, ...]:
    """The reasons of a belief and of what they rest on, nearest first, `levels` deep (None: to the ground)."""
    found: dict[str, Reasons] = {}
    waiting = deque([(id, 0)])
    while waiting:
        current, level = waiting.popleft()
        if current in found or current not in knowledge.beliefs:
            continue
        found[current] = reasons(knowledge, current)
        if levels is None or level < levels:
            waiting += [(c.id, level + 1) for c in found[current].rests_on() if c.id is not None]
    return tuple(found.values())


def _reason(knowledge: KnowledgeBase, number: int, justification: Justification) -> Reason:
    antecedents = _cited(knowledge, justification.antecedents)
    unless = _cited(knowledge, justification.unless)
    enough = any if justification.mode is Mode.ANY and antecedents else all
    holds = (
        bool(antecedents or unless)
        and enough(c.label is Label.IN for c in antecedents)
        and all(c.label is Label.OUT for c in unless)
    )
    return Reason(number, holds, justification.mode, antecedents, unless, justification.label)


def _cited(knowledge: KnowledgeBase, references: tuple[str, ...]) -> tuple[Cited, ...]:
    return tuple(_one(knowledge, reference) for reference in references)


def _one(knowledge: KnowledgeBase, reference: str) -> Cited:
    id = knowledge.resolve(reference)
    if id is None:
        return Cited(reference, None, Label.OUT)
    belief = knowledge.beliefs.get(id)
    return Cited(reference, id, knowledge.label_of(id), belief.claim if belief else "")


def surviving(knowledge: KnowledgeBase, belief: Belief) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """For each ALL justification that fails: its number, the antecedents still IN, and those that are not."""
    for number, justification in enumerate(belief.justifications or (), 1):
        cited = _cited(knowledge, justification.antecedents)
        standing = tuple(c.reference for c in cited if c.label is Label.IN)
        fallen = tuple(c.reference for c in cited if c.label is not Label.IN)
        if justification.mode is Mode.ALL and standing and fallen:
            yield number, standing, fallen
