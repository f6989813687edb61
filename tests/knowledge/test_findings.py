"""What a knowledge base finds wrong with references and with truth: the code, the place, the words, and how often."""

from __future__ import annotations

import pytest

from eemgit.beliefs.model import Finding, Severity
from eemgit.steps.gate import standing
from tests.knowledge.files import codes, knowledge, path, told

DUPLICATE = "retracted: {reason: same, type: duplicate, duplicate_of: %s}"


def only(*lines: str) -> Finding:
    """The one finding of these lines."""
    found = standing(knowledge(*lines))
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("d <- ghost", "d <- p, ghost", "p"), ["beliefs/d/d.md:4:9 dangling-antecedent", ":7:9 dangling-antecedent"]),
        (("d <- any p, ghost", "p"), ["beliefs/d/d.md:6:9 dangling-antecedent"]),
        (("d <- p unless recall-notice", "p", "recal-notice"), ["beliefs/d/d.md:6:9 misspelt-unless"]),
        (("p unless recall-notice", "recal-notice"), ["beliefs/p/p.md:3:5 misspelt-unless"]),
        (("d <- p unless some-day", "p"), ["beliefs/d/d.md:6:9 unknown-unless"]),
        (("p unless q, some-day", "q"), ["beliefs/p/p.md:4:5 unknown-unless"]),
        (("p", "nogood n: p, ghost"), ["nogoods/n.md:4:5 dangling-nogood-member"]),
        (("x <- x",), ["beliefs/x/x.md:4:9 self-support"]),
        (("x <- p, x", "p"), ["beliefs/x/x.md:5:9 self-support"]),
        (("x <- old | aliases: [old]",), ["beliefs/x/x.md:4:9 self-support"]),
        (("a <- b", "b <- a"), ["beliefs/a/a.md:2:1 circular-support"]),
        (("x <- unless x",), ["beliefs/x/x.md:4:9 undecided"]),
        (("a <- p unless b", "b unless a", "p"), ["beliefs/a/a.md:6:9 undecided"]),
        (("a unless b", "b <- unless a"), ["beliefs/a/a.md:3:5 undecided"]),
        (("a", "b | aliases: [x, a]"), ["beliefs/b/b.md:2:14 alias-taken"]),
        (("a | aliases: [x]", "b | aliases: [x]"), ["beliefs/b/b.md:2:11 alias-twice"]),
        ((f"a | {DUPLICATE % 'a'}",), ["beliefs/a/a.md:2:58 duplicate-ring"]),
        (
            (f"a | {DUPLICATE % 'b'}", f"b | {DUPLICATE % 'a'}"),
            ["beliefs/a/a.md:2:58 duplicate-ring", "beliefs/b/b.md:2:58 duplicate-ring"],
        ),
        ((f"a | {DUPLICATE % 'ghost'}",), ["beliefs/a/a.md:2:58 dangling-duplicate"]),
        ((f"a | {DUPLICATE % 'b'}", f"b | {DUPLICATE % 'ghost'}"), ["beliefs/b/b.md:2:58 dangling-duplicate"]),
        (("a", "b", "nogood n: a, b"), ["nogoods/n.md:2:1 open-nogood"]),
        (("a = Same.", "b = same | tags: [x]"), ["beliefs/b/b.md:5:1 exact-duplicate"]),
        (("a = Same.", "b = Same. | retracted: wrong"), ["beliefs/a/a.md:1:1 like-retracted"]),
        (
            ("a = Same. | sources: [x.py]", "b = Same. | sources: [y.py]"),
            ["beliefs/b/b.md:5:1 like-belief"],
        ),
        (
            ('a = Same. | valid: {to: "2026"}', 'b = Same. | valid: {from: "2027"}'),
            ["beliefs/b/b.md:5:1 like-belief"],
        ),
    ],
)
def test_each_fault_is_found_where_it_stands(lines: tuple[str, ...], expected: list[str]) -> None:
    found = told(standing(knowledge(*lines)))
    assert len(found) == len(expected)
    assert all(one.endswith(other) for one, other in zip(found, expected, strict=True)), found


def test_a_misplaced_belief_is_read_and_told_where_it_belongs() -> None:
    base = knowledge(more={"beliefs/z/auth-x.md": b"A claim.\n"})
    assert told(base.findings) == ["beliefs/z/auth-x.md:1:1 misplaced"]
    assert base.findings[0].hint == "git mv beliefs/z/auth-x.md beliefs/a/auth-x.md"
    assert base.labelling.is_in("auth-x")


def test_a_second_file_of_one_id_is_told_with_the_first() -> None:
    base = knowledge("a", more={"beliefs/z/a.md": b"Another.\n"})
    assert told(base.findings) == ["beliefs/z/a.md:1:1 duplicate-id", "beliefs/z/a.md:1:1 misplaced"]
    assert base.findings[0].message == "beliefs/a/a.md is the belief 'a' too"


@pytest.mark.parametrize(
    "lines",
    [
        ("p", "d <- p unless q", "q | retracted: gone"),
        ("a <- b", "b <- a", "a <- p", "p"),
        ("a <- b", "b <- a", "a <- p", "p | retracted: gone"),
        ("a = Same. | distinct: [b]", "b = Same."),
        ("a = Same.", "b = Same. | distinct: [a]"),
        ("a = Same. | distinct: [old]", "b = Same. | aliases: [old]"),
        ("a = Same.", f"b = Same. | {DUPLICATE % 'a'}"),
        ("a = It takes 5 ms.", "b = It takes 5 Ms."),
        ("a", "b | retracted: gone", "nogood n: a, b"),
        ("a", f"b | {DUPLICATE % 'c'}", f"c | {DUPLICATE % 'd'}", "d", "e <- b"),
    ],
)
def test_what_is_in_order_is_not_told(lines: tuple[str, ...]) -> None:
    assert standing(knowledge(*lines)) == ()


def test_a_near_id_is_offered_for_every_kind_of_reference() -> None:
    lines = (
        "auth-token",
        "d <- auth-tokn",
        "e <- d unless auth-tokn",
        f"f | {DUPLICATE % 'auth-tokn'}",
        "nogood n: auth-tokn, d",
    )
    found = knowledge(*lines).findings
    assert sorted(codes(found)) == [
        "dangling-antecedent",
        "dangling-duplicate",
        "dangling-nogood-member",
        "misspelt-unless",
    ]
    assert {each.hint for each in found} == {"did you mean 'auth-token'?"}


def test_a_near_alias_is_offered_too() -> None:
    assert only("new | aliases: [auth-token]", "d <- auth-tokn").hint == "did you mean 'auth-token'?"


def test_all_bad_ids_are_told_at_once_in_the_order_of_the_file() -> None:
    found = knowledge("d <- p, zz-top unless aa-bottom, mm-middle", "p").findings
    assert [each.subject for each in found] == ["zz-top", "aa-bottom", "mm-middle"]


def test_an_exception_for_a_belief_yet_to_be_written_is_only_a_warning() -> None:
    found = only("d <- p unless some-day", "p")
    assert found.severity is Severity.WARNING
    assert found.message == "no belief 'some-day', so this exception does not apply"


def test_one_belief_that_supports_itself_is_the_one_finding_for_all_that_hang_on_it() -> None:
    hanging = [f"c{n} <- {'x' if n == 0 else f'c{n - 1}'}" for n in range(20)]
    found = only("x <- x, p", "p", *hanging)
    assert found.id == "x"
    assert found.message == "names itself as antecedent, which holds it OUT, and 20 other beliefs with it"
    assert found.hint == "take this antecedent out: then it is IN, and 20 other beliefs with it"


def test_the_smallest_edit_of_self_support_brings_back_what_it_says() -> None:
    before = knowledge("x <- x, p", "p", "y <- x", "z <- y")
    after = before.with_files({path("x"): b"---\njustifications:\n  - antecedents:\n      - p\n---\n\nX.\n"})
    assert [id for id in before.paths if before.label_of(id) is not after.label_of(id)] == ["x", "y", "z"]
    assert after.findings == ()


def test_self_support_with_nothing_beside_it_asks_for_a_ground() -> None:
    assert only("x <- x", "y <- x").hint == "name what it rests on instead: then it is IN, and 1 other belief with it"


@pytest.mark.parametrize(
    "lines",
    [
        ("x <- x", "x <- p", "p"),
        ("x <- x, q", "q | retracted: gone"),
        ("x <- x unless p", "p"),
        ("x <- any x, q", "q | retracted: gone"),
        ("x <- x | retracted: wrong",),
    ],
)
def test_self_support_that_is_not_what_holds_a_belief_out_promises_nothing(lines: tuple[str, ...]) -> None:
    found = only(*lines)
    assert (found.message, found.hint) == ("names itself as antecedent", "take this antecedent out")


def test_a_ring_is_one_finding_whatever_hangs_on_it() -> None:
    found = only("a <- b", "b <- c", "c <- a, p", "p", "d <- c", "e <- d")
    assert found.message == (
        "'a', 'b', 'c' rest on each other and on nothing else, so they are OUT, and 2 other beliefs with them"
    )
    assert found.subject == "a b c"


def test_the_edit_offered_for_a_ring_is_the_one_that_brings_back_most() -> None:
    found = only("a <- b", "b <- a, q", "q | retracted: gone", "c <- b", "d <- b")
    assert found.hint == "give 'b' a justification from outside: then it is IN, and 3 other beliefs with it"


def test_two_rings_are_two_findings() -> None:
    base = knowledge("a <- b", "b <- a", "m <- n", "n <- m", "z <- a, m")
    assert [each.subject for each in base.findings] == ["a b", "m n"]


def test_a_loop_through_unless_is_one_finding_with_its_members_and_pairs() -> None:
    found = only("a <- unless b", "b <- unless a", "c <- a", "d <- c")
    assert found.message == ("a loop through `unless` leaves 'a', 'b' undecided: 'a' unless 'b', 'b' unless 'a'")
    assert found.hint == ("drop an `unless` of the loop, or retract 'b': then 4 are decided, and 'a', 'c', 'd' are IN")


def test_retracting_the_offered_member_of_a_loop_decides_what_it_says() -> None:
    before = knowledge("a <- unless b", "b <- unless a", "c <- a", "d <- c")
    after = before.with_files({path("b"): b"---\nretracted: to break the loop\n---\n\nB.\n"})
    assert {id: after.label_of(id).value for id in after.paths} == {"a": "IN", "b": "OUT", "c": "IN", "d": "IN"}
    assert after.findings == ()


def test_what_hangs_on_an_unreadable_file_is_not_called_a_loop() -> None:
    base = knowledge("a <- bad", "b <- unless a", more={path("bad"): b""})
    assert codes(base.findings) == ["empty-file"]


def test_many_members_are_counted_after_the_first_five() -> None:
    ring = [f"r{n} <- r{(n + 1) % 7}" for n in range(7)]
    assert only(*ring).message.startswith("'r0', 'r1', 'r2', 'r3', 'r4' and 2 more rest on each other")


def test_copies_are_told_once_for_each_belief_with_all_the_others() -> None:
    found = standing(knowledge("a = Same.", "b = Same", "c = same."))
    assert [(each.id, each.subject) for each in found] == [("b", "a"), ("c", "a b")]
    assert found[1].message == "says what 'a', 'b' say"


def test_one_that_was_retracted_is_told_with_its_reason() -> None:
    found = only("a = Same.", "b = Same. | retracted: measured and wrong")
    assert found.severity is Severity.INFO
    assert found.message == "says what 'b' said, which was retracted: measured and wrong"


def test_settling_one_copy_leaves_the_others() -> None:
    found = only("a = Same. | distinct: [b]", "b = Same. | distinct: [c]", "c = Same.")
    assert (found.id, found.subject) == ("c", "a")


def test_findings_come_in_the_order_of_paths_and_lines() -> None:
    base = knowledge("z <- ghost", "a <- ghost, phantom unless spectre", "nogood n: a, ghost", more={path("m"): b""})
    places = [(each.where.path, each.where.line, each.where.column) for each in base.findings]
    assert places == sorted(places)
    assert len(places) == 6
