"""Importing again adds what is new and touches nothing that is there."""

from __future__ import annotations

from eemgit.exchange import Import, read_reasonsforge
from tests.exchange.exports import because, export, imported, knowledge, node

NODES = {
    "Auth Slow": node(source="docs/a.md", metadata={"k": ["v", "w"], "example": "one"}),
    "team:x": node(because("Auth Slow"), because("b")),
    "b": node(truth="OUT", metadata={"retract_reason": "wrong: it is"}),
    "": node(text="No id at all."),
    "AUTH-SLOW": node(text="Another one."),
    "y": node(because("Gone", unless=["team:x"]), truth="OUT"),
}
NOGOODS = [{"id": "nogood-Auth Slow-b", "nodes": ["Auth Slow", "b"], "resolution": "b went"}]


def added(result: Import) -> tuple[object, ...]:
    return (*result.beliefs, *result.nogoods)


def test_the_same_export_again_adds_nothing() -> None:
    for keep in (False, True):
        first = imported(NODES, NOGOODS, keep=keep)
        again = imported(NODES, NOGOODS, keep=keep, taken=knowledge(first))
        assert added(again) == ()
        assert (again.kept, again.unchanged) == ((), tuple(sorted(belief.id for belief in first.beliefs)))
        assert (again.renamed, again.stored, again.losses) == (first.renamed, first.stored, first.losses)


def test_what_people_edited_is_kept_as_they_have_it() -> None:
    first = imported(NODES)
    base = knowledge(first)
    edited = base.with_files({base.paths["b"]: b"Something else about b.\n"})
    again = imported(NODES, taken=edited)
    assert (again.beliefs, again.kept) == ((), ("b",))


def test_a_belief_that_cannot_be_read_is_kept() -> None:
    base = knowledge(imported(NODES))
    broken = base.with_files({base.paths["b"]: b"\xff"})
    again = imported(NODES, taken=broken)
    assert (again.beliefs, again.kept) == ((), ("b",))


def test_a_belief_that_was_renamed_is_found_by_its_alias() -> None:
    base = knowledge(imported(NODES))
    text = base.files[base.paths["b"]]
    assert isinstance(text, bytes)
    renamed = text.replace(b"retracted:", b"aliases:\n  - b\nretracted:")
    moved = base.with_files({base.paths["b"]: None, "beliefs/b/better-name.md": renamed})
    again = imported(NODES, taken=moved)
    assert (again.beliefs, again.kept) == ((), ())
    assert "better-name" in again.unchanged
    assert again.renamed["b"] == "better-name"


def test_a_later_export_adds_only_its_new_nodes_and_they_cite_what_is_there() -> None:
    base = knowledge(imported(NODES))
    later = NODES | {"auth slow": node(text="A third."), "z": node(because("Auth Slow", "auth slow"))}
    again = imported(later, taken=base)
    third, derived = again.beliefs
    assert third.aliases == ("auth slow",)
    assert third.id not in base.paths
    assert derived.justifications is not None
    assert derived.justifications[0].antecedents == (again.renamed["Auth Slow"], third.id)
    assert knowledge(again, before=base).label_of("z").value == "IN"


def test_a_belief_that_is_there_already_is_never_overwritten_by_one_of_the_same_id() -> None:
    base = knowledge(imported({"a": node(text="Ours.")}))
    again = imported({"a": node(text="Theirs.")}, taken=base)
    assert (again.beliefs, again.kept) == ((), ("a",))


def test_an_odd_id_never_takes_the_place_of_another_belief() -> None:
    base = knowledge(imported({"auth-slow": node(text="Ours.")}))
    again = imported({"Auth Slow": node(text="Theirs.")}, taken=base)
    assert [belief.id for belief in again.beliefs] == ["auth-slow-2"]


def test_a_nogood_that_was_renamed_is_not_added_again() -> None:
    base = knowledge(imported(NODES, NOGOODS))
    (path,) = base.nogood_paths.values()
    moved = base.with_files({path: None, "nogoods/auth.md": base.files[path]})
    assert imported(NODES, NOGOODS, taken=moved).nogoods == ()


def test_the_layout_counts_what_is_there() -> None:
    base = knowledge(imported({f"a{number}": node() for number in range(1000)}))
    assert imported({"a-new": node()}, taken=base).layout.value == "hash"


def test_two_readings_of_the_same_bytes_are_equal() -> None:
    data = export(NODES, NOGOODS)
    assert read_reasonsforge(data, keep_metadata=True) == read_reasonsforge(data, keep_metadata=True)
