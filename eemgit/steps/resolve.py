"""The resolve step: takes a recorded contradiction apart by retracting the culprit that costs least."""

from __future__ import annotations

from collections.abc import Mapping

from eemgit.beliefs.checks import listed
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Nogood, Retraction, RetractionType
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.writing import text_hash
from eemgit.errors import EditRefused, EemError
from eemgit.steps.protocol import Proposal, RecordNogood, Retract, Unit
from eemgit.tms.culprits import Culprit, Culprits, blame, culprits


def members_of(knowledge: KnowledgeBase, nogood: Nogood) -> tuple[str, ...]:
    """The members as beliefs, references resolved, each once."""
    found = (knowledge.resolve(member) or member for member in nogood.members)
    return tuple(dict.fromkeys(found))


def rank(knowledge: KnowledgeBase, nogood: Nogood) -> Culprits:
    """Who may be blamed for a contradiction, least loss first; nobody while it is not open."""
    if not knowledge.is_open(nogood):
        return Culprits((), None)
    return culprits(knowledge.labelling, members_of(knowledge, nogood), lambda id: _is_sourced(knowledge, id))


def _is_sourced(knowledge: KnowledgeBase, id: str) -> bool:
    belief = knowledge.beliefs.get(id)
    return belief is not None and bool(belief.sources)


def find_nogood(knowledge: KnowledgeBase, id: str) -> Nogood:
    """The nogood of that id; EemError with what is near when there is none."""
    if id in knowledge.nogoods:
        return knowledge.nogoods[id]
    near = did_you_mean(id, knowledge.nogoods)
    raise EemError(f"no nogood {id!r}", hint=f"did you mean {near}?" if near else "eemgit nogood list")


def resolve(knowledge: KnowledgeBase, nogood: Nogood, blamed: str | None = None) -> Proposal:
    """The retraction of one culprit: `blamed`, or the one that stands out. EditRefused when none does."""
    ranked = rank(knowledge, nogood)
    culprit = choose(knowledge, ranked, nogood, blamed)
    records = tuple(_record(each, each.id == culprit.id) for each in ranked.candidates)
    return Proposal("resolve", (retraction_of(knowledge, nogood, culprit),), records)


def retraction_of(knowledge: KnowledgeBase, nogood: Nogood, culprit: Culprit) -> Unit:
    """The unit that retracts a culprit, with the contradiction as its reason."""
    reason = f"contradiction {nogood.id}: {nogood.reason}"
    retraction = Retraction(reason, RetractionType.CONTRADICTION, nogood=nogood.id)
    return Unit(
        f"retract {culprit.id}",
        f"{reason}\n\n{_cost(culprit)}",
        (Retract(culprit.id, retraction),),
        {id: _hash(knowledge, id) for id in (culprit.id, *members_of(knowledge, nogood)) if id in knowledge.beliefs},
    )


def record(knowledge: KnowledgeBase, nogood: Nogood) -> Unit:
    """The unit that puts a contradiction on record."""
    for member in nogood.members:
        knowledge.find(member)
    return Unit(f"record nogood {nogood.id}", nogood.reason, (RecordNogood(nogood),))


def choose(knowledge: KnowledgeBase, ranked: Culprits, nogood: Nogood, blamed: str | None) -> Culprit:
    """The culprit to retract: `blamed` if it takes a member OUT, or the one that stands out; else EditRefused."""
    if not ranked.candidates:
        raise EditRefused(f"{nogood.id!r} is not open: not all of its members are IN")
    names = listed(candidate.id for candidate in ranked.candidates)
    if blamed is not None:
        id = knowledge.find(blamed).id
        members = members_of(knowledge, nogood)
        culprit = blame(knowledge.labelling, id, members, lambda each: _is_sourced(knowledge, each))
        if culprit is None:
            hint = f"the culprits are {names}"
            raise EditRefused(f"retracting {id!r} takes no member of {nogood.id!r} OUT", hint=hint)
        return culprit
    if ranked.chosen is None:
        raise EditRefused(
            f"unresolved: no culprit of {nogood.id!r} stands out among {names}",
            hint=f"name one: eemgit nogood resolve {nogood.id} --retract ID",
        )
    return ranked.chosen


def _cost(culprit: Culprit) -> str:
    return f"Takes OUT {listed(culprit.takes_out)}; {len(culprit.lost)} beliefs lose IN in all."


def _record(culprit: Culprit, chosen: bool) -> Mapping[str, object]:
    return {
        "outcome": "chosen" if chosen else "candidate",
        "id": culprit.id,
        "sourced": culprit.sourced,
        "takes_out": list(culprit.takes_out),
        "lost": list(culprit.lost),
    }


def _hash(knowledge: KnowledgeBase, id: str) -> str:
    content = knowledge.files[knowledge.paths[id]]
    return text_hash(content) if isinstance(content, bytes) else ""
