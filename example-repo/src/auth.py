"""Who is calling: tokens of the form `key id . payload . signature`."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from clock import Clock

MAX_TOKEN_LENGTH = 512


class Rejected(Exception):
    """The token does not prove who is calling; the message is for the log, not for the caller."""


@dataclass(frozen=True)
class Caller:
    """A caller that authentication vouches for."""

    name: str
    plan: str


class Authenticator:
    """Signs tokens with the newest key and accepts those of every key on the ring."""

    def __init__(self, keys: Mapping[str, bytes], clock: Clock) -> None:
        self._keys = dict(keys)
        self._clock = clock
        self._revoked: set[str] = set()

    def issue(self, caller: Caller, lifetime: int) -> str:
        """A token that proves to be `caller` for `lifetime` seconds."""
        key_id = list(self._keys)[-1]
        expires = int(self._clock.wall()) + lifetime
        payload = f"{caller.name}:{caller.plan}:{expires}"
        return f"{key_id}.{payload}.{self._signature(key_id, payload)}"

    def revoke(self, name: str) -> None:
        """Reject every token of the caller `name` from now on."""
        self._revoked.add(name)

    def verify(self, token: str) -> Caller:
        """The caller that `token` proves; Rejected when it proves nothing."""
        if len(token) > MAX_TOKEN_LENGTH:
            raise Rejected("token too long")
        key_id, _, rest = token.partition(".")
        payload, _, signature = rest.rpartition(".")
        if key_id not in self._keys:
            raise Rejected("unknown key")
        expected = self._signature(key_id, payload)
        if not hmac.compare_digest(expected.encode(), signature.encode()):
            raise Rejected("wrong signature")
        name, plan, expires = payload.split(":")
        if int(expires) <= self._clock.wall():
            raise Rejected("expired")
        if name in self._revoked:
            raise Rejected("revoked")
        return Caller(name, plan)

    def _signature(self, key_id: str, payload: str) -> str:
        text = f"{key_id}.{payload}".encode()
        return hmac.new(self._keys[key_id], text, hashlib.sha256).hexdigest()
