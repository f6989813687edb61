"""Contradictions by command: who may be blamed, and a nogood that is not committed yet."""

from __future__ import annotations

import json

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo


@pytest.fixture
def clash(repo: GitRepo) -> GitRepo:
    """p, a conclusion d from it, and q; d and q contradict each other, on record but not committed."""
    repo.belief("p", "The floor is wet.")
    repo.belief("d", "It rained.", "justifications:\n  - antecedents:\n      - p")
    repo.belief("q", "The sky was clear.")
    repo.commit("beliefs")
    repo.write("nogoods/rain.md", "---\nmembers:\n  - d\n  - q\n---\n\nNo rain without clouds.\n")
    return repo


def label(repo: GitRepo, id: str) -> str:
    found: str = json.loads(eemgit("show", id, "--json", cwd=repo.path).out)["belief"]["label"]
    return found


def resolve(repo: GitRepo, *more: str) -> Result:
    return eemgit("nogood", "resolve", "rain", *more, cwd=repo.path)


def test_a_member_may_be_blamed_although_it_is_derived(clash: GitRepo) -> None:
    clash.commit("nogood")
    assert resolve(clash, "--retract", "d", "--here").code == 0
    assert [label(clash, id) for id in ("d", "p", "q")] == ["OUT", "IN", "IN"]


def test_a_belief_that_takes_no_member_out_is_not_blamed(clash: GitRepo) -> None:
    clash.belief("z", "Zebras exist.")
    clash.commit("nogood")
    done = resolve(clash, "--retract", "z")
    assert done.code == 1
    assert "takes no member of 'rain' OUT" in done.err


def test_an_uncommitted_nogood_is_resolved_beside_it_in_the_worktree(clash: GitRepo) -> None:
    head = clash.head()
    done = resolve(clash, "--retract", "q")
    assert done.code == 0
    assert "commit it together with the nogood" in done.err
    assert clash.head() == head
    assert label(clash, "q") == "OUT"
    clash.git("add", "-A")
    assert eemgit("check", "--staged", cwd=clash.path).code == 0
