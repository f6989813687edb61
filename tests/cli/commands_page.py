"""The page of all commands, made from their help: `python tests/cli/commands_page.py` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from eemgit.cli.root import SECTIONS, root

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "commands.md"

HEAD = """\
# Commands

`eemgit COMMAND --help` prints what is written here. Installed on the path, `git eem COMMAND` is the same.

What a command found goes to standard output, messages go to standard error. `--json` is short for `--format json`; a
document says `"schema": 1` first. `eemgit -C PATH COMMAND …` works in the repository of another folder, also from a git
hook. Ids, commits and paths may begin with `-` after a `--`.

| exit code | meaning |
| --- | --- |
| 0 | fine |
| 1 | findings: something is wrong, blocks, or was refused |
| 2 | a person must repair the command line, a file or the environment |
| 3 | part of the run went unanswered |

Completion of commands, options and ids, in bash; for zsh and fish put their name in the place of `bash`:

```sh
eval "$(_EEMGIT_COMPLETE=bash_source eemgit)"
```
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(section(title, [name for name, _ in rows]) for title, rows in SECTIONS.items())


def section(title: str, names: list[str]) -> str:
    """The commands under one heading."""
    entries = (entry(command, context) for name in names for command, context in leaves(name))
    return f"\n## {title}\n" + "".join(entries)


TOP = click.Context(root, info_name="eemgit", **root.context_settings)


def leaves(
    name: str, group: click.Group = root, parent: click.Context = TOP
) -> Iterator[tuple[click.Command, click.Context]]:
    """The command of this name, or those of the group of this name."""
    command = group.get_command(parent, name)
    assert command is not None, name
    context = click.Context(command, info_name=name, parent=parent)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from leaves(inner, command, context)
    else:
        yield command, context


def entry(command: click.Command, context: click.Context) -> str:
    """What the help of one command says, as markdown."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    told = cleandoc(command.help or "")
    options = "".join(option_rows(command, context))
    return (
        f"\n### {context.command_path}\n\n```text\n{usage}\n```\n\n{told}\n\n"
        f"| option | meaning |\n| --- | --- |\n{options}\n```sh\n" + "\n".join(examples(command)) + "\n```\n"
    )


def option_rows(command: click.Command, context: click.Context) -> Iterator[str]:
    """One line of a table for each option except --help."""
    for param in command.get_params(context):
        record = None if "--help" in param.opts or isinstance(param, click.Argument) else param.get_help_record(context)
        if record is not None:
            name, meaning = (text.replace("|", "\\|") for text in record)
            yield f"| `{name}` | {' '.join(meaning.split())} |\n"


def examples(command: click.Command) -> list[str]:
    """The examples of a command."""
    lines = cleandoc((command.epilog or "").replace("\b", "")).splitlines()
    return [line.strip() for line in lines if line.strip() and line.strip() != "Examples:"]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
