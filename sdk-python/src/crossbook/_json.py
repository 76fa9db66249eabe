"""Reads JSON values of the API. Each function raises KeyError, TypeError or ValueError for another shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")

JsonObject: TypeAlias = Mapping[str, Any]

_EMPTY: Final[JsonObject] = MappingProxyType({})
_LATE_YEAR: Final = re.compile(r"\+?0*[1-9]\d{4,}-")


def decimal(value: Any) -> Decimal:
    """An exact decimal from its string. A JSON number is refused, because it may already be rounded."""
    if not isinstance(value, str):
        raise TypeError("a decimal must be a string")
    try:
        return Decimal(value)
    except InvalidOperation:
        raise ValueError("not a decimal") from None


def time(value: Any) -> datetime:
    """An aware time from RFC 3339 text in UTC with milliseconds.

    A later year than a datetime holds (`+058879-01-01T00:00:00.000Z`, `10000-…`) is the last datetime, so that one
    field hides neither its record nor its page.
    """
    if isinstance(value, str) and _LATE_YEAR.match(value):
        return datetime.max.replace(tzinfo=timezone.utc)
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError("a time needs its time zone")
    return moment


def text(value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def json_object(value: Any) -> JsonObject:
    """A JSON object without a known record."""
    if not isinstance(value, dict):
        raise TypeError("expected an object")
    return value  # pyright: ignore[reportUnknownVariableType]


def optional(decode: Callable[[Any], T], value: Any) -> T | None:
    """None for null or an absent field."""
    return None if value is None else decode(value)


def items(decode: Callable[[Any], T], array: Any) -> tuple[T, ...]:
    """The entries of an array, in its order."""
    if not isinstance(array, list):
        raise TypeError("expected an array")
    return tuple([decode(value) for value in array])  # pyright: ignore[reportUnknownVariableType]


def values(array: Any) -> tuple[Any, ...]:
    """The entries of an array of plain values."""
    return items(lambda value: value, array)


def first_match(decoders: tuple[Callable[[JsonObject], Any], ...], value: Any) -> Any:
    """The first record whose required fields are all present."""
    for decode in decoders[:-1]:
        try:
            return decode(value)
        except KeyError:
            continue
    return decoders[-1](value)


def no_fields() -> JsonObject:
    """An object without fields that cannot be changed."""
    return _EMPTY


def unknown(data: JsonObject, known: frozenset[str]) -> JsonObject:
    """The fields of an object that this client does not know."""
    if data.keys() <= known:
        return no_fields()
    return MappingProxyType({name: value for name, value in data.items() if name not in known})
