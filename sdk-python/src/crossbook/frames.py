"""What the streams deliver in addition to the records of the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from crossbook._generated_models import Balance, ErrorCode, GenericAssetId, InstrumentId, SubaccountId

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot(Generic[T]):
    """The present state of a subaccount. It replaces what was known, also after a reconnect."""

    subaccount_id: SubaccountId
    records: tuple[T, ...]
    timestamp: int
    """Unix milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceChange:
    """The cash of a subaccount at one venue has changed."""

    subaccount_id: SubaccountId
    balance: Balance


@dataclass(frozen=True, slots=True, kw_only=True)
class OpportunityClosed:
    """An opportunity is over."""

    id: str
    lasted_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """A book is unavailable; a book follows when it is available again."""

    instrument_id: InstrumentId | None
    generic_asset_id: GenericAssetId | None
    code: ErrorCode
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Prints that the service could not send again after a reconnect, from its `resume_gap` frame."""

    message: str
    details: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconnect:
    """A connection of a stream ended, and the next one follows."""

    reason: str
    code: int | None
    """Close code of the socket; None if this client dropped the connection or none was made."""
    delay: float
    """Seconds until the next attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeReconnect:
    """A trade session is connected again. Its live orders are read again and follow."""

    session_id: str
    is_same_session: bool
    """False: the earlier session has ended, with its orders if `on_disconnect` cancels them."""
