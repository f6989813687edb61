"""Which beliefs of an import may stay retracted as duplicates, though references to them then go to the survivor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from eemgit.beliefs.model import Belief, Nogood, RetractionType
from eemgit.beliefs.references import References, compile_network
from eemgit.tms.labelling import Labelling, label
from eemgit.tms.network import Network


def settle_duplicates(beliefs: Mapping[str, Belief], nogoods: Sequence[Nogood]) -> dict[str, Belief]:
    """The beliefs, those that are `duplicate` only where it changes no label and makes none its own antecedent.

    The exporting program leaves references to a duplicate where they are, so that what rests on it is OUT; here they
    go to the survivor. Where that makes a difference the duplicate is retracted for another reason and says so.
    """
    marked = [id for id, belief in beliefs.items() if _is_duplicate(belief)]
    plain = {**beliefs, **{id: _demoted(beliefs[id]) for id in marked}}
    if not marked:
        return plain
    references = References(beliefs, ())
    members = {member for nogood in nogoods for member in nogood.members}
    fit = [id for id in marked if references.resolve(id) != id and id not in members]
    settled = {**plain, **{id: beliefs[id] for id in fit}}
    if _truth(settled) == _truth(plain):
        return settled
    cited = {each for belief in beliefs.values() for each in References({}, ()).cited(belief)}
    return {**plain, **{id: beliefs[id] for id in fit if id not in cited}}


def _truth(beliefs: Mapping[str, Belief]) -> tuple[Labelling, tuple[str, ...]]:
    references = References(beliefs, ())
    labelling = label(Network.build(compile_network(beliefs, (), references)))
    return labelling, tuple(_supporting_themselves(beliefs, references))


def _supporting_themselves(beliefs: Mapping[str, Belief], references: References) -> Iterator[str]:
    for id, belief in beliefs.items():
        for justification in belief.justifications or ():
            if id in references.standing(justification.antecedents):
                yield id


def _is_duplicate(belief: Belief) -> bool:
    return belief.retracted is not None and belief.retracted.type is RetractionType.DUPLICATE


def _demoted(belief: Belief) -> Belief:
    retracted = belief.retracted
    if retracted is None or retracted.duplicate_of is None:
        return belief
    told = retracted.duplicate_of in retracted.reason
    reason = retracted.reason if told else f"{retracted.reason} (duplicate of {retracted.duplicate_of})"
    return replace(belief, retracted=replace(retracted, reason=reason, type=RetractionType.OTHER, duplicate_of=None))
