"""The beliefs whose claims are most like a text, for a person who is about to add one."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase

LIKENESS = 70.0
"""How alike two claims must be, of 100 (words compared whatever their order), to be shown."""


@dataclass(frozen=True, slots=True)
class Near:
    """A belief and how like its claim is, of 100."""

    id: str
    score: float


def nearest_claims(knowledge: KnowledgeBase, claim: str, limit: int = 3, but: str | None = None) -> tuple[Near, ...]:
    """The beliefs with the claims most like `claim`, best first, ties by id; `but` is left out."""
    from rapidfuzz import fuzz, process, utils

    claims = {id: belief.claim for id, belief in knowledge.beliefs.items() if id != but}
    found = process.extract(
        claim,
        claims,
        scorer=fuzz.token_sort_ratio,
        processor=utils.default_process,
        score_cutoff=LIKENESS,
        limit=limit,
    )
    return tuple(sorted((Near(id, score) for _, score, id in found), key=lambda near: (-near.score, near.id)))
