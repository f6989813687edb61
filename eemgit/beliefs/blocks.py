"""Which block of markdown a line begins, and where a paragraph ends: CommonMark, with the tables of GitHub."""

from __future__ import annotations

import re
from functools import cache

_END = r"(?=[\r\n]|\Z)"
_GAP = r"(?=[ \t\r\n]|\Z)"
_HTML_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_ATTRIBUTE = r"""[ \t]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^'\r\n]*'|"[^"\r\n]*"))?"""
_TAG_ALONE = rf"(?:<[a-z][a-z0-9-]*(?:{_ATTRIBUTE})*[ \t]*/?>|</[a-z][a-z0-9-]*[ \t]*>)[ \t]*{_END}"
_HTML = (
    rf"<(?:script|pre|style|textarea)(?=[ \t>\r\n]|\Z)|<!--|<\?|<![A-Za-z]|<!\[CDATA\[|"
    rf"</?(?:{_HTML_NAMES})(?=[ \t\r\n]|/?>|\Z)"
)
_RULE = rf"(?:(?:-[ \t]*){{3,}}|(?:_[ \t]*){{3,}}|(?:\*[ \t]*){{3,}}){_END}"
_FENCE = rf"(?:`{{3,}}[^`\r\n]*{_END}|~{{3,}})"

_UNDERLINE = re.compile(rf"[ ]{{0,3}}(?:=+|-+)[ \t]*{_END}")
_COLUMNS = re.compile(rf"[ ]{{0,3}}(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*(?:\|[ \t]*)?{_END}")
_BULLET = re.compile(r"[ ]{0,3}-[ \t]")
_DASHES = re.compile(r"-+")
_CELL = re.compile(r"(?<!\\)\|")
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_NAMES = {
    "code": "an indented code block",
    "heading": "a heading",
    "fence": "a code block",
    "rule": "a rule",
    "quote": "a quote",
    "list": "a list",
    "html": "HTML",
    "link": "a link definition",
    "": "",
}


@cache
def _begins() -> re.Pattern[str]:
    """What begins a block; compiled when first needed, for most claims begin with a letter."""
    return re.compile(
        rf"(?P<code>[ ]{{4}}|[ ]{{0,3}}\t)|[ ]{{0,3}}(?:(?P<heading>\#{{1,6}}{_GAP})|(?P<fence>{_FENCE})|"
        rf"(?P<rule>{_RULE})|(?P<quote>>)|(?P<list>(?:[-+*]|[0-9]{{1,9}}[.)]){_GAP})|"
        rf"(?P<html>(?i:{_HTML}|{_TAG_ALONE}))|(?P<link>\[(?:[^\[\]\\\r\n]|\\[^\r\n])+\]:))"
    )


@cache
def _interrupts() -> re.Pattern[str]:
    """What ends a paragraph without a blank line."""
    return re.compile(
        rf"[ ]{{0,3}}(?:(?P<heading>\#{{1,6}}{_GAP})|(?P<fence>{_FENCE})|(?P<rule>{_RULE})|(?P<quote>>)|"
        rf"(?P<list>(?:[-+*]|0{{0,8}}1[.)])[ \t]+[^ \t\r\n])|(?P<html>(?i:{_HTML})))"
    )


def block_at(text: str, at: int) -> str:
    """The name of the block, other than a paragraph, that the line at `at` begins; "" for none."""
    found = _begins().match(text, at)
    return _NAMES[(found and found.lastgroup) or ""]


def end_of_paragraph(text: str, at: int) -> tuple[int, str, str]:
    """Where the paragraph that begins at `at` ends, what cuts it short, and what it turns out to be instead.

    The last two are names of blocks, or "".
    """
    begin = end = at
    line = _LINE.match(text, at)
    while line and line.group(1).strip(" \t"):
        after = line.end()
        if "|" in line.group(1) and after > line.end(1) and _is_table(line.group(1), text, after):
            return (end, "", "a table") if at == begin else (end, "a table", "")
        end, at = line.end(1), after
        if after == line.end(1):
            break
        if _UNDERLINE.match(text, at):
            return end, "", "a heading"
        found = _interrupts().match(text, at)
        if found:
            return end, _NAMES[found.lastgroup or ""], ""
        line = _LINE.match(text, at)
    return end, "", ""


def _is_table(heads: str, text: str, at: int) -> bool:
    """Whether the line at `at` divides a table below the line `heads`: as many columns in both."""
    columns = _COLUMNS.match(text, at)
    if not columns or _BULLET.match(text, at):
        return False
    return len(_DASHES.findall(columns.group())) == len(_CELL.findall(heads.strip(" \t").strip("|"))) + 1
