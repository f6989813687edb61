"""Adding, retracting and restoring: committed all or nothing, and only what was asked for."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo


def run(repo: GitRepo, *arguments: str, code: int = 0) -> Result:
    result = eemgit(*arguments, cwd=repo.path)
    assert result.code == code, result.err
    return result


def status(repo: GitRepo) -> list[str]:
    return sorted(repo.git("status", "--porcelain", "-uall").splitlines())


def hook(repo: GitRepo, name: str, script: str) -> None:
    path = repo.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_the_commit_says_what_was_done_why_and_what_flips(facts: GitRepo) -> None:
    run(facts, "retract", "copy-0", "--reason", "it was not", "--commit")
    assert facts.git("show", "-s", "--format=%B").rstrip("\n") == (
        "retract copy-0\n\nit was not\n\n2 went OUT: copy-0, stands-0"
    )
    assert facts.git("show", "--name-only", "--format=") == "beliefs/c/copy-0.md"


def test_only_the_one_change_is_committed(facts: GitRepo) -> None:
    facts.write("src/code.py", "mine\n")
    facts.belief("hot-0", "Mine.")
    facts.write("notes", "staged\n")
    facts.git("add", "notes")
    run(facts, "add", "new", "It is new.", "--commit")
    assert facts.git("show", "--name-status", "--format=") == "A\tbeliefs/n/new.md"
    assert status(facts) == [" M beliefs/h/hot-0.md", " M src/code.py", "A  notes"]


def test_many_files_that_are_not_committed_are_counted(facts: GitRepo) -> None:
    for number in range(7):
        facts.belief(f"loose-{number}", f"Number {number} is loose.")
    said = run(facts, "add", "new", "It is new.", "--commit").err
    assert said.count("not committed either: beliefs/l/loose-") == 5
    assert "not committed either: 2 more" in said


@pytest.mark.parametrize(
    "command",
    [
        ("add", "new", "It is new.", "--commit"),
        ("retract", "copy-0", "--reason", "gone", "--commit"),
        ("nogood", "add", "hot-0", "hot-1", "--reason", "one heater", "--commit"),
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize(
    ("name", "script"), [("pre-commit", "echo no way >&2; exit 1"), ("commit-msg", "echo no way >&2; exit 1")]
)
def test_what_a_hook_refuses_leaves_nothing_behind(
    facts: GitRepo, command: tuple[str, ...], name: str, script: str
) -> None:
    hook(facts, name, script)
    before = facts.refs(), status(facts), facts.git("ls-files", "--stage"), (facts.path / "beliefs/n").exists()
    result = run(facts, *command, code=2)
    assert "no way; nothing is changed" in result.err
    after = facts.refs(), status(facts), facts.git("ls-files", "--stage"), (facts.path / "beliefs/n").exists()
    assert after == before


def test_what_a_hook_rewrites_while_it_refuses_stays(facts: GitRepo) -> None:
    hook(facts, "pre-commit", "echo 'It is newer.' > beliefs/n/new.md; exit 1")
    run(facts, "add", "new", "It is new.", "--commit", code=2)
    assert (facts.path / "beliefs/n/new.md").read_text() == "It is newer.\n"


@pytest.mark.parametrize("committed", [True, False], ids=["edited", "untracked"])
def test_a_change_of_a_person_is_not_committed_along(facts: GitRepo, committed: bool) -> None:
    id = "copy-0" if committed else "fresh"
    facts.belief(id, "It is mine.")
    before = facts.fingerprint()
    result = run(facts, "retract", id, "--reason", "gone", "--commit", code=2)
    assert "has changes that are not committed" in result.err and "commit them or put them aside" in result.err
    assert facts.fingerprint() == before


def test_the_file_of_a_killed_run_is_committed_by_the_same_command(facts: GitRepo) -> None:
    facts.belief("new", "It is new.", "sources:\n  - src/code.py#L1")
    facts.git("add", "-N", "beliefs/n/new.md")
    result = run(facts, "add", "new", "It is new.", "--source", "src/code.py#L1", "--commit")
    assert "wrote beliefs/n/new.md, committed as" in result.err
    assert status(facts) == []


def test_another_command_does_not_commit_a_file_that_was_left(facts: GitRepo) -> None:
    facts.belief("new", "It is new.")
    result = run(facts, "add", "new", "It is newer.", "--commit", code=1)
    assert "the id 'new' is taken" in result.err and "not committed: beliefs/n/new.md" in result.err
    result = run(facts, "add", "It is new", "--commit", code=1)
    assert "exact-duplicate" in result.err and "not committed: beliefs/n/new.md" in result.err
    assert status(facts) == ["?? beliefs/n/new.md"]


@pytest.mark.parametrize("sign", ["MERGE_HEAD", "rebase-merge/head-name", "CHERRY_PICK_HEAD", "REVERT_HEAD"])
def test_in_the_middle_of_something_nothing_is_written(facts: GitRepo, sign: str) -> None:
    facts.write(f".git/{sign}", f"{facts.head()}\n")
    before = facts.fingerprint()
    assert "is in progress here" in run(facts, "add", "new", "It is new.", "--commit", code=2).err
    assert facts.fingerprint() == before
    assert run(facts, "add", "new", "It is new.").code == 0


def test_without_an_identity_nothing_is_written(facts: GitRepo, git_home: Path) -> None:
    (git_home / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    before = facts.fingerprint()
    result = run(facts, "add", "new", "It is new.", "--commit", code=2)
    assert "git does not know who you are" in result.err and "git config user.name" in result.err
    assert facts.fingerprint() == before


def test_the_first_commit_of_a_repository_can_be_a_belief(empty_repo: GitRepo) -> None:
    run(empty_repo, "init")
    run(empty_repo, "add", "first", "It is the first.", "--commit")
    assert empty_repo.git("ls-tree", "-r", "--name-only", "HEAD") == "beliefs/f/first.md"


def test_a_detached_head_and_a_linked_worktree_get_the_commit_they_asked_for(facts: GitRepo, tmp_path: Path) -> None:
    side = facts.worktree(tmp_path / "side", "--detach")
    main = facts.head()
    run(side, "add", "new", "It is new.", "--commit")
    assert side.head("HEAD^") == main == facts.head()
    assert status(side) == status(facts) == []


def test_a_dry_run_says_what_would_happen_and_writes_nothing(facts: GitRepo) -> None:
    facts.write(".git/index.lock", "")
    before = facts.fingerprint()
    result = run(facts, "retract", "copy-0", "--reason", "gone", "--commit", "--dry-run")
    assert "OUT was IN  stands-0" in result.out and "dry run: beliefs/c/copy-0.md is not written" in result.err
    assert facts.fingerprint() == before


def test_a_retraction_names_what_it_gives_way_to(facts: GitRepo) -> None:
    run(facts, "retract", "twin-0", "--reason", "the same", "--duplicate-of", "copy-0")
    text = (facts.path / "beliefs/t/twin-0.md").read_text()
    assert "type: duplicate" in text and "duplicate_of: copy-0" in text
    assert "IN" in run(facts, "list", "--label", "in", "--json").out
    run(facts, "retract", "twin-1", "--reason", "newer", "--superseded-by", "copy-1")
    assert "type: superseded" in (facts.path / "beliefs/t/twin-1.md").read_text()
    run(facts, "retract", "cold-0", "--reason", "measured", "--nogood", "room-0")
    assert "nogood: room-0" in (facts.path / "beliefs/c/cold-0.md").read_text()


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--reason", " "), 2, "a retraction needs a reason"),
        (("--reason", "x", "--type", "other", "--duplicate-of", "copy-1"), 2, "--duplicate-of is for the type"),
        (("--reason", "x", "--duplicate-of", "copy-1", "--nogood", "room-0"), 2, "is for the type"),
        (("--reason", "x", "--duplicate-of", "copy-9"), 2, "no belief 'copy-9'"),
        (("--reason", "x", "--nogood", "room-9"), 1, "there is no nogood 'room-9'"),
    ],
)
def test_a_retraction_that_cannot_be_meant_is_refused(
    facts: GitRepo, options: tuple[str, ...], code: int, told: str
) -> None:
    before = facts.fingerprint()
    result = eemgit("retract", "copy-0", *options, cwd=facts.path)
    assert told in result.err and result.code == code
    assert facts.fingerprint() == before


@pytest.mark.parametrize(
    ("source", "told"),
    [("/etc/passwd", "an absolute path"), ("../up", "'.' or '..'"), ("a.py#L9-L3", "lines that end before they begin")],
)
def test_a_source_that_cannot_be_one_is_refused(facts: GitRepo, source: str, told: str) -> None:
    before = facts.fingerprint()
    assert told in run(facts, "add", "It is new.", "--source", source, code=2).err
    assert facts.fingerprint() == before


def test_a_source_that_is_not_there_is_noted(facts: GitRepo) -> None:
    assert "there is no file src/other.py here" in run(facts, "add", "It is new.", "--source", "src/other.py#L3").err
    assert "there is no file" not in run(facts, "add", "It is old.", "--source", "src/code.py#L3").err
