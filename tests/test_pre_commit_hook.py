"""The pre-commit hook that a person may copy: it stops what brings errors, and is never silently absent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eemgit.resources import Kind, resource
from tests.conftest import GitRepo

SCRIPTS = Path(sys.executable).parent
DANGLING = "justifications:\n  - antecedents:\n      - nobody-knows-this"


@pytest.fixture
def hooked(repo: GitRepo) -> GitRepo:
    """A belief repository with the hook in place."""
    hook = repo.path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(resource(Kind.HOOKS, "pre-commit").read_bytes())
    hook.chmod(0o755)
    return repo


def bare_path(folder: Path) -> str:
    """A PATH with git and the basic tools, and no Python."""
    folder.mkdir()
    for tool in ("git", "sh", "env"):
        found = shutil.which(tool)
        assert found
        (folder / tool).symlink_to(found)
    return str(folder)


def commit(repo: GitRepo, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Stages everything and commits, with the program on the PATH unless that is given."""
    repo.git("add", "-A")
    return git(repo, "commit", "-q", "-m", "change", *options, **environment)


def git(repo: GitRepo, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A git command, whatever its outcome."""
    path = {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["git", *arguments], cwd=repo.path, env=os.environ | path | environment, capture_output=True, text=True
    )


def test_a_commit_without_errors_passes(hooked):
    hooked.belief("tokens-expire", "Tokens expire after an hour.")
    done = commit(hooked)
    assert done.returncode == 0, done.stderr


def test_a_commit_that_brings_an_error_is_stopped(hooked):
    hooked.belief("tokens-are-safe", "Tokens are safe.", DANGLING)
    before = hooked.head()
    done = commit(hooked)
    assert done.returncode != 0
    assert "dangling-antecedent" in done.stdout + done.stderr
    assert hooked.head() == before


def test_an_error_that_is_not_staged_does_not_stop_a_commit(hooked):
    hooked.write("README.md", "x\n")
    hooked.git("add", "-A")
    hooked.belief("tokens-are-safe", "Tokens are safe.", DANGLING)
    assert git(hooked, "commit", "-q", "-m", "x").returncode == 0


def test_what_a_commit_takes_beyond_the_index_is_judged(hooked):
    """`commit PATH` and `commit --all` commit from an index of their own."""
    hooked.belief("tokens-are-safe", "Tokens are safe.")
    assert commit(hooked).returncode == 0
    hooked.belief("tokens-are-safe", "Tokens are safe.", DANGLING)
    for options in (["--all"], ["--", "beliefs/t/tokens-are-safe.md"]):
        done = git(hooked, "commit", "-q", "-m", "x", *options)
        assert done.returncode != 0
        assert "dangling-antecedent" in done.stdout + done.stderr


def test_beliefs_in_a_folder_below_the_top_are_judged(hooked):
    hooked.git("mv", "-k", "eemgit.yaml", "elsewhere.yaml")
    hooked.write("team kb/eemgit.yaml", "schema: 1\n")
    assert commit(hooked).returncode == 0
    hooked.write("team kb/beliefs/t/tokens-are-safe.md", f"---\n{DANGLING}\n---\n\nTokens are safe.\n")
    before = hooked.head()
    for arguments in ([], [f"--git-dir={hooked.path / '.git'}"], ["--git-dir=.git", "--work-tree=."]):
        hooked.git("add", "-A")
        done = git(hooked, *arguments, "commit", "-q", "-m", "x")
        assert done.returncode != 0
        assert "dangling-antecedent" in done.stdout + done.stderr
    assert hooked.head() == before


def test_a_linked_worktree_is_judged_by_its_own_index(hooked, tmp_path):
    linked = hooked.worktree(tmp_path / "linked", "-b", "other")
    linked.belief("tokens-are-safe", "Tokens are safe.", DANGLING)
    assert commit(linked).returncode != 0
    hooked.write("README.md", "x\n")
    assert commit(hooked).returncode == 0


def test_a_commit_without_any_beliefs_passes_and_says_so(hooked):
    hooked.git("rm", "-q", "eemgit.yaml")
    done = commit(hooked)
    assert done.returncode == 0
    assert "no eemgit.yaml" in done.stderr


def test_the_hook_can_be_switched_off_and_says_so(hooked):
    hooked.write("beliefs/t/tokens.md", "")
    done = commit(hooked, EEMGIT_HOOKS="0")
    assert done.returncode == 0
    assert "EEMGIT_HOOKS is 0" in done.stderr


def test_without_the_program_nothing_passes_silently(hooked, tmp_path):
    hooked.belief("tokens-expire", "Tokens expire after an hour.")
    before = hooked.head()
    done = commit(hooked, PATH=bare_path(tmp_path / "bin"))
    assert done.returncode != 0
    assert "eemgit: not found" in done.stderr and "hint:" in done.stderr
    assert hooked.head() == before


def test_an_interpreter_that_has_the_program_is_enough(hooked, tmp_path):
    path = Path(bare_path(tmp_path / "bin"))
    (path / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (path / "python3").chmod(0o755)
    hooked.belief("tokens-expire", "Tokens expire after an hour.")
    done = commit(hooked, PATH=str(path))
    assert done.returncode == 0, done.stderr


def test_a_folder_of_the_repository_is_never_run_in_place_of_the_program(hooked, tmp_path):
    path = Path(bare_path(tmp_path / "bin"))
    (path / "python3").symlink_to(sys.base_prefix + "/bin/python3")
    hooked.write("eemgit/__init__.py", "")
    hooked.write("eemgit/cli/__init__.py", "")
    hooked.write("eemgit/cli/main.py", "")
    hooked.write("eemgit/__main__.py", "open('ran', 'w').close()")
    done = commit(hooked, PATH=str(path))
    assert done.returncode != 0
    assert not (hooked.path / "ran").exists()
