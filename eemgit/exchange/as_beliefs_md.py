"""Writes the markdown that `reasonsforge import-beliefs` reads: one support for each belief, and little besides.

A block has room for one list of antecedents and one of exceptions. For a belief that is IN these are its support, so
that the labels over there are those here; what else could hold it is a loss.
"""

from __future__ import annotations

from collections.abc import Iterator

from eemgit.beliefs.ids import slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Kind, Nogood
from eemgit.exchange.foreign import ForeignIds
from eemgit.exchange.json_text import fold
from eemgit.exchange.losses import Ledger
from eemgit.exchange.outgoing import Outgoing, lose_parts, lose_unread
from eemgit.exchange.places import Places
from eemgit.tms.explain import support
from eemgit.tms.network import Label, Rule

_HEAD = "# Belief Registry\n<!-- Written by eemgit export. Edit the belief files, not this one. -->\n\n## Claims\n"
_HELD = ("sources", "justifications", "gates on the whole belief (unless)", "why they are retracted", "other keys")
_WHY = "beliefs.md has no line for it"
_NOGOOD = "nogood-"
"""How the id of a nogood begins over there."""

_DETAILS = (
    ("source_hash", "Source hash"),
    ("date", "Date"),
    ("source_type", "Source type"),
    ("accepted_pr", "Accepted PR"),
)
"""Members and metadata of a node that have a line."""


def write_beliefs_md(knowledge: KnowledgeBase) -> Outgoing:
    """The claims, IN first and then OUT, each by id, and the nogoods; the same bytes for the same beliefs."""
    ledger = Ledger()
    lose_parts(knowledge, _HELD, _WHY, ledger)
    lose_unread(knowledge, ledger)
    writer = _Writer(knowledge, ledger)
    ordered = sorted(knowledge.beliefs, key=lambda id: (knowledge.label_of(id) is not Label.IN, id))
    blocks = ["\n".join(writer.block(knowledge.beliefs[id])) for id in ordered]
    text = "\n".join([_HEAD, *(f"{block}\n" for block in blocks), *writer.nogoods()])
    return Outgoing(text, len(knowledge.beliefs), len(knowledge.nogoods), ledger.losses({}))


class _Writer:
    """Turns the beliefs of one knowledge base into blocks of markdown."""

    def __init__(self, knowledge: KnowledgeBase, ledger: Ledger) -> None:
        self._knowledge = knowledge
        self._ledger = ledger
        self._foreign = ForeignIds(knowledge)

    def block(self, belief: Belief) -> Iterator[str]:
        """The lines of one belief."""
        label = self._knowledge.label_of(belief.id)
        places = Places.of(belief, is_out=label is not Label.IN)
        yield f"### {self._foreign.of(belief.id)} [{self._status(belief, label)}] {_type(belief, places)}"
        yield _as_text(belief.claim)
        yield from self._details(belief, places)
        rule = self._rule(belief)
        if rule is not None:
            yield from self._list(belief, "Depends on", rule.inlist)
            yield from self._list(belief, "Unless", rule.outlist)
        if belief.retracted is not None:
            yield from self._retraction(belief)

    def _status(self, belief: Belief, label: Label) -> str:
        if label is Label.UNDECIDED:
            self._ledger.lost_everywhere("the label UNDECIDED", "only IN and OUT are known there: OUT", belief.id)
        elif label is Label.OUT and belief.retracted is None:
            why = "the reader retracts what is OUT, and does not let it back IN by itself"
            self._ledger.lost_everywhere("that a belief is OUT only for what it rests on", why, belief.id)
        if label is Label.IN:
            return "IN"
        return "STALE" if belief.retracted is not None and belief.retracted.reason.strip() else "OUT"

    def _details(self, belief: Belief, places: Places) -> Iterator[str]:
        found = {**places.members, **{name: text for name, text in places.metadata.items() if isinstance(text, str)}}
        if source := places.cited.source or found.get("source"):
            yield f"- Source: {fold(source)}"
        if url := places.cited.source_url or found.get("source_url"):
            yield f"- Source URL: {fold(url)}"
        told = (places.cited.source, places.cited.source_url)
        if any(source.text not in told for source in belief.sources):
            self._ledger.lost_everywhere("lines, pins, and sources beyond one path and one address", _WHY)
        for name, title in _DETAILS:
            if name in found:
                yield f"- {title}: {fold(found[name])}"
        if set(_keys_with_a_line(places)) != {key for key, _ in belief.extra}:
            self._ledger.lost_everywhere("other keys", _WHY)

    def _rule(self, belief: Belief) -> Rule | None:
        """The support of a belief that is IN, the first of what could hold any other."""
        rules = self._knowledge.network.rules_of(belief.id)
        if len(rules) > 1:
            self._ledger.lost_everywhere("further justifications", "a block has room for one", belief.id)
        if any(justification.label for justification in belief.justifications or ()):
            self._ledger.lost_everywhere("labels of justifications", _WHY)
        return support(self._knowledge.labelling, belief.id) or (rules[0] if rules else None)

    def _list(self, belief: Belief, title: str, ids: tuple[str, ...]) -> Iterator[str]:
        """The line of these ids; one that is none of a belief is left out, as the reader leaves it out."""
        known = [self._foreign.of(id) for id in ids if id in self._knowledge.beliefs]
        if len(known) < len(ids):
            self._ledger.lost_everywhere("references to no belief", "the reader drops them", belief.id)
        if known:
            yield f"- {title}: {', '.join(known)}"

    def _retraction(self, belief: Belief) -> Iterator[str]:
        retracted = belief.retracted
        assert retracted is not None
        if retracted.reason.strip():
            yield f"- Stale reason: {fold(retracted.reason)}"
        if retracted.duplicate_of:
            yield f"- Duplicate of: {self._foreign.named(retracted.duplicate_of)}"
        if retracted.superseded_by:
            yield f"- Superseded by: {self._foreign.named(retracted.superseded_by)}"
        if retracted.nogood or retracted.missing_property or retracted.findings or retracted.type:
            self._ledger.lost_everywhere("types and forensics of retractions", _WHY)

    def nogoods(self) -> Iterator[str]:
        """The nogoods, under ids as the reader wants them."""
        if self._knowledge.nogoods:
            yield "## Nogoods\n"
        taken: set[str] = set()
        for nogood in self._knowledge.nogoods.values():
            id = slug(_NOGOOD + nogood.id.replace("/", "-").removeprefix(_NOGOOD), taken)
            taken.add(id)
            yield "\n".join(self._nogood(id, nogood)) + "\n"

    def _nogood(self, id: str, nogood: Nogood) -> Iterator[str]:
        yield f"### {id}: {fold(nogood.reason)}"
        yield f"- Resolution: {fold(nogood.reason)}"
        yield f"- Affects: {', '.join(self._foreign.standing(nogood.members))}"


def _type(belief: Belief, places: Places) -> str:
    """The kind of claim over there."""
    given = places.metadata.get("beliefs_type")
    return fold(given) if isinstance(given, str) else "DERIVED" if belief.kind is Kind.DERIVED else "OBSERVATION"


def _as_text(claim: str) -> str:
    """The claim so that it is read as one; a space keeps it from being a detail or a heading."""
    return f" {claim}" if claim.startswith(("- ", "### ")) else claim


def _keys_with_a_line(places: Places) -> Iterator[str]:
    for name in (*places.members, *places.metadata):
        if name in ("source", "source_url", "beliefs_type", *dict(_DETAILS)):
            yield f"x-{name.replace('_', '-')}"
