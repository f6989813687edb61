"""Writes the JSON that `reasonsforge import-json` reads: the same labels, and whatever has a place in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Mode, Nogood
from eemgit.exchange.carried import carried, is_bare
from eemgit.exchange.contradictions import UNEXPLAINED
from eemgit.exchange.foreign import ForeignIds
from eemgit.exchange.losses import Ledger
from eemgit.exchange.outgoing import Outgoing, lose_unread
from eemgit.exchange.places import KEY, Places
from eemgit.exchange.records import Json
from eemgit.exchange.retracting import UNGIVEN
from eemgit.tms.network import Label

_META = {"schema_version": "1.0", "generator": "eemgit"}

NEVER = "NONE"
"""A type of justification that is unknown over there and therefore never holds."""

_CARRIED_WHY = f"kept under metadata `{KEY}`, which only eemgit reads"
_PART_NAMES = {
    "claim": "line separators and byte-order marks of claims",
    "retraction": "types and forensics of retractions",
    "research": "open questions (research)",
    "valid": "periods (valid)",
    "sources": "pins, and sources beyond one path and one address",
    "distinct": "settled look-alikes (distinct)",
    "origin": "origins",
    "unless": "gates on beliefs without a justification (unless)",
    "extra": "other keys",
}


def write_reasonsforge(knowledge: KnowledgeBase) -> Outgoing:
    """The network as reasonsforge exports one, nodes sorted by our id; the same bytes for the same beliefs."""
    ledger = Ledger()
    writer = _Writer(knowledge, ledger)
    nodes = {writer.foreign.of(id): writer.node(belief) for id, belief in knowledge.beliefs.items()}
    nogoods = [writer.nogood(nogood) for nogood in knowledge.nogoods.values()]
    lose_unread(knowledge, ledger)
    whole = {"meta": _META | {"node_count": len(nodes)}, "nodes": nodes, "nogoods": nogoods, "repos": {}}
    text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    return Outgoing(text, len(nodes), len(nogoods), ledger.losses({}))


class _Writer:
    """Turns the beliefs of one knowledge base into nodes."""

    def __init__(self, knowledge: KnowledgeBase, ledger: Ledger) -> None:
        self._knowledge = knowledge
        self._ledger = ledger
        self.foreign = ForeignIds(knowledge)

    def node(self, belief: Belief) -> Json:
        """The node of a belief, its members in the order that reasonsforge has them."""
        label = self._knowledge.label_of(belief.id)
        if label is Label.UNDECIDED:
            self._ledger.lost_everywhere("the label UNDECIDED", "only IN and OUT are known there: OUT", belief.id)
        places = Places.of(belief, is_out=label is not Label.IN)
        members = places.members
        return {
            "text": belief.claim,
            "truth_value": Label.IN.value if label is Label.IN else Label.OUT.value,
            "supporting_justification": None,
            "justifications": list(self._justifications(belief)),
            "source": places.cited.source or members.get("source", ""),
            "source_url": places.cited.source_url or members.get("source_url", ""),
            "source_hash": members.get("source_hash", ""),
            "text_hash": "",
            "date": members.get("date", ""),
            "metadata": self._metadata(belief, places),
            "created_at": members.get("created_at", ""),
            "updated_at": members.get("updated_at", ""),
            "reviewed_at": members.get("reviewed_at", ""),
            "verified_at": members.get("verified_at", ""),
            "retracted_at": members.get("retracted_at", ""),
        }

    def _justifications(self, belief: Belief) -> Iterator[Json]:
        gate = self.foreign.standing(belief.unless)
        if belief.justifications is None:
            if gate:
                yield _sl((), gate)
            return
        holding = [each for each in belief.justifications if each.antecedents or each.unless]
        if len(holding) < len(belief.justifications):
            self._ledger.lost(belief.id, "a justification that names nothing", "it never holds here, and always there")
        if not holding:
            self._ledger.lost_everywhere("derived beliefs without a justification", f"one of type {NEVER}", belief.id)
            yield _sl((), gate) | {"type": NEVER}
        for justification in holding:
            yield from self._alternatives(justification, gate)

    def _alternatives(self, justification: Justification, gate: Sequence[str]) -> Iterator[Json]:
        """One justification; for an ANY set one of each antecedent, which is how the format spells it."""
        antecedents = self.foreign.standing(justification.antecedents)
        outlist = tuple(dict.fromkeys((*self.foreign.standing(justification.unless), *gate)))
        sets = [(each,) for each in antecedents] if justification.mode is Mode.ANY and antecedents else [antecedents]
        for each in sets:
            yield _sl(each, outlist, justification.label)

    def _metadata(self, belief: Belief, places: Places) -> Json:
        metadata = dict(places.metadata)
        if belief.unless and not is_bare(belief):
            metadata["challenges"] = list(self.foreign.standing(belief.unless))
        summarized = [each for each in belief.justifications or () if each.label == "summarizes"]
        if summarized:
            metadata["summarizes"] = list(self.foreign.standing(summarized[0].antecedents))
        if belief.retracted is not None:
            metadata |= self._retraction(belief)
        own = carried(belief, places, self.foreign)
        for part in own:
            self._ledger.lost_everywhere(_PART_NAMES.get(part, part), _CARRIED_WHY)
        return metadata | ({KEY: own} if own else {})

    def _retraction(self, belief: Belief) -> Iterator[tuple[str, object]]:
        """The marks that keep the node OUT over there whatever justifies it, and why."""
        retracted = belief.retracted
        assert retracted is not None
        if retracted.reason.strip() and retracted.reason != UNGIVEN:
            yield "retract_reason", retracted.reason
        if survivor := self.foreign.other(retracted.duplicate_of, belief.id):
            yield "duplicate_of", survivor
        elif successor := self.foreign.other(retracted.superseded_by, belief.id):
            yield "superseded_by", successor
        yield "_retracted", True

    def nogood(self, nogood: Nogood) -> Json:
        """A nogood; what the format calls its resolution is the only place for a reason."""
        members = self.foreign.standing(nogood.members)
        named = [self.foreign.named(member) for member in nogood.members]
        return {
            "id": nogood.id.replace("/", ":"),
            "nodes": list(members) if len(members) > 1 else named,
            "discovered": "",
            "resolution": "" if nogood.reason == UNEXPLAINED else nogood.reason,
        }


def _sl(antecedents: Sequence[str], outlist: Sequence[str], label: str = "") -> Json:
    return {
        "type": "SL",
        "antecedents": list(antecedents),
        "outlist": list(outlist),
        "label": label,
        "content_hash": "",
    }
