"""The table for spreadsheets: what stands in it, and that nothing in it is calculated."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings

from eemgit.beliefs.model import Belief
from eemgit.beliefs.writing import write_belief
from eemgit.exchange.as_csv import COLUMNS, write_csv
from tests.beliefs.strategies import beliefs
from tests.knowledge.files import knowledge, path


def table(text: str) -> list[list[str]]:
    """The cells as a spreadsheet reads them."""
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_there_is_a_header_and_a_line_for_each_belief_out_ones_included() -> None:
    base = knowledge(
        "a = Wet, cold. | sources: [src/a.py#L1, https://example.org] | tags: [x]",
        "b <- a, c",
        "c | retracted: no good",
    )
    assert write_csv(base).text == (
        "id,label,kind,claim,depth,retracted,sources,tags\n"
        'a,IN,premise,"Wet, cold.",0,false,"src/a.py#L1\nhttps://example.org",x\n'
        "b,OUT,derived,Something about b.,1,false,,\n"
        "c,OUT,premise,Something about c.,0,true,,\n"
    )


@pytest.mark.parametrize("sign", "=+-@")
def test_a_cell_that_a_spreadsheet_would_calculate_is_text(sign: str) -> None:
    claim = f"{sign}1+cmd|' /C calc'!A1"
    text = f"---\ntags: ['{sign}x']\n---\n\n{claim}\n"
    _, row = table(write_csv(knowledge(more={path("a"): text.encode()})).text)
    assert (row[3], row[7]) == (f"'{claim}", f"'{sign}x")


@settings(max_examples=25, deadline=None)
@given(beliefs())
def test_any_belief_is_one_row_that_reads_back(belief: Belief) -> None:
    base = knowledge(more={path("belief"): write_belief(belief)})
    header, row = table(write_csv(base).text)
    assert tuple(header) == COLUMNS
    cells = dict(zip(header, row, strict=True))
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    assert cells["claim"].removeprefix("'") == belief.claim.removeprefix("'")
    assert cells["tags"].removeprefix("'") == "\n".join(belief.tags).removeprefix("'")


def test_what_has_no_column_is_named_and_counted() -> None:
    base = knowledge("a | research: why?", "b <- a", "c unless b", "d | retracted: no good", "nogood n: a, b")
    assert {loss.what: loss.count for loss in write_csv(base).losses} == {
        "open questions (research)": 1,
        "justifications": 1,
        "gates on the whole belief (unless)": 1,
        "why they are retracted": 1,
        "nogoods": 1,
    }
