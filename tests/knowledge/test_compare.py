"""What one knowledge base says that another does not, and which labels flip because of it."""

from __future__ import annotations

from eemgit.beliefs.compare import Comparison, compare
from eemgit.tms.network import Label
from tests.knowledge.files import knowledge


def changed(old: tuple[str, ...], new: tuple[str, ...]) -> Comparison:
    """The comparison of two sets of lines."""
    return compare(knowledge(*old), knowledge(*new))


def flips(compared: Comparison) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Each flip as (id, before, after, because); `-` for a belief that is not there."""
    return [(f.id, _name(f.before), _name(f.after), f.because) for f in compared.flips]


def _name(label: Label | None) -> str:
    return label.value if label else "-"


def test_the_same_files_are_no_change() -> None:
    compared = changed(("a", "b <- a"), ("b <- a", "a"))
    assert compared.is_empty


def test_a_new_belief_comes_from_nothing() -> None:
    compared = changed(("a",), ("a", "b <- a", "c <- ghost"))
    assert compared.added == ("b", "c")
    assert flips(compared) == [("b", "-", "IN", ("b",)), ("c", "-", "OUT", ("c",))]


def test_a_deleted_belief_goes_to_nothing_and_takes_down_what_rests_on_it() -> None:
    compared = changed(("a", "b <- a"), ("b <- a",))
    assert compared.deleted == ("a",)
    assert flips(compared) == [("a", "IN", "-", ("a",)), ("b", "IN", "OUT", ("a",))]


def test_a_new_claim_is_reworded_and_edited() -> None:
    compared = changed(("a = It rains.",), ("a = It snows.",))
    assert compared.reworded == compared.edited == ("a",)
    assert compared.flips == ()


def test_another_tag_is_an_edit_and_nothing_else() -> None:
    compared = changed(("a",), ("a | tags: [x]",))
    assert compared.edited == ("a",)
    assert (compared.reworded, compared.retracted, compared.restored, compared.flips) == ((), (), (), ())


def test_a_retraction_names_itself_as_the_cause_of_its_cascade() -> None:
    compared = changed(
        ("p", "d <- p", "e <- d", "f <- unless p"), ("p | retracted: wrong", "d <- p", "e <- d", "f <- unless p")
    )
    assert compared.retracted == ("p",)
    assert flips(compared) == [
        ("d", "IN", "OUT", ("p",)),
        ("e", "IN", "OUT", ("p",)),
        ("f", "OUT", "IN", ("p",)),
        ("p", "IN", "OUT", ("p",)),
    ]


def test_a_restored_belief_is_told_as_restored() -> None:
    compared = changed(("p | retracted: wrong", "d <- p"), ("p", "d <- p"))
    assert (compared.restored, compared.retracted) == (("p",), ())
    assert flips(compared)[0] == ("d", "OUT", "IN", ("p",))


def test_each_flip_names_only_the_changes_that_reach_it() -> None:
    compared = changed(
        ("p", "q", "d <- p", "e <- q"), ("p | retracted: wrong", "q | retracted: wrong", "d <- p", "e <- q")
    )
    assert {flip.id: flip.because for flip in compared.flips} == {"p": ("p",), "q": ("q",), "d": ("p",), "e": ("q",)}


def test_a_flip_may_have_two_causes() -> None:
    lines = ("d <- p", "d <- q")
    compared = changed(("p", "q", *lines), ("p | retracted: wrong", "q | retracted: wrong", *lines))
    assert ("d", "IN", "OUT", ("p", "q")) in flips(compared)


def test_a_belief_that_becomes_undecided_flips_too() -> None:
    compared = changed(("a <- unless b", "c <- a"), ("a <- unless b", "b <- unless a", "c <- a"))
    assert [(flip.id, _name(flip.after)) for flip in compared.flips] == [
        ("a", "UNDECIDED"), ("b", "UNDECIDED"), ("c", "UNDECIDED"),
    ]  # fmt: skip


def test_a_file_that_can_no_longer_be_read_turns_its_belief_undecided() -> None:
    before = knowledge("a", "b <- a")
    compared = compare(before, before.with_files({"beliefs/a/a.md": b"---\n"}))
    assert compared.edited == ("a",)
    assert flips(compared) == [("a", "IN", "UNDECIDED", ("a",)), ("b", "IN", "UNDECIDED", ("a",))]


def test_a_rename_that_keeps_the_old_id_as_an_alias_breaks_nothing() -> None:
    compared = changed(("old", "d <- old"), ("new = Something about old. | aliases: [old]", "d <- old"))
    assert compared.renamed == ("new",)
    assert dict(compared.former) == {"new": "old"}
    assert (compared.added, compared.deleted, compared.flips) == ((), (), ())
    assert compared.reworded == ()


def test_a_rename_that_also_rewords_says_so() -> None:
    compared = changed(("old",), ("new | aliases: [old]",))
    assert compared.renamed == compared.reworded == ("new",)


def test_a_rename_without_the_alias_is_a_deletion_and_an_addition() -> None:
    compared = changed(("old", "d <- old"), ("new", "d <- old"))
    assert (compared.added, compared.deleted, compared.renamed) == (("new",), ("old",), ())
    assert ("d", "IN", "OUT", ("old",)) in flips(compared)


def test_moving_a_file_to_its_right_place_is_no_change_of_belief() -> None:
    before = knowledge("d <- a", more={"beliefs/z/a.md": b"A claim.\n"})
    after = before.with_files({"beliefs/z/a.md": None, "beliefs/a/a.md": b"A claim.\n"})
    assert compare(before, after).is_empty


def test_merging_a_duplicate_flips_nobody_who_rests_on_it() -> None:
    compared = changed(
        ("a", "b", "d <- b"),
        ("a", "b | retracted: {reason: same, type: duplicate, duplicate_of: a}", "d <- b"),
    )
    assert [flip.id for flip in compared.flips] == ["b"]


def test_recorded_contradictions_are_compared_too() -> None:
    compared = changed(("a", "b", "nogood n: a, b"), ("a", "b", "nogood m: a, b", "nogood n: a, b, c"))
    assert (compared.nogoods_added, compared.nogoods_edited, compared.nogoods_deleted) == (("m",), ("n",), ())
    assert not compared.is_empty
