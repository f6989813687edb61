"""Forecasts the merge of a branch, and merges exactly what was forecast."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from eemgit.app.opening import Opened, at_revision, changed_since
from eemgit.beliefs.codes import finding
from eemgit.beliefs.model import FileContent, Finding
from eemgit.errors import EditRefused, GitError, Where
from eemgit.git.history import trees_of
from eemgit.git.refs import resolve
from eemgit.render.forecast import Forecast
from eemgit.repo.merging import Conflict, MergeResult, accept_merge, merge_result
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import Snapshot
from eemgit.steps.gate import Judgement, judge


@dataclass(frozen=True, slots=True)
class Plan:
    """A forecast with the merge that it was made from. `accepted`: the target has all of the branch already."""

    forecast: Forecast
    merged: MergeResult
    accepted: bool


def plan(repository: Repository, branch: str, into: str | None = None) -> Plan:
    """The forecast of a merge, without touching worktree, index, refs or the object store."""
    target = "HEAD" if into is None else into
    if into is None and repository.head() is None:
        raise GitError("there is no commit to merge into", hint="commit the beliefs first")
    before: Opened = at_revision(repository, target)
    base, head = before.snapshot.commit or "", resolve(repository.git, branch)
    merged = merge_result(repository, base, head)
    after = changed_since(before.knowledge, _snapshot(merged, before.snapshot))
    judged = judge(before.knowledge, after)
    blocking = (*(_conflict(conflict) for conflict in merged.conflicts), *judged.blocking)
    name = into or repository.head_branch() or "HEAD"
    digest = hashlib.sha256(f"{base} {merged.tree}".encode()).hexdigest()[:16]
    forecast = Forecast(branch, name, base, head, digest, before.knowledge, after, judged, blocking)
    accepted = not merged.conflicts and trees_of(repository.git, [base]) == (merged.tree,)
    return Plan(forecast, merged, accepted)


def accept(repository: Repository, planned: Plan) -> str | None:
    """Merge what was planned, the very tree; the new commit, or None when there is nothing left to merge.

    EditRefused when something blocks.
    """
    told = planned.forecast
    if planned.accepted:
        return None
    if told.blocking:
        raise EditRefused(
            f"{told.branch} is not merged: {len(told.blocking)} blocking",
            hint=f"eemgit plan {told.branch} shows what blocks",
        )
    message = "\n".join([f"accept {told.branch}", "", *(f"- {line}" for line in _summary(told.judged))])
    return accept_merge(repository, planned.merged, message.strip(), repository.head_branch())


def _summary(judged: Judgement) -> list[str]:
    compared = judged.comparison
    named = (
        ("add", compared.added),
        ("reword", compared.reworded),
        ("retract", compared.retracted),
        ("restore", compared.restored),
        ("delete", compared.deleted),
    )
    return [f"{verb} {id}" for verb, ids in named for id in ids]


def _snapshot(merged: MergeResult, target: Snapshot) -> Snapshot:
    """The merged files. A conflicted one is as in the target: what else it would bring, its resolution will tell."""
    files: dict[str, FileContent] = dict(merged.snapshot.files)
    for conflict in merged.conflicts:
        if conflict.inside:
            files.pop(conflict.path, None)
            if conflict.path in target.files:
                files[conflict.path] = target.files[conflict.path]
    return Snapshot(merged.snapshot.name, None, files)


def _conflict(conflict: Conflict) -> Finding:
    kinds = f" ({', '.join(conflict.kinds)})" if conflict.kinds else ""
    return finding(
        "merge-conflict",
        Where(conflict.path, 1, 1),
        f"both sides changed it{kinds}",
        subject=conflict.path,
        hint="merge the target into the branch, resolve the file there, and plan again",
    )
