"""The command that takes the last commit back."""

from __future__ import annotations

import click

from eemgit.app.opening import open_repository
from eemgit.app.undoing import undo as undo_last
from eemgit.cli import console
from eemgit.cli.options import command, dry_run, formats
from eemgit.render import jsonable
from eemgit.render.change import change_lines, totals
from eemgit.render.plain import visible


@command("undo", "eemgit undo --dry-run\neemgit undo")
@dry_run
@formats("text", "json")
@click.pass_context
def undo(ctx: click.Context, dry_run: bool, style: str) -> int:
    """Take back the last commit, if an eemgit command made it here.

    A new commit puts the files back; undo that one to have the change again. Refused while a belief file is not
    committed, and for merges and several commits at once, which git revert takes back.
    """
    done = undo_last(open_repository(ctx.find_root().obj), dry_run=dry_run)
    if style == "json":
        console.document(
            jsonable.document(
                undone=done.oid,
                subject=done.subject,
                **jsonable.comparison(done.comparison),
                commit=done.commit,
                dry_run=dry_run,
            )
        )
        return 0
    console.data([totals(done.comparison), *change_lines(done.before, done.after, done.comparison)])
    told = f"{done.oid[:10]} ({visible(done.subject)})"
    console.say(f"took back {told} with {done.commit[:10]}" if done.commit else f"dry run: would take back {told}")
    return 0


COMMANDS = {"undo": undo}
