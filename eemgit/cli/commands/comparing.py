"""The command that shows how two states differ."""

from __future__ import annotations

import click

from eemgit.app.checking import compare_revisions
from eemgit.app.opening import open_repository
from eemgit.cli import console
from eemgit.cli.options import command, formats
from eemgit.render import jsonable
from eemgit.render.change import change_lines, totals


@command("diff", "eemgit diff main eem/dedup\neemgit diff HEAD --json")
@click.argument("old", metavar="A")
@click.argument("new", metavar="[B]", required=False)
@formats("text", "json")
@click.pass_context
def diff(ctx: click.Context, old: str, new: str | None, style: str) -> int:
    """Show which beliefs differ between two commits, and which labels flip.

    Without B the files here are compared.
    """
    found = compare_revisions(open_repository(ctx.find_root().obj), old, new)
    if style == "json":
        console.document(jsonable.document(**jsonable.comparison(found.comparison)))
    else:
        lines = change_lines(found.before, found.after, found.comparison)
        console.data([totals(found.comparison), *lines])
    return 0


COMMANDS = {"diff": diff}
