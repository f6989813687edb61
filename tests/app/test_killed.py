"""Killed at any moment, a command leaves before or after; the next run works and names what was left."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from eemgit.repo.leftovers import TEMPORARY
from tests.app.conftest import NOGOODS, PAIRS
from tests.app.killing import Started, moments, start
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands are forked"),
    pytest.mark.usefixtures("orphans_are_ours"),
]

SEED = 20260102


def started(repo: GitRepo, *arguments: str) -> Started:
    return start(*arguments, cwd=repo.path, printed=repo.path.parent / "printed")


def measured(repo: GitRepo, *arguments: str) -> float:
    """Seconds that one undisturbed run takes; it must succeed."""
    begin = time.monotonic()
    result = started(repo, *arguments).wait()
    assert result.code == 0, result.err
    return time.monotonic() - begin


def warm(repo: GitRepo) -> None:
    """Imports in this process what the forked ones need, so that all rounds take the same time."""
    assert eemgit("dedup", "--dry-run", cwd=repo.path).code == 0
    assert eemgit("add", "warm", "It is warm.", "--commit", cwd=repo.path).code == 0
    assert eemgit("plan", "HEAD", cwd=repo.path).code == 0
    assert eemgit("import", "/dev/null", cwd=repo.path).code == 2
    assert eemgit("nogood", "list", cwd=repo.path).code == 0


def left(repo: GitRepo) -> list[str]:
    """The files that differ from HEAD."""
    return [line[3:] for line in repo.git("status", "--porcelain", "-uall").splitlines()]


def assert_sound(repo: GitRepo) -> None:
    """Nothing is broken, nobody is locked out, and the next writer has swept up."""
    repo.fsck()
    assert eemgit("add", "last", "This is the last.", "--commit", cwd=repo.path).code == 0
    assert repo.git("for-each-ref", TEMPORARY) == ""
    assert sorted(path.name for path in (repo.path / ".git").glob("eemgit*")) == ["eemgit.lock"]
    assert left(repo) == []


def test_killed_adds_leave_a_commit_or_at_most_one_whole_file_that_is_named(facts: GitRepo) -> None:
    warm(facts)
    duration = measured(facts, "add", "first", "The first one.", "--commit")
    for number, moment in moments(duration, SEED):
        before = facts.head()
        command = ("add", f"fact-{number}", f"Fact {number} holds.", "--commit")
        started(facts, *command).kill(moment)
        path = f"beliefs/f/fact-{number}.md"
        if facts.head() != before:
            assert facts.git("rev-list", "--count", f"{before}..HEAD") == "1"
            assert facts.git("show", f"HEAD:{path}") == f"Fact {number} holds."
            assert left(facts) == []
            continue
        assert left(facts) in ([], [path])
        if left(facts):
            assert (facts.path / path).read_text() == f"Fact {number} holds.\n"
            other = eemgit("add", f"other-{number}", f"Other {number} holds.", "--commit", cwd=facts.path)
            assert other.code == 0 and f"not committed either: {path}" in other.err
        again = eemgit(*command, cwd=facts.path)
        assert again.code == 0, again.err
        assert left(facts) == []
    assert_sound(facts)


def test_killed_retractions_leave_a_commit_or_at_most_one_whole_file_that_is_named(facts: GitRepo) -> None:
    warm(facts)
    for number in range(16):
        facts.belief(f"held-{number}", f"Number {number} is held.")
    facts.commit()
    duration = measured(facts, "retract", "held-15", "--reason", "it is not", "--commit")
    for number, moment in moments(duration, SEED):
        before = facts.head()
        command = ("retract", f"held-{number}", "--reason", "it is not", "--commit")
        started(facts, *command).kill(moment)
        path = f"beliefs/h/held-{number}.md"
        if facts.head() != before:
            assert facts.git("show", f"HEAD:{path}").startswith("---\nretracted: it is not\n---")
            assert left(facts) == []
            continue
        assert left(facts) in ([], [path])
        if left(facts):
            assert (facts.path / path).read_text().startswith("---\nretracted: it is not\n---")
            refused = eemgit("retract", f"held-{number}", "--reason", "another one", "--commit", cwd=facts.path)
            assert refused.code == 1 and f"not committed: {path}" in refused.err
        assert eemgit(*command, cwd=facts.path).code == 0
        assert left(facts) == []
    assert_sound(facts)


def test_killed_dedups_leave_the_whole_branch_or_none_of_it(facts: GitRepo) -> None:
    warm(facts)
    duration = measured(facts, "dedup")
    whole = facts.git("rev-list", "--count", "main..eem/dedup")
    fingerprint = {}
    for _, moment in moments(duration, SEED):
        facts.git("update-ref", "-d", "refs/heads/eem/dedup")
        fingerprint = without_temporary(facts)
        started(facts, "dedup").kill(moment)
        after = without_temporary(facts)
        branch = after.pop("ref refs/heads/eem/dedup", None)
        assert after == fingerprint
        assert branch is None or facts.git("rev-list", "--count", "main..eem/dedup") == whole
    again = eemgit("dedup", cwd=facts.path)
    assert again.code == 0 and facts.git("rev-list", "--count", "main..eem/dedup") == whole == str(PAIRS + 1)
    assert without_temporary(facts) == fingerprint | {"ref refs/heads/eem/dedup": facts.head("eem/dedup")}
    assert_sound(facts)


def without_temporary(repo: GitRepo) -> dict[str, str]:
    return {name: value for name, value in repo.fingerprint().items() if TEMPORARY not in name}


@pytest.mark.parametrize("command", [("dedup", "--here"), ("nogood", "resolve", "room-0", "--here")], ids=" ".join)
def test_killed_commits_on_the_current_branch_are_all_there_or_none(facts: GitRepo, command: tuple[str, ...]) -> None:
    warm(facts)
    before = facts.head()
    duration = measured(facts, *command)
    whole = facts.git("rev-list", "--count", f"{before}..HEAD")
    for _, moment in moments(duration, SEED):
        facts.git("reset", "-q", "--hard", before)
        started(facts, *command).kill(moment)
        assert facts.git("rev-list", "--count", f"{before}..HEAD") in ("0", whole)
        assert left(facts) == []
        if facts.head() == before:
            assert eemgit(*command, cwd=facts.path).code == 0
            assert facts.git("rev-list", "--count", f"{before}..HEAD") == whole
    assert_sound(facts)


def test_killed_resolutions_leave_the_whole_branch_or_none_of_it(facts: GitRepo) -> None:
    warm(facts)
    duration = measured(facts, "nogood", "resolve", "room-0")
    for number, moment in moments(duration, SEED):
        room = f"room-{number % NOGOODS}"
        facts.git("update-ref", "-d", f"refs/heads/eem/resolve-{room}")
        fingerprint = without_temporary(facts)
        started(facts, "nogood", "resolve", room).kill(moment)
        after = without_temporary(facts)
        if after.pop(f"ref refs/heads/eem/resolve-{room}", None):
            assert facts.git("rev-list", "--count", f"main..eem/resolve-{room}") == "2"
        assert after == fingerprint
    assert eemgit("nogood", "resolve", "room-0", cwd=facts.path).code == 0
    assert_sound(facts)


def test_a_killed_accept_leaves_the_merge_or_none_of_it(facts: GitRepo) -> None:
    warm(facts)
    assert eemgit("dedup", cwd=facts.path).code == 0
    before, proposed = facts.head(), facts.head("eem/dedup")
    duration = measured(facts, "accept", "eem/dedup")
    for _, moment in moments(duration, SEED):
        facts.git("reset", "-q", "--hard", before)
        started(facts, "accept", "eem/dedup").kill(moment)
        after = facts.head()
        assert after == before or facts.git("show", "-s", "--format=%P", after) == f"{before} {proposed}"
        assert left(facts) == []
        again = eemgit("accept", "eem/dedup", cwd=facts.path)
        assert again.code == 0, again.err
        assert facts.git("show", "-s", "--format=%P") == f"{before} {proposed}"
    assert_sound(facts)


def export(folder: Path, number: int) -> Path:
    nodes = {
        f"Node_{i}": {"text": f"Node {i} is there.", "truth_value": "IN", "justifications": []} for i in range(number)
    }
    file = folder / "export.json"
    file.write_text(json.dumps({"nodes": nodes}))
    return file


def test_a_killed_import_that_commits_leaves_all_of_it_or_none(facts: GitRepo, tmp_path: Path) -> None:
    warm(facts)
    before = facts.head()
    command = ("import", str(export(tmp_path, 40)), "--commit")
    duration = measured(facts, *command)
    for _, moment in moments(duration, SEED):
        facts.git("reset", "-q", "--hard", before)
        started(facts, *command).kill(moment)
        assert facts.git("rev-list", "--count", f"{before}..HEAD") in ("0", "1")
        assert left(facts) == []
        assert eemgit(*command, cwd=facts.path).code == 0
        assert len(facts.git("diff", "--name-only", before, "HEAD").splitlines()) == 40
    assert_sound(facts)


def test_a_killed_import_is_finished_by_the_next_one_in_the_same_layout(repo: GitRepo, tmp_path: Path) -> None:
    file = str(export(tmp_path, 1001))
    assert eemgit("import", file, "--dry-run", cwd=repo.path).code == 0
    begin = time.monotonic()
    whole = repo.at(tmp_path / "whole")
    repo.git("clone", "-q", str(repo.path), str(whole.path))
    assert eemgit("import", file, cwd=whole.path).code == 0
    wanted = beliefs(whole)
    for _, moment in moments(time.monotonic() - begin, SEED, 3):
        repo.git("reset", "-q", "--hard")
        repo.git("clean", "-fdq")
        started(repo, "import", file).kill(moment)
        assert beliefs(repo).items() <= wanted.items()
        again = eemgit("import", file, "--json", cwd=repo.path)
        assert again.code == 0 and again.json["kept"] == []
        assert beliefs(repo) == wanted
    assert "layout: hash" in (repo.path / "eemgit.yaml").read_text()


def beliefs(repo: GitRepo) -> dict[str, bytes]:
    return {path.relative_to(repo.path).as_posix(): path.read_bytes() for path in repo.path.glob("beliefs/**/*.md")}


def test_when_git_is_killed_too_head_is_before_or_after_and_a_stale_lock_is_named(facts: GitRepo) -> None:
    warm(facts)
    duration = measured(facts, "add", "first", "The first one.", "--commit")
    lock = facts.path / ".git/index.lock"
    for number, moment in moments(duration, SEED + 1):
        before = facts.head()
        command = ("add", f"fact-{number}", f"Fact {number} holds.", "--commit")
        started(facts, *command).kill(moment, with_git=True)
        facts.fsck()
        assert facts.git("rev-list", "--count", f"{before}..HEAD") in ("0", "1")
        if lock.exists():
            assert_named(eemgit("add", "any", "Any other one.", "--commit", cwd=facts.path), lock)
            lock.unlink()
        facts.git("reset", "-q", "--hard")
        facts.git("clean", "-fdq")
    assert_sound(facts)


@pytest.mark.parametrize(
    "command",
    [
        ("add", "new", "It is new.", "--commit"),
        ("retract", "hot-0", "--reason", "it is not", "--commit"),
        ("nogood", "add", "hot-0", "hot-1", "--reason", "one heater", "--commit"),
        ("dedup", "--here"),
        ("nogood", "resolve", "room-0", "--here"),
        ("accept", "eem/dedup"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_lock_that_a_killed_git_left_is_named_with_its_age_and_stays(
    facts: GitRepo, command: tuple[str, ...]
) -> None:
    eemgit("dedup", cwd=facts.path)
    lock = facts.path / ".git/index.lock"
    lock.write_text("")
    os.utime(lock, (time.time() - 7200,) * 2)
    before = facts.refs(), left(facts), facts.git("ls-files", "--stage")
    assert_named(eemgit(*command, cwd=facts.path), lock, "2 hours old")
    lock.unlink()
    assert (facts.refs(), left(facts), facts.git("ls-files", "--stage")) == before


def assert_named(result: Result, lock: Path, age: str = "old") -> None:
    assert result.code == 2
    assert "git's lock 'index.lock' is in the way" in result.err and age in result.err and str(lock) in result.err
    assert lock.exists()
