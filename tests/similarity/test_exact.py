"""Which claims are exact copies, and which only look so."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.similarity.exact import copy_key, exact_copies, is_exact_copy, normalised, same_text

SIGNS = st.sampled_from("aAzZßſẞµμKΩΩ²₂½①Ⅷℝ㎡㏕㎿㎽.。!…  \u200b\u00ad5mMW'`-−<≤≠°\n")
TEXTS = st.text(st.one_of(SIGNS, st.characters(blacklist_categories=["Cs"])), max_size=12)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("QRX owns the audit.", "qrx owns the audit"),
        ("The pump  is\ton.", "The pump is on"),
        ("The caf\u00e9 opens at eight.", "The cafe\u0301 o\u200bpens  at eight."),
        ("Ｔｈｅ　pump is on.", "The pump is on."),
        ("A 5 mW laser.", "a 5 mW laser"),
        ("Measured in µs.", "measured in μs"),
        ("The ﬁle is open.", "The file is open."),
        ("IT'S RAINING.", "it's raining"),
        ("ポンプは動いている。", "ポンプは動いている"),
        ("पंप चालू है।", "पंप चालू है"),
        ("The DB is up.", "The db is up."),
        ("Holds 12 instances of it.", "Holds 12 INSTANCES of it."),
    ],
)
def test_case_space_width_and_a_closing_full_stop_make_no_difference(a: str, b: str) -> None:
    assert is_exact_copy(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It draws 5 mW.", "It draws 5 MW."),
        ("It draws 5mW.", "It draws 5MW."),
        ("It draws ㎽.", "It draws ㎿."),
        ("Rates are given in Mb.", "Rates are given in MB."),
        ("Rates are given in Mb/s.", "Rates are given in MB/s."),
        ("It takes 10 ms.", "It takes 10 Ms."),
        ("It takes 10 k.", "It takes 10 K."),
        ("It is 3 m long.", "It is 3 µ long."),
        ("There are 10² of them.", "There are 102 of them."),
        ("There are x² of them.", "There are x2 of them."),
        ("There are x₂ of them.", "There are x2 of them."),
        ("Add ½ a cup.", "Add 1⁄2 a cup."),
        ("Add 1½ cups.", "Add 11⁄2 cups."),
        ("Step ① is first.", "Step 1 is first."),
        ("It is −5 degrees.", "It is 5 degrees."),
        ("It is -5 degrees.", "It is 5 degrees."),
        ("It is 10⁻³ wide.", "It is 10-3 wide."),
        ("a < b", "a ≤ b"),
        ("a = b", "a ≠ b"),
        ("a == b", "a != b"),
        ("It takes O(n) steps.", "It takes O(N) steps."),
        ("Die Maße sind bekannt.", "Die Masse sind bekannt."),
        ("Set `Mode` to one.", "Set `mode` to one."),
        ("The pump is on...", "The pump is on."),
        ("The pump is on!", "The pump is on."),
        ("The pump is on.", "The pump is off."),
        ("Guests may open the gate.", "Guests may not open the gate."),
        ("倉庫の鍵は毎朝七時に開けます。", "시험 서버는 금요일에 꺼집니다."),
        ("🙂", "🙃"),
    ],
)
def test_digits_signs_operators_and_unit_case_do(a: str, b: str) -> None:
    assert not is_exact_copy(a, b)
    assert not is_exact_copy(b, a)


def test_claims_without_latin_letters_keep_their_letters() -> None:
    claims = ["倉庫の鍵は毎朝七時に開けます。", "Насос требует замены фильтра.", "يغلق المكتب يوم الأحد.", "🙂"]
    assert len({normalised(claim) for claim in claims}) == len(claims)
    assert all(map(normalised, claims))


def test_a_claim_in_which_there_is_nothing_to_see_is_a_copy_of_nothing() -> None:
    assert copy_key("\u200b \u00ad") is None
    assert not is_exact_copy("\u200b", "\u200b")
    assert exact_copies({"a": "\u200b", "b": "\u200b"}) == ()


def test_copies_are_grouped_and_sorted_whatever_their_order() -> None:
    claims = {"c": "It is on.", "a": "it is on", "d": "Uses 5 mW.", "b": "IT IS ON", "e": "Uses 5 MW.", "f": "Else."}
    for order in permutations(claims):
        assert exact_copies({id: claims[id] for id in order}) == (("a", "b", "c"),)


def test_a_group_of_one_text_keeps_apart_what_are_no_copies() -> None:
    (group,) = same_text({"a": "Uses 5 mW.", "b": "Uses 5 MW.", "c": "uses 5 mW"})
    assert group.copies == (("a", "c"), ("b",))
    assert group.ids == ("a", "b", "c")


@settings(max_examples=120, deadline=None)
@given(TEXTS)
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@settings(max_examples=120, deadline=None)
@given(TEXTS, TEXTS)
def test_exact_copies_have_one_normal_form_and_the_relation_is_symmetric(a: str, b: str) -> None:
    assert is_exact_copy(a, b) == is_exact_copy(b, a)
    if is_exact_copy(a, b):
        assert normalised(a) == normalised(b)


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, max_size=6))
def test_grouping_says_what_comparing_each_pair_says(texts: list[str]) -> None:
    claims = {str(number): text for number, text in enumerate(texts)}
    together = {(a, b) for group in exact_copies(claims) for a in group for b in group if a < b}
    assert together == {(a, b) for a in claims for b in claims if a < b and is_exact_copy(claims[a], claims[b])}
