"""What a person is told when something cannot be done: what is wrong, where, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file; `line` and `column` count from 1."""

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


class EemError(Exception):
    """Something a person must repair; caught once, in `cli.main`, and shown without a traceback."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, *, where: Where | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class UnknownBelief(EemError):
    """No belief has this id or alias."""


class BadId(EemError):
    """A text that cannot be the id of a belief."""


class BadSettings(EemError):
    """`eemgit.yaml` has an unknown key, a value of the wrong type, or a newer schema."""


class EditRefused(EemError):
    """An edit that would lose or break something, or was computed against text that has changed."""

    exit_code = 1


class GitError(EemError):
    """git is missing, too old, refused, or the repository is in a state that must be finished first."""
