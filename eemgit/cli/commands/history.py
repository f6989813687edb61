"""The command that tells the history of a belief: log."""

from __future__ import annotations

import click

from eemgit.app.history import log as history_of
from eemgit.app.opening import open_repository
from eemgit.cli import console
from eemgit.cli.options import belief_ids, command, formats
from eemgit.render.history import log_json, log_lines
from eemgit.render.plain import counted


@command("log", "eemgit log auth-is-production-ready\neemgit log auth-is-production-ready -n 5 --at v1.2 --json")
@click.argument("id", shell_complete=belief_ids)
@click.option("-n", "most", type=click.IntRange(1), metavar="N", help="Only the N newest entries.")
@click.option("--at", "revision", metavar="REV", help="The history of a commit instead of that of HEAD.")
@formats("text", "json")
@click.pass_context
def log(ctx: click.Context, id: str, most: int | None, revision: str | None, style: str) -> int:
    """Tell which commits changed a belief or flipped its label, and why.

    Along first parents, so a merge stands for all that it brought. Renames are followed through aliases, and a belief
    that was deleted still has its history.
    """
    told = history_of(open_repository(ctx.find_root().obj), id, revision, most)
    if style == "json":
        from eemgit.render.jsonable import document  # what it imports in turn is not needed for text

        console.document(document(**log_json(told)))
    else:
        console.data(log_lines(told))
    if told.unreadable:
        console.say(f"{counted(told.unreadable, 'entry', 'entries')} with a file that cannot be read: undecided there")
    return 0


COMMANDS = {"log": log}
