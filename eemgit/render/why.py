"""The text of `why`: a tree of reasons in which each belief is opened once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from eemgit.beliefs.model import Kind, Mode, Retraction
from eemgit.beliefs.why import Cited, Reason, Reasons
from eemgit.render.plain import short, sign, visible
from eemgit.tms.network import Label

WIDTH = 100
DEEPEST_INDENT = 20


def why_lines(explained: Sequence[Reasons]) -> list[str]:
    """The tree from the first of `explained`; beliefs not among them are named without their reasons."""
    known = {each.id: each for each in explained}
    opened: set[str] = set()
    lines: list[str] = []
    first = explained[0]
    waiting: list[tuple[int, str, str | Cited]] = [(0, "", Cited(first.id, first.id, first.label, first.claim))]
    while waiting:
        level, role, item = waiting.pop()
        indent = "  " * min(level, DEEPEST_INDENT)
        if isinstance(item, str):
            lines.append(indent + item)
            continue
        reasons = known.get(item.id or "")
        again = item.id in opened
        ends_here = level > 0 and reasons is not None and _stands_by_itself(reasons)
        lines.append(indent + role + _headline(item, again, ends_here, whole=level == 0))
        if reasons is not None and not again and not ends_here:
            opened.add(reasons.id)
            waiting += reversed([(level + 1, *line) for line in _below(reasons)])
    return lines


def _stands_by_itself(reasons: Reasons) -> bool:
    return reasons.kind is Kind.PREMISE and reasons.label is Label.IN


def _headline(cited: Cited, again: bool, is_premise: bool, whole: bool) -> str:
    name = visible(cited.id or cited.reference)
    if cited.id is not None and cited.reference != cited.id:
        name += f" (cited as {visible(cited.reference)})"
    text = f"{sign(cited.label):<3} {name}"
    if cited.id is None:
        return text + "  (no such belief)"
    if again:
        return text + "  (see above)"
    claim = f"  {visible(cited.claim) if whole else short(cited.claim, WIDTH)}" if cited.claim else "  (cannot be read)"
    return text + claim + ("  [premise]" if is_premise else "")


def _below(reasons: Reasons) -> Iterator[tuple[str, str | Cited]]:
    if reasons.retracted is not None:
        yield from (("", line) for line in retraction_lines(reasons.retracted))
        return
    blocking = [cited for cited in reasons.gate if cited.label is not Label.OUT]
    yield from (("unless ", cited) for cited in blocking)
    if reasons.kind is Kind.PREMISE and not blocking:
        yield "", "a premise: it stands by itself"
    elif reasons.kind is Kind.DERIVED and not reasons.reasons:
        yield "", "derived, with no justification left"
    for reason in reasons.reasons:
        if reasons.label is not Label.IN or reason.number == reasons.support:
            yield "", _verdict(reason, len(reasons.reasons))
            yield from _cited(reason)
    others = len(reasons.reasons) - 1
    if reasons.label is Label.IN and others > 0:
        sound = sum(reason.holds for reason in reasons.reasons) - 1
        yield "", f"{others} more justification{'s' if others > 1 else ''}, {sound} of which would hold it too"


def _verdict(reason: Reason, total: int) -> str:
    name = f"justification {reason.number}" if total > 1 else "justification"
    mode = " (any of)" if reason.mode is Mode.ANY else ""
    label = f": {visible(reason.label)}" if reason.label else ""
    return f"{name}{mode} {'holds' if reason.holds else 'does not hold'}{label}"


def _cited(reason: Reason) -> Iterator[tuple[str, str | Cited]]:
    for cited in reason.antecedents:
        if not reason.holds or reason.mode is Mode.ALL or cited.label is Label.IN:
            yield ("because " if cited.label is Label.IN else "needs "), cited
    for cited in reason.unless:
        yield "unless ", cited


def retraction_lines(retracted: Retraction) -> Iterator[str]:
    """Why it was retracted: the reason, its type, and the forensics of a review."""
    kind = f" ({retracted.type.value})" if retracted.type else ""
    yield f"retracted{kind}: {visible(retracted.reason)}"
    named: Mapping[str, str | None] = {
        "duplicate of": retracted.duplicate_of,
        "superseded by": retracted.superseded_by,
        "nogood": retracted.nogood,
        "missing property": retracted.missing_property,
    }
    yield from (f"{name}: {visible(value)}" for name, value in named.items() if value)
    for finding in retracted.findings:
        yield f"{visible(finding.antecedent)} establishes: {visible(finding.establishes or '-')}"
        if finding.does_not_establish:
            yield f"{' ' * len(finding.antecedent)} does not establish: {visible(finding.does_not_establish)}"
