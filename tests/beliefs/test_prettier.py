"""Files in canonical form are fixed points of Prettier, asked for hundreds of them in one process.

Prettier comes from npm. The environment variable EEMGIT_PRETTIER names the `node_modules` folder that holds it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from eemgit.beliefs.editing import extend_text, restore_text, retract_text, set_unless_text
from eemgit.beliefs.model import Belief, Justification, Nogood, Retraction
from eemgit.beliefs.sources import parse_source
from eemgit.beliefs.writing import write_belief, write_nogood
from tests.beliefs.strategies import HARD_IDS, HARD_TEXTS, beliefs

MODULES = os.environ.get("EEMGIT_PRETTIER", "")
"""Read while tests are collected: later no variable of ours is left."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("node"), reason="node is not installed"),
    pytest.mark.skipif(
        not MODULES, reason="EEMGIT_PRETTIER names no node_modules folder: `npm install --prefix DIR prettier@3.10.1`"
    ),
]


def reformatted(texts: Sequence[str]) -> list[str | None]:
    """What Prettier makes of each text, None for those it leaves alone."""
    script = Path(__file__).with_name("fixed_points.mjs")
    done = subprocess.run(
        ["node", str(script), MODULES],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[str | None] = json.loads(done.stdout)
    return answers


def changed(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The texts that Prettier changes, each with what it makes of them."""
    return [(text, new) for text, new in zip(texts, reformatted(texts), strict=True) if new is not None]


def drawn(count: int) -> list[Belief]:
    """That many beliefs of every kind, the same on every run."""
    found: list[Belief] = []

    @settings(max_examples=count, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
    @given(beliefs())
    def collect(belief: Belief) -> None:
        found.append(belief)

    collect()
    return found


def hard() -> list[Belief]:
    """Each text that is hard to quote, as value, item, key and nested."""
    return [
        Belief(
            "hard",
            "A claim.",
            justifications=(Justification(HARD_IDS, HARD_IDS, label=text),),
            retracted=Retraction(text),
            research=text,
            tags=(text.strip(),),
            extra=((f"x-{text}", text), ("x-in", {text: [text, [text, {text: text}], [], {}], "last": {}})),
        )
        for text in HARD_TEXTS
    ]


def test_prettier_leaves_canonical_front_matter_alone() -> None:
    plain = [replace(belief, claim="A claim.", notes="") for belief in drawn(250)]
    assert changed([write_belief(belief).decode() for belief in (*plain, *hard())]) == []


def test_prettier_leaves_whole_files_alone_where_it_leaves_the_body_alone() -> None:
    written = drawn(250)
    bodies = [write_belief(Belief("body", belief.claim, notes=belief.notes)).decode() for belief in written]
    kept = [belief for belief, new in zip(written, reformatted(bodies), strict=True) if new is None]
    assert len(kept) >= 50
    assert changed([write_belief(belief).decode() for belief in kept]) == []


def test_prettier_leaves_canonical_files_alone_after_an_edit() -> None:
    edited = []
    for belief in hard():
        data = write_belief(replace(belief, retracted=None))
        retracted = retract_text(data, belief.retracted or Retraction(""))
        sources = [parse_source("docs/a b.md")]
        more = [Justification(("a", "b"), label="why: c")]
        data = extend_text(retracted, sources, ["new"], more)
        edited += [retracted, data, restore_text(set_unless_text(data, ["no"]))]
    edited.append(
        extend_text(b"---\njustifications: []\n---\n\nA claim.\n", justifications=[Justification(("a", "b"))])
    )
    edited.append(retract_text(b"A claim.\n", Retraction("no more")))
    assert changed([data.decode() for data in edited]) == []


def test_prettier_leaves_nogoods_alone() -> None:
    assert changed([write_nogood(Nogood("x", HARD_IDS, "They cannot all be true.")).decode()]) == []


def test_the_check_sees_what_prettier_would_change_or_cannot_read() -> None:
    untidy = ["---\ntags: [a,b]\n---\n\nA claim.\n", "---\ntags: [a\n---\n\nA claim.\n", "A  claim.\n"]
    assert all(new is not None for new in reformatted(untidy))
