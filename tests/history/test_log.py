"""`log` in real repositories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

DERIVED = "justifications:\n  - antecedents: [wired]\n"


@pytest.fixture
def lamp(repo: GitRepo) -> GitRepo:
    """A lamp that is on because it is wired; the wire is retracted and restored, then a merge rewords the lamp."""
    repo.belief("wired", "The lamp is wired.")
    repo.belief("lit", "The lamp is lit.", DERIVED)
    repo.commit("the lamp")
    repo.belief("wired", "The lamp is wired.", "retracted: the cable was cut\n")
    repo.commit("cut the cable")
    repo.write("src/lamp.py", "on = True\n")
    repo.commit("code only")
    repo.belief("wired", "The lamp is wired.")
    repo.commit("mend the cable")
    repo.git("checkout", "-q", "-b", "words")
    repo.belief("lit", "The lamp shines.", DERIVED)
    repo.commit("draft")
    repo.belief("lit", "The lamp is bright.", DERIVED)
    repo.commit("better words")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge words", "words")
    return repo


def subjects(folder: Path, *arguments: str) -> list[tuple[str, str | None, str | None]]:
    told = eemgit("log", *arguments, "--json", cwd=folder).json
    return [(each["subject"], each["from"], each["to"]) for each in told["commits"]]


WHOLE = [
    ("merge words", "IN", "IN"),
    ("mend the cable", "OUT", "IN"),
    ("cut the cable", "IN", "OUT"),
    ("the lamp", None, "IN"),
]


def test_log_tells_edits_and_flips_along_first_parents_newest_first(lamp: GitRepo) -> None:
    assert subjects(lamp.path, "lit") == WHOLE
    told = eemgit("log", "lit", cwd=lamp.path)
    assert told.code == 0
    assert "OUT was IN, because wired was retracted: the cable was cut" in told.out
    assert "- The lamp is lit." in told.out
    assert "+ The lamp is bright." in told.out
    assert "draft" not in told.out


def test_log_json_says_what_changed_and_why(lamp: GitRepo) -> None:
    told = eemgit("log", "lit", "--json", cwd=lamp.path).json
    assert (told["schema"], told["id"], told["label"], told["claim"]) == (1, "lit", "IN", "The lamp is bright.")
    assert told["shallow"] is None
    merge, _, cut, first = told["commits"]
    assert merge["changes"] == [{"what": "reworded", "old": ["The lamp is lit."], "new": ["The lamp is bright."]}]
    assert cut["commit"] == lamp.head("main~3")
    assert cut["because"] == [
        {"id": "wired", "changes": [{"what": "retracted", "old": [], "new": ["the cable was cut"]}]}
    ]
    assert first["path"] == "beliefs/l/lit.md"
    assert first["author"] == "Kim Tester"


def test_log_at_a_revision_knows_nothing_of_what_came_later(lamp: GitRepo) -> None:
    assert subjects(lamp.path, "lit", "--at", "main~2") == WHOLE[2:]
    assert subjects(lamp.path, "lit", "--at", "words")[:2] == [("better words", "IN", "IN"), ("draft", "IN", "IN")]


def test_log_shows_as_many_entries_as_asked_for_and_counts_the_rest(lamp: GitRepo) -> None:
    assert subjects(lamp.path, "lit", "-n", "1") == WHOLE[:1]
    assert eemgit("log", "lit", "-n", "1", cwd=lamp.path).out.splitlines()[-1] == "… and 3 older entries"


def test_log_changes_nothing(lamp: GitRepo) -> None:
    before = lamp.fingerprint()
    eemgit("log", "lit", cwd=lamp.path)
    assert lamp.fingerprint() == before


def test_log_tells_of_a_belief_that_is_gone(lamp: GitRepo) -> None:
    (lamp.path / "beliefs/l/lit.md").unlink()
    lamp.commit("forget the lamp")
    assert subjects(lamp.path, "lit")[0] == ("forget the lamp", "IN", None)
    assert "deleted" in eemgit("log", "lit", cwd=lamp.path).out


def test_log_follows_a_rename(lamp: GitRepo) -> None:
    (lamp.path / "beliefs/l/lit.md").unlink()
    lamp.belief("bright", "The lamp is bright.", DERIVED + "aliases: [lit]\n")
    lamp.commit("a better name")
    for id in ("lit", "bright"):
        told = eemgit("log", id, "--json", cwd=lamp.path).json
        assert (told["id"], told["ids"]) == ("bright", ["bright", "lit"])
        assert [each["id"] for each in told["commits"]] == ["bright", "lit", "lit", "lit", "lit"]


def test_log_of_an_unknown_id_suggests_one(lamp: GitRepo) -> None:
    told = eemgit("log", "wird", cwd=lamp.path)
    assert (told.code, told.out) == (2, "")
    assert "did you mean 'wired'?" in told.err


def test_log_works_from_a_sub_folder_and_below_a_folder_of_its_own(empty_repo: GitRepo) -> None:
    empty_repo.write("code.py", "x = 1\n")
    empty_repo.commit("code")
    empty_repo.write("näh bar/eemgit.yaml", "schema: 1\n")
    empty_repo.write("näh bar/beliefs/a/a.md", "A.\n")
    empty_repo.write("beliefs/a/a.md", "Not this one.\n")
    empty_repo.commit("knowledge")
    empty_repo.write("beliefs/a/a.md", "Nor this.\n")
    empty_repo.commit("elsewhere")
    assert subjects(empty_repo.path / "näh bar/beliefs/a", "a") == [("knowledge", None, "IN")]


def test_log_reads_a_bare_repository(lamp: GitRepo, tmp_path: Path) -> None:
    lamp.git("clone", "-q", "--bare", str(lamp.path), str(tmp_path / "bare"))
    assert subjects(tmp_path / "bare", "lit") == WHOLE


def test_log_says_where_a_shallow_clone_ends(lamp: GitRepo, tmp_path: Path) -> None:
    lamp.git("clone", "-q", "--depth", "3", f"file://{lamp.path}", str(tmp_path / "clone"))
    told = eemgit("log", "lit", cwd=tmp_path / "clone")
    assert "this is a shallow clone" in told.out
    assert "added" not in told.out
    found = eemgit("log", "lit", "--json", cwd=tmp_path / "clone").json
    assert found["shallow"] == lamp.head("main~2")
    assert [each["subject"] for each in found["commits"]] == ["merge words", "mend the cable", "code only"]


def test_log_of_a_partial_clone_fetches_what_it_needs_at_once(lamp: GitRepo, tmp_path: Path) -> None:
    lamp.git("config", "uploadpack.allowFilter", "true")
    lamp.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = GitRepo(tmp_path / "clone")
    lamp.git("clone", "-q", "--filter=blob:none", f"file://{lamp.path}", str(clone.path))
    assert subjects(clone.path, "lit") == WHOLE


def test_log_of_a_sha256_repository(git_home: Path, tmp_path: Path) -> None:
    there = GitRepo(tmp_path / "there")
    there.path.mkdir()
    there.git("init", "-q", "-b", "main", "--object-format=sha256")
    there.write("eemgit.yaml", "schema: 1\n")
    there.belief("a", "A.")
    there.commit("one")
    there.belief("a", "Another a.")
    there.commit("two")
    assert subjects(there.path, "a") == [("two", "IN", "IN"), ("one", None, "IN")]


def test_log_says_how_many_entries_come_from_unreadable_files(lamp: GitRepo) -> None:
    lamp.write("beliefs/w/wired.md", "---\nunless: [\n---\n\nX.\n")
    lamp.commit("a slip")
    told = eemgit("log", "lit", cwd=lamp.path)
    assert "?   was IN, because wired cannot be read (bad-yaml)" in told.out
    assert "1 entry with a file that cannot be read: undecided there" in told.err


def test_log_before_the_first_commit_is_a_clear_error(empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    told = eemgit("log", "a", cwd=empty_repo.path)
    assert told.code == 2
    assert "no commit is named 'HEAD'" in told.err


def test_log_is_safe_with_ids_and_revisions_that_look_like_options(lamp: GitRepo) -> None:
    assert eemgit("log", "--at", "--all", "lit", cwd=lamp.path).code == 2
    assert eemgit("log", "--", "--output=x", cwd=lamp.path).code == 2
    assert not (lamp.path / "x").exists()


def test_log_does_not_mind_how_git_is_configured(lamp: GitRepo) -> None:
    for setting in ("diff.renames=copies", "log.showSignature=true", "diff.relative=true", "color.ui=always"):
        lamp.git("config", *setting.split("="))
    assert subjects(lamp.path / "src", "lit") == WHOLE
    assert json.loads(eemgit("log", "lit", "--json", cwd=lamp.path / "beliefs").out)["label"] == "IN"
