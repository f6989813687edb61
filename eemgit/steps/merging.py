"""Merging duplicates into the belief that survives them, one after another, and why a merge is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from eemgit.beliefs.checks import listed
from eemgit.beliefs.editing import extend_text, retract_text
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Kind, Retraction, RetractionType
from eemgit.beliefs.writing import text_hash
from eemgit.errors import EditRefused
from eemgit.steps.apply import apply
from eemgit.steps.protocol import Edit, Extend, Retract, Unit
from eemgit.tms.explain import foundations, support, supports
from eemgit.tms.network import Label

STEP = "dedup"
EXACT_COPY = "exact copy"
_SUBJECT_WIDTH = 72 - len(f"{STEP}: ")


class Merger:
    """Merges one cluster after another, each against the state that earlier ones left. `units` are those made so far.

    A belief merged away in one cluster must not be in another. No merge changes a label but those of the duplicates,
    so the labels at the start serve throughout.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self.units: list[Unit] = []
        self.into: dict[str, str] = {}
        """The survivor of each belief that was merged away."""
        self._start = knowledge
        self._gained: dict[str, list[Justification]] = {}
        """What survivors were given to rest on."""

    def merge(self, survivor: str, duplicates: Sequence[str], reason: str) -> dict[str, str]:
        """Makes one unit that merges all of the duplicates that can be; for each of the others, why it cannot."""
        refused: dict[str, str] = {}
        accepted: list[str] = []
        unit: Unit | None = None
        for duplicate in duplicates:
            try:
                unit = self._tried(survivor, [*accepted, duplicate], reason)
            except EditRefused as refusal:
                refused[duplicate] = refusal.message
            else:
                accepted.append(duplicate)
                self.into[duplicate] = survivor
        if unit is not None:
            self.units.append(unit)
            gains = (edit.justifications for edit in unit.edits if isinstance(edit, Extend))
            self._gained.setdefault(survivor, []).extend(chain.from_iterable(gains))
        return refused

    def _tried(self, survivor: str, duplicates: Sequence[str], reason: str) -> Unit:
        """The unit that merges them; EditRefused when the last of them cannot be merged beside the others."""
        self._check_standing(survivor, duplicates[-1])
        for one, other in ((survivor, duplicates[-1]), (duplicates[-1], survivor)):
            if self._rests_on(one, {other}):
                raise EditRefused(f"{one!r} rests on {other!r}")
        unit = self._unit(survivor, duplicates, reason)
        self._check_texts(unit)
        if self._depends_on(survivor, duplicates[-1]):
            after = apply(self._start, (*self.units, unit)).knowledge
            check_labels(self._start, after, {*self.into, *duplicates})
        return unit

    def _check_standing(self, survivor: str, duplicate: str) -> None:
        """Raises EditRefused when one of the two is not IN, or both are in one nogood."""
        for id in (survivor, duplicate):
            if self._start.label_of(id) is not Label.IN or id in self.into:
                raise EditRefused(f"{id!r} is not IN")
        for nogood in self._start.nogoods.values():
            if {survivor, duplicate} <= {self._standing(member) for member in nogood.members}:
                raise EditRefused(f"{survivor!r} and {duplicate!r} contradict each other in nogood {nogood.id!r}")

    def _check_texts(self, unit: Unit) -> None:
        """Raises EditRefused when a file is written in a way that cannot be changed safely."""
        for edit in unit.edits:
            if isinstance(edit, Retract):
                retract_text(self._bytes(edit.id), edit.retraction)
            elif isinstance(edit, Extend):
                extend_text(self._bytes(edit.id), edit.sources, edit.tags, edit.justifications)

    def _standing(self, reference: str) -> str:
        """The belief that a reference means by now."""
        id = self._start.resolve(reference) or reference
        return self.into.get(id, id)

    def _rests_on(self, id: str, others: Collection[str]) -> bool:
        """Whether the support of a belief leads to one of the others."""
        labelling = self._start.labelling

        def antecedents(id: str) -> Iterator[str]:
            if id in labelling.network and (rule := support(labelling, id)):
                yield from map(self._standing, rule.inlist)

        return _reaches(id, others, antecedents)

    def _depends_on(self, survivor: str, duplicate: str) -> bool:
        """Whether anything that decides the survivor's label, however indirectly, names the duplicate.

        If nothing does, the survivor is IN without regard to the duplicate. What names the duplicate then means another
        belief that is IN: under the well-founded semantics that changes no label.
        """
        references = self._start.references

        def cited(id: str) -> Iterator[str]:
            belief = self._start.beliefs.get(id)
            if belief and not belief.retracted:
                yield from map(self._standing, references.cited(belief))
                for justification in self._gained.get(id, ()):
                    yield from map(self._standing, (*justification.antecedents, *justification.unless))

        return _reaches(survivor, {duplicate}, cited)

    def _unit(self, survivor: str, duplicates: Sequence[str], reason: str) -> Unit:
        """The unit that gives the survivor what the duplicates have and retracts them."""
        retraction = Retraction(f"the same claim as {survivor} ({reason})", RetractionType.DUPLICATE, survivor)
        edits: list[Edit] = [Retract(duplicate, retraction) for duplicate in duplicates]
        gain = self._gain(survivor, duplicates)
        if gain.sources or gain.tags or gain.justifications:
            edits.insert(0, gain)
        return Unit(
            _subject(survivor, duplicates),
            f"{reason}\n\n{self._start.beliefs[survivor].claim}",
            tuple(edits),
            {id: text_hash(self._bytes(id)) for id in (survivor, *duplicates)},
        )

    def _gain(self, survivor: str, duplicates: Sequence[str]) -> Extend:
        """What the duplicates have and the survivor lacks."""
        kept = self._start.beliefs[survivor]
        others = [self._start.beliefs[duplicate] for duplicate in duplicates]
        sources = {source.text: source for other in others for source in other.sources}
        there = {source.text for source in kept.sources}
        tags = dict.fromkeys(tag for other in others for tag in other.tags if tag not in kept.tags)
        sound = {self._meaning(justification): justification for justification in self._sound(kept, others)}
        known = {self._meaning(justification) for justification in kept.justifications or ()}
        return Extend(
            survivor,
            tuple(source for text, source in sources.items() if text not in there),
            tuple(tags),
            tuple(justification for meaning, justification in sound.items() if meaning not in known),
        )

    def _sound(self, kept: Belief, others: Sequence[Belief]) -> Iterator[Justification]:
        """The duplicates' justifications that hold and do not rest on the belief they are to support.

        None for a premise, which needs no support: with a justification it would be derived. A gate on the whole
        duplicate goes with each of its justifications.
        """
        if kept.kind is Kind.PREMISE:
            return
        one = {kept.id, *(other.id for other in others)}
        for other in others:
            holding = {rule.number for rule in supports(self._start.labelling, other.id)}
            for number, justification in enumerate(other.justifications or ()):
                antecedents = map(self._standing, justification.antecedents)
                if number in holding and not any(id in one or self._rests_on(id, one) for id in antecedents):
                    gates = [gate for gate in other.unless if gate not in (*justification.unless, *kept.unless)]
                    yield replace(justification, unless=(*justification.unless, *gates))

    def _meaning(self, justification: Justification) -> tuple[object, ...]:
        """What makes two justifications the same, whatever their order, label and the names they use."""
        antecedents = frozenset(map(self._standing, justification.antecedents))
        mode = justification.mode if len(antecedents) > 1 else None
        return antecedents, frozenset(map(self._standing, justification.unless)), mode

    def _bytes(self, id: str) -> bytes:
        content = self._start.files[self._start.paths[id]]
        assert isinstance(content, bytes), "a belief that was read has bytes"
        return content


def why_apart(knowledge: KnowledgeBase, a: str, b: str) -> str | None:
    """Why two beliefs that are IN can never be one, whatever they say; None when nothing speaks against it."""
    for nogood in knowledge.nogoods.values():
        if {a, b} <= {knowledge.resolve(member) for member in nogood.members}:
            return f"{a!r} and {b!r} contradict each other in nogood {nogood.id!r}"
    for one, other in ((a, b), (b, a)):
        if other in foundations(knowledge.labelling, one):
            return f"{one!r} rests on {other!r}"
    return None


def check_merge(knowledge: KnowledgeBase, survivor: str, duplicate: str, unit: Unit) -> None:
    """Raises EditRefused when `unit`, by which `duplicate` gives way to `survivor`, joins what must stay apart."""
    why = why_apart(knowledge, survivor, duplicate)
    if why is not None:
        raise EditRefused(why, hint="retract it for another reason, or settle it with `distinct` if the two differ")
    check_labels(knowledge, apply(knowledge, (unit,)).knowledge, {duplicate})


def check_labels(before: KnowledgeBase, after: KnowledgeBase, merged: Collection[str]) -> None:
    """Raises EditRefused when a belief other than those merged away is not IN any more, or newly undecided."""
    held = (id for id in before.labelling.having(Label.IN) if id not in merged)
    lost = [id for id in held if not after.labelling.is_in(id)]
    if lost:
        raise EditRefused(f"{listed(lost)} would lose IN")
    undecided = {*after.labelling.having(Label.UNDECIDED)} - {*before.labelling.having(Label.UNDECIDED)}
    if undecided:
        raise EditRefused(f"{listed(sorted(undecided))} would become undecided")


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


def _reaches(start: str, goals: Collection[str], following: Callable[[str], Iterable[str]]) -> bool:
    """Whether one of the goals, other than the start itself, can be reached by following."""
    seen, news = {start}, [start]
    while news:
        for id in following(news.pop()):
            if id in goals and id != start:
                return True
            if id not in seen:
                seen.add(id)
                news.append(id)
    return False
