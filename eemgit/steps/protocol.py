"""What a step sees, asks and returns. It never sees a backend, a file, git or a clock."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from eemgit.beliefs.amending import NO_ITEMS, Lists
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Nogood, Retraction, Source


@dataclass(frozen=True, slots=True)
class View:
    """What a step may look at: the knowledge base with its labels, and the seed of every choice made at random."""

    knowledge: KnowledgeBase
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """One prompt to a model: a template, its values, and the JSON schema the answer should keep."""

    template: str
    values: Mapping[str, object]
    schema: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Embed:
    """Texts to be turned into vectors, one for each, in order."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A readable reply to one question."""

    text: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """No readable reply: UNKNOWN, counted and named, without effect."""

    why: str


Request = tuple[Question, ...] | Embed
"""A batch of questions, or texts to embed."""

Reply = Sequence[Answer | Unanswered] | Sequence[Sequence[float]]
"""For a batch: one answer for each question. For `Embed`: one vector for each text."""


@dataclass(frozen=True, slots=True)
class Add:
    """A new belief."""

    belief: Belief


@dataclass(frozen=True, slots=True)
class Retract:
    """Take a belief OUT. A belief that is retracted already is refused."""

    id: str
    retraction: Retraction


@dataclass(frozen=True, slots=True)
class Restore:
    """Remove the retraction of a belief."""

    id: str


@dataclass(frozen=True, slots=True)
class Extend:
    """Give a belief more sources, tags or justifications; what it has already is not repeated."""

    id: str
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    justifications: tuple[Justification, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordNogood:
    """Put a contradiction on record."""

    nogood: Nogood


@dataclass(frozen=True, slots=True)
class Reword:
    """Put another claim in place of a belief's own."""

    id: str
    claim: str


@dataclass(frozen=True, slots=True)
class Amend:
    """Add items to the lists of a belief and take others out; `unless` here gates the whole belief."""

    id: str
    add: Lists = NO_ITEMS
    remove: Lists = NO_ITEMS


@dataclass(frozen=True, slots=True)
class Ask:
    """Put an open question to a belief, or take it away (None)."""

    id: str
    question: str | None


@dataclass(frozen=True, slots=True)
class Justify:
    """Give a belief one more justification; a premise becomes derived."""

    id: str
    justification: Justification


@dataclass(frozen=True, slots=True)
class Drop:
    """Take justifications away by their numbers, from 1; without any left the belief is derived and OUT."""

    id: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MakePremise:
    """Let a derived belief stand by itself, without its justifications."""

    id: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a belief another id; the old one stays as an alias, so that every reference still finds it."""

    id: str
    new: str


@dataclass(frozen=True, slots=True)
class Move:
    """Put a belief's file at the path that its id and the layout say."""

    id: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The whole text of a record's file as a person or a formatter leaves it; it must be readable."""

    path: str
    text: bytes


InFile = Retract | Restore | Extend | Reword | Amend | Ask | Justify | Drop | MakePremise
"""What changes the text of one belief and leaves its file where it is."""

Edit = InFile | Add | RecordNogood | Rename | Move | Rewrite
"""Everything that can be done to a knowledge base."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Edits that belong together and make one commit.

    `subject` is the commit's subject after `STEP: `; `reason` its body; `seen` maps each belief the unit was computed
    from to the `text_hash` it had, so that `apply` can refuse what has changed since.
    """

    subject: str
    reason: str
    edits: tuple[Edit, ...]
    seen: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The outcome of a step: its edit units in dependency order, and one plain record for each thing it weighed.

    `records` become the lines of the run's report; values are JSON-able.
    """

    step: str
    units: tuple[Unit, ...] = ()
    records: tuple[Mapping[str, object], ...] = ()


Step = Generator[Request, Reply, Proposal]
"""A running step: yields requests, is sent replies, returns a proposal."""

StepFactory = Callable[[View], Step]
