"""How long nominating pairs by the words of their ids takes: `python benchmarks/candidates.py [COUNT] [THRESHOLD]`."""

from __future__ import annotations

import random
import sys
import time

from eemgit.similarity.candidates import id_candidates

_TOPICS, _WORDS, _SKEW, _REWORDED = 120, 4000, 1.05, 0.05


def make_ids(count: int, seed: int = 1) -> list[str]:
    """Ids the way people and models write them: a topic first, then three to seven words, a few of them very common."""
    chance = random.Random(seed)
    words = [f"w{number}" for number in range(_WORDS)]
    weights = [1 / (rank + 8) ** _SKEW for rank in range(_WORDS)]
    topics = [f"topic{number}" for number in range(_TOPICS)]
    ids: set[str] = set()
    made: list[str] = []
    while len(ids) < count:
        length = chance.choices((2, 3, 4, 5, 6, 7), (1, 18, 32, 25, 14, 7))[0]
        if made and chance.random() < _REWORDED:
            parts = [*chance.choice(made).split("-")[:-1], *chance.choices(words, weights)]
        else:
            parts = [chance.choice(topics), *chance.choices(words, weights, k=length)]
        made.append("-".join(parts))
        ids.add(made[-1])
    return sorted(ids)


def main() -> None:
    """Prints CPU seconds and the number of pairs."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    threshold = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    ids = make_ids(count)
    start = time.process_time()
    pairs = id_candidates(ids, threshold)
    spent = time.process_time() - start
    print(f"{count} ids at {threshold}: {len(pairs)} pairs, {spent:.2f} s CPU")


if __name__ == "__main__":
    main()
