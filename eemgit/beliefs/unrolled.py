"""The labels of a cone all along its trail, from one network in which every version of a belief has a switch.

Each rule has the switch of its version among its antecedents. A switch that is on is a premise, so it changes nothing;
one that is off is forced OUT, so its rules count for nothing. To go from one moment to the next only forces beliefs and
switches, which the kernel labels at the cost of what that can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from eemgit.beliefs.cone import Cone
from eemgit.beliefs.standing import Standing, moments_of
from eemgit.tms.labelling import Labelling, label, relabel
from eemgit.tms.network import PREMISE, Label, Network, Node, Rule

Rules = tuple[Rule, ...]


@dataclass(slots=True)
class _Versions:
    """The sets of rules that a belief has in the course of a trail."""

    numbers: dict[Rules, int] = field(default_factory=dict)
    current: int | None = None

    def turn_to(self, rules: Rules) -> int:
        """The number of these rules, which are the current ones from now on."""
        self.current = self.numbers.setdefault(rules, len(self.numbers))
        return self.current


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a moment changes for the kernel: what is forced from then on, and which version the rules have."""

    moment: int
    forced: Mapping[str, Label | None]
    versions: Mapping[str, int]


def labels_along(cone: Cone) -> Iterator[tuple[int, Labelling]]:
    """The labels of the cone from each moment on at which they may change, in order."""
    versions: dict[str, _Versions] = {id: _Versions() for id in cone.states}
    turns = list(_turns(cone, versions))
    current: dict[str, int] = {}
    labelling = label(Network.build(_nodes(versions)))
    for turn in turns:
        overrides = dict(turn.forced)
        for id, number in turn.versions.items():
            if len(versions[id].numbers) > 1:
                if id in current:
                    overrides[_switch(id, current[id])] = Label.OUT
                overrides[_switch(id, number)] = None
                current[id] = number
        labelling = relabel(labelling, labelling.network.force(overrides))
        yield turn.moment, labelling


def _turns(cone: Cone, versions: Mapping[str, _Versions]) -> Iterator[_Turn]:
    standing = Standing()
    forced: dict[str, Label | None] = dict.fromkeys(versions, Label.OUT)
    for moment, changes in moments_of(cone):
        force: dict[str, Label | None] = {}
        turned: dict[str, int] = {}
        for id in standing.change(changes):
            now = standing.forced(id)
            if now is not forced[id]:
                forced[id] = force[id] = now
            if now is None:
                before = versions[id].current
                number = versions[id].turn_to(standing.rules(id))
                if number != before:
                    turned[id] = number
        if force or turned:
            yield _Turn(moment, force, turned)


def _nodes(versions: Mapping[str, _Versions]) -> Iterator[Node]:
    """Every belief, absent for now, with the rules of all its versions, and the switches, all off."""
    for id, has in versions.items():
        if len(has.numbers) < 2:
            yield Node(id, next(iter(has.numbers), ()), Label.OUT)
            continue
        rules: list[Rule] = []
        for own, number in has.numbers.items():
            switch = _switch(id, number)
            rules += [Rule((*rule.inlist, switch), rule.outlist, rule.number) for rule in own]
            yield Node(switch, (PREMISE,), Label.OUT)
        yield Node(id, tuple(rules), Label.OUT)


def _switch(id: str, number: int) -> str:
    """The name of a switch; no reference holds a line break."""
    return f"{id}\n{number}"
