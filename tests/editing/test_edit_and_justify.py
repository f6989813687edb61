"""The commands `edit` and `justify`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import diff, labels

Run = Callable[..., Result]


def test_a_reworded_claim_lists_what_is_to_be_read_again(pump: GitRepo, run: Run) -> None:
    done = run("edit", "flow", "--claim", "Water flows\n quickly.")
    assert done.code == 0
    assert diff(pump) == ["-Water flows.", "+Water flows quickly."]
    assert "read again: 1 belief rests on the old wording\n  IN  wet  The floor gets wet." in done.out
    assert "wrote beliefs/f/flow.md" in done.err


def test_one_call_changes_several_things_in_one_commit(pump: GitRepo, run: Run) -> None:
    done = run(
        "edit", "p", "--tag", "pump", "--no-tag", "water", "--source", "src/p.md#L1", "--unless", "r",
        "--alias", "pump-runs", "--research", "Since when?", "--commit",
    )  # fmt: skip
    assert done.code == 0
    assert "OUT was IN p  The pump runs." in done.out
    assert "1 belief went OUT\n  OUT was IN  flow" in done.out
    assert pump.git("status", "--porcelain") == ""
    assert pump.git("show", "--format=%s", "--name-only").splitlines() == ["edit p", "", "beliefs/p/p.md"]
    written = (pump.path / "beliefs/p/p.md").read_text()
    assert written == (
        "---\nresearch: Since when?\nunless:\n  - r\nsources:\n  - src/p.md#L1\ntags: [pump]\naliases:\n  - pump-runs\n"
        "---\n\nThe pump runs.\n"
    )


def test_what_is_taken_away_may_be_named_as_people_know_it(pump: GitRepo, run: Run) -> None:
    run("edit", "r", "--alias", "full", "--commit")
    run("edit", "p", "--unless", "r", "--commit")
    before = labels(pump)
    assert run("edit", "p", "--no-unless", "full").code == 0
    assert diff(pump) == ["-unless:", "-  - r"]
    assert labels(pump) != before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("edit", "p", "--claim", "The valve is open."), 1, "exact-duplicate: says what 'q' says"),
        (("edit", "p", "--claim", "  "), 2, "a claim cannot be empty"),
        (("edit", "p", "--no-tag", "air"), 1, "'air' is not among its tags"),
        (("edit", "p", "--tag", "water"), 1, "changes nothing"),
        (("edit", "p", "--distinct", "qq"), 2, "no belief 'qq'"),
        (("edit", "p", "--alias", "q"), 1, "the id 'q' is taken by 'q'"),
        (("edit", "p", "--unless", "p"), 1, "undecided"),
        (("edit", "p", "--research", "why", "--no-research"), 2, "exclude each other"),
        (("edit", "no-such"), 2, "no belief 'no-such'"),
        (("edit", "p"), 2, "nothing to change"),
        (("justify", "p", "--any"), 2, "belong to a justification"),
        (("justify", "p", "--because", "ghost"), 1, "rest on 'ghost', which does not exist"),
        (("justify", "p", "--because", "flow"), 1, "would hold itself up"),
        (("justify", "wet", "--drop", "3"), 1, "there is no justification 3"),
        (("justify", "p", "--to-premise"), 1, "is a premise already"),
        (("justify", "flow", "--to-premise", "--drop", "1"), 2, "use it alone"),
    ],
)
def test_what_would_break_something_is_refused(
    pump: GitRepo, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    before = pump.fingerprint()
    done = run(*words)
    assert (done.code, said in done.err) == (code, True), done.err
    assert pump.fingerprint() == before


def test_a_dry_run_says_what_would_be_and_leaves_all_as_it_is(pump: GitRepo, run: Run) -> None:
    before = pump.fingerprint()
    dry = run("justify", "wet", "--drop", "2", "--drop", "1", "--dry-run", "--json")
    assert pump.fingerprint() == before
    assert dry.json["dry_run"] and dry.json["belief"]["label"] == "OUT"
    assert [flip["id"] for flip in dry.json["flips"]] == ["dry", "wet"]
    wet = run("justify", "wet", "--drop", "2", "--drop", "1", "--json")
    assert wet.json == {**dry.json, "dry_run": False}


def test_the_last_justification_dropped_leaves_a_derived_belief_out_and_says_so(pump: GitRepo, run: Run) -> None:
    done = run("justify", "flow", "--drop", "1")
    assert "OUT was IN flow" in done.out
    assert "no justification is left: it is derived and OUT until it gets one" in done.out
    assert "justifications: []" in (pump.path / "beliefs/f/flow.md").read_text()


def test_a_premise_that_is_justified_falls_with_its_antecedents_from_then_on(pump: GitRepo, run: Run) -> None:
    done = run("justify", "q", "--because", "r", "--label", "seen", "--commit")
    assert "it was a premise and is now derived" in done.out
    assert "kind-changed" in done.err
    run("retract", "r", "--reason", "it leaks")
    assert "OUT" in run("list", "--json").json["beliefs"][3]["label"]


def test_a_justification_is_replaced_in_one_step(pump: GitRepo, run: Run) -> None:
    assert run("justify", "flow", "--drop", "1", "--because", "p", "--unless", "r").code == 0
    assert diff(pump) == ["-      - q", "+    unless:", "+      - r"]


def test_justifications_are_listed_with_their_numbers(run: Run) -> None:
    assert run("justify", "wet").out.splitlines()[1:] == ["  1  because flow", "  2  because r"]
    assert run("justify", "p").out.splitlines()[1:] == ["  a premise"]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets an editor that runs a sed script on the file."""

    def choose(script: str) -> None:
        program = tmp_path / "editor"
        program.write_text(f'#!/bin/sh\nsed -i {json.dumps(script)} "$1"\n')
        program.chmod(0o755)
        monkeypatch.setenv("VISUAL", str(program))
        monkeypatch.setenv("TMPDIR", str(tmp_path / "copies"))
        (tmp_path / "copies").mkdir(exist_ok=True)
        monkeypatch.setattr("tempfile.tempdir", None)

    return choose


def test_a_file_edited_by_hand_is_judged_and_written(
    pump: GitRepo, run: Run, editor: Callable[[str], None], tmp_path: Path
) -> None:
    editor("s/- r/- dry/; s/- flow/- p/")
    done = run("edit", "wet")
    assert done.code == 0
    assert "- because r" in done.out and "+ because dry" in done.out
    assert diff(pump) == ["-      - flow", "+      - p", "-      - r", "+      - dry"]
    assert list((tmp_path / "copies").iterdir()) == []


def test_text_that_introduces_an_error_is_refused_and_kept(
    pump: GitRepo, run: Run, editor: Callable[[str], None]
) -> None:
    editor("s/- r/- dry/; s/- flow/- dry/")
    before = pump.fingerprint()
    done = run("edit", "wet")
    assert (done.code, "undecided" in done.err) == (1, True)
    assert pump.fingerprint() == before
    kept = re.search(r"--from (\S+)", done.err)
    assert kept is not None
    assert "- dry" in Path(kept[1]).read_text()


def test_an_editor_that_removes_the_file_changes_nothing(
    pump: GitRepo, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "rm")
    before = pump.fingerprint()
    done = run("edit", "wet")
    assert (done.code, "nothing is changed" in done.err) == (1, True)
    assert pump.fingerprint() == before


def test_an_editor_that_fails_changes_nothing(pump: GitRepo, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "false")
    before = pump.fingerprint()
    done = run("edit", "wet")
    assert (done.code, "nothing is changed" in done.err) == (1, True)
    assert pump.fingerprint() == before


def test_a_text_that_cannot_be_read_is_kept_and_can_be_used_again(
    pump: GitRepo, run: Run, editor: Callable[[str], None]
) -> None:
    editor("s/tags:/tags: x: y/")
    before = pump.fingerprint()
    done = run("edit", "p")
    assert done.code == 1
    assert pump.fingerprint() == before
    kept = Path(done.err.rpartition("--from ")[2].strip())
    assert "beliefs/p/p.md:2" in done.err
    kept.write_text("The pump stands still.\n")
    assert run("edit", "p", "--from", str(kept), "--commit").code == 0
    assert (pump.path / "beliefs/p/p.md").read_text() == "The pump stands still.\n"
    assert kept.exists()


def test_closing_the_editor_without_a_change_changes_nothing(
    pump: GitRepo, run: Run, editor: Callable[[str], None]
) -> None:
    editor("")
    before = pump.fingerprint()
    assert (run("edit", "p").code, run("edit", "p").err) == (0, "nothing is changed\n")
    assert pump.fingerprint() == before


def test_a_broken_file_can_be_repaired_in_the_editor(pump: GitRepo, run: Run, editor: Callable[[str], None]) -> None:
    pump.write("beliefs/p/p.md", "---\ntags: [water\n---\n\nThe pump runs.\n")
    editor("s/water/water]/")
    assert run("edit", "p").code == 0
    assert diff(pump) == []
