"""The one table of finding codes: how severe each is, what it means and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from eemgit.beliefs.model import Finding, Severity
from eemgit.errors import Where


class Code(NamedTuple):
    """One kind of finding.

    `when_new` is the severity where the change under judgement introduces it. `unreadable`: a file with such a finding
    has no value, and its belief is UNDECIDED until somebody repairs it.
    """

    severity: Severity
    when_new: Severity
    meaning: str
    remedy: str
    unreadable: bool = False


def finding(
    code: str, where: Where, message: str, *, id: str | None = None, hint: str | None = None, subject: str = ""
) -> Finding:
    """A finding with the severity that the table gives its code."""
    return Finding(code, CODES[code].severity, message, where, id, hint, subject)


def _unreadable(meaning: str, remedy: str) -> Code:
    return Code(Severity.ERROR, Severity.ERROR, meaning, remedy, True)


def _error(meaning: str, remedy: str) -> Code:
    return Code(Severity.ERROR, Severity.ERROR, meaning, remedy)


def _warning(meaning: str, remedy: str, when_new: Severity = Severity.WARNING) -> Code:
    return Code(Severity.WARNING, when_new, meaning, remedy)


def _info(meaning: str, remedy: str, when_new: Severity) -> Code:
    return Code(Severity.INFO, when_new, meaning, remedy)


_FILES = {
    "symlink": _unreadable("the file is a symbolic link; links are never followed", "put the text itself there"),
    "submodule": _unreadable("the path is a submodule", "move the submodule elsewhere"),
    "not-a-file": _unreadable("the path is a pipe, a socket or a device", "remove it"),
    "too-large": _unreadable("the file is larger than 256 KiB", "move the notes elsewhere and link to them"),
    "unreadable-file": _unreadable("the system refused to read the file", "check its permissions"),
    "unmerged": _unreadable("the file is in the middle of a merge", "resolve the conflict, then `git add` it"),
    "empty-file": _unreadable("the file holds nothing but white space", "write a claim, or restore the file"),
    "bad-utf8": _unreadable("a byte that is not UTF-8", "save the file as UTF-8"),
    "control-character": _unreadable(
        "a character that no editor shows: NUL, escape, …; in front matter also U+2028, U+2029 and U+FEFF",
        'remove it; in front matter the last three may be written as "\\u2028"',
    ),
    "conflict-marker": _unreadable("a line of an unresolved merge conflict", "choose a side and remove the markers"),
    "bidi-control": _warning(
        "a character that reorders text on the screen, so that what is shown is not what is read",
        "remove it, or see that the text means what it shows",
    ),
    "bom": _warning("a byte-order mark at the start", "save without one; the next write drops it"),
}

_PLACES = {
    "stray-file": _warning("a file among the beliefs that is not markdown; it is not read", "move it elsewhere"),
    "bad-path": _error("a markdown file in a folder that no id leads to; it is not read", "move it to its id's path"),
    "bad-file-name": _error("a markdown file whose name is no id; it is not read", "rename it as the hint says"),
    "misplaced": _warning("a belief at another path than its id and the layout say", "`git mv` it as the hint says"),
    "duplicate-id": _error("two files name the same id", "give one of them another name, or merge them"),
}

_FRONT_MATTER = {
    "unclosed-fence": _unreadable("the first line is `---` and no later line is", "close the front matter with `---`"),
    "missing-fence": _warning(
        "the file begins like front matter but not with `---`, so it is all claim and notes",
        "put `---` on the first line, or reword the claim",
        Severity.ERROR,
    ),
    "second-front-matter": _unreadable("the body begins with another block of front matter", "merge the two blocks"),
    "tab": _unreadable("a tab in the front matter", "use spaces"),
    "bad-yaml": _unreadable("the front matter is not YAML", "quote texts with `: `, `#` or a leading sign"),
    "duplicate-key": _unreadable("a key that stands twice in one mapping", "make one of the two"),
    "bad-key": _unreadable("a key that is a list or a mapping", "use a text as the key"),
    "yaml-anchor": _unreadable("a YAML anchor or alias", "write the value out, or quote a text with `&` or `*`"),
    "yaml-tag": _unreadable("a YAML tag", "remove it, or quote a text that begins with `!`"),
    "yaml-directive": _unreadable("a YAML directive (`%YAML`, `%TAG`)", "remove the line"),
    "several-documents": _unreadable("more than one YAML document in the front matter", "keep one set of keys"),
    "not-a-mapping": _unreadable("the front matter is a list or a text", "write `key: value` lines"),
    "too-deep": _unreadable("nesting deeper than 16", "flatten the value"),
    "lost-text": _unreadable("a ` #` after free text: YAML drops the rest of the line", "quote the whole text"),
}

_CLAIM = {
    "no-claim": _unreadable("no paragraph below the front matter", "write the claim there"),
    "bad-claim": _unreadable(
        "the first block is no paragraph: a heading, list, quote, code, table, HTML, rule or link definition",
        "begin with the claim as plain text; a backslash protects its first sign",
    ),
    "claim-cut": _warning(
        "a list, heading or other block follows the claim without a blank line and ends it",
        "put a blank line after the claim, or join its lines",
    ),
}

_VALUES = {
    "unknown-key": _warning("a key that means nothing here; it is kept", "remove it, or begin it with `x-`"),
    "misspelt-key": _warning(
        "an unknown key that is nearly a known one, so what it says has no effect",
        "correct it as the hint says, or begin it with `x-`",
        Severity.ERROR,
    ),
    "misplaced-key": _unreadable(
        "a key of a justification or a retraction at the top level", "indent it below its key"
    ),
    "wrong-type": _unreadable("a text where a list or mapping belongs, or the other way round", "see the hint"),
    "empty-value": _unreadable("a key without a value", "give it a value or remove the key"),
    "missing-key": _unreadable("a mapping without a key that it needs", "add the key"),
    "bad-reference": _unreadable("an empty reference, or one with control characters", "name a belief by its id"),
    "bad-mode": _unreadable("a `mode` other than `all` and `any`", "write `any`, or leave it out for all"),
    "bad-retraction-type": _unreadable("an unknown `type` of retraction", "choose one of the list"),
    "incomplete-retraction": _warning("a retraction without a reason, or without what its type needs", "add the key"),
    "bad-source": _warning(
        "a source that is no path below the git root, with lines and pin, nor a URL", "see the hint"
    ),
    "bad-period": _warning("a `valid` period that is no date, or ends before it begins", "write dates as 2026-01-31"),
    "repeated-entry": _warning("an entry that stands twice in one list", "remove one"),
    "no-justification": _warning(
        "a derived belief without any justification: it cannot be IN",
        "add a justification, or remove the key to make it a premise",
    ),
    "empty-justification": _error(
        "a justification without antecedents and unless; it never holds", "name what it rests on"
    ),
    "never-holds": _warning("a justification that needs IN what must be OUT", "take the id out of one of the lists"),
    "no-members": _unreadable("a nogood that names no beliefs", "name those that cannot all be IN"),
}

_REFERENCES = {
    "dangling-antecedent": _error("a justification rests on a belief that does not exist", "correct or add the belief"),
    "unknown-unless": _warning(
        "an `unless` names no belief; it does not defeat anything", "add the belief or remove it"
    ),
    "misspelt-unless": _error(
        "an `unless` names no belief but nearly one, so an exception is silently off", "correct the id"
    ),
    "dangling-nogood-member": _error("a nogood names a belief that does not exist", "correct or remove the member"),
    "dangling-duplicate": _error("`duplicate_of` names no belief", "name the belief that stays"),
    "duplicate-ring": _error("beliefs that are duplicates of each other in a ring", "restore the one that should stay"),
    "alias-taken": _error("an alias that is the id of another belief", "remove the alias"),
    "alias-twice": _error("an alias that two beliefs claim", "remove it from one of them"),
}

_TRUTH = {
    "self-support": _error("a belief among its own antecedents; that never holds it IN", "remove the antecedent"),
    "circular-support": _error(
        "beliefs that support only each other; they are OUT", "support one of them from outside"
    ),
    "undecided": _error("a loop through `unless` that has no single answer", "remove one `unless` of the loop"),
    "newly-undecided": _error("beliefs that the change makes UNDECIDED", "`eemgit why` shows what they hang on"),
    "open-nogood": _warning(
        "all members of a nogood are IN", "retract one: `eemgit nogood resolve` ranks them", Severity.ERROR
    ),
}

_CHANGES = {
    "exact-duplicate": _warning(
        "two beliefs that make the same claim", "merge them with `eemgit dedup`, or use `distinct`", Severity.ERROR
    ),
    "like-retracted": _info(
        "the claim of a belief that was retracted or rejected", "restore that one, or use `distinct`", Severity.ERROR
    ),
    "like-belief": _info("a claim much like another one", "merge them, or use `distinct`", Severity.WARNING),
    "merge-conflict": _error("the merge of a proposal conflicts in this file", "rebuild the proposal on the new base"),
    "deleted-belief": _info("a belief file is deleted", "retract instead: that keeps the record", Severity.WARNING),
    "deleted-cited-belief": _error("a belief file is deleted that others cite", "put it back and retract instead"),
    "deleted-nogood": _info("the record of a contradiction is deleted", "keep it: it fires again", Severity.WARNING),
    "kind-changed": _info("a premise became derived, or the other way round", "see that it is meant", Severity.WARNING),
}

GROUPS: Mapping[str, Mapping[str, Code]] = MappingProxyType(
    {
        "The file": _FILES,
        "Where files lie": _PLACES,
        "Front matter": _FRONT_MATTER,
        "The claim": _CLAIM,
        "Keys and values": _VALUES,
        "References": _REFERENCES,
        "Truth": _TRUTH,
        "Changes": _CHANGES,
    }
)
"""The codes as the reference page groups them."""

CODES: Mapping[str, Code] = MappingProxyType({name: code for group in GROUPS.values() for name, code in group.items()})
"""Every code by its name."""
