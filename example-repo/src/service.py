"""The front door: authenticate, limit, then answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from auth import Authenticator, Caller, Rejected
from limiter import Limiter


@dataclass(frozen=True)
class Request:
    """What a client sends."""

    path: str
    token: str = ""


@dataclass(frozen=True)
class Response:
    """What a client gets."""

    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class Service:
    """Lets a request through to `answer` when its caller is known and has tokens left."""

    def __init__(self, auth: Authenticator, limiter: Limiter, answer: Callable[[Caller, str], str]) -> None:
        self._auth = auth
        self._limiter = limiter
        self._answer = answer

    def handle(self, request: Request) -> Response:
        """The response to `request`: 200, 401 when nobody vouches for the caller, 429 when it asks too often."""
        if request.path == "/health":
            return Response(200, "ok")
        try:
            caller = self._auth.verify(request.token)
        except Rejected:
            return Response(401, "unauthorized")
        wait = self._limiter.wait(caller)
        if wait > 0:
            return Response(429, "too many requests", {"Retry-After": str(math.ceil(wait))})
        return Response(200, self._answer(caller, request.path))
