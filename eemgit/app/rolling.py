"""Whether a rolling branch may be rebuilt: never when something a person put there would be lost with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from eemgit.beliefs.model import FileContent, Irregular
from eemgit.errors import EditRefused
from eemgit.git.history import CommitInfo, log
from eemgit.git.refs import containing
from eemgit.repo.branches import is_accepted
from eemgit.repo.here import touched_between
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.snapshot import revision_snapshot

STEP, RUN, DIGEST, DECIDED = "Eem-Step", "Eem-Run", "Eem-Digest", "Eem-Decided"
"""The trailers of a proposal's commits; the last two stand in its last one, `DECIDED` where a person chose."""

_OURS = ("beliefs/", "nogoods/", "reports/", SETTINGS_FILE)


def digest_of(before: Mapping[str, FileContent], after: Mapping[str, FileContent]) -> str:
    """What identifies a proposal: the files it was built on and what it makes of them; 16 hex digits of sha256."""
    found = hashlib.sha256()
    for files in (before, after):
        for path, content in sorted(files.items()):
            data = content.value.encode() if isinstance(content, Irregular) else content
            found.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
        found.update(b"\1")
    return found.hexdigest()[:16]


def refuse_foreign(repository: Repository, branch: str, old: str, base: str, *, by_hand: bool) -> None:
    """Raises EditRefused when rebuilding `branch`, now at `old`, on `base` would lose what a person put there.

    That is a commit of theirs, a change of ours, or (unless `by_hand`) a proposal they decided on. What has arrived in
    `base`, however it was merged, is not lost.
    """
    reason = _foreign(repository, branch, log(repository.git, old, (base,)), by_hand)
    if reason is not None and not is_accepted(repository, old, base):
        raise EditRefused(
            reason,
            hint=f"eemgit plan {branch} shows it: accept it, or delete the branch; or propose elsewhere with --name",
        )


def _foreign(repository: Repository, branch: str, commits: Sequence[CommitInfo], by_hand: bool) -> str | None:
    start = next((number for number, commit in enumerate(commits) if commit.trailer(RUN)), len(commits))
    below, own = commits[:start], commits[start:]
    for commit in own:
        if commit.trailer(RUN) is None:
            return _somebody(branch, commit)
    if below and not _is_elsewhere(repository, branch, below[-1].oid):
        return _somebody(branch, below[-1])
    if own and _is_changed(repository, own):
        return f"somebody has changed the commits of {branch} (last: {own[-1].oid[:10]})"
    if own and own[-1].trailer(DECIDED) and not by_hand:
        return f"{branch} holds what a person decided"
    return None


def _somebody(branch: str, commit: CommitInfo) -> str:
    return f"somebody has committed to {branch} ({commit.oid[:10]}: {commit.subject})"


def _is_elsewhere(repository: Repository, branch: str, commit: str) -> bool:
    """Whether another branch or tag has the commit, so that it outlives the branch."""
    names = containing(repository.git, commit, ("refs/heads", "refs/remotes", "refs/tags"))
    return any(not name.endswith(f"/{branch}") for name in names)


def _is_changed(repository: Repository, own: Sequence[CommitInfo]) -> bool:
    """Whether the commits hold anything else than what was proposed in them."""
    if len(own[0].parents) != 1:
        return True
    before, after = own[0].parents[0], own[-1].oid
    touched = touched_between(repository, before, after)
    if not all(path.startswith(tuple(f"{repository.prefix}{name}" for name in _OURS)) for path in touched):
        return True
    files = [revision_snapshot(repository, commit).files for commit in (before, after)]
    return digest_of(*files) != own[-1].trailer(DIGEST)
