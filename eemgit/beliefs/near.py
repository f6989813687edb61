"""Did you mean: the known words nearest to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

LIKENESS = 80.0
"""How alike two words must be, of 100 (Indel similarity), to suggest one for the other."""


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known words most like `word`, best first, ties in order of the words."""
    from rapidfuzz import fuzz, process

    scored = process.extract(word, sorted(known), scorer=fuzz.ratio, score_cutoff=LIKENESS, limit=limit)
    return tuple(choice for choice, _, _ in scored)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The nearest known words as `'a'` or `'a' or 'b'`; None when nothing is near."""
    near = nearest(word, known)
    return " or ".join(f"{other!r}" for other in near) or None
