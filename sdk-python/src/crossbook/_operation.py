"""One operation of the API, as the table of operations describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

T = TypeVar("T")

CallKind: TypeAlias = Literal["read", "preview", "order", "batch", "cancel", "write"]
"""`read` changes nothing, nor does `preview`, whose signature is accepted only once; `order` and `batch`
have idempotency keys; `cancel` is of one order, and a repeat returns that order; `write` has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[T]):
    """How a call is sent and how its response is read."""

    method: str
    path: str
    """Starts with `/`; parameters in braces."""
    kind: CallKind
    decode: Callable[[Any], T]
    """Makes the record from JSON, or one entry of a list."""
    key: str | None = None
    """The field that makes a repeated write harmless."""
    is_signed: bool = True
    accepts: tuple[int, ...] = ()
    """Statuses other than 2xx that return the record instead of an error."""
    decimals: frozenset[str] = frozenset()
    """Fields of the body that are decimal strings."""
