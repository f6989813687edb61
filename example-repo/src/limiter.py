"""How much each caller may ask for."""

from __future__ import annotations

import threading

from auth import Caller
from bucket import Bucket, Limit
from clock import Clock
from store import Store

PLANS = {
    "free": Limit(capacity=20, rate=1.0),
    "paid": Limit(capacity=200, rate=50.0),
}


class Limiter:
    """Decides, one request after the other, whether a caller may go on."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()

    def wait(self, caller: Caller) -> float:
        """0 when `caller` may go on, else the seconds after which asking again makes sense."""
        limit = PLANS.get(caller.plan, PLANS["free"])
        with self._lock:
            bucket = self._store.get(caller.name, lambda: Bucket(limit, self._clock))
            return bucket.take()
