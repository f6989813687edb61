"""Which commit of a range introduced each error that stands at its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from eemgit.app.opening import changed_since
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Finding
from eemgit.git.history import CommitInfo, log
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import revision_snapshot
from eemgit.steps.gate import judge

Key = tuple[str, str, str]


def introduced(
    repository: Repository, before: KnowledgeBase, start: str, end: str, errors: Iterable[Finding]
) -> Mapping[Key, CommitInfo]:
    """For each error the first commit, along first parents, from which on it stands; `start` and `end` are commit ids.

    Found by bisection: an error that was repaired and made again within the range may be given to either commit.
    """
    chain = log(repository.git, end, (start,), first_parent=True)
    history = _History(repository, before, chain)
    return {error.key: history.first_with(error.key) for error in errors} if chain else {}


class _History:
    """The errors at each commit of a chain, worked out when asked for."""

    def __init__(self, repository: Repository, before: KnowledgeBase, chain: Sequence[CommitInfo]) -> None:
        self._repository = repository
        self._before = before
        self._chain = chain
        self._known: dict[int, frozenset[Key]] = {}

    def first_with(self, key: Key) -> CommitInfo:
        low, high = 0, len(self._chain) - 1
        while low < high:
            middle = (low + high) // 2
            if key in self._errors(middle):
                high = middle
            else:
                low = middle + 1
        return self._chain[low]

    def _errors(self, number: int) -> frozenset[Key]:
        if number not in self._known:
            snapshot = revision_snapshot(self._repository, self._chain[number].oid)
            judged = judge(self._before, changed_since(self._before, snapshot))
            self._known[number] = frozenset(found.key for found in judged.blocking)
        return self._known[number]
