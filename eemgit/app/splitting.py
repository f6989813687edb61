"""Splits one belief into several."""

from __future__ import annotations

from collections.abc import Sequence

from eemgit.app.writing import How, Written, write_unit
from eemgit.repo.repository import Repository
from eemgit.steps.splitting import split as split_unit


def split(repository: Repository, reference: str, parts: Sequence[tuple[str, str]], how: How) -> Written:
    """Add the parts, given as id and claim, and let the belief rest on all of them."""
    return write_unit(repository, "split", lambda base: split_unit(base, reference, parts), how, refuse=True)
