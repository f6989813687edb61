"""A writer killed at any moment leaves refs before or after, a sound repository, and nobody locked out."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable

import pytest

from eemgit.errors import GitError
from eemgit.repo.commits import CommitSpec
from eemgit.repo.files import SCRATCH, write_file
from eemgit.repo.here import commit_chain_here, commit_file_here
from eemgit.repo.leftovers import TEMPORARY
from eemgit.repo.merging import accept_merge, merge_result
from eemgit.repo.publish import publish
from eemgit.repo.repository import Repository
from tests.orphans import wait_for_group

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the writers are forked")

ROUNDS = 25
LENGTH = 40
DATA = b"X.\n" * 50


def opened(repo) -> Repository:
    return Repository.discover(repo.path)


def specs(number: int) -> list[CommitSpec]:
    return [CommitSpec(f"add {number}-{i}", files={f"beliefs/r{number}/x{i}.md": DATA}) for i in range(LENGTH)]


def run_and_kill(work: Callable[[], object], after: float) -> None:
    """Starts the work in a process of its own, kills that process, and waits for the git it may have left behind."""

    def in_a_group_of_its_own() -> None:
        os.setpgid(0, 0)
        work()

    process = multiprocessing.get_context("fork").Process(target=in_a_group_of_its_own)
    process.start()
    time.sleep(after)
    process.kill()
    process.join()
    assert process.pid is not None
    wait_for_group(process.pid)
    process.close()


@pytest.fixture(autouse=True)
def _orphans_become_ours():
    """Makes the git a killed writer leaves behind a child of this process, for the time of a test."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    yield
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)


def assert_sound(repo) -> None:
    repo.fsck()
    repository = opened(repo)
    publish(repository, "eem/next", repo.head(), specs(0)[:1], None)
    assert repo.git("for-each-ref", TEMPORARY) == ""
    assert not list((repo.path / ".git").glob(f"{SCRATCH}*.tmp"))
    assert not list((repo.path / ".git").glob("fast_import_crash_*"))


def test_a_killed_publish_leaves_the_whole_branch_or_none(repo):
    moments = random.Random(1)
    head = repo.head()
    for number in range(ROUNDS):
        branch = f"eem/x{number}"
        run_and_kill(lambda: publish(opened(repo), branch, head, specs(number), None), moments.uniform(0, 0.08))  # noqa: B023
        assert repo.git("rev-list", "--count", f"{head}..{branch}", check=False) in ("", str(LENGTH))
        assert repo.head() == head
    assert_sound(repo)


def test_a_killed_chain_leaves_all_commits_or_none(repo):
    moments = random.Random(2)
    for number in range(ROUNDS):
        before = int(repo.git("rev-list", "--count", "HEAD"))
        run_and_kill(lambda: commit_chain_here(opened(repo), specs(number)), moments.uniform(0, 0.1))  # noqa: B023
        assert int(repo.git("rev-list", "--count", "HEAD")) - before in (0, LENGTH)
        assert repo.git("status", "--porcelain", "-uall") == ""
    assert_sound(repo)


def add_files(repo, number: int) -> None:
    for spec in specs(number)[:4]:
        ((path, data),) = spec.files.items()
        assert data is not None
        write_file(opened(repo), path, data, before=None)
        commit_file_here(opened(repo), [path], spec.message)


def test_a_killed_commit_leaves_at_most_one_whole_file_uncommitted(repo):
    moments = random.Random(3)
    for number in range(ROUNDS // 2):
        run_and_kill(lambda: add_files(repo, number), moments.uniform(0, 0.2))  # noqa: B023
        left = repo.git("status", "--porcelain", "-uall").splitlines()
        assert len(left) <= 1
        for line in left:
            assert (repo.path / line[3:]).read_bytes() == DATA
            commit_file_here(opened(repo), [line[3:]], "left by a killed run")
    assert_sound(repo)


def test_a_killed_accept_leaves_the_merge_or_none(repo):
    moments = random.Random(4)
    for number in range(ROUNDS // 2):
        spec = CommitSpec(f"derive: {number}", files={f"beliefs/p/p{number}.md": b"P.\n"})
        before = repo.head()
        proposed = publish(opened(repo), f"eem/a{number}", before, [spec], None).head
        result = merge_result(opened(repo), before, proposed)
        run_and_kill(lambda: accept_merge(opened(repo), result, "accept", "main"), moments.uniform(0, 0.1))  # noqa: B023
        after = repo.head()
        assert after == before or repo.git("show", "-s", "--format=%P", after) == f"{before} {proposed}"
        assert repo.git("status", "--porcelain", "-uall") == ""
        if after == before:
            accept_merge(opened(repo), result, "accept", "main")
    assert_sound(repo)


def add_one(repo, number: int) -> None:
    path = f"beliefs/w/w{number}.md"
    write_file(opened(repo), path, b"W.\n", before=None)
    try:
        commit_file_here(opened(repo), [path], f"add {number}")
    except GitError as error:
        os._exit(2 if "locked" in error.message or "in the way" in error.message else 1)


def test_twenty_writers_at_once_lose_nothing(repo):
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=add_one, args=(repo, number)) for number in range(20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    refused = sum(writer.exitcode == 2 for writer in writers)
    assert sum(writer.exitcode == 0 for writer in writers) == 20 - refused
    assert int(repo.git("rev-list", "--count", "HEAD")) - 1 == 20 - refused
    assert len(repo.git("ls-tree", "-r", "--name-only", "HEAD", "beliefs").splitlines()) == 20 - refused
    repo.fsck()
