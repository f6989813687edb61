"""The command that writes beliefs for other tools."""

from __future__ import annotations

from pathlib import Path

import click

from eemgit.app.exporting import Format, write_out
from eemgit.app.exporting import export as export_as
from eemgit.cli import console
from eemgit.cli.commands.reading import incomplete
from eemgit.cli.options import at, command, opened
from eemgit.errors import EemError
from eemgit.render.exported import export_document, export_remarks

_EXAMPLES = "eemgit export > network.json\neemgit export --format csv --out beliefs.csv\neemgit export --format jsonl"


@command("export", _EXAMPLES)
@click.option(
    "--format",
    "name",
    type=click.Choice([each.value for each in Format]),
    default=Format.REASONSFORGE.value,
    show_default=True,
    help="What to write.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not on standard output.")
@click.option("--json", "as_json", is_flag=True, help="With --out: say what was written and lost as JSON.")
@at
@click.pass_context
def export(ctx: click.Context, name: str, out: Path | None, as_json: bool, revision: str | None) -> int:
    """Write all beliefs as one file for another tool, OUT ones included.

    Says on standard error what the format cannot hold. Exit 1 when a file could not be read and is left out.
    """
    if as_json and out is None:
        raise EemError("--json is a report about a file", hint="name the file with --out")
    here = opened(ctx, revision)
    outgoing = export_as(here, Format(name))
    if out is None:
        console.text(outgoing.text)
    else:
        base: Path = ctx.find_root().obj or Path()
        write_out(here.repository, base / out, outgoing.text)
    if as_json:
        console.document(export_document(outgoing, name, str(out), complete=here.knowledge.complete))
    else:
        console.say(*export_remarks(outgoing, name))
    return incomplete(here.knowledge)


COMMANDS = {"export": export}
