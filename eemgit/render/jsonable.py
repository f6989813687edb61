"""The JSON that commands print; every document says `"schema": 1`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from eemgit.beliefs.record import record_of, retraction_record
from eemgit.tms.explain import depth

if TYPE_CHECKING:  # each command loads what it prints; the others need not
    from eemgit.beliefs.compare import Comparison, Flip
    from eemgit.beliefs.knowledge import KnowledgeBase
    from eemgit.beliefs.model import Belief, Finding
    from eemgit.beliefs.supposing import Supposition
    from eemgit.beliefs.survey import Status
    from eemgit.beliefs.why import Cited, Reason, Reasons

Json = dict[str, object]

SCHEMA = 1


def document(**fields: object) -> Json:
    """A document with its schema first."""
    return {"schema": SCHEMA, **fields}


def belief_row(knowledge: KnowledgeBase, belief: Belief) -> Json:
    """One belief of `list`."""
    return {
        "id": belief.id,
        "label": knowledge.label_of(belief.id).value,
        "kind": belief.kind.value,
        "claim": belief.claim,
        "depth": depth(knowledge.labelling, belief.id),
        "retracted": belief.retracted is not None,
        "aliases": list(belief.aliases),
        "path": knowledge.paths[belief.id],
    }


def belief_in_full(knowledge: KnowledgeBase, belief: Belief) -> Json:
    """One belief with every key of its file, for `show`."""
    return belief_row(knowledge, belief) | record_of(belief) | {"cited_by": list(knowledge.citing(belief.id))}


def finding(found: Finding) -> Json:
    """One finding, as `check` and `plan` print it."""
    return {
        "code": found.code,
        "severity": found.severity.value,
        "path": found.where.path,
        "line": found.where.line,
        "column": found.where.column,
        "id": found.id,
        "message": found.message,
        "hint": found.hint,
    }


def findings(found: Iterable[Finding]) -> list[Json]:
    """Findings in their order."""
    return [finding(each) for each in found]


def comparison(compared: Comparison) -> Json:
    """The fields of `diff`, which `plan` has too."""
    return {
        "added": list(compared.added),
        "edited": list(compared.edited),
        "deleted": list(compared.deleted),
        "renamed": list(compared.renamed),
        "reworded": list(compared.reworded),
        "retracted": list(compared.retracted),
        "restored": list(compared.restored),
        "flips": _flips(compared.flips),
        "nogoods": {
            "added": list(compared.nogoods_added),
            "edited": list(compared.nogoods_edited),
            "deleted": list(compared.nogoods_deleted),
        },
    }


def _flips(flips: Iterable[Flip]) -> list[Json]:
    return [
        {
            "id": flip.id,
            "from": flip.before.value if flip.before else None,
            "to": flip.after.value if flip.after else None,
            "because": list(flip.because),
        }
        for flip in flips
    ]


def explained(reasons: Sequence[Reasons]) -> list[Json]:
    """The reasons of `why`, each belief once, the one asked about first."""
    return [_reasons(each) for each in reasons]


def _reasons(each: Reasons) -> Json:
    return {
        "id": each.id,
        "label": each.label.value,
        "kind": each.kind.value,
        "claim": each.claim,
        "retraction": retraction_record(each.retracted) if each.retracted else None,
        "gated": each.gated,
        "support": each.support,
        "unless": [_cited(cited) for cited in each.gate],
        "justifications": [_reason(reason) for reason in each.reasons],
    }


def _reason(reason: Reason) -> Json:
    return {
        "number": reason.number,
        "holds": reason.holds,
        "mode": reason.mode.value,
        "antecedents": [_cited(cited) for cited in reason.antecedents],
        "unless": [_cited(cited) for cited in reason.unless],
        "label": reason.label,
    }


def _cited(cited: Cited) -> Json:
    return {"reference": cited.reference, "id": cited.id, "label": cited.label.value}


def status(found: Status) -> Json:
    """The counts of `status`."""
    return document(
        labels={label.value: number for label, number in found.labels.items()},
        premises=found.premises,
        derived=found.derived,
        retracted=found.retracted,
        gated=found.gated,
        research=found.research,
        unreadable=found.unreadable,
        depths=[{"depth": level, "beliefs": number} for level, number in found.depths.items()],
        nogoods=found.nogoods,
        open_nogoods=list(found.open_nogoods),
        findings={severity.value: number for severity, number in found.findings.items()},
    )


def supposition(supposed: Supposition) -> Json:
    """What `what-if` supposed and what would flip."""
    return document(
        supposed=[{"id": id, "label": label.value} for id, label in supposed.supposed],
        flips=_flips(supposed.flips),
    )
