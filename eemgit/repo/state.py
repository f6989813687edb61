"""What a git repository is in the middle of, and which branches its worktrees hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from eemgit.errors import GitError
from eemgit.git.runner import Git, printable

_SIGNS = (
    ("MERGE_HEAD", "merge"),
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
    ("sequencer", "cherry-pick"),
)


def unfinished(git_dir: Path) -> str | None:
    """The operation a person has begun and not ended in this worktree: `merge`, `rebase`, … or None."""
    if (git_dir / "rebase-apply" / "applying").exists():
        return "am"
    return next((name for sign, name in _SIGNS if (git_dir / sign).exists()), None)


def refuse_unfinished(git_dir: Path) -> None:
    """Raises GitError while such an operation is unfinished."""
    found = unfinished(git_dir)
    if found:
        raise GitError(f"a {found} is in progress here", hint=f"finish or abort the {found} first, see 'git status'")


def checked_out(git: Git, common_dir: Path) -> dict[str, str]:
    """Each branch some worktree is on, or will return to after a rebase or bisect, with that worktree's folder."""
    found: dict[str, str] = {}
    folder = ""
    for line in printable(git.run("worktree", "list", "--porcelain")).splitlines():
        key, _, value = line.partition(" ")
        if key == "worktree":
            folder = value
        elif key == "branch":
            found[value.removeprefix("refs/heads/")] = folder
    for git_dir in (common_dir, *sorted(common_dir.glob("worktrees/*"))):
        for branch in _held_back(git_dir):
            found.setdefault(branch, str(git_dir))
    return found


def _held_back(git_dir: Path) -> Iterator[str]:
    for name in ("rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"):
        path = git_dir / name
        if path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace").strip().removeprefix("refs/heads/")
