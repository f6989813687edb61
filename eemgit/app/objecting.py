"""Objects to a belief, answers an objection, or lets one belief take the place of another."""

from __future__ import annotations

from eemgit.app.writing import How, Written, write_unit
from eemgit.repo.repository import Repository
from eemgit.steps import objecting
from eemgit.steps.objecting import Objection


def challenge(repository: Repository, reference: str, objection: Objection, how: How) -> Written:
    """Add a belief that speaks against another, which is OUT while the new one is IN."""
    return write_unit(
        repository, "challenge", lambda base: objecting.challenge(base, reference, objection), how, refuse=True
    )


def answer(repository: Repository, reference: str, defence: Objection, how: How) -> Written:
    """Add a belief that speaks against a challenge; what was challenged is IN again if nothing else is against it."""
    return write_unit(
        repository, "challenge", lambda base: objecting.answer(base, reference, defence), how, refuse=True
    )


def supersede(repository: Repository, old: str, new: str, how: How, *, transitive: bool = False) -> Written:
    """Let `new` take the place of `old`, which is OUT while `new` is IN."""
    return write_unit(
        repository,
        "supersede",
        lambda base: objecting.supersede(base, old, new, transitive=transitive),
        how,
        refuse=True,
    )
