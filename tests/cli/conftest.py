"""Fixtures for the command line: a repository about a kettle, and whole outputs kept in files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.kettle import kettle
from tests.cli.program import Result
from tests.conftest import GitRepo

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def bench(tmp_path: Path, git_home: Path) -> GitRepo:
    """The kettle's repository on `main`, all in one commit."""
    repository = GitRepo(tmp_path / "bench")
    repository.path.mkdir()
    repository.git("init", "-q", "-b", "main")
    for path, content in kettle().items():
        repository.write(path, content)
    repository.commit("what is known of the kettle")
    return repository


@pytest.fixture
def bare(bench: GitRepo, tmp_path: Path) -> GitRepo:
    """A bare clone of the kettle's repository."""
    path = tmp_path / "bench.git"
    bench.git("clone", "-q", "--bare", str(bench.path), str(path))
    return GitRepo(path)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares all that some command lines gave with `tests/golden/NAME.txt`; `--update-golden` rewrites it."""

    def compare(name: str, *results: Result, folder: Path) -> None:
        text = "\n".join(result.shown(folder) for result in results)
        kept = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            kept.write_text(text, encoding="utf-8")
        assert kept.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[GitRepo, str], GitRepo]:
    """Makes another copy of a repository beside it."""

    def copy(repository: GitRepo, name: str) -> GitRepo:
        return GitRepo(Path(shutil.copytree(repository.path, tmp_path / name)))

    return copy
