"""The page that explains the labels says what the kernel computes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eemgit.tms.labelling import label
from tests.tms.builder import network

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "semantics.md"
EXAMPLES = [
    block.splitlines() for block in re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "→" in block
]


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("lines", EXAMPLES, ids=[lines[0] for lines in EXAMPLES])
def test_an_example_of_the_page_comes_out_as_it_says(lines: list[str]) -> None:
    found = label(network(*(line for line in lines if not line.startswith("→"))))
    promised = dict(part.split() for line in lines for part in line.removeprefix("→").split(",") if line[0] == "→")
    assert promised
    assert {id: found[id].value for id in promised} == promised
