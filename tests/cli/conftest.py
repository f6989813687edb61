"""Fixtures for the command line: a repository about a kettle, and whole outputs kept in files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.kettle import kettle
from tests.cli.program import Result
from tests.conftest import FIXED_DATE, GitRepo

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="session")
def _bench(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """The repository that every test gets a copy of."""
    repository = GitRepo(tmp_path_factory.mktemp("bench"))
    repository.git("init", "-q", "-b", "main")
    for path, content in kettle().items():
        repository.write(path, content)
    repository.git("add", "-A")
    who = ("-c", "user.name=Kim Tester", "-c", "user.email=kim@example.org")
    repository.git(*who, "commit", "-q", "-m", "what is known of the kettle", f"--date={FIXED_DATE}")
    return repository


@pytest.fixture
def bench(_bench: GitRepo, tmp_path: Path, git_home: Path) -> GitRepo:
    """The kettle's repository on `main`, all in one commit."""
    return GitRepo(Path(shutil.copytree(_bench.path, tmp_path / "bench")))


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
