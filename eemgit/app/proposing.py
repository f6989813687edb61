"""Turns a step's proposal into a branch of readable commits, or into commits here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from eemgit.app.opening import at_revision
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EditRefused, GitError
from eemgit.git.history import CommitInfo, log
from eemgit.git.refs import lookup
from eemgit.repo.commits import CommitSpec
from eemgit.repo.here import commit_chain_here
from eemgit.repo.publish import publish
from eemgit.repo.repository import Repository
from eemgit.steps.apply import Applied, apply
from eemgit.steps.protocol import Proposal

PREFIX = "eem"
STEP, RUN, DIGEST = "Eem-Step", "Eem-Run", "Eem-Digest"
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
    """The commit a proposal is built on, and its knowledge base."""

    commit: str
    knowledge: KnowledgeBase


def branch_for(step: str, name: str | None = None) -> str:
    """`eem/<step>` or `eem/<step>-NAME`."""
    return f"{PREFIX}/{step}-{name}" if name else f"{PREFIX}/{step}"


def as_branch(repository: Repository, base: Base, proposal: Proposal, name: str | None = None) -> Proposed:
    """The proposal on its rolling branch, rebuilt on `base` unless it stands there already or somebody committed to it.

    Index, worktree and HEAD are left alone. Raises EditRefused when the branch holds a person's commits.
    """
    branch = branch_for(proposal.step, name)
    applied = apply(base.knowledge, proposal.units)
    subjects = tuple(unit.subject for unit in proposal.units)
    old = lookup(repository.git, f"refs/heads/{branch}")
    digest = digest_of(base, applied)
    if old is not None:
        commits = log(repository.git, old, (base.commit,))
        if commits and commits[-1].trailer(DIGEST) == digest:
            return Proposed(branch, old, False, subjects, base.knowledge, applied.knowledge)
        _refuse_foreign(branch, commits)
    if not proposal.units:
        return Proposed(branch, None, False, (), base.knowledge, base.knowledge)
    specs = _commits(repository, base, proposal, applied, digest)
    published = publish(repository, branch, base.commit, specs, old)
    return Proposed(branch, published.head, True, subjects, base.knowledge, applied.knowledge)


def as_commits_here(repository: Repository, base: Base, proposal: Proposal) -> Proposed:
    """The proposal as commits on the current branch, worktree and index with it."""
    applied = apply(base.knowledge, proposal.units)
    if not proposal.units:
        return Proposed("here", None, False, (), base.knowledge, base.knowledge)
    specs = _commits(repository, base, proposal, applied, digest_of(base, applied))
    head = commit_chain_here(repository, specs, base.commit).head
    subjects = tuple(unit.subject for unit in proposal.units)
    return Proposed("here", head, True, subjects, base.knowledge, applied.knowledge)


def digest_of(base: Base, applied: Applied) -> str:
    """What identifies a proposal: the beliefs it was built on and every byte it writes; 16 hex digits of sha256."""
    found = hashlib.sha256()
    for files in (base.knowledge.files, *applied.changes):
        for path, content in sorted(files.items()):
            data = content if isinstance(content, bytes) else content.value.encode()
            found.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
        found.update(b"\1")
    return found.hexdigest()[:16]


def _refuse_foreign(branch: str, commits: Sequence[CommitInfo]) -> None:
    for commit in commits:
        if commit.trailer(RUN) is None:
            raise EditRefused(
                f"somebody has committed to {branch} ({commit.oid[:10]}: {commit.subject})",
                hint=f"review it with eemgit plan {branch}, or propose under another name with --name",
            )


def _commits(
    repository: Repository, base: Base, proposal: Proposal, applied: Applied, digest: str
) -> tuple[CommitSpec, ...]:
    trailers = ((STEP, proposal.step), (RUN, digest[:12]))
    units = [
        CommitSpec(_subject(proposal.step, unit.subject), unit.reason, trailers, files)
        for unit, files in zip(proposal.units, applied.changes, strict=True)
    ]
    if base.knowledge.settings.commit_per == "step":
        units = [_squashed(proposal, applied.changes, trailers)]
    report = _report(base, proposal, digest)
    if base.knowledge.settings.reports == "tracked":
        units.append(CommitSpec(f"{proposal.step}: report", "", trailers, report))
    else:
        _keep_locally(repository, report)
    last = units[-1]
    return (*units[:-1], CommitSpec(last.subject, last.body, (*last.trailers, (DIGEST, digest)), last.files))


def _subject(step: str, subject: str) -> str:
    whole = f"{step}: {subject}"
    return whole if len(whole) <= SUBJECT_WIDTH else whole[: SUBJECT_WIDTH - 1] + "…"


def _squashed(
    proposal: Proposal, changes: tuple[Mapping[str, bytes], ...], trailers: tuple[tuple[str, str], ...]
) -> CommitSpec:
    files: dict[str, bytes | None] = {path: data for each in changes for path, data in each.items()}
    body = "\n".join(f"- {unit.subject}" for unit in proposal.units)
    return CommitSpec(f"{proposal.step}: {len(proposal.units)} changes", body, trailers, files)


def _report(base: Base, proposal: Proposal, digest: str) -> dict[str, bytes | None]:
    head = {"schema": 1, "step": proposal.step, "base": base.commit, "digest": digest}
    counts = {"beliefs": len(base.knowledge.beliefs), "units": len(proposal.units), "records": len(proposal.records)}
    lines = [{**head, **counts}, *proposal.records]
    text = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    date = datetime.now(UTC).date().isoformat()
    return {f"reports/{proposal.step}/{date}-{digest[:12]}.jsonl": text.encode()}


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
    knowledge = at_revision(repository, head).knowledge
    if not knowledge.complete:
        raise EditRefused("HEAD holds files that cannot be read", hint="eemgit check --rev HEAD says what is wrong")
    return Base(head, knowledge)
