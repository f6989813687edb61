"""What the history of a belief says, on small trails written down as snapshots."""

from __future__ import annotations

import os
import subprocess
import sys

from eemgit.beliefs.differences import What
from eemgit.beliefs.model import FileContent, Irregular, RetractionType
from eemgit.beliefs.pursuit import stages
from eemgit.render.history import Log, Logged, log_lines
from eemgit.tms.network import Label
from tests.history.trails import cone_of, history, trail_of
from tests.knowledge.files import files, path

MOVED = " | retracted: {reason: it moved, type: source-changed}"


def lines(snapshots: list[dict[str, FileContent]], asked: str) -> list[str]:
    """The history as `log` prints it, without the lines that name commits."""
    events = history(snapshots, asked)
    entries = tuple(Logged(event, "", "", "") for event in reversed(events))
    last = events[-1]
    return [line.strip() for line in log_lines(Log(asked, last.id, (last.id,), "", last.after, entries, 0, None))][1:]


def whats(snapshots: list[dict[str, FileContent]], asked: str) -> list[list[What]]:
    return [[each.what for each in event.differences] for event in history(snapshots, asked)]


def test_a_flip_names_the_belief_at_its_root_and_what_happened_to_it() -> None:
    before, after = files("p", "q <- p", "x <- q"), files(f"p{MOVED}", "q <- p", "x <- q")
    (_, event) = history([before, after], "x")
    assert (event.before, event.after) == (Label.IN, Label.OUT)
    (cause,) = event.because
    assert cause.id == "p"
    (retracted,) = cause.differences
    assert (retracted.what, retracted.new) == (What.RETRACTED, ("it moved",))
    assert retracted.type is RetractionType.SOURCE_CHANGED
    assert "OUT was IN, because p was retracted (source-changed): it moved" in lines([before, after], "x")


def test_a_commit_that_neither_changes_the_file_nor_the_label_is_no_event() -> None:
    first = files("p", "q", "x <- p", "x <- q")
    unmoved = files("p | retracted: wrong", "q", "x <- p", "x <- q")
    assert [event.moment for event in history([first, unmoved, first], "x")] == [0]


def test_two_changes_that_flip_a_label_together_are_both_named() -> None:
    before, after = files("p", "q", "x <- any p, q"), files("p | retracted: a", "q | retracted: b", "x <- any p, q")
    assert [cause.id for cause in history([before, after], "x")[-1].because] == ["p", "q"]
    assert "and because q was retracted: b" in lines([before, after], "x")


def test_each_kind_of_change_has_its_name() -> None:
    trail = [
        files("p", "q", "x <- p"),
        files("p", "q", "x <- p = Reworded."),
        files("p", "q", "x <- p = Reworded.", "x <- q"),
        files("p", "q", "x <- q = Reworded."),
        files("p", "q", "x <- q = Reworded. | sources: [src/a.py]"),
        files("p", "q", "x unless p <- q = Reworded. | sources: [src/a.py]"),
        files("p", "q", "x <- q = Reworded. | retracted: wrong"),
        files("p", "q", "x <- q = Reworded. | retracted: {reason: same, duplicate_of: p}"),
        files("p", "q", "x <- q = Reworded."),
        files("p", "q"),
        files("p", "q", "x"),
    ]
    assert whats(trail, "x") == [
        [What.ADDED, What.JUSTIFIED],
        [What.REWORDED],
        [What.JUSTIFIED],
        [What.UNJUSTIFIED],
        [What.SOURCES],
        [What.UNLESS],
        [What.RETRACTED, What.UNLESS, What.SOURCES],
        [What.MERGED],
        [What.RESTORED],
        [What.DELETED],
        [What.ADDED],
    ]


def test_the_same_belief_written_otherwise_is_said_to_be_just_that() -> None:
    trail: list[dict[str, FileContent]] = [{path("x"): b"A claim.\n"}, {path("x"): b"---\n---\n\nA claim.\n"}]
    assert whats(trail, "x")[-1] == [What.FORM]


def test_a_layout_change_is_a_move() -> None:
    trail: list[dict[str, FileContent]] = [{"beliefs/x/x.md": b"X.\n"}, {"beliefs/2d/x.md": b"X.\n"}]
    assert whats(trail, "x")[-1] == [What.MOVED]


RENAMED = [
    files("p", "old <- p", "top <- old"),
    files("p", "new <- p | aliases: [old]", "top <- old"),
    files("p | retracted: wrong", "new <- p | aliases: [old]", "top <- old"),
]


def test_a_rename_is_followed_back_and_forward() -> None:
    for asked in ("new", "old"):
        events = history(RENAMED, asked)
        assert [event.id for event in events] == ["old", "new", "new"]
        assert events[1].differences[0].what is What.RENAMED
        assert [cause.id for cause in events[2].because] == ["p"]


def test_a_rename_does_not_flip_what_cites_the_old_id() -> None:
    assert [event.moment for event in history(RENAMED, "top")] == [0, 2]


def test_an_alias_given_after_the_rename_is_followed_too() -> None:
    late = [files("old"), files("new"), files("new | aliases: [old]")]
    assert [event.id for event in history(late, "new")] == ["old", "new", "new"]


def test_a_rename_forth_and_back_keeps_one_history() -> None:
    there = [files("a"), files("b | aliases: [a]"), files("a | aliases: [b]")]
    assert [event.id for event in history(there, "a")] == ["a", "b", "a"]


def test_a_deleted_belief_has_its_history() -> None:
    (added, deleted) = history([files("p", "x <- p"), files("p")], "x")
    assert added.after is Label.IN
    assert (deleted.id, deleted.before, deleted.after) == ("x", Label.IN, None)


def test_a_merged_duplicate_is_what_flips_its_dependents() -> None:
    trail = [
        files("p", "q | retracted: wrong", "x <- p"),
        files("p | retracted: {reason: same, duplicate_of: q}", "q | retracted: wrong", "x <- p"),
        files("p | retracted: {reason: same, duplicate_of: q}", "q", "x <- p"),
    ]
    assert [cause.id for event in history(trail, "x") for cause in event.because] == ["p", "q"]
    assert "OUT was IN, because p was merged into q" in lines(trail, "x")


def test_a_duplicate_may_give_way_to_a_belief_by_its_alias() -> None:
    merged = "p | retracted: {reason: same, duplicate_of: old}"
    trail = [files(merged, f"q | aliases: [old]{more}", "x <- p") for more in ("", " | retracted: wrong")]
    assert [(event.after, [cause.id for cause in event.because]) for event in history(trail, "x")] == [
        (Label.IN, []),
        (Label.OUT, ["q"]),
    ]


def test_losing_an_alias_flips_what_cites_it() -> None:
    trail = [files("p | aliases: [old]", "x <- old"), files("p", "x <- old"), files("p | aliases: [old]", "x <- old")]
    assert [event.after for event in history(trail, "x")] == [Label.IN, Label.OUT, Label.IN]
    assert "OUT was IN, because p has other aliases: - old" in lines(trail, "x")


def test_a_file_that_cannot_be_read_leaves_it_undecided_and_is_said() -> None:
    bad: dict[str, FileContent] = {**files("x <- p"), path("p"): b"---\nunless: [\n---\n\nP.\n"}
    (_, lost, found) = history([files("p", "x <- p"), bad, files("p", "x <- p")], "x")
    assert (lost.after, found.after) == (Label.UNDECIDED, Label.IN)
    assert lost.because[0].differences[0].what is What.UNREADABLE
    assert lost.because[0].differences[0].new == ("bad-yaml",)
    assert found.because[0].differences[0].what is What.READABLE


def test_settings_that_cannot_be_read_leave_everything_undecided() -> None:
    good: dict[str, FileContent] = {**files("x"), "eemgit.yaml": b"schema: 1\n"}
    for content in (b"schema: [\n", Irregular.SYMLINK):
        (_, lost, found) = history([good, good | {"eemgit.yaml": content}, good], "x")
        assert (lost.after, lost.because[0].id, found.after) == (Label.UNDECIDED, "eemgit.yaml", Label.IN)


def test_only_what_bears_on_the_belief_is_read() -> None:
    many = files("p", "x <- p", *(f"other-{n} <- more-{n}" for n in range(50)))
    assert {id for id, _ in cone_of([many], "x").said} == {"p", "x"}


def test_no_history_no_stages() -> None:
    assert stages(cone_of([files("x")], "ghost")) == ()
    assert trail_of([files("x")]).ids() == {"x"}


PROGRAM = """
from tests.history.test_events import RENAMED, files, lines
rule = "x <- any a, b, c, d"
loop = [files("a unless b", "b unless a", rule, "c", "d"), files(rule, "b", "a unless b")]
print(lines(RENAMED, "top"), lines(loop, "x"), lines(loop[::-1], "x"))
"""


def test_the_hash_seed_changes_nothing() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(printed) == 1
