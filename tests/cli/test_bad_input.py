"""Ids, revisions, paths and claims that mean harm or nothing: a clear error, and nothing touched."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

BAD_IDS = (
    "../../.git/hooks/pre-commit",
    "/etc/passwd",
    "a/../../b",
    "x\\..\\y",
    ".git/config",
    "a\x00b",
    "a\nb",
    "a\x1b[31mb",
    "UPPER",
    "a b",
    "a//b",
    "a/b/c",
    "-x-",
    "é",
    "con",
    "nul.md",
    "a..b",
    ".hidden",
    "a" * 121,
    "\u202eabc",
    "\udcff",
)

BAD_REVISIONS = (
    "-x",
    "--upload-pack=touch marker",
    "--output=marker",
    "HEAD\x00",
    "HEAD\nHEAD",
    "HEAD\x1b",
    "",
    "no such branch",
    "derive/../../config",
    "HEAD:eemgit.yaml",
    "HEAD^{tree}",
)


@pytest.fixture
def untouched(bench: GitRepo, tmp_path: Path) -> GitRepo:
    """The kettle's repository in a folder of its own, with a hook that must stay as it is."""
    bench.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n")
    return bench


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, git's own included, except for the lock that all writers share."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "eemgit.lock")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def is_plain(text: str) -> bool:
    """Whether there is nothing in a message that a terminal would obey."""
    return text.replace("\n", "").isprintable()


@pytest.mark.parametrize("line", ["add -- ID claim", "nogood add mains-on descaled -r x --id=ID"])
def test_a_bad_id_can_be_given_to_nothing(line: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for id in BAD_IDS:
        result = eemgit(*(part.replace("ID", id) for part in line.split()), cwd=untouched.path)
        assert (result.code, result.out) == (2, ""), result
        assert "cannot be an id" in result.err
        assert is_plain(result.err)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("command", ["show", "why", "what-if", "restore", "retract --reason=x", "nogood resolve"])
def test_a_bad_id_names_nothing(command: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for id in BAD_IDS:
        result = eemgit(*command.split(), "--", id, cwd=untouched.path)
        assert (result.code, result.out) == (2, ""), result
        assert result.err.startswith("error: no ")
        assert is_plain(result.err)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("option", ["--because", "--unless", "--distinct"])
def test_a_bad_reference_is_refused_before_anything_is_written(option: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for id in BAD_IDS:
        result = eemgit("add", "whistles", "It whistles.", f"{option}={id}", cwd=untouched.path)
        assert result.code in (1, 2), result
        assert result.err.startswith("error: ")
        assert is_plain(result.err)
    assert everything(tmp_path) == before


@pytest.mark.parametrize(
    "line",
    [
        "list --at=REV",
        "check --rev=REV",
        "check --range=REV..HEAD",
        "check --range=HEAD..REV",
        "diff -- REV",
        "diff -- HEAD REV",
        "plan -- REV",
        "plan --into=REV main",
        "accept -- REV",
    ],
)
def test_a_bad_revision_is_refused(line: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for revision in BAD_REVISIONS:
        if revision or "--range" not in line:  # an end of a range that is left out is HEAD
            result = eemgit(*(part.replace("REV", revision) for part in line.split()), cwd=untouched.path)
            assert (result.code, result.out) == (2, ""), result
            assert result.err.startswith("error: ")
            assert is_plain(result.err)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("name", ["../x", "a b", "-x", "x.lock", "a\x00b", "x..y", "~1", "", "@{u}"], ids=ascii)
def test_a_bad_name_for_a_proposal_is_refused(name: str, untouched: GitRepo) -> None:
    before = untouched.fingerprint()
    result = eemgit("dedup", f"--name={name}", cwd=untouched.path)
    if result.code:
        assert result.code == 2 and result.err.startswith("error: ")
        assert untouched.fingerprint() == before
    else:
        assert {ref for ref in untouched.refs() if "eem" in ref} <= {
            f"refs/heads/eem/dedup-{name}",
            "refs/heads/eem/dedup",
        }


@pytest.mark.parametrize(
    "source",
    ["../outside.txt", "/etc/passwd", "a\x00b", "src/../../x", "C:\\x", "", "  ", "x\ny"],
    ids=ascii,
)
def test_a_bad_source_is_refused(source: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    result = eemgit("add", "It whistles.", f"--source={source}", cwd=untouched.path)
    assert result.code in (1, 2), result
    assert result.err.startswith("error: ")
    assert everything(tmp_path) == before


@pytest.mark.parametrize("text", ["a\x00b", "a\x1b[31mb", "a\x07b", "a\x7fb"], ids=ascii)
def test_control_characters_in_texts_are_refused(text: str, untouched: GitRepo, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for arguments in (
        ("add", f"It whistles {text}."),
        ("add", "It whistles.", f"--tag={text}"),
        ("add", "It whistles.", "--because=mains-on", f"--label={text}"),
        ("retract", "mains-on", f"--reason={text}"),
        ("nogood", "add", "mains-on", "descaled", f"--reason={text}"),
    ):
        result = eemgit(*arguments, cwd=untouched.path)
        assert result.code in (1, 2), result
        assert result.err.startswith("error: ")
        assert is_plain(result.err)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("claim", ["# A heading", "- an item", "> a quote", "---", "```", "<b>", "| a | b |", "1. one"])
def test_a_claim_that_looks_like_other_markdown_comes_back_as_it_was_typed(claim: str, bench: GitRepo) -> None:
    assert eemgit("add", "odd-one", "--", claim, cwd=bench.path).code == 0
    assert eemgit("show", "odd-one", "--json", cwd=bench.path).json["belief"]["claim"] == claim


def test_a_symbolic_link_among_the_beliefs_is_neither_read_nor_written(bench: GitRepo, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("Secret.\n")
    (bench.path / "beliefs/s/secret.md").symlink_to(outside)
    (bench.path / "beliefs/z").symlink_to(tmp_path)
    (bench.path / "beliefs/n/zeros.md").parent.mkdir(exist_ok=True)
    (bench.path / "beliefs/n/zeros.md").symlink_to("/dev/zero")
    result = eemgit("check", cwd=bench.path)
    assert result.code == 1
    assert "beliefs/s/secret.md:1:1: symlink" in result.out
    assert "beliefs/n/zeros.md:1:1: symlink" in result.out
    for arguments in (("retract", "secret", "--reason=x"), ("show", "secret"), ("restore", "secret")):
        result = eemgit(*arguments, cwd=bench.path)
        assert result.code in (1, 2), result
        assert "Secret" not in result.out + result.err
    assert eemgit("add", "zebra", "A zebra has stripes.", cwd=bench.path).code in (1, 2)
    assert outside.read_text() == "Secret.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench", "home", "outside.txt"]


def test_an_author_with_a_line_break_in_the_name_changes_no_configuration(
    bench: GitRepo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Kim\n[core]\n\thooksPath = /tmp/evil")
    before = bench.git("config", "--list", "--local")
    result = eemgit("add", "It whistles.", "--commit", cwd=bench.path)
    assert result.code == 2, result
    assert result.err.startswith("error: ")
    assert bench.git("config", "--list", "--local") == before
    assert bench.git("config", "core.hooksPath", check=False) == ""
    assert bench.git("log", "--format=%s") == "what is known of the kettle"


def test_an_address_that_is_no_file_is_not_fetched(bench: GitRepo, tmp_path: Path) -> None:
    for text in ("ext::sh -c touch% marker", "--upload-pack=touch marker", "https://example.org/x.json", "-u./x"):
        result = eemgit("import", "--", text, cwd=bench.path)
        assert (result.code, result.out) == (2, ""), result
        assert "Traceback" not in result.err
    assert not list(tmp_path.rglob("marker"))


def test_no_traceback_in_a_process_of_its_own(bench: GitRepo) -> None:
    for arguments in (["show", "../../x"], ["nope"]):
        done = subprocess.run(
            [sys.executable, "-m", "eemgit", *arguments], cwd=bench.path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("error: ") and "Traceback" not in done.stderr
