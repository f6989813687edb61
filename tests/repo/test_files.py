"""Single files are written whole or not at all, inside the root, and never over what somebody changed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from eemgit.errors import EditRefused, GitError
from eemgit.repo import files
from eemgit.repo.files import write_file
from eemgit.repo.repository import Repository


def opened(repo) -> Repository:
    return Repository.discover(repo.path)


def test_a_new_file_is_written_with_its_folders(repo):
    write_file(opened(repo), "beliefs/a/auth.md", b"A.\r\n", before=None)
    path = repo.path / "beliefs/a/auth.md"
    assert path.read_bytes() == b"A.\r\n"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    assert [each.name for each in path.parent.iterdir()] == ["auth.md"]
    assert not list((repo.path / ".git").glob(f"{files.SCRATCH}*.tmp"))


def test_an_edit_keeps_the_mode_of_the_file(repo):
    repo.belief("a", "before").chmod(0o755)
    write_file(opened(repo), "beliefs/a/a.md", b"after\n", before=b"before\n")
    assert stat.S_IMODE((repo.path / "beliefs/a/a.md").stat().st_mode) == 0o755


@pytest.mark.parametrize(
    ("now", "before", "message"),
    [(b"x\n", None, "exists already"), (b"x\n", b"y\n", "changed"), (None, b"y\n", "gone")],
)
def test_a_file_that_changed_since_it_was_read_is_left_alone(repo, now, before, message):
    path = repo.path / "beliefs/a/a.md"
    if now is not None:
        repo.write("beliefs/a/a.md", now)
    with pytest.raises(EditRefused, match=message):
        write_file(opened(repo), "beliefs/a/a.md", b"ours\n", before=before)
    assert (path.read_bytes() if path.exists() else None) == now


def test_nothing_is_written_through_a_link(repo, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "p.md").write_bytes(b"secret\n")
    repo.belief("a")
    (repo.path / "beliefs/a/p.md").symlink_to(outside / "p.md")
    (repo.path / "beliefs/sub").symlink_to(outside, target_is_directory=True)
    (repo.path / "nogoods").symlink_to("nowhere")
    for path, before in (
        ("beliefs/a/p.md", b"secret\n"),
        ("beliefs/sub/p.md", b"secret\n"),
        ("beliefs/sub/q.md", None),
    ):
        with pytest.raises(GitError, match=r"link|not a regular file"):
            write_file(opened(repo), path, b"ours\n", before=before)
    with pytest.raises(GitError, match="link"):
        write_file(opened(repo), "nogoods/x.md", b"ours\n", before=None)
    assert [each.name for each in outside.iterdir()] == ["p.md"]
    assert (outside / "p.md").read_bytes() == b"secret\n"


def test_a_file_in_place_of_a_folder_is_named(repo):
    repo.write("beliefs", "a file\n")
    with pytest.raises(GitError, match="where a folder must be"):
        write_file(opened(repo), "beliefs/a/a.md", b"A.\n", before=None)
    (repo.path / "nogoods").mkdir()
    with pytest.raises(GitError, match="not a regular file"):
        write_file(opened(repo), "nogoods", b"A.\n", before=None)


@pytest.mark.parametrize(
    "path", ["../x.md", "/etc/x", "beliefs/../../x", ".git/hooks/pre-commit", "a\0b", "x\\..\\y", ""]
)
def test_paths_that_leave_the_root_are_refused(repo, path):
    with pytest.raises(GitError, match="not a path inside"):
        write_file(opened(repo), path, b"A.\n", before=None)


def test_another_file_system_between_is_no_obstacle(repo, monkeypatch):
    real = Path.replace

    def across(self, target):
        if self.parent != Path(target).parent:
            raise OSError(18, "Invalid cross-device link")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", across)
    write_file(opened(repo), "beliefs/a/a.md", b"A.\n", before=None)
    assert [each.name for each in (repo.path / "beliefs/a").iterdir()] == ["a.md"]
    assert not list((repo.path / ".git").glob(f"{files.SCRATCH}*.tmp"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(repo):
    repo.belief("a").parent.chmod(0o500)
    with pytest.raises(GitError, match="cannot write"):
        write_file(opened(repo), "beliefs/a/b.md", b"B.\n", before=None)
