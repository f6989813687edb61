"""What went wrong with truth maintenance elsewhere, and what happens here, through the command line in a repository."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo
from tests.knowledge.files import files, path

Labels = dict[str, str]


def lay(repo: GitRepo, *lines: str, commit: bool = True) -> Path:
    """Writes the beliefs that the lines say, and the folder to work in."""
    for where, content in files(*lines).items():
        assert isinstance(content, bytes)
        repo.write(where, content)
    if commit:
        repo.commit("beliefs")
    return repo.path


def labels(folder: Path) -> Labels:
    """The label of every belief."""
    return {row["id"]: row["label"] for row in eemgit("list", "--json", cwd=folder).json["beliefs"]}


def findings(result: Result) -> list[tuple[str, str | None]]:
    """The findings of a check in JSON, as code and id."""
    return [(found["code"], found["id"]) for found in result.json["findings"]]


def retract(folder: Path, id: str) -> Result:
    """Retracts a belief."""
    result = eemgit("retract", id, "--reason", "no longer held", cwd=folder)
    assert result.code == 0, result
    return result


def test_a_belief_that_its_own_absence_supports_is_undecided_and_the_loop_is_named(repo: GitRepo) -> None:
    folder = lay(repo, "beacon <- unless beacon")
    first = eemgit("check", cwd=folder)
    assert first.code == 1
    assert first.out.startswith("beliefs/b/beacon.md:4:9: undecided: a loop through `unless` leaves 'beacon' undecided")
    assert "'beacon' unless 'beacon'" in first.out
    assert labels(folder) == {"beacon": "UNDECIDED"}
    assert eemgit("list", cwd=folder).out == "?   beacon  Something about beacon.\n"
    assert eemgit("check", cwd=folder) == first, "the same bytes again"


def test_two_beliefs_that_exclude_each_other_have_one_answer_whatever_the_order(repo: GitRepo, tmp_path: Path) -> None:
    lines = ("a <- unless b", "b <- unless a", "c <- a")
    folder = lay(repo, *lines, "z")
    seen = {"UNDECIDED"}
    for number, order in enumerate(itertools.permutations(lines)):
        clone = GitRepo(tmp_path / f"clone-{number}")
        repo.git("clone", "-q", str(folder), str(clone.path))
        for line in order:
            (where,) = files(line)
            (clone.path / where).unlink()
            lay(clone, line, commit=False)
        found = labels(clone.path)
        assert found.pop("z") == "IN"
        seen |= set(found.values())
    assert seen == {"UNDECIDED"}
    retract(folder, "z")
    eemgit("restore", "z", cwd=folder)
    assert {label for id, label in labels(folder).items() if id != "z"} == {"UNDECIDED"}
    result = eemgit("check", cwd=folder)
    assert (result.code, result.err) == (1, "1 error\n")
    assert "leaves 'a', 'b' undecided: 'a' unless 'b', 'b' unless 'a'" in result.out


def test_a_cascade_is_complete_when_names_run_against_dependencies(repo: GitRepo) -> None:
    folder = lay(repo, "a-leaf <- b-mid", "b-mid <- c-root", "c-root")
    result = retract(folder, "c-root")
    assert "2 beliefs went OUT" in result.out
    assert labels(folder) == {"a-leaf": "OUT", "b-mid": "OUT", "c-root": "OUT"}
    assert repo.git("diff", "--name-only") == "beliefs/c/c-root.md", "one file says it; the rest follows"


def test_a_label_written_into_a_file_is_warned_about_and_never_believed(repo: GitRepo) -> None:
    folder = lay(repo, "d <- p | truth: IN", "p | truth: OUT | retracted: measured and wrong")
    result = eemgit("check", "--json", cwd=folder)
    assert findings(result) == [("unknown-key", "d"), ("unknown-key", "p")]
    assert "labels are computed from the files, never stored" in result.json["findings"][0]["hint"]
    assert labels(folder) == {"d": "OUT", "p": "OUT"}
    eemgit("restore", "p", cwd=folder)
    assert labels(folder) == {"d": "IN", "p": "IN"}


def test_a_reference_to_nothing_is_an_error_and_the_rest_is_computed(repo: GitRepo) -> None:
    folder = lay(repo, "d <- p, ghost", "e <- p", "p")
    assert labels(folder) == {"d": "OUT", "e": "IN", "p": "IN"}
    result = eemgit("check", cwd=folder)
    assert result.code == 1
    assert result.out.startswith("beliefs/d/d.md:5:9: dangling-antecedent: no belief 'ghost'\n")


def test_a_misspelt_exception_cannot_be_committed(repo: GitRepo) -> None:
    lay(repo, "p", "recal-notice")
    folder = lay(repo, "safe <- p unless recall-notice, zz-unheard-of", "sound <- p unless p-lapse", commit=False)
    repo.git("add", "-A")
    result = eemgit("check", "--staged", cwd=folder)
    assert result.code == 1
    assert result.out == (
        "beliefs/s/safe.md:6:9: misspelt-unless: no belief 'recall-notice', so this exception does not apply\n"
        "    hint: did you mean 'recal-notice'?\n"
        "beliefs/s/safe.md:7:9: warning: unknown-unless: no belief 'zz-unheard-of', so this exception does not apply\n"
        "    hint: fine if that belief is to be written yet\n"
        "beliefs/s/sound.md:6:9: warning: unknown-unless: no belief 'p-lapse', so this exception does not apply\n"
        "    hint: fine if that belief is to be written yet\n"
    )


def test_two_misspelt_exceptions_are_both_told(repo: GitRepo) -> None:
    folder = lay(repo, "p", "recal-notice", "weather-warning", "safe <- p unless recall-notice, wether-warning")
    result = eemgit("check", "--json", cwd=folder)
    hints = [found["hint"] for found in result.json["findings"]]
    assert hints == ["did you mean 'recal-notice'?", "did you mean 'weather-warning'?"]


def test_the_sourced_observation_is_not_the_culprit(repo: GitRepo) -> None:
    folder = lay(
        repo,
        "obs | sources: ['log.txt#L1@t:3f2a9c1d0b7e']",
        "hunch",
        "guess <- hunch",
        *(f"d{n} <- guess" for n in range(4)),
        "nogood n: obs, guess",
    )
    main = repo.head()
    result = eemgit("nogood", "resolve", "n", cwd=folder)
    assert result.code == 0
    assert result.out == (
        "* hunch  unsourced, takes OUT guess, 6 beliefs lost\n  obs  sourced, takes OUT obs, 1 belief lost\n"
    )
    assert (repo.head(), repo.git("status", "--porcelain")) == (main, ""), "nothing changes until it is accepted"
    assert labels(folder)["hunch"] == "IN"
    assert eemgit("accept", "eem/resolve-n", cwd=folder).code == 0
    assert (labels(folder)["hunch"], labels(folder)["obs"]) == ("OUT", "IN")


def test_the_shared_premise_is_blamed_first(repo: GitRepo) -> None:
    folder = lay(repo, "p", "q", "r", "x <- p, q", "y <- p, r", "nogood n: x, y")
    result = eemgit("nogood", "resolve", "n", "--json", cwd=folder).json
    assert [each["id"] for each in result["candidates"]] == ["p", "q", "r"]
    assert (result["chosen"], result["branch"]) == ("p", "eem/resolve-n")


def test_where_several_may_be_blamed_all_are_listed_and_none_is_chosen(repo: GitRepo) -> None:
    folder = lay(repo, "p", "q", "q2", "r", "x <- p, q", "y <- q2, r", "nogood n: x, y")
    before = repo.refs()
    result = eemgit("nogood", "resolve", "n", "--json", cwd=folder)
    assert result.code == 1
    assert [each["id"] for each in result.json["candidates"]] == ["p", "q", "q2", "r"]
    assert (result.json["chosen"], result.json["branch"]) == (None, None)
    assert result.json["unresolved"].startswith("unresolved: ")
    assert repo.refs() == before


def test_deleting_the_evidence_is_seen_by_every_check(repo: GitRepo) -> None:
    folder = lay(repo, "p", "d <- p")
    start = repo.head()
    repo.git("rm", "-q", path("p"))
    staged = eemgit("check", "--staged", "--json", cwd=folder)
    assert staged.code == 1
    assert findings(staged) == [("dangling-antecedent", "d"), ("deleted-cited-belief", "p")]
    assert "'d' cites it" in staged.json["findings"][1]["message"]
    repo.git("commit", "-q", "--no-verify", "-m", "away with it")
    after = eemgit("check", cwd=folder)
    assert after.code == 1
    assert after.out.startswith("beliefs/d/d.md:4:9: dangling-antecedent: no belief 'p'\n")
    assert eemgit("check", "--range", f"{start}..HEAD", cwd=folder).code == 1
    assert labels(folder) == {"d": "OUT"}


def test_a_belief_with_two_blockers_comes_back_when_both_are_gone(repo: GitRepo) -> None:
    folder = lay(repo, "plan <- p unless x1, x2", "p", "x1", "x2")
    retract(folder, "x1")
    assert labels(folder)["plan"] == "OUT"
    retract(folder, "x2")
    assert labels(folder)["plan"] == "IN"


def test_a_belief_that_is_both_seen_and_derived_keeps_both_supports(repo: GitRepo) -> None:
    """What is asserted beside what derives it is a premise of its own; a file without a key for it is unambiguous."""
    folder = lay(repo, "p", "m-was-seen", "m <- p", "m <- m-was-seen")
    text = (folder / path("m")).read_bytes()
    retract(folder, "p")
    assert labels(folder)["m"] == "IN"
    retract(folder, "m-was-seen")
    assert labels(folder)["m"] == "OUT"
    eemgit("restore", "p", cwd=folder)
    assert labels(folder)["m"] == "IN"
    assert (folder / path("m")).read_bytes() == text, "the justification was there throughout"


def test_what_goes_out_and_what_comes_in_are_told_apart(repo: GitRepo) -> None:
    folder = lay(repo, "p", "d <- p", "e <- unless p")
    result = eemgit("retract", "p", "--reason", "it was a guess", "--commit", cwd=folder)
    assert result.out == (
        "OUT p  Something about p.\n"
        "\n"
        "1 belief went OUT\n"
        "  OUT was IN  d  Something about d.\n"
        "\n"
        "1 belief turned IN\n"
        "  IN  was OUT e  Something about e.\n"
    )
    assert repo.git("log", "-1", "--format=%B") == ("retract p\n\nit was a guess\n\n2 went OUT: d, p\n1 turned IN: e\n")
    change = eemgit("diff", "HEAD~1", "HEAD", cwd=folder).out
    assert change.startswith("1 retracted, 1 label flips to OUT, 1 label flips to IN\n")
    assert "\n1 belief goes OUT\n  OUT was IN  d " in change
    assert "\n1 belief turns IN\n  IN  was OUT e " in change


def test_a_chain_of_five_thousand_is_no_deeper_than_one(repo: GitRepo) -> None:
    length = 5_000
    lines = ["n0000", *(f"n{n:04} <- n{n - 1:04}" for n in range(1, length))]
    folder = lay(repo, *lines, commit=False)
    rows = eemgit("list", "--json", cwd=folder).json["beliefs"]
    assert [row["depth"] for row in rows] == list(range(length))
    result = eemgit("retract", "n0000", "-r", "wrong", "--json", cwd=folder)
    assert {flip["to"] for flip in result.json["flips"]} == {"OUT"}
    assert len(result.json["flips"]) == length
    assert eemgit("why", "n4999", "--levels", "0", cwd=folder).out.count("\n") > length


def test_a_conclusion_that_lost_one_of_five_grounds_is_told_with_the_other_four(repo: GitRepo) -> None:
    grounds = [f"p{n}" for n in range(1, 6)]
    folder = lay(repo, *grounds, f"c <- {', '.join(grounds)}", f"any-of-them <- any {', '.join(grounds)}")
    result = retract(folder, "p3")
    assert (
        "  OUT was IN  c  Something about c.\n      still IN: p1, p2, p4, p5; does it hold without p3?\n" in result.out
    )
    assert (
        "\n1 belief that rests on it, IN all the same\n  IN  any-of-them  Something about any-of-them.\n" in result.out
    )
    assert result.err.endswith("to undo: eemgit restore p3\n")
    assert (labels(folder)["c"], labels(folder)["any-of-them"]) == ("OUT", "IN")


def test_an_id_that_was_deleted_once_can_be_used_again(repo: GitRepo) -> None:
    folder = lay(repo, "lamp-shade = The lamp has a shade.")
    repo.git("rm", "-q", path("lamp-shade"))
    repo.commit("away")
    assert eemgit("add", "lamp-shade", "The lamp has a shade.", "--commit", cwd=folder).code == 0
    assert labels(folder) == {"lamp-shade": "IN"}
    assert eemgit("check", "--range", "HEAD~1..HEAD", cwd=folder).code == 0


def test_a_belief_under_another_file_name_is_not_written_beside_it(repo: GitRepo) -> None:
    folder = lay(repo, "p")
    repo.write("beliefs/Pump Limit.md", "The pump stops at 4 bar.\n")
    repo.write("beliefs/x/valve-open.md", "The valve is open.\n")
    result = eemgit("check", cwd=folder)
    assert "'Pump Limit.md' is no id" in result.out
    assert "rename it, say to 'pump-limit.md'" in result.out
    refused = eemgit("add", "valve-open", "The valve is wide open.", cwd=folder)
    assert refused.code == 1
    assert refused.err.startswith("error: beliefs/x/valve-open.md: the id 'valve-open' is taken")
    retract(folder, "valve-open")
    assert "retracted:" in (folder / "beliefs/x/valve-open.md").read_text(), "it is changed where it lies"
    assert not (folder / path("valve-open")).exists()


def test_a_file_that_was_renamed_names_the_command_that_finishes_it(repo: GitRepo) -> None:
    folder = lay(repo, "old-name", "d <- old-name")
    (folder / "beliefs/n").mkdir()
    repo.git("mv", path("old-name"), path("new-name"))
    result = eemgit("check", "--staged", cwd=folder)
    assert result.code == 1
    assert "dangling-antecedent: no belief 'old-name'" in result.out
    assert "if it is 'new-name' now: eemgit mv --finish old-name new-name" in result.out
    repo.belief("new-name", "Something about old-name.", "aliases: [old-name]")
    repo.git("add", "-A")
    assert eemgit("check", "--staged", cwd=folder).code == 0
    assert labels(folder) == {"d": "IN", "new-name": "IN"}


TYPED = (
    "Note: wear gloves",
    "@all must sign",
    "`x` is set",
    "#5 is up",
    "*star",
    "- dash",
    "[a, b",
    "yes",
    "null",
    "it's",
    "10:00",
    "ends with space ",
)


def test_whatever_is_typed_as_a_claim_comes_back(repo: GitRepo) -> None:
    """White space at the ends is no part of a claim, and is trimmed."""
    ids: list[str] = []
    for claim in TYPED:
        added = eemgit("add", "--commit", "--json", "--", claim, cwd=repo.path)
        assert added.code == 0, added
        ids.append(added.json["belief"]["id"])
    assert len(set(ids)) == len(TYPED)
    back = [eemgit("show", id, "--json", "--at", "HEAD", cwd=repo.path).json["belief"]["claim"] for id in ids]
    assert back == [claim.strip() for claim in TYPED]
    assert eemgit("check", cwd=repo.path).code == 0


@pytest.mark.parametrize(
    "text", ["Note: x", "#5", "*a", "- b", "[c", "yes", "null", "it's", "10:00", "{d}", "%e", "'f'"]
)
def test_whatever_is_typed_as_a_reason_label_or_tag_comes_back(text: str, repo: GitRepo) -> None:
    folder = lay(repo, "p")
    given = ("add", "d", "It holds.", "--because", "p", f"--label={text}", f"--tag={text}")
    assert eemgit(*given, cwd=folder).code == 0
    assert eemgit("retract", "d", f"--reason={text}", cwd=folder).code == 0
    shown = eemgit("show", "d", "--json", cwd=folder).json["belief"]
    assert (shown["justifications"][0]["label"], shown["tags"], shown["retraction"]["reason"]) == (text, [text], text)
