"""The result of merging two commits, computed in a throw-away object store: a function of the two and nothing else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from eemgit.errors import GitError
from eemgit.git.environment import neutral_environment
from eemgit.git.fastimport import quoted
from eemgit.git.runner import Git, refusal, require_version

_WRITES_TREES = (2, 38)


@dataclass(frozen=True, slots=True)
class MergeNote:
    """Something git said while merging: `kind` is its short stable name, such as `CONFLICT (contents)`."""

    paths: tuple[bytes, ...]
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class MergedTree:
    """The tree of a merge; the paths in `conflicted` hold conflict markers or one side."""

    tree: str
    clean: bool
    conflicted: tuple[bytes, ...]
    notes: tuple[MergeNote, ...]


@dataclass(frozen=True, slots=True)
class ObjectStore:
    """Where a repository keeps what a throw-away store must see."""

    objects_dir: Path
    common_dir: Path
    object_format: str


@contextmanager
def neutral_git(git: Git, store: ObjectStore, *, keep: bool = False) -> Iterator[Git]:
    """A git that sees the objects of `store`, but no configuration, attributes, refs or worktree.

    What it writes is thrown away, or goes into `store` itself with `keep`.
    """
    require_version(git, _WRITES_TREES, "computing a merge without touching the worktree")
    with tempfile.TemporaryDirectory(prefix="eemgit-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _make_bare(folder, git, store)
        inherited = neutral_environment(git.inherited) | {"GIT_DIR": str(folder)}
        if keep:
            inherited["GIT_OBJECT_DIRECTORY"] = str(store.objects_dir)
        yield Git(folder, inherited)


def _make_bare(folder: Path, git: Git, store: ObjectStore) -> None:
    """A bare repository by hand: `git init` would copy templates and read configuration."""
    (folder / "refs").mkdir()
    (folder / "objects" / "info").mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/none\n")
    modern = store.object_format != "sha1"
    extension = f"[extensions]\n\tobjectFormat = {store.object_format}\n" if modern else ""
    core = f"[core]\n\trepositoryFormatVersion = {int(modern)}\n\tbare = true\n\tattributesFile = /dev/null\n"
    (folder / "config").write_text(core + extension)
    others = git.inherited.get("GIT_ALTERNATE_OBJECT_DIRECTORIES", "").split(os.pathsep)
    alternates = [str(store.objects_dir), *(other for other in others if other)]
    (folder / "objects" / "info" / "alternates").write_bytes(b"".join(quoted(path) + b"\n" for path in alternates))
    shallow = store.common_dir / "shallow"
    if shallow.exists():
        (folder / "shallow").write_bytes(shallow.read_bytes())


def merge_trees(neutral: Git, ours: str, theirs: str) -> MergedTree:
    """Merges two commits; GitError when they share no ancestor."""
    args = ("merge-tree", "--write-tree", "-z", "--messages", "--name-only", ours, theirs)
    result = neutral.attempt(*args)
    if result.code not in (0, 1) or not result.out:
        raise refusal(args, result)
    return parse_merge(result.out, clean=result.code == 0)


def parse_merge(out: bytes, *, clean: bool) -> MergedTree:
    """Reads `merge-tree -z --name-only`: tree, conflicted paths, an empty field, then counted notes."""
    fields = out.split(b"\0")
    tree = fields[0].decode("ascii")
    end = fields.index(b"", 1) if b"" in fields[1:] else len(fields)
    return MergedTree(tree, clean, tuple(fields[1:end]), tuple(_notes(fields[end + 1 :])))


def _notes(fields: list[bytes]) -> Iterator[MergeNote]:
    at = 0
    while at < len(fields) and fields[at]:
        if not fields[at].isdigit():
            raise GitError("git describes a merge in a form this version does not know")
        count = int(fields[at])
        paths = tuple(fields[at + 1 : at + 1 + count])
        kind, text = (field.decode("utf-8", "backslashreplace") for field in fields[at + 1 + count : at + 3 + count])
        yield MergeNote(paths, kind, text.strip())
        at += 3 + count
