"""The JSON that commands print; every document says `"schema": 1`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from eemgit.tms.explain import depth

if TYPE_CHECKING:  # each command loads what it prints; the others need not
    from eemgit.beliefs.compare import Comparison, Flip
    from eemgit.beliefs.knowledge import KnowledgeBase
    from eemgit.beliefs.model import Belief, Finding, Justification, Retraction
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
    return belief_row(knowledge, belief) | {
        "justifications": _justifications(belief.justifications),
        "unless": list(belief.unless),
        "retraction": retraction(belief.retracted) if belief.retracted else None,
        "research": belief.research,
        "valid": {"from": belief.valid.since, "to": belief.valid.until} if belief.valid else None,
        "sources": [source.text for source in belief.sources],
        "tags": list(belief.tags),
        "distinct": list(belief.distinct),
        "origin": belief.origin,
        "notes": belief.notes,
        "cited_by": list(knowledge.citing(belief.id)),
    }


def _justifications(justifications: tuple[Justification, ...] | None) -> list[Json] | None:
    if justifications is None:
        return None
    return [
        {"mode": j.mode.value, "antecedents": list(j.antecedents), "unless": list(j.unless), "label": j.label}
        for j in justifications
    ]


def retraction(retracted: Retraction) -> Json:
    """A retraction with the keys that it has."""
    fields: Mapping[str, object] = {
        "reason": retracted.reason,
        "type": retracted.type.value if retracted.type else None,
        "duplicate_of": retracted.duplicate_of,
        "superseded_by": retracted.superseded_by,
        "nogood": retracted.nogood,
        "missing_property": retracted.missing_property,
        "findings": [
            {"antecedent": f.antecedent, "establishes": f.establishes, "does_not_establish": f.does_not_establish}
            for f in retracted.findings
        ]
        or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


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
        "retraction": retraction(each.retracted) if each.retracted else None,
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
