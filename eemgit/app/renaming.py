"""Renames beliefs: the file goes to its new path, the old id stays as an alias, and no other file changes."""

from __future__ import annotations

from collections.abc import Mapping

from eemgit.app.opening import at_head
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.amending import Lists
from eemgit.beliefs.ids import check_id
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EditRefused, UnknownBelief, Where
from eemgit.repo.repository import Repository
from eemgit.steps.protocol import Amend, Rename, Unit


def rename(repository: Repository, old: str, new: str, how: How) -> Written:
    """Give a belief another id. BadId or EditRefused when the new one cannot be used or is taken."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        id = knowledge.find(old).id
        return check_id(new), Unit(f"rename {id} to {new}", "", (Rename(id, new),))

    return write_unit(repository, "mv", plan, how, refuse=True)


def finish_one(repository: Repository, old: str, new: str, how: How) -> Written:
    """Add the alias that a rename by hand lacks: the file lies at its new path, and `old` is no belief any more."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        if old in knowledge.paths:
            where = Where(knowledge.paths[old])
            raise EditRefused(f"{old!r} is still a belief", where=where, hint=f"eemgit mv {old} NEW renames it")
        return _finished({check_id(old): knowledge.find(new).id})

    return write_unit(repository, "mv", plan, how, refuse=True)


def finish_all(repository: Repository, how: How) -> Written:
    """Find the beliefs renamed by hand since HEAD, by their claims, and add the aliases they lack."""
    head = at_head(repository).knowledge
    return write_unit(repository, "mv", lambda here: _finished(renamed_by_hand(head, here)), how, refuse=True)


def renamed_by_hand(head: KnowledgeBase, here: KnowledgeBase) -> Mapping[str, str]:
    """Old id → new id, for each belief that is gone and whose claim exactly one new belief makes."""
    gone = [id for id in head.beliefs if here.references.named(id) is None]
    new = [id for id in here.beliefs if id not in head.paths]
    found: dict[str, str] = {}
    for old in gone:
        same = [id for id in new if here.beliefs[id].claim == head.beliefs[old].claim]
        if len(same) == 1 and same[0] not in found.values():
            found[old] = same[0]
    return found


def _finished(pairs: Mapping[str, str]) -> tuple[str, Unit]:
    if not pairs:
        raise UnknownBelief(
            "no belief of HEAD has gone and come back under another id", hint="name both: eemgit mv --finish OLD NEW"
        )
    told = [f"{old} to {new}" for old, new in pairs.items()]
    subject = f"rename {told[0]}" if len(told) == 1 else f"rename {len(told)} beliefs"
    edits = tuple(Amend(new, Lists(aliases=(old,))) for old, new in pairs.items())
    return min(pairs.values()), Unit(subject, "\n".join(told) if len(told) > 1 else "", edits)
