"""Which ids are made of the same words: all pairs above a threshold, found by prefix filtering.

After Chaudhuri et al. (2006) and Bayardo et al. (2007): two sets can only be as like as the threshold asks if they
share one of their rarest few tokens, so only those are indexed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import ceil

from eemgit.errors import EemError

_SEPARATORS = re.compile(r"[-._]+")
_SLACK = 1e-9
"""Keeps rounding errors of `threshold * size` from shortening a prefix; verification is exact."""


class Nomination(Enum):
    """Why a pair is worth a look."""

    TEXT = "same text"
    ID_WORDS = "id words"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two beliefs that may say the same; `a` sorts before `b`, and `score` runs from 0 to 1."""

    a: str
    b: str
    score: float
    reason: Nomination


def id_tokens(id: str) -> frozenset[str]:
    """The words of an id in lower case, without its namespace."""
    _, _, name = id.lower().rpartition("/")
    return frozenset(filter(None, _SEPARATORS.split(name)))


def check_threshold(threshold: float) -> float:
    """The threshold, if it is a number from 0 to 1; raises EemError for any other, NaN included."""
    if not 0 <= threshold <= 1:
        raise EemError(f"a likeness threshold lies between 0 and 1, not at {threshold}", hint="0 compares everything")
    return threshold


def id_candidates(ids: Iterable[str], threshold: float = 0.5) -> tuple[Pair, ...]:
    """Every pair of ids whose token sets have a Jaccard index of at least `threshold`, sorted.

    Exact. At threshold 0 that is every pair there is. An id without tokens is like no other.
    """
    return tuple(sorted(iter_id_candidates(ids, threshold), key=lambda pair: (pair.a, pair.b)))


def iter_id_candidates(ids: Iterable[str], threshold: float = 0.5) -> Iterator[Pair]:
    """The same pairs in no order, one at a time: ids made after one template can give more than fit in memory."""
    check_threshold(threshold)
    tokens = {id: found for id in sorted(set(ids)) if (found := id_tokens(id))}
    return _all_pairs(tokens) if threshold == 0 else _similar_pairs(tokens, threshold)


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of what two sets hold together that both of them hold; 0 for two empty sets."""
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if shared else 0.0


def _all_pairs(tokens: dict[str, frozenset[str]]) -> Iterator[Pair]:
    for (a, tokens_a), (b, tokens_b) in combinations(tokens.items(), 2):
        yield Pair(a, b, jaccard(tokens_a, tokens_b), Nomination.ID_WORDS)


def _similar_pairs(tokens: dict[str, frozenset[str]], threshold: float) -> Iterator[Pair]:
    """The pairs at or above a threshold that is not 0: each id looks back at shorter ones that share a rare token.

    Ids come by size, so what is indexed only has to meet sets at least as large: fewer tokens do.
    """
    rarity = _by_rarity(tokens.values())
    index: dict[str, list[str]] = defaultdict(list)
    for id in sorted(tokens, key=lambda id: (len(tokens[id]), id)):
        mine = tokens[id]
        size = len(mine)
        by_rarity = sorted(mine, key=rarity.__getitem__)
        least = size * threshold - _SLACK
        for other in _nominated(by_rarity[: _prefix(size, threshold)], index):
            theirs = tokens[other]
            if len(theirs) >= least and (score := jaccard(mine, theirs)) >= threshold:
                yield Pair(min(id, other), max(id, other), score, Nomination.ID_WORDS)
        for token in by_rarity[: _prefix(size, 2 * threshold / (1 + threshold))]:
            index[token].append(id)


def _nominated(rarest: list[str], index: dict[str, list[str]]) -> set[str]:
    """The ids indexed under any of the tokens."""
    return set().union(*(index[token] for token in rarest if token in index))


def _prefix(size: int, threshold: float) -> int:
    """How many of its rarest tokens a set must show so that none that shares `threshold` of its tokens escapes."""
    return size - ceil(size * threshold - _SLACK) + 1


def _by_rarity(sets: Iterable[frozenset[str]]) -> dict[str, int]:
    """The rank of each token, the rarest first; ties by the token itself, so that the order never depends on hashes."""
    counts = Counter(token for tokens in sets for token in tokens)
    return {token: rank for rank, token in enumerate(sorted(counts, key=lambda token: (counts[token], token)))}
