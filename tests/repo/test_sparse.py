"""A sparse checkout shows fewer files and the same beliefs."""

from __future__ import annotations

import pytest

from eemgit.errors import EditRefused
from eemgit.repo.files import write_file
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import worktree_snapshot


@pytest.fixture
def sparse(repo):
    repo.belief("apple")
    repo.belief("birch")
    repo.commit()
    repo.git("sparse-checkout", "set", "beliefs/a")
    assert not (repo.path / "beliefs/b/birch.md").exists()
    return repo


def test_what_is_left_out_is_read_from_the_index(sparse):
    sparse.belief("apple", "It is edited.")
    sparse.belief("ash", "It is new.")
    before = sparse.fingerprint()
    files = worktree_snapshot(Repository.discover(sparse.path)).files
    assert list(files) == ["beliefs/a/apple.md", "beliefs/a/ash.md", "beliefs/b/birch.md", "eemgit.yaml"]
    assert files["beliefs/a/apple.md"] == b"It is edited.\n"
    assert sparse.fingerprint() == before


def test_a_file_that_a_person_deleted_is_gone(sparse):
    (sparse.path / "beliefs/a/apple.md").unlink()
    assert "beliefs/a/apple.md" not in worktree_snapshot(Repository.discover(sparse.path)).files


def test_a_file_that_is_left_out_is_not_written(sparse):
    repository = Repository.discover(sparse.path)
    with pytest.raises(EditRefused, match="the sparse checkout leaves this file out"):
        write_file(repository, "beliefs/b/birch.md", b"New.\n", before=b"A claim.\n")
    assert not (sparse.path / "beliefs/b").exists()
