"""What needs a person: in the beliefs, and among the branches with proposals."""

from __future__ import annotations

from eemgit.app.listing import proposals
from eemgit.app.opening import Opened
from eemgit.beliefs.attention import Task, Waiting, attention
from eemgit.steps.gate import standing


def needs(opened: Opened) -> tuple[Task, ...]:
    """Every task in what was opened and in the proposals beside HEAD that nobody has merged, most urgent first."""
    found = proposals(opened.repository)
    waiting = tuple(Waiting(each.branch, len(each.units)) for each in found if each.state == "waiting")
    return attention(opened.knowledge, standing(opened.knowledge), waiting)
