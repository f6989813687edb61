"""The text of `plan`: totals first, then what blocks, what to look at, and each change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Finding
from eemgit.render.change import change_lines, finding_section, totals
from eemgit.render.jsonable import Json, comparison, document, findings
from eemgit.render.plain import counted, visible
from eemgit.steps.gate import Judgement


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a plan says: the merge of `branch` (at `head`) into `into` (at `base`)."""

    branch: str
    into: str
    base: str
    head: str
    digest: str
    before: KnowledgeBase
    after: KnowledgeBase
    judged: Judgement
    blocking: Sequence[Finding]


def forecast_lines(plan: Forecast) -> list[str]:
    """The whole plan as text."""
    compared = plan.judged.comparison
    return [
        f"plan: {visible(plan.branch)} into {visible(plan.into)}",
        f"{totals(compared)}; {_verdict(plan)}",
        *finding_section("blocking", plan.blocking),
        *finding_section("needs your eyes", plan.judged.warnings),
        *change_lines(plan.before, plan.after, compared),
        "",
        f"base {plan.base[:12]}  head {plan.head[:12]}  digest {plan.digest}",
    ]


def accepted_lines(plan: Forecast) -> list[str]:
    """What `accept` says of a plan that was read before: totals, and what blocks."""
    return [f"{totals(plan.judged.comparison)}; {_verdict(plan)}", *finding_section("blocking", plan.blocking)]


def _verdict(plan: Forecast) -> str:
    return f"{counted(len(plan.blocking), 'blocking finding')}" if plan.blocking else "nothing blocks"


def forecast_document(plan: Forecast) -> Json:
    """The JSON of a plan: the fields of `diff`, and what blocks."""
    return document(
        branch=plan.branch,
        into=plan.into,
        **comparison(plan.judged.comparison),
        blocking=findings(plan.blocking),
        warnings=findings(plan.judged.warnings),
        base=plan.base,
        head=plan.head,
        digest=plan.digest,
    )
