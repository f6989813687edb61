"""Searching by words: what is found, in which order, and what is told besides."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.searching import Found, Rank, search
from eemgit.beliefs.vocabulary import Field
from eemgit.tms.network import Label
from tests.knowledge.files import files, knowledge

KITCHEN = (
    "kettle = The kettle is on the stove.",
    "kettle-is-hot <- kettle, stove-on",
    "stove-on = The stove is on.",
    "tea = A cup of hot tea needs a kettle. | tags: [drinks]",
    "lid | aliases: [Kettle Lid] | retracted: lost",
)


def ids(found: Found) -> list[str]:
    return [hit.id for hit in found.hits]


def ranks(found: Found) -> dict[str, Rank]:
    return {hit.id: hit.rank for hit in found.hits}


def test_the_belief_of_that_very_id_comes_first() -> None:
    found = search(knowledge(*KITCHEN), "kettle")
    assert ranks(found)["kettle"] is Rank.ID
    assert ids(found) == ["kettle", "kettle-is-hot", "tea", "lid"]


@pytest.mark.parametrize("query", ["kettle-is-hot", "Kettle is hot", "KETTLE-IS-HOT"])
def test_an_id_may_be_typed_as_words(query: str) -> None:
    assert search(knowledge(*KITCHEN), query).hits[0].id == "kettle-is-hot"
    assert search(knowledge(*KITCHEN), query).hits[0].rank is Rank.ID


@pytest.mark.parametrize("query", ["Kettle Lid", "kettle lid"])
def test_an_alias_names_its_belief(query: str) -> None:
    hit = search(knowledge(*KITCHEN), query).hits[0]
    assert hit.id == "lid"
    assert Field.ALIASES in hit.fields


def test_words_of_the_id_come_before_a_phrase_that_before_words_of_the_claim_that_before_words_anywhere() -> None:
    base = knowledge(
        "a-cold-pump-stops",
        "b = In winter a cold pump is slow.",
        "c = A pump that is cold is slow.",
        "d = The pump is slow. | tags: [cold]",
        "e = The pumps of colder rooms are slow.",
        "f = It is cold.",
        "g = Nothing of the kind.",
    )
    assert ranks(search(base, "cold pump")) == {
        "a-cold-pump-stops": Rank.ID_WORDS,
        "b": Rank.PHRASE,
        "c": Rank.CLAIM,
        "d": Rank.ANYWHERE,
        "e": Rank.NEARLY,
        "f": Rank.SOME,
    }
    assert ids(search(base, "cold pump")) == ["a-cold-pump-stops", "b", "c", "d", "e", "f"]


def test_of_some_of_the_words_the_telling_one_counts_more() -> None:
    base = knowledge(*(f"c{n} = The pump number {n} runs." for n in range(6)), "z = A gasket leaks.")
    assert ids(search(base, "pump gasket"))[0] == "z"


def test_notes_are_searched_and_the_hit_says_so() -> None:
    base = knowledge(more={"beliefs/a/a.md": b"The valve opens.\n\nSeen with a stethoscope.\n"})
    (hit,) = search(base, "stethoscope").hits
    assert hit.fields == (Field.NOTES,)


def test_what_is_out_is_found_too_and_comes_after_what_is_in() -> None:
    base = knowledge("a-valve = A valve leaks. | retracted: repaired", "b-valve = A valve is open.")
    assert ids(search(base, "valve")) == ["b-valve", "a-valve"]


def test_a_conclusion_whose_premise_was_retracted_is_no_longer_among_what_is_in() -> None:
    base = knowledge("p | retracted: wrong", "q <- p = The pump is safe.")
    found = search(base, "pump", labels=frozenset([Label.IN]))
    assert (ids(found), found.total, found.hidden) == ([], 0, 1)
    assert ids(search(base, "pump", labels=frozenset([Label.OUT]))) == ["q"]


def test_a_limit_keeps_the_best_and_counts_all() -> None:
    base = knowledge(*(f"pump-{n}" for n in range(9)))
    found = search(base, "pump", limit=2)
    assert (ids(found), found.total) == (["pump-0", "pump-1"], 9)


@pytest.mark.parametrize("slip", ["ketle", "kettel", "kettlle", "kattle"])
def test_a_slip_of_the_pen_finds_what_was_meant_and_says_what_was_looked_for(slip: str) -> None:
    found = search(knowledge(*KITCHEN), f"{slip} stove")
    assert found.read_as == {slip: ("kettle",)}
    assert found.hits[0].id == "kettle"
    assert found.hits[0].rank is Rank.NEARLY


def test_a_word_that_is_there_is_never_read_as_another() -> None:
    base = knowledge("a = The port is open.", "b = The part is new.")
    found = search(base, "part")
    assert (ids(found), found.read_as) == (["b"], {})


def test_short_words_are_found_where_words_begin_and_not_inside_of_them() -> None:
    base = knowledge("a1 = The xy valve.", "b1 = Galaxy.", "c1 = Xylophone.")
    assert ids(search(base, "xy")) == ["a1", "c1"]


def test_words_of_scripts_without_spaces_are_found_inside() -> None:
    assert ids(search(knowledge("a = 東京は大きい。"), "大きい")) == ["a"]


def test_forms_of_one_character_and_case_make_no_difference() -> None:
    base = knowledge("a = Die Straße ist glatt.", "b = ﬁne weather")
    assert ids(search(base, "STRASSE")) == ["a"]
    assert ids(search(base, "fine")) == ["b"]


def test_when_nothing_is_found_words_that_are_like_it_are_offered() -> None:
    found = search(knowledge(*KITCHEN), "kettledrum")
    assert found.hits == ()
    assert found.near == ("kettle",)


def test_a_repository_without_beliefs_has_nothing_to_find() -> None:
    assert search(knowledge(), "kettle") == Found((), 0)


def test_signs_of_regular_expressions_are_no_words() -> None:
    assert search(knowledge(*KITCHEN), ".* [a-z]+ (").hits == search(knowledge(*KITCHEN), "a z").hits


words = st.sampled_from(["cold", "pump", "valve", "is", "a", "pumps", "東京"])
claims = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(st.lists(claims, min_size=1, max_size=6), claims, st.randoms())
def test_the_order_of_files_changes_nothing_and_every_hit_has_a_word(
    said: list[str], query: str, random: Random
) -> None:
    written = files(*(f"b{n} = {claim}" for n, claim in enumerate(said)))
    shuffled = dict(random.sample(sorted(written.items()), len(written)))
    found = search(KnowledgeBase.read(written, knowledge().settings), query)
    assert search(KnowledgeBase.read(shuffled, knowledge().settings), query) == found
    for number, claim in enumerate(said):
        holds = any(word in claim.split() for word in query.split())
        assert not holds or f"b{number}" in ids(found)
    if not found.read_as:
        assert all(any(word in said[int(hit.id[1:])] for word in query.split()) for hit in found.hits)
