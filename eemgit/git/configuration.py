"""git's own configuration and the identity commits are made with."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from eemgit.errors import GitError
from eemgit.git.names import check_identity
from eemgit.git.runner import Git

_IDENT = re.compile(r"(?P<name>.*) <(?P<email>[^<>]*)> (?P<date>-?\d+ [+-]\d{4})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Ident:
    """A person and a moment as git writes them: `date` is `seconds +zone`."""

    name: str
    email: str
    date: str

    def __str__(self) -> str:
        return f"{self.name} <{self.email}> {self.date}"


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who commits now, and whether the commits are to be signed."""

    author: Ident
    committer: Ident
    sign: bool


def authorship(git: Git) -> Authorship:
    """The author and committer git would use; GitError when none is set or one holds line breaks."""
    settings = _identity_settings(git)
    for name, value in settings.items():
        _refuse_control(name, value)
    for variable in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        _refuse_control(variable, git.inherited.get(variable, ""))
    sign = "commit.gpgsign" in settings and get_flag(git, "commit.gpgsign")
    return Authorship(_ident(git, "GIT_AUTHOR_IDENT"), _ident(git, "GIT_COMMITTER_IDENT"), sign)


def _identity_settings(git: Git) -> dict[str, str]:
    pattern = r"^(user|author|committer)\.(name|email)$|^commit\.gpgsign$"
    out = os.fsdecode(git.attempt("config", "-z", "--get-regexp", pattern).out)
    pairs = (record.partition("\n") for record in out.split("\0") if record)
    return {name: value for name, _, value in pairs}


def _refuse_control(what: str, value: str) -> None:
    if _CONTROL.search(value):
        raise GitError(f"{what} holds a line break or control character: {value!r}", hint="set it to plain text")


def _ident(git: Git, variable: str) -> Ident:
    result = git.attempt("var", variable)
    found = _IDENT.fullmatch(result.out.decode("utf-8", "replace").strip())
    if result.code or not found or not found["name"].strip():
        raise GitError(
            "git does not know who you are",
            hint="set your name and mail address with 'git config user.name' and 'git config user.email'",
        )
    return Ident(found["name"], found["email"], found["date"])


def get_value(git: Git, key: str) -> str | None:
    """The value of a configuration key, None when it is not set."""
    result = git.attempt("config", "-z", "--get", key)
    return os.fsdecode(result.out).removesuffix("\0") if result.code == 0 else None


def get_flag(git: Git, key: str) -> bool:
    """Whether a configuration key is set to true."""
    return git.attempt("config", "--type=bool", "--get", key).out.strip() == b"true"


def set_identity(git: Git, name: str, email: str) -> None:
    """Writes user.name and user.email into the repository's own configuration; GitError for line breaks."""
    check_identity(name, email)
    git.run("config", "--local", "user.name", name)
    git.run("config", "--local", "user.email", email)
