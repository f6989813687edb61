"""A small belief repository to change, and a way to run commands in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from eemgit.tms.network import Label
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo
from tests.knowledge.files import files, knowledge

LINES = (
    "p = The pump runs. | tags: [water]",
    "q = The valve is open. | sources: [src/valve.md]",
    "r = The tank is full.",
    "flow <- p, q = Water flows. | tags: [water]",
    "wet <- flow = The floor gets wet.",
    "wet <- r",
    "dry unless wet = The floor stays dry.",
)


@pytest.fixture
def pump(repo: GitRepo) -> GitRepo:
    """Six beliefs about a pump, committed."""
    for path, content in files(*LINES).items():
        assert isinstance(content, bytes)
        repo.write(path, content)
    repo.commit("what is known of the pump")
    return repo


@pytest.fixture
def run(pump: GitRepo) -> Callable[..., Result]:
    """Runs a command line, given as words, in the pump's repository."""
    return lambda *words: eemgit(*words, cwd=pump.path)


def labels(repository: GitRepo) -> dict[str, Label]:
    """The label of each belief as the files have it."""
    found = {
        path.relative_to(repository.path).as_posix(): path.read_bytes()
        for path in Path(repository.path, "beliefs").rglob("*.md")
    }
    base = knowledge(more=dict(found))
    return {id: base.label_of(id) for id in base.beliefs}


def diff(repository: GitRepo) -> list[str]:
    """The lines that differ from HEAD, with their signs, new files included."""
    repository.git("add", "-A", "--intent-to-add")
    lines = repository.git("diff", "--no-color", "-U0", "--no-renames").splitlines()
    return [line for line in lines if line[:1] in "+-" and not line.startswith(("+++", "---"))]
