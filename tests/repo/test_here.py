"""Commits on the current branch take exactly the named files, or nothing."""

from __future__ import annotations

import os
import stat

import pytest

from eemgit.errors import GitError
from eemgit.repo.commits import CommitSpec
from eemgit.repo.here import commit_chain_here, commit_file_here
from eemgit.repo.leftovers import TEMPORARY
from eemgit.repo.repository import Repository

CHAIN = [
    CommitSpec("dedup: retract a", files={"beliefs/a/a.md": b"A, retracted.\n"}),
    CommitSpec("dedup: add b", files={"beliefs/b/b.md": b"B.\n"}),
]


def opened(repo) -> Repository:
    return Repository.discover(repo.path)


def hook(repo, name: str, script: str) -> None:
    path = repo.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def status(repo) -> str:
    return repo.git("status", "--porcelain", "-uall")


def test_a_new_file_is_committed_alone(repo):
    base = repo.head()
    repo.belief("mine")
    repo.git("add", "beliefs/m")
    repo.write("eemgit.yaml", "schema: 1\n# dirty\n")
    repo.belief("new")
    made = commit_file_here(opened(repo), ["beliefs/n/new.md"], "add new\n\nEem-Step: add\n")
    assert repo.head("main") == made
    assert repo.git("diff", "--name-status", base, made) == "A\tbeliefs/n/new.md"
    assert repo.git("show", "-s", "--format=%B", made) == "add new\n\nEem-Step: add\n"
    assert sorted(status(repo).splitlines()) == [" M eemgit.yaml", "A  beliefs/m/mine.md"]
    repo.fsck()


def test_an_edited_and_a_deleted_file_are_committed_together(repo):
    repo.belief("kept", "before")
    repo.belief("old")
    base = repo.commit()
    repo.belief("kept", "staged")
    repo.git("add", "-A")
    repo.belief("kept", "after")
    (repo.path / "beliefs/o/old.md").unlink()
    made = commit_file_here(opened(repo), ["beliefs/k/kept.md", "beliefs/o/old.md"], "# change")
    assert repo.git("diff", "--name-status", base, made) == "M\tbeliefs/k/kept.md\nD\tbeliefs/o/old.md"
    assert repo.git("show", "HEAD:beliefs/k/kept.md") == "after"
    assert repo.git("show", "-s", "--format=%s") == "# change"
    assert status(repo) == ""


def test_it_works_before_the_first_commit_on_a_detached_head_and_in_a_linked_worktree(empty_repo, tmp_path):
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    empty_repo.belief("first")
    first = commit_file_here(opened(empty_repo), ["beliefs/f/first.md"], "first")
    assert empty_repo.git("ls-tree", "-r", "--name-only", "main") == "beliefs/f/first.md"
    empty_repo.commit()
    linked = empty_repo.worktree(tmp_path / "linked", "--detach")
    linked.belief("second")
    second = commit_file_here(opened(linked), ["beliefs/s/second.md"], "second")
    assert linked.head() == second
    assert empty_repo.head("main") not in (first, second)


def test_names_are_taken_literally_and_ignore_rules_do_not_hide_a_belief(repo):
    repo.write(".gitignore", "beliefs/\n")
    repo.commit()
    base = repo.head()
    repo.write("beliefs/a/[x]*.md", "Odd.\n")
    repo.write("beliefs/a/xx.md", "Not named.\n")
    made = commit_file_here(opened(repo), ["beliefs/a/[x]*.md"], "odd")
    assert repo.git("diff", "--name-only", base, made) == "beliefs/a/[x]*.md"


def test_a_refusing_hook_leaves_file_and_index_as_they_were(repo):
    hook(repo, "pre-commit", "echo 'Not today' >&2; exit 1")
    repo.belief("mine")
    repo.git("add", "beliefs/m")
    repo.belief("new")
    before = (repo.refs(), status(repo), repo.git("ls-files", "--stage"))
    with pytest.raises(GitError, match="not today; nothing was committed"):
        commit_file_here(opened(repo), ["beliefs/n/new.md", "beliefs/m/mine.md"], "add new")
    assert (repo.refs(), status(repo), repo.git("ls-files", "--stage")) == before


def test_hooks_see_the_variables_of_the_user_and_none_of_ours(repo, monkeypatch):
    hook(
        repo,
        "pre-commit",
        'env | grep -E "^(GIT_|LC_ALL)" | cut -d= -f1 > "$HOME/seen"; git ls-files "*.md" >> "$HOME/seen"',
    )
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    repo.belief("new")
    commit_file_here(opened(repo), ["beliefs/n/new.md"], "add new")
    seen = (repo.path.parent / "home" / "seen").read_text().split()
    assert "beliefs/n/new.md" in seen
    assert not {"GIT_LITERAL_PATHSPECS", "GIT_OPTIONAL_LOCKS"} & set(seen)


def test_without_a_change_nothing_is_committed(repo):
    repo.belief("same")
    base = repo.commit()
    with pytest.raises(GitError, match=r"nothing to commit: 'beliefs/s/same\.md' is as HEAD has it"):
        commit_file_here(opened(repo), ["beliefs/s/same.md"], "again")
    with pytest.raises(GitError, match="nothing to commit"):
        commit_file_here(opened(repo), [], "none")
    with pytest.raises(GitError, match="no such file to commit"):
        commit_file_here(opened(repo), ["beliefs/n/nowhere.md"], "none")
    assert repo.head() == base


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", ".git/config", "a\0b", "--help/../x"])
def test_paths_that_leave_the_root_are_refused(repo, path):
    with pytest.raises(GitError, match="not a path inside"):
        commit_file_here(opened(repo), [path], "bad")


def diverge(repo) -> None:
    repo.belief("x", "base")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.belief("x", "side")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.belief("x", "main")
    repo.commit()


@pytest.mark.parametrize("operation", ["merge", "rebase", "cherry-pick", "revert", "bisect"])
def test_an_unfinished_operation_is_named_and_refused(repo, operation):
    diverge(repo)
    commands = {
        "merge": ("merge", "side"), "rebase": ("rebase", "side"), "cherry-pick": ("cherry-pick", "side"),
        "revert": ("revert", "--no-edit", "HEAD~1"), "bisect": ("bisect", "start"),
    }  # fmt: skip
    repo.git(*commands[operation], check=False)
    assert opened(repo).unfinished() == operation
    repo.belief("new")
    before = repo.fingerprint()
    with pytest.raises(GitError, match=f"a {operation} is in progress"):
        commit_file_here(opened(repo), ["beliefs/n/new.md"], "new")
    with pytest.raises(GitError, match=f"a {operation} is in progress"):
        commit_chain_here(opened(repo), CHAIN)
    assert repo.fingerprint() == before


def test_a_chain_moves_branch_index_and_worktree_and_keeps_other_changes(repo):
    repo.belief("a")
    base = repo.commit()
    repo.belief("staged")
    repo.git("add", "-A")
    repo.write("eemgit.yaml", "schema: 1\n# dirty\n")
    repo.belief("untracked")
    made = commit_chain_here(opened(repo), CHAIN)
    assert repo.head("main") == made.head
    assert repo.git("rev-list", "--reverse", f"{base}..main").split() == list(made.commits)
    assert (repo.path / "beliefs/a/a.md").read_bytes() == b"A, retracted.\n"
    assert sorted(status(repo).splitlines()) == [
        " M eemgit.yaml", "?? beliefs/u/untracked.md", "A  beliefs/s/staged.md",
    ]  # fmt: skip
    assert repo.git("for-each-ref", TEMPORARY) == ""
    repo.fsck()


def test_a_chain_works_before_the_first_commit(empty_repo):
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    empty_repo.belief("staged")
    empty_repo.git("add", "beliefs")
    made = commit_chain_here(opened(empty_repo), CHAIN)
    assert empty_repo.head("main") == made.head
    assert (empty_repo.path / "beliefs/b/b.md").read_bytes() == b"B.\n"
    assert sorted(status(empty_repo).splitlines()) == ["?? eemgit.yaml", "A  beliefs/s/staged.md"]


@pytest.mark.parametrize("state", ["worktree", "index", "untracked", "ignored", "deleted"])
def test_a_file_with_changes_of_a_person_is_never_overwritten(repo, state):
    repo.belief("a")
    repo.write(".gitignore", "ignored\n")
    repo.commit()
    path = {"untracked": "beliefs/b/b.md", "ignored": "ignored/x.md"}.get(state, "beliefs/a/a.md")
    repo.write(path, "work of a person\n")
    if state == "index":
        repo.git("add", "-A")
        repo.belief("a")
    if state == "deleted":
        (repo.path / path).unlink()
    repo.git("config", "merge.autoStash", "true")
    before = repo.fingerprint()
    spec = CommitSpec("touch", files={path: b"ours\n"})
    with pytest.raises(GitError, match=f"'{path}' has changes that are not committed"):
        commit_chain_here(opened(repo), [*CHAIN, spec])
    assert repo.fingerprint() == before


def test_a_bare_repository_has_nothing_to_commit_from(repo, tmp_path):
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    bare = Repository.discover(tmp_path / "bare.git")
    for attempt in (lambda: commit_chain_here(bare, CHAIN), lambda: commit_file_here(bare, ["eemgit.yaml"], "x")):
        with pytest.raises(GitError, match="no worktree"):
            attempt()


@pytest.mark.parametrize(("age", "text"), [(5, "seconds"), (3 * 3600, "3 hours"), (86400, "1 day")])
def test_a_lock_a_killed_git_left_is_named_with_its_age_and_stays(repo, age, text):
    repo.belief("a")
    repo.commit()
    lock = repo.write(".git/index.lock", "")
    moment = lock.stat().st_mtime - age
    os.utime(lock, (moment, moment))
    repo.belief("a", "changed")
    with pytest.raises(GitError, match=rf"git's lock 'index\.lock' is in the way: it is .*{text} old") as caught:
        commit_file_here(opened(repo), ["beliefs/a/a.md"], "change")
    assert str(lock) in str(caught.value.hint)
    repo.git("checkout", "-q", "--", "beliefs", check=False)
    repo.belief("a")
    with pytest.raises(GitError, match=r"index\.lock"):
        commit_chain_here(opened(repo), CHAIN)
    assert lock.exists()


def test_a_lock_on_a_branch_is_named(repo):
    repo.belief("a")
    lock = repo.write(".git/refs/heads/main.lock", "")
    with pytest.raises(GitError, match=r"main\.lock' is in the way"):
        commit_file_here(opened(repo), ["beliefs/a/a.md"], "change")
    assert lock.exists()
