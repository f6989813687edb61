"""What a belief file says, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from eemgit.errors import Where


class Mode(Enum):
    """How many antecedents of a justification must be IN."""

    ALL = "all"
    ANY = "any"


class Kind(Enum):
    """A premise stands by itself; a derived belief needs a valid justification."""

    PREMISE = "premise"
    DERIVED = "derived"


class RetractionType(Enum):
    """Why a belief was retracted. The first seven are the defeat reasons of a review."""

    UNSUPPORTED_CONJUNCT = "unsupported-conjunct"
    OVER_GENERALIZES = "over-generalizes"
    FALSE_CAUSAL_CLAIM = "false-causal-claim"
    INTERNAL_CONTRADICTION = "internal-contradiction"
    CIRCULAR_REASONING = "circular-reasoning"
    MISSING_BRIDGE = "missing-bridge"
    SCOPE_MISMATCH = "scope-mismatch"
    DUPLICATE = "duplicate"
    SUPERSEDED = "superseded"
    CONTRADICTION = "contradiction"
    SOURCE_CHANGED = "source-changed"
    REJECTED = "rejected"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Justification:
    """One reason to hold a belief: its antecedents, unless one of `unless` is IN."""

    antecedents: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    mode: Mode = Mode.ALL
    label: str = ""


@dataclass(frozen=True, slots=True)
class ScopeFinding:
    """What one antecedent establishes and what it does not, in the forensics of a review."""

    antecedent: str
    establishes: str = ""
    does_not_establish: str = ""


@dataclass(frozen=True, slots=True)
class Retraction:
    """Forces a belief OUT, and says why. A file that holds only a text has only a `reason`."""

    reason: str
    type: RetractionType | None = None
    duplicate_of: str | None = None
    superseded_by: str | None = None
    nogood: str | None = None
    missing_property: str | None = None
    findings: tuple[ScopeFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Validity:
    """The period a claim holds for; dates as typed, either end open."""

    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim comes from: `path#L10-L24@t:3f2a9c1d0b7e`, a path from the git root, or a URL."""

    text: str
    path: str | None = None
    first_line: int | None = None
    last_line: int | None = None
    pin: str | None = None

    @property
    def is_url(self) -> bool:
        return self.path is None and ":" in self.text.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Belief:
    """One belief file. `justifications` is None for a premise, a tuple (perhaps empty) for a derived belief."""

    id: str
    claim: str
    justifications: tuple[Justification, ...] | None = None
    unless: tuple[str, ...] = ()
    retracted: Retraction | None = None
    research: str | None = None
    valid: Validity | None = None
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    distinct: tuple[str, ...] = ()
    origin: str | None = None
    extra: tuple[tuple[str, object], ...] = ()
    """Unknown and `x-` keys with their plain values (str, list, dict), kept as they are."""
    notes: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.PREMISE if self.justifications is None else Kind.DERIVED


@dataclass(frozen=True, slots=True)
class Nogood:
    """Beliefs that cannot all be IN, and why."""

    id: str
    members: tuple[str, ...]
    reason: str


class Severity(Enum):
    """An error blocks where it is new; a warning and an info never do."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a person should know about a file or the network, with a stable `code`."""

    code: str
    severity: Severity
    message: str
    where: Where
    id: str | None = None
    hint: str | None = None
    subject: str = field(default="", compare=False)
    """What makes it the same finding on another revision besides code and id (say the dangling id)."""

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the finding across revisions: lines move, this stays."""
        return (self.code, self.id or self.where.path, self.subject)


class Irregular(Enum):
    """Why a path of the belief repository has no text to read."""

    SYMLINK = "symlink"
    SUBMODULE = "submodule"
    TOO_LARGE = "too large"
    UNMERGED = "unmerged"
    NOT_A_FILE = "not a regular file"
    UNREADABLE = "unreadable"


FileContent = bytes | Irregular
