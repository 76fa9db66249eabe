"""The differences between streams: the subscription, the meaning of a frame, and how to resume."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from crossbook._generated_async import AsyncResources
from crossbook._generated_models import (
    AggregatedBook,
    Balance,
    Book,
    ComplexOrder,
    Fill,
    GenericAssetId,
    InstrumentId,
    Opportunity,
    Order,
    Position,
    PositionOperation,
    SubaccountId,
    Trade,
)
from crossbook._json import JsonObject, items, optional
from crossbook.frames import BalanceChange, OpportunityClosed, Snapshot, Unavailable

T = TypeVar("T")

_CONTROL_FIELDS: Final = frozenset(("type", "seq"))

BookFrame: TypeAlias = Book | AggregatedBook | Unavailable
BookKey: TypeAlias = tuple[Literal["instrument", "asset"], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed(Generic[T]):
    """One subscription. Its functions keep the position to resume from."""

    topic: str
    prepare: Callable[[], Awaitable[None]]
    """Runs once, before the first subscription."""
    query: Callable[[], Mapping[str, str]]
    """The query of the next subscription: what it selects, and the resume position."""
    take: Callable[[JsonObject], T | None]
    """What the reader receives of a frame; None for frames that are not for the reader."""


def print_feed(client: AsyncResources, instrument_ids: Sequence[int | str] | None, after_id: int | None) -> Feed[Trade]:
    """Prints in ascending order of their ids, each once.

    The newest print is read before the first connection as the position to resume from, so nothing is lost even if
    the socket breaks before any print.
    """
    last_id = after_id

    async def prepare() -> None:
        nonlocal last_id
        if last_id is None:
            newest = await client.prints.list(limit=1)
            last_id = newest[0].id if newest else 0

    def query() -> Mapping[str, str]:
        position = {} if last_id is None else {"after_id": str(last_id)}
        return {**_listed("instrument_id", instrument_ids), **position}

    def take(frame: JsonObject) -> Trade | None:
        nonlocal last_id
        if frame["type"] != "tradeprint" or frame["id"] <= (last_id or 0):
            return None
        last_id = frame["id"]
        return Trade.from_json(_record(frame))

    return Feed(topic="tradeprints", prepare=prepare, query=query, take=take)


def position_feed(subaccount_ids: Sequence[str] | None) -> Feed[Snapshot[Position] | Position]:
    """Each connection begins with a snapshot of each subaccount, which makes it complete again."""

    def take(frame: JsonObject) -> Snapshot[Position] | Position | None:
        if frame["type"] == "position":
            return Position.from_json(_record(frame))
        return _snapshot(frame, "positions", Position.from_json)

    return _subaccount_feed("positions", subaccount_ids, take)


def order_feed(subaccount_ids: Sequence[str] | None) -> Feed[Snapshot[Order] | Order]:
    """The live orders of each subaccount, newest first, then each order as it changes."""

    def take(frame: JsonObject) -> Snapshot[Order] | Order | None:
        if frame["type"] == "order":
            return Order.from_json(frame["order"])
        return _snapshot(frame, "orders", Order.from_json)

    return _subaccount_feed("orders", subaccount_ids, take)


def complex_order_feed(
    subaccount_ids: Sequence[str] | None,
) -> Feed[Snapshot[ComplexOrder] | ComplexOrder]:
    """The complex orders of each subaccount that are not over, then each one as it changes."""

    def take(frame: JsonObject) -> Snapshot[ComplexOrder] | ComplexOrder | None:
        if frame["type"] == "complex_order":
            return ComplexOrder.from_json(frame["complex_order"])
        return _snapshot(frame, "complex_orders", ComplexOrder.from_json)

    return _subaccount_feed("complex-orders", subaccount_ids, take)


def fill_feed(subaccount_ids: Sequence[str] | None) -> Feed[Snapshot[Fill] | Fill]:
    """The latest hundred fills of each subaccount, newest first, then each new one."""

    def take(frame: JsonObject) -> Snapshot[Fill] | Fill | None:
        if frame["type"] == "fill":
            return Fill.from_json(frame["fill"])
        return _snapshot(frame, "fills", Fill.from_json)

    return _subaccount_feed("fills", subaccount_ids, take)


def balance_feed(
    subaccount_ids: Sequence[str] | None,
) -> Feed[Snapshot[Balance] | BalanceChange]:
    """The cash of each subaccount at each venue, then each balance that changes."""

    def take(frame: JsonObject) -> Snapshot[Balance] | BalanceChange | None:
        if frame["type"] != "balance":
            return _snapshot(frame, "balances", Balance.from_json)
        record = _record(frame, "subaccount_id")
        return BalanceChange(
            subaccount_id=SubaccountId(frame["subaccount_id"]), balance=Balance.from_json(record)
        )

    return _subaccount_feed("balances", subaccount_ids, take)


def operation_feed(
    subaccount_ids: Sequence[str] | None,
) -> Feed[Snapshot[PositionOperation] | PositionOperation]:
    """The merges, splits and redemptions of each subaccount that are not over, then each one as it changes."""

    def take(frame: JsonObject) -> Snapshot[PositionOperation] | PositionOperation | None:
        if frame["type"] == "operation":
            return PositionOperation.from_json(frame["operation"])
        return _snapshot(frame, "operations", PositionOperation.from_json)

    return _subaccount_feed("operations", subaccount_ids, take)


def book_feed(
    instrument_ids: Sequence[int | str] | None, generic_asset_ids: Sequence[int] | None
) -> Feed[BookFrame]:
    """Whole books of instruments and generic assets: after a reconnect each book is sent again."""

    query = {**_listed("instrument_id", instrument_ids), **_listed("generic_asset_id", generic_asset_ids)}
    return Feed(topic="orderbooks", prepare=_nothing, query=lambda: query, take=_take_book)


def book_key(frame: BookFrame) -> BookKey:
    """The book that a frame is about."""
    if isinstance(frame, AggregatedBook):
        return ("asset", frame.generic_asset_id)
    if isinstance(frame, Book) or frame.generic_asset_id is None:
        return ("instrument", frame.instrument_id or 0)
    return ("asset", frame.generic_asset_id)


def lost_book(key: BookKey, reason: str) -> Unavailable:
    """The report that a book is not known until the service has sent it again."""
    kind, number = key
    return Unavailable(
        instrument_id=InstrumentId(number) if kind == "instrument" else None,
        generic_asset_id=GenericAssetId(number) if kind == "asset" else None,
        code="disconnected",
        message=reason,
    )


def opportunity_feed(query: Mapping[str, str]) -> Feed[Opportunity | OpportunityClosed]:
    """Opportunities: after a reconnect all that are open are sent again."""

    def take(frame: JsonObject) -> Opportunity | OpportunityClosed | None:
        if frame["type"] in ("opened", "changed"):
            return Opportunity.from_json(frame["opportunity"])
        if frame["type"] != "closed":
            return None
        return OpportunityClosed(id=frame["id"], lasted_ms=frame["lasted_ms"])

    return Feed(topic="opportunities", prepare=_nothing, query=lambda: query, take=take)


def _take_book(frame: JsonObject) -> BookFrame | None:
    if frame["type"] == "book":
        return Book.from_json(_record(frame))
    if frame["type"] == "aggregated_book":
        return AggregatedBook.from_json(_record(frame))
    if frame["type"] != "unavailable":
        return None
    return Unavailable(
        instrument_id=optional(InstrumentId, frame.get("instrument_id")),
        generic_asset_id=optional(GenericAssetId, frame.get("generic_asset_id")),
        code=frame["error"],
        message=frame["message"],
    )


def _subaccount_feed(
    name: str,
    subaccount_ids: Sequence[str] | None,
    take: Callable[[JsonObject], T | None],
) -> Feed[T]:
    query = _listed("subaccount_id", subaccount_ids)
    return Feed(topic=name, prepare=_nothing, query=lambda: query, take=take)


def _snapshot(frame: JsonObject, field: str, decode: Callable[[Any], T]) -> Snapshot[T] | None:
    if frame["type"] != "snapshot":
        return None
    return Snapshot(
        subaccount_id=SubaccountId(frame["subaccount_id"]),
        records=items(decode, frame[field]),
        timestamp=frame["timestamp"],
    )


def _record(frame: JsonObject, *without: str) -> dict[str, Any]:
    """The record in a frame whose fields are next to those of the frame."""
    return {name: value for name, value in frame.items() if name not in _CONTROL_FIELDS and name not in without}


def _listed(name: str, ids: Sequence[object] | None) -> dict[str, str]:
    """An empty list subscribes to nothing, the same as leaving it out."""
    return {name: ",".join(str(each) for each in ids)} if ids else {}


async def _nothing() -> None:
    return None
