"""Runs the root command and turns what it raises into messages and exit codes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from eemgit.cli import console
from eemgit.cli.root import root
from eemgit.errors import EemError


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command line."""
    gc.disable()  # a command ends soon; looking for garbage among many beliefs costs more than it gives back
    try:
        result = root.main(list(arguments), prog_name="eemgit", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        console.say("stopped")
        return 130
    except click.ClickException as problem:
        _complain(problem)
        return 2
    except EemError as problem:
        console.error(problem)
        return problem.exit_code
    except BrokenPipeError:
        # The reader went away (`| head`); point stdout elsewhere so that the interpreter's own flush stays quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return result if isinstance(result, int) else 0


_NO_ARGUMENTS: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What click raises for a group without a command, its help as the message; versions before 8.2 print and exit."""


def _complain(problem: click.ClickException) -> None:
    """Says what is wrong with a command line, as we say everything that is wrong."""
    if isinstance(problem, _NO_ARGUMENTS):
        console.say(problem.format_message())
        return
    message, _, near = problem.format_message().rstrip(".?").partition(". Did you mean ")
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    help_ = f"{context.command_path} --help" if context else None
    console.error(EemError(message[:1].lower() + message[1:], hint=f"did you mean {near}?" if near else help_))
