"""Contradictions: recording one, listing them, and proposing how to take one apart."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eemgit.app.opening import at_head, here
from eemgit.app.proposing import Proposed, Target, head_base, propose
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.checks import listed
from eemgit.beliefs.ids import check_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Nogood
from eemgit.errors import EemError
from eemgit.repo.repository import Repository
from eemgit.steps.protocol import Unit
from eemgit.steps.resolve import choose, find_nogood, members_of, rank, record, resolve, retraction_of
from eemgit.tms.culprits import Culprit, Culprits
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
    proposed: Proposed | None = None
    unresolved: str | None = None
    written: str | None = None
    """The file here that the retraction went to, beside a nogood that is not committed."""


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
    to = target or Target()
    if not repository.is_bare and id not in at_head(repository).knowledge.nogoods:
        return _resolve_uncommitted(repository, id, blamed, to)
    base = head_base(repository)
    nogood = find_nogood(base.knowledge, id)
    ranked = rank(base.knowledge, nogood)
    if _is_tied(ranked, blamed):
        return _unresolved(nogood, ranked)
    chosen = choose(base.knowledge, ranked, nogood, blamed).id
    to = replace(to, name=nogood.id.replace("/", "--") if to.name is None else to.name)
    proposal = resolve(base.knowledge, nogood, chosen)
    proposed = propose(repository, base, proposal, to, by_hand=blamed is not None)
    return Resolution(nogood, ranked.candidates, chosen, proposed)


def _resolve_uncommitted(repository: Repository, id: str, blamed: str | None, to: Target) -> Resolution:
    """Retract the culprit in the worktree, where the nogood is: a branch on HEAD would hold one without the other."""
    knowledge = here(repository).knowledge
    nogood = find_nogood(knowledge, id)
    ranked = rank(knowledge, nogood)
    if _is_tied(ranked, blamed):
        return _unresolved(nogood, ranked)
    chosen = choose(knowledge, ranked, nogood, blamed)

    def plan(now: KnowledgeBase) -> tuple[str, Unit]:
        return chosen.id, retraction_of(now, nogood, chosen)

    written = write_unit(repository, "nogood resolve", plan, How(dry_run=to.dry_run))
    path = None if to.dry_run else written.path
    return Resolution(nogood, ranked.candidates, chosen.id, written=path)


def _is_tied(ranked: Culprits, blamed: str | None) -> bool:
    """Whether several culprits come first and nobody named one."""
    return blamed is None and bool(ranked.candidates) and ranked.chosen is None


def _unresolved(nogood: Nogood, ranked: Culprits) -> Resolution:
    names = listed(candidate.id for candidate in ranked.candidates)
    told = f"unresolved: no culprit of {nogood.id!r} stands out among {names}"
    return Resolution(nogood, ranked.candidates, None, unresolved=told)
