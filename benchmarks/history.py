"""Measures `eemgit log` over a long history: `python benchmarks/history.py [--beliefs 10000] [--commits 10000]`.

The repository is that of `generate.py` followed by commits that change one to three beliefs each: they reword, retract,
restore, justify anew, add, rename and merge copies. Times are processor time of the whole process and of the git that
it starts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generate import LETTER_UP_TO, Generated, generate, write
from run import SCRIPTS, spend

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.model import Belief, Justification, Retraction, RetractionType
from eemgit.beliefs.writing import write_belief

EDITS = ("reword",) * 8 + ("tag",) * 4 + ("retract",) * 5 + ("restore",) * 5 + ("justify",) * 3 + ("add",) * 4
EDITS += ("rename", "merge")


class Writer:
    """The beliefs as they change from commit to commit."""

    def __init__(self, made: Generated, seed: int) -> None:
        self.chance = random.Random(seed)
        self.layout = Layout.LETTER if len(made.beliefs) <= LETTER_UP_TO else Layout.HASH
        self.beliefs = {belief.id: belief for belief in made.beliefs}
        self.ids = sorted(self.beliefs)
        self.kept = made.deepest
        self.flipping: Counter[str] = Counter()
        """How often each belief was retracted or restored."""
        self.retracted = [id for id, belief in self.beliefs.items() if belief.retracted]

    def commits(self, count: int) -> Iterator[bytes]:
        """A stream for fast-import."""
        for number in range(count):
            changes: dict[str, bytes | None] = {}
            for _ in range(self.chance.choice((1, 1, 2, 3))):
                changes |= self._edit(number)
            message = f"change {number}".encode()
            yield b"commit refs/heads/main\ncommitter Benchmark <benchmark@example.org> %d +0000\n" % (
                1_700_000_000 + 60 * number
            )
            yield b"data %d\n%s\n" % (len(message), message)
            if number == 0:
                yield b"from refs/heads/main^0\n"
            for path, data in changes.items():
                if data is None:
                    yield b"D %s\n" % path.encode()
                else:
                    yield b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)
        yield b"done\n"

    def busiest(self) -> str:
        """The derived belief whose direct antecedents were retracted and restored most often."""
        derived = {id: belief.justifications for id, belief in self.beliefs.items() if belief.justifications}
        return max(
            sorted(derived),
            key=lambda id: sum(self.flipping[cited] for each in derived[id] for cited in each.antecedents),
        )

    def _edit(self, number: int) -> dict[str, bytes | None]:
        edit, id = self.chance.choice(EDITS), self.chance.choice(self.ids)
        belief = self.beliefs[id]
        if edit == "restore" and self.retracted:
            belief = self.beliefs[self.retracted.pop(self.chance.randrange(len(self.retracted)))]
            self.flipping[belief.id] += 1
            return self._put(replace(belief, retracted=None))
        if edit == "retract" and belief.retracted is None and id != self.kept:
            self.retracted.append(id)
            self.flipping[id] += 1
            return self._put(replace(belief, retracted=Retraction("it moved", RetractionType.SOURCE_CHANGED)))
        if edit == "justify" and belief.justifications:
            more = Justification(tuple(sorted(self.chance.sample(self._premises(), 2))), label="seen again")
            held = belief.justifications[-1:] if self.chance.random() < 0.5 else belief.justifications[:0]
            return self._put(replace(belief, justifications=(*held, more)))
        if edit == "add":
            added = Belief(f"new-finding-{number}-{self.chance.randrange(99)}", f"Something new, number {number}.")
            self.ids.append(added.id)
            return self._put(added)
        if edit == "rename" and id != self.kept and not belief.aliases and belief.retracted is None:
            return self._rename(belief, f"{id}-renamed")
        if edit == "merge" and belief.justifications is None and belief.retracted is None:
            twin = self.chance.choice(self._premises())
            return self._put(replace(belief, retracted=Retraction("the same", RetractionType.DUPLICATE, twin)))
        if edit == "tag":
            return self._put(replace(belief, tags=(*belief.tags, f"t{number}")[-4:]))
        return self._put(replace(belief, claim=f"{belief.claim.rpartition(' (')[0] or belief.claim} (seen {number})."))

    def _premises(self) -> list[str]:
        chosen = self.chance.sample(self.ids, 40)
        return [id for id in chosen if self.beliefs[id].justifications is None] or chosen

    def _rename(self, belief: Belief, new: str) -> dict[str, bytes | None]:
        del self.beliefs[belief.id]
        self.ids.remove(belief.id)
        self.ids.append(new)
        gone: dict[str, bytes | None] = {belief_path(belief.id, self.layout): None}
        return gone | self._put(replace(belief, id=new, aliases=(belief.id,)))

    def _put(self, belief: Belief) -> dict[str, bytes | None]:
        self.beliefs[belief.id] = belief
        return {belief_path(belief.id, self.layout): write_belief(belief)}


def make(folder: Path, beliefs: int, commits: int, seed: int) -> str:
    """Writes the repository; the ids of its deepest and of its busiest belief."""
    made = generate(beliefs, seed)
    write(folder, made.files)
    writer = Writer(made, seed)
    stream = b"".join(writer.commits(commits))
    subprocess.run(["git", "-C", str(folder), "fast-import", "--quiet", "--done"], input=stream, check=True)
    subprocess.run(["git", "-C", str(folder), "reset", "--quiet", "--hard"], check=True)
    subprocess.run(["git", "-C", str(folder), "repack", "-adq"], check=True)
    return f"{made.deepest} {writer.busiest()}"


def measure(folder: Path, ids: str, runs: int) -> None:
    """Prints the least and the median processor time of each command, and its peak memory."""
    eemgit = str(SCRIPTS / "eemgit")
    deepest, busiest = ids.split()
    premise = sorted(path.stem for path in folder.glob("beliefs/*/*.md"))[0]
    commands = {
        "git log --raw": ["git", "log", "--first-parent", "--raw", "--no-renames", "--", "beliefs"],
        "eemgit log PREMISE": [eemgit, "log", premise],
        "eemgit log DEEPEST": [eemgit, "log", deepest],
        "eemgit log BUSIEST": [eemgit, "log", busiest],
        "eemgit log BUSIEST --json": [eemgit, "log", busiest, "--json"],
    }
    for name, command in commands.items():
        spend(command, folder)
        spent = [spend(command, folder) for _ in range(runs)]
        seconds = [each.seconds for each in spent]
        memory = max(each.memory for each in spent)
        print(f"{name:<30} {min(seconds):>7.3f} s  {statistics.median(seconds):>7.3f} s  {memory:>6.1f} MiB")


def main() -> None:
    """Makes the repository, or takes one made before, and measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--beliefs", type=int, default=10_000)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="make the repository here, or use it if it is there"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch) / "repository"
        note = folder.with_name(f"{folder.name}-ids")
        if not folder.exists():
            note.write_text(make(folder, given.beliefs, given.commits, given.seed))
        measure(folder, note.read_text(), given.runs)


if __name__ == "__main__":
    main()
