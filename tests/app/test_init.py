"""`init` adds what is missing and keeps what is there; the example stands on its own wherever it is made."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

FILES = [".gitattributes", "beliefs/.gitignore", "beliefs/README.md", "eemgit.yaml"]
ATTRIBUTES = "/beliefs/** text eol=lf merge=eemgit"


def init(folder: Path, *options: str, code: int = 0) -> Result:
    result = eemgit("init", *options, cwd=folder)
    assert result.code == code, result.err
    return result


def files(folder: Path) -> list[str]:
    """Every file below a folder but those of git."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in found if ".git" not in path.parts)


def content(folder: Path) -> dict[str, bytes]:
    return {path: (folder / path).read_bytes() for path in files(folder)}


def test_a_repository_is_made_where_there_is_none(tmp_path: Path, git_home: Path) -> None:
    folder = tmp_path / "deep/new"
    result = init(tmp_path, "deep/new")
    assert "made a git repository in deep/new" in result.err
    assert files(folder) == FILES
    assert eemgit("check", cwd=folder).code == 0
    assert eemgit("add", "first", "It is the first.", "--commit", cwd=folder).code == 0
    assert GitRepo(folder).git("ls-tree", "-r", "--name-only", "HEAD") == "beliefs/f/first.md"


def test_a_second_run_adds_nothing(empty_repo: GitRepo) -> None:
    init(empty_repo.path, "--agents")
    before = empty_repo.fingerprint()
    for options in ((), ("--agents",)):
        again = init(empty_repo.path, *options, "--json").json
        assert again["files"] == []
        assert "nothing to do: this is a belief repository already" in init(empty_repo.path, *options).err
    assert empty_repo.fingerprint() == before


def test_files_that_are_there_are_kept(empty_repo: GitRepo) -> None:
    mine = {
        "eemgit.yaml": "schema: 1\nlayout: hash\n",
        "beliefs/README.md": "Mine.\n",
        "beliefs/.gitignore": "# mine\n",
        "code.py": "pass\n",
    }
    for path, text in mine.items():
        empty_repo.write(path, text)
    before = content(empty_repo.path)
    assert init(empty_repo.path, "--json").json["files"] == [".gitattributes"]
    assert {path: data for path, data in content(empty_repo.path).items() if path != ".gitattributes"} == before


@pytest.mark.parametrize(
    ("present", "kept"),
    [(b"*.png binary", b"*.png binary\n"), (b"*.png binary\r\n", b"*.png binary\r\n"), (b"", b"")],
    ids=["no line end", "CRLF", "empty"],
)
def test_attributes_are_added_to_those_that_are_there(empty_repo: GitRepo, present: bytes, kept: bytes) -> None:
    empty_repo.write(".gitattributes", present)
    init(empty_repo.path)
    after = (empty_repo.path / ".gitattributes").read_bytes()
    assert after.startswith(kept + ATTRIBUTES.encode()) and after.count(b"merge=eemgit") == 4
    (empty_repo.path / ".gitattributes").write_bytes(after.replace(f"{ATTRIBUTES}\n".encode(), b""))
    init(empty_repo.path)
    assert sorted((empty_repo.path / ".gitattributes").read_bytes().splitlines()) == sorted(after.splitlines())


def test_the_note_for_agents_is_added_once_to_one_that_is_there(empty_repo: GitRepo) -> None:
    agents = empty_repo.write("AGENTS.md", "# Agents\n\nBe kind.")
    init(empty_repo.path, "--agents")
    text = agents.read_text()
    assert text.startswith("# Agents\n\nBe kind.\n\n<!-- eemgit: begin -->\n") and text.count("eemgit: begin") == 1
    init(empty_repo.path, "--agents")
    assert agents.read_text() == text


def test_a_folder_of_a_repository_becomes_a_belief_root_of_its_own(empty_repo: GitRepo) -> None:
    folder = empty_repo.path / "kb"
    folder.mkdir()
    assert "git repository" not in init(folder).err
    assert files(empty_repo.path) == [f"kb/{path}" for path in FILES]
    assert not (folder / ".git").exists()
    assert eemgit("add", "first", "It is the first.", "--commit", cwd=folder).code == 0
    assert empty_repo.git("ls-tree", "-r", "--name-only", "HEAD") == "kb/beliefs/f/first.md"
    assert empty_repo.git("check-attr", "merge", "kb/beliefs/f/first.md").endswith("merge: eemgit")


def test_a_dry_run_says_what_it_would_write(tmp_path: Path, git_home: Path) -> None:
    result = init(tmp_path, "new", "--dry-run", "--agents")
    told = [line.removeprefix("would write ") for line in result.out.splitlines()]
    assert sorted(told) == ["AGENTS.md" if path == "AGENTS.md" else path for path in sorted([*FILES, "AGENTS.md"])]
    assert "would make a git repository in new" in result.err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("options", [(), ("--example",)], ids=["init", "example"])
@pytest.mark.parametrize("below", ["", "/deep/er"])
def test_a_file_in_the_place_of_a_folder_is_said(tmp_path: Path, options: tuple[str, ...], below: str) -> None:
    (tmp_path / "file").write_text("mine")
    result = init(tmp_path, *options, f"file{below}", code=2)
    assert "file is not a folder" in result.err
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("place", ["AGENTS.md", "eemgit.yaml", "beliefs"])
def test_links_are_not_written_through(empty_repo: GitRepo, tmp_path: Path, place: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (empty_repo.path / place).symlink_to(outside / "there")
    result = init(empty_repo.path, "--agents", code=1)
    assert f"{place} is a symbolic link" in result.err
    assert list(outside.iterdir()) == []
    assert [path for path in files(empty_repo.path) if path != place] == []


@pytest.mark.parametrize(
    ("place", "told"), [("bare.git", "lies in a bare repository"), (".git", "lies inside a git directory")]
)
def test_where_no_file_could_be_committed_nothing_is_made(empty_repo: GitRepo, place: str, told: str) -> None:
    empty_repo.git("init", "-q", "--bare", "bare.git")
    before = files(empty_repo.path)
    assert told in init(empty_repo.path, place, code=2).err
    assert files(empty_repo.path) == before


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("options", [(), ("--example",)], ids=["init", "example"])
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, git_home: Path, options: tuple[str, ...]) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    assert "cannot write in" in init(tmp_path, *options, "locked/new", code=2).err


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder nobody can write in")
@pytest.mark.parametrize("options", [(), ("--example",)], ids=["init", "example"])
def test_a_folder_where_nobody_can_write_is_said(tmp_path: Path, git_home: Path, options: tuple[str, ...]) -> None:
    assert "cannot write in /proc/new" in init(tmp_path, *options, "/proc/new", code=2).err


def test_a_global_ignore_hides_no_belief(empty_repo: GitRepo, git_home: Path) -> None:
    (git_home / "ignored").write_text("lib/\nbuild/\nl/\nb/\n*.log.md\nREADME.md\nvendor\n")
    empty_repo.git("config", "--global", "core.excludesFile", str(git_home / "ignored"))
    init(empty_repo.path)
    ids = ["lamp-glows", "bell-rings", "lib/lamp-glows", "build/bell-rings", "vendor/x-y", "it.log"]
    for number, id in enumerate(ids):
        assert eemgit("add", id, f"Number {number} holds.", cwd=empty_repo.path).code == 0
    empty_repo.git("add", "-A")
    empty_repo.git("commit", "-q", "-m", "all")
    rows = eemgit("list", "--at", "HEAD", "--json", cwd=empty_repo.path).json["beliefs"]
    assert sorted(row["id"] for row in rows) == sorted(ids)
    assert eemgit("status", cwd=empty_repo.path).code == 0
    assert empty_repo.git("status", "--porcelain", "-uall", "--ignored") == ""


def example(folder: Path, name: str = "demo") -> GitRepo:
    result = init(folder, "--example", name)
    assert "files in demo, in one commit" in result.err and "next: cd demo && eemgit status" in result.err
    return GitRepo(folder / name)


def test_the_example_needs_no_identity(tmp_path: Path, git_home: Path) -> None:
    (git_home / ".gitconfig").unlink()
    made = example(tmp_path)
    assert made.git("rev-list", "--count", "HEAD") == "1"
    assert made.git("status", "--porcelain", "-uall", "--ignored") == ""
    assert not (git_home / ".gitconfig").exists()
    assert eemgit("check", cwd=made.path).code == 0
    assert eemgit("add", "new", "It is new.", "--commit", cwd=made.path).code == 0


def test_the_example_inside_of_a_repository_is_its_own(empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    before = empty_repo.commit()
    made = example(empty_repo.path)
    assert made.git("rev-parse", "--show-toplevel") == str(made.path)
    assert empty_repo.head() == before
    assert empty_repo.git("status", "--porcelain") == "?? demo/"
    rows = eemgit("list", "--json", cwd=made.path).json["beliefs"]
    assert len(rows) > 20 and eemgit("list", "--json", cwd=empty_repo.path).json["beliefs"] == []


def test_the_example_is_whole_whatever_is_ignored(tmp_path: Path, git_home: Path) -> None:
    (git_home / "ignored").write_text("src/\nl/\n*.md\n")
    subprocess.run(["git", "config", "--global", "core.excludesFile", str(git_home / "ignored")], check=True)
    made = example(tmp_path)
    lies = {path.relative_to(made.path).as_posix() for path in made.path.rglob("*") if path.is_file()}
    assert {*made.git("ls-files").splitlines()} == {path for path in lies if not path.startswith(".git/")}


def test_the_example_goes_only_into_a_folder_that_is_empty(tmp_path: Path, git_home: Path) -> None:
    (tmp_path / "demo").mkdir()
    example(tmp_path)
    before = content(tmp_path / "demo")
    again = init(tmp_path, "--example", "demo", code=1)
    assert "demo is not empty" in again.err and "name a new folder" in again.err
    assert content(tmp_path / "demo") == before
    assert "needs a folder of its own" in init(tmp_path, "--example", code=2).err


def test_a_dry_run_of_the_example_makes_nothing(tmp_path: Path, git_home: Path) -> None:
    result = init(tmp_path, "--example", "demo", "--dry-run")
    assert "would write" in result.err
    assert not (tmp_path / "demo").exists()
