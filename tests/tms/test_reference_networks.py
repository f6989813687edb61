"""A collection of 49 small networks with operations on them and the well-founded labels they should end in.

The collection is not part of the project: the tests are skipped where it is absent (`EEMGIT_SHARED`, or `../shared`
beside the checkout). The behaviours all have tests of their own in this folder.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from eemgit.tms.culprits import culprits
from eemgit.tms.labelling import Labelling, label
from eemgit.tms.network import Label, Network, Node, Rule

SHARED = Path(os.environ.get("EEMGIT_SHARED") or Path(__file__).parents[3] / "shared")
COLLECTION = SHARED / "cases" / "tms-networks.json"
CASES: list[dict[str, Any]] = json.loads(COLLECTION.read_text()) if COLLECTION.is_file() else []

LABELS = {"IN": Label.IN, "OUT": Label.OUT, "?": Label.UNDECIDED}
NAMED_CULPRIT = {"47": "a"}
"""Where two culprits are equally good, we choose none and a person names one."""
OURS = {"41": {"b": Label.OUT}}
"""Where we differ by design. In 41 a belief is challenged and then given a second justification. There the challenge
blocks only the justification that existed; here it gates the whole belief, so the belief stays OUT until the challenge
is answered, whatever support it gets in the meantime."""


@dataclass
class Draft:
    """A belief being edited: what its file would say."""

    is_premise: bool
    justifications: list[tuple[list[str], list[str]]]
    gate: list[str] = field(default_factory=list)
    retracted: bool = False

    def node(self, id: str) -> Node:
        gate = tuple(self.gate)
        rules = [Rule((), gate)] if self.is_premise else []
        rules += [Rule(tuple(i), tuple(o) + gate, n) for n, (i, o) in enumerate(self.justifications) if i or o]
        return Node(id, tuple(rules), Label.OUT if self.retracted else None)


class Desk:
    """Does to the drafts what the operations of the collection say."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.number = case["name"][:2]
        self.drafts = {id: self._draft(written) for id, written in case["nodes"].items()}
        for name, *arguments in case["ops"]:
            getattr(self, name.replace("-", "_") if name != "assert" else "restore")(*arguments)

    @staticmethod
    def _draft(written: list[dict[str, Any]]) -> Draft:
        known = [(j["in"], j["out"]) for j in written if j["type"] == "SL"]
        return Draft(is_premise=not written, justifications=known)

    def labelling(self) -> Labelling:
        return label(Network.build(draft.node(id) for id, draft in self.drafts.items()))

    def retract(self, id: str) -> None:
        self.drafts[id].retracted = True

    def restore(self, id: str) -> None:
        self.drafts[id].retracted = False

    def propagate(self) -> None:
        """Nothing: labels are not kept, so there is nothing to bring up to date."""

    def addj(self, id: str, written: dict[str, Any]) -> None:
        self.drafts[id].justifications.append((written["in"], written["out"]))

    def rmj(self, id: str, number: int) -> None:
        del self.drafts[id].justifications[number]

    def premise(self, id: str) -> None:
        self.drafts[id].is_premise, self.drafts[id].justifications = True, []

    def challenge(self, id: str, _reason: str) -> None:
        self._gate(id, f"challenge-{id}")

    def defend(self, _id: str, challenge: str, _reason: str) -> None:
        self._gate(challenge, f"defense-{challenge}")

    def _gate(self, id: str, objection: str) -> None:
        self.drafts[objection] = Draft(is_premise=True, justifications=[])
        self.drafts[id].gate.append(objection)

    def supersede(self, old: str, new: str) -> None:
        self.drafts[old].gate.append(new)

    def supersede_t(self, old: str, new: str) -> None:
        for draft in self.drafts.values():
            if old in draft.gate:
                draft.gate.append(new)
        self.supersede(old, new)

    def summarize(self, id: str, *members: str) -> None:
        self.drafts[id] = Draft(is_premise=False, justifications=[(list(members), [])])

    def defeat(self, id: str, number: int) -> None:
        defeater = f"invalid-inference-{id}-j{number}"
        self.drafts[defeater] = Draft(is_premise=True, justifications=[])
        self.drafts[id].justifications[number][1].append(defeater)

    def nogood(self, *members: str) -> None:
        found = culprits(self.labelling(), members, lambda _id: False)
        if found.candidates:
            self.retract(found.chosen.id if found.chosen else NAMED_CULPRIT[self.number])


@pytest.mark.skipif(not CASES, reason="the shared collection of networks is not there")
def test_all_networks_of_the_collection_are_here() -> None:
    assert len(CASES) == 49


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_labels_are_those_of_the_collection(case: dict[str, Any]) -> None:
    expected = {id: LABELS[found] for id, found in case["reference_wfs"].items()} | OURS.get(case["name"][:2], {})
    found = Desk(case).labelling()
    assert {id: found[id] for id in expected} == expected
    assert {id for id in found if found.network.is_known(id)} == expected.keys()
