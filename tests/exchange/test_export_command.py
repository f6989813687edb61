"""`eemgit export` as it is typed, and the import of what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

FORMATS = ("reasonsforge", "beliefs.md", "jsonl", "csv")


@pytest.fixture
def pond(repo: GitRepo) -> GitRepo:
    repo.belief("water-is-cold", "The water is cold.", "tags: [water]")
    repo.belief("nobody-swims", "Nobody swims.", "justifications:\n  - antecedents: [water-is-cold]")
    repo.write("nogoods/n.md", "---\nmembers: [water-is-cold, nobody-swims]\n---\n\nOne or the other.\n")
    repo.commit()
    return repo


@pytest.mark.parametrize("name", FORMATS)
def test_data_go_to_standard_output_and_what_is_lost_to_standard_error(pond: GitRepo, name: str) -> None:
    written = eemgit("export", "--format", name, cwd=pond.path)
    assert written.code == 0
    assert "The water is cold." in written.out
    assert written.err.startswith("exported 2 beliefs and ")
    assert ("tags" in written.err) is (name in ("reasonsforge", "beliefs.md"))
    assert eemgit("export", "--format", name, cwd=pond.path).out == written.out


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_gets_the_same_bytes(pond: GitRepo, name: str, tmp_path: Path) -> None:
    to_file = eemgit("export", "--format", name, "--out", str(tmp_path / "out"), cwd=pond.path)
    assert (to_file.code, to_file.out) == (0, "")
    assert (tmp_path / "out").read_bytes().decode() == eemgit("export", "--format", name, cwd=pond.path).out
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.endswith(".tmp")) == []


def test_the_report_as_json_needs_a_file_to_be_about(pond: GitRepo, tmp_path: Path) -> None:
    asked = eemgit("export", "--json", cwd=pond.path)
    assert (asked.code, asked.out) == (2, "")
    report = eemgit("export", "--json", "--out", str(tmp_path / "n.json"), cwd=pond.path)
    assert report.json == {
        "schema": 1,
        "format": "reasonsforge",
        "file": str(tmp_path / "n.json"),
        "complete": True,
        "beliefs": 2,
        "nogoods": 1,
        "losses": [
            {"id": None, "what": "tags", "why": "kept under metadata `eemgit`, which only eemgit reads", "count": 1}
        ],
    }


def test_a_file_is_replaced_but_none_that_the_export_is_made_of(pond: GitRepo) -> None:
    pond.write("network.json", "an older one")
    assert eemgit("export", "--out", "network.json", cwd=pond.path).code == 0
    assert json.loads((pond.path / "network.json").read_text())["meta"]["node_count"] == 2
    before = pond.fingerprint()
    for target in ("beliefs/w/water-is-cold.md", "nogoods/new.json", "eemgit.yaml", ".git/config", "src/../beliefs/x"):
        refused = eemgit("export", "--out", target, cwd=pond.path)
        assert (refused.code, "never overwrites belief files" in refused.err) == (2, True)
    assert pond.fingerprint() == before


@pytest.mark.parametrize("target", ["nowhere/out.json", "."])
def test_a_place_that_cannot_be_written_is_named(pond: GitRepo, target: str) -> None:
    refused = eemgit("export", "--out", target, cwd=pond.path)
    assert refused.code == 2
    assert refused.err.startswith(f"error: {target}: cannot be written: ")


@pytest.mark.parametrize("name", FORMATS)
def test_what_cannot_be_read_is_left_out_and_said(pond: GitRepo, name: str) -> None:
    pond.write("beliefs/w/water-is-cold.md", "---\n")
    written = eemgit("export", "--format", name, cwd=pond.path)
    assert written.code == 1
    assert "water-is-cold: all of beliefs/w/water-is-cold.md: it cannot be read (unclosed-fence)" in written.err
    assert "Nobody swims." in written.out
    assert "The water is cold." not in written.out


def test_a_commit_can_be_exported(pond: GitRepo) -> None:
    pond.belief("lid-is-on", "The lid is on.")
    assert "lid-is-on" in eemgit("export", "--format", "csv", cwd=pond.path).out
    assert "lid-is-on" not in eemgit("export", "--format", "csv", "--at", "HEAD", cwd=pond.path).out


def test_a_retracted_premise_takes_its_conclusion_out_of_what_is_exported_as_in(pond: GitRepo) -> None:
    pond.belief("water-is-cold", "The water is cold.", "retracted: it is July")
    lines = eemgit("export", "--format", "csv", cwd=pond.path).out.splitlines()
    assert [line.split(",")[:2] for line in lines[1:]] == [["nobody-swims", "OUT"], ["water-is-cold", "OUT"]]


def test_json_lines_are_imported_as_the_same_files(pond: GitRepo, empty_folder: GitRepo, tmp_path: Path) -> None:
    eemgit("export", "--format", "jsonl", "--out", str(tmp_path / "pond.jsonl"), cwd=pond.path)
    brought = eemgit("import", str(tmp_path / "pond.jsonl"), cwd=empty_folder.path)
    assert (brought.code, brought.out.splitlines()[0]) == (0, "imported 2 beliefs and 1 nogood")
    assert "every label is as the export has it" in brought.out
    for name in ("beliefs/w/water-is-cold.md", "beliefs/n/nobody-swims.md", "nogoods/n.md"):
        assert (empty_folder.path / name).exists()
    written = eemgit("export", "--format", "jsonl", cwd=empty_folder.path).out
    assert written == (tmp_path / "pond.jsonl").read_text()


def test_a_broken_line_imports_nothing_and_is_named(pond: GitRepo, tmp_path: Path) -> None:
    before = pond.fingerprint()
    (tmp_path / "x.jsonl").write_text('{"schema": 1, "id": "a", "claim": "A."}\n{"schema": 1, "id": "b"}\n')
    refused = eemgit("import", str(tmp_path / "x.jsonl"), cwd=pond.path)
    assert refused.code == 2
    assert "x.jsonl: line 2: 'claim' is null, and should be text" in refused.err
    assert pond.fingerprint() == before


@pytest.fixture
def empty_folder(repo: GitRepo, tmp_path: Path) -> GitRepo:
    """Another belief repository, without beliefs."""
    other = GitRepo(tmp_path / "other")
    other.path.mkdir()
    other.git("init", "-q", "-b", "main")
    other.write("eemgit.yaml", "schema: 1\n")
    other.commit("start")
    return other
