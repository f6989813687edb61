"""What a change introduces: new errors block, whatever stood before does not."""

from __future__ import annotations

import pytest

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.model import Irregular, Severity
from eemgit.steps.gate import Judgement, judge
from tests.knowledge.files import codes, knowledge, path

ONE = "a = Same. | sources: [x.py]"
EARLIER = 'a = Same. | valid: {to: "2026"}'


def judged(old: tuple[str, ...], new: tuple[str, ...]) -> Judgement:
    """The judgement of a change from one set of lines to another."""
    return judge(knowledge(*old), knowledge(*new))


@pytest.mark.parametrize(
    ("old", "new", "blocking"),
    [
        (("p",), ("p", "d <- ghost"), ["dangling-antecedent"]),
        (("p",), ("p", "d <- p unless pq", "pqr"), ["misspelt-unless"]),
        (("p",), ("p", "x <- x"), ["self-support"]),
        (("a <- p", "p"), ("a <- b", "b <- a", "p"), ["circular-support"]),
        (("a",), ("a", "b", "nogood n: a, b"), ["open-nogood"]),
        (("a", "b | retracted: wrong", "nogood n: a, b"), ("a", "b", "nogood n: a, b"), ["open-nogood"]),
        (("a",), ("a", "nogood n: a, ghost"), ["dangling-nogood-member"]),
        (("a",), ("a <- unless a",), ["undecided"]),
        (("a = Same.",), ("a = Same.", "b = Same."), ["exact-duplicate"]),
        (("a = Same. | retracted: wrong",), ("a = Same. | retracted: wrong", "b = Same."), ["like-retracted"]),
        (("a = Other.", "b = Same."), ("a = Same.", "b = Same."), ["exact-duplicate"]),
        (("a = Same. | retracted: wrong", "b = Same."), ("a = Same.", "b = Same."), ["exact-duplicate"]),
        (("a", "b"), ("a | aliases: [b]", "b"), ["alias-taken"]),
        (("a | aliases: [x]", "b"), ("a | aliases: [x]", "b | aliases: [x]"), ["alias-twice"]),
        (("a",), ("a | retracted: {reason: same, duplicate_of: ghost}",), ["dangling-duplicate"]),
        (("a",), ("a | retracted: {reason: same, duplicate_of: a}",), ["duplicate-ring"]),
        (("p", "d <- p"), ("d <- p",), ["dangling-antecedent", "deleted-cited-belief"]),
        (("p", "d <- q unless p", "q"), ("d <- q unless p", "q"), ["deleted-cited-belief"]),
        (("p", "q", "d unless p"), ("q", "d unless p"), ["deleted-cited-belief"]),
        (("new | aliases: [old]", "d <- old"), ("d <- old",), ["dangling-antecedent", "deleted-cited-belief"]),
    ],
)  # fmt: skip
def test_a_new_error_blocks(old: tuple[str, ...], new: tuple[str, ...], blocking: list[str]) -> None:
    assert sorted(codes(judged(old, new).blocking)) == blocking


@pytest.mark.parametrize(
    ("old", "new", "warnings"),
    [
        (("p",), ("p", "d <- p unless some-day"), ["unknown-unless"]),
        (("p", "q"), ("p",), ["deleted-belief"]),
        (("p", "d <- p"), (), ["deleted-belief", "deleted-belief"]),
        (("p", "d <- p"), ("p", "d"), ["kind-changed"]),
        (("a", "b | retracted: wrong", "nogood n: a, b"), ("a", "b | retracted: wrong"), ["deleted-nogood"]),
        ((ONE,), (ONE, "b = Same. | sources: [y.py]"), ["like-belief"]),
        ((EARLIER,), (EARLIER, 'b = Same. | valid: {from: "2027"}'), ["like-belief"]),
    ],
)  # fmt: skip
def test_what_a_person_should_see_is_a_warning(old: tuple[str, ...], new: tuple[str, ...], warnings: list[str]) -> None:
    found = judged(old, new)
    assert found.blocking == ()
    assert codes(found.warnings) == warnings


@pytest.mark.parametrize(
    "old",
    [
        ("d <- ghost",),
        ("x <- x",),
        ("a <- b", "b <- a"),
        ("a <- unless b", "b <- unless a", "c <- a"),
        ("a", "b", "nogood n: a, b"),
        ("a = Same.", "b = Same."),
        ("a = Same. | retracted: wrong", "b = Same."),
        ("a | aliases: [b]", "b", "c | aliases: [b]"),
        ("a | retracted: {reason: same, duplicate_of: ghost}",),
    ],
)
def test_old_errors_never_block_a_change_beside_them(old: tuple[str, ...]) -> None:
    found = judged(old, (*old, "new-one", "other <- new-one"))
    assert (found.blocking, found.warnings) == ((), ())


def test_an_exception_waiting_for_its_belief_does_not_block_one_with_a_like_id() -> None:
    found = judged(("d unless bug-fix",), ("d unless bug-fix", "bugfix"))
    assert (codes(found.blocking), codes(found.warnings)) == ([], ["misspelt-unless"])
    assert judged(("d unless bug-fix", "bugfix"), ("d unless bug-fix", "bugfix", "x")).warnings == ()


def test_an_edit_that_moves_an_old_error_to_another_line_does_not_block() -> None:
    assert judged(("d <- p, ghost", "p"), ("d <- ghost | tags: [x]", "p")).blocking == ()


def test_a_second_dangling_reference_in_the_same_belief_blocks() -> None:
    found = judged(("d <- ghost",), ("d <- ghost, phantom",))
    assert [each.subject for each in found.blocking] == ["phantom"]


def test_renaming_a_belief_with_an_old_error_does_not_block() -> None:
    assert judged(("old <- ghost",), ("new <- ghost | aliases: [old]",)).blocking == ()


def test_renaming_a_member_of_an_old_loop_does_not_block() -> None:
    old = ("a <- unless b", "b <- unless a")
    assert judged(old, ("z <- unless b | aliases: [a]", "b <- unless a")).blocking == ()


def test_a_loop_that_gets_smaller_does_not_block() -> None:
    old = ("a <- unless b", "b <- unless c", "c <- unless a, b")
    assert judged(old, ("a <- unless b", "b <- unless c", "c <- unless b")).blocking == ()


def test_a_loop_that_catches_one_more_blocks() -> None:
    found = judged(("a <- unless b", "b <- unless a", "c"), ("a <- unless b, c", "b <- unless a", "c <- unless a"))
    assert codes(found.blocking) == ["undecided"]
    assert found.blocking[0].subject == "a b c"


def test_retracting_the_ground_of_a_ring_is_a_cascade_and_no_error() -> None:
    lines = ("a <- b", "b <- a", "a <- p")
    found = judged(("p", *lines), ("p | retracted: wrong", *lines))
    assert found.blocking == ()
    assert [flip.id for flip in found.comparison.flips] == ["a", "b", "p"]


def test_what_hangs_on_a_new_loop_is_told_with_the_change_at_its_root() -> None:
    found = judged(("a <- unless b", "c <- a", "d <- c"), ("a <- unless b", "b <- unless a", "c <- a", "d <- c"))
    assert codes(found.blocking) == ["undecided", "newly-undecided"]
    assert found.blocking[1].message == "'c', 'd' cannot be decided, because of 'b'"
    assert found.blocking[1].where.path == path("c")


def test_a_file_broken_by_a_change_blocks_and_so_does_what_hangs_on_it() -> None:
    before = knowledge("a", "b <- a", "c <- p unless b", "p")
    found = judge(before, before.with_files({path("a"): b"<<<<<<< ours\nA.\n"}))
    assert codes(found.blocking) == ["conflict-marker", "newly-undecided"]
    assert found.blocking[1].message == "'b', 'c' cannot be decided, because of 'a'"


def test_an_unmerged_file_blocks() -> None:
    before = knowledge("a")
    assert codes(judge(before, before.with_files({path("a"): Irregular.UNMERGED})).blocking) == ["unmerged"]


def test_a_new_belief_that_is_undecided_by_an_old_loop_blocks() -> None:
    old = ("a <- unless b", "b <- unless a")
    assert codes(judged(old, (*old, "c <- a")).blocking) == ["newly-undecided"]


def test_severity_where_new_is_that_of_the_table() -> None:
    found = judged(("a",), ("a", "b", "nogood n: a, b"))
    assert CODES["open-nogood"].severity is Severity.WARNING
    assert found.blocking[0].severity is Severity.ERROR


@pytest.mark.parametrize("front", ["distinct: [a]", "distinct: [x, old-name]"])
def test_distinct_overrides_a_copy_by_name(front: str) -> None:
    old = ("a = Same. | aliases: [old-name]",)
    assert judged(old, (*old, f"b = Same. | {front}")).blocking == ()


def test_distinct_overrides_likeness_to_a_retracted_claim_by_name() -> None:
    old = ("a = Same. | retracted: {reason: refused, type: rejected}",)
    assert codes(judged(old, (*old, "b = Same.")).blocking) == ["like-retracted"]
    assert judged(old, (*old, "b = Same. | distinct: [a]")).blocking == ()
    assert codes(judged(old, (*old, "b = Same. | distinct: [c]")).blocking) == ["like-retracted"]


def test_a_claim_again_for_a_later_period_is_not_refused_for_being_retracted_before() -> None:
    old = ('a = Same. | valid: {to: "2026"} | retracted: over',)
    found = judged(old, (*old, 'b = Same. | valid: {from: "2027"}'))
    assert (codes(found.blocking), codes(found.warnings)) == ([], ["like-belief"])


def test_rewording_a_belief_that_was_a_copy_before_does_not_block() -> None:
    assert judged(("a = Same.", "b = Same."), ("a = same", "b = Same.")).blocking == ()
    found = judged(("a = Same.", "b = Same.", "c = Other."), ("a = same", "b = Same.", "c = Same."))
    assert [(each.id, each.subject) for each in found.blocking] == [("c", "a b")]


def test_restoring_a_copy_blocks_although_it_was_one_before() -> None:
    found = judged(("a = Same. | retracted: wrong", "b = Same."), ("a = Same.", "b = Same."))
    assert [(each.code, each.id) for each in found.blocking] == [("exact-duplicate", "a")]


def test_two_copies_that_arrive_together_are_told_once() -> None:
    found = judged((), ("a = Same.", "b = Same."))
    assert [(each.code, each.id) for each in found.blocking] == [("exact-duplicate", "b")]


def test_a_belief_that_arrives_merged_into_its_copy_is_welcome() -> None:
    merged = "b = Same. | retracted: {reason: x, type: duplicate, duplicate_of: a}"
    assert judged(("a = Same.",), ("a = Same.", merged)).blocking == ()


def test_a_deletion_names_who_cites_the_belief() -> None:
    found = judged(("p", "d <- p", "e <- q unless p", "q"), ("d <- p", "e <- q unless p", "q"))
    deleted = next(each for each in found.blocking if each.code == "deleted-cited-belief")
    assert deleted.message == "the belief is deleted, and 'd', 'e' cite it"
    assert deleted.where.path == path("p")
    assert deleted.hint == "put the file back and retract it: eemgit retract p"


def test_a_deletion_that_was_a_rename_names_the_command_that_finishes_it() -> None:
    found = judged(("old-name = It rains.", "d <- old-name"), ("new-name = It rains.", "d <- old-name"))
    deleted = next(each for each in found.blocking if each.code == "deleted-cited-belief")
    assert deleted.hint == "if it is 'new-name' now: eemgit mv --finish old-name new-name"


def test_deleting_a_belief_with_all_that_cite_it_does_not_block() -> None:
    assert judged(("p", "d <- p"), ()).blocking == ()


def test_findings_come_in_the_order_of_paths() -> None:
    found = judged(("p", "q = Same."), ("z <- ghost", "a <- p", "b = Same.", "q = Same."))
    paths = [each.where.path for each in found.blocking]
    assert paths == sorted(paths)
