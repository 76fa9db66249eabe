"""A trading strategy as a class with one method for each kind of event."""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from crossbook._generated_models import AggregatedBook, Book, Fill, InstrumentDetail, Order, OrderStatus, Trade
from crossbook.client import AsyncCrossbook
from crossbook.errors import ConflictError, NotFoundError, OutcomeUnknown
from crossbook.frames import Unavailable

LIVE_STATUSES: frozenset[OrderStatus] = frozenset(("PENDING_SUBMISSION", "OPEN", "PARTIAL"))


class Strategy:
    """A strategy of one subaccount. Override the methods that it needs; they never run at the same time."""

    subaccount_id: str = "sa_1"
    instrument_ids: Sequence[int | str] = ()
    """Instruments whose books and prints the strategy receives: ids, or names such as `Kalshi:TICKER`.

    Ids differ between services, names do not. The run replaces names by the ids of its service before `on_start`.
    """
    instruments: Sequence[InstrumentDetail] = ()
    """The instruments of `instrument_ids` in their order, set before `on_start`."""
    generic_asset_ids: Sequence[int] = ()
    """Assets whose aggregated books the strategy receives."""
    timer_seconds: float | None = None
    """Interval of `on_timer`; None for no timer."""
    cancels_at_stop: bool = True
    """At the end, cancel the live orders that the strategy has placed with `place`."""

    client: AsyncCrossbook
    """The client, set before `on_start`."""

    def __init__(self) -> None:
        self.orders: dict[str, Order] = {}
        """The live orders of this run by their ids, as far as they were placed with `place`."""
        self.is_stopping = asyncio.Event()
        self._updated_at: dict[str, datetime] = {}
        self._numbers = itertools.count(1)
        self._run_id = uuid.uuid4().hex[:12]

    async def on_start(self) -> None:
        """Runs once, when all streams are open."""

    async def on_book(self, book: Book | AggregatedBook) -> None:
        """A book has changed. While a method runs, only the latest state of each book is kept."""

    async def on_book_unavailable(self, report: Unavailable) -> None:
        """A book is unavailable: quotes that depend on it should be withdrawn."""

    async def on_print(self, trade: Trade) -> None:
        """A trade of any participant on one of the instruments."""

    async def on_order(self, order: Order) -> None:
        """An order of the subaccount has changed."""

    async def on_fill(self, fill: Fill) -> None:
        """A new fill of the subaccount, each once, also across reconnects."""

    async def on_timer(self) -> None:
        """Runs every `timer_seconds`."""

    async def on_stop(self) -> None:
        """Runs once at the end, before the orders are cancelled."""

    def stop(self) -> None:
        """Ends the run after the present method."""
        self.is_stopping.set()

    async def place(self, **order: Any) -> Order | None:
        """Submits an order of the strategy's subaccount, with the fields of `client.orders.create`.

        After an unknown outcome it finds the order: None means that none was and will be made.
        """
        fields: dict[str, Any] = {"subaccount_id": self.subaccount_id, "client_order_id": self._next_key(), **order}
        try:
            placed = await self.client.orders.create(**fields)
        except OutcomeUnknown as doubt:
            found = await doubt.reconcile_async()
            if found is None:
                return None
            placed = found
        self.follow(placed)
        return placed

    async def cancel(self, order_id: str) -> Order | None:
        """Cancels an order of the strategy; None if it is no longer open."""
        try:
            order = await self.client.orders.cancel(order_id)
        except (ConflictError, NotFoundError):
            self.orders.pop(order_id, None)
            return None
        self.follow(order)
        return order

    def is_own(self, order: Order) -> bool:
        """True for an order that this run has placed with `place`."""
        return (order.client_order_id or "").startswith(f"st-{self._run_id}-")

    def _next_key(self) -> str:
        return f"st-{self._run_id}-{next(self._numbers)}"

    def follow(self, order: Order) -> None:
        """Keeps the newest state of an own order; a response may arrive after a later frame of the stream."""
        if self._updated_at.get(order.id, order.updated_at) > order.updated_at:
            return
        self._updated_at[order.id] = order.updated_at
        if order.status in LIVE_STATUSES:
            self.orders[order.id] = order
        else:
            self.orders.pop(order.id, None)
