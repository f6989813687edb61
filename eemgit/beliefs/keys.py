"""The keys of the front matter, in the order they are written, and what to say of keys that are not among them."""

from __future__ import annotations

BELIEF_KEYS = (
    "retracted",
    "research",
    "justifications",
    "unless",
    "valid",
    "sources",
    "tags",
    "aliases",
    "distinct",
    "origin",
)
JUSTIFICATION_KEYS = ("mode", "antecedents", "unless", "label")
RETRACTION_KEYS = (
    "reason",
    "type",
    "duplicate_of",
    "superseded_by",
    "nogood",
    "missing_property",
    "findings",
)
SCOPE_KEYS = ("antecedent", "establishes", "does_not_establish")
VALID_KEYS = ("from", "to")
NOGOOD_KEYS = ("members",)

MISPLACED = {
    "antecedents": "it belongs in an entry of `justifications`",
    "mode": "it belongs in an entry of `justifications`",
    "duplicate_of": "it belongs below `retracted`",
    "superseded_by": "it belongs below `retracted`",
    "missing_property": "it belongs below `retracted`",
    "members": "only a nogood has members; nogoods lie in `nogoods/`",
}
"""Keys that would change what is believed if they did not stand at the top of a belief by mistake."""

_COMPUTED = "labels are computed from the files, never stored: remove the key"
_IN_GIT = "git keeps that: remove the key"
_IN_BODY = "the first paragraph below the front matter is the claim: remove the key"

TAILORED = {
    "id": "the name of the file is the id: remove the key",
    "truth": _COMPUTED,
    "truth_value": _COMPUTED,
    "label": f"{_COMPUTED}; the label of a justification stands in its entry",
    "status": _COMPUTED,
    "date": _IN_GIT,
    "created": _IN_GIT,
    "updated": _IN_GIT,
    "author": _IN_GIT,
    "claim": _IN_BODY,
    "text": _IN_BODY,
    "kind": "a belief with `justifications` is derived, one without is a premise: remove the key",
    "reason": "it belongs below `retracted`",
    "type": "it belongs below `retracted`",
    "nogood": "it belongs below `retracted`",
    "findings": "it belongs below `retracted`",
}
"""What to do about unknown keys that people write at the top of a belief."""
