"""git's refusals as errors a person can act on."""

from __future__ import annotations

from pathlib import Path

import pytest

from eemgit.errors import GitError
from eemgit.git.configuration import get_value, set_identity
from eemgit.git.environment import hook_environment, neutral_environment, plumbing_environment
from eemgit.git.runner import Git, Result, refusal, require_version, subcommand


def said(text: str, out: str = "") -> GitError:
    return refusal(("-c", "a=b", "commit", "-m", "x"), Result(128, out.encode(), text.encode()))


def test_the_message_is_git_s_own_in_lower_case_and_the_rest_a_hint():
    error = said("fatal: Not possible to do this\nhint: Try that\n\n  git other\n")
    assert error.message == "git commit: not possible to do this"
    assert error.hint == "Try that\n  git other"


def test_warnings_do_not_hide_the_error():
    assert said("warning: something\nfatal: the reason\n").message == "git commit: the reason"


def test_what_git_says_on_stdout_counts_when_stderr_is_empty():
    assert said("", "On branch main\nnothing to commit\n").message == "git commit: on branch main"


def test_silence_is_said():
    assert said("").message == "git commit ended with exit code 128 without a message"
    assert "killed by signal 9" in refusal(("gc",), Result(-9, b"", b"")).message


def test_bytes_that_are_no_text_can_be_printed():
    assert refusal(("log",), Result(1, b"", b"fatal: \xff\n")).message == "git log: \\xff"


@pytest.mark.parametrize(
    ("args", "name"), [(("log", "-1"), "log"), (("-C", "/x", "-c", "a=b", "gc"), "gc"), (("--version",), "")]
)
def test_the_command_is_named_without_its_options(args, name):
    assert subcommand(args) == name


def test_a_character_that_cannot_be_an_argument_is_an_error(empty_repo):
    with pytest.raises(GitError, match="cannot be passed on"):
        Git.here(empty_repo.path).run("log", "a\0b")


def test_a_newer_git_than_there_is_can_be_required(tmp_path):
    require_version(Git.here(tmp_path), (2, 0), "this")
    with pytest.raises(GitError, match=r"this needs git 99\.0 or newer"):
        require_version(Git.here(tmp_path), (99, 0), "this")


def test_the_environments_differ_in_what_they_keep():
    inherited = {
        "GIT_DIR": "/x", "GIT_EXTERNAL_DIFF": "evil", "GIT_ICASE_PATHSPECS": "1", "LC_ALL": "de_DE", "HOME": "/home",
    }  # fmt: skip
    plain = plumbing_environment(inherited)
    assert (plain["GIT_DIR"], plain["LC_ALL"], plain["GIT_OPTIONAL_LOCKS"]) == ("/x", "C", "0")
    assert not {"GIT_EXTERNAL_DIFF", "GIT_ICASE_PATHSPECS"} & set(plain)
    hooks = hook_environment(inherited)
    assert (hooks["LC_ALL"], hooks["GIT_EXTERNAL_DIFF"], "GIT_OPTIONAL_LOCKS" in hooks) == ("de_DE", "evil", False)
    neutral = neutral_environment(inherited)
    assert ("GIT_DIR" in neutral, neutral["GIT_CONFIG_NOSYSTEM"], neutral["HOME"]) == (False, "1", "/home")


def test_an_identity_is_written_into_the_repository_only(empty_repo, git_home: Path):
    git = Git.here(empty_repo.path)
    before = (git_home / ".gitconfig").read_text()
    set_identity(git, "Kim Ö.", "kim@local.example")
    assert get_value(git, "user.name") == "Kim Ö."
    assert (git_home / ".gitconfig").read_text() == before
    with pytest.raises(GitError):
        set_identity(git, "Kim\n[core]\n\thooksPath = /tmp/evil", "k@x")
    assert get_value(git, "core.hooksPath") is None


def test_a_throw_away_repository_made_in_a_hook_touches_nothing_else(repo, tmp_path, monkeypatch):
    from eemgit.git.environment import without_local_variables

    linked = repo.worktree(tmp_path / "linked", "-b", "side")
    monkeypatch.setenv("GIT_DIR", linked.git("rev-parse", "--absolute-git-dir"))
    monkeypatch.setenv("GIT_INDEX_FILE", "index")
    inner = tmp_path / "inner"
    inner.mkdir()
    import os

    git = Git(inner, without_local_variables(os.environ))
    git.run("init", "-q")
    git.run("commit", "-q", "--allow-empty", "-m", "inner")
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert linked.head() == repo.head()
    assert repo.git("config", "core.bare") == "false"
    assert (inner / ".git" / "HEAD").exists()
