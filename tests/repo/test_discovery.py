"""Where a belief repository is found, and what is said where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eemgit.errors import GitError
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import index_snapshot, revision_snapshot, worktree_snapshot


def test_the_top_of_a_worktree_is_a_belief_root(repo):
    found = Repository.discover(repo.path)
    assert (found.top, found.prefix, found.is_bare) == (repo.path.resolve(), "", False)
    assert found.git_dir == found.common_dir == repo.path.resolve() / ".git"
    assert found.object_format == "sha1"


def test_the_nearest_settings_above_win(repo):
    repo.write("kb/eemgit.yaml", "schema: 1\n")
    deep = repo.path / "kb" / "beliefs" / "a"
    deep.mkdir(parents=True)
    (repo.path / "src").mkdir()
    assert Repository.discover(deep).prefix == "kb/"
    assert Repository.discover(deep).root == repo.path.resolve() / "kb"
    assert Repository.discover(repo.path / "src").prefix == ""


def test_a_root_given_by_name_needs_no_search(repo):
    repo.write("kb/eemgit.yaml", "schema: 1\n")
    assert Repository.discover(repo.path, root="kb/").prefix == "kb/"
    for bad in ("../other", "/etc", "-x", ".git", "a/../.."):
        with pytest.raises(GitError, match="not a folder of the repository"):
            Repository.discover(repo.path, root=bad)


def test_a_root_given_by_name_is_no_way_out_of_the_repository(repo, tmp_path):
    (tmp_path / "outside").mkdir()
    (repo.path / "kb").symlink_to(tmp_path / "outside", target_is_directory=True)
    with pytest.raises(GitError, match="a link lies on the way to 'kb/'"):
        Repository.discover(repo.path, root="kb")


def test_a_linked_worktree_knows_its_own_and_the_common_directory(repo, tmp_path):
    linked = repo.worktree(tmp_path / "linked tree", "-b", "side")
    found = Repository.discover(linked.path)
    assert found.common_dir == repo.path.resolve() / ".git"
    assert found.git_dir.parent == found.common_dir / "worktrees"
    assert found.head_branch() == "side"
    assert found.head() == repo.head()


def test_a_submodule_checkout_is_a_repository_of_its_own(repo, tmp_path):
    outer = repo.at(tmp_path / "outer")
    outer.path.mkdir()
    outer.git("init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo.path), "kb")
    found = Repository.discover(outer.path / "kb")
    assert found.top == outer.path.resolve() / "kb"
    assert "eemgit.yaml" in worktree_snapshot(found).files


def test_a_bare_repository_reads_its_root_from_the_head_commit(repo, tmp_path):
    repo.belief("auth-slow")
    repo.write("kb/eemgit.yaml", "schema: 1\n")
    repo.commit()
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    found = Repository.discover(tmp_path / "bare.git")
    assert (found.is_bare, found.prefix) == (True, "")
    assert "beliefs/a/auth-slow.md" in revision_snapshot(found, "HEAD").files
    assert Repository.discover(tmp_path / "bare.git", root="kb").prefix == "kb/"
    with pytest.raises(GitError, match=r"HEAD holds no doc/eemgit\.yaml"):
        Repository.discover(tmp_path / "bare.git", root="doc")


def test_a_bare_repository_without_a_commit_has_its_root_at_the_top(empty_repo, tmp_path):
    empty_repo.git("init", "-q", "--bare", str(tmp_path / "bare.git"))
    found = Repository.discover(tmp_path / "bare.git")
    assert (found.prefix, found.head()) == ("", None)


def test_an_unborn_branch_has_no_head_and_an_empty_index(empty_repo):
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    found = Repository.discover(empty_repo.path)
    assert (found.head(), found.head_branch()) == (None, "main")
    assert index_snapshot(found).files == {}
    with pytest.raises(GitError, match="no commit is named 'HEAD'"):
        revision_snapshot(found, "HEAD")


def test_a_detached_head_is_on_no_branch(repo):
    repo.git("checkout", "-q", "--detach")
    found = Repository.discover(repo.path)
    assert (found.head_branch(), found.head()) == (None, repo.head())


def test_a_repository_that_names_objects_by_sha256_is_read(git_home, repo, tmp_path):
    modern = repo.at(tmp_path / "modern")
    modern.path.mkdir()
    modern.git("init", "-q", "--object-format=sha256")
    modern.write("eemgit.yaml", "schema: 1\n")
    modern.belief("auth-slow", "Ä claim.")
    modern.commit()
    found = Repository.discover(modern.path)
    assert found.object_format == "sha256"
    assert revision_snapshot(found, "HEAD").files == worktree_snapshot(found).files == index_snapshot(found).files


def test_outside_of_git_the_error_says_what_to_do(tmp_path, git_home):
    with pytest.raises(GitError, match="is not in a git repository") as caught:
        Repository.discover(tmp_path)
    assert "eemgit init" in str(caught.value.hint)


def test_without_settings_the_error_says_what_to_do(empty_repo):
    with pytest.raises(GitError, match=r"no eemgit\.yaml in") as caught:
        Repository.discover(empty_repo.path)
    assert "eemgit init" in str(caught.value.hint)


def test_settings_above_the_git_repository_do_not_count(repo):
    inner = repo.at(repo.path / "inner")
    inner.path.mkdir()
    inner.git("init", "-q")
    with pytest.raises(GitError, match=r"no eemgit\.yaml"):
        Repository.discover(inner.path)


def test_inside_the_git_directory_the_error_says_where_to_go(repo):
    with pytest.raises(GitError, match="inside a git directory"):
        Repository.discover(repo.path / ".git")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(GitError, match=r"no folder '.*nowhere'"):
        Repository.discover(tmp_path / "nowhere")


def test_what_git_says_of_a_foreign_owner_is_passed_on(repo, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(GitError, match="dubious ownership") as caught:
        Repository.discover(repo.path)
    assert "safe.directory" in str(caught.value.hint)


def test_without_git_the_error_says_so(repo, monkeypatch):
    monkeypatch.setenv("PATH", str(repo.path))
    with pytest.raises(GitError, match="git is not installed"):
        Repository.discover(repo.path)


def _second_repository(repo, tmp_path: Path):
    second = repo.at(tmp_path / "second")
    second.path.mkdir()
    second.git("init", "-q", "-b", "main")
    second.write("eemgit.yaml", "schema: 1\n")
    second.belief("of-second")
    second.commit()
    return second


def test_a_folder_named_by_a_person_beats_the_variables_of_a_hook(repo, tmp_path, monkeypatch):
    second = _second_repository(repo, tmp_path)
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.path / ".git" / "index"))
    monkeypatch.setenv("GIT_PREFIX", "x/")
    found = Repository.discover(second.path, explicit=True)
    assert found.top == second.path.resolve()
    assert "beliefs/o/of-second.md" in index_snapshot(found).files


def test_without_a_named_folder_the_variables_of_a_hook_count(repo, tmp_path, monkeypatch):
    second = _second_repository(repo, tmp_path)
    monkeypatch.setenv("GIT_DIR", str(second.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(second.path))
    found = Repository.discover(second.path / "beliefs")
    assert found.git_dir == second.path.resolve() / ".git"
    assert "beliefs/o/of-second.md" in index_snapshot(found).files


def test_the_index_of_the_commit_being_made_is_read_even_if_named_relatively(repo, monkeypatch):
    repo.belief("committed")
    repo.commit()
    repo.belief("staged-elsewhere")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other-index")
    repo.git("read-tree", "HEAD")
    repo.git("add", "beliefs/s")
    (repo.path / "kb").mkdir()
    repo.write("kb/eemgit.yaml", "schema: 1\n")
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.chdir(repo.path)
    found = Repository.discover(Path())
    assert set(index_snapshot(found).files) == {
        "eemgit.yaml",
        "beliefs/c/committed.md",
        "beliefs/s/staged-elsewhere.md",
    }


def test_the_scrubbed_variables_are_all_that_git_calls_local(repo):
    from eemgit.git.environment import LOCAL_VARIABLES

    assert set(repo.git("rev-parse", "--local-env-vars").splitlines()) <= LOCAL_VARIABLES


@pytest.mark.filterwarnings("error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning")
def test_opening_and_reading_again_and_again_leaves_nothing_open(repo):
    for number in range(10):
        repo.belief(f"b{number}")
    repo.commit()
    descriptors = Path("/proc/self/fd") if Path("/proc/self/fd").is_dir() else Path("/dev/fd")
    before = len(list(descriptors.iterdir()))
    for _ in range(100):
        repository = Repository.discover(repo.path)
        assert len(revision_snapshot(repository, "HEAD").files) == 11
    for _ in range(400):
        worktree_snapshot(repository)
    assert len(list(descriptors.iterdir())) <= before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
