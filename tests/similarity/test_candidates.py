"""Pairs of ids made of the same words."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.errors import EemError
from eemgit.similarity.candidates import Nomination, Pair, id_candidates, id_tokens, jaccard

IDS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6).map("-".join)


def by_brute_force(ids: set[str], threshold: float) -> set[tuple[str, str]]:
    return {(a, b) for a, b in combinations(sorted(ids), 2) if jaccard(id_tokens(a), id_tokens(b)) >= threshold}


def test_the_words_of_an_id_come_without_namespace_and_separators() -> None:
    assert id_tokens("team/Auth-jwt_v1.2") == {"auth", "jwt", "v1", "2"}


def test_a_pair_at_the_threshold_is_found_with_its_score_and_reason() -> None:
    assert id_candidates(["auth-jwt-slow", "auth-jwt-fast", "cache-ttl"], 0.5) == (
        Pair("auth-jwt-fast", "auth-jwt-slow", 0.5, Nomination.ID_WORDS),
    )


def test_ids_of_two_namespaces_are_compared_by_their_names() -> None:
    (pair,) = id_candidates(["a-team/auth-slow", "b-team/auth-slow"], 1.0)
    assert (pair.a, pair.b, pair.score) == ("a-team/auth-slow", "b-team/auth-slow", 1.0)


def test_at_threshold_zero_everything_is_compared() -> None:
    assert [(pair.a, pair.b, pair.score) for pair in id_candidates(["a", "b", "c"], 0)] == [
        ("a", "b", 0.0),
        ("a", "c", 0.0),
        ("b", "c", 0.0),
    ]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_threshold_that_is_no_share_is_refused(threshold: float) -> None:
    with pytest.raises(EemError, match="between 0 and 1"):
        id_candidates(["a", "b"], threshold)


@settings(max_examples=100, deadline=None)
@given(st.sets(IDS, max_size=20), st.sampled_from([0.01, 0.2, 1 / 3, 0.5, 0.6, 2 / 3, 0.7, 0.75, 0.8, 0.9, 1.0]))
def test_every_pair_is_found_and_no_other(ids: set[str], threshold: float) -> None:
    found = id_candidates(ids, threshold)
    assert {(pair.a, pair.b) for pair in found} == by_brute_force(ids, threshold)
    assert all(pair.score == jaccard(id_tokens(pair.a), id_tokens(pair.b)) for pair in found)


@settings(max_examples=50, deadline=None)
@given(st.lists(IDS, max_size=20, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_the_ids_changes_nothing(ids: list[str], rng: random.Random) -> None:
    found = id_candidates(ids)
    rng.shuffle(ids)
    assert id_candidates(ids) == found
