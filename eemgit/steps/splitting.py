"""Splits a belief into parts: the old id stays, and rests on all of them."""

from __future__ import annotations

from collections.abc import Sequence

from eemgit.beliefs.checks import listed
from eemgit.beliefs.ids import check_id
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification
from eemgit.errors import EditRefused, EemError
from eemgit.steps.protocol import Add, Drop, Edit, Justify, Unit

LABEL = "all of its parts"


def split(knowledge: KnowledgeBase, reference: str, parts: Sequence[tuple[str, str]]) -> tuple[str, Unit]:
    """The belief and the unit that makes it derived from new beliefs, given as id and claim.

    What supports the whole supports each part now: the parts of a premise are premises with its sources and tags, those
    of a derived belief get its justifications. The whole keeps its file, its claim and its gates, and no label of
    another belief changes.
    """
    whole = knowledge.find(reference)
    ids = [check_id(id) for id, _ in parts]
    if len(set(ids)) < 2:
        raise EemError("a belief is split into two parts or more", hint="eemgit split ID A B --claim … --claim …")
    if whole.retracted is not None:
        raise EditRefused(f"{whole.id!r} is retracted", hint=f"eemgit restore {whole.id} first")
    if whole.justifications == ():
        raise EditRefused(
            f"{whole.id!r} has no justification that its parts could have", hint="eemgit justify it first"
        )
    edits: list[Edit] = [Add(_part(whole, id, claim)) for id, claim in parts]
    if whole.justifications:
        edits.append(Drop(whole.id, tuple(range(1, len(whole.justifications) + 1))))
    edits.append(Justify(whole.id, Justification(tuple(ids), label=LABEL)))
    claims = "\n".join(f"{id}: {' '.join(claim.split())}" for id, claim in parts)
    return whole.id, Unit(f"split {whole.id} into {listed(ids)}".replace("'", ""), claims, tuple(edits))


def _part(whole: Belief, id: str, claim: str) -> Belief:
    text = " ".join(claim.split())
    if not text:
        raise EemError(f"the claim of {id!r} is empty", hint="say in one sentence what this part says")
    return Belief(
        id, text, justifications=whole.justifications, sources=whole.sources, tags=whole.tags, valid=whole.valid
    )
