"""Fixtures for whole commands: a repository with work for each of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.killing import adopting_orphans
from tests.conftest import FIXED_DATE, GitRepo

PAIRS = 6
NOGOODS = 4


@pytest.fixture(scope="session")
def _facts(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """The repository that every test gets a copy of: duplicates, contradictions, and beliefs that rest on them."""
    repository = GitRepo(tmp_path_factory.mktemp("facts"))
    repository.git("init", "-q", "-b", "main")
    repository.write("eemgit.yaml", "schema: 1\n")
    repository.write("src/code.py", "one\ntwo\nthree\n")
    for number in range(PAIRS):
        repository.belief(f"copy-{number}", f"Thing {number} is copied.", "sources:\n  - src/code.py")
        repository.belief(f"twin-{number}", f"Thing {number} is copied.")
        repository.belief(f"stands-{number}", f"Something stands on {number}.", _rests(f"copy-{number}"))
        repository.belief(f"rests-{number}", f"Something rests on {number}.", _rests(f"twin-{number}"))
    for number in range(NOGOODS):
        repository.belief(f"hot-{number}", f"Room {number} is hot.", "sources:\n  - src/code.py")
        repository.belief(f"cold-{number}", f"Room {number} is cold.")
        members = f"---\nmembers:\n  - hot-{number}\n  - cold-{number}\n---\n\nA room has one temperature.\n"
        repository.write(f"nogoods/room-{number}.md", members)
    repository.git("add", "-A")
    who = ("-c", "user.name=Kim Tester", "-c", "user.email=kim@example.org")
    repository.git(*who, "commit", "-q", "-m", "facts", f"--date={FIXED_DATE}")
    return repository


def _rests(*ids: str) -> str:
    """Front matter of a belief with one justification."""
    return "justifications:\n  - antecedents:\n" + "".join(f"      - {id}\n" for id in ids)


@pytest.fixture
def facts(_facts: GitRepo, tmp_path: Path, git_home: Path) -> GitRepo:
    """A repository on `main` with pairs of exact copies (`copy-N` survives `twin-N`) with beliefs that rest on them,
    and open nogoods `room-N` (of `hot-N` and `cold-N`, the culprit)."""
    return GitRepo(Path(shutil.copytree(_facts.path, tmp_path / "facts", symlinks=True)))


@pytest.fixture(autouse=True)
def _scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed command leaves in the folder for temporary files goes away with the test."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))


@pytest.fixture
def orphans_are_ours() -> Iterator[None]:
    """For the time of a test, git that outlives a killed command is a child of this process."""
    with adopting_orphans():
        yield
