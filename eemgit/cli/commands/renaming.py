"""The command that renames beliefs."""

from __future__ import annotations

import click

from eemgit.app.opening import open_repository
from eemgit.app.renaming import finish_all, finish_one, rename
from eemgit.app.writing import How, Written
from eemgit.cli.options import belief_ids, command, commit, dry_run, formats
from eemgit.cli.telling import tell
from eemgit.errors import EemError
from eemgit.render.plain import counted


@command(
    "mv",
    "eemgit mv auth-is-fast auth-answers-in-200-ms --commit\n"
    "eemgit mv auth-is-fast auth/is-fast\n"
    "eemgit mv --finish\n"
    "eemgit mv --finish auth-is-fast auth-answers-in-200-ms",
)
@click.argument("ids", nargs=-1, metavar="OLD NEW", shell_complete=belief_ids)
@click.option("--finish", is_flag=True, help="The file was moved by hand: add the alias it lacks.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def mv(ctx: click.Context, ids: tuple[str, ...], finish: bool, and_commit: bool, dry_run: bool, style: str) -> int:
    """Rename a belief.

    Its file moves, and the old id stays as an alias: what cites it needs no change, here and on other branches. With
    --finish and no ids, the beliefs renamed by hand since the last commit are found by their claims.
    """
    repository, how = open_repository(ctx.find_root().obj), How(dry_run, and_commit)
    if finish and not ids:
        written = finish_all(repository, how)
    elif len(ids) != 2:
        raise EemError(f"a rename takes two ids, not {len(ids)}", hint="eemgit mv OLD NEW")
    else:
        written = (finish_one if finish else rename)(repository, *ids, how)
    return tell(written, dry_run, style, *_citing(written))


def _citing(written: Written) -> list[str]:
    number = len(written.after.citing(written.id))
    if not number:
        return []
    return [
        f"{counted(number, 'belief cites', 'beliefs cite')} it by its old id, which goes on working; "
        "eemgit fmt --references writes the new one"
    ]


COMMANDS = {"mv": mv}
