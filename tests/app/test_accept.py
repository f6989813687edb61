"""Accepting merges the very tree that was planned, with both commits as parents, or changes nothing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.app.conftest import PAIRS
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

BRANCH = "eem/dedup"


@pytest.fixture
def proposed(facts: GitRepo) -> GitRepo:
    """The repository with a proposal on `eem/dedup`, which `main` has grown beside."""
    assert eemgit("dedup", cwd=facts.path).code == 0
    facts.belief("later", "It came later.")
    facts.commit("later")
    return facts


def accept(repo: GitRepo, *options: str, code: int = 0) -> Result:
    result = eemgit("accept", BRANCH, *options, cwd=repo.path)
    assert result.code == code, result.err
    return result


def refused(repo: GitRepo, words: str, code: int = 2) -> Result:
    """Accepting is refused with these words, and nothing changes."""
    before = repo.fingerprint()
    result = accept(repo, code=code)
    assert words in result.err, result.err
    assert repo.fingerprint() == before
    return result


def state(repo: GitRepo) -> dict[str, str]:
    rows = eemgit("proposals", "--json", cwd=repo.path).json["proposals"]
    return {row["branch"]: row["state"] for row in rows}


def test_the_merge_has_the_planned_tree_two_parents_and_a_message(proposed: GitRepo) -> None:
    plan = eemgit("plan", BRANCH, "--json", cwd=proposed.path).json
    before = proposed.head()
    told = accept(proposed, "--json").json
    assert (told["commit"], told["digest"], told["accepted"]) == (proposed.head(), plan["digest"], True)
    assert proposed.git("show", "-s", "--format=%P") == f"{before} {plan['head']}"
    subject, _, *body = proposed.git("show", "-s", "--format=%B").rstrip("\n").splitlines()
    assert subject == "accept eem/dedup"
    assert body == [f"- retract twin-{number}" for number in range(PAIRS)]
    assert proposed.git("symbolic-ref", "HEAD") == "refs/heads/main"
    assert proposed.git("status", "--porcelain", "-uall") == ""
    assert "retracted:" in (proposed.path / "beliefs/t/twin-0.md").read_text()
    assert eemgit("plan", BRANCH, "--into", before, "--json", cwd=proposed.path).json["digest"] == plan["digest"]
    proposed.fsck()


def test_other_work_in_the_worktree_and_index_stays(proposed: GitRepo) -> None:
    proposed.write("src/code.py", "mine\n")
    proposed.write("notes", "staged\n")
    proposed.belief("mine", "It is mine.")
    proposed.git("add", "notes")
    accept(proposed)
    assert sorted(proposed.git("status", "--porcelain", "-uall").splitlines()) == [
        " M src/code.py",
        "?? beliefs/m/mine.md",
        "A  notes",
    ]


def test_accepting_again_has_nothing_to_do(proposed: GitRepo) -> None:
    accept(proposed)
    before = proposed.fingerprint()
    again = accept(proposed)
    assert "nothing to merge: main has all of eem/dedup already" in again.err
    assert accept(proposed, "--json").json["commit"] is None
    assert proposed.fingerprint() == before
    assert state(proposed) == {BRANCH: "accepted"}


def test_a_dry_run_merges_nothing(proposed: GitRepo) -> None:
    before = proposed.fingerprint()
    assert "dry run: nothing is merged" in accept(proposed, "--dry-run").err
    assert accept(proposed, "--dry-run", "--json").json["commit"] is None
    assert proposed.fingerprint() == before


def test_a_branch_that_was_squashed_is_accepted(proposed: GitRepo) -> None:
    assert state(proposed) == {BRANCH: "waiting"}
    proposed.git("merge", "-q", "--squash", BRANCH)
    proposed.commit("squashed")
    assert state(proposed) == {BRANCH: "accepted"}
    assert "nothing to merge" in accept(proposed).err


def test_a_branch_that_was_rebased_is_accepted(proposed: GitRepo) -> None:
    proposed.git("cherry-pick", f"main..{BRANCH}")
    assert state(proposed) == {BRANCH: "accepted"}


def test_a_proposal_of_which_only_the_report_is_left_is_accepted(proposed: GitRepo) -> None:
    proposed.git("cherry-pick", f"main..{BRANCH}~1")
    assert state(proposed) == {BRANCH: "accepted"}


def test_a_proposal_of_which_a_part_is_merged_waits(proposed: GitRepo) -> None:
    proposed.git("cherry-pick", f"{BRANCH}~3")
    assert state(proposed) == {BRANCH: "waiting"}
    accept(proposed)
    assert state(proposed) == {BRANCH: "accepted"}


def test_what_blocks_is_not_merged(proposed: GitRepo) -> None:
    proposed.git("checkout", "-q", BRANCH)
    proposed.belief("dangling", "It hangs.", "justifications:\n  - antecedents:\n      - nobody")
    proposed.commit()
    proposed.git("checkout", "-q", "main")
    before = proposed.fingerprint()
    result = accept(proposed, code=1)
    assert "dangling-antecedent" in result.out and "not merged; all of it: eemgit plan eem/dedup" in result.err
    told = accept(proposed, "--json", code=1).json
    assert told["commit"] is None and [found["code"] for found in told["blocking"]] == ["dangling-antecedent"]
    assert proposed.fingerprint() == before


def test_a_digest_holds_the_merge_to_the_plan_that_was_read(proposed: GitRepo) -> None:
    digest = eemgit("plan", BRANCH, "--json", cwd=proposed.path).json["digest"]
    before = proposed.fingerprint()
    wrong = accept(proposed, "--digest", "0" * 16, code=1)
    assert digest in wrong.err and "eemgit plan eem/dedup" in wrong.err
    assert proposed.fingerprint() == before
    accept(proposed, "--digest", digest)
    assert state(proposed) == {BRANCH: "accepted"}


@pytest.mark.parametrize("stage", [False, True], ids=["in the worktree", "staged"])
def test_changes_of_a_person_in_files_of_the_merge_are_never_lost(proposed: GitRepo, stage: bool) -> None:
    twin = proposed.path / "beliefs/t/twin-0.md"
    twin.write_text(f"{twin.read_text()}\nA note.\n")
    if stage:
        proposed.git("add", "-A")
    refused(proposed, "'beliefs/t/twin-0.md' has changes that are not committed")


def test_an_untracked_file_in_the_way_is_not_overwritten(proposed: GitRepo) -> None:
    (path,) = proposed.git("ls-tree", "-r", "--name-only", BRANCH, "reports").splitlines()
    proposed.write(path, "mine\n")
    refused(proposed, f"'{path}' has changes that are not committed")
    proposed.write(".git/info/exclude", "reports/\n")
    refused(proposed, f"'{path}' has changes that are not committed")


@pytest.mark.parametrize("sign", ["MERGE_HEAD", "rebase-merge/head-name", "BISECT_LOG"])
def test_a_repository_in_the_middle_of_something_is_left_alone(proposed: GitRepo, sign: str) -> None:
    proposed.write(f".git/{sign}", f"{proposed.head()}\n")
    result = refused(proposed, f"a {sign.split('_')[0].split('-')[0].lower()} is in progress here")
    assert "finish or abort" in result.err


def test_a_detached_head_is_moved_to_the_merge(proposed: GitRepo) -> None:
    proposed.git("checkout", "-q", "--detach")
    main = proposed.head("main")
    result = accept(proposed)
    assert f"merged eem/dedup as {proposed.head()[:10]}" in result.err
    assert proposed.git("symbolic-ref", "-q", "HEAD", check=False) == ""
    assert proposed.head("main") == main == proposed.head("HEAD^1")
    assert proposed.git("status", "--porcelain", "-uall") == ""


def test_a_linked_worktree_merges_into_its_own_branch(proposed: GitRepo, tmp_path: Path) -> None:
    side = proposed.worktree(tmp_path / "side", "-b", "side")
    before = proposed.fingerprint()
    accept(side)
    assert side.head("side^1") == proposed.head("main")
    assert side.git("status", "--porcelain", "-uall") == ""
    after = proposed.fingerprint()
    assert after.pop("ref refs/heads/side") != before.pop("ref refs/heads/side")
    assert after == before


def test_a_bare_repository_merges_into_the_branch_of_its_head(proposed: GitRepo, tmp_path: Path) -> None:
    bare = proposed.at(tmp_path / "bare.git")
    proposed.git("clone", "-q", "--bare", str(proposed.path), str(bare.path))
    accept(bare)
    assert bare.head("main^2") == proposed.head(BRANCH)
    assert state(bare) == {BRANCH: "accepted"}


def test_a_target_that_a_worktree_is_on_is_not_moved_from_elsewhere(proposed: GitRepo, tmp_path: Path) -> None:
    bare = proposed.at(tmp_path / "bare.git")
    proposed.git("clone", "-q", "--bare", str(proposed.path), str(bare.path))
    work = bare.at(tmp_path / "work")
    bare.git("worktree", "add", "-q", str(work.path), "main")
    before = work.fingerprint()
    result = accept(bare, code=2)
    assert f"branch 'main' is checked out in '{work.path}'" in result.err
    assert work.fingerprint() == before


def test_hooks_of_the_user_see_the_merge(proposed: GitRepo) -> None:
    hook = proposed.write(".git/hooks/post-merge", f"#!/bin/sh\necho merged > {proposed.path}/.git/seen\n")
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    accept(proposed)
    assert (proposed.path / ".git/seen").read_text() == "merged\n"


def test_nothing_is_merged_without_an_identity(proposed: GitRepo, git_home: Path) -> None:
    (git_home / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    before = proposed.fingerprint()
    result = accept(proposed, code=2)
    assert "git does not know who you are" in result.err and "git config user.name" in result.err
    assert proposed.fingerprint() == before


def test_line_ends_that_git_converts_do_not_make_the_merge_differ(proposed: GitRepo) -> None:
    proposed.git("config", "core.autocrlf", "true")
    proposed.git("rm", "-q", "--cached", "-r", ".")
    proposed.git("reset", "-q", "--hard")
    assert b"\r\n" in (proposed.path / "beliefs/t/twin-0.md").read_bytes()
    accept(proposed)
    assert proposed.git("status", "--porcelain", "-uall") == ""
    assert b"retracted:" in (proposed.path / "beliefs/t/twin-0.md").read_bytes()


def test_a_branch_without_a_common_history_is_refused(proposed: GitRepo) -> None:
    proposed.git("checkout", "-q", "--orphan", "alien")
    proposed.commit("alien")
    proposed.git("checkout", "-q", "main")
    proposed.git("branch", "-q", "-f", BRANCH, "alien")
    refused(proposed, "share no history")


@pytest.mark.skipif(os.name == "nt", reason="a folder that cannot be written needs POSIX modes")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_worktree_that_cannot_be_written_is_said(proposed: GitRepo) -> None:
    folder = proposed.path / "beliefs/t"
    folder.chmod(0o555)
    try:
        assert accept(proposed, code=2).err.startswith("error: ")
    finally:
        folder.chmod(0o755)
