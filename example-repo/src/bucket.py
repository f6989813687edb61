"""A token bucket: bursts up to its capacity, and a steady rate in the long run."""

from __future__ import annotations

from dataclasses import dataclass

from clock import Clock

SLACK = 1e-9  # sums of fractions may fall short of a whole token by this much


@dataclass(frozen=True)
class Limit:
    """`capacity` requests at once, and `rate` more each second."""

    capacity: int
    rate: float


class Bucket:
    """The tokens that one caller has left. It starts full."""

    def __init__(self, limit: Limit, clock: Clock) -> None:
        self._limit = limit
        self._clock = clock
        self._tokens = float(limit.capacity)
        self._seen = clock.monotonic()

    def take(self) -> float:
        """Take one token and return 0, or take none and return the seconds until there is one."""
        self._refill()
        if self._tokens + SLACK >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._limit.rate

    def _refill(self) -> None:
        now = self._clock.monotonic()
        gained = (now - self._seen) * self._limit.rate
        self._tokens = min(self._limit.capacity, self._tokens + gained)
        self._seen = now
