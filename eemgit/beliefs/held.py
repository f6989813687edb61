"""What a belief file says, or that it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.beliefs.model import Belief, Finding


@dataclass(frozen=True, slots=True)
class Unreadable:
    """In place of a belief whose file cannot be read."""

    findings: tuple[Finding, ...]


Held = Belief | Unreadable
"""What a belief file says, as far as it can be read."""
