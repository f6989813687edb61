"""Claims that a knowledge base makes twice, or makes again after they were retracted."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from eemgit.beliefs.codes import finding
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Finding, RetractionType
from eemgit.beliefs.reading import locate
from eemgit.errors import Where
from eemgit.similarity.exact import exact_copies


def copies(knowledge: KnowledgeBase, among: Collection[str]) -> Iterator[Finding]:
    """One finding for each belief in `among` and each exact copy of its claim; what `distinct` names is settled."""
    claims = {id: belief.claim for id, belief in knowledge.beliefs.items() if _counts(belief)}
    for group in exact_copies(claims):
        for id in group:
            if id in among and knowledge.beliefs[id].retracted is None:
                for other in group:
                    is_told = knowledge.beliefs[other].retracted is None and other > id and other in among
                    if other != id and not is_told and not _settled(knowledge, id, other):
                        yield _copy(knowledge, id, other)


def _counts(belief: Belief) -> bool:
    return belief.retracted is None or belief.retracted.type is not RetractionType.DUPLICATE


def _settled(knowledge: KnowledgeBase, a: str, b: str) -> bool:
    return _names(knowledge, a, b) or _names(knowledge, b, a)


def _names(knowledge: KnowledgeBase, id: str, other: str) -> bool:
    return any(knowledge.references.named(reference) == other for reference in knowledge.beliefs[id].distinct)


def _copy(knowledge: KnowledgeBase, id: str, other: str) -> Finding:
    belief, copied = knowledge.beliefs[id], knowledge.beliefs[other]
    differing = _differing(belief, copied)
    if differing is not None:
        code, message = "like-belief", f"says what {other!r} says, {differing}"
        hint = f"`distinct: [{other}]` settles it if they differ; eemgit dedup --plan merges them by hand"
    elif copied.retracted is not None:
        code, message = "like-retracted", f"says what {other!r} said, which was retracted: {copied.retracted.reason}"
        hint = f"restore {other!r}, or add `distinct: [{other}]` here if this is another claim"
    else:
        code, message = "exact-duplicate", f"says what {other!r} says"
        hint = f"`distinct: [{other}]` settles it if they differ; eemgit dedup merges them if not"
    return finding(code, _claim_at(knowledge, id), message, id=id, subject=other, hint=hint)


def _differing(belief: Belief, copied: Belief) -> str | None:
    """Why the same words may well be another claim: another period, or, of two that stand, other sources."""
    if belief.valid != copied.valid:
        return "for another period"
    sources, others = ({source.text for source in each.sources} for each in (belief, copied))
    if copied.retracted is None and sources and others and sources != others:
        return "from other sources"
    return None


def _claim_at(knowledge: KnowledgeBase, id: str) -> Where:
    path = knowledge.paths[id]
    content = knowledge.files[path]
    return Where(path, *((locate(content, ("claim",)) if isinstance(content, bytes) else None) or (1, 1)))
