"""Reads belief files gone wrong at random: `python tests/beliefs/fuzz_reading.py [--seconds 60] [--seed N]`.

Exits with 1, the seed and the bytes in hex, on an exception or where a law of `laws.py` does not hold.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.beliefs.laws import broken_law
from tests.beliefs.mutations import mutated


def fuzz(seed: int, seconds: float) -> int:
    """How many files were read; raises SystemExit at the first that breaks something."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        data = mutated(chance)
        count += 1
        try:
            broken = broken_law(data)
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            broken = traceback.format_exc()
        if broken:
            sys.exit(f"seed {seed}, file {count}: {broken}\nbytes: {data.hex()}")
    return count


def main() -> None:
    """Parses the options and runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="default: a new one, printed")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
    sys.stdout.write(f"seed {seed}\n")
    sys.stdout.flush()
    sys.stdout.write(f"{fuzz(seed, options.seconds)} files, nothing found\n")


if __name__ == "__main__":
    main()
