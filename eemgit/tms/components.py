"""Strongly connected components of a graph over integers, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Successors = Callable[[int], Iterable[int]]


def components(vertices: Iterable[int], successors: Successors) -> list[list[int]]:
    """The components of what is reachable from `vertices`, each after all components it leads to; members sorted.

    Tarjan's algorithm (1972) with its own stack; `successors` is called once a vertex, so time is linear.
    """
    found: list[list[int]] = []
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    pending: list[int] = []
    for root in vertices:
        if root not in order:
            _walk(root, successors, order, lowest, pending, found)
    return found


def _walk(
    root: int,
    successors: Successors,
    order: dict[int, int],
    lowest: dict[int, int],
    pending: list[int],
    found: list[list[int]],
) -> None:
    """One depth-first walk; `order` is when a vertex was entered, or _DONE once its component is complete."""
    path: list[tuple[int, Iterator[int]]] = []
    step: int | None = root
    while path or step is not None:
        if step is not None:
            order[step] = lowest[step] = len(order)
            pending.append(step)
            path.append((step, iter(successors(step))))
        vertex, rest = path[-1]
        step = None
        for successor in rest:
            seen = order.get(successor)
            if seen is None:
                step = successor
                break
            if seen < lowest[vertex]:
                lowest[vertex] = seen
        if step is None:
            path.pop()
            if path:
                lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[vertex])
            if lowest[vertex] == order[vertex]:
                found.append(_leave(vertex, order, pending))


_DONE = 1 << 62


def _leave(vertex: int, order: dict[int, int], pending: list[int]) -> list[int]:
    """Takes the complete component of `vertex` off the pending vertices."""
    cut = len(pending) - 1
    while pending[cut] != vertex:
        cut -= 1
    members = pending[cut:]
    del pending[cut:]
    for member in members:
        order[member] = _DONE
    return sorted(members)


def closure(starts: Iterable[int], successors: Successors) -> set[int]:
    """Everything reachable from `starts`, themselves included."""
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for successor in successors(waiting.pop()):
            if successor not in reached:
                reached.add(successor)
                waiting.append(successor)
    return reached
