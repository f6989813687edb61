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
    console.prepare()
    stdout = sys.stdout
    gc.disable()  # a command ends soon; looking for garbage among many beliefs costs more than it gives back
    try:
        result = root.main(list(arguments), prog_name=_called(), standalone_mode=False)
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
    except SystemExit as stop:
        # So click leaves when it has completed a word, and, with another stdout in place, when the reader went away
        # (`| head`), which is no error.
        return 0 if sys.stdout is not stdout else int(stop.code or 0)
    except OSError as problem:
        return _refused(problem)
    return result if isinstance(result, int) else 0


def _called() -> str:
    """The name of the program as it was called: completion looks for a variable made of it."""
    return "git-eem" if sys.argv[0].removesuffix(".exe").endswith("git-eem") else "eemgit"


def _refused(problem: OSError) -> int:
    """Says what the system refused: a file, or (without a name) to take what we print."""
    reason = (problem.strerror or str(problem)).lower()
    if problem.filename is not None:
        console.error(EemError(f"{os.fsdecode(problem.filename)}: {reason}"))
        return 2
    console.error(EemError(f"cannot write to standard output: {reason}"))
    # What is left to print goes nowhere, so that the interpreter does not try once more when it ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2


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
