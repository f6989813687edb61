"""The forecast of a merge: a function of two commits, judged against the target, that touches nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

Change = Callable[[GitRepo], object]


def plan(repo: GitRepo, branch: str = "side", *options: str) -> Result:
    result = eemgit("plan", branch, *options, cwd=repo.path)
    assert result.code in (0, 1), result.err
    return result


def planned(repo: GitRepo, branch: str = "side", *options: str) -> dict[str, Any]:
    """The plan as JSON; its exit code says whether something blocks."""
    result = plan(repo, branch, "--json", *options)
    assert result.code == (1 if result.json["blocking"] else 0)
    return result.json


def blocking(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(found["code"], found["path"]) for found in told["blocking"]]


def rests(*ids: str, unless: tuple[str, ...] = ()) -> str:
    """Front matter with one justification."""
    lines = ["justifications:", "  - antecedents:", *(f"      - {id}" for id in ids)]
    return "\n".join([*lines, *(["    unless:", *(f"      - {id}" for id in unless)] if unless else [])])


def diverge(repo: GitRepo, ours: Change, theirs: Change) -> None:
    """One change on `main` and another on `side`, from the commit they start with."""
    repo.commit("start of both")
    repo.git("checkout", "-q", "-b", "side")
    theirs(repo)
    repo.commit("theirs")
    repo.git("checkout", "-q", "main")
    ours(repo)
    repo.commit("ours")


def nothing(repo: GitRepo) -> None:
    repo.write("notes", "ours\n")


def retract(id: str) -> Change:
    return lambda repo: eemgit("retract", id, "--reason", "no more", cwd=repo.path)


def delete(id: str) -> Change:
    return lambda repo: (repo.path / f"beliefs/{id[0]}/{id}.md").unlink()


def test_a_belief_that_builds_on_what_was_retracted_is_out_on_arrival_and_shown_first(repo: GitRepo) -> None:
    repo.belief("ground", "It holds.")
    repo.belief("other", "That holds too.")
    diverge(repo, retract("ground"), lambda r: (r.belief("a-fine", "Fine."), r.belief("built", "So.", rests("ground"))))
    told = planned(repo)
    assert told["added"] == ["a-fine", "built"] and told["blocking"] == []
    assert [(flip["id"], flip["from"], flip["to"]) for flip in told["flips"]] == [
        ("a-fine", None, "IN"),
        ("built", None, "OUT"),
    ]
    lines = plan(repo).out.splitlines()
    assert lines.index("added, OUT on arrival") < lines.index("added")
    first = lines.index("added, OUT on arrival") + 1
    assert lines[first].split()[:2] == ["OUT", "built"]
    assert lines[first + 1].split() == ["because", "OUT", "ground:", "It", "holds."]


def test_retracting_what_the_target_builds_on_shows_what_falls(repo: GitRepo) -> None:
    repo.belief("ground", "It holds.")
    diverge(repo, lambda r: r.belief("built", "So.", rests("ground")), retract("ground"))
    told = planned(repo)
    assert told["retracted"] == ["ground"] and told["blocking"] == []
    assert {"id": "built", "from": "IN", "to": "OUT", "because": ["ground"]} in told["flips"]


def test_deleting_what_the_other_side_builds_on_blocks_either_way(repo: GitRepo) -> None:
    repo.belief("ground", "It holds.")
    diverge(repo, lambda r: r.belief("built", "So.", rests("ground")), delete("ground"))
    assert blocking(planned(repo)) == [
        ("dangling-antecedent", "beliefs/b/built.md"),
        ("deleted-cited-belief", "beliefs/g/ground.md"),
    ]
    repo.git("checkout", "-q", "side")
    assert blocking(planned(repo, "main")) == [("dangling-antecedent", "beliefs/b/built.md")]


def test_a_contradiction_whose_sides_arrive_from_both_branches_blocks(repo: GitRepo) -> None:
    nogood = "---\nmembers:\n  - hot\n  - cold\n---\n\nOne temperature.\n"
    repo.belief("hot", "It is hot.", "retracted: not yet")
    repo.belief("cold", "It is cold.", "retracted: not yet")
    repo.write("nogoods/room.md", nogood)
    diverge(repo, lambda r: r.belief("hot", "It is hot."), lambda r: r.belief("cold", "It is cold."))
    assert blocking(planned(repo)) == [("open-nogood", "nogoods/room.md")]


def test_the_same_id_added_on_both_sides_is_one_conflict(repo: GitRepo) -> None:
    diverge(repo, lambda r: r.belief("mine", "It is mine."), lambda r: r.belief("mine", "It is theirs."))
    assert blocking(planned(repo)) == [("merge-conflict", "beliefs/m/mine.md")]


def test_the_same_belief_added_on_both_sides_is_no_conflict(repo: GitRepo) -> None:
    diverge(repo, lambda r: r.belief("ours", "It is ours."), lambda r: r.belief("ours", "It is ours."))
    told = planned(repo)
    assert (told["blocking"], told["added"], told["flips"]) == ([], [], [])


def test_one_claim_under_two_ids_from_both_sides_blocks(repo: GitRepo) -> None:
    diverge(repo, lambda r: r.belief("one", "Water is wet."), lambda r: r.belief("two", "Water is wet"))
    assert blocking(planned(repo)) == [("exact-duplicate", "beliefs/t/two.md")]


def test_a_loop_that_closes_across_the_branches_blocks(repo: GitRepo) -> None:
    repo.belief("a", "It is a.", "unless:\n  - b")
    repo.belief("b", "It is b.")
    diverge(repo, nothing, lambda r: r.belief("b", "It is b.", "unless:\n  - a"))
    assert blocking(planned(repo)) == [("undecided", "beliefs/a/a.md")]


def test_a_loop_that_neither_branch_has_blocks(repo: GitRepo) -> None:
    for id in ("a", "b"):
        repo.belief(id, f"It is {id}.")
    unless = "unless:\n  - "
    diverge(repo, lambda r: r.belief("a", "It is a.", f"{unless}b"), lambda r: r.belief("b", "It is b.", f"{unless}a"))
    told = planned(repo)
    assert [code for code, _ in blocking(told)] == ["undecided"]
    assert {(flip["id"], flip["to"]) for flip in told["flips"]} == {("a", "UNDECIDED"), ("b", "UNDECIDED")}


def test_circular_support_that_closes_across_the_branches_blocks(repo: GitRepo) -> None:
    repo.belief("a", "It is a.")
    repo.belief("b", "It is b.")
    diverge(repo, lambda r: r.belief("a", "It is a.", rests("b")), lambda r: r.belief("b", "It is b.", rests("a")))
    assert [code for code, _ in blocking(planned(repo))] == ["circular-support"]


def test_old_errors_never_block(repo: GitRepo) -> None:
    repo.belief("self", "It is itself.", rests("self"))
    repo.belief("dangling", "It hangs.", rests("nobody"))
    repo.belief("one", "Water is wet.")
    repo.belief("two", "Water is wet.")
    repo.write("beliefs/b/broken.md", "---\n[\n")
    repo.belief("x", "It is x.", "unless:\n  - x")
    diverge(repo, nothing, lambda r: r.belief("new", "It is new."))
    told = planned(repo)
    assert (told["blocking"], told["warnings"], told["added"]) == ([], [], ["new"])


def test_an_old_error_that_changes_its_file_does_not_block_and_a_new_one_beside_it_does(repo: GitRepo) -> None:
    repo.belief("dangling", "It hangs.", rests("nobody"))
    diverge(repo, nothing, lambda r: r.belief("dangling", "It hangs about.", rests("nobody", "no-one")))
    told = planned(repo)
    assert [found["message"] for found in told["blocking"]] == ["no belief 'no-one'"]


@pytest.mark.parametrize("theirs", [lambda r: r.belief("torn", "Theirs."), delete("torn")], ids=["edited", "deleted"])
def test_a_conflicted_file_is_one_conflict_without_other_noise(repo: GitRepo, theirs: Change) -> None:
    repo.belief("torn", "At first.")
    repo.belief("hangs", "It hangs on it.", rests("torn"))
    repo.belief("gated", "It is gated.", "unless:\n  - hangs")
    diverge(repo, lambda r: r.belief("torn", "Ours."), lambda r: (theirs(r), r.belief("new", "It is new.")))
    told = planned(repo)
    assert blocking(told) == [("merge-conflict", "beliefs/t/torn.md")]
    assert told["warnings"] == []
    assert told["added"] == ["new"]
    assert [flip["id"] for flip in told["flips"]] == ["new"]
    hint = told["blocking"][0]["hint"]
    assert "merge the target into the branch" in hint


def test_a_conflict_outside_of_the_beliefs_blocks_too(repo: GitRepo) -> None:
    repo.write("code.py", "one\n")
    diverge(repo, lambda r: r.write("code.py", "ours\n"), lambda r: r.write("code.py", "theirs\n"))
    assert blocking(planned(repo)) == [("merge-conflict", "code.py")]


def test_a_renamed_belief_is_called_renamed_and_its_dependents_hold(repo: GitRepo) -> None:
    repo.belief("old-name", "It has a name, and a long enough one.")
    repo.belief("hangs", "It hangs on it.", rests("old-name"))

    def rename(r: GitRepo) -> None:
        r.git("mv", "beliefs/o/old-name.md", "beliefs/o/only-name.md")
        r.belief("only-name", "It has a name, and a long enough one.", "aliases:\n  - old-name")

    diverge(repo, nothing, rename)
    told = planned(repo)
    assert told["renamed"] == ["only-name"]
    assert (told["blocking"], told["added"], told["deleted"], told["flips"]) == ([], [], [], [])


def test_an_edit_follows_a_rename_on_the_other_side(repo: GitRepo) -> None:
    claim = "It has a name, and a claim of several words that stays.\n\nNote one.\n\nNote two.\n\nNote three."
    repo.belief("old-name", claim)

    def rename(r: GitRepo) -> None:
        r.git("mv", "beliefs/o/old-name.md", "beliefs/o/only-name.md")

    diverge(repo, rename, lambda r: r.belief("old-name", claim.replace("three", "four")))
    told = planned(repo)
    assert told["blocking"] == []
    assert told["edited"] == ["only-name"]


@pytest.mark.parametrize("branch", ["main", "HEAD", "behind"])
def test_a_branch_equal_to_or_behind_the_target_has_nothing_to_merge(facts: GitRepo, branch: str) -> None:
    facts.git("branch", "behind")
    facts.belief("later", "It came later.")
    facts.commit()
    told = planned(facts, branch)
    assert told["accepted"] is True
    assert [told[key] for key in ("added", "edited", "deleted", "flips", "blocking")] == [[], [], [], [], []]
    assert f"nothing to merge: main has all of {branch} already" in plan(facts, branch).err


def test_histories_without_a_common_commit_are_said_to_be_so(repo: GitRepo) -> None:
    repo.git("checkout", "-q", "--orphan", "alien")
    repo.commit("alien")
    repo.git("checkout", "-q", "main")
    result = eemgit("plan", "alien", cwd=repo.path)
    assert result.code == 2 and "share no history" in result.err


@pytest.mark.parametrize("branch", ["nobody", "", "--all", "-x", "a\nb", "main..side", "HEAD:eemgit.yaml", "@{u}"])
def test_what_names_no_commit_is_refused(repo: GitRepo, branch: str) -> None:
    result = eemgit("plan", "--json", "--", branch, cwd=repo.path)
    assert (result.code, result.out) == (2, "")
    assert "error: " in result.err and "Traceback" not in result.err


def test_any_revision_can_be_the_target(facts: GitRepo) -> None:
    start = facts.head()
    facts.git("branch", "release")
    assert eemgit("dedup", cwd=facts.path).code == 0
    facts.belief("later", "It came later.")
    facts.commit()
    told = planned(facts, "eem/dedup", "--into", "release")
    assert (told["base"], told["into"]) == (start, "release")
    assert told["base"] != planned(facts, "eem/dedup")["base"]
    assert planned(facts, "main", "--into", "release")["added"] == ["later"]
    assert eemgit("plan", "eem/dedup", "--into=--all", cwd=facts.path).code == 2


def test_the_json_of_a_plan_has_the_fields_that_scripts_rely_on(facts: GitRepo) -> None:
    assert eemgit("dedup", cwd=facts.path).code == 0
    told = planned(facts, "eem/dedup")
    assert set(told) >= {
        "schema", "added", "edited", "deleted", "renamed", "reworded", "retracted", "restored", "flips",
        "blocking", "warnings", "base", "head", "digest",
    }  # fmt: skip
    assert (told["schema"], told["base"], told["head"]) == (1, facts.head(), facts.head("eem/dedup"))
    assert all(set(flip) == {"id", "from", "to", "because"} for flip in told["flips"])
    assert told["retracted"] == [f"twin-{number}" for number in range(6)]


def noisy(repo: GitRepo, home: Path) -> None:
    """Configuration and attributes that change how git merges where they are listened to."""
    for key, value in (
        ("merge.renames", "false"), ("diff.renames", "false"), ("merge.conflictStyle", "zdiff3"),
        ("merge.directoryRenames", "true"), ("merge.eemgit.driver", "false"), ("merge.ours.driver", "true"),
        ("diff.algorithm", "patience"), ("core.autocrlf", "true"), ("merge.renormalize", "true"),
        ("core.attributesFile", str(home / "attributes")),
    ):  # fmt: skip
        repo.git("config", key, value)
    (home / "attributes").write_text("*.md merge=ours\n")
    info = Path(repo.git("rev-parse", "--path-format=absolute", "--git-path", "info/attributes"))
    info.parent.mkdir(exist_ok=True)
    info.write_text("*.md merge=ours -text\n")


def test_the_digest_is_a_function_of_two_commits(repo: GitRepo, git_home: Path, tmp_path: Path) -> None:
    long = "It has a name, and a claim of several words that stays.\n\nNote one.\n\nNote two.\n\nNote three."
    repo.write(".gitattributes", "/beliefs/** text eol=lf merge=eemgit\n*.md merge=ours\n")
    repo.belief("old-name", long)
    repo.belief("torn", "At first.\n\nA.\n\nB.\n\nC.")

    def ours(r: GitRepo) -> None:
        r.git("mv", "beliefs/o/old-name.md", "beliefs/o/only-name.md")
        r.belief("torn", "At first.\n\nA, ours.\n\nB.\n\nC.")

    def theirs(r: GitRepo) -> None:
        r.belief("old-name", long.replace("three", "four"))
        r.belief("torn", "At first.\n\nA.\n\nB.\n\nC, theirs.")

    diverge(repo, ours, theirs)
    told = planned(repo)
    assert told["blocking"] == [] and told["edited"] == ["only-name", "torn"]
    clone, bare, linked = (repo.at(tmp_path / name) for name in ("clone", "bare.git", "linked"))
    repo.git("clone", "-q", str(repo.path), str(clone.path))
    clone.git("branch", "-q", "side", "origin/side")
    repo.git("clone", "-q", "--bare", str(repo.path), str(bare.path))
    repo.git("worktree", "add", "-q", "--detach", str(linked.path), "main")
    noisy(clone, git_home)
    noisy(repo, git_home)
    for other in (clone, bare, linked, repo):
        assert planned(other) | {"into": ""} == told | {"into": ""}


def test_nothing_is_written_anywhere(repo: GitRepo, tmp_path: Path) -> None:
    repo.belief("torn", "At first.")
    diverge(repo, lambda r: r.belief("torn", "Ours."), lambda r: (r.belief("torn", "Theirs."), r.belief("new", "New.")))
    before, objects = repo.fingerprint(), repo.git("count-objects", "-v")
    git_dir = sorted(path.relative_to(repo.path) for path in (repo.path / ".git").rglob("*"))
    assert plan(repo).code == 1
    assert (repo.fingerprint(), repo.git("count-objects", "-v")) == (before, objects)
    assert sorted(path.relative_to(repo.path) for path in (repo.path / ".git").rglob("*")) == git_dir
    assert list((tmp_path / "scratch").iterdir()) == []


def test_settings_that_cannot_be_read_on_the_branch_are_told_of_it(repo: GitRepo) -> None:
    diverge(repo, nothing, lambda r: r.write("eemgit.yaml", "schema: 1\nlayuot: hash\n"))
    result = eemgit("plan", "side", cwd=repo.path)
    assert result.code in (1, 2) and "eemgit.yaml:2" in result.err + result.out and "layout" in result.err + result.out
