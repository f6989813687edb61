"""The branches that hold proposals."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.app.proposing import PREFIX
from eemgit.app.rolling import STEP
from eemgit.repo.branches import branches
from eemgit.repo.repository import Repository


@dataclass(frozen=True, slots=True)
class Listed:
    """A branch with a proposal. `units` are the subjects of its commits that the current branch does not have."""

    branch: str
    head: str
    step: str | None
    state: str
    """`waiting`, or `accepted` when its content is in the current branch, however it was merged."""
    units: tuple[str, ...]


def proposals(repository: Repository) -> tuple[Listed, ...]:
    """The proposals of this repository beside HEAD, by branch."""
    head = repository.head()
    if head is None:
        return ()
    return tuple(
        Listed(
            branch=each.name,
            head=each.head,
            step=each.tip.trailer(STEP) if each.tip else None,
            state="accepted" if each.accepted else "waiting",
            units=tuple(commit.subject for commit in each.commits),
        )
        for each in branches(repository, PREFIX, head)
    )
