"""The plan file of dedup: written, edited by a person in every way that is allowed, and applied as it then says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

PLAN = "proposed-dedup.md"
Edit = Callable[[str], str]


@pytest.fixture
def pairs(repo: GitRepo) -> GitRepo:
    """Two pairs of exact copies, three of one claim, and a pair that is only alike by its ids."""
    for name in ("copy", "twin"):
        repo.belief(f"{name}-a", "A thing is copied.")
        repo.belief(f"{name}-b", "Another thing is copied.")
    for number in range(3):
        repo.belief(f"three-{number}", "There are three of it.")
    repo.belief("cache-entry-ttl", "A cache entry lives for 300 seconds.")
    repo.belief("cache-entry-size", "A cache entry has at most 4 kB.")
    repo.commit()
    assert eemgit("dedup", "--plan", cwd=repo.path).code == 0
    return repo


def edited(repo: GitRepo, edit: Edit) -> Path:
    file = repo.path / PLAN
    before = file.read_bytes().decode()
    file.write_bytes(edit(before).encode())
    assert file.read_bytes().decode() != before
    return file


def applied(repo: GitRepo, *options: str, code: int = 0) -> Result:
    result = eemgit("dedup", "--apply", PLAN, *options, cwd=repo.path)
    assert result.code == code, result.err
    return result


def merged(repo: GitRepo) -> set[tuple[str, str]]:
    """What the proposal merges: pairs of the survivor and its duplicate."""
    names = repo.git("diff", "--name-only", "main", "eem/dedup", "--", "beliefs").splitlines()
    texts = {Path(name).stem: repo.git("show", f"eem/dedup:{name}") for name in names}
    return {(found[1], id) for id, text in texts.items() if (found := re.search(r"duplicate_of: (\S+)", text))}


WHOLE = {("copy-a", "twin-a"), ("copy-b", "twin-b"), ("three-0", "three-1"), ("three-0", "three-2")}


def without_cluster(text: str) -> str:
    """The plan without the cluster of `copy-a`."""
    return "## ".join(part for part in text.split("## ") if "`copy-a`" not in part)


def swapped(text: str, keep: str, retract: str) -> str:
    text = text.replace(f"[KEEP] `{keep}`", f"[RETRACT] `{keep}`")
    return text.replace(f"[RETRACT] `{retract}`", f"[KEEP] `{retract}`")


def dropped(text: str, id: str) -> str:
    """The plan without the line of one belief and the claim below it."""
    return re.sub(rf"- \[\w*\s?\] `{id}`.*\n\n      .*\n\n", "", text)


def marked(text: str) -> str:
    """The candidate decided: one kept, the other retracted."""
    text = text.replace("[ ] `cache-entry-size`", "[KEEP] `cache-entry-size`")
    return text.replace("[ ] `cache-entry-ttl`", "[RETRACT] `cache-entry-ttl`")


ALLOWED: list[tuple[str, Edit, set[tuple[str, str]]]] = [
    ("a cluster deleted", without_cluster, WHOLE - {("copy-a", "twin-a")}),
    (
        "marks swapped",
        lambda text: swapped(text, "copy-a", "twin-a"),
        WHOLE - {("copy-a", "twin-a")} | {("twin-a", "copy-a")},
    ),
    ("a line dropped", lambda text: dropped(text, "three-2"), WHOLE - {("three-0", "three-2")}),
    ("a candidate merged", marked, WHOLE | {("cache-entry-size", "cache-entry-ttl")}),
    (
        "a belief left alone",
        lambda text: text.replace("[RETRACT] `three-2`", "[ ] `three-2`"),
        WHOLE - {("three-0", "three-2")},
    ),
    ("a claim taken out", lambda text: text.replace("      A thing is copied.\n", "", 1), WHOLE),
    ("a verdict reworded", lambda text: text.replace("Verdict: exact copy", "Verdict: I think so, too", 1), WHOLE),
    ("words of a person added", lambda text: text.replace("## Cluster 2", "Seen by Kim.\n\n## Cluster 2"), WHOLE),
    ("line ends of another system", lambda text: text.replace("\n", "\r\n"), WHOLE),
    (
        "clusters in another order",
        lambda text: "## ".join([(parts := text.split("## "))[0], *reversed(parts[1:])]),
        WHOLE,
    ),
]


@pytest.mark.parametrize(("edit", "wanted"), [case[1:] for case in ALLOWED], ids=[case[0] for case in ALLOWED])
def test_what_a_person_leaves_in_the_plan_is_proposed(pairs: GitRepo, edit: Edit, wanted: set[tuple[str, str]]) -> None:
    edited(pairs, edit)
    result = applied(pairs)
    assert "proposed on eem/dedup; next: eemgit plan eem/dedup" in result.err
    assert merged(pairs) == wanted
    assert eemgit("accept", "eem/dedup", cwd=pairs.path).code == 0


def test_a_plan_as_it_was_written_merges_what_dedup_would(pairs: GitRepo) -> None:
    applied(pairs)
    assert merged(pairs) == WHOLE


def test_an_empty_plan_merges_nothing(pairs: GitRepo) -> None:
    edited(pairs, lambda text: text.split("## ")[0])
    assert "nothing to merge" in applied(pairs).err
    assert pairs.git("branch", "--list", "eem/*") == ""


def test_a_plan_can_be_applied_here_and_its_file_stays(pairs: GitRepo) -> None:
    applied(pairs, "--here")
    assert pairs.git("log", "-1", "--format=%s") == "dedup: report"
    assert pairs.git("status", "--porcelain", "-uall") == f"?? {PLAN}"


def test_a_dry_run_of_a_plan_writes_nothing(pairs: GitRepo) -> None:
    before = pairs.fingerprint()
    result = applied(pairs, "--dry-run")
    assert "merge twin-a into copy-a" in result.out and "dry run: nothing is written" in result.err
    assert pairs.fingerprint() == before


def put(old: str, new: str) -> Edit:
    """The edit that replaces a text once."""
    return lambda text: text.replace(old, new, 1)


def decided_twice(text: str) -> str:
    """The plan with a belief of one cluster in another one, too."""
    line = next(line for line in text.splitlines() if "`twin-a`" in line)
    return text.replace("- [RETRACT] `three-1`", f"{line}\n- [RETRACT] `three-1`")


FORBIDDEN: list[tuple[str, Edit, str, str]] = [
    ("two kept", put("[RETRACT] `twin-a`", "[KEEP] `twin-a`"), "## Cluster", "keeps 'copy-a' and 'twin-a'"),
    ("none kept", put("[KEEP] `copy-a`", "[RETRACT] `copy-a`"), "## Cluster", "the cluster has no kept belief"),
    ("an unknown mark", put("[KEEP] `copy-a`", "[MERGE] `copy-a`"), "`copy-a`", "unknown mark [MERGE]"),
    ("a belief twice", put("`twin-a`", "`copy-a`"), "[RETRACT] `copy-a`", "stands in this cluster twice"),
    ("decided twice", decided_twice, "`twin-a`", "is decided in line"),
    ("a lost hash", lambda text: re.sub(r"(`twin-a`.*?)  text \w+", r"\1", text), "`twin-a`", "lost its `text` hash"),
    ("nobody's id", put("`twin-a`", "`twin-aa`"), "`twin-aa`", "did you mean 'twin-a'?"),
    ("a claim reworded", put("      A thing", "      No thing"), "`copy-a`", "another claim than the file of 'copy-a'"),
    ("another heading", put("## Cluster 2", "## Bundle 2"), "## Bundle 2", "cannot read the heading"),
    ("another list", put("- [KEEP] `copy-a`", "1. [KEEP] `copy-a`"), "1. [KEEP]", "no part of a plan"),
    ("code", put("## Cluster 2", "```\nx\n```\n\n## Cluster 2"), "```", "no part of a plan"),
    ("another file", lambda text: "# Shopping\n\n- bread\n", "# Shopping", "this is not a plan"),
]


@pytest.mark.parametrize(("edit", "place", "told"), [c[1:] for c in FORBIDDEN], ids=[c[0] for c in FORBIDDEN])
def test_what_cannot_be_meant_is_refused_with_its_line(pairs: GitRepo, edit: Edit, place: str, told: str) -> None:
    file = edited(pairs, edit)
    lines = file.read_text().splitlines()
    before = pairs.fingerprint()
    result = eemgit("dedup", "--apply", PLAN, cwd=pairs.path)
    assert result.code in (1, 2) and told in result.err, result.err
    named = re.search(rf"{PLAN}:(\d+): ", result.err)
    assert named, result.err
    assert place in lines[int(named[1]) - 1]
    assert pairs.fingerprint() == before


def test_beliefs_that_changed_since_are_named(pairs: GitRepo) -> None:
    pairs.belief("twin-a", "A thing is copied.", "tags:\n  - new")
    pairs.belief("three-2", "There are three of it.", "tags:\n  - new")
    pairs.git("add", "beliefs")
    pairs.git("commit", "-q", "-m", "change")
    result = applied(pairs, code=1)
    assert "these beliefs have changed since the plan was written: " in result.err
    assert "'twin-a'" in result.err and "'three-2'" in result.err and "copy-a" not in result.err
    assert "eemgit dedup --plan" in result.err
    edited(pairs, lambda text: dropped(dropped(text, "three-2"), "twin-a"))
    applied(pairs)
    assert merged(pairs) == WHOLE - {("copy-a", "twin-a"), ("three-0", "three-2")}


def test_a_belief_that_is_gone_is_named(pairs: GitRepo) -> None:
    pairs.git("rm", "-q", "beliefs/t/twin-a.md")
    pairs.git("commit", "-q", "-m", "gone")
    assert "the belief 'twin-a' does not exist" in applied(pairs, code=2).err


def test_a_merge_that_would_break_something_is_not_made_and_said(pairs: GitRepo) -> None:
    pairs.write("nogoods/odd.md", "---\nmembers:\n  - copy-a\n  - twin-a\n---\n\nBoth is too much.\n")
    pairs.git("add", "nogoods")
    pairs.git("commit", "-q", "-m", "a contradiction of the two")
    result = applied(pairs, code=1)
    assert "not merged: twin-a into copy-a: " in result.err
    assert merged(pairs) == WHOLE - {("copy-a", "twin-a")}


@pytest.mark.parametrize(("name", "told"), [("nowhere.md", "no such file"), ("beliefs", "is a directory")])
def test_a_plan_that_cannot_be_read_is_said(pairs: GitRepo, name: str, told: str) -> None:
    result = eemgit("dedup", "--apply", name, cwd=pairs.path)
    assert result.code == 2 and told in result.err and name in result.err


def test_a_plan_that_is_no_text_is_said(pairs: GitRepo) -> None:
    (pairs.path / PLAN).write_bytes(b"# Deduplication Plan\n\xff\n")
    assert f"{PLAN}: is not UTF-8" in applied(pairs, code=2).err


def test_a_plan_that_says_something_else_is_not_overwritten(pairs: GitRepo) -> None:
    assert eemgit("dedup", "--plan", cwd=pairs.path).code == 0
    file = edited(pairs, without_cluster)
    before = pairs.fingerprint()
    result = eemgit("dedup", "--plan", cwd=pairs.path)
    assert result.code == 1 and "is there and differs" in result.err and str(file) in result.err
    assert pairs.fingerprint() == before


def test_a_plan_is_not_written_through_a_link(pairs: GitRepo, tmp_path: Path) -> None:
    (pairs.path / PLAN).unlink()
    (pairs.path / PLAN).symlink_to(tmp_path / "elsewhere")
    result = eemgit("dedup", "--plan", cwd=pairs.path)
    assert result.code in (1, 2) and PLAN in result.err and "Traceback" not in result.err
    assert not (tmp_path / "elsewhere").exists()


def test_a_plan_lies_at_the_belief_root_wherever_it_is_asked_for(pairs: GitRepo) -> None:
    (pairs.path / PLAN).unlink()
    result = eemgit("dedup", "--plan", cwd=pairs.path / "beliefs/c")
    assert f"next: edit it, then eemgit dedup --apply ../../{PLAN}" in result.err
    assert (pairs.path / PLAN).is_file()
    assert eemgit("dedup", "--apply", f"../../{PLAN}", cwd=pairs.path / "beliefs/c").code == 0


@pytest.mark.parametrize(
    "options", [("--auto", "--plan"), ("--plan", "--here"), ("--plan", "--name", "x"), ("--auto", "--apply", PLAN)]
)
def test_options_that_contradict_each_other_are_refused(pairs: GitRepo, options: tuple[str, ...]) -> None:
    result = eemgit("dedup", *options, cwd=pairs.path)
    assert result.code == 2 and "exclude each other" in result.err


def test_a_bare_repository_has_no_place_for_a_plan_and_proposes_all_the_same(pairs: GitRepo, tmp_path: Path) -> None:
    bare = pairs.at(tmp_path / "bare.git")
    pairs.git("clone", "-q", "--bare", str(pairs.path), str(bare.path))
    assert "a bare repository has no files" in eemgit("dedup", "--plan", cwd=bare.path).err
    assert eemgit("dedup", cwd=bare.path).code == 0
    assert merged(bare) == WHOLE
