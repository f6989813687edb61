"""The history of a belief repository along first parents, and the texts that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from eemgit.beliefs.model import FileContent, Irregular
from eemgit.beliefs.trail import Change, Trail
from eemgit.git.firstparents import GONE, changes_along, first_parents, shallow_ends
from eemgit.git.objects import REGULAR_MODES, BlobReader, TooLarge
from eemgit.git.promised import fetch_promised_history
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import irregular, wanted_paths
from eemgit.repo.worktree import SIZE_LIMIT, shown

Read = Callable[[Sequence[str]], Mapping[str, FileContent]]
"""Gives the content of each blob."""


@dataclass(frozen=True, slots=True)
class History:
    """The trail up to a commit. `cut` is the commit at which a shallow clone ends it, if one does."""

    trail: Trail
    cut: str | None


def read_history(repository: Repository, head: str) -> History:
    """What the commit `head` and its first parents change in beliefs and settings."""
    paths = wanted_paths(repository.prefix, ("beliefs",))
    fetch_promised_history(repository.git, repository.common_dir, head, paths)
    commits = first_parents(repository.git, head)
    prefix, skip = repository.prefix, len(repository.prefix)
    names: list[str] = []
    changes: list[Change] = []
    for commit, changed in changes_along(repository.git, commits, paths):
        moment = len(names)
        names.append(commit)
        for mode, oid, path in changed:
            if path.startswith(prefix):
                version = oid if mode in REGULAR_MODES else None if mode == GONE else irregular(mode)
                changes.append(Change(moment, shown(path[skip:]), version))
    return History(Trail(names, changes), commits[-1] if commits[-1] in shallow_ends(repository.common_dir) else None)


@contextmanager
def blob_reader(repository: Repository) -> Iterator[Read]:
    """A function that reads blobs by their ids, for as long as the block lasts."""
    with BlobReader(repository.git, SIZE_LIMIT) as reader:

        def read(oids: Sequence[str]) -> dict[str, FileContent]:
            blobs = zip(oids, reader.read(oids), strict=True)
            return {oid: Irregular.TOO_LARGE if isinstance(blob, TooLarge) else blob for oid, blob in blobs}

        yield read
