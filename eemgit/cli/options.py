"""Options that commands share, and the help texts with an example."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from eemgit.app.citing import from_folder
from eemgit.app.opening import Opened, open_knowledge
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EemError
from eemgit.repo.repository import Repository

F = TypeVar("F", bound=Callable[..., Any])


def formats(*names: str) -> Callable[[F], F]:
    """`--format NAME`, the first the default, and `--json` for `--format json`; the value arrives as `style`."""

    def decorate(function: F) -> F:
        json_flag = click.option("--json", "style", flag_value="json", help="The same as --format json.")
        choice = click.option(
            "--format", "style", type=click.Choice(names), default=names[0], show_default=True, help="How to print."
        )
        return choice(json_flag(function))

    return decorate


def command(name: str, examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command called `name`, with examples below its help."""
    lines = "".join(f"  {line}\n" for line in examples.strip().splitlines())
    return click.command(name, epilog=f"\b\nExamples:\n{lines}")


LABELS = ("in", "out", "undecided")
"""The labels as options take them, in either case."""

at = click.option("--at", "revision", metavar="REV", help="Read a commit instead of the files here.")
dry_run = click.option("-n", "--dry-run", is_flag=True, help="Show what would change; write nothing.")
commit = click.option("--commit", "and_commit", is_flag=True, help="Commit just this change.")


def belief_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the ids of the beliefs here; of several with commas between, the last is completed."""
    knowledge = _knowledge(ctx)
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + id for id in knowledge.beliefs if id.startswith(last)] if knowledge else []


def nogood_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the ids of the nogoods here."""
    knowledge = _knowledge(ctx)
    return [id for id in knowledge.nogoods if id.startswith(incomplete)] if knowledge else []


def _knowledge(ctx: click.Context) -> KnowledgeBase | None:
    try:
        return open_knowledge(ctx.find_root().params.get("directory")).knowledge
    except EemError:
        return None


def sources_from(ctx: click.Context, repository: Repository, sources: Iterable[str]) -> tuple[str, ...]:
    """Sources as typed, their paths taken from the folder a person stands in."""
    folder: Path = ctx.find_root().obj or Path()
    return tuple(from_folder(repository, folder, source) for source in sources)


def opened(ctx: click.Context, revision: str | None) -> Opened:
    """The repository and the knowledge base a command reads: the files here, or a commit."""
    directory: Path | None = ctx.find_root().obj
    return open_knowledge(directory, revision)
