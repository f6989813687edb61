"""Where a command line becomes a call: the root command, lazy loading of the others, and errors as messages."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from eemgit import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code: 0 fine, 1 findings, 2 a person must repair something, 3 partly unanswered."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        sys.stdout.write(f"eemgit {__version__}\n")
        return 0
    from eemgit.cli.run import run

    return run(given)
