"""The two clocks of the service, behind one object that a test can hold still."""

from __future__ import annotations

import time


class Clock:
    """The machine's clocks."""

    def wall(self) -> float:
        """Seconds since 1970; may jump when somebody sets the time."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment; never runs backwards."""
        return time.monotonic()


class HandClock(Clock):
    """A clock that moves only when it is told to."""

    def __init__(self, wall: float = 1_700_000_000.0) -> None:
        self._wall = wall
        self._monotonic = 0.0

    def wall(self) -> float:
        return self._wall

    def monotonic(self) -> float:
        return self._monotonic

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass on both clocks."""
        self._wall += seconds
        self._monotonic += seconds

    def set_wall(self, wall: float) -> None:
        """Set the time of day, as an administrator might."""
        self._wall = wall
