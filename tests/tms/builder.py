"""Networks written as lines of text, for tests.

`network("a", "b <- a, c unless d", "x <- any a, b")` reads:

- `a`                    a premise
- `a unless g`           a premise with a gate
- `b <- a, c unless d`   derived: all of a and c, unless d
- `x <- any a, b`        derived: one of a and b
- `y <- unless d`        derived from the absence of d alone
- `z <-`                 derived, without a justification

Several lines with one head are alternatives, numbered in their order. `a!out`, `a!in` and `a!undecided` as a head force
the belief: `b!out <- a`. An id that is only cited has no node.
"""

from __future__ import annotations

from eemgit.tms.network import Label, Network, Node, Rule


def network(*lines: str) -> Network:
    """The network that the lines say."""
    return Network.build(nodes(*lines))


def nodes(*lines: str) -> tuple[Node, ...]:
    """The nodes that the lines say, in the order in which their heads first appear."""
    rules: dict[str, list[Rule]] = {}
    forced: dict[str, Label] = {}
    for line in lines:
        head, arrow, body = line.partition("<-")
        head, _, gate = head.partition(" unless ")
        id, _, force = head.strip().partition("!")
        known = rules.setdefault(id, [])
        if force:
            forced[id] = Label[force.upper()]
        if arrow:
            known += _justification(body, 1 + max((rule.number for rule in known), default=-1))
        else:
            known.append(Rule((), _ids(gate)))
    return tuple(Node(id, tuple(own), forced.get(id)) for id, own in rules.items())


def _justification(body: str, number: int) -> list[Rule]:
    antecedents, _, unless = f" {body.strip()} ".partition(" unless ")
    mode, _, rest = antecedents.strip().partition(" ")
    outlist = _ids(unless)
    if mode == "any":
        return [Rule((id,), outlist, number) for id in _ids(rest)]
    inlist = _ids(antecedents)
    return [Rule(inlist, outlist, number)] if inlist or outlist else []


def _ids(text: str) -> tuple[str, ...]:
    return tuple(id.strip() for id in text.split(",") if id.strip())
