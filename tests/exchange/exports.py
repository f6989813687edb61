"""Small exports written by hand, what they import to, and the knowledge base that follows."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import strategies as st

from eemgit.beliefs.ids import Layout, belief_path, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import FileContent
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.exchange import Import, read_reasonsforge

Json = object

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["a", "any", "other", "2026"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON."""

records = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        "claim unless research valid sources tags aliases distinct origin extra notes".split(), anything
    )
    | {
        "justifications": st.lists(
            st.dictionaries(st.sampled_from(["mode", "antecedents", "unless", "label"]), anything), max_size=2
        ),
        "retraction": st.dictionaries(st.sampled_from(["reason", "type", "duplicate_of", "findings"]), anything),
    },
)
"""Objects with the keys of our own records, whatever is in them."""


def because(*antecedents: str, unless: Sequence[str] = (), label: str = "", type: str = "SL") -> dict[str, Json]:
    """A justification as an export spells it."""
    return {"type": type, "antecedents": list(antecedents), "outlist": list(unless), "label": label, "content_hash": ""}


def node(*justifications: Json, truth: str = "IN", text: str | None = None, **rest: Json) -> dict[str, Json]:
    """A node as an export spells it; without `text` it makes a claim of its own."""
    given: dict[str, Json] = {"truth_value": truth, "justifications": list(justifications), "metadata": {}}
    return given | ({} if text is None else {"text": text}) | rest


def export(nodes: Mapping[str, Json], nogoods: Json = (), **rest: Json) -> bytes:
    """The bytes of an export; a node without text claims something of its own."""
    told = {
        id: {"text": f"Something about {id}."} | each if isinstance(each, dict) else each for id, each in nodes.items()
    }
    return json.dumps({"meta": {}, "nodes": told, "nogoods": nogoods, "repos": {}, **rest}).encode()


def imported(
    nodes: Mapping[str, Json], nogoods: Json = (), *, keep: bool = False, taken: KnowledgeBase | None = None
) -> Import:
    """What an export of these nodes imports to."""
    return read_reasonsforge(export(nodes, nogoods), keep_metadata=keep, taken=taken)


def files_of(result: Import) -> dict[str, FileContent]:
    """The files an import asks to write."""
    files: dict[str, FileContent] = {belief_path(each.id, result.layout): write_belief(each) for each in result.beliefs}
    return files | {nogood_path(each.id): write_nogood(each) for each in result.nogoods}


def knowledge(result: Import, *, before: KnowledgeBase | None = None) -> KnowledgeBase:
    """The knowledge base of an import, added to one that was there."""
    if before is None:
        return KnowledgeBase.read(files_of(result), Settings(layout=result.layout))
    assert result.layout is Layout.LETTER
    return before.with_files(files_of(result))


def labels(result: Import) -> dict[str, str]:
    """The labels of all beliefs of an import."""
    base = knowledge(result)
    return {id: base.label_of(id).value for id in base.beliefs}


def lost(result: Import, id: str | None) -> list[str]:
    """What an import says it lost of one belief, or of all (None)."""
    return [loss.what for loss in result.losses if loss.id == id]


def odd(result: Import, id: str | None) -> list[str]:
    """What an import found odd about one belief, or about the whole (None)."""
    return [oddity.what for oddity in result.oddities if oddity.id == id]


def published(name: str) -> bytes:
    """A published file that is no part of this project; the test is skipped where it is not there."""
    shared = Path(os.environ.get("EEMGIT_SHARED") or Path(__file__).parents[3] / "shared")
    path = shared / "data" / name
    if not path.is_file():
        pytest.skip(f"no {name}")
    return path.read_bytes()
