"""Sparse checkouts: what the index holds and the worktree leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eemgit.git.runner import Git


def is_sparse(git_dir: Path) -> bool:
    """Whether a worktree may leave out files on purpose; told without starting git."""
    return (git_dir / "info" / "sparse-checkout").is_file()


def left_out(git: Git, paths: Sequence[str]) -> frozenset[bytes]:
    """The paths (from the top) below `paths` that git leaves out of the worktree."""
    out = git.run("ls-files", "-t", "-z", "--full-name", "--", *paths)
    return frozenset(record[2:] for record in out.split(b"\0") if record.startswith(b"S "))
