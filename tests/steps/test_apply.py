"""Typed edits as the files they change, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eemgit.beliefs.ids import Layout
from eemgit.beliefs.model import Irregular, Mode, Nogood, Retraction, RetractionType, Source
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import text_hash
from eemgit.errors import BadId, EditRefused, UnknownBelief
from eemgit.steps.apply import apply
from eemgit.steps.protocol import Add, Edit, Extend, RecordNogood, Restore, Retract, Unit
from tests.steps.builder import because, belief, is_in, knowledge, labels

GONE = Retraction("it is gone")
DUPLICATE = RetractionType.DUPLICATE


def unit(*edits: Edit, **seen: str) -> Unit:
    return Unit("do it", "because", edits, {id.replace("_", "-"): value for id, value in seen.items()})


def test_each_unit_gives_the_files_it_writes_and_the_state_after_all_comes_with_them() -> None:
    before = knowledge(belief("p"), belief("q"), belief("c", None, because("p q")))
    applied = apply(
        before, [unit(Retract("p", GONE)), unit(Add(belief("n", "New.", because("q"))), Retract("c", GONE))]
    )
    assert [list(changes) for changes in applied.changes] == [
        ["beliefs/p/p.md"],
        ["beliefs/c/c.md", "beliefs/n/n.md"],
    ]
    assert labels(applied.knowledge) == {"c": "OUT", "n": "IN", "p": "OUT", "q": "IN"}
    assert labels(before) == {"c": "IN", "p": "IN", "q": "IN"}


def test_a_retraction_and_its_restoration_give_the_file_back_byte_for_byte() -> None:
    before = knowledge(belief("p", sources="a.md"))
    applied = apply(before, [unit(Retract("p", GONE)), unit(Restore("p"))])
    assert applied.changes[1]["beliefs/p/p.md"] == before.files["beliefs/p/p.md"]
    assert labels(applied.knowledge) == {"p": "IN"}


def test_two_edits_of_one_belief_in_one_unit_build_on_each_other() -> None:
    before = knowledge(belief("p"))
    (changes,) = apply(before, [unit(Extend("p", tags=("t",)), Retract("p", GONE))]).changes
    assert b"- t\n" in changes["beliefs/p/p.md"]
    assert b"it is gone" in changes["beliefs/p/p.md"]


def test_nothing_to_do_leaves_the_knowledge_base_as_it_is() -> None:
    before = knowledge(belief("p"))
    applied = apply(before, [])
    assert applied.changes == ()
    assert applied.knowledge is before


def test_a_new_belief_lies_where_the_layout_says() -> None:
    before = knowledge(belief("p"), settings=Settings(layout=Layout.HASH))
    (changes,) = apply(before, [unit(Add(belief("team/new")))]).changes
    (path,) = changes
    assert path.startswith("beliefs/team/") and path.endswith("/new.md") and len(path.split("/")[2]) == 2


def test_an_extension_adds_sources_tags_and_justifications_and_repeats_none() -> None:
    before = knowledge(belief("p"), belief("q"), belief("c", None, because("p"), sources="a.md", tags="t"))
    extend = Extend("c", (Source("a.md", "a.md"), Source("b.md", "b.md")), ("t", "u"), (because("p"), because("q")))
    after = apply(before, [unit(extend)]).knowledge.beliefs["c"]
    assert [source.text for source in after.sources] == ["a.md", "b.md"]
    assert after.tags == ("t", "u")
    assert after.justifications == (because("p"), because("q"))


def test_a_contradiction_is_put_on_record() -> None:
    before = knowledge(belief("p"), belief("q"))
    applied = apply(before, [unit(RecordNogood(Nogood("clash", ("p", "q"), "They clash.")))])
    assert list(applied.changes[0]) == ["nogoods/clash.md"]
    assert applied.knowledge.nogoods["clash"].members == ("p", "q")


def test_what_a_unit_was_computed_from_must_be_unchanged_and_the_refusal_names_it() -> None:
    before = knowledge(belief("auth-x"), belief("p"))
    current = text_hash(before.files["beliefs/a/auth-x.md"])  # type: ignore[arg-type]  # the builder writes bytes
    assert apply(before, [unit(Retract("auth-x", GONE), auth_x=current)]).changes
    with pytest.raises(EditRefused, match="text that has changed: 'auth-x'") as caught:
        apply(before, [unit(Retract("p", GONE), auth_x="0" * 12)])
    assert str(caught.value).startswith("beliefs/a/auth-x.md: ")


def test_a_unit_may_be_computed_from_what_an_earlier_one_wrote() -> None:
    before = knowledge(belief("p"))
    first = unit(Extend("p", tags=("t",)))
    written = text_hash(apply(before, [first]).changes[0]["beliefs/p/p.md"])
    original = text_hash(before.files["beliefs/p/p.md"])  # type: ignore[arg-type]  # the builder writes bytes
    for seen in (written, original):
        assert apply(before, [first, unit(Retract("p", GONE), p=seen)]).changes[1]


NAMED = knowledge(
    belief("p", aliases="old-p"),
    belief("c", None, because("p")),
    belief("d", None, because("c")),
    belief("gone"),
)
WITH_GONE = apply(NAMED, [unit(Retract("gone", GONE))]).knowledge


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Add(belief("p")), "the id 'p' is taken"),
        (Add(belief("old-p")), "'old-p' is taken: it is an alias of 'p'"),
        (Add(belief("new", aliases="c")), "'c' is taken"),
        (Add(belief("new", aliases="old-p")), "'old-p' is taken"),
        (Add(belief("new", None, because("nobody"))), "'new' would rest on 'nobody', which does not exist"),
        (Add(belief("new", None, because("new"))), "'new' would be its own antecedent"),
        (Add(belief("new", None, because("p new", mode=Mode.ANY))), "'new' would be its own antecedent"),
        (Retract("gone", GONE), "retracted already"),
        (Retract("p", Retraction(" ")), "without a reason"),
        (Retract("p", Retraction("x", DUPLICATE, "nobody")), "give way to 'nobody', which does not exist"),
        (Retract("p", Retraction("x", DUPLICATE, "p")), "would give way to itself"),
        (Retract("p", Retraction("x", DUPLICATE, "old-p")), "would give way to itself"),
        (Retract("p", Retraction("x", RetractionType.SUPERSEDED, superseded_by="nobody")), "does not exist"),
        (Retract("p", Retraction("x", RetractionType.CONTRADICTION, nogood="nobody")), "no nogood 'nobody'"),
        (Restore("p"), "not retracted"),
        (Extend("c", justifications=(because("c"),)), "'c' would be its own antecedent"),
        (Extend("c", justifications=(because("nobody"),)), "'c' would rest on 'nobody'"),
        (Extend("p", justifications=(because("c"),)), "premise"),
        (Extend("c", justifications=(because("p"),)), "changes nothing"),
        (RecordNogood(Nogood("n", ("p", "nobody"), "x")), "names 'nobody'"),
    ],
)
def test_an_edit_that_would_lose_or_break_something_is_refused(edit: Edit, message: str) -> None:
    with pytest.raises(EditRefused, match=message):
        apply(WITH_GONE, [unit(edit)])


@pytest.mark.parametrize("edit", [Retract("pp", GONE), Restore("pp"), Extend("pp", tags=("t",))])
def test_an_edit_of_an_unknown_belief_is_refused_with_what_is_near(edit: Edit) -> None:
    with pytest.raises(UnknownBelief, match="no belief 'pp'"):
        apply(NAMED, [unit(edit)])


def test_an_edit_names_a_belief_by_its_id_and_not_by_an_alias() -> None:
    with pytest.raises(UnknownBelief) as caught:
        apply(NAMED, [unit(Retract("old-p", GONE))])
    assert caught.value.hint == "'p' has this alias"


def test_an_id_that_can_be_none_is_refused() -> None:
    with pytest.raises(BadId):
        apply(NAMED, [unit(Add(belief("No Id")))])


def test_a_new_derived_belief_needs_something_to_rest_on() -> None:
    with pytest.raises(EditRefused, match="'new' would be derived from nothing"):
        apply(NAMED, [unit(Add(replace(belief("new"), justifications=())))])
    with pytest.raises(EditRefused, match="a justification of 'new' has neither antecedents nor unless"):
        apply(NAMED, [unit(Add(belief("new", None, because())))])


def test_a_new_belief_must_not_overwrite_a_file_that_cannot_be_read() -> None:
    broken = NAMED.with_files({"beliefs/n/new.md": b"", "beliefs/l/link.md": Irregular.SYMLINK})
    for id in ("new", "link"):
        with pytest.raises(EditRefused, match=f"'{id}' is taken"):
            apply(broken, [unit(Add(belief(id)))])
        with pytest.raises(EditRefused, match=f"'{id}' cannot be read"):
            apply(broken, [unit(Retract(id, GONE))])


def test_a_nogood_is_not_recorded_over_another() -> None:
    before = knowledge(belief("p"), belief("q"), Nogood("clash", ("p", "q"), "They clash."))
    with pytest.raises(EditRefused, match="a nogood 'clash' already"):
        apply(before, [unit(RecordNogood(Nogood("clash", ("p", "q"), "Again.")))])


def test_a_duplicate_of_its_own_duplicate_is_refused() -> None:
    before = apply(knowledge(belief("p"), belief("q")), [unit(Retract("q", Retraction("x", DUPLICATE, "p")))]).knowledge
    with pytest.raises(EditRefused, match="duplicate of a duplicate of itself"):
        apply(before, [unit(Retract("p", Retraction("x", DUPLICATE, "q")))])


def test_a_belief_must_not_come_to_hold_itself_up_through_others() -> None:
    before = apply(
        knowledge(belief("p"), belief("a", None, because("p")), belief("b", None, because("a"))),
        [unit(Retract("p", GONE))],
    ).knowledge
    with pytest.raises(EditRefused, match="'a' would hold itself up: 'a', 'b' support each other"):
        apply(before, [unit(Extend("a", justifications=(because("b"),)))])


def test_a_circle_is_no_harm_to_what_is_held_without_it() -> None:
    before = knowledge(belief("p"), belief("a", None, because("p")), belief("b", None, because("a")))
    applied = apply(before, [unit(Extend("a", justifications=(because("b"),)))])
    assert is_in(applied.knowledge, "a", "b")


def test_a_new_belief_must_not_close_a_circle_that_waited_for_it() -> None:
    before = knowledge(belief("x", None, because("new")))
    with pytest.raises(EditRefused, match="hold itself up: 'new', 'x'"):
        apply(before, [unit(Add(belief("new", None, because("x"))))])


def test_a_belief_that_holds_itself_up_already_may_still_get_sources() -> None:
    before = knowledge(belief("a", None, because("b")), belief("b", None, because("a")))
    assert apply(before, [unit(Extend("a", sources=(Source("s.md", "s.md"),)))]).changes


def test_units_build_on_earlier_units_and_not_on_later_ones() -> None:
    before = knowledge(belief("p"))
    first, second = unit(Add(belief("m", None, because("p")))), unit(Add(belief("n", None, because("m"))))
    assert is_in(apply(before, [first, second]).knowledge, "m", "n")
    with pytest.raises(EditRefused, match="'n' would rest on 'm', which is only added later"):
        apply(before, [second, first])


def test_one_id_is_not_given_twice_in_one_proposal() -> None:
    with pytest.raises(EditRefused, match="'new' is taken"):
        apply(NAMED, [unit(Add(belief("new"))), unit(Add(belief("new")))])
    with pytest.raises(EditRefused, match="'also' is taken: it is an alias of 'new'"):
        apply(NAMED, [unit(Add(belief("new", aliases="also"))), unit(Add(belief("also")))])
