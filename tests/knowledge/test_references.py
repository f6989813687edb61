"""How a reference finds its belief: ids, aliases, duplicates, and what cannot be read."""

from __future__ import annotations

import pytest

from eemgit.beliefs.model import Irregular
from eemgit.errors import UnknownBelief
from eemgit.tms.network import Label
from tests.knowledge.files import codes, knowledge, path


def test_an_alias_stands_for_its_belief() -> None:
    base = knowledge("new | aliases: [old, older]", "d <- old", "e <- older")
    assert base.resolve("old") == "new"
    assert base.labelling.is_in("d")
    assert base.citing("new") == ("d", "e")
    assert base.findings == ()


def test_a_retracted_belief_takes_down_what_cites_its_alias() -> None:
    base = knowledge("new | aliases: [old] | retracted: wrong", "d <- old", "e <- unless old")
    assert base.label_of("d") is Label.OUT
    assert base.label_of("e") is Label.IN


def test_a_duplicate_gives_way_to_its_survivor_through_a_chain() -> None:
    base = knowledge(
        "a | retracted: {reason: same, type: duplicate, duplicate_of: b}",
        "b | retracted: {reason: same, type: duplicate, duplicate_of: c}",
        "c",
        "d <- a",
    )
    assert base.resolve("a") == base.resolve("b") == "c"
    assert base.label_of("d") is Label.IN
    assert base.citing("c") == ("d",)
    assert base.citing("a") == ()


def test_the_chain_may_lead_through_an_alias() -> None:
    base = knowledge("a | retracted: {reason: same, duplicate_of: old}", "new | aliases: [old]", "d <- a")
    assert base.resolve("a") == "new"
    assert base.label_of("d") is Label.IN


def test_restoring_a_duplicate_gives_its_references_back_to_it() -> None:
    merged = knowledge("a | retracted: {reason: same, type: duplicate, duplicate_of: b}", "b", "d <- a")
    restored = merged.with_files({path("a"): b"Something about a.\n"})
    assert restored.resolve("a") == "a"
    assert restored.citing("a") == ("d",)
    assert restored.citing("b") == ()


def test_a_survivor_that_falls_takes_the_duplicates_dependents_with_it() -> None:
    base = knowledge(
        "a | retracted: {reason: same, type: duplicate, duplicate_of: b}",
        "b | retracted: found wrong",
        "d <- a",
    )
    assert base.resolve("a") == "b"
    assert base.label_of("d") is Label.OUT


def test_an_exception_that_was_merged_still_defeats() -> None:
    base = knowledge(
        "bug | retracted: {reason: same, type: duplicate, duplicate_of: defect}", "defect", "safe <- p unless bug", "p"
    )
    assert base.label_of("safe") is Label.OUT


def test_duplicate_of_means_nothing_in_a_retraction_of_another_type() -> None:
    base = knowledge("a | retracted: {reason: old, type: superseded, superseded_by: b, duplicate_of: b}", "b", "d <- a")
    assert base.resolve("a") == "a"
    assert base.label_of("d") is Label.OUT


def test_members_of_a_ring_of_duplicates_stand_for_themselves_and_are_out() -> None:
    base = knowledge(
        "a | retracted: {reason: same, type: duplicate, duplicate_of: b}",
        "b | retracted: {reason: same, type: duplicate, duplicate_of: c}",
        "c | retracted: {reason: same, type: duplicate, duplicate_of: b}",
        "d <- a",
        "e <- unless c",
    )
    assert [base.resolve(id) for id in "abc"] == ["a", "b", "c"]
    assert base.label_of("d") is Label.OUT
    assert base.label_of("e") is Label.IN
    assert codes(base.findings) == ["duplicate-ring"] * 3


def test_a_duplicate_of_nothing_stands_for_itself() -> None:
    base = knowledge("a | retracted: {reason: same, type: duplicate, duplicate_of: ghost}", "d <- a")
    assert base.resolve("a") == "a"
    assert base.label_of("d") is Label.OUT


def test_an_id_wins_over_an_alias_that_is_the_same() -> None:
    base = knowledge("a", "b | aliases: [a] | retracted: wrong", "d <- a")
    assert base.resolve("a") == "a"
    assert base.label_of("d") is Label.IN


def test_of_two_claims_to_an_alias_the_smaller_id_counts() -> None:
    base = knowledge("b | aliases: [x]", "a | aliases: [x]", "d <- x")
    assert base.resolve("x") == "a"
    assert base.citing("a") == ("d",)


def test_a_reference_to_nothing_resolves_to_none_and_is_never_in() -> None:
    base = knowledge("d <- p, ghost", "e <- p unless ghost", "p")
    assert base.resolve("ghost") is None
    assert base.label_of("ghost") is Label.OUT
    assert base.label_of("d") is Label.OUT
    assert base.label_of("e") is Label.IN


def test_a_file_that_cannot_be_read_is_undecided_and_so_is_what_hangs_on_it() -> None:
    base = knowledge("d <- bad", "e <- d", "f <- p unless bad", "g <- any bad, p", "p", more={path("bad"): b"---\n"})
    assert base.unreadable == {"bad": path("bad")}
    assert "bad" not in base.beliefs
    assert {id: base.label_of(id) for id in base.paths} == {
        "bad": Label.UNDECIDED,
        "d": Label.UNDECIDED,
        "e": Label.UNDECIDED,
        "f": Label.UNDECIDED,
        "g": Label.IN,
        "p": Label.IN,
    }
    assert not base.complete
    assert codes(base.findings) == ["unclosed-fence"], "one finding at the root, none for what hangs on it"


@pytest.mark.parametrize("content", [Irregular.SYMLINK, Irregular.UNMERGED, Irregular.TOO_LARGE, Irregular.SUBMODULE])
def test_what_is_no_text_is_undecided_too(content: Irregular) -> None:
    base = knowledge("d <- odd", more={path("odd"): content})
    assert base.label_of("d") is Label.UNDECIDED
    assert not base.complete


def test_a_duplicate_of_an_unreadable_belief_is_as_undecided_as_that() -> None:
    base = knowledge("a | retracted: {reason: same, duplicate_of: bad}", "d <- a", more={path("bad"): b""})
    assert base.resolve("a") == "bad"
    assert base.label_of("d") is Label.UNDECIDED


def test_one_bad_file_hides_nothing_of_the_others() -> None:
    base = knowledge("a", "d <- ghost", more={path("bad"): b"\xff\n", path("worse"): b"---\na: [\n---\n\nx\n"})
    assert list(base.beliefs) == ["a", "d"]
    assert codes(base.findings) == ["bad-utf8", "dangling-antecedent", "bad-yaml"]


def test_a_nogood_counts_its_members_through_aliases_and_duplicates() -> None:
    lines = ("new | aliases: [old]", "b | retracted: {reason: same, duplicate_of: c}", "nogood n: old, b")
    assert knowledge(*lines, "c").is_open(knowledge(*lines, "c").nogoods["n"])
    out = knowledge(*lines, "c | retracted: wrong")
    assert not out.is_open(out.nogoods["n"])


def test_a_nogood_with_an_unknown_or_unreadable_member_is_not_open() -> None:
    base = knowledge("a", "nogood n: a, ghost", "nogood m: a, bad", more={path("bad"): b""})
    assert not any(base.is_open(nogood) for nogood in base.nogoods.values())


def test_a_belief_is_found_by_id_or_alias_and_a_duplicate_stays_itself() -> None:
    base = knowledge("a | retracted: {reason: same, duplicate_of: b}", "b | aliases: [old]")
    assert base.find("a").id == "a"
    assert base.find("old").id == "b"


def test_finding_nothing_says_what_is_near() -> None:
    with pytest.raises(UnknownBelief) as caught:
        knowledge("auth-jwt-validation", "p").find("auth-jwt-validaton")
    assert caught.value.message == "no belief 'auth-jwt-validaton'"
    assert caught.value.hint == "did you mean 'auth-jwt-validation'?"


def test_finding_an_unreadable_belief_says_where_it_lies() -> None:
    with pytest.raises(UnknownBelief, match=r"beliefs/b/bad\.md: 'bad' cannot be read"):
        knowledge("a", more={path("bad"): b""}).find("bad")


def test_of_two_files_for_one_id_the_well_placed_one_counts() -> None:
    base = knowledge("a = Placed well.", more={"beliefs/a.md": b"Placed badly.\n", "beliefs/z/a.md": b"Worse.\n"})
    assert base.beliefs["a"].claim == "Placed well."
    assert base.paths["a"] == "beliefs/a/a.md"
    assert codes(base.findings) == ["duplicate-id", "misplaced", "duplicate-id", "misplaced"]


def test_two_files_for_one_id_are_told_even_when_neither_is_well_placed() -> None:
    base = knowledge(more={"beliefs/x/a.md": b"One.\n", "beliefs/y/a.md": b"Two.\n"})
    assert base.beliefs["a"].claim == "One."
    assert codes(base.findings) == ["misplaced", "duplicate-id", "misplaced"]


def test_folders_that_are_no_part_of_the_knowledge_are_not_looked_at() -> None:
    base = knowledge("a", more={"src/b.md": b"---\n", "beliefs/README.md": b"# Beliefs\n", "reports/x.md": b""})
    assert list(base.paths) == ["a"]
    assert base.findings == ()
