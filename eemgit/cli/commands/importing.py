"""The command that brings in another tool's export."""

from __future__ import annotations

from pathlib import Path

import click

from eemgit.app.importing import How, Imported, import_file
from eemgit.app.opening import open_repository
from eemgit.cli import console
from eemgit.cli.options import command, commit, dry_run, formats
from eemgit.render.imported import import_document, import_lines
from eemgit.render.plain import listing
from eemgit.repo.repository import SETTINGS_FILE


@command("import", "eemgit import network.json --dry-run\neemgit import network.json --keep-metadata --commit")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keep-metadata", is_flag=True, help="Keep what has no key here under `x-` keys.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def import_(ctx: click.Context, file: Path, keep_metadata: bool, and_commit: bool, dry_run: bool, style: str) -> int:
    """Import a JSON export of reasonsforge, or JSON lines of eemgit.

    Beliefs that are here are left as they are. Says what is lost, and which labels change and why.
    """
    base: Path = ctx.find_root().obj or Path()
    how = How(keep_metadata, dry_run, and_commit)
    found = import_file(open_repository(ctx.find_root().obj), base / file, how)
    if style == "json":
        document = import_document(found.outcome, found.changes, found.commit, dry_run=dry_run)
        console.document(document | {"layout": found.layout.value})
        return 0
    console.data(import_lines(found.outcome, found.changes, "would import" if dry_run else "imported"))
    console.say(*_next(found, dry_run))
    return 0


def _next(found: Imported, dry_run: bool) -> list[str]:
    layout = [f"the layout is {found.layout.value} now: {SETTINGS_FILE}"] if SETTINGS_FILE in found.files else []
    left = [f"not committed: {listing(found.uncommitted, 5)}"] if found.uncommitted else []
    if dry_run:
        return ["dry run: nothing is written"]
    if found.commit is not None:
        return [*layout, f"committed as {found.commit[:10]}", *left]
    if not found.files:
        return ["nothing to write", *left]
    places = sorted({SETTINGS_FILE, *(path.split("/", 1)[0] for path in found.files)})
    return [*layout, f"not committed; next: eemgit check, then git add {' '.join(places)} && git commit"]


COMMANDS = {"import": import_}
