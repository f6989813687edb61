"""Objections to a belief: challenges, answers to them, and beliefs that take the place of others.

All three gate a belief as a whole, with its top-level `unless`: whatever support it has or gets, it is OUT while the
objection is IN, and back when that falls. Nothing is lost and nothing needs to be restored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eemgit.beliefs.amending import Lists
from eemgit.beliefs.checks import listed
from eemgit.beliefs.ids import check_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.beliefs.sources import parse_source
from eemgit.errors import EditRefused, EemError
from eemgit.steps.protocol import Add, Amend, Unit


@dataclass(frozen=True, slots=True)
class Objection:
    """What a person says against a belief; without an id one is made from that of the belief."""

    claim: str
    id: str | None = None
    sources: tuple[str, ...] = ()
    distinct: tuple[str, ...] = ()


def challenge(knowledge: KnowledgeBase, reference: str, objection: Objection) -> tuple[str, Unit]:
    """The challenged belief, and the unit that adds the challenge and gates the belief with it."""
    challenged = knowledge.find(reference).id
    added = _belief(knowledge, objection, "challenge", challenged)
    edits = (Add(added), Amend(challenged, Lists(unless=(added.id,))))
    return challenged, Unit(f"challenge {challenged}", f"{added.id}: {added.claim}", edits)


def answer(knowledge: KnowledgeBase, reference: str, defence: Objection) -> tuple[str, Unit]:
    """The challenge that is answered, and the unit that adds the defence and gates the challenge with it.

    EditRefused when the belief challenges nothing.
    """
    answered = knowledge.find(reference).id
    if not challenged_by(knowledge, answered):
        raise EditRefused(
            f"{answered!r} challenges nothing, so there is nothing to answer", hint=_meant(knowledge, answered)
        )
    added = _belief(knowledge, defence, "answer", answered)
    edits = (Add(added), Amend(answered, Lists(unless=(added.id,))))
    return answered, Unit(f"answer {answered}", f"{added.id}: {added.claim}", edits)


def supersede(knowledge: KnowledgeBase, old: str, new: str, *, transitive: bool = False) -> tuple[str, Unit]:
    """The superseded belief, and the unit that gates it with `new`; with `transitive` also all it had superseded."""
    gone, newer = knowledge.find(old).id, knowledge.find(new).id
    if gone == newer:
        raise EditRefused(f"{gone!r} cannot take its own place")
    gated = [gone, *(_superseded(knowledge, gone, newer) if transitive else ())]
    lacking = [id for id in gated if newer not in _gates(knowledge, id)]
    if not lacking:
        raise EditRefused(f"{newer!r} has taken the place of {listed(gated)} already")
    edits = tuple(Amend(id, Lists(unless=(newer,))) for id in lacking)
    return gone, Unit(f"supersede {gone} by {newer}", knowledge.beliefs[newer].claim, edits)


def challenged_by(knowledge: KnowledgeBase, id: str) -> tuple[str, ...]:
    """The beliefs that this one gates as a whole, sorted."""
    return tuple(other for other in knowledge.citing(id) if id in _gates(knowledge, other))


def _superseded(knowledge: KnowledgeBase, id: str, newer: str) -> Sequence[str]:
    """What `id` gates as a whole, directly or through others, but for `newer`; nearest first."""
    found: dict[str, None] = {}
    waiting = [id]
    while waiting:
        for other in challenged_by(knowledge, waiting.pop(0)):
            if other not in found and other not in (id, newer):
                found[other] = None
                waiting.append(other)
    return tuple(found)


def _gates(knowledge: KnowledgeBase, id: str) -> tuple[str, ...]:
    return knowledge.references.standing(knowledge.beliefs[id].unless)


def _belief(knowledge: KnowledgeBase, objection: Objection, word: str, about: str) -> Belief:
    claim = " ".join(objection.claim.split())
    if not claim:
        raise EemError("a claim cannot be empty", hint=f"say in one sentence what speaks against {about!r}")
    for reference in objection.distinct:
        knowledge.find(reference)
    namespace, slash, name = about.rpartition("/")
    taken = {*knowledge.paths, *knowledge.references.aliases}
    id = check_id(objection.id) if objection.id is not None else slug(f"{namespace}{slash}{word}-{name}", taken)
    sources = tuple(parse_source(text) for text in objection.sources)
    return Belief(id, claim, sources=sources, distinct=objection.distinct)


def _meant(knowledge: KnowledgeBase, id: str) -> str:
    """What a person may have meant who answers a belief that is no challenge."""
    challenges = _gates(knowledge, id)
    if challenges:
        return f"it is challenged by {listed(challenges)}: eemgit challenge --answer {challenges[0]} CLAIM"
    return f"to object to it: eemgit challenge {id} CLAIM"
