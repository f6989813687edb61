"""Finds the belief repository a person (or a hook) stands in."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from eemgit.errors import GitError
from eemgit.git.environment import without_local_variables
from eemgit.git.refs import lookup
from eemgit.git.runner import Git, printable, refusal
from eemgit.repo.locks import PATIENCE, hold
from eemgit.repo.state import unfinished

SETTINGS_FILE = "eemgit.yaml"
_QUESTIONS = ("--git-dir", "--git-common-dir", "--git-path", "index", "--git-path", "objects")
_MORE_QUESTIONS = ("--is-bare-repository", "--show-object-format", "--show-toplevel")


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository and the belief root in it. It holds nothing open."""

    git: Git
    top: Path
    """The folder of the worktree; for a bare repository its git directory."""
    git_dir: Path
    common_dir: Path
    """Shared by all linked worktrees."""
    index_file: Path
    objects_dir: Path
    object_format: str
    prefix: str
    """The belief root from the top of the tree: "" or "kb/"."""
    is_bare: bool

    @staticmethod
    def discover(start: Path, *, explicit: bool = False, root: str | None = None) -> Repository:
        """The belief repository around `start`.

        `explicit`: the folder was named by a person, so a hook's variables do not count. `root`: the belief root from
        the top of the tree, instead of looking upwards from `start`. Raises GitError with what to do next.
        """
        bare = Repository.of_git(start, explicit=explicit)
        prefix = _checked_root(root) if root is not None else None
        if bare.is_bare:
            return bare.with_prefix(_bare_prefix(bare, prefix))
        if prefix is None:
            return bare.with_prefix(_worktree_prefix(bare.top, start.resolve()))
        if (bare.top / prefix).resolve() != bare.top.resolve() / prefix:
            raise GitError(f"a link lies on the way to '{prefix}'", hint="name the folder it leads to")
        return bare.with_prefix(prefix)

    @staticmethod
    def of_git(start: Path, *, explicit: bool = False) -> Repository:
        """The git repository around `start`, with its top as belief root, whether or not it holds beliefs."""
        git = Git(start, without_local_variables(os.environ) if explicit else dict(os.environ))
        asked = git.attempt("rev-parse", "--path-format=absolute", *_QUESTIONS, *_MORE_QUESTIONS)
        answers = os.fsdecode(asked.out).split("\n")[:-1]
        if asked.code and len(answers) != 6:
            raise _not_found(start, refusal(("rev-parse",), asked))
        if len(answers) not in (6, 7) or answers[4] not in ("true", "false"):
            raise GitError(f"cannot work in '{printable(os.fsencode(start))}'", hint="eemgit needs git 2.31 or newer")
        return _from_answers(git, answers)

    @property
    def root(self) -> Path:
        """The folder that holds `eemgit.yaml`; only in a worktree."""
        return self.top / self.prefix

    @property
    def null_oid(self) -> str:
        """The id that names no object."""
        return "0" * (64 if self.object_format == "sha256" else 40)

    def with_prefix(self, prefix: str) -> Repository:
        """The same git repository with another belief root."""
        return Repository(
            self.git, self.top, self.git_dir, self.common_dir, self.index_file, self.objects_dir,
            self.object_format, prefix, self.is_bare,
        )  # fmt: skip

    def lock(self, purpose: str, timeout: float = PATIENCE) -> AbstractContextManager[None]:
        """Holds the lock all worktrees share while in the block; GitError that names the holder after `timeout`."""
        return hold(self.common_dir, purpose, timeout)

    def unfinished(self) -> str | None:
        """The merge, rebase, cherry-pick, revert or bisect a person has begun here and not ended."""
        return unfinished(self.git_dir)

    def head(self) -> str | None:
        """The commit HEAD names, None while there is none yet."""
        return lookup(self.git, "HEAD^{commit}")

    def head_branch(self) -> str | None:
        """The branch HEAD is on (it may have no commit yet), None when HEAD is detached."""
        asked = self.git.attempt("symbolic-ref", "--quiet", "HEAD")
        name = asked.out.decode("utf-8", "surrogateescape").strip()
        return name.removeprefix("refs/heads/") if asked.code == 0 else None


def _from_answers(git: Git, answers: list[str]) -> Repository:
    git_dir, common_dir, index_file, objects_dir = (Path(answer) for answer in answers[:4])
    is_bare = answers[4] == "true"
    if len(answers) == 6 and not is_bare:
        raise GitError(f"'{git.cwd}' lies inside a git directory", hint="go to the worktree")
    top = git_dir if is_bare else Path(answers[6])
    pinned = {name: str(path) for name, path in _pinned(git, git_dir, top, is_bare, index_file)}
    settled = Git(top, {**git.inherited, **pinned})
    return Repository(settled, top, git_dir, common_dir, index_file, objects_dir, answers[5], "", is_bare)


def _pinned(git: Git, git_dir: Path, top: Path, is_bare: bool, index_file: Path) -> list[tuple[str, Path]]:
    """Variables of a hook made absolute: they were relative to another folder than git will be started in."""
    found: list[tuple[str, Path]] = []
    if "GIT_DIR" in git.inherited or is_bare:
        found.append(("GIT_DIR", git_dir))
        if not is_bare:
            found.append(("GIT_WORK_TREE", top))
    if "GIT_INDEX_FILE" in git.inherited:
        found.append(("GIT_INDEX_FILE", index_file))
    return found


def _not_found(start: Path, error: GitError) -> GitError:
    if "not a git repository (or any " in error.message:
        return GitError(f"'{start}' is not in a git repository", hint="'git init' makes one, then 'eemgit init'")
    return error


def _checked_root(root: str) -> str:
    """`root` with one slash at its end; GitError when it leaves the repository."""
    parts = PurePosixPath(root.replace(os.sep, "/")).parts
    if root.startswith(("/", "-")) or ".." in parts or ".git" in parts or "\0" in root:
        raise GitError(f"not a folder of the repository: {root!r}", hint="name it from the top, like 'kb'")
    return "".join(f"{part}/" for part in parts)


def _worktree_prefix(top: Path, start: Path) -> str:
    """The nearest folder from `start` up to `top` that holds the settings, as a prefix."""
    for folder in (start, *start.parents):
        if not folder.is_relative_to(top):
            break
        if os.path.lexists(folder / SETTINGS_FILE):
            inside = folder.relative_to(top).as_posix()
            return "" if inside == "." else f"{inside}/"
    raise GitError(f"no {SETTINGS_FILE} in '{start}' or above it", hint="'eemgit init' makes a belief repository")


def _bare_prefix(repository: Repository, prefix: str | None) -> str:
    """The belief root of a bare repository: as asked for, else the top of HEAD's tree (or of the tree to come)."""
    wanted = prefix or ""
    if repository.head() is None or lookup(repository.git, f"HEAD:{wanted}{SETTINGS_FILE}"):
        return wanted
    raise GitError(f"HEAD holds no {wanted}{SETTINGS_FILE}", hint="name the folder that holds it with --root")
