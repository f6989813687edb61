"""Measures the kernel in process: `python benchmarks/label.py [--beliefs 100000] [--runs 3]`.

One network like those people write, and shapes that make a naive algorithm slow or recursive. The numbers are seconds
of processor time, the least of the runs: to build the network, to label it, to find the depth and support of every
belief, and to label it again after the retraction of one belief.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eemgit.tms.depths import measure
from eemgit.tms.labelling import Labelling, label, relabel
from eemgit.tms.network import PREMISE, Label, Network, Node, Rule

DERIVED = 0.3
LEVELS = 14


def realistic(count: int) -> Iterator[Node]:
    """Premises, three tenths derived beliefs of two to four antecedents in 14 levels, some unless, some retracted."""
    rng = random.Random(1)
    ids = [f"belief-{i:06}" for i in range(count)]
    rng.shuffle(ids)
    premises = ids[: count - int(count * DERIVED)]
    for id in premises:
        yield Node(id, (PREMISE,), Label.OUT if rng.random() < 0.05 else None)
    levels = [premises]
    derived = ids[len(premises) :]
    size = max(1, -(-len(derived) // LEVELS))
    for start in range(0, len(derived), size):
        level = derived[start : start + size]
        for id in level:
            below = [rng.choice(rng.choice(levels)) for _ in range(rng.randint(1, 3))]
            unless = (rng.choice(premises),) if rng.random() < 0.1 else ()
            yield Node(id, (Rule((rng.choice(levels[-1]), *below), unless, 0),))
        levels.append(level)


def chain(count: int) -> Iterator[Node]:
    """Each belief rests on the one before."""
    yield Node(_id(0))
    for i in range(1, count):
        yield Node(_id(i), (Rule((_id(i - 1),), (), 0),))


def ring(count: int) -> Iterator[Node]:
    """Each belief rests on the one before, and the first on the last."""
    for i in range(count):
        yield Node(_id(i), (Rule((_id((i - 1) % count),), (), 0),))


def odd_ring(count: int) -> Iterator[Node]:
    """Each belief holds unless the one before does, around a ring of odd length."""
    size = count - 1 + count % 2
    for i in range(size):
        yield Node(_id(i), (Rule((), (_id((i - 1) % size),), 0),))


def even_loops(count: int) -> Iterator[Node]:
    """Pairs that exclude each other, each pair resting on the one before."""
    for i in range(count // 2):
        before = (f"a{i - 1:06}",) if i else ()
        yield Node(f"a{i:06}", (Rule(before, (f"b{i:06}",), 0),))
        yield Node(f"b{i:06}", (Rule((), (f"a{i:06}",), 0),))


def nested_circles(count: int) -> Iterator[Node]:
    """Circles in one knot, where each is seen to be without ground only after the one before."""
    size = count // 3
    last = f"w{size - 1:06}"
    for i in range(size):
        u, v, w = f"u{i:06}", f"v{i:06}", f"w{i:06}"
        entry = [Rule((), (f"w{i - 1:06}",), 2)] if i else []
        yield Node(v, (Rule((u,), (), 0), Rule((v, last), (), 1), *entry))
        yield Node(u, (Rule((v,), (), 0),))
        yield Node(w, (Rule((), (u,), 0),))


SHAPES: tuple[Callable[[int], Iterator[Node]], ...] = (realistic, chain, ring, odd_ring, even_loops, nested_circles)


def _id(i: int) -> str:
    return f"n{i:06}"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of processor time for one network."""

    build: float
    label: float
    depths: float
    relabel: float


def timed(work: Callable[[], object]) -> float:
    """The processor time that the work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def run(nodes: list[Node]) -> tuple[Times, Labelling]:
    """Measures once."""
    network = Network.build(nodes)
    labelling = label(network)
    retracted = network.force({network.ids[len(network) // 2]: Label.OUT})
    times = Times(
        build=timed(lambda: Network.build(nodes)),
        label=timed(lambda: label(network)),
        depths=timed(lambda: measure(network, labelling.codes)),
        relabel=timed(lambda: relabel(labelling, retracted)),
    )
    return times, labelling


def main() -> None:
    """Prints one line for each shape."""
    parser = argparse.ArgumentParser(description="Processor time of the kernel, in process.")
    parser.add_argument("--beliefs", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(f"{'shape':<16}{'build':>8}{'label':>8}{'depths':>8}{'relabel':>9}  labels")
    for shape in SHAPES:
        nodes = list(shape(options.beliefs))
        runs = [run(nodes) for _ in range(options.runs)]
        build, labels, depths, again = (
            min(getattr(times, name) for times, _ in runs) for name in ("build", "label", "depths", "relabel")
        )
        counts = ", ".join(f"{len(runs[0][1].having(each))} {each.value}" for each in Label)
        print(f"{shape.__name__:<16}{build:8.3f}{labels:8.3f}{depths:8.3f}{again:9.4f}  {counts}")


if __name__ == "__main__":
    main()
