"""The page of finding codes, made from the table: `python tests/beliefs/findings_page.py` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from eemgit.beliefs.codes import GROUPS, Code

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "findings.md"

HEAD = """\
# Findings

A finding says what is wrong, where, and mostly what to do: `path:line:column: code: message` and a hint; what is no
error says `warning` or `note` before its code. Lines and columns count from 1, columns in characters. A code keeps its
name from version to version; wording may change.

An **error** makes `eemgit check` exit with 1; warnings and infos do not. Hooks, `plan`, `accept` and `check --range`
judge what a change brings in, and a finding may weigh more there than in the repository as it stands: that is the
column *when new*. Errors that the base has already do not block.

A file with a finding marked **×** is unreadable: its belief keeps its id and is UNDECIDED until somebody repairs the
file. It never hides another file, and all findings of a file that do not follow from each other come at once.
"""

INTROS = {
    "The file": "The bytes of a belief or a nogood, and paths that are no file.",
    "Where files lie": "The name of a file is the id, and the id says [where the file lies](format.md#ids-and-paths).",
    "Front matter": "The lines between the two `---`, read as YAML.",
    "The claim": "The first paragraph below the front matter.",
    "Keys and values": "What the front matter says.",
    "References": "Ids and aliases that do not lead to a belief.",
    "Truth": "The labels that follow from all files together.",
    "Changes": "What a change does: found by `plan`, `accept`, the hooks and `check --range`.",
}


def page() -> str:
    """The whole page."""
    return HEAD + "".join(section(title, codes) for title, codes in GROUPS.items())


def section(title: str, codes: Mapping[str, Code]) -> str:
    """A table of one group of codes."""
    head = ("", f"## {title}", "", INTROS[title], "", *_ROWS)
    return "\n".join((*head, *rows(codes))) + "\n"


_ROWS = ("| code | severity | when new | meaning | what to do |", "| --- | --- | --- | --- | --- |")


def rows(codes: Mapping[str, Code]) -> Iterator[str]:
    """One line of a table for each code."""
    for name, code in codes.items():
        mark = " ×" if code.unreadable else ""
        new = "" if code.when_new is code.severity else code.when_new.value
        cells = (f"`{name}`", f"{code.severity.value}{mark}", new, code.meaning, code.remedy)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
