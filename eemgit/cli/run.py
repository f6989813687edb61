"""Runs the root command and turns what it raises into messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from eemgit.cli import console
from eemgit.cli.root import root
from eemgit.errors import EemError


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command line."""
    try:
        result = root.main(list(arguments), prog_name="eemgit", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        console.say("stopped")
        return 130
    except click.ClickException as problem:
        console.error(_usage(problem))
        return 2
    except EemError as problem:
        console.error(problem)
        return problem.exit_code
    except BrokenPipeError:
        # The reader went away (`| head`); point stdout elsewhere so that the interpreter's own flush stays quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return result if isinstance(result, int) else 0


def _usage(problem: click.ClickException) -> EemError:
    """What click says of a command line, in our words."""
    message = problem.format_message().rstrip(".")
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    hint = f"{context.command_path} --help" if context else None
    return EemError(message[:1].lower() + message[1:], hint=hint)
