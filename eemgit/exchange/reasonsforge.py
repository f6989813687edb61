"""Reads the JSON export of reasonsforge into beliefs and nogoods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.exchange.carried import restored, without_carried
from eemgit.exchange.contradictions import nogoods_of
from eemgit.exchange.duplicates import settle_duplicates
from eemgit.exchange.export import Export, ExportedNode, read_export
from eemgit.exchange.json_text import fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.naming import Names, name_all
from eemgit.exchange.order import in_dependency_order
from eemgit.exchange.outcome import Import, is_same
from eemgit.exchange.particulars import particulars_of
from eemgit.exchange.retracting import Retractions
from eemgit.exchange.sizes import within_limit
from eemgit.exchange.support import Support, support_of, told

LARGEST_FOLDER = 1000
"""Beliefs in the folder of one letter, beyond which folders by hash serve better."""


def read_reasonsforge(data: bytes, *, keep_metadata: bool = False, taken: KnowledgeBase | None = None) -> Import:
    """The beliefs and nogoods of an export, and what became of the rest; EemError when it is no export.

    `taken` is what the repository holds already: nothing in it is changed, and what it has is not imported again.
    """
    ledger = Ledger()
    export = read_export(data, ledger)
    names = name_all({id: _claim(node) for id, node in export.nodes.items()}, _named(export), taken)
    supports = {id: support_of(node, ledger) for id, node in export.nodes.items()}
    beliefs = _beliefs(export, supports, names, keep_metadata, ledger)
    nogoods, new_nogoods = nogoods_of(export, names, taken, ledger)
    beliefs = settle_duplicates(beliefs, nogoods)
    _look_around(export, beliefs, names, ledger)
    known: Mapping[str, object] = taken.paths if taken else {}
    same = {id for id, belief in beliefs.items() if taken and id in known and is_same(belief, taken)}
    return Import(
        beliefs=in_dependency_order({id: belief for id, belief in beliefs.items() if id not in known}),
        nogoods=new_nogoods,
        layout=layout_for({*beliefs, *known}),
        losses=ledger.losses(names.ids),
        oddities=ledger.oddities(names.ids),
        renamed={old: new for old, new in sorted(names.ids.items()) if old != new},
        stored={names.ids[id]: node.stored for id, node in export.nodes.items() if node.stored},
        weakened=frozenset(_weakened(export, supports, names, beliefs)),
        unchanged=tuple(sorted(same)),
        kept=tuple(sorted(id for id in beliefs if id in known and id not in same)),
    )


def _claim(node: ExportedNode) -> str:
    return node.text or f"The export has no text for {fold(node.id)!r}."


def _named(export: Export) -> Iterator[str]:
    for node in export.nodes.values():
        yield from node.references()
    for nogood in export.nogoods:
        yield from nogood.members


def _beliefs(
    export: Export, supports: Mapping[str, Support], names: Names, keep: bool, ledger: Ledger
) -> dict[str, Belief]:
    retractions = Retractions(export.nodes, names, ledger)
    beliefs = {}
    for old, node in export.nodes.items():
        retraction = retractions.of(node)
        known = told(node, supports[old]) | retractions.told(node, retraction)
        rest = particulars_of(without_carried(node), known, keep, ledger)
        support = supports[old].renamed(names.of)
        id = names.ids[old]
        alias = names.aliases.get(id)
        if not node.text:
            ledger.lost(old, "a claim", "the text is empty; a sentence that says so stands for it")
        belief = Belief(
            id,
            _claim(node),
            support.justifications,
            support.unless,
            retraction,
            research=rest.research,
            sources=rest.sources,
            tags=rest.tags,
            aliases=(alias,) if alias else (),
            extra=rest.extra,
            notes=rest.notes,
        )
        beliefs[id] = within_limit(restored(belief, node, names, ledger), old, ledger)
    return beliefs


def _weakened(
    export: Export, supports: Mapping[str, Support], names: Names, beliefs: Mapping[str, Belief]
) -> Iterator[str]:
    """The beliefs that lost a justification: to its shape, for naming nothing, or to the size of a file."""
    for old, node in export.nodes.items():
        id = names.ids[old]
        if node.unread or supports[old].dropped or (supports[old].justifications and not beliefs[id].justifications):
            yield id


def _look_around(export: Export, beliefs: Mapping[str, Belief], names: Names, ledger: Ledger) -> None:
    """Notes what is odd between nodes: references to none, nodes that name themselves, and claims made twice."""
    said: dict[str, str] = {}
    for old, node in export.nodes.items():
        for reference in sorted({each for each in node.references() if each not in export.nodes}):
            ledger.odd(old, f"names {fold(reference)!r}, which is no node of the export")
        if any(old in each.antecedents for each in node.justifications or ()):
            ledger.odd(old, "is its own antecedent")
        words = node.text.casefold()
        if words in said:
            ledger.odd(old, f"makes the claim of {names.ids[said[words]]!r}")
        elif words:
            said[words] = old


def layout_for(ids: Iterable[str]) -> Layout:
    """The layout that a repository of these ids does best with."""
    folders = Counter(belief_path(id, Layout.LETTER).rpartition("/")[0] for id in ids)
    return Layout.HASH if folders and max(folders.values()) > LARGEST_FOLDER else Layout.LETTER
