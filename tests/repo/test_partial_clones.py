"""Clones that left the blobs behind: everything can be read, and what is missing comes in one go."""

from __future__ import annotations

import pytest

from eemgit.repo.merging import merge_result
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import revision_snapshot


@pytest.fixture
def partial(repo, tmp_path):
    for number in range(8):
        repo.belief(f"b{number}", f"Claim {number}.")
    repo.write("src/large.bin", b"x" * 1000)
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.belief("b1", "Side.")
    repo.belief("c1", "New.")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.belief("b2", "Main.")
    repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo.path}", str(tmp_path / "partial"))
    return repo.at(tmp_path / "partial")


def packs(repo) -> int:
    return len(list((repo.path / ".git" / "objects" / "pack").glob("*.pack")))


def test_a_revision_is_fetched_in_one_go(repo, partial):
    before = packs(partial)
    found = revision_snapshot(Repository.discover(partial.path, root=""), "HEAD")
    assert found.files == revision_snapshot(Repository.discover(repo.path), "HEAD").files
    assert packs(partial) == before + 1
    large = repo.git("rev-parse", "main:src/large.bin")
    assert f"?{large}" in partial.git("rev-list", "--objects", "--missing=print", "HEAD").split()
    revision_snapshot(Repository.discover(partial.path, root=""), "HEAD")
    assert packs(partial) == before + 1


def test_a_merge_is_fetched_in_one_go(repo, partial):
    before = packs(partial)
    target, branch = repo.head("main"), repo.head("side")
    found = merge_result(Repository.discover(partial.path, root=""), target, branch)
    assert found == merge_result(Repository.discover(repo.path), target, branch)
    assert found.snapshot.files["beliefs/b/b1.md"] == b"Side.\n"
    assert packs(partial) == before + 1
