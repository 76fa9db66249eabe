"""One request and what became of it, as values. Nothing here reads or writes a socket."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from crossbook._json import no_fields
from crossbook.errors import ConnectionFailedError, RequestTimeoutError


@dataclass(frozen=True, slots=True)
class Send:
    """A command to the runner: send this request once and report what became of it."""

    method: str
    target: str
    """Path and query, to append to the base address."""
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float
    """Seconds."""
    base_url: str
    """Without a trailing slash."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A command to the runner: wait."""

    seconds: float


Command: TypeAlias = Send | Wait


@dataclass(frozen=True, slots=True)
class Response:
    """A response of the service, or of a proxy in front of it."""

    status: int
    headers: Mapping[str, str]
    """Lower-case names."""
    content: bytes
    body: Any = field(init=False, repr=False)
    """Parsed JSON; None if it is not JSON."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", _parse(self.content))

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of a JSON object; none for every other body."""
        body: object = self.body
        return cast("Mapping[str, Any]", body) if isinstance(body, dict) else no_fields()

    @property
    def code(self) -> str | None:
        """The error code of a refusal; None if the body has none."""
        code = self.fields.get("error")
        return code if isinstance(code, str) else None

    def detail(self, name: str) -> Any:
        """One of the details of a refusal."""
        details = self.fields.get("details")
        return cast(Mapping[str, Any], details).get(name) if isinstance(details, dict) else None


@dataclass(frozen=True, slots=True)
class Fault:
    """No usable response."""

    error: RequestTimeoutError | ConnectionFailedError
    is_sent: bool
    """False is proof that no byte of the request left."""


Outcome: TypeAlias = Response | Fault


def timeout_fault(request: Send, *, is_sent: bool) -> Fault:
    message = f"{request.method} {_path(request)}: no response within {request.timeout:g} seconds"
    return Fault(RequestTimeoutError(message, code="timeout"), is_sent)


def connection_fault(request: Send, cause: Exception, *, is_sent: bool) -> Fault:
    message = f"{request.method} {_path(request)}: the service was not reached ({type(cause).__name__})"
    error = ConnectionFailedError(message, code="connection")
    error.__cause__ = cause
    return Fault(error, is_sent)


def unreadable_fault(request: Send, cause: Exception | None) -> Fault:
    message = f"{request.method} {_path(request)}: the response could not be read"
    error = ConnectionFailedError(message, code="unreadable")
    error.__cause__ = cause
    return Fault(error, is_sent=True)


def _path(request: Send) -> str:
    return request.target.partition("?")[0]


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None
