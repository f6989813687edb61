"""`show --blame` in real repositories: which commit gave each part of a belief."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

FIRST = "justifications:\n  - antecedents:\n      - p\n"
SECOND = FIRST + "      - q\n    unless:\n      - r\nsources:\n  - src/a.py\n"


@pytest.fixture
def kept(repo: GitRepo) -> GitRepo:
    """A belief that got its parts in three commits: `one`, `two` and `three`."""
    for id in ("p", "q", "r"):
        repo.belief(id, f"About {id}.")
    repo.belief("x", "It follows.", FIRST)
    repo.commit("one")
    repo.belief("x", "It follows.", SECOND)
    repo.commit("two")
    repo.belief("x", "It follows.", f"retracted:\n  reason: r\n  type: other\n{SECOND}")
    repo.commit("three")
    return repo


def given(folder: Path, *arguments: str) -> list[tuple[str, str, str | None]]:
    shown = eemgit("show", "x", "--blame", "--json", *arguments, cwd=folder).json
    return [(part["what"], part["text"], part.get("subject")) for part in shown["belief"]["blame"]]


WHOLE = [
    ("claim", "It follows.", "one"),
    ("retracted", "r", "three"),
    ("antecedent", "p", "one"),
    ("antecedent", "q", "two"),
    ("unless", "r", "two"),
    ("source", "src/a.py", "two"),
]


def test_each_part_names_the_commit_that_gave_it(kept: GitRepo) -> None:
    assert given(kept.path) == WHOLE
    first = eemgit("show", "x", "--blame", "--json", cwd=kept.path).json["belief"]["blame"][2]
    assert (first["commit"], first["author"], first["justification"]) == (kept.head("main~2"), "Kim Tester", 1)
    assert first["time"].startswith("2026-01-02T03:04:05")


def test_the_text_names_commit_part_and_subject(kept: GitRepo) -> None:
    shown = eemgit("show", "x", "--blame", cwd=kept.path).out
    assert f"  {kept.head()[:10]} 2026-01-02  retracted:    r  (three)" in shown
    assert f"  {kept.head('main~1')[:10]} 2026-01-02  antecedent 1: q  (two)" in shown


def test_an_earlier_revision_is_blamed_as_it_was(kept: GitRepo) -> None:
    assert given(kept.path, "--at", "main~1") == [part for part in WHOLE if part[0] != "retracted"]


def test_a_file_moved_by_git_keeps_its_origins(kept: GitRepo) -> None:
    kept.git("mv", "beliefs/x/x.md", "beliefs/x.md")
    kept.commit("moved")
    assert given(kept.path) == WHOLE


def test_lines_that_are_not_committed_say_so(kept: GitRepo) -> None:
    kept.belief("x", "It follows, perhaps.", f"retracted:\n  reason: r\n  type: superseded\n{SECOND}")
    assert given(kept.path)[:3] == [
        ("claim", "It follows, perhaps.", None),
        ("retracted", "r", None),
        ("antecedent", "p", "one"),
    ]
    assert (
        "not committed yet      claim:        It follows, perhaps." in eemgit("show", "x", "--blame", cwd=kept.path).out
    )


def test_a_file_git_does_not_know_is_not_committed_at_all(repo: GitRepo) -> None:
    repo.belief("x", "It follows.", SECOND)
    assert {subject for _, _, subject in given(repo.path)} == {None}


def test_a_claim_over_several_lines_was_given_by_the_newest_of_them(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.belief("x", "It follows\nfrom much.")
    repo.commit("one")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-03T03:04:05+02:00")
    repo.belief("x", "It follows\nfrom little.\n\nNotes.")
    repo.commit("two")
    assert given(repo.path) == [("claim", "It follows from little.", "two")]


def test_blame_works_below_a_folder_and_in_a_bare_repository(empty_repo: GitRepo, tmp_path: Path) -> None:
    empty_repo.write("kb/eemgit.yaml", "schema: 1\n")
    empty_repo.write("kb/beliefs/x/x.md", "It follows.\r\n")
    empty_repo.commit("one")
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    empty_repo.write("beliefs/x/x.md", "It follows.\n")
    empty_repo.commit("two")
    assert given(empty_repo.path / "kb/beliefs") == [("claim", "It follows.", "one")]
    empty_repo.git("clone", "-q", "--bare", str(empty_repo.path), str(tmp_path / "bare"))
    assert given(tmp_path / "bare") == [("claim", "It follows.", "two")]


def test_blame_changes_nothing(kept: GitRepo) -> None:
    before = kept.fingerprint()
    eemgit("show", "x", "--blame", cwd=kept.path)
    assert kept.fingerprint() == before
