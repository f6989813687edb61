"""New repositories are made where they are asked for, whoever started us."""

from __future__ import annotations

import pytest

from eemgit.errors import GitError
from eemgit.repo.creating import commit_everything, create


def test_a_repository_made_in_a_hook_leaves_the_hook_s_repository_alone(repo, tmp_path, monkeypatch):
    linked = repo.worktree(tmp_path / "linked", "-b", "side")
    repo.belief("mine")
    before, outer = repo.fingerprint(), linked.head()
    inner = repo.at(tmp_path / "inner")
    inner.write("eemgit.yaml", "schema: 1\n")
    with monkeypatch.context() as hook:
        hook.setenv("GIT_DIR", linked.git("rev-parse", "--absolute-git-dir"))
        hook.setenv("GIT_INDEX_FILE", str(repo.path / ".git" / "index"))
        hook.setenv("GIT_PREFIX", "")
        create(tmp_path / "empty")
        made = commit_everything(inner.path, "start")
    assert (repo.fingerprint(), linked.head()) == (before, outer)
    assert repo.git("config", "core.bare") == "false"
    assert inner.head() == made
    assert inner.git("ls-tree", "-r", "--name-only", "HEAD") == "eemgit.yaml"
    assert (tmp_path / "empty" / ".git" / "HEAD").exists()


def test_without_an_identity_the_new_repository_gets_one_of_its_own(repo, git_home, tmp_path):
    (git_home / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    inner = repo.at(tmp_path / "inner")
    inner.write("eemgit.yaml", "schema: 1\n")
    made = commit_everything(inner.path, "start")
    assert inner.head() == made
    assert (git_home / ".gitconfig").read_text() == "[user]\n\tuseConfigOnly = true\n"


def test_what_git_refuses_is_said(repo, git_home, tmp_path):
    repo.git("config", "--global", "commit.gpgsign", "true")
    repo.git("config", "--global", "gpg.program", "/bin/false")
    inner = repo.at(tmp_path / "inner")
    inner.write("eemgit.yaml", "schema: 1\n")
    with pytest.raises(GitError, match=r"git could not commit in '.*inner': .*gpg failed to sign"):
        commit_everything(inner.path, "start")
