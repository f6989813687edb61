"""Contradictions: recording one, listing them, and proposing how to take one apart."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eemgit.app.opening import here as open_here
from eemgit.app.proposing import Proposed, Target, head_base, propose
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.ids import check_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Nogood
from eemgit.errors import EditRefused, EemError
from eemgit.repo.repository import Repository
from eemgit.steps.protocol import Unit
from eemgit.steps.resolve import choose, find_nogood, members_of, rank, record, resolve
from eemgit.tms.culprits import Culprit
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Standing:
    """A nogood with the labels of its members; open when all are IN."""

    nogood: Nogood
    members: tuple[tuple[str, Label], ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Resolution:
    """The ranking of a contradiction's culprits and what was proposed; `unresolved` says why nothing was."""

    nogood: Nogood
    candidates: tuple[Culprit, ...]
    chosen: str | None
    proposed: Proposed | None
    unresolved: str | None = None


def standing_nogoods(knowledge: KnowledgeBase) -> tuple[Standing, ...]:
    """Every nogood with the labels its members have now."""
    return tuple(
        Standing(
            nogood,
            tuple((id, knowledge.label_of(id)) for id in members_of(knowledge, nogood)),
            knowledge.is_open(nogood),
        )
        for nogood in knowledge.nogoods.values()
    )


def record_nogood(repository: Repository, reason: str, members: tuple[str, ...], id: str | None, how: How) -> Written:
    """Write a nogood. EemError without a reason; UnknownBelief for a member that is not there."""
    text = " ".join(reason.split())
    if not text:
        raise EemError("a nogood needs a reason", hint="say why its members cannot all hold")

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        named = check_id(id) if id is not None else slug("-vs-".join(members), knowledge.nogoods)
        return named, record(knowledge, Nogood(named, members, text))

    return write_unit(repository, "nogood add", plan, how)


def resolve_nogood(
    repository: Repository, id: str, blamed: str | None = None, target: Target | None = None
) -> Resolution:
    """Propose the retraction of the culprit that stands out (or of `blamed`), on a branch or as a commit here."""
    base = head_base(repository)
    nogood = _committed(repository, base.knowledge, id)
    ranked = rank(base.knowledge, nogood)
    try:
        chosen = choose(base.knowledge, ranked, nogood, blamed).id
    except EditRefused as refused:
        if blamed is not None or not ranked.candidates:
            raise
        return Resolution(nogood, ranked.candidates, None, None, str(refused))
    to = target or Target()
    to = replace(to, name=nogood.id.replace("/", "--") if to.name is None else to.name)
    proposal = resolve(base.knowledge, nogood, chosen)
    proposed = propose(repository, base, proposal, to, by_hand=blamed is not None)
    return Resolution(nogood, ranked.candidates, chosen, proposed)


def _committed(repository: Repository, knowledge: KnowledgeBase, id: str) -> Nogood:
    if id not in knowledge.nogoods and not repository.is_bare and id in open_here(repository).knowledge.nogoods:
        raise EditRefused(f"the nogood {id!r} is not committed", hint="commit it first: a proposal is built on HEAD")
    return find_nogood(knowledge, id)
