"""Partial clones: what is missing is fetched in one go, where git itself would fetch object by object."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from eemgit.git.runner import Git


def fetch_promised(git: Git, common_dir: Path, revisions: Sequence[str], paths: Collection[str]) -> None:
    """Fetches what these revisions hold below `paths` and a partial clone has left out; nothing in any other clone."""
    if is_partial(common_dir):
        _fetch_missing(git, [f"{revision}^{{tree}}" for revision in revisions], paths)


def fetch_promised_history(git: Git, common_dir: Path, head: str, paths: Collection[str]) -> None:
    """The same for what the commit `head` and its first parents hold below `paths`."""
    if is_partial(common_dir):
        _fetch_missing(git, [head], paths, "--first-parent")


def _fetch_missing(git: Git, names: Sequence[str], paths: Collection[str], *options: str) -> None:
    remote = _promisor(git)
    if remote is None:
        return
    asked = "\n".join((*names, "--", *sorted(paths), "")).encode("utf-8", "surrogateescape")
    listing = git.run("rev-list", "--objects", "--no-object-names", "--missing=print", *options, "--stdin", stdin=asked)
    missing = [line[1:] for line in listing.splitlines() if line.startswith(b"?")]
    if missing:
        fetch = ("--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none", "--quiet")
        noop = ("-c", "fetch.negotiationAlgorithm=noop")
        git.run(*noop, "fetch", *fetch, "--stdin", "--", remote, stdin=b"".join(oid + b"\n" for oid in missing))


def is_partial(common_dir: Path) -> bool:
    """Whether a repository may lack objects a remote has promised; told without starting git."""
    config = common_dir / "config"
    return config.is_file() and b"promisor" in config.read_bytes().lower()


def _promisor(git: Git) -> str | None:
    """The remote that promised the missing objects."""
    out = os.fsdecode(git.attempt("config", "-z", "--get-regexp", r"^remote\..*\.promisor$", "true").out)
    names = [record.partition("\n")[0] for record in out.split("\0") if record]
    return names[0].removeprefix("remote.").removesuffix(".promisor") if names else None
