"""Reading, forecasting and proposing leave worktree, index file, HEAD and other refs as they are, byte for byte."""

from __future__ import annotations

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

READING = (
    "list",
    "list --at HEAD",
    "show kettle-boils",
    "status",
    "why tea-time",
    "what-if fuse-whole",
    "check",
    "check --staged",
    "check --rev HEAD",
    "check --range HEAD..work --all",
    "diff HEAD",
    "diff HEAD work",
    "plan work",
    "plan main --into work",
    "accept work --dry-run",
    "proposals",
    "nogood list",
    "nogood resolve boils-or-not",
    "nogood resolve boils-or-not --retract boils-in-test --dry-run",
    "dedup --dry-run",
    "add It-whistles. --dry-run",
    "retract fuse-whole -r x --dry-run",
    "restore lid-open --dry-run",
    "nogood add lid-open descaled -r x --dry-run",
    "init --dry-run",
    "init --example other --dry-run",
    "show nothing-like-it",
)


@pytest.fixture
def dirty(bench: GitRepo) -> GitRepo:
    """The kettle's repository with a branch, a staged, an unstaged, an untracked and an ignored change."""
    bench.git("switch", "-q", "-c", "work")
    bench.belief("whistles", "It whistles.")
    bench.commit("work")
    bench.git("switch", "-q", "main")
    bench.belief("fuse-whole", "The fuse is whole.")
    bench.git("add", "-A")
    bench.belief("descaled", "The kettle was never descaled.")
    bench.belief("untracked-one", "Nobody has added this.")
    bench.write(".git/info/exclude", "*.log\n")
    bench.write("run.log", "hot\n")
    return bench


def test_reading_and_forecasting_touch_nothing(dirty: GitRepo) -> None:
    before = dirty.fingerprint()
    for line in READING:
        result = eemgit(*line.split(), cwd=dirty.path)
        assert result.code in (0, 1, 2)
        assert "Traceback" not in result.err
        assert dirty.fingerprint() == before, line
    assert dirty.git("stash", "list") == ""
    dirty.fsck()


@pytest.mark.parametrize("line", ["dedup", "nogood resolve boils-or-not --retract boils-in-test"])
def test_a_proposal_adds_its_branch_and_touches_nothing_else(line: str, dirty: GitRepo) -> None:
    before = dirty.fingerprint()
    assert eemgit(*line.split(), cwd=dirty.path).code == 0
    after = dirty.fingerprint()
    new = after.keys() - before.keys()
    assert [name for name in new if not name.startswith("ref refs/heads/eem/")] == []
    assert len(new) == 1
    assert {name: after[name] for name in before} == before
    dirty.fsck()


def test_a_commit_takes_the_one_file_and_leaves_the_rest_as_it_was(dirty: GitRepo) -> None:
    staged = dirty.git("diff", "--cached", "--name-only")
    status = set(dirty.git("status", "--porcelain").splitlines())
    assert eemgit("add", "It sings.", "--commit", cwd=dirty.path).code == 0
    assert dirty.git("show", "--name-only", "--format=") == "beliefs/s/sings.md"
    assert dirty.git("diff", "--cached", "--name-only") == staged
    assert set(dirty.git("status", "--porcelain").splitlines()) == status


def test_writing_without_commit_writes_the_one_file(bench: GitRepo) -> None:
    before = bench.fingerprint()
    eemgit("retract", "fuse-whole", "-r", "blown", cwd=bench.path)
    after = bench.fingerprint()
    assert [name for name in after if after[name] != before.get(name)] == ["file beliefs/f/fuse-whole.md"]
    eemgit("restore", "fuse-whole", cwd=bench.path)
    assert bench.git("status", "--porcelain") == "", "restoring is the exact inverse"


def test_a_plan_of_what_conflicts_touches_nothing(dirty: GitRepo) -> None:
    dirty.git("stash", "-q", "-u")
    for branch, claim in (("one", "It is red."), ("two", "It is blue.")):
        dirty.git("switch", "-q", "-C", branch, "main")
        dirty.belief("colour", claim)
        dirty.commit(branch)
    before = dirty.fingerprint()
    result = eemgit("plan", "one", cwd=dirty.path)
    assert result.code == 1
    assert "beliefs/c/colour.md:1:1: merge-conflict: both sides changed it" in result.out
    assert eemgit("accept", "one", cwd=dirty.path).code == 1
    assert dirty.fingerprint() == before
