"""Measures reading: processor time for each belief file, in process: `python benchmarks/read.py [--files 10000]`.

Three kinds of files: the canonical form, which takes the quick way; the same with a comment and a flow list, which
libyaml parses; and claims without front matter. The least of some rounds is shown, in microseconds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence

from eemgit.beliefs.reading import read_belief

DERIVED = """---
justifications:
  - antecedents:
      - auth-jwt-validation-{0}
      - auth-token-refresh-{0}
    unless:
      - auth-token-cache-{0}
    label: synchronous validation behind a single-threaded refresh
tags:
  - auth
origin: derive, ollama:qwen3
---

Authentication service {0} is a potential bottleneck.
"""

KINDS = {
    "canonical": DERIVED,
    "by hand": DERIVED.replace("tags:\n  - auth\n", "tags: [auth]  # by team\n"),
    "claim only": "Authentication service {0} validates every token.\n",
}


def least(files: Sequence[bytes], rounds: int) -> float:
    """Seconds of processor time to read all files once, in the best of the rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for number, data in enumerate(files):
            read_belief("beliefs/a/a.md", data, f"a{number}")
        best = min(best, time.process_time() - start)
    return best


def loading(rounds: int) -> float:
    """Seconds that importing the reader takes, as Python itself measures it, in the best of the rounds."""
    command = [sys.executable, "-X", "importtime", "-c", "import eemgit.beliefs.reading"]
    runs = (subprocess.run(command, capture_output=True, text=True, check=True).stderr for _ in range(rounds))
    return min(int(run.splitlines()[-1].split("|")[1]) for run in runs) / 1e6


def main() -> None:
    """Prints a line for each kind of file, and the time to load the reader."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for name, text in KINDS.items():
        files = [text.format(number).encode() for number in range(options.files)]
        seconds = least(files, options.rounds)
        sys.stdout.write(
            f"{name:<12}{seconds / options.files * 1e6:8.1f} µs a file, {options.files} in {seconds:.2f} s\n"
        )
    sys.stdout.write(f"{'import':<12}{loading(options.rounds) * 1e3:8.1f} ms\n")


if __name__ == "__main__":
    main()
