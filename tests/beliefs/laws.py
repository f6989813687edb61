"""What must hold of reading any bytes whatever; shared by the property tests and the fuzz script."""

from __future__ import annotations

from eemgit.beliefs.body import escape_claim, unescape_claim
from eemgit.beliefs.codes import CODES
from eemgit.beliefs.frontmatter import BOM, join, split
from eemgit.beliefs.model import Finding
from eemgit.beliefs.quick import quick_tree
from eemgit.beliefs.reading import locate, read_belief, read_nogood
from eemgit.beliefs.tree import parse_yaml


def broken_law(data: bytes) -> str | None:
    """The law that reading `data` breaks, in words; None when all hold."""
    lines = lines_of(data)
    for read in (read_belief, read_nogood):
        reading = read("beliefs/x/x.md", data, "x")
        unreadable = any(CODES[finding.code].unreadable for finding in reading.findings)
        if (reading.value is None) is not unreadable:
            return "a value is missing without an error, or there in spite of one"
        outside = [finding for finding in reading.findings if not is_inside(finding, lines)]
        if outside:
            return f"a finding outside the file: {outside[0]}"
        if any(not finding.message.isprintable() for finding in reading.findings):
            return "a message that is no printable line"
    return _broken_parts(data)


def _broken_parts(data: bytes) -> str | None:
    document, _ = split(data)
    if document is None:
        return None
    if join(document) != data:
        return "the parts of a file do not make the file"
    quick = quick_tree(document.yaml, document.yaml_start)
    if quick is not None and parse_yaml(document.text, document.yaml_start, document.yaml_end) != (quick, []):
        return "the quick way leads to another tree"
    belief = read_belief("beliefs/x/x.md", data, "x").value
    if belief is not None:
        if unescape_claim(escape_claim(belief.claim)) != belief.claim:
            return "a claim does not survive its escape"
        if locate(data, ("claim",)) is None:
            return "a claim that is nowhere"
    return None


def lines_of(data: bytes) -> list[str]:
    """The lines of a file as an editor shows them."""
    text = data.removeprefix(BOM).decode(errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def is_inside(finding: Finding, lines: list[str]) -> bool:
    """Whether a finding points at a place in the file, the end of a line counting as one."""
    line, column = finding.where.line, finding.where.column
    return (
        line is not None and column is not None and 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1
    )
