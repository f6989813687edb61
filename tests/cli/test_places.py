"""Where commands work: sub-folders, bare repositories, linked worktrees, before the first commit, and nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

READING = ("list", "status", "check", "nogood list", "proposals")


def ids(result: Result) -> list[str]:
    """The ids of a list in JSON."""
    return [row["id"] for row in result.json["beliefs"]]


def listed(folder: Path, *arguments: str) -> list[str]:
    """The ids that `list` gives in a folder."""
    return ids(eemgit("list", "--json", *arguments, cwd=folder))


def test_a_sub_folder_sees_the_whole_repository(bench: GitRepo) -> None:
    folder = bench.path / "notes"
    assert listed(folder) == listed(bench.path)
    assert eemgit("add", "It whistles.", cwd=folder).code == 0
    assert (bench.path / "beliefs/w/whistles.md").read_text() == "It whistles.\n"


def test_beliefs_may_lie_in_a_folder_of_a_repository(empty_repo: GitRepo) -> None:
    empty_repo.write("kb/eemgit.yaml", "schema: 1\n")
    empty_repo.write("kb/beliefs/w/wet.md", "Water is wet.\n")
    empty_repo.write("beliefs/o/other.md", "Not part of it.\n")
    empty_repo.commit()
    empty_repo.write("kb/beliefs/i/ice.md", "Ice is cold.\n")
    folder = empty_repo.path / "kb"
    assert listed(folder) == listed(folder / "beliefs/w") == ["ice", "wet"]
    assert listed(folder, "--at", "HEAD") == ["wet"]
    assert eemgit("add", "Snow is white.", "--commit", cwd=folder).code == 0
    assert empty_repo.git("show", "--name-only", "--format=") == "kb/beliefs/s/snow-white.md"
    assert eemgit("list", cwd=empty_repo.path).code == 2


def test_another_folder_can_be_named(bench: GitRepo, tmp_path: Path) -> None:
    result = eemgit("-C", str(bench.path), "list", "--json", cwd=tmp_path)
    assert ids(result) == listed(bench.path)
    assert eemgit("-C", str(tmp_path / "no-such"), "list", cwd=tmp_path).err == (
        f"error: no folder '{tmp_path / 'no-such'}'\n  hint: name a folder that exists\n"
    )


def test_a_commit_is_read_instead_of_the_files_here(bench: GitRepo) -> None:
    bench.belief("whistles", "It whistles.")
    bench.commit("more")
    bench.belief("sings", "It sings.")
    assert {"sings", "whistles"} <= set(listed(bench.path))
    assert "sings" not in listed(bench.path, "--at", "HEAD")
    assert "whistles" not in listed(bench.path, "--at", "HEAD~1")
    assert eemgit("show", "whistles", "--at", "HEAD", cwd=bench.path).code == 0
    assert eemgit("show", "whistles", "--at", "HEAD~1", cwd=bench.path).code == 2
    assert "in HEAD~1" in eemgit("status", "--at", "HEAD~1", cwd=bench.path).out


def test_a_bare_repository_is_read_at_head(bench: GitRepo, bare: GitRepo) -> None:
    assert listed(bare.path) == listed(bench.path)
    assert eemgit("status", cwd=bare.path).out.startswith("19 beliefs in HEAD: ")
    assert eemgit("check", cwd=bare.path).out == eemgit("check", "--rev", "HEAD", cwd=bench.path).out
    assert eemgit("diff", "HEAD", "HEAD", cwd=bare.path).code == 0
    assert eemgit("why", "tea-time", cwd=bare.path).out == eemgit("why", "tea-time", cwd=bench.path).out


@pytest.mark.parametrize(
    "line",
    [
        "add It-whistles.",
        "retract mains-on -r no",
        "restore lid-open",
        "nogood add mains-on descaled -r x",
        "diff HEAD",
        "check --staged",
        "init",
    ],
)
def test_a_bare_repository_refuses_what_needs_files(line: str, bare: GitRepo) -> None:
    before = bare.refs(), sorted(path.name for path in bare.path.iterdir())
    result = eemgit(*line.split(), cwd=bare.path)
    assert result.code == 2, result
    assert result.err.startswith("error: ") and "bare" in result.err
    assert (bare.refs(), sorted(path.name for path in bare.path.iterdir())) == before


def test_a_proposal_can_be_made_planned_and_accepted_in_a_bare_repository(bare: GitRepo) -> None:
    start = bare.head()
    assert eemgit("dedup", cwd=bare.path).code == 0
    assert "waiting  eem/dedup" in eemgit("proposals", cwd=bare.path).out
    assert eemgit("plan", "eem/dedup", cwd=bare.path).code == 0
    assert bare.head("main") == start
    assert eemgit("accept", "eem/dedup", cwd=bare.path).code == 0
    assert bare.head("main^1") == start
    assert eemgit("show", "element-sound-too", "--json", cwd=bare.path).json["belief"]["retracted"] is True


def test_a_linked_worktree_has_its_own_files_and_shares_proposals(bench: GitRepo, tmp_path: Path) -> None:
    linked = bench.worktree(tmp_path / "linked", "-b", "side")
    linked.belief("whistles", "It whistles.")
    assert "whistles" in listed(linked.path)
    assert "whistles" not in listed(bench.path)
    assert eemgit("add", "It sings.", "--commit", cwd=linked.path).code == 0
    assert linked.head("side") != bench.head("main")
    eemgit("dedup", cwd=bench.path)
    assert "eem/dedup" in eemgit("proposals", cwd=linked.path).out


@pytest.mark.parametrize("line", READING)
def test_before_the_first_commit_there_is_nothing_and_no_error(line: str, empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    result = eemgit(*line.split(), cwd=empty_repo.path)
    assert result.code == 0, result


def test_before_the_first_commit_everything_staged_is_new(empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    empty_repo.belief("wet", "Water is wet.", "justifications:\n  - antecedents: [ghost]")
    empty_repo.git("add", "-A")
    result = eemgit("check", "--staged", cwd=empty_repo.path)
    assert (result.code, result.err) == (1, "1 error\n")
    assert "dangling-antecedent" in result.out


def test_the_first_belief_can_be_the_first_commit(empty_repo: GitRepo) -> None:
    eemgit("init", cwd=empty_repo.path)
    result = eemgit("add", "Water is wet.", "--commit", cwd=empty_repo.path)
    assert result.code == 0, result
    assert empty_repo.git("log", "--format=%s") == "add water-wet"


@pytest.mark.parametrize("line", ["diff HEAD", "plan work", "dedup", "list --at HEAD"])
def test_what_needs_a_commit_says_that_there_is_none(line: str, empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    result = eemgit(*line.split(), cwd=empty_repo.path)
    assert result.code == 2
    assert result.err.startswith("error: ") and "commit" in result.err


@pytest.mark.parametrize("line", [*READING, "show x", "why x", "diff HEAD", "add It-whistles.", "dedup", "plan x"])
def test_outside_of_any_repository_the_next_step_is_named(line: str, tmp_path: Path, git_home: Path) -> None:
    result = eemgit(*line.split(), cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: '.' is not in a git repository\n  hint: 'git init' makes one, then 'eemgit init'\n"


@pytest.mark.parametrize("line", [*READING, "show x", "add It-whistles.", "dedup"])
def test_without_settings_the_next_step_is_named(line: str, empty_repo: GitRepo) -> None:
    empty_repo.write("beliefs/w/wet.md", "Water is wet.\n")
    empty_repo.commit()
    result = eemgit(*line.split(), cwd=empty_repo.path)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"error: no eemgit.yaml in '{empty_repo.path}' or above it\n  hint: 'eemgit init' makes a belief repository\n"
    )


def test_settings_that_cannot_be_read_are_an_error_with_a_line(bench: GitRepo) -> None:
    bench.write("eemgit.yaml", "schema: 1\nlayuot: hash\n")
    result = eemgit("list", cwd=bench.path)
    assert result.code == 2
    assert result.err.startswith("error: eemgit.yaml:2")
    assert "did you mean 'layout'?" in result.err


def test_a_detached_head_reads_and_commits(bench: GitRepo) -> None:
    bench.git("switch", "-q", "--detach")
    assert eemgit("add", "It whistles.", "--commit", cwd=bench.path).code == 0
    assert bench.head("HEAD~1") == bench.head("main")
    assert "plan: main into HEAD" in eemgit("plan", "main", cwd=bench.path).out


def test_a_folder_inside_of_git_is_not_the_worktree(bench: GitRepo) -> None:
    for line in ("list", "init"):
        result = eemgit(*line.split(), cwd=bench.path / ".git")
        assert (result.code, result.err) == (2, "error: '.' lies inside a git directory\n  hint: go to the worktree\n")
