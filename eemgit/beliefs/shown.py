"""How foreign text stands in a message: short, on one line, and without what a terminal would obey."""

from __future__ import annotations


def shown(text: str, limit: int = 60) -> str:
    """`text` in quotes, cut to `limit`, with escapes for what cannot be printed."""
    quoted = f"'{text}'" if text.isprintable() else repr(text)
    return quoted if len(quoted) <= limit else f"{quoted[:limit]}…'"
