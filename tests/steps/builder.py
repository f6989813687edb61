"""Knowledge bases for tests, in a few words."""

from __future__ import annotations

from collections.abc import Iterable

from eemgit.beliefs.ids import belief_path, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Mode, Nogood, Source, Validity
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.tms.network import Label


def because(antecedents: str = "", unless: str = "", mode: Mode = Mode.ALL, label: str = "") -> Justification:
    """A justification; ids separated by spaces."""
    return Justification(tuple(antecedents.split()), tuple(unless.split()), mode, label)


def belief(
    id: str, claim: str | None = None, *whys: Justification, sources: str = "", tags: str = "", unless: str = "",
    distinct: str = "", aliases: str = "", valid: tuple[str, str] | None = None, research: str | None = None,
) -> Belief:  # fmt: skip
    """A belief; derived if it is given a justification. Several of anything are separated by spaces."""
    return Belief(
        id,
        claim or f"Claim of {id}.",
        whys or None,
        unless=tuple(unless.split()),
        sources=tuple(Source(text, text) for text in sources.split()),
        tags=tuple(tags.split()),
        distinct=tuple(distinct.split()),
        aliases=tuple(aliases.split()),
        valid=Validity(*valid) if valid else None,
        research=research,
    )


def knowledge(*records: Belief | Nogood, settings: Settings | None = None) -> KnowledgeBase:
    """The knowledge base with these beliefs and nogoods, read from their files."""
    settings = settings or Settings()
    files: dict[str, bytes] = {}
    for record in records:
        if isinstance(record, Nogood):
            files[nogood_path(record.id)] = write_nogood(record)
        else:
            files[belief_path(record.id, settings.layout)] = write_belief(record)
    found = KnowledgeBase.read(files, settings)
    assert len(found.beliefs) + len(found.nogoods) == len(records), found.findings
    return found


def labels(found: KnowledgeBase, ids: Iterable[str] | None = None) -> dict[str, str]:
    """The labels of all beliefs, or of some."""
    return {id: found.label_of(id).value for id in (found.paths if ids is None else ids)}


def is_in(found: KnowledgeBase, *ids: str) -> bool:
    return all(found.label_of(id) is Label.IN for id in ids)
