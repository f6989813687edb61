"""Importing through the command: everything of the source is there or accounted for, and nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo
from tests.exchange.exports import published

NETWORK = {
    "nodes": {
        "Sky_Is_Clear": {"text": "The sky is clear.", "truth_value": "IN", "justifications": []},
        "stars-shine": {
            "text": "Stars can be seen.",
            "truth_value": "IN",
            "justifications": [{"type": "SL", "antecedents": ["Sky_Is_Clear"], "outlist": ["day-breaks"]}],
        },
        "day-breaks": {"text": "Day breaks.", "truth_value": "OUT", "retract_reason": "it is night"},
        "moon-is-up": {
            "text": "The moon is up.",
            "truth_value": "IN",
            "justifications": [{"type": "SL", "antecedents": ["moon-is-up"], "outlist": []}],
        },
    },
    "nogoods": [],
}


def source(folder: Path, network: object = NETWORK) -> Path:
    file = folder / "network.json"
    file.write_text(network if isinstance(network, str) else json.dumps(network), encoding="utf-8")
    return file


def import_(repo: GitRepo, file: Path, *options: str, code: int = 0) -> Result:
    result = eemgit("import", str(file), *options, cwd=repo.path)
    assert result.code == code, result.err
    return result


def beliefs(repo: GitRepo) -> dict[str, Any]:
    return {row["id"]: row for row in eemgit("list", "--json", cwd=repo.path).json["beliefs"]}


def labels(repo: GitRepo) -> dict[str, str]:
    return {id: row["label"] for id, row in beliefs(repo).items()}


def test_beliefs_arrive_with_their_labels_and_odd_ids_as_aliases(repo: GitRepo, tmp_path: Path) -> None:
    result = import_(repo, source(tmp_path))
    assert labels(repo) == {"sky_is_clear": "IN", "stars-shine": "IN", "day-breaks": "OUT", "moon-is-up": "OUT"}
    assert beliefs(repo)["sky_is_clear"]["aliases"] == ["Sky_Is_Clear"]
    assert "Sky_Is_Clear -> sky_is_clear" in result.out
    assert "moon-is-up: is its own antecedent" in result.out
    assert "circular support" in result.out and "1 label as in the export again" in result.out
    assert "not committed; next: eemgit check, then git add beliefs eemgit.yaml && git commit" in result.err


@pytest.mark.parametrize("name", ["composable-beliefs", "system-design-eem"])
def test_a_published_network_has_the_labels_of_its_truth_file(repo: GitRepo, tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.json"
    file.write_bytes(published(file.name))
    truth = json.loads(published(f"{name}.truth.json"))
    told = import_(repo, file, "--json").json
    differing = {id: found["well_founded"] for id, found in truth["grounded_differs"].items()}
    assert labels(repo) == truth["truth"] | differing
    assert len(told["imported"]) == len(truth["truth"])
    assert len(told["causes"]) == (1 if differing else 0)
    before = repo.fingerprint()
    again = import_(repo, file, "--json").json
    assert (again["imported"], again["kept"], len(again["unchanged"])) == ([], [], len(truth["truth"]))
    assert repo.fingerprint() == before


@pytest.mark.parametrize("options", [(), ("--commit",), ("--keep-metadata",)], ids=" ".join)
def test_importing_again_changes_nothing(repo: GitRepo, tmp_path: Path, options: tuple[str, ...]) -> None:
    file = source(tmp_path)
    import_(repo, file, *options)
    before = repo.fingerprint()
    again = import_(repo, file, *options)
    assert "4 beliefs here already, unchanged" in again.out and "nothing to write" in again.err
    assert repo.fingerprint() == before


def test_an_import_can_be_committed(repo: GitRepo, tmp_path: Path) -> None:
    before = repo.head()
    result = import_(repo, source(tmp_path), "--commit")
    assert f"committed as {repo.head()[:10]}" in result.err
    assert repo.head("HEAD^") == before
    assert repo.git("show", "-s", "--format=%s") == "import: 4 beliefs"
    assert repo.git("status", "--porcelain", "-uall") == ""
    assert import_(repo, source(tmp_path), "--commit", "--json").json["commit"] is None


def test_a_first_commit_holds_the_settings_that_head_lacks(empty_repo: GitRepo, tmp_path: Path) -> None:
    assert eemgit("init", cwd=empty_repo.path).code == 0
    empty_repo.write("notes", "staged\n")
    empty_repo.git("add", "notes")
    result = import_(empty_repo, source(tmp_path), "--commit")
    assert "not committed: .gitattributes, beliefs/.gitignore, beliefs/README.md" in result.err
    assert empty_repo.git("ls-tree", "-r", "--name-only", "HEAD").splitlines() == [
        "beliefs/d/day-breaks.md",
        "beliefs/m/moon-is-up.md",
        "beliefs/s/sky_is_clear.md",
        "beliefs/s/stars-shine.md",
        "eemgit.yaml",
    ]
    assert empty_repo.git("diff", "--cached", "--name-only") == "notes"
    assert eemgit("check", "--rev", "HEAD", cwd=empty_repo.path).code == 1


def test_a_dirty_worktree_stays_as_it_is(facts: GitRepo, tmp_path: Path) -> None:
    facts.belief("hot-0", "It is mine.")
    facts.write("notes", "staged\n")
    facts.git("add", "notes")
    facts.belief("loose", "It is loose.")
    result = import_(facts, source(tmp_path), "--commit")
    assert "not committed: beliefs/h/hot-0.md, beliefs/l/loose.md" in result.err
    status = facts.git("status", "--porcelain", "-uall").splitlines()
    assert sorted(status) == [" M beliefs/h/hot-0.md", "?? beliefs/l/loose.md", "A  notes"]


def test_beliefs_that_are_here_are_never_touched(repo: GitRepo, tmp_path: Path) -> None:
    repo.belief("day-breaks", "The day is young.", "tags:\n  - mine")
    repo.write("beliefs/m/moon-is-up.md", "---\nbroken: [\n---\n")
    before = {path: (repo.path / path).read_bytes() for path in ("beliefs/d/day-breaks.md", "beliefs/m/moon-is-up.md")}
    told = import_(repo, source(tmp_path), "--json").json
    assert told["kept"] == ["day-breaks", "moon-is-up"]
    assert told["imported"] == ["sky_is_clear", "stars-shine"]
    assert {path: (repo.path / path).read_bytes() for path in before} == before


def big(folder: Path, number: int) -> Path:
    nodes = {f"a-{i}": {"text": f"Fact {i} holds.", "truth_value": "IN", "justifications": []} for i in range(number)}
    return source(folder, {"nodes": nodes})


def test_a_crowded_letter_chooses_the_layout_of_an_empty_repository(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("eemgit.yaml", b"schema: 1\r\nlayout: letter\r\nreports: local\r\n")
    repo.commit()
    result = import_(repo, big(tmp_path, 1001), "--commit", "--json")
    assert result.json["layout"] == "hash"
    assert (repo.path / "eemgit.yaml").read_bytes() == b"schema: 1\r\nlayout: hash\r\nreports: local\r\n"
    assert repo.git("status", "--porcelain", "-uall") == ""
    assert eemgit("check", cwd=repo.path).code == 0


def test_the_layout_of_a_repository_with_beliefs_stays(facts: GitRepo, tmp_path: Path) -> None:
    assert import_(facts, big(tmp_path, 1001), "--dry-run", "--json").json["layout"] == "letter"


def test_a_dry_run_writes_nothing(repo: GitRepo, tmp_path: Path) -> None:
    before = repo.fingerprint()
    result = import_(repo, source(tmp_path), "--dry-run")
    assert "would import 4 beliefs" in result.out and "dry run: nothing is written" in result.err
    assert import_(repo, source(tmp_path), "--dry-run", "--commit", "--json").json["dry_run"] is True
    assert repo.fingerprint() == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON"),
        ("{", "not JSON: expecting property name enclosed in double quotes at line 1"),
        ('{"nodes": {"a": }}', "not JSON: expecting value at line 1, column 17"),
        ("[]", "not an export: a list"),
        ("3", "not an export: a number"),
        ("null", "not an export"),
        ("{}", "it has no `nodes`"),
        ('{"nodes": []}', "not an export"),
        ("[" * 100_000, "nested deeper than 100"),
        ('{"nodes": {"a": {"text": "cut o', "not JSON"),
    ],
)
def test_what_is_no_export_is_refused_with_its_name_and_place(
    repo: GitRepo, tmp_path: Path, text: str, told: str
) -> None:
    file = source(tmp_path, text)
    before = repo.fingerprint()
    result = import_(repo, file, "--commit", code=2)
    assert told in result.err and str(file) in result.err and result.out == ""
    assert repo.fingerprint() == before


def test_bytes_that_are_no_text_are_refused(repo: GitRepo, tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    file.write_bytes(b'{"nodes": {"a": {"text": "\xff\xfe"}}}')
    assert "byte 27 cannot be read" in import_(repo, file, code=2).err


@pytest.mark.parametrize(("name", "told"), [("nowhere.json", "no such file"), (".", "is a directory")])
def test_a_file_that_cannot_be_read_is_said(repo: GitRepo, tmp_path: Path, name: str, told: str) -> None:
    assert told in import_(repo, tmp_path / name, code=2).err


def test_nodes_of_the_wrong_shape_are_losses_and_the_others_arrive(repo: GitRepo, tmp_path: Path) -> None:
    odd = {"three": 3, "none": None, "odd": {"text": ["x"], "justifications": 7}}
    nodes = json.loads(json.dumps(NETWORK))["nodes"] | odd
    told = import_(repo, source(tmp_path, {"nodes": nodes, "nogoods": "none"}), "--json").json
    assert {"sky_is_clear", "stars-shine"} <= set(told["imported"])
    assert {"three", "none"} <= {loss["id"] for loss in told["losses"]}
    assert eemgit("list", cwd=repo.path).code == 0


def test_a_stale_lock_is_named_and_nothing_is_written(repo: GitRepo, tmp_path: Path) -> None:
    lock = repo.write(".git/index.lock", "")
    before = repo.git("status", "--porcelain", "-uall")
    assert "index.lock" in import_(repo, source(tmp_path), "--commit", code=2).err
    assert lock.exists() and repo.git("status", "--porcelain", "-uall") == before


def test_a_link_on_the_way_is_not_followed(repo: GitRepo, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (repo.path / "beliefs").mkdir()
    (repo.path / "beliefs/s").symlink_to(elsewhere)
    assert "a link" in import_(repo, source(tmp_path), code=2).err
    assert list(elsewhere.iterdir()) == []
