"""Writes a table for spreadsheets: one line for each belief, and no cell that a spreadsheet would calculate."""

from __future__ import annotations

import re
from collections.abc import Iterable

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.exchange.losses import Ledger
from eemgit.exchange.outgoing import Outgoing, lose_parts, lose_unread
from eemgit.tms.explain import depth

COLUMNS = ("id", "label", "kind", "claim", "depth", "retracted", "sources", "tags")

_FORMULA = re.compile(r"[=+\-@\t\r]")
_QUOTED = re.compile(r'[",\r\n]|\A\s|\s\Z')
_WHY = "csv has no column for it"


def write_csv(knowledge: KnowledgeBase) -> Outgoing:
    """A header and the beliefs by id. Several sources or tags stand in one cell, each on a line of its own.

    A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets a `'` in front.
    """
    ledger = Ledger()
    lose_parts(knowledge, ("sources", "tags"), _WHY, ledger)
    lose_unread(knowledge, ledger)
    for _ in knowledge.nogoods:
        ledger.lost_everywhere("nogoods", "csv has lines for beliefs only")
    rows = [COLUMNS, *(_row(knowledge, belief) for belief in knowledge.beliefs.values())]
    text = "".join(f"{','.join(map(_cell, row))}\n" for row in rows)
    return Outgoing(text, len(knowledge.beliefs), 0, ledger.losses({}))


def _row(knowledge: KnowledgeBase, belief: Belief) -> tuple[str, ...]:
    level = depth(knowledge.labelling, belief.id)
    return (
        belief.id,
        knowledge.label_of(belief.id).value,
        belief.kind.value,
        belief.claim,
        "" if level is None else str(level),
        "false" if belief.retracted is None else "true",
        _lines(source.text for source in belief.sources),
        _lines(belief.tags),
    )


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(texts)


def _cell(text: str) -> str:
    safe = f"'{text}" if _FORMULA.match(text) else text
    return '"' + safe.replace('"', '""') + '"' if _QUOTED.search(safe) else safe
