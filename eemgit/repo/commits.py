"""What a commit will say and hold, before it is made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from eemgit.errors import GitError
from eemgit.git.fastimport import NewCommit
from eemgit.git.names import one_line
from eemgit.repo.files import check_relative

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")
_NOT_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class CommitSpec:
    """One commit: a subject line, a body, trailers, and files by path from the belief root (None deletes)."""

    subject: str
    body: str = ""
    trailers: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, bytes | None] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The whole message: subject, body and trailers as paragraphs."""
        subject = one_line(self.subject)
        if not subject:
            raise GitError("a commit needs a subject")
        body = _NOT_TEXT.sub(" ", self.body.replace("\r\n", "\n")).strip()
        block = "\n".join(_trailer(key, value) for key, value in self.trailers)
        return "\n\n".join(part for part in (subject, body, block) if part) + "\n"

    def placed(self, prefix: str) -> NewCommit:
        """The same with paths from the top of the tree; GitError for a path that leaves the belief root."""
        files = {f"{prefix}{check_relative(path)}": content for path, content in self.files.items()}
        return NewCommit(self.message, files)


def _trailer(key: str, value: str) -> str:
    if not _KEY.fullmatch(key):
        raise GitError(f"not the name of a trailer: {key!r}")
    return f"{key}: {one_line(value)}"
