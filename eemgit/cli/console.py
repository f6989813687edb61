"""The only place that prints: data on standard output, messages on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from eemgit.errors import EemError
from eemgit.render.plain import visible

_COLOURS = {"IN ": "green", "OUT ": "red", "? ": "yellow"}


def data(lines: Iterable[str]) -> None:
    """Lines on standard output, labels coloured on a terminal."""
    for line in lines:
        click.echo(_coloured(line))


def text(whole: str) -> None:
    """A whole text on standard output, as it is."""
    click.echo(whole, nl=not whole.endswith("\n"))


def document(value: object) -> None:
    """A JSON document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def say(*lines: str) -> None:
    """A message on standard error."""
    for line in lines:
        click.echo(line, err=True)


def error(problem: EemError) -> None:
    """What is wrong, where, and what to do next."""
    say(f"{click.style('error', fg='red')}: {_safe(str(problem))}")
    if problem.hint:
        say(f"  hint: {_safe(problem.hint)}")


def _safe(text: str) -> str:
    return "\n".join(map(visible, text.splitlines()))


def _coloured(line: str) -> str:
    bare = line.lstrip()
    for sign, colour in _COLOURS.items():
        if bare.startswith(sign):
            indent = line[: len(line) - len(bare)]
            return indent + click.style(sign, fg=colour) + bare[len(sign) :]
    return line
