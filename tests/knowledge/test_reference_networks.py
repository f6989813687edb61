"""Small networks with operations on them, as belief files: the labels they should end in.

The collection of 49 is not part of the project: its tests are skipped where it is absent (`EEMGIT_SHARED`, or
`../shared` beside the checkout). A few networks of our own are always here.

Every operation is made of the edits and units that the commands make.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Nogood, Retraction
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief
from eemgit.errors import EditRefused
from eemgit.steps.apply import apply
from eemgit.steps.objecting import Objection, answer, challenge, supersede
from eemgit.steps.protocol import Add, Drop, Edit, Justify, MakePremise, RecordNogood, Restore, Retract, Unit
from eemgit.steps.resolve import choose, rank
from eemgit.steps.resolve import resolve as take_apart
from eemgit.tms.network import Label

SHARED = Path(os.environ.get("EEMGIT_SHARED") or Path(__file__).parents[3] / "shared")
COLLECTION = SHARED / "cases" / "tms-networks.json"
CASES: list[dict[str, Any]] = json.loads(COLLECTION.read_text()) if COLLECTION.is_file() else []

LABELS = {"IN": Label.IN, "OUT": Label.OUT, "?": Label.UNDECIDED}
NAMED_CULPRIT = {"47": "a"}
"""Where two culprits are equally good we choose none, and a person names one."""
OURS = {"41": {"b": "OUT"}}
"""Where we differ by design: a challenge gates the whole belief, so support that comes later does not go round it."""

Json = dict[str, Any]


class Bench:
    """Belief files, and what the operations do to them."""

    def __init__(self, case: Json) -> None:
        self.number = case["name"][:2]
        written = {belief_path(id, Layout.LETTER): _file(id, justs) for id, justs in case["nodes"].items()}
        self.base = KnowledgeBase.read(written, Settings())
        for name, *arguments in case["ops"]:
            getattr(self, {"assert": "restore"}.get(name, name.replace("-", "_")))(*arguments)

    def labels(self) -> dict[str, Label]:
        """The label of every belief."""
        return {id: self.base.label_of(id) for id in self.base.paths}

    def _edit(self, *edits: Edit) -> None:
        self.base = apply(self.base, (Unit("edit", "a test", edits),)).knowledge

    def _do(self, planned: tuple[str, Unit]) -> None:
        self.base = apply(self.base, (planned[1],)).knowledge

    def retract(self, id: str) -> None:
        self._edit(Retract(id, Retraction("no longer held")))

    def restore(self, id: str) -> None:
        """Asserting a belief that nobody retracted is refused: what is derived cannot be held by decree."""
        if self.base.beliefs[id].retracted is not None:
            self._edit(Restore(id))
            return
        with pytest.raises(EditRefused):
            self._edit(Restore(id))

    def propagate(self) -> None:
        """Nothing: labels are not kept, so there is nothing to bring up to date."""

    def addj(self, id: str, written: Json) -> None:
        """Adds a justification. By an edit of the file where `apply` would refuse it, which a test of ours shows."""
        justification = _justification(written)
        if id not in justification.antecedents:
            self._edit(Justify(id, justification))
            return
        with pytest.raises(EditRefused):
            self._edit(Justify(id, justification))
        belief = self.base.beliefs[id]
        by_hand = replace(belief, justifications=(*(belief.justifications or ()), justification))
        self.base = self.base.with_files({self.base.paths[id]: write_belief(by_hand)})

    def rmj(self, id: str, number: int) -> None:
        self._edit(Drop(id, (number + 1,)))

    def premise(self, id: str) -> None:
        self._edit(MakePremise(id))

    def challenge(self, id: str, reason: str) -> None:
        self._do(challenge(self.base, id, Objection(f"Against {id}: {reason}", f"challenge-{id}")))

    def defend(self, _id: str, challenged: str, reason: str) -> None:
        self._do(answer(self.base, challenged, Objection(f"Against {challenged}: {reason}", f"defense-{challenged}")))

    def supersede(self, old: str, new: str) -> None:
        self._do(supersede(self.base, old, new))

    def supersede_t(self, old: str, new: str) -> None:
        self._do(supersede(self.base, old, new, transitive=True))

    def summarize(self, id: str, *members: str) -> None:
        self._edit(Add(Belief(id, "In short.", justifications=(Justification(members),))))

    def defeat(self, id: str, number: int) -> None:
        defeater = f"invalid-inference-{id}-j{number}"
        self._edit(Add(Belief(defeater, f"Justification {number} of {id} does not hold.")))
        defeated = (self.base.beliefs[id].justifications or ())[number]
        gated = replace(defeated, unless=(*defeated.unless, defeater))
        self._edit(Drop(id, (number + 1,)), Justify(id, gated))

    def nogood(self, *members: str) -> None:
        """Recorded and, when it is open, resolved."""
        nogood = Nogood("conflict", tuple(dict.fromkeys(members)), "They cannot all hold.")
        self._edit(RecordNogood(nogood))
        if self.base.is_open(nogood):
            culprit = choose(self.base, rank(self.base, nogood), nogood, NAMED_CULPRIT.get(self.number)).id
            self.base = apply(self.base, take_apart(self.base, nogood, culprit).units).knowledge
            assert not self.base.is_open(nogood)


def _justification(written: Json) -> Justification:
    return Justification(tuple(written["in"]), tuple(written["out"]))


def _file(id: str, written: list[Json]) -> bytes:
    """A belief file. A justification of an unknown type has no form here, so the belief is derived from nothing."""
    claim = f"Something about {id}."
    if not written:
        return write_belief(Belief(id, claim))
    known = tuple(_justification(each) for each in written if each["type"] == "SL")
    if any(not each.antecedents and not each.unless for each in known):
        return f"---\njustifications:\n  - label: resting on nothing\n---\n\n{claim}\n".encode()
    return write_belief(Belief(id, claim, justifications=known))


def _expected(case: Json) -> dict[str, Label]:
    return {id: LABELS[name] for id, name in (case["reference_wfs"] | OURS.get(case["name"][:2], {})).items()}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_files_get_the_labels_of_the_collection(case: Json) -> None:
    assert Bench(case).labels() == _expected(case)


@pytest.mark.skipif(not CASES, reason="the shared collection of networks is not there")
def test_the_whole_collection_was_read() -> None:
    assert len(CASES) == 49


def sl(*antecedents: str, unless: tuple[str, ...] = ()) -> Json:
    """A justification as the collection writes it."""
    return {"type": "SL", "in": list(antecedents), "out": list(unless)}


OWN: tuple[Json, ...] = (
    {
        "name": "a conclusion with two grounds outlives one of them",
        "nodes": {"fever": [], "rash": [], "ill": [sl("fever"), sl("rash")], "stay-home": [sl("ill")]},
        "ops": [["retract", "fever"]],
        "reference_wfs": {"fever": "OUT", "rash": "IN", "ill": "IN", "stay-home": "IN"},
    },
    {
        "name": "an answered challenge leaves the belief as it was",
        "nodes": {"slow": [], "buy-cache": [sl("slow")]},
        "ops": [["challenge", "slow", "seen on a laptop"], ["defend", "slow", "challenge-slow", "so is the target"]],
        "reference_wfs": {"slow": "IN", "buy-cache": "IN", "challenge-slow": "OUT", "defense-challenge-slow": "IN"},
    },
    {
        "name": "support that comes after a challenge does not go round it",
        "nodes": {"logs": [], "trace": [], "leak": [sl("logs")]},
        "ops": [["challenge", "leak", "the logs are old"], ["addj", "leak", sl("trace")]],
        "reference_wfs": {"logs": "IN", "trace": "IN", "leak": "OUT", "challenge-leak": "IN"},
    },
    {
        "name": "what takes the place of a belief gives it back when it falls",
        "nodes": {"port-80": [], "port-443": [], "open-80": [sl("port-80")]},
        "ops": [["supersede", "port-80", "port-443"], ["retract", "port-443"]],
        "reference_wfs": {"port-80": "IN", "port-443": "OUT", "open-80": "IN"},
    },
    {
        "name": "the ground of a circle is its only ground",
        "nodes": {"seen": [], "heard": [sl("told"), sl("seen")], "told": [sl("heard")], "news": [sl("told")]},
        "ops": [["retract", "seen"]],
        "reference_wfs": {"seen": "OUT", "heard": "OUT", "told": "OUT", "news": "OUT"},
    },
    {
        "name": "a belief held only against itself is neither in nor out",
        "nodes": {"doubt": [sl(unless=("doubt",))], "act": [sl("doubt")], "eat": []},
        "ops": [],
        "reference_wfs": {"doubt": "?", "act": "?", "eat": "IN"},
    },
    {
        "name": "a contradiction is taken apart where it costs least",
        "nodes": {"map": [], "guess": [], "left": [sl("map")], "right": [sl("guess")], "home": [sl("map")]},
        "ops": [["nogood", "left", "right"]],
        "reference_wfs": {"map": "IN", "guess": "OUT", "left": "IN", "right": "OUT", "home": "IN"},
    },
    {
        "name": "a belief made a premise stays retracted",
        "nodes": {"p": [], "d": [sl("p")]},
        "ops": [["retract", "d"], ["premise", "d"]],
        "reference_wfs": {"p": "IN", "d": "OUT"},
    },
    {
        "name": "a defeated justification leaves the other one standing",
        "nodes": {"p": [], "q": [], "d": [sl("p"), sl("q")], "e": [sl("p")]},
        "ops": [["defeat", "d", 0], ["defeat", "e", 0]],
        "reference_wfs": {
            "p": "IN", "q": "IN", "d": "IN", "e": "OUT",
            "invalid-inference-d-j0": "IN", "invalid-inference-e-j0": "IN",
        },
    },
)  # fmt: skip


@pytest.mark.parametrize("case", OWN, ids=[case["name"] for case in OWN])
def test_files_get_the_labels_they_should(case: Json) -> None:
    assert Bench(case).labels() == _expected(case)
