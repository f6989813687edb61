"""Sweeps up what killed runs have left in the git directory: only our own, only from processes that are gone."""

from __future__ import annotations

import os
import re
import secrets
import time
from pathlib import Path

from eemgit.git.refs import RefUpdate, list_refs, update_refs
from eemgit.repo.files import SCRATCH
from eemgit.repo.repository import Repository

TEMPORARY = "refs/eemgit/tmp/"
_NAME = re.compile(re.escape(TEMPORARY) + r"(\d+)-(\d+)-[0-9a-f]+")
_SCRATCH_NAME = re.compile(re.escape(SCRATCH) + r"(\d+)-[0-9a-f]+\.tmp")
_DAY = 86400


def temporary_ref() -> str:
    """A new ref name that says which process made it, and when."""
    return f"{TEMPORARY}{os.getpid()}-{int(time.time())}-{secrets.token_hex(4)}"


def sweep(repository: Repository) -> None:
    """Removes temporary refs, half-written files and crash reports of earlier runs; call it with the lock held."""
    stale = [
        RefUpdate(name, oid, None)
        for name, oid in list_refs(repository.git, [TEMPORARY]).items()
        if (parts := _NAME.fullmatch(name)) and _is_gone(int(parts[1]), float(parts[2]))
    ]
    if stale:
        update_refs(repository.git, stale, "eemgit: sweep", repository.null_oid)
    for path in repository.git_dir.glob(f"{SCRATCH}*.tmp"):
        named = _SCRATCH_NAME.fullmatch(path.name)
        if named and _is_gone(int(named[1]), path.lstat().st_mtime):
            path.unlink(missing_ok=True)
    for path in repository.git_dir.glob("fast_import_crash_*"):
        if _is_ours(path):
            path.unlink(missing_ok=True)


def _is_gone(process: int, since: float) -> bool:
    """Whether the process has ended; where that cannot be asked, whether a day has passed."""
    if time.time() - since > _DAY:
        return True
    if os.name == "nt" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _is_ours(report: Path) -> bool:
    return report.is_file() and TEMPORARY.encode() in report.read_bytes()[:65536]
