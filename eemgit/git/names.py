"""Checks of what people type for git: revisions, branches, refs, names. Everything is data, nothing an option."""

from __future__ import annotations

import re

from eemgit.errors import GitError

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_FORBIDDEN_IN_REF = re.compile(r"[\x00-\x20\x7f\ud800-\udfff~^:?*\[\\]|\.\.|@\{|//")


def check_revision(text: str) -> str:
    """`text` when it can be a revision; GitError when it is empty, looks like an option or holds control characters."""
    if not text or text.startswith("-") or _CONTROL.search(text):
        raise GitError(f"not a revision: {text!r}", hint="name a branch, a tag or a commit")
    return text


def check_branch(name: str) -> str:
    """`name` when git would take it for a branch (`refs/heads/` left out); GitError when not."""
    check_ref(f"refs/heads/{name}")
    if name.startswith("-") or name == "HEAD":
        raise GitError(f"not a name for a branch: {name!r}", hint="branch names look like 'eem/dedup'")
    return name


def check_ref(name: str) -> str:
    """`name` when it is a full ref name by the rules of `git check-ref-format`; GitError when not."""
    parts = name.split("/")
    broken = any(not part or part.startswith(".") or part.endswith(".lock") for part in parts)
    if broken or len(parts) < 2 or name.endswith(".") or _FORBIDDEN_IN_REF.search(name):
        shown = name.removeprefix("refs/heads/")
        raise GitError(f"not a name for a branch: {shown!r}", hint="branch names look like 'eem/dedup'")
    return name


def check_identity(name: str, email: str) -> tuple[str, str]:
    """Name and mail address when git can keep them as they are; GitError for line breaks and the like."""
    for what, text in (("name", name), ("mail address", email)):
        if _CONTROL.search(text) or "<" in text or ">" in text:
            raise GitError(f"the {what} {text!r} holds a character git cannot keep", hint="use plain text on one line")
        if not text.strip():
            raise GitError(f"the {what} is empty", hint="set user.name and user.email with 'git config'")
    return name, email


def one_line(text: str) -> str:
    """`text` without line breaks, control characters and what is not text, for a reflog or a subject."""
    return " ".join(_CONTROL.sub(" ", text).split())
