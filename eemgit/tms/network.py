"""A network of beliefs as the kernel sees it: ids interned to integers, rules as flat in-lists and out-lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Label(Enum):
    """The truth of a belief: held, not held, or caught in a loop through `unless`."""

    IN = "IN"
    OUT = "OUT"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to hold a belief: all of `inlist` IN and none of `outlist` IN.

    `number` is the index of the justification it was made from (several rules for an ANY set), or -1 for a premise.
    """

    inlist: tuple[str, ...] = ()
    outlist: tuple[str, ...] = ()
    number: int = -1


PREMISE = Rule()


@dataclass(frozen=True, slots=True)
class Node:
    """A belief with its rules; no rules means it cannot be held. `forced` overrides them whatever they say.

    Forced OUT is a retraction, forced IN an assumption, forced UNDECIDED a belief whose file cannot be read.
    """

    id: str
    rules: tuple[Rule, ...] = (PREMISE,)
    forced: Label | None = None
