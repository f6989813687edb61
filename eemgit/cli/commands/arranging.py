"""The command that says where belief files lie and moves them."""

from __future__ import annotations

import click

from eemgit.app.arranging import put_right, switch
from eemgit.app.opening import open_repository
from eemgit.app.writing import How
from eemgit.beliefs.ids import Layout
from eemgit.cli import console
from eemgit.cli.options import command, commit, dry_run, formats, opened
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import counted, visible
from eemgit.steps.arranging import Arrangement, arrangement


@command("layout", "eemgit layout\neemgit layout --fix --commit\neemgit layout hash --dry-run\neemgit layout hash")
@click.argument("wanted", required=False, metavar="[letter|hash]", type=click.Choice([each.value for each in Layout]))
@click.option("--fix", is_flag=True, help="Move the files that do not lie where their ids say.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def layout(ctx: click.Context, wanted: str | None, fix: bool, and_commit: bool, dry_run: bool, style: str) -> int:
    """Show where belief files lie, or move them.

    With a name the layout is changed and all files move, in one commit with the settings; nothing below the belief
    root may be uncommitted then. `hash` is for repositories where one letter would hold over a thousand files.
    """
    if wanted is None:
        return _fix(ctx, How(dry_run, and_commit), style) if fix else _show(ctx, style)
    if fix:
        raise EemError("--fix keeps the layout", hint="eemgit layout --fix, or name a layout")
    moved = switch(open_repository(ctx.find_root().obj), Layout(wanted), dry_run=dry_run)
    found = arrangement(moved.after)
    _tell(found, style, moved=moved.moved, commit=moved.commit, dry_run=dry_run)
    if style == "text":
        committed = f", committed as {moved.commit[:10]}" if moved.commit else ""
        done = "dry run: would move" if dry_run else "moved"
        console.say(f"{done} {counted(moved.moved, 'file')}{committed}")
    return 0


def _show(ctx: click.Context, style: str) -> int:
    found = arrangement(opened(ctx, None).knowledge)
    _tell(found, style)
    if style == "text" and found.misplaced:
        console.say("next: eemgit layout --fix")
    return 0


def _fix(ctx: click.Context, how: How, style: str) -> int:
    written = put_right(open_repository(ctx.find_root().obj), how)
    moves = arrangement(written.before).misplaced
    if style == "json":
        _tell(arrangement(written.after), style, moved=len(moves), commit=written.commit, dry_run=how.dry_run)
        return 0
    console.data(f"{visible(old)} -> {visible(new)}" for old, new in moves)
    committed = f", committed as {written.commit[:10]}" if written.commit else ""
    done = "dry run: would move" if how.dry_run else "moved"
    console.say(f"{done} {counted(len(moves), 'file')}{committed}")
    return 0


def _tell(found: Arrangement, style: str, **more: object) -> None:
    if style == "json":
        misplaced = [{"path": path, "right": right} for path, right in found.misplaced]
        folder, size = found.largest
        console.document(
            jsonable.document(
                layout=found.layout.value,
                beliefs=found.beliefs,
                folders=found.folders,
                largest={"folder": folder, "beliefs": size},
                misplaced=misplaced,
                **more,
            )
        )
        return
    folder, size = found.largest
    console.data(
        [
            f"layout {found.layout.value}: {counted(found.beliefs, 'belief')} in {counted(found.folders, 'folder')}; "
            f"the largest, {visible(folder)}, holds {size}",
            *(f"misplaced: {visible(path)} -> {visible(right)}" for path, right in found.misplaced),
        ]
    )


COMMANDS = {"layout": layout}
