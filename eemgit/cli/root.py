"""The root command: global options, and the other commands loaded only when they run."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from eemgit import __version__

SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "Read": (
        ("list", "reading"),
        ("show", "reading"),
        ("status", "reading"),
        ("why", "reading"),
        ("log", "history"),
        ("what-if", "reading"),
        ("check", "checking"),
        ("diff", "comparing"),
        ("search", "searching"),
        ("next", "searching"),
    ),
    "Write": (
        ("init", "initialising"),
        ("add", "writing"),
        ("retract", "writing"),
        ("restore", "writing"),
        ("edit", "editing"),
        ("justify", "editing"),
        ("mv", "renaming"),
        ("challenge", "objecting"),
        ("supersede", "objecting"),
        ("split", "splitting"),
        ("undo", "undoing"),
        ("fmt", "formatting"),
        ("layout", "arranging"),
        ("nogood", "nogoods"),
        ("import", "importing"),
        ("export", "exporting"),
    ),
    "Propose and review": (
        ("dedup", "proposing"),
        ("proposals", "reviewing"),
        ("plan", "reviewing"),
        ("accept", "reviewing"),
    ),
}
"""The commands by section, each with the module of `cli.commands` that holds it."""

MODULES = {name: module for section in SECTIONS.values() for name, module in section}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        module = import_module(f"eemgit.cli.commands.{MODULES[cmd_name]}")
        command: click.Command = module.COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in MODULES and not args[0].startswith("-"):
            from eemgit.beliefs.near import did_you_mean

            near = did_you_mean(args[0], MODULES)
            ctx.fail(f"no command {args[0]!r}" + (f". Did you mean {near}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, section in SECTIONS.items():
            rows = []
            for name, _ in section:
                command = self.get_command(ctx, name)
                rows.append((name, command.get_short_help_str(80) if command else ""))
            with formatter.section(title):
                formatter.write_dl(rows)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="eemgit %(version)s")
@click.option(
    "-C",
    "directory",
    type=click.Path(path_type=Path),
    help="Work in this folder's repository, whatever a git hook says.",
)
@click.pass_context
def root(ctx: click.Context, directory: Path | None) -> None:
    """Beliefs with justifications, in git.

    One markdown file for each belief; which are IN and which OUT is computed from the files.
    """
    ctx.obj = directory
