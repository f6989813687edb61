"""The glossary is the authority on words, so it must be easy to look things up in."""

from __future__ import annotations

import re
from pathlib import Path

GLOSSARY = Path(__file__).resolve().parent.parent / "docs" / "reference" / "glossary.md"
ENTRIES = dict(re.findall(r"^\*\*(.+?)\*\*: (.+?)(?:\n\n|\Z)", GLOSSARY.read_text(encoding="utf-8"), re.M | re.S))
NEEDED = """
    antecedents, base, belief, belief root, blocker, candidate, claim, culprit, derived, edit unit, exact copy, finding,
    forge, foundations, gate, host, IN, justification, knowledge base, label, layout, namespace, nogood, OUT, pin, plan,
    premise, proposal, repercussions, retracted, snapshot, step, support, suspect, target, tombstone, UNDECIDED, unless,
    verdict
"""


def test_every_word_of_the_project_has_an_entry():
    assert {word.strip() for word in NEEDED.split(",")} <= ENTRIES.keys()


def test_entries_are_in_alphabetical_order():
    words = [word.lower() for word in ENTRIES]
    assert words == sorted(words)


def test_no_entry_is_longer_than_a_few_sentences():
    assert [word for word, text in ENTRIES.items() if len(text) > 450] == []
