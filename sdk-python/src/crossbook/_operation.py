"""One operation of the API, as the table of operations describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

T = TypeVar("T")

CallKind: TypeAlias = Literal["read", "preview", "order", "batch", "stop", "write"]
"""`read` changes nothing, nor does `preview`, whose signature is accepted only once; `order` and `batch`
have idempotency keys; `stop` cancels one order or switches the kill switch on, and a repeat changes
nothing more; `write` has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[T]):
    """How a call is sent and how its response is read."""

    method: str
    path: str
    """Starts with `/`; parameters in braces."""
    kind: CallKind
    decode: Callable[[Any], T]
    """Makes the record from JSON, or one entry of a list."""
    stops_when: str | None = None
    """A field of the body: a call of kind `write` in which it is true is of kind `stop`."""
    key: str | None = None
    """The field that makes a repeated write harmless."""
    is_signed: bool = True
    accepts: tuple[int, ...] = ()
    """Statuses other than 2xx that return the record instead of an error."""
    decimals: frozenset[str] = frozenset()
    """Fields of the body that are decimal strings."""
