"""The texts of many beliefs end to end, where a word is found in one scan; and what a mistyped word may mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import accumulate

from eemgit.beliefs.model import Belief

_WORD = re.compile(r"[^\W_]+")
_LETTER = r"[^\W_]"

_LEAST_INSIDE = 3
"""Letters of an ASCII word that is looked for inside of others and not only where they begin."""

_MOST_SLIPS = ((8, 2), (4, 1))
"""From how many letters on a word may have how many slips: a letter more, less, other, or two swapped."""

_LIKENESS = 65.0
"""How alike two words must be, of 100 (Indel similarity), to suggest one for the other."""


class Field(Enum):
    """Where in a belief a word was found."""

    ID = "id"
    CLAIM = "claim"
    ALIASES = "aliases"
    TAGS = "tags"
    NOTES = "notes"


FIELDS = tuple(Field)


class Fit(IntEnum):
    """How a word fits one of a text."""

    NONE = 0
    INSIDE = 1
    BEGINNING = 2
    WHOLE = 3


def folded(text: str) -> str:
    """The text without differences of case and of compatible forms of one character."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def words_of(text: str) -> list[str]:
    """The runs of letters and digits in the text, in their order; an underscore ends a word as a dash does."""
    return _WORD.findall(text)


@dataclass(frozen=True, slots=True)
class Texts:
    """The folded fields of beliefs laid end to end, each ended by a line feed.

    Belief `b` of `ids` has the fields `len(FIELDS) * b` and following; field `f` begins at `starts[f]`.
    """

    ids: tuple[str, ...]
    whole: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, beliefs: Iterable[Belief]) -> Texts:
        """The texts of these beliefs."""
        ids: list[str] = []
        parts: list[str] = []
        for belief in beliefs:
            ids.append(belief.id)
            parts += _parts(belief)
        starts = accumulate((len(part) + 1 for part in parts), initial=0)
        return cls(tuple(ids), "\n".join([*parts, ""]), tuple(starts))

    def fits(self, word: str) -> dict[int, Fit]:
        """For each field that has the folded word in it, how it fits best."""
        found: dict[int, Fit] = {}
        field, starts = 0, self.starts
        for match in _pattern(word).finditer(self.whole):
            while starts[field + 1] <= match.start():
                field += 1
            fit = _FITS[match.lastindex or 0]
            if fit > found.get(field, Fit.NONE):
                found[field] = fit
        return found

    def field(self, number: int) -> str:
        """The text of a field."""
        return self.whole[self.starts[number] : self.starts[number + 1] - 1]

    def words(self) -> list[str]:
        """Every word of the texts, once, sorted."""
        pieces = "\n".join(set(self.whole.split()))
        return sorted(set(words_of(pieces)))


def nearest_words(word: str, known: Sequence[str], *, strict: bool = True, limit: int = 3) -> tuple[str, ...]:
    """The known words that `word` may be a slip of, nearest first, ties in their order.

    Without `strict` also words that are merely alike.
    """
    slips = next((slips for length, slips in _MOST_SLIPS if len(word) >= length), 0)
    if strict and not slips:
        return ()
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA

    if strict:
        slipped = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips, limit=limit)
        return tuple(choice for choice, _, _ in slipped)
    alike = process.extract(word, known, scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=limit)
    return tuple(choice for choice, _, _ in alike)


_FITS = (Fit.INSIDE, Fit.BEGINNING, Fit.WHOLE)


def _pattern(word: str) -> re.Pattern[str]:
    """Finds `word`; the first group takes part where a word begins with it, the second where it is the whole word.

    The word comes first, so that the search jumps from one occurrence to the next.
    """
    text = re.escape(word)
    begins = rf"(?<!{_LETTER}{text})"
    optional = "" if len(word) < _LEAST_INSIDE and word.isascii() else "?"
    return re.compile(rf"{text}(?:{begins}()(?:(?!{_LETTER})())?){optional}")


def _parts(belief: Belief) -> Iterator[str]:
    yield belief.id
    yield folded(belief.claim)
    yield folded("; ".join(belief.aliases)) if belief.aliases else ""
    yield folded("; ".join(belief.tags)) if belief.tags else ""
    yield folded(belief.notes) if belief.notes else ""
