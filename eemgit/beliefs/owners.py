"""Which of very many texts claim an alias: mostly told from words of the texts, so that few have to be parsed."""

from __future__ import annotations

import re

from eemgit.beliefs.reading import read_belief

_KEY = b"aliases"
_WORD = re.compile(rb"[A-Za-z0-9._/:-]+")


class Owners:
    """The texts that may hold aliases, by the words of these."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._by_word: dict[bytes, set[str]] = {}
        self._escaped: set[str] = set()
        self._aliases: dict[str, tuple[str, ...]] = {}

    def add(self, version: str, text: bytes) -> None:
        """Notes a text under its name. One without aliases costs next to nothing."""
        at = text.find(_KEY)
        if b"\\" in text and b"---" in text:
            # An escape can write any letter of the key or of an alias, so the words tell nothing.
            self._escaped.add(version)
        elif at >= 0:
            end = text.find(b"\n---", at)
            for word in _WORD.findall(text, at, end if end >= 0 else len(text)):
                self._by_word.setdefault(word, set()).add(version)
        else:
            return
        self._texts[version] = text

    def claiming(self, alias: str) -> set[str]:
        """The names of the texts that have this alias."""
        words = _WORD.findall(alias.encode("utf-8", "surrogatepass"))
        some = [self._by_word.get(word, set()) for word in words]
        likely = set.intersection(*some) if some else set(self._texts)
        return {version for version in likely | self._escaped if alias in self._read(version)}

    def _read(self, version: str) -> tuple[str, ...]:
        if version not in self._aliases:
            belief = read_belief("", self._texts[version], "").value
            self._aliases[version] = belief.aliases if belief else ()
        return self._aliases[version]
