"""The nogoods of an export."""

from __future__ import annotations

from eemgit.beliefs.ids import is_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Nogood
from eemgit.exchange.export import Export
from eemgit.exchange.json_text import fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.naming import Names

UNEXPLAINED = "These were recorded as a contradiction; the export gives no reason."


def nogoods_of(
    export: Export, names: Names, taken: KnowledgeBase | None, ledger: Ledger
) -> tuple[tuple[Nogood, ...], tuple[Nogood, ...]]:
    """All nogoods of the export, and those that `taken` does not have, by id or for the same members."""
    known = dict(taken.nogoods) if taken else {}
    told = {frozenset(nogood.members) for nogood in known.values()}
    every: dict[str, Nogood] = {}
    for exported in sorted(export.nogoods, key=lambda nogood: (nogood.id, nogood.members)):
        members = tuple(map(names.of, exported.members))
        if any(set(nogood.members) == set(members) for nogood in every.values()):
            ledger.odd(None, f"nogood {fold(exported.id)!r} has the members of another; one is kept")
            continue
        id = exported.id
        if not is_id(id) or id in every:
            id = slug(id.replace(":", "-" if id.startswith("nogood-") else "/", 1), {*every, *known})
        for member in sorted(set(exported.members) - set(export.nodes)):
            ledger.odd(None, f"nogood {id!r} names {fold(member)!r}, which is no node of the export")
        every[id] = Nogood(id, members, exported.resolution or UNEXPLAINED)
    new = (nogood for id, nogood in every.items() if id not in known and frozenset(nogood.members) not in told)
    return tuple(every.values()), tuple(new)
