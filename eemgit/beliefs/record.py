"""A belief as one JSON object that says all of its file: what `show --json` and exports share."""

from __future__ import annotations

from eemgit.beliefs.keys import SCOPE_KEYS
from eemgit.beliefs.model import Belief, Justification, Retraction

Json = dict[str, object]


def record_of(belief: Belief) -> Json:
    """Everything that the file of a belief says besides its id and its claim, every key always there."""
    return {
        "justifications": None if belief.justifications is None else list(map(_justification, belief.justifications)),
        "unless": list(belief.unless),
        "retraction": retraction_record(belief.retracted) if belief.retracted else None,
        "research": belief.research,
        "valid": {"from": belief.valid.since, "to": belief.valid.until} if belief.valid else None,
        "sources": [source.text for source in belief.sources],
        "tags": list(belief.tags),
        "aliases": list(belief.aliases),
        "distinct": list(belief.distinct),
        "origin": belief.origin,
        "extra": dict(belief.extra),
        "notes": belief.notes,
    }


def retraction_record(retracted: Retraction) -> Json:
    """A retraction with the keys that it has."""
    findings = [{key: getattr(found, key) for key in SCOPE_KEYS} for found in retracted.findings]
    fields: Json = {
        "reason": retracted.reason,
        "type": retracted.type.value if retracted.type else None,
        "duplicate_of": retracted.duplicate_of,
        "superseded_by": retracted.superseded_by,
        "nogood": retracted.nogood,
        "missing_property": retracted.missing_property,
        "findings": findings or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _justification(justification: Justification) -> Json:
    return {
        "mode": justification.mode.value,
        "antecedents": list(justification.antecedents),
        "unless": list(justification.unless),
        "label": justification.label,
    }
