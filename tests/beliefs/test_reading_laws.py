"""Laws of the format: claims survive, markdown agrees on what a paragraph is, and the quick way changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from eemgit.beliefs.body import escape_claim, fold, read_body, unescape_claim
from eemgit.beliefs.frontmatter import parse_front_matter, parse_tree, split
from eemgit.beliefs.nodes import ListNode, MapNode, Node, ScalarNode
from eemgit.beliefs.quick import quick_tree
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.tree import parse_yaml
from tests.beliefs.strategies import messy_files

MARKDOWN = MarkdownIt("commonmark").enable("table")

CONTROL = "".join(chr(code) for code in (*range(32), *range(0x7F, 0xA0)) if chr(code) not in "\t\n\r")
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=CONTROL), max_size=40)
MARKS = st.text(alphabet="\\-#5.)1+*> `~|_=[]:<a!-/\ufeffé\u00a0 ", max_size=12)


@given(st.one_of(ANY_TEXT, MARKS))
@example("\\")
@example("1\\. x")
@example("\\\\- x")
@example("<<<<<<< HEAD")
@example("\ufeffmark")
def test_every_claim_without_control_characters_comes_back(text: str) -> None:
    claim = fold(text)
    assert unescape_claim(escape_claim(text)) == claim
    assume(claim.strip())
    for content in (f"{escape_claim(text)}\n", f"---\ntags: [a]\n---\n\n{escape_claim(text)}\n\nNotes.\n"):
        belief = read_belief("x", content.encode(), "x").value
        assert belief is not None
        assert belief.claim == claim


@pytest.mark.parametrize(
    ("written", "claim"),
    [
        ("\\- dash", "- dash"),
        ("1\\. x", "1. x"),
        ("12\\) x", "12) x"),
        ("\\# x", "# x"),
        ("\\> x", "> x"),
        ("\\+ x", "+ x"),
        ("\\~~~", "~~~"),
        ("\\| x", "| x"),
        ("\\*star", "\\*star"),
        ("\\path", "\\path"),
        ("1\\.5 bar", "1\\.5 bar"),
        ("\\\\- dash", "\\- dash"),
    ],
)
def test_only_a_backslash_that_protects_the_paragraph_is_dropped(written: str, claim: str) -> None:
    assert read_body(f"{written}\n").claim == claim


BLOCKS = st.sampled_from(
    [
        *(
            "a",
            "b c",
            "- ",
            "* ",
            "+ ",
            "1. ",
            "2) ",
            "01. ",
            "# ",
            "####### ",
            "> ",
            "```",
            "~~~",
            "`",
            "---",
            "===",
            "-",
        ),
        *(
            "***",
            "_ _ _",
            " ",
            "  ",
            "    ",
            "\t",
            "\n",
            "\n",
            "\n\n",
            "|",
            "a | b",
            "--|--",
            "<div>",
            "<b>",
            "<b x='y'>",
        ),
        *("</b>", "<!-- ", "<?", "<![CDATA[", "<pre", "\\", "é", "x\n", "!", "<https://a.b>", "</p>", "<hr/>", "10"),
    ]
)


@settings(max_examples=400)
@given(st.lists(BLOCKS, max_size=8).map("".join))
def test_the_claim_is_the_first_paragraph_of_a_markdown_reader(text: str) -> None:
    tokens = MARKDOWN.parse(text)
    body = read_body(text)
    if not tokens or tokens[0].type != "paragraph_open":
        assert body.block
    else:
        lines = [text.count("\n", 0, body.start), text.count("\n", 0, body.end) + 1]
        assert (body.block, lines) == ("", tokens[0].map)


PARTS = st.sampled_from(
    [
        *("a", "b:", "tags:", " ", "  ", "    ", "- ", "-", "\n", "\n", "\n", '"x y"', "'q'", ": ", "x:y", "::", " #c"),
        *("[a]", "{}", "|", "é", "- a\n", "k: v\n", "  - a\n", "j:\n", "  - k: v\n", "    m: n\n", "...", "---", "1.5"),
        *("\t", "!", "&", "*", "?", "\u2028", "\u00a0", "null", "<<: ", "@", "x "),
    ]
)


@settings(max_examples=400)
@given(st.lists(PARTS, max_size=12).map("".join))
def test_the_quick_way_leads_to_the_tree_of_libyaml_or_nowhere(source: str) -> None:
    quick = quick_tree(source, 3)
    if quick is not None:
        assert parse_yaml("---" + source, 3) == (quick, [])


@given(messy_files())
def test_the_quick_way_agrees_on_files_as_people_write_them(data: bytes) -> None:
    document, _ = split(data)
    assert document is not None
    quick = quick_tree(document.yaml, document.yaml_start)
    if quick is not None:
        assert parse_yaml(document.text, document.yaml_start, document.yaml_end) == (quick, [])


USUAL = """retracted:
  reason: "no: really"
  findings:
    - antecedent: a
      establishes: 'b'
justifications:
  - mode: any
    antecedents:
      - a/b
      - "012"
  - antecedents:
      - c
tags:
  - x
empty:
origin: derive, ollama:qwen3
"""


def test_the_usual_form_takes_the_quick_way() -> None:
    assert quick_tree(USUAL, 0) is not None
    assert parse_yaml(USUAL) == (quick_tree(USUAL, 0), [])


@pytest.mark.parametrize(
    "source", ["a: 1\na: 2\n", "a:\n" + "".join("  " * n + "- k:\n" for n in range(1, 18)), "", "a: b"]
)
def test_what_libyaml_must_judge_does_not_take_the_quick_way(source: str) -> None:
    assert quick_tree(source, 0) is None


def spelt(node: Node, text: str) -> None:
    """Checks that every plain or simply quoted scalar stands where its node says."""
    match node:
        case ScalarNode(value, "", start, end) if "\n" not in text[start:end]:
            assert text[start:end] == value
        case ScalarNode(_, style, start, _) if style:
            assert text[start] == style
        case ListNode(items, _, start, end):
            for item in items:
                assert start <= item.start <= item.end <= end
                spelt(item, text)
        case MapNode(entries, _, start, end):
            for key, value in entries:
                assert start <= key.start <= key.end <= value.start <= value.end <= end
                spelt(key, text)
                spelt(value, text)
        case _:
            pass


@given(messy_files())
def test_every_node_says_where_it_stands(data: bytes) -> None:
    document, _ = split(data)
    assert document is not None
    tree, problems = parse_front_matter(document)
    assert tree is not None
    assert problems == []
    spelt(tree, document.text)


def test_nesting_of_16_is_read_and_deeper_is_not() -> None:
    assert parse_tree("a: " + "[" * 15 + "]" * 15)[1] == []
    assert [problem.code for problem in parse_tree("a: " + "[" * 16 + "]" * 16)[1]] == ["too-deep"]
    assert [problem.code for problem in parse_tree("[" * 200_000)[1]] == ["too-deep"]
