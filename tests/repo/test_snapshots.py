"""What a snapshot shows of worktree, index and revisions, and that taking one leaves no trace."""

from __future__ import annotations

import os

import pytest

from eemgit.beliefs.model import Irregular
from eemgit.errors import GitError
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import index_snapshot, revision_snapshot, worktree_snapshot
from eemgit.repo.worktree import SIZE_LIMIT


def snapshots(repo, revision="HEAD"):
    repository = Repository.discover(repo.path)
    return worktree_snapshot(repository), index_snapshot(repository), revision_snapshot(repository, revision)


def test_the_three_agree_on_a_clean_repository(repo):
    repo.belief("auth-slow", "Line one.\r\nLine two.")
    repo.belief("team/auth-fast")
    repo.write("nogoods/slow-fast.md", "members\n")
    repo.write("beliefs/a/empty.md", "")
    repo.write("src/code.py", "x = 1\n")
    commit = repo.commit()
    disk, index, revision = snapshots(repo)
    assert disk.files == index.files == revision.files
    assert list(disk.files) == sorted(disk.files)
    assert disk.files["beliefs/a/auth-slow.md"] == b"Line one.\r\nLine two.\n"
    assert "src/code.py" not in disk.files
    assert (revision.name, revision.commit, disk.commit) == ("HEAD", commit, None)
    assert disk.settings_text == b"schema: 1\n"


def test_each_shows_its_own_state_of_a_dirty_repository(repo):
    repo.belief("x", "committed")
    repo.commit()
    repo.belief("x", "staged")
    repo.git("add", "-A")
    repo.belief("x", "on disk")
    repo.belief("untracked")
    disk, index, revision = snapshots(repo)
    shown = [view.files["beliefs/x/x.md"] for view in (disk, index, revision)]
    assert shown == [b"on disk\n", b"staged\n", b"committed\n"]
    assert "beliefs/u/untracked.md" in disk.files
    assert "beliefs/u/untracked.md" not in index.files


def test_paths_count_from_the_belief_root(repo):
    repo.write("kb é/eemgit.yaml", "schema: 1\n")
    repo.write("kb é/beliefs/a/auth.md", "A.\n")
    repo.belief("not-ours")
    repo.commit()
    repository = Repository.discover(repo.path / "kb é")
    expected = {"beliefs/a/auth.md": b"A.\n", "eemgit.yaml": b"schema: 1\n"}
    assert worktree_snapshot(repository).files == expected
    assert index_snapshot(repository).files == expected
    assert revision_snapshot(repository, "main").files == expected


@pytest.mark.parametrize(
    "name", ["señal.md", "two words.md", 'a"quote.md', "back\\slash.md", "new\nline.md", "\u2028.md"]
)
def test_odd_names_are_read_under_their_real_names(repo, name):
    repo.write(f"beliefs/a/{name}", "A.\n")
    repo.commit()
    for view in snapshots(repo):
        assert view.files[f"beliefs/a/{name}"] == b"A.\n"


def test_a_name_that_is_not_text_stays_visible_and_printable(repo):
    repo.write("beliefs/a/ok.md", "A.\n")
    odd = repo.path / "beliefs" / "a" / os.fsdecode(b"\xff\xfe.md")
    try:
        odd.write_bytes(b"A.\n")
    except OSError:
        pytest.skip("the file system takes only UTF-8 names")
    repo.commit()
    for view in snapshots(repo):
        assert view.files["beliefs/a/\\xff\\xfe.md"] == b"A.\n"
        "".join(view.files).encode()


def test_links_are_named_and_never_followed(repo, tmp_path):
    secret = tmp_path / "outside"
    (secret / "deep").mkdir(parents=True)
    (secret / "deep" / "x.md").write_text("secret\n")
    repo.belief("real")
    (repo.path / "beliefs" / "r" / "link.md").symlink_to(secret / "deep" / "x.md")
    (repo.path / "beliefs" / "r" / "dangling.md").symlink_to("nowhere")
    (repo.path / "beliefs" / "r" / "endless.md").symlink_to("/dev/zero")
    (repo.path / "beliefs" / "sub").symlink_to(secret, target_is_directory=True)
    repo.commit()
    for view in snapshots(repo):
        links = {path for path, content in view.files.items() if content is Irregular.SYMLINK}
        assert links == {"beliefs/r/link.md", "beliefs/r/dangling.md", "beliefs/r/endless.md", "beliefs/sub"}
        assert b"secret\n" not in view.files.values()


def test_a_belief_folder_that_is_a_link_is_named(repo, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.md").write_text("secret\n")
    (repo.path / "beliefs").symlink_to(tmp_path / "outside", target_is_directory=True)
    repo.commit()
    for view in snapshots(repo):
        assert view.files == {"beliefs": Irregular.SYMLINK, "eemgit.yaml": b"schema: 1\n"}


def test_settings_that_are_a_link_have_no_text(repo):
    (repo.path / "eemgit.yaml").unlink()
    (repo.path / "eemgit.yaml").symlink_to("/dev/zero")
    repo.commit()
    for view in snapshots(repo):
        assert view.files == {"eemgit.yaml": Irregular.SYMLINK}
        assert view.settings_text is None


def test_a_file_over_the_limit_is_not_read(repo):
    repo.write("beliefs/a/large.md", b"x" * (SIZE_LIMIT + 1))
    repo.write("beliefs/a/just.md", b"x" * SIZE_LIMIT)
    repo.write("beliefs/z/after.md", "After.\n")
    repo.commit()
    for view in snapshots(repo):
        assert view.files["beliefs/a/large.md"] is Irregular.TOO_LARGE
        assert view.files["beliefs/a/just.md"] == b"x" * SIZE_LIMIT
        assert view.files["beliefs/z/after.md"] == b"After.\n"


def test_a_pipe_is_named_and_does_not_block(repo):
    repo.belief("a")
    os.mkfifo(repo.path / "beliefs" / "a" / "pipe.md")
    files = worktree_snapshot(Repository.discover(repo.path)).files
    assert files["beliefs/a/pipe.md"] is Irregular.NOT_A_FILE


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_named(repo):
    repo.belief("a").chmod(0)
    repo.belief("b").parent.chmod(0)
    files = worktree_snapshot(Repository.discover(repo.path)).files
    (repo.path / "beliefs" / "b").chmod(0o700)
    assert files["beliefs/a/a.md"] is Irregular.UNREADABLE
    assert files["beliefs/b"] is Irregular.UNREADABLE


def test_a_repository_inside_the_beliefs_is_named(repo):
    inner = repo.at(repo.path / "beliefs" / "inner")
    inner.path.mkdir(parents=True)
    inner.git("init", "-q")
    inner.belief("x")
    inner.commit()
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "a submodule")
    for view in snapshots(repo):
        assert view.files["beliefs/inner"] is Irregular.SUBMODULE


def test_stages_of_an_unfinished_merge_are_one_unmerged_file(repo):
    repo.belief("x", "base")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.belief("x", "side")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.belief("x", "main")
    repo.commit()
    repo.git("merge", "side", check=False)
    _, index, _ = snapshots(repo)
    assert index.files["beliefs/x/x.md"] is Irregular.UNMERGED


def test_what_is_only_intended_to_be_added_is_not_in_the_index(repo):
    repo.belief("intended")
    repo.belief("removed-again")
    repo.write("beliefs/e/empty.md", "")
    repo.git("add", "beliefs/e")
    repo.git("add", "--intent-to-add", "beliefs/i", "beliefs/r")
    (repo.path / "beliefs/r/removed-again.md").unlink()
    _, index, _ = snapshots(repo)
    assert set(index.files) == {"beliefs/e/empty.md", "eemgit.yaml"}


def test_executable_files_are_files(repo):
    repo.belief("x").chmod(0o755)
    repo.commit()
    for view in snapshots(repo):
        assert view.files["beliefs/x/x.md"] == b"A claim.\n"


def test_folders_can_be_chosen(repo):
    repo.belief("x")
    repo.write("reviews/r.yaml", "a: 1\n")
    repo.commit()
    repository = Repository.discover(repo.path)
    for view in (
        worktree_snapshot(repository, ("reviews",)),
        index_snapshot(repository, ("reviews",)),
        revision_snapshot(repository, "HEAD", ("reviews",)),
    ):
        assert set(view.files) == {"reviews/r.yaml", "eemgit.yaml"}


def test_taking_snapshots_changes_nothing(repo):
    repo.belief("x", "committed")
    repo.belief("y", "committed")
    repo.commit()
    repo.belief("x", "staged")
    repo.git("add", "-A")
    repo.belief("y", "dirty")
    repo.belief("untracked")
    os.utime(repo.path / "eemgit.yaml", (1, 1))
    before = repo.fingerprint()
    names = sorted((repo.path / ".git").iterdir())
    snapshots(repo)
    assert repo.fingerprint() == before
    assert sorted((repo.path / ".git").iterdir()) == names


def test_a_revision_can_be_named_in_many_ways(repo):
    repo.belief("x")
    commit = repo.commit()
    repo.git("tag", "-a", "v1", "-m", "a tag")
    repo.belief("y")
    repo.commit()
    repository = Repository.discover(repo.path)
    for name in (commit, commit[:10], "v1", "HEAD~1", "main^", "@{1}"):
        assert revision_snapshot(repository, name).commit == commit, name


@pytest.mark.parametrize(
    "revision",
    ["--help", "-1", "", "a\0b", "HEAD\n", "--output=x", "nowhere", "HEAD:eemgit.yaml", "../../etc/passwd", "a..b",
     "ext::sh -c touch% marker", "--upload-pack=touch marker", "file:///x", "-u./x"],
)  # fmt: skip
def test_what_is_no_revision_is_refused(repo, revision, monkeypatch):
    monkeypatch.chdir(repo.path)
    before = repo.fingerprint()
    with pytest.raises(GitError, match=r"not a revision|no commit is named"):
        revision_snapshot(Repository.discover(repo.path), revision)
    assert repo.fingerprint() == before


def test_a_missing_object_is_named(repo):
    path = repo.belief("x", "gone")
    repo.commit()
    blob = repo.git("hash-object", str(path))
    (repo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(GitError, match=f"object {blob} is missing"):
        revision_snapshot(Repository.discover(repo.path), "HEAD")
