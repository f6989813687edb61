"""The text of a belief file after a typed edit."""

from __future__ import annotations

from eemgit.beliefs.amending import amend_text, ask_text, drop_text, justify_text, premise_text
from eemgit.beliefs.editing import extend_text, restore_text, retract_text, reword_text
from eemgit.beliefs.model import Retraction
from eemgit.errors import EditRefused
from eemgit.steps.protocol import Amend, Ask, Drop, Extend, InFile, Justify, MakePremise, Restore, Retract, Reword


def edited(data: bytes, edit: InFile) -> bytes:
    """`data` after `edit`; EditRefused where the edit is refused."""
    match edit:
        case Retract(_, retraction):
            return _retracted(data, retraction)
        case Restore():
            return restore_text(data)
        case Extend(_, sources, tags, justifications):
            return extend_text(data, sources, tags, justifications)
        case Reword(_, claim):
            return reword_text(data, claim)
        case Amend(_, add, remove):
            return amend_text(data, add, remove)
        case Ask(_, question):
            return ask_text(data, question)
        case Justify(_, justification):
            return justify_text(data, justification)
        case Drop(_, numbers):
            return drop_text(data, numbers)
        case MakePremise():
            return premise_text(data)


def _retracted(data: bytes, retraction: Retraction) -> bytes:
    if not retraction.reason.strip():
        raise EditRefused("cannot be retracted without a reason")
    return retract_text(data, retraction)
