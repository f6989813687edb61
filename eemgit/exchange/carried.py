"""What reasonsforge has no field for: carried through it in the metadata of a node, and understood when it is back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from eemgit.beliefs.model import Belief, Retraction, RetractionType
from eemgit.beliefs.record import record_of, retraction_record
from eemgit.beliefs.sources import parse_source
from eemgit.beliefs.writing import write_belief
from eemgit.errors import EemError
from eemgit.exchange.export import ExportedNode
from eemgit.exchange.foreign import ForeignIds
from eemgit.exchange.json_text import fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.naming import Names
from eemgit.exchange.places import KEY, Cited, Places
from eemgit.exchange.records import Json, Unfit, belief_from, text, texts


def carried(belief: Belief, places: Places, foreign: ForeignIds) -> Json:
    """What metadata must carry of a belief for which there are these `places`; empty for most."""
    record = record_of(belief) | {
        "claim": None if fold(belief.claim) == belief.claim else belief.claim,
        "aliases": [alias for alias in belief.aliases if alias != foreign.of(belief.id)],
        "distinct": list(map(foreign.named, belief.distinct)),
        "extra": dict(places.homeless),
        "retraction": _retraction(belief, foreign),
        "justifications": None,
        "unless": list(foreign.standing(belief.unless)) if is_bare(belief) else None,
    }
    if places.research:
        del record["research"]
    if places.example:
        del record["notes"]
    if places.cited.sources() == belief.sources:
        del record["sources"]
    return {key: value for key, value in record.items() if value not in (None, "", [], {})}


def is_bare(belief: Belief) -> bool:
    """Whether a derived belief has no justification that names anything, so that there is no outlist to gate it by."""
    return belief.justifications is not None and not any(j.antecedents or j.unless for j in belief.justifications)


def _retraction(belief: Belief, foreign: ForeignIds) -> Json | None:
    """The retraction with the ids over there; None when the usual metadata say all of it."""
    if belief.retracted is None or belief.retracted == _plain(belief.id, belief.retracted, foreign):
        return None
    return retraction_record(_renamed(belief.retracted, foreign.named))


def _renamed(retracted: Retraction, name: Callable[[str], str]) -> Retraction:
    return replace(
        retracted,
        duplicate_of=name(retracted.duplicate_of) if retracted.duplicate_of is not None else None,
        superseded_by=name(retracted.superseded_by) if retracted.superseded_by is not None else None,
        findings=tuple(replace(each, antecedent=name(each.antecedent)) for each in retracted.findings),
    )


def _plain(id: str, retracted: Retraction, foreign: ForeignIds) -> Retraction | None:
    """The retraction that comes back from reason, `duplicate_of` and `superseded_by`; None when it has no reason."""
    reason = fold(retracted.reason)
    if not reason:
        return None
    if foreign.other(retracted.duplicate_of, id):
        return Retraction(reason, RetractionType.DUPLICATE, duplicate_of=retracted.duplicate_of)
    if foreign.other(retracted.superseded_by, id):
        return Retraction(reason, RetractionType.SUPERSEDED, superseded_by=retracted.superseded_by)
    return Retraction(reason)


def without_carried(node: ExportedNode) -> ExportedNode:
    """The node without what its metadata carry, and without the members that say a part of that."""
    given = node.metadata.get(KEY)
    if given is None:
        return node
    bare = replace(node, metadata={name: value for name, value in node.metadata.items() if name != KEY})
    try:
        sources = tuple(map(parse_source, texts("sources", given["sources"]))) if isinstance(given, Mapping) else ()
    except (Unfit, KeyError):
        return bare
    cited = Cited.of(sources)
    return cited.taken_from(bare) if cited.is_in(node) else bare


def restored(belief: Belief, node: ExportedNode, names: Names, ledger: Ledger) -> Belief:
    """`belief`, made of a node, with what its metadata carry; a loss where that cannot be used."""
    given = node.metadata.get(KEY)
    if given is None:
        return belief
    try:
        if not isinstance(given, Mapping):
            raise Unfit("it is no object")
        claim = text("claim", given.get("claim", belief.claim))
        whole = _merged(belief, belief_from(belief.id, claim, given), node, names)
        write_belief(whole)
    except (Unfit, EemError) as problem:
        ledger.lost(node.id, f"metadata {KEY}", f"it cannot be used: {problem}")
        return belief
    return whole


def _merged(belief: Belief, own: Belief, node: ExportedNode, names: Names) -> Belief:
    def name(old: str) -> str:
        return names.ids.get(old, old)

    present = dict(belief.extra)
    is_gated = is_bare(belief) and not belief.unless
    return replace(
        belief,
        claim=own.claim if fold(own.claim) == belief.claim else belief.claim,
        unless=tuple(map(name, own.unless)) if is_gated else belief.unless,
        retracted=_as_it_was(belief.retracted, own.retracted, node, name),
        research=belief.research if own.research is None else own.research,
        valid=own.valid,
        sources=own.sources if own.sources and Cited.of(own.sources).is_in(node) else belief.sources,
        tags=tuple(dict.fromkeys((*belief.tags, *own.tags))),
        aliases=tuple(_aliases(belief, own, names)),
        distinct=tuple(map(name, own.distinct)),
        origin=own.origin,
        extra=(*belief.extra, *((key, value) for key, value in own.extra if key not in present)),
        notes=own.notes or belief.notes,
    )


def _as_it_was(
    now: Retraction | None, before: Retraction | None, node: ExportedNode, name: Callable[[str], str]
) -> Retraction | None:
    """The retraction that was carried, if the node is still retracted, and for the same reason."""
    if now is None or before is None or fold(before.reason) != node.metadata_text("retract_reason"):
        return now
    return _renamed(before, name)


def _aliases(belief: Belief, own: Belief, names: Names) -> dict[str, None]:
    """The aliases of both, without those that are another id now."""
    taken = {*names.ids, *names.ids.values()}
    return dict.fromkeys((*belief.aliases, *(alias for alias in own.aliases if alias not in taken)))
