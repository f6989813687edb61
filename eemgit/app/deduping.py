"""Finds duplicates, and proposes merges, writes a plan file for a person, or applies one that a person edited."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eemgit.app.opening import require_files
from eemgit.app.proposing import Base, Proposed, Target, head_base, propose
from eemgit.errors import EditRefused, EemError, Where
from eemgit.repo.files import write_file
from eemgit.repo.repository import Repository
from eemgit.steps.clusters import Cluster, Outcome
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.dedup_plan import units_from_plan, write_plan
from eemgit.steps.plan_text import read_plan
from eemgit.steps.protocol import Proposal

PLAN_FILE = "proposed-dedup.md"
STEP = "dedup"


@dataclass(frozen=True, slots=True)
class Deduped:
    """What was found and what became of it. `clusters` are what a plan file shows: merges first, then candidates."""

    clusters: tuple[Cluster, ...]
    proposal: Proposal
    proposed: Proposed | None
    uncommitted: tuple[str, ...] = ()
    """Beliefs and nogoods in the worktree that were not looked at, for they are not committed."""
    plan_file: Path | None = None

    def count(self, outcome: Outcome) -> int:
        """How many of the pairs that were weighed came out so."""
        return sum(record.get("outcome") == outcome.value for record in self.proposal.records)


def dedup(repository: Repository, target: Target, threshold: float | None = None) -> Deduped:
    """Look for duplicates in HEAD and propose the merge of exact copies."""
    base = head_base(repository)
    found = survey(base.knowledge, _options(base, threshold))
    proposed = propose(repository, base, found.proposal, target)
    return Deduped(found.clusters, found.proposal, proposed, base.uncommitted)


def dedup_plan(repository: Repository, threshold: float | None = None) -> Deduped:
    """Write the plan file at the belief root; refused where one is that says something else: it may hold decisions."""
    require_files(repository)
    base = head_base(repository)
    found = survey(base.knowledge, _options(base, threshold))
    target = repository.root / PLAN_FILE
    text = write_plan(found.clusters, base.knowledge).encode()
    if target.is_symlink() or not target.is_file() or target.read_bytes() != text:
        try:
            write_file(repository, PLAN_FILE, text, before=None)
        except EditRefused as refused:
            hint = f"apply it (eemgit dedup --apply {target}), or take it away"
            raise EditRefused(f"{target} is there and differs", hint=hint) from refused
    return Deduped(found.clusters, found.proposal, None, base.uncommitted, target)


def dedup_apply(repository: Repository, file: Path, target: Target) -> Deduped:
    """Propose what an edited plan file says. EemError where it cannot be read or its beliefs have changed."""
    base = head_base(repository)
    planned = units_from_plan(read_plan(_text(file), str(file)), base.knowledge)
    proposal = Proposal(STEP, planned.units, tuple(weighed.record() for weighed in planned.weighed))
    proposed = propose(repository, base, proposal, target, by_hand=True)
    return Deduped((), proposal, proposed, base.uncommitted)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise EemError(f"cannot be read: {(error.strerror or '').lower()}", where=Where(str(file))) from error
    except UnicodeDecodeError as error:
        raise EemError("is not UTF-8", where=Where(str(file))) from error


def _options(base: Base, threshold: float | None) -> DedupOptions:
    return DedupOptions(base.knowledge.settings.dedup_id_threshold if threshold is None else threshold)
