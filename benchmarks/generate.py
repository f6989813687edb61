"""Makes a belief repository of any size: `python benchmarks/generate.py FOLDER [--beliefs 10000] [--seed 1]`.

It prints the id of the deepest belief. The same size and seed give the same files. Three in ten beliefs are derived,
from two to four others, some with an exception, up to fourteen derivations deep; the rest are premises that cite lines
of generated source files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.model import Belief, Justification, Mode, Retraction, RetractionType, Source
from eemgit.beliefs.writing import write_belief

TOPICS = """auth billing cache cart catalog checkout cluster config crawler deploy export feed gateway import index
invoice ledger limiter login mail metrics notify order parser payment planner proxy queue quota refund report router
scheduler schema search session shard shipping storage stream tenant token upload user webhook worker""".split()
NOUNS = """backend batch bound buffer client clock column commit consumer counter cursor deadline default digest disk
entry error event failure field file flag format handle handler header host input job key latency leader limit list
lock log message metric mode name node offset output owner page path payload peer pool port prefix price process
producer quorum range rate read record region replica request response result retry role row rule schedule scope secret
segment sequence server service size slot snapshot socket source stage state step table tag target task template thread
timeout timer trace update url value version view window write zone""".split()
VERBS = """accepts allows blocks bounds caches checks copies counts drops encodes expires fails flushes follows holds
hides ignores keeps limits locks logs loses maps merges needs orders owns pins polls reads rejects repeats replays
resets retries reuses rounds sends shares signs skips sorts splits stores streams trims trusts validates waits
writes""".split()
QUALITIES = """atomic bounded cheap consistent constant cumulative eager exact exclusive fair idempotent immutable
implicit lazy linear local mutable optional ordered partial persistent quick random safe serial silent slow sparse
stable stateless strict unsafe""".split()

DEEPEST = 14
LETTER_UP_TO = 5_000
"""With more beliefs than this a letter would hold over a thousand files, so the layout is by hash."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A repository not yet written: its files by path, its beliefs, and the deepest of them."""

    files: Mapping[str, bytes]
    beliefs: tuple[Belief, ...]
    deepest: str


def generate(count: int, seed: int = 1) -> Generated:
    """A repository of `count` beliefs."""
    chance = random.Random(seed)
    files = {path: text.encode() for path, text in _source_files(chance)}
    layout = Layout.LETTER if count <= LETTER_UP_TO else Layout.HASH
    by_depth: list[list[str]] = [[] for _ in range(DEEPEST + 1)]
    beliefs = tuple(_beliefs(count, chance, files, by_depth))
    files |= {belief_path(belief.id, layout): write_belief(belief) for belief in beliefs}
    files["eemgit.yaml"] = f"schema: 1\nlayout: {layout.value}\n".encode()
    files["beliefs/.gitignore"] = b"!*/\n!*\n"
    return Generated(files, beliefs, next(ids[0] for ids in reversed(by_depth) if ids))


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """A git repository in the new folder `folder` with `files` in one commit and in the worktree."""
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    for setting in (("user.name", "Benchmark"), ("user.email", "benchmark@example.org"), ("gc.auto", "0")):
        _git(folder, "config", *setting)
    _git(folder, "fast-import", "--quiet", "--done", data=b"".join(_stream(files)))
    _git(folder, "reset", "--quiet", "--hard")


def _stream(files: Mapping[str, bytes]) -> Iterator[bytes]:
    message = b"beliefs"
    yield b"commit refs/heads/main\ncommitter Benchmark <benchmark@example.org> 1700000000 +0000\n"
    yield b"data %d\n%s\n" % (len(message), message)
    for path, data in sorted(files.items()):
        yield b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)
    yield b"done\n"


def _git(folder: Path, *arguments: str, data: bytes = b"") -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], input=data, check=True)


def _source_files(chance: random.Random) -> Iterator[tuple[str, str]]:
    for topic in TOPICS:
        lines = [f"{chance.choice(NOUNS)}_{number} = {chance.randrange(1000)}" for number in range(400)]
        yield f"src/{topic}.py", "\n".join(lines) + "\n"


def _beliefs(
    count: int, chance: random.Random, files: Mapping[str, bytes], by_depth: list[list[str]]
) -> Iterator[Belief]:
    """Beliefs one after the other, each derived from earlier ones; `by_depth` is filled on the way."""
    taken: set[str] = set()
    for number in range(count):
        id = _new_id(chance, taken)
        derived = number > 20 and chance.random() < 0.3
        depth = _depth(chance, by_depth) if derived else 0
        yield _derived(id, depth, chance, by_depth) if derived else _premise(id, chance, files)
        by_depth[depth].append(id)


def _new_id(chance: random.Random, taken: set[str]) -> str:
    while True:
        words = [chance.choice(TOPICS), chance.choice(NOUNS), chance.choice(VERBS)]
        words += [chance.choice(NOUNS) if chance.random() < 0.6 else chance.choice(QUALITIES)] * (chance.random() < 0.8)
        words += chance.choices(NOUNS, k=chance.choice((0, 0, 1, 2)))
        id = "-".join(words)
        if id not in taken:
            taken.add(id)
            return id


def _depth(chance: random.Random, by_depth: list[list[str]]) -> int:
    """A depth that the beliefs so far allow; deep ones are rare."""
    deepest = max(depth for depth, ids in enumerate(by_depth) if ids)
    depth = 1
    while depth < DEEPEST and depth <= deepest and chance.random() < 0.55:
        depth += 1
    return depth


def _premise(id: str, chance: random.Random, files: Mapping[str, bytes]) -> Belief:
    stale = Retraction("the code has changed since", RetractionType.SOURCE_CHANGED)
    return Belief(
        id,
        claim=_claim(id, chance),
        retracted=stale if chance.random() < 0.02 else None,
        sources=(_source(id, chance, files),) if chance.random() < 0.9 else (),
        tags=tuple(sorted(set(chance.choices(NOUNS, k=chance.choice((0, 1, 1, 2)))))),
    )


def _derived(id: str, depth: int, chance: random.Random, by_depth: list[list[str]]) -> Belief:
    below = [ids for ids in by_depth[:depth] if ids]
    others = [chance.choice(chance.choice(below)) for _ in range(chance.choice((1, 1, 2, 3)))]
    antecedents = tuple(dict.fromkeys([chance.choice(by_depth[depth - 1]), *others]))
    unless = (chance.choice(by_depth[0]),) if chance.random() < 0.05 else ()
    mode = Mode.ANY if chance.random() < 0.04 else Mode.ALL
    return Belief(
        id,
        claim=_claim(id, chance),
        justifications=(Justification(antecedents, tuple(set(unless) - set(antecedents)), mode, "follows from both"),),
        tags=(chance.choice(NOUNS),),
        origin="derive",
    )


def _claim(id: str, chance: random.Random) -> str:
    topic, noun, verb, *rest = id.split("-")
    detail = f"{chance.choice(QUALITIES)} {chance.choice(NOUNS)} and a {chance.choice(NOUNS)}"
    tail = f", with {detail} of {chance.randrange(999)}" if chance.random() < 0.7 else ""
    return f"The {noun} of the {topic} {verb} the {' '.join(rest) or 'rest'}{tail}."


def _source(id: str, chance: random.Random, files: Mapping[str, bytes]) -> Source:
    path = f"src/{id.split('-')[0]}.py"
    first = chance.randrange(1, 380)
    last = first + chance.randrange(1, 20)
    cited = b"".join(files[path].splitlines(keepends=True)[first - 1 : last])
    pin = hashlib.sha256(cited).hexdigest()[:12]
    return Source(f"{path}#L{first}-L{last}@t:{pin}", path, first, last, pin)


def export(beliefs: Iterable[Belief]) -> dict[str, object]:
    """The beliefs in the form that reasonsforge imports."""
    nodes: dict[str, object] = {}
    for belief in beliefs:
        sets = [
            {"type": "SL", "antecedents": antecedents, "outlist": list(each.unless), "label": each.label}
            for each in belief.justifications or ()
            for antecedents in ([list(each.antecedents)] if each.mode is Mode.ALL else [[a] for a in each.antecedents])
        ]
        held = {"truth_value": "OUT", "retracted_at": "2024-01-01T00:00:00"} if belief.retracted else {}
        source = belief.sources[0].text if belief.sources else ""
        nodes[belief.id] = {"text": belief.claim, "truth_value": "IN", "justifications": sets, "source": source} | held
    return {"nodes": nodes, "nogoods": [], "repos": {}}


def main() -> None:
    """Writes one repository."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--beliefs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the same beliefs for reasonsforge too")
    given = parser.parse_args()
    made = generate(given.beliefs, given.seed)
    write(given.folder, made.files)
    if given.export:
        given.export.write_text(json.dumps(export(made.beliefs)), encoding="utf-8")
    print(made.deepest)


if __name__ == "__main__":
    main()
