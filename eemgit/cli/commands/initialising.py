"""The command that makes a belief repository."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from eemgit.app.initialising import Initialised, initialise, make_example
from eemgit.cli import console
from eemgit.cli.options import command, dry_run, formats
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import counted


@command("init", "eemgit init\neemgit init --agents\neemgit init --example demo")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--example", "as_example", is_flag=True, help="Make the example repository in DIR, a new folder.")
@click.option("--agents", is_flag=True, help="Add a note for coding agents to AGENTS.md.")
@dry_run
@formats("text", "json")
@click.pass_context
def init(ctx: click.Context, folder: Path | None, as_example: bool, agents: bool, dry_run: bool, style: str) -> int:
    """Make a belief repository: settings, git attributes, a folder for beliefs.

    What is there already is kept. With --example, a small repository to try things on.
    """
    if as_example and folder is None:
        raise EemError("the example needs a folder of its own", hint="eemgit init --example demo")
    if as_example and agents:
        raise EemError("--example and --agents exclude each other", hint="run eemgit init --agents in the example")
    base: Path = ctx.find_root().obj or Path()
    target = base / folder if folder is not None else base
    made = make_example(target, dry_run=dry_run) if as_example else initialise(target, agents=agents, dry_run=dry_run)
    if style == "json":
        files = list(made.files)
        console.document(jsonable.document(folder=str(made.folder), files=files, commit=made.commit, dry_run=dry_run))
    else:
        _tell(made, dry_run, as_example)
    return 0


def _tell(made: Initialised, dry_run: bool, as_example: bool) -> None:
    if as_example:
        verb = f"would write {counted(len(made.files), 'file')}" if dry_run else counted(len(made.files), "file")
        console.say(f"{verb} in {made.folder}, in one commit")
        if not dry_run:
            console.say(f"next: cd {shlex.quote(str(made.folder))} && eemgit status")
        return
    if made.new_repository:
        console.say(f"{'would make' if dry_run else 'made'} a git repository in {made.folder}")
    console.data(f"{'would write' if dry_run else 'wrote'} {path}" for path in made.files)
    if dry_run:
        console.say("dry run: nothing is written")
    elif not made.files:
        console.say("nothing to do: this is a belief repository already")
    else:
        console.say("next: commit these files, then eemgit add 'one sentence that holds' --source path/to/file")


COMMANDS = {"init": init}
