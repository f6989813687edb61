"""What a change of its file did to a belief, as lines of text."""

from __future__ import annotations

from eemgit.beliefs.differences import Difference, What
from eemgit.render.plain import visible

_NAMES = {
    What.MERGED: "merged as a duplicate",
    What.UNREADABLE: "cannot be read",
    What.READABLE: "can be read again",
    What.FORM: "written differently",
}


def difference_lines(each: Difference) -> list[str]:
    """One thing that happened to the belief itself."""
    name = _NAMES.get(each.what) or each.what.value.replace("-", " ")
    name += f" ({each.type.value})" if each.type else ""
    match each.what:
        case What.REWORDED:
            return [name, f"  - {visible(each.old[0])}", f"  + {visible(each.new[0])}"]
        case What.RENAMED | What.MOVED | What.KIND:
            return [f"{name}: {visible(each.old[0])} -> {visible(each.new[0])}"]
        case What.MERGED:
            return [f"{name} of {visible(each.new[0])}: {visible(each.new[1])}"]
        case What.UNLESS | What.SOURCES | What.ALIASES | What.TAGS | What.DISTINCT:
            return [f"{name}: {exchanged(each)}"]
        case What.RESTORED:
            return [name]
        case _:
            texts = each.new or each.old
            return [f"{name}: {', '.join(map(visible, texts))}" if texts else name]


def exchanged(each: Difference) -> str:
    """What was taken away and what was put there, in one line."""
    return ", ".join([*(f"- {visible(text)}" for text in each.old), *(f"+ {visible(text)}" for text in each.new)])
