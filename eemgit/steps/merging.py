"""Merging duplicates into the belief that survives them, one after another, and why a merge is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from eemgit.beliefs.checks import listed
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Kind, Retraction, RetractionType
from eemgit.beliefs.writing import text_hash
from eemgit.errors import EditRefused
from eemgit.steps.apply import apply
from eemgit.steps.protocol import Edit, Extend, Retract, Unit
from eemgit.tms.explain import foundations, supports
from eemgit.tms.network import Label

STEP = "dedup"
EXACT_COPY = "exact copy"
_SUBJECT_WIDTH = 72 - len(f"{STEP}: ")


class Merger:
    """Merges one cluster after another, each against the state that earlier ones left. `units` are those made so far.

    A belief merged away in one cluster must not be in another.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self.units: list[Unit] = []
        self._start = knowledge
        self._state = knowledge
        self._waiting: list[Unit] = []
        """Units that are made but not part of the state yet, because nothing has asked for labels since."""
        self.into: dict[str, str] = {}
        """The survivor of each belief that was merged away."""

    def merge(self, survivor: str, duplicates: Sequence[str], reason: str) -> dict[str, str]:
        """Makes one unit that merges all of the duplicates that can be; for each of the others, why it cannot."""
        refused: dict[str, str] = {}
        accepted: list[str] = []
        made: tuple[Unit, KnowledgeBase | None] | None = None
        for duplicate in duplicates:
            try:
                made = self._tried(survivor, [*accepted, duplicate], reason)
            except EditRefused as refusal:
                refused[duplicate] = refusal.message
            else:
                accepted.append(duplicate)
        if made is not None:
            self._keep(*made)
            self.into.update(dict.fromkeys(accepted, survivor))
        return refused

    def _tried(self, survivor: str, duplicates: Sequence[str], reason: str) -> tuple[Unit, KnowledgeBase | None]:
        """The unit that merges them, and the state it leaves if that had to be looked at; else EditRefused."""
        self._check_standing(survivor, duplicates[-1])
        if all(map(self._touches_nothing, duplicates)):
            unit = self._unit(self._start, survivor, duplicates, reason)
            apply(self._excerpt(survivor, *duplicates), (unit,))
            return unit, None
        state = self._up_to_date()
        if reason_against := why_dependent(state, survivor, duplicates[-1]):
            raise EditRefused(reason_against)
        unit = self._unit(state, survivor, duplicates, reason)
        after = apply(state, (replace(unit, seen={}),)).knowledge
        check_labels(state, after, duplicates)
        return unit, after

    def _check_standing(self, survivor: str, duplicate: str) -> None:
        """Raises EditRefused when one of the two is not IN, or both are in one nogood."""
        for id in (survivor, duplicate):
            if self._start.label_of(id) is not Label.IN or id in self.into:
                raise EditRefused(f"{id!r} is not IN")
        for nogood in self._start.nogoods.values():
            if {survivor, duplicate} <= {self._standing(member) for member in nogood.members}:
                raise EditRefused(f"{survivor!r} and {duplicate!r} contradict each other in nogood {nogood.id!r}")

    def _standing(self, reference: str) -> str | None:
        id = self._start.resolve(reference)
        return self.into.get(id, id) if id else None

    def _touches_nothing(self, duplicate: str) -> bool:
        """Whether no other label can hang on the duplicate, and it hangs on none: a premise that nobody cites."""
        return self._start.beliefs[duplicate].kind is Kind.PREMISE and not self._start.citing(duplicate)

    def _excerpt(self, *ids: str) -> KnowledgeBase:
        """Just these beliefs: all there is to look at when no label is at stake, whatever the size of the whole."""
        paths = (self._start.paths[id] for id in ids)
        return KnowledgeBase.read({path: self._start.files[path] for path in paths}, self._start.settings)

    def _up_to_date(self) -> KnowledgeBase:
        """The state after every unit made so far."""
        if self._waiting:
            self._state = apply(self._state, [replace(unit, seen={}) for unit in self._waiting]).knowledge
            self._waiting = []
        return self._state

    def _keep(self, unit: Unit, after: KnowledgeBase | None) -> None:
        self.units.append(unit)
        if after is None:
            self._waiting.append(unit)
        else:
            self._state = after

    def _unit(self, state: KnowledgeBase, survivor: str, duplicates: Sequence[str], reason: str) -> Unit:
        """The unit that gives the survivor what the duplicates have and retracts them."""
        retraction = Retraction(f"the same claim as {survivor} ({reason})", RetractionType.DUPLICATE, survivor)
        edits: list[Edit] = [Retract(duplicate, retraction) for duplicate in duplicates]
        gain = _gain(state, survivor, duplicates)
        if gain.sources or gain.tags or gain.justifications:
            edits.insert(0, gain)
        return Unit(
            _subject(survivor, duplicates),
            f"{reason}\n\n{state.beliefs[survivor].claim}",
            tuple(edits),
            {id: _hash(self._start, id) for id in (survivor, *duplicates)},
        )


def why_apart(knowledge: KnowledgeBase, a: str, b: str) -> str | None:
    """Why two beliefs that are IN can never be one, whatever they say; None when nothing speaks against it."""
    for nogood in knowledge.nogoods.values():
        if {a, b} <= {knowledge.resolve(member) for member in nogood.members}:
            return f"{a!r} and {b!r} contradict each other in nogood {nogood.id!r}"
    return why_dependent(knowledge, a, b)


def why_dependent(knowledge: KnowledgeBase, a: str, b: str) -> str | None:
    """Which of two beliefs is held through the other, if one is."""
    for one, other in ((a, b), (b, a)):
        if other in foundations(knowledge.labelling, one):
            return f"{one!r} rests on {other!r}"
    return None


def check_labels(before: KnowledgeBase, after: KnowledgeBase, merged: Collection[str]) -> None:
    """Raises EditRefused when a belief other than those merged away is not IN any more, or newly undecided."""
    held = (id for id in before.labelling.having(Label.IN) if id not in merged)
    lost = [id for id in held if not after.labelling.is_in(id)]
    if lost:
        raise EditRefused(f"{listed(lost)} would lose IN")
    undecided = {*after.labelling.having(Label.UNDECIDED)} - {*before.labelling.having(Label.UNDECIDED)}
    if undecided:
        raise EditRefused(f"{listed(sorted(undecided))} would become undecided")


def _gain(state: KnowledgeBase, survivor: str, duplicates: Sequence[str]) -> Extend:
    """What the duplicates have and the survivor lacks."""
    kept = state.beliefs[survivor]
    others = [state.beliefs[duplicate] for duplicate in duplicates]
    sources = {source.text: source for other in others for source in other.sources}
    there = {source.text for source in kept.sources}
    tags = dict.fromkeys(tag for other in others for tag in other.tags if tag not in kept.tags)
    found = {_meaning(state, justification): justification for justification in _sound(state, kept, others)}
    known = {_meaning(state, justification) for justification in kept.justifications or ()}
    return Extend(
        survivor,
        tuple(source for text, source in sources.items() if text not in there),
        tuple(tags),
        tuple(justification for meaning, justification in found.items() if meaning not in known),
    )


def _sound(state: KnowledgeBase, kept: Belief, others: Sequence[Belief]) -> Iterator[Justification]:
    """The duplicates' justifications that hold and do not rest on the belief they are to support.

    None for a premise, which needs no support: with a justification it would be derived. A gate on the whole duplicate
    goes with each of its justifications.
    """
    if kept.kind is Kind.PREMISE:
        return
    one = {kept.id, *(other.id for other in others)}
    for other in others:
        holding = {rule.number for rule in supports(state.labelling, other.id)}
        for number, justification in enumerate(other.justifications or ()):
            if number in holding and not any(_rests_on(state, id, one) for id in justification.antecedents):
                gates = [gate for gate in other.unless if gate not in (*justification.unless, *kept.unless)]
                yield replace(justification, unless=(*justification.unless, *gates))


def _rests_on(state: KnowledgeBase, reference: str, ids: Collection[str]) -> bool:
    id = state.resolve(reference)
    return id is not None and (id in ids or not set(ids).isdisjoint(foundations(state.labelling, id)))


def _meaning(state: KnowledgeBase, justification: Justification) -> tuple[object, ...]:
    """What makes two justifications the same, whatever their order, label and the names they use."""
    resolve = state.references.standing
    antecedents = frozenset(resolve(justification.antecedents))
    mode = justification.mode if len(antecedents) > 1 else None
    return antecedents, frozenset(resolve(justification.unless)), mode


def _subject(survivor: str, duplicates: Sequence[str]) -> str:
    """What the commit does, in at most 72 characters with the step's name before it."""
    several = f"{len(duplicates)} copies" if len(duplicates) > 1 else None
    texts = [f"merge {', '.join(duplicates)} into {survivor}"]
    if several:
        texts.append(f"merge {several} into {survivor}")
    for text in texts:
        if len(text) <= _SUBJECT_WIDTH:
            return text
    room = _SUBJECT_WIDTH - len("merge  into ")
    first = _cut(several or duplicates[0], max(room - len(survivor), room // 2))
    return f"merge {first} into {_cut(survivor, room - len(first))}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "\u2026"


def _hash(knowledge: KnowledgeBase, id: str) -> str:
    content = knowledge.files[knowledge.paths[id]]
    assert isinstance(content, bytes), "a belief that was read has bytes"
    return text_hash(content)
