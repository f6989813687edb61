"""Waits for the processes that a killed one leaves behind."""

from __future__ import annotations

import os
import sys
import time


def wait_for_group(group: int) -> None:
    """Until no process of the group is left: orphans are ours to reap where the kernel knows subreapers."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.waitpid(-group, 0)
        except ChildProcessError:
            break
    while sys.platform != "linux" and time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            break
        time.sleep(0.01)
