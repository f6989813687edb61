"""Turns a step's proposal into a branch of readable commits, or into commits here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from eemgit.app.opening import at_revision
from eemgit.app.rolling import DECIDED, DIGEST, RUN, STEP, digest_of, refuse_foreign
from eemgit.beliefs.ids import placed
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EditRefused, GitError
from eemgit.git.history import log
from eemgit.git.names import check_branch
from eemgit.git.refs import list_refs
from eemgit.repo.commits import CommitSpec
from eemgit.repo.here import commit_chain_here, uncommitted
from eemgit.repo.publish import publish
from eemgit.repo.repository import Repository
from eemgit.steps.apply import Applied, apply
from eemgit.steps.protocol import Proposal

PREFIX = "eem"
SUBJECT_WIDTH = 72


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of a proposal. `head` is None when nothing was proposed; `changed` False when it stood already."""

    where: str
    """The branch, or `here` for the current one."""
    head: str | None
    changed: bool
    units: tuple[str, ...]
    before: KnowledgeBase
    after: KnowledgeBase


@dataclass(frozen=True, slots=True)
class Base:
    """The commit a proposal is built on, its knowledge base, and the files here that are left out of it."""

    commit: str
    knowledge: KnowledgeBase
    branches: Mapping[str, str]
    """Where the branches with proposals were when it was read; one that has moved since is not rebuilt."""
    uncommitted: tuple[str, ...] = ()
    """Beliefs and nogoods in the worktree that differ from the commit."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a proposal goes: to a branch (perhaps of a given name) or to commits here; or nowhere, for a dry run."""

    here: bool = False
    name: str | None = None
    dry_run: bool = False


def propose(
    repository: Repository, base: Base, proposal: Proposal, target: Target, *, by_hand: bool = False
) -> Proposed | None:
    """What became of the proposal; `by_hand` says that a person decided what is in it."""
    if target.dry_run:
        return None
    if target.here:
        return as_commits_here(repository, base, proposal)
    return as_branch(repository, base, proposal, target.name, by_hand=by_hand)


def branch_for(step: str, name: str | None = None) -> str:
    """`eem/<step>` or `eem/<step>-NAME`. GitError for a name git does not take."""
    return check_branch(f"{PREFIX}/{step}" if name is None else f"{PREFIX}/{step}-{check_branch(name)}")


def as_branch(
    repository: Repository, base: Base, proposal: Proposal, name: str | None = None, *, by_hand: bool = False
) -> Proposed:
    """The proposal on its rolling branch, rebuilt on `base` unless it stands there already.

    Index, worktree and HEAD are left alone. Raises EditRefused when the branch holds what a person did.
    """
    branch = branch_for(proposal.step, name)
    if not proposal.units:
        return Proposed(branch, None, False, (), base.knowledge, base.knowledge)
    applied = apply(base.knowledge, proposal.units)
    subjects = tuple(unit.subject for unit in proposal.units)
    digest = digest_of(base.knowledge.files, applied.knowledge.files)
    old = base.branches.get(branch)
    if old is not None:
        commits = log(repository.git, old, (base.commit,))
        if commits and commits[-1].trailer(DIGEST) == digest:
            return Proposed(branch, old, False, subjects, base.knowledge, applied.knowledge)
        refuse_foreign(repository, branch, old, base.commit, by_hand=by_hand)
    specs = _commits(repository, base, proposal, applied, _Trailers(digest, by_hand))
    published = publish(repository, branch, base.commit, specs, old)
    return Proposed(branch, published.head, True, subjects, base.knowledge, applied.knowledge)


def as_commits_here(repository: Repository, base: Base, proposal: Proposal) -> Proposed:
    """The proposal as commits on the current branch, worktree and index with it."""
    if not proposal.units:
        return Proposed("here", None, False, (), base.knowledge, base.knowledge)
    applied = apply(base.knowledge, proposal.units)
    digest = digest_of(base.knowledge.files, applied.knowledge.files)
    specs = _commits(repository, base, proposal, applied, _Trailers(digest, by_hand=False))
    head = commit_chain_here(repository, specs, base.commit).head
    subjects = tuple(unit.subject for unit in proposal.units)
    return Proposed("here", head, True, subjects, base.knowledge, applied.knowledge)


@dataclass(frozen=True, slots=True)
class _Trailers:
    """What the trailers of a proposal's commits say."""

    digest: str
    by_hand: bool

    @property
    def run(self) -> str:
        return self.digest[:12]

    @property
    def last(self) -> tuple[tuple[str, str], ...]:
        """Those that only the last commit has."""
        return ((DIGEST, self.digest), *(((DECIDED, "by hand"),) if self.by_hand else ()))


def _commits(
    repository: Repository, base: Base, proposal: Proposal, applied: Applied, said: _Trailers
) -> tuple[CommitSpec, ...]:
    trailers = ((STEP, proposal.step), (RUN, said.run))
    units = [
        CommitSpec(_subject(proposal.step, unit.subject), unit.reason, trailers, files)
        for unit, files in zip(proposal.units, applied.changes, strict=True)
    ]
    if base.knowledge.settings.commit_per == "step":
        units = [_squashed(proposal, applied.changes, trailers)]
    report = _report(base, proposal, said)
    if base.knowledge.settings.reports == "tracked":
        units.append(CommitSpec(f"{proposal.step}: report", "", trailers, report))
    else:
        _keep_locally(repository, report)
    last = units[-1]
    return (*units[:-1], CommitSpec(last.subject, last.body, (*last.trailers, *said.last), last.files))


def _subject(step: str, subject: str) -> str:
    whole = f"{step}: {subject}"
    return whole if len(whole) <= SUBJECT_WIDTH else whole[: SUBJECT_WIDTH - 1] + "…"


def _squashed(
    proposal: Proposal, changes: tuple[Mapping[str, bytes | None], ...], trailers: tuple[tuple[str, str], ...]
) -> CommitSpec:
    files: dict[str, bytes | None] = {path: data for each in changes for path, data in each.items()}
    body = "\n".join(f"- {unit.subject}" for unit in proposal.units)
    return CommitSpec(f"{proposal.step}: {len(proposal.units)} changes", body, trailers, files)


def _report(base: Base, proposal: Proposal, said: _Trailers) -> dict[str, bytes | None]:
    head = {"schema": 1, "step": proposal.step, "base": base.commit, "digest": said.digest}
    counts = {"beliefs": len(base.knowledge.beliefs), "units": len(proposal.units), "records": len(proposal.records)}
    lines = [{**head, **counts}, *proposal.records]
    text = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    date = datetime.now(UTC).date().isoformat()
    return {f"reports/{proposal.step}/{date}-{said.run}.jsonl": text.encode()}


def _keep_locally(repository: Repository, report: Mapping[str, bytes | None]) -> None:
    for path, data in report.items():
        target = repository.common_dir / "eemgit" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data or b"")


def head_base(repository: Repository) -> Base:
    """HEAD as the base of a proposal. GitError before the first commit; EditRefused when a record cannot be read."""
    head = repository.head()
    if head is None:
        raise GitError("there is no commit to propose on", hint="commit the beliefs first")
    branches = list_refs(repository.git, [f"refs/heads/{PREFIX}"])
    knowledge = at_revision(repository, head).knowledge
    if not knowledge.complete:
        raise EditRefused("HEAD holds files that cannot be read", hint="eemgit check --rev HEAD says what is wrong")
    left = () if repository.is_bare else uncommitted(repository)
    return Base(
        head,
        knowledge,
        {name.removeprefix("refs/heads/"): oid for name, oid in branches.items()},
        tuple(path for path in left if placed(path).id is not None),
    )
