"""What needs a person: which matters there are, in which order, and what to run for each."""

from __future__ import annotations

import pytest

from eemgit.beliefs.attention import Matter, Task, Waiting, attention
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.cli.root import MODULES
from eemgit.steps.gate import standing
from tests.knowledge.files import knowledge, path


def tasks(base: KnowledgeBase, *waiting: Waiting) -> tuple[Task, ...]:
    return attention(base, standing(base), waiting)


def matters(base: KnowledgeBase, *waiting: Waiting) -> list[tuple[Matter, str]]:
    return [(task.matter, task.subject) for task in tasks(base, *waiting)]


def test_nothing_waits_where_all_is_well() -> None:
    assert tasks(knowledge("a", "b <- a", "c | retracted: wrong", "d unless b")) == ()


def test_every_matter_has_its_place_the_most_urgent_first() -> None:
    base = knowledge(
        "a = It rains.",
        "b = It rains.",
        "c <- a, missing",
        "wet",
        "dry",
        "nogood weather: wet, dry",
        "x unless y",
        "y unless x",
        "umbrella-open <- a unless umbrela-lost",
        "umbrella-lost",
        "bare | justifications: []",
        "open | research: How much?",
        more={path("torn"): b"---\n", path("gone"): b"\xff"},
    )
    assert matters(base, Waiting("eem/dedup", 2)) == [
        (Matter.UNREADABLE, "gone"),
        (Matter.UNREADABLE, "torn"),
        (Matter.ERROR, "c"),
        (Matter.NOGOOD, "weather"),
        (Matter.UNDECIDED, "x"),
        (Matter.EXCEPTION, "umbrella-open"),
        (Matter.PROPOSAL, "eem/dedup"),
        (Matter.COPY, "b"),
        (Matter.UNSUPPORTED, "bare"),
        (Matter.RESEARCH, "open"),
    ]


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (("a <- missing",), "eemgit edit a"),
        (("nogood n: a, b", "a"), "$EDITOR nogoods/n.md"),
        (("a | justifications: []",), "eemgit justify a"),
        (("a", "b", "nogood n: a, b"), "eemgit nogood resolve n"),
        (("a unless b", "b unless a"), "eemgit why a"),
        (("a = One.", "b = One."), "eemgit dedup"),
        (("a | research: why?",), "eemgit show a"),
    ],
)
def test_each_task_has_a_command(lines: tuple[str, ...], command: str) -> None:
    assert [task.command for task in tasks(knowledge(*lines))] == [command]
    program, name = command.split(" ")[:2]
    assert program != "eemgit" or name in MODULES


def test_a_waiting_proposal_is_to_be_planned() -> None:
    (task,) = tasks(knowledge("a"), Waiting("eem/dedup-it's", 1))
    assert (task.message, task.command) == ("1 change to look at", "eemgit plan 'eem/dedup-it'\\''s'")


def test_one_file_that_cannot_be_read_is_one_task_however_much_is_wrong_with_it() -> None:
    base = knowledge(more={path("a"): b"---\nunless: [b]\nunless: [c]\ntags: &x [y]\n---\n\n# Title\n"})
    assert len(standing(base)) > 1
    assert [task.matter for task in tasks(base)] == [Matter.UNREADABLE]


def test_a_misspelt_exception_of_what_is_out_anyway_is_an_error_like_others() -> None:
    base = knowledge("umbrella-lost", "p | retracted: wrong", "umbrella-open <- p unless umbrela-lost")
    assert matters(base) == [(Matter.ERROR, "umbrella-open")]


def test_a_misspelt_exception_of_a_justification_that_holds_nothing_is_an_error_like_others() -> None:
    base = knowledge("umbrella-lost", "a", "p | retracted: wrong", "o <- a", "o <- p unless umbrela-lost")
    assert matters(base) == [(Matter.ERROR, "o")]


def test_a_retracted_belief_needs_nobody() -> None:
    base = knowledge("a | research: why? | retracted: settled", "b | justifications: [] | retracted: wrong")
    assert tasks(base) == ()


def test_what_only_rests_on_what_was_retracted_needs_nobody() -> None:
    assert tasks(knowledge("p | retracted: wrong", "q <- p")) == ()
