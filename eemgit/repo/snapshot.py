"""The files of a belief repository at one moment: in the worktree, in the index, or in a revision.

A cache of parsed blobs belongs between this module and `KnowledgeBase.read`: a revision's blobs have ids before they
are read (`list_tree`), so a cache under `Repository.common_dir`, keyed by the trees of the folders, the blob of the
settings and the version of the format, could answer before `read_blobs` is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eemgit.beliefs.model import FileContent, Irregular
from eemgit.git.objects import (
    REGULAR_MODES,
    SUBMODULE_MODE,
    SYMLINK_MODE,
    Entry,
    TooLarge,
    list_index,
    list_tree,
    read_blobs,
)
from eemgit.git.promised import fetch_promised
from eemgit.git.refs import resolve
from eemgit.git.runner import Git
from eemgit.git.sparse import is_sparse, left_out
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.worktree import SIZE_LIMIT, read_worktree, shown

KNOWLEDGE = ("beliefs", "nogoods")
"""What labels depend on; `reviews` and `reports` can be asked for besides."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Files by path from the belief root, sorted; `eemgit.yaml` is among them when there is one."""

    name: str
    """How to call it in a message: `worktree`, `index`, or the revision as it was typed."""
    commit: str | None
    files: Mapping[str, FileContent]

    @property
    def settings_text(self) -> bytes | None:
        """The bytes of `eemgit.yaml`, None when it is absent or has no text."""
        content = self.files.get(SETTINGS_FILE)
        return content if isinstance(content, bytes) else None


def worktree_snapshot(repository: Repository, folders: Sequence[str] = KNOWLEDGE) -> Snapshot:
    """What lies on disk now, tracked or not; and, as the index has it, what a sparse checkout leaves out."""
    files = read_worktree(os.fspath(repository.root), (*folders, SETTINGS_FILE))
    if is_sparse(repository.git_dir):
        files = dict(sorted({**_left_out(repository, wanted_paths(repository.prefix, folders)), **files}.items()))
    return Snapshot("worktree", None, files)


def _left_out(repository: Repository, wanted: Sequence[str]) -> dict[str, FileContent]:
    skipped = left_out(repository.git, wanted)
    entries = [entry for entry in list_index(repository.git, wanted) if entry.path in skipped] if skipped else []
    return _contents(repository.git, entries, repository.prefix)


def index_snapshot(repository: Repository, folders: Sequence[str] = KNOWLEDGE) -> Snapshot:
    """What the next commit would hold; `GIT_INDEX_FILE` of a hook is honoured."""
    wanted = wanted_paths(repository.prefix, folders)
    return Snapshot("index", None, _contents(repository.git, list_index(repository.git, wanted), repository.prefix))


def revision_snapshot(repository: Repository, revision: str, folders: Sequence[str] = KNOWLEDGE) -> Snapshot:
    """What a commit holds; GitError when `revision` names none."""
    commit = resolve(repository.git, revision)
    fetch_promised(repository.git, repository.common_dir, [commit], wanted_paths(repository.prefix, folders))
    return Snapshot(revision, commit, tree_files(repository.git, commit, repository.prefix, folders))


def tree_files(git: Git, tree: str, prefix: str, folders: Sequence[str] = KNOWLEDGE) -> dict[str, FileContent]:
    """The files of a commit or tree below the belief root `prefix`."""
    return _contents(git, list_tree(git, tree, wanted_paths(prefix, folders)), prefix)


def wanted_paths(prefix: str, folders: Sequence[str]) -> tuple[str, ...]:
    """The folders and the settings of a belief root, named from the top of the tree."""
    return tuple(f"{prefix}{name}" for name in (*folders, SETTINGS_FILE))


def _contents(git: Git, entries: Iterable[Entry], prefix: str) -> dict[str, FileContent]:
    """The text of each regular entry, read in one go, and why the others have none."""
    skip = len(prefix.encode("utf-8", "surrogateescape"))
    found: dict[str, FileContent] = {}
    regular: dict[str, str] = {}
    for entry in entries:
        path = shown(os.fsdecode(entry.path[skip:]))
        reason = irregular(entry.mode, entry.stage)
        if reason is None:
            regular[path] = entry.oid
        else:
            found[path] = reason
    for path, blob in zip(regular, read_blobs(git, list(regular.values()), SIZE_LIMIT), strict=True):
        found[path] = Irregular.TOO_LARGE if isinstance(blob, TooLarge) else blob
    return dict(sorted(found.items()))


def irregular(mode: str, stage: int = 0) -> Irregular | None:
    """Why an entry of this mode has no text to read; None for one that has."""
    if stage:
        return Irregular.UNMERGED
    if mode in REGULAR_MODES:
        return None
    return {SYMLINK_MODE: Irregular.SYMLINK, SUBMODULE_MODE: Irregular.SUBMODULE}.get(mode, Irregular.NOT_A_FILE)
