"""Where buckets live: the memory of this process, up to a fixed number of callers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from bucket import Bucket


class Store:
    """Buckets by caller name; the one used longest ago makes room when it is full."""

    def __init__(self, size: int = 10_000) -> None:
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def get(self, name: str, make: Callable[[], Bucket]) -> Bucket:
        """The bucket of the caller `name`, made when there is none yet."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = make()
            if len(self._buckets) > self._size:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)
