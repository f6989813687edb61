"""Finds duplicates, and proposes merges, writes a plan file for a person, or applies one that a person edited."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eemgit.app.proposing import Base, Proposed, as_branch, as_commits_here, head_base
from eemgit.errors import EditRefused, EemError, Where
from eemgit.repo.repository import Repository
from eemgit.steps.clusters import Cluster, Outcome
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.dedup_plan import units_from_plan, write_plan
from eemgit.steps.plan_text import read_plan
from eemgit.steps.protocol import Proposal

PLAN_FILE = "proposed-dedup.md"
STEP = "dedup"


@dataclass(frozen=True, slots=True)
class Target:
    """Where merges go: a branch (perhaps of a given name) or commits here; or nowhere, for a dry run."""

    here: bool = False
    name: str | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Deduped:
    """What was found and what became of it. `clusters` are what a plan file shows: merges first, then candidates."""

    clusters: tuple[Cluster, ...]
    proposal: Proposal
    proposed: Proposed | None
    plan_file: Path | None = None

    def count(self, outcome: Outcome) -> int:
        """How many of the pairs that were weighed came out so."""
        return sum(record.get("outcome") == outcome.value for record in self.proposal.records)


def dedup(repository: Repository, target: Target, threshold: float | None = None) -> Deduped:
    """Look for duplicates in HEAD and propose the merge of exact copies."""
    base = head_base(repository)
    found = survey(base.knowledge, _options(base, threshold))
    return Deduped(found.clusters, found.proposal, _propose(repository, base, found.proposal, target))


def dedup_plan(repository: Repository, folder: Path, threshold: float | None = None) -> Deduped:
    """Write the plan file into `folder`; refused where one is that says something else, for it may hold decisions."""
    base = head_base(repository)
    found = survey(base.knowledge, _options(base, threshold))
    target = folder / PLAN_FILE
    text = write_plan(found.clusters, base.knowledge)
    if target.is_symlink() or (target.exists() and target.read_text(encoding="utf-8", errors="replace") != text):
        raise EditRefused(
            f"{target} is there and differs", hint=f"apply it (eemgit dedup --apply {target}), or take it away"
        )
    target.write_text(text, encoding="utf-8")
    return Deduped(found.clusters, found.proposal, None, target)


def dedup_apply(repository: Repository, file: Path, target: Target) -> Deduped:
    """Propose what an edited plan file says. EemError where it cannot be read or its beliefs have changed."""
    base = head_base(repository)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise EemError(f"cannot be read: {(error.strerror or '').lower()}", where=Where(str(file))) from error
    except UnicodeDecodeError as error:
        raise EemError("is not UTF-8", where=Where(str(file))) from error
    planned = units_from_plan(read_plan(text, str(file)), base.knowledge)
    proposal = Proposal(STEP, planned.units, tuple(weighed.record() for weighed in planned.weighed))
    return Deduped((), proposal, _propose(repository, base, proposal, target))


def _options(base: Base, threshold: float | None) -> DedupOptions:
    return DedupOptions(base.knowledge.settings.dedup_id_threshold if threshold is None else threshold)


def _propose(repository: Repository, base: Base, proposal: Proposal, target: Target) -> Proposed | None:
    if target.dry_run:
        return None
    if target.here:
        return as_commits_here(repository, base, proposal)
    return as_branch(repository, base, proposal, target.name)
