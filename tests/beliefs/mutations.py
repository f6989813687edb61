"""Belief files gone wrong: valid ones with bytes and lines changed, moved, doubled and removed at random."""

from __future__ import annotations

import random
from collections.abc import Callable

SEEDS = (
    b"The pump runs.\n",
    b"---\n---\nThe pump runs.",
    b"""---
justifications:
  - antecedents:
      - auth-jwt-validation
      - auth-token-refresh
    unless:
      - auth-token-cache
    label: "synchronous: behind one refresh"
  - mode: any
    antecedents: [a, 'b']
unless:
  - strike
valid: {from: 2026-01, to: 2026-12-31}
sources:
  - src/auth.py#L10-L24@t:3f2a9c1d0b7e
tags:
  - auth
origin: derive, ollama:qwen3
---

The authentication service is a potential bottleneck.

Anything below the first paragraph is notes.
""",
    b"""\xef\xbb\xbf---\r
# a comment\r
retracted:\r
  reason: >-\r
    two lines\r
    of reason\r
  type: duplicate\r
  duplicate_of: other\r
  findings:\r
    - antecedent: a\r
      establishes: 'it''s on'\r
      does_not_establish: "\\u00e9"\r
x-team: {lead: Kim, members: [A, B]}\r
---\r
\r
\\- The caf\xc3\xa9\r
is open.\r
\r
- note\r
""",
)

PIECES = (
    *(b"---\n", b"---", b"\n", b"\r\n", b"\r", b" ", b"  ", b"\t", b"- ", b": ", b":", b" #", b"#", b"'", b'"', b"\\"),
    *(b"[", b"]", b"{", b"}", b",", b"&a ", b"*a", b"!t ", b"|", b">", b"? ", b"%", b"@", b"`", b"...\n", b"<<: "),
    *(b"\x00", b"\x1b", b"\x7f", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x92\xa9", b"\xe2\x80\xa8", b"\xc2\x85"),
    *(
        b"<<<<<<< HEAD\n",
        b"=======\n",
        b">>>>>>> x\n",
        b"||||||| x\n",
        b"\xef\xbb\xbf",
        b"# h\n",
        b"> q\n",
        b"a | b\n--|--\n",
    ),
    *(
        b"justifications:\n",
        b"  - antecedents: [a]\n",
        b"mode: any\n",
        b"retracted: no\n",
        b"tags:\n",
        b"x: y\n",
        b"null",
        b"[" * 20,
    ),
)

Mutation = Callable[[bytes, random.Random], bytes]


def mutated(chance: random.Random) -> bytes:
    """A seed with one to six mutations."""
    data = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 6)):
        data = chance.choice(MUTATIONS)(data, chance)
    return data


def _insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(PIECES) + data[at:]


def _cut(data: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + data[at + chance.randint(1, 12) :]


def _truncate(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randint(0, len(data))]


def _flip(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """One line doubled, removed, swapped with another or moved sideways."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    here, there = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            lines.insert(there, lines[here])
        case 1:
            del lines[here]
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case _:
            lines[here] = (
                b" " * chance.randint(1, 4) + lines[here] if chance.random() < 0.5 else lines[here].lstrip(b" ")
            )
    return b"".join(lines)


def _splice(data: bytes, chance: random.Random) -> bytes:
    """The beginning of one file and the end of another."""
    other = chance.choice(SEEDS)
    return data[: chance.randint(0, len(data))] + other[chance.randint(0, len(other)) :]


MUTATIONS: tuple[Mutation, ...] = (_insert, _insert, _cut, _truncate, _flip, _lines, _lines, _splice)
