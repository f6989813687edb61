"""Runs command lines in this process, and a small belief repository to run them in."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eemgit.cli.main import main

_HASH = re.compile(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{10,40}\b")
_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")


@dataclass(frozen=True)
class Result:
    """What one command line gave."""

    arguments: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)

    def shown(self, folder: Path) -> str:
        """The command and all it gave, without what differs from run to run."""
        text = f"$ eemgit {' '.join(map(_quoted, self.arguments))}\n{self.out}"
        text += "".join(f"! {line}\n" for line in self.err.splitlines())
        text += f"[exit {self.code}]\n" if self.code else ""
        return _DATE.sub("<date>", _HASH.sub("<hash>", text.replace(str(folder), "<folder>")))


def eemgit(*arguments: str, cwd: Path) -> Result:
    """Runs `eemgit` with these arguments in a folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(list(arguments))
        finally:
            gc.enable()
        sys.stdout.flush()
        sys.stderr.flush()
    assert isinstance(out.buffer, io.BytesIO) and isinstance(err.buffer, io.BytesIO)
    return Result(arguments, code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())


def _quoted(argument: str) -> str:
    return argument if re.fullmatch(r"[\w@%+=:,./~-]+", argument) else "'" + argument.replace("'", "'\\''") + "'"
