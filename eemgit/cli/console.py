"""The only place that prints: data on standard output, messages on standard error."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable

import click

from eemgit.errors import EemError
from eemgit.render.plain import visible

_COLOURS = {"IN ": "green", "OUT ": "red", "? ": "yellow"}


def prepare() -> None:
    """What cannot be spelled in the encoding of the terminal is written as an escape, and stops nothing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def data(lines: Iterable[str]) -> None:
    """Lines on standard output, labels coloured on a terminal."""
    for line in lines:
        _print(_coloured(line))


def text(whole: str) -> None:
    """A whole text on standard output, as it is."""
    _print(whole.removesuffix("\n"))


def document(value: object) -> None:
    """A JSON document on standard output, in ASCII where that is not UTF-8."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    _print(json.dumps(value, indent=2, ensure_ascii=not is_utf8))


def say(*lines: str) -> None:
    """A message on standard error."""
    for line in lines:
        _print(line, err=True)


def _print(line: str, *, err: bool = False) -> None:
    click.echo(line, err=err, color=False if os.environ.get("NO_COLOR") else None)


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
