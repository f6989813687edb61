"""One writer at a time; a dead writer holds nobody up."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from eemgit.errors import GitError
from eemgit.repo.repository import Repository

HOLDER = """
import sys, time
from pathlib import Path
from eemgit.repo.repository import Repository
with Repository.discover(Path(sys.argv[1])).lock("adding auth-slow"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(repo):
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(repo.path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_holder_is_named_to_who_waits_in_vain(repo, tmp_path, holder):
    linked = repo.worktree(tmp_path / "linked", "--detach")
    for place in (repo, linked):
        with (
            pytest.raises(GitError, match=rf"locked: adding auth-slow \(process {holder.pid}\) is at work"),
            Repository.discover(place.path).lock("mine", timeout=0.05),
        ):
            raise AssertionError("the lock was given twice")


def test_a_killed_holder_lets_go(repo, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with Repository.discover(repo.path).lock("mine", timeout=5):
        assert "mine" in (repo.path / ".git" / "eemgit.lock").read_text()
    assert (repo.path / ".git" / "eemgit.lock").read_text() == ""


def test_an_error_lets_go(repo):
    repository = Repository.discover(repo.path)
    with pytest.raises(ZeroDivisionError), repository.lock("mine"):
        raise ZeroDivisionError
    with repository.lock("again", timeout=0.05):
        pass


def test_a_link_in_place_of_the_lock_is_refused(repo, tmp_path):
    (repo.path / ".git" / "eemgit.lock").symlink_to(tmp_path / "victim")
    with pytest.raises(GitError, match="cannot open the lock"), Repository.discover(repo.path).lock("mine"):
        pass
    assert not (tmp_path / "victim").exists()
