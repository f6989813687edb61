"""Finds beliefs by words in their ids, claims, tags, aliases and notes: the best match first, whatever its label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from operator import mul
from typing import NamedTuple

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.vocabulary import FIELDS, Field, Fit, Texts, folded, nearest_words, words_of
from eemgit.tms.network import Label


class Rank(Enum):
    """How well a belief fits what was asked for, best first."""

    ID = "id"
    ID_WORDS = "words of the id"
    PHRASE = "phrase of the claim"
    CLAIM = "words of the claim"
    ANYWHERE = "words"
    NEARLY = "parts of words"
    SOME = "some of the words"


@dataclass(frozen=True, slots=True)
class Hit:
    """A belief that was found, and the fields that hold at least one of the words."""

    id: str
    rank: Rank
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gave: the `hits` to show of `total`, and how many more have a label that was not wanted.

    `read_as` has the words that nothing holds, with the ones that were looked for instead; `near` the words to suggest
    when there is no hit at all.
    """

    hits: tuple[Hit, ...]
    total: int
    hidden: int = 0
    read_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    near: tuple[str, ...] = ()


def search(
    knowledge: KnowledgeBase, text: str, *, labels: frozenset[Label] = frozenset(), limit: int | None = None
) -> Found:
    """The beliefs that hold any of the words of `text`, at most `limit` of those with one of `labels` (none: any).

    Of two that fit alike the one that is IN comes first, then the smaller id. Costs a scan of all texts for each word.
    """
    query = _Query(knowledge, text)
    scores = sorted(query.scores())
    allowed = {_LABELS[label] for label in labels or Label}
    wanted = [score for score in scores if score.label in allowed]
    return Found(
        hits=tuple(map(query.hit, wanted[:limit])),
        total=len(wanted),
        hidden=len(scores) - len(wanted),
        read_as=query.read_as,
        near=() if scores else query.suggestions(),
    )


_RANKS = tuple(Rank)
_NUMBERS = {rank: number for number, rank in enumerate(Rank)}
_LABELS = {Label.IN: 0, Label.UNDECIDED: 1, Label.OUT: 2}
_WEIGHTS = (3, 3, 2, 2, 1)
"""What a word counts for in each field."""


class _Score(NamedTuple):
    """How a belief fits a query; the smaller the better. `place` is where it stands among all."""

    rank: int
    lightness: int
    label: int
    place: int


@dataclass(frozen=True, slots=True)
class _Term:
    """A word of the query: the fields that it fits, or that what it may be a slip of fits, and how telling it is."""

    fits: Mapping[int, Fit]
    is_slip: bool
    rarity: int


class _Query:
    """The words of one query, looked up in one knowledge base."""

    def __init__(self, knowledge: KnowledgeBase, text: str) -> None:
        self._knowledge = knowledge
        self._texts = Texts.of(knowledge.beliefs.values())
        self._named = set(_named(knowledge, text))
        every = words_of(folded(text))
        self._phrase = f" {' '.join(every)} " if len(every) > 1 else ""
        self._words = tuple(dict.fromkeys(every))
        self.read_as: dict[str, tuple[str, ...]] = {}
        self._terms = [self._term(word) for word in self._words]
        self._rarities = [term.rarity for term in self._terms]

    @cached_property
    def _vocabulary(self) -> list[str]:
        return self._texts.words()

    def _term(self, word: str) -> _Term:
        fits = self._texts.fits(word)
        is_slip = not fits
        if is_slip:
            near = nearest_words(word, self._vocabulary)
            if near:
                self.read_as[word] = near
            for spelling in near:
                for number, fit in self._texts.fits(spelling).items():
                    fits[number] = max(fit, fits.get(number, Fit.NONE))
        holding = len({number // len(FIELDS) for number in fits})
        return _Term(fits, is_slip, (len(self._texts.ids) // max(holding, 1)).bit_length())

    def scores(self) -> Iterator[_Score]:
        """One for each belief that holds a word or is named, in no order."""
        found: dict[int, list[tuple[int, int, Fit]]] = {}
        for at, term in enumerate(self._terms):
            for number, fit in term.fits.items():
                belief, in_field = divmod(number, len(FIELDS))
                found.setdefault(belief, []).append((at, in_field, fit))
        for belief, fits in found.items():
            yield self._score(belief, fits)

    def _score(self, belief: int, fits: list[tuple[int, int, Fit]]) -> _Score:
        best = [0] * len(self._terms)
        whole = [0] * len(FIELDS)
        held = whole_anywhere = 0
        for at, in_field, fit in fits:
            best[at] = max(best[at], fit * _WEIGHTS[in_field])
            held |= 1 << at
            if fit is Fit.WHOLE and not self._terms[at].is_slip:
                whole[in_field] |= 1 << at
                whole_anywhere |= 1 << at
        rank = self._rank(belief, whole, whole_anywhere, held)
        weight = sum(map(mul, self._rarities, best))
        return _Score(_NUMBERS[rank], -weight, _LABELS[self._knowledge.label_of(self._texts.ids[belief])], belief)

    def hit(self, score: _Score) -> Hit:
        """What to tell of a belief with this score."""
        first = score.place * len(FIELDS)
        fields = (name for number, name in enumerate(FIELDS, first) if any(number in term.fits for term in self._terms))
        return Hit(self._texts.ids[score.place], _RANKS[score.rank], tuple(fields))

    def _rank(self, belief: int, whole: list[int], whole_anywhere: int, held: int) -> Rank:
        """The rank by bit sets of words: those that stand whole in each field, in any, and those that are there."""
        every = (1 << len(self._terms)) - 1
        if self._texts.ids[belief] in self._named:
            return Rank.ID
        if held != every:
            return Rank.SOME
        if whole[_ID] == every:
            return Rank.ID_WORDS
        if whole[_CLAIM] == every:
            return Rank.PHRASE if self._phrase and self._phrase in self._claim(belief) else Rank.CLAIM
        return Rank.ANYWHERE if whole_anywhere == every else Rank.NEARLY

    def _claim(self, belief: int) -> str:
        return f" {' '.join(words_of(self._texts.field(belief * len(FIELDS) + _CLAIM)))} "

    def suggestions(self) -> tuple[str, ...]:
        """Known words that are like those of the query, though too unlike to be looked for unasked."""
        near = (nearest_words(word, self._vocabulary, strict=False) for word in self._words)
        return tuple(dict.fromkeys(word for words in near for word in words))


_ID, _CLAIM = FIELDS.index(Field.ID), FIELDS.index(Field.CLAIM)


def _named(knowledge: KnowledgeBase, text: str) -> Iterator[str]:
    """The beliefs that the query, or a part of it between spaces, is the id or an alias of."""
    for said in (text, folded(text)):
        for name in ("-".join(said.split()), " ".join(said.split()), *said.split()):
            id = knowledge.references.named(name)
            if id is not None:
                yield id
