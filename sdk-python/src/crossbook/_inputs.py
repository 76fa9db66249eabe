"""Values that callers pass: how they are written in a query, a path or a JSON body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, Final, TypeAlias, cast
from urllib.parse import quote

DecimalInput: TypeAlias = Decimal | str | int
"""An exact decimal. A float is refused, because it would round money."""

TimeInput: TypeAlias = datetime | str | int
"""An aware datetime, RFC 3339 text, or Unix milliseconds (below 10^12: seconds)."""


class UnsetType(Enum):
    """The type of `UNSET`, the default of optional fields of a body. `None` is sent as null."""

    UNSET = "UNSET"


UNSET: Final = UnsetType.UNSET

_TIMES: Final = frozenset({"expires_at", "valid_until", "start", "end", "since", "until"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions:
    """Options of one call; absent ones are those of the client."""

    timeout: float | None = None
    """Seconds that connecting, writing and each read of the response may take."""
    max_retries: int | None = None
    """Retries after the first attempt, only where a retry is safe; 0 sends once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The values that a caller passes to an operation, by their names on the wire."""

    path: Mapping[str, object]
    query: Mapping[str, object]
    body: Mapping[str, object] | None
    options: CallOptions | None


def canonical_query(pairs: Mapping[str, str]) -> str:
    """The canonical query: pairs sorted by the bytes of name, then value; each byte percent-encoded except
    `A-Z a-z 0-9 - . _ ~`; empty without pairs.
    """
    encoded = sorted((name.encode(), value.encode()) for name, value in pairs.items())
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in encoded)


def path_segment(value: object) -> str:
    """One encoded segment of a path. Raises ValueError for a segment that would change the path."""
    segment = str(value)
    if segment in ("", ".", ".."):
        raise ValueError(f"not an id: {segment!r}")
    return quote(segment, safe="")


def query_pairs(values: Mapping[str, object]) -> dict[str, str]:
    """The query parameters as text; None is left out."""
    return {name: _query_text(name, value) for name, value in values.items() if value is not None}


def body_fields(values: Mapping[str, object], decimals: frozenset[str]) -> dict[str, Any]:
    """A JSON body. `UNSET` is left out; integers in `decimals` become strings.

    Raises TypeError for a float, and for a `subaccount_id` of None: the service would read it as all
    subaccounts.
    """
    if values.get("subaccount_id", UNSET) is None:
        raise TypeError("subaccount_id is None; leave it out to mean all subaccounts")
    present = {name: value for name, value in values.items() if value is not UNSET}
    return {name: _json_value(name, value, decimals) for name, value in present.items()}


def decimal_text(value: Decimal | str | int) -> str:
    """A decimal without an exponent. Raises ValueError for infinity and NaN."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("a decimal must be finite")
        return format(value, "f")
    return str(value)


def _query_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(_query_text(name, each) for each in cast(Sequence[object], value))
    return str(_json_value(name, value, frozenset()))


def _json_value(name: str, value: object, decimals: frozenset[str]) -> Any:
    if isinstance(value, float):
        if name in _TIMES:
            raise TypeError(f"{name}: use an aware datetime or whole Unix milliseconds, not a number with a fraction")
        raise TypeError(f"{name}: use Decimal or a string instead of a float, which would be rounded")
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, datetime):
        return _time_text(name, value)
    if isinstance(value, Mapping):
        fields = cast(Mapping[str, object], value)
        return {each: _json_value(each, of, decimals) for each, of in fields.items() if of is not UNSET}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [_json_value(name, each, decimals) for each in cast(Sequence[object], value)]
    is_decimal = name in decimals and isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_decimal else value


def _time_text(name: str, moment: datetime) -> str:
    if moment.tzinfo is None:
        raise TypeError(f"{name}: a datetime needs a time zone, such as datetime.now(timezone.utc)")
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
