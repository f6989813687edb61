"""The command that brings in another tool's export."""

from __future__ import annotations

from pathlib import Path

import click

from eemgit.app.importing import How, import_reasonsforge
from eemgit.app.opening import open_repository
from eemgit.cli import console
from eemgit.cli.options import command, commit, dry_run, formats
from eemgit.render.imported import import_document, import_lines


@command("import", "eemgit import network.json --dry-run\neemgit import network.json --keep-metadata --commit")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keep-metadata", is_flag=True, help="Keep what has no key here under `x-` keys.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def import_(ctx: click.Context, file: Path, keep_metadata: bool, and_commit: bool, dry_run: bool, style: str) -> int:
    """Import a JSON export of reasonsforge.

    Beliefs that are here are left as they are. Says what is lost, and which labels change and why.
    """
    base: Path = ctx.find_root().obj or Path()
    how = How(keep_metadata, dry_run, and_commit)
    found = import_reasonsforge(open_repository(ctx.find_root().obj), base / file, how)
    if style == "json":
        console.document(import_document(found.outcome, found.changes, found.commit, dry_run=dry_run))
        return 0
    console.data(import_lines(found.outcome, found.changes, "would import" if dry_run else "imported"))
    if found.commit is not None:
        console.say(f"committed as {found.commit[:10]}")
    elif found.outcome.beliefs and not dry_run:
        console.say("not committed; next: eemgit check, then git add beliefs nogoods eemgit.yaml && git commit")
    return 0


COMMANDS = {"import": import_}
