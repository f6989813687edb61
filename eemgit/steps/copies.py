"""Claims that a knowledge base makes twice, or makes again after they were retracted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from eemgit.beliefs.checks import listed
from eemgit.beliefs.codes import finding
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Finding, RetractionType
from eemgit.beliefs.reading import locate
from eemgit.errors import Where
from eemgit.similarity.exact import exact_copies


def copies(knowledge: KnowledgeBase, among: Collection[str]) -> Iterator[Finding]:
    """What beliefs in `among` are exact copies of, told at the last of them; what `distinct` names is settled."""
    claims = {id: belief.claim for id, belief in knowledge.beliefs.items() if _counts(belief)}
    for group in exact_copies(claims):
        standing = [id for id in group if knowledge.beliefs[id].retracted is None]
        for id in standing:
            if id in among:
                told_there = {other for other in standing if other > id and other in among}
                yield from _copies(knowledge, id, [other for other in group if other not in told_there])


def _counts(belief: Belief) -> bool:
    return belief.retracted is None or belief.retracted.type is not RetractionType.DUPLICATE


def _copies(knowledge: KnowledgeBase, id: str, others: Iterable[str]) -> Iterator[Finding]:
    """The findings at one belief: one for each way of being a copy, with all the beliefs it is a copy of."""
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for other in others:
        if other != id and not is_settled(knowledge, id, other):
            kinds[_kind(knowledge.beliefs[id], knowledge.beliefs[other])].append(other)
    for (code, more), copied in sorted(kinds.items()):
        does = {"like-retracted": "said"}.get(code, "says" if len(copied) == 1 else "say")
        distinct = f"`distinct: [{', '.join(copied)}]`"
        yield finding(
            code,
            _claim_at(knowledge, id),
            f"says what {listed(copied)} {does}{more}",
            id=id,
            subject=" ".join(copied),
            hint=f"restore {copied[0]!r}, or, if this is another claim, add {distinct} here"
            if code == "like-retracted"
            else f"{distinct} settles it if they differ; eemgit dedup merges them if not",
        )


def is_settled(knowledge: KnowledgeBase, a: str, b: str) -> bool:
    """Whether one of two beliefs says that it is distinct from the other."""
    return any(
        knowledge.resolve(reference) == other
        for one, other in ((a, b), (b, a))
        for reference in knowledge.beliefs[one].distinct
    )


def _kind(belief: Belief, copied: Belief) -> tuple[str, str]:
    """The code of a copy, and what to add to the message.

    The same words may be another claim: for another period, or, of two that stand, from other sources.
    """
    if belief.valid != copied.valid:
        return "like-belief", ", for another period"
    if copied.retracted is not None:
        return "like-retracted", f", which was retracted: {copied.retracted.reason}"
    sources, others = ({source.text for source in each.sources} for each in (belief, copied))
    if sources and others and sources != others:
        return "like-belief", ", from other sources"
    return "exact-duplicate", ""


def _claim_at(knowledge: KnowledgeBase, id: str) -> Where:
    path = knowledge.paths[id]
    content = knowledge.files[path]
    return Where(path, *((locate(content, ("claim",)) if isinstance(content, bytes) else None) or (1, 1)))
