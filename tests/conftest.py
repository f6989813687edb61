"""Fixtures: a real git repository with its own home, identity and dates, and nothing leaked from outside."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failure. In CI the examples are the same at every run.
settings.register_profile(
    "eemgit", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("eemgit")

FIXED_DATE = "2026-01-02T03:04:05+00:00"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Rewrite the files in tests/golden.")


@pytest.fixture(scope="session", autouse=True)
def _no_leaked_git_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees the `GIT_*` variables, home or configuration of whoever runs the tests."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("GIT_", "EEMGIT_")) and name != "EEMGIT_SHARED"]:
            patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        patch.delenv("XDG_CONFIG_HOME", raising=False)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@dataclass(frozen=True)
class GitRepo:
    """A real repository a test can write, commit and take the fingerprint of."""

    path: Path

    def git(self, *args: str, stdin: str | bytes | None = None, check: bool = True, cwd: Path | None = None) -> str:
        """What git prints, without the last line end; raises AssertionError with git's message when it fails."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(["git", *args], cwd=cwd or self.path, input=data or b"", capture_output=True, check=False)
        assert not check or done.returncode == 0, f"git {' '.join(args)}: {done.stderr.decode(errors='replace')}"
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def write(self, relative: str, content: str | bytes) -> Path:
        """Writes a file (folders made as needed), without line-end translation."""
        target = self.path / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def belief(self, identifier: str, claim: str = "A claim.", front: str = "") -> Path:
        """Writes `beliefs/<letter>/<id>.md` (or `beliefs/<namespace>/<letter>/<id>.md`)."""
        namespace, _, name = identifier.rpartition("/")
        folder = f"beliefs/{namespace}/{name[0]}" if namespace else f"beliefs/{name[0]}"
        head = f"---\n{front.rstrip()}\n---\n\n" if front else ""
        return self.write(f"{folder}/{name}.md", f"{head}{claim}\n")

    def commit(self, message: str = "change") -> str:
        """Commits everything in the worktree; the new commit's id."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.head()

    def at(self, path: Path) -> GitRepo:
        """The same helper for another folder: a clone, a linked worktree, a second repository."""
        return GitRepo(path)

    def worktree(self, path: Path, *options: str) -> GitRepo:
        """A linked worktree at `path`; `options` as `git worktree add` takes them."""
        self.git("worktree", "add", "-q", *options, str(path))
        return GitRepo(path)

    def head(self, revision: str = "HEAD") -> str:
        return self.git("rev-parse", "--verify", revision)

    def refs(self) -> dict[str, str]:
        """Every ref with the commit it names, and what HEAD says."""
        lines = self.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        found = dict(line.split(" ") for line in lines)
        found["HEAD"] = (Path(self.git("rev-parse", "--absolute-git-dir")) / "HEAD").read_text()
        return found

    def fingerprint(self) -> dict[str, str]:
        """Worktree, index file, HEAD and refs, byte for byte: equal before and after whatever must not write."""
        git_dir = Path(self.git("rev-parse", "--absolute-git-dir"))
        found = {f"ref {name}": value for name, value in self.refs().items()}
        index = git_dir / "index"
        found["index"] = hashlib.sha256(index.read_bytes()).hexdigest() if index.exists() else "none"
        for path in sorted(self.path.rglob("*")):
            relative = path.relative_to(self.path)
            if relative.parts[0] != ".git":
                found[f"file {relative.as_posix()}"] = _describe(path)
        return found

    def fsck(self) -> None:
        """Asserts that every object and ref is sound."""
        self.git("fsck", "--strict", "--no-dangling")


def _describe(path: Path) -> str:
    status = path.lstat()
    if path.is_symlink():
        return f"-> {path.readlink()}"
    if path.is_file():
        return f"{status.st_mode:o} {status.st_mtime_ns} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return f"{status.st_mode:o}"


@pytest.fixture
def git_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, with an identity and fixed dates, for this test and the processes it starts."""
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Kim Tester\n\temail = kim@example.org\n[init]\n\tdefaultBranch = main\n"
        "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
    )
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("GIT_AUTHOR_DATE", FIXED_DATE)
    monkeypatch.setenv("GIT_COMMITTER_DATE", FIXED_DATE)
    return home


@pytest.fixture
def empty_repo(tmp_path: Path, git_home: Path) -> GitRepo:
    """A repository without a commit and without `eemgit.yaml`; its branch is `main`."""
    path = tmp_path / "repo"
    path.mkdir()
    repository = GitRepo(path)
    repository.git("init", "-q", "-b", "main")
    return repository


@pytest.fixture
def repo(empty_repo: GitRepo) -> GitRepo:
    """A belief repository on `main`: one commit that holds `eemgit.yaml`."""
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    empty_repo.commit("start")
    return empty_repo
