"""Runs a strategy against a running service: opens its streams and calls its methods one after another."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from crossbook._generated_models import AggregatedBook, Book, Fill, InstrumentDetail, Order
from crossbook._streams import AsyncStream
from crossbook.client import AsyncCrossbook
from crossbook.errors import CrossbookError, NotFoundError, OutcomeUnknown
from crossbook.frames import Snapshot, Unavailable
from crossbook.strategy import LIVE_STATUSES, Strategy

T = TypeVar("T")

_PROFILES = {"demo": "sandbox", "live": "live", "replay": "replay", "shadow": "shadow"}


class TargetError(Exception):
    """The strategy cannot run against this target."""


def run(
    strategy: type[Strategy] | Strategy,
    *,
    target: str = "demo",
    key_file: str | os.PathLike[str] | None = None,
) -> Strategy:
    """Runs a strategy until it stops itself, or until SIGINT or SIGTERM, and returns it.

    target: "demo" for a service with profile sandbox, "replay" for recorded market data, "shadow" for real market data
        without real orders, "live" for a service that can trade on real venues.
    key_file: the key of the service; by default that of `AsyncCrossbook.from_env`.
    Raises TargetError if the service has another profile or lacks an instrument, and what a method of the strategy raises.
    """
    return asyncio.run(_run_with_client(strategy, target, key_file))


async def run_async(
    strategy: type[Strategy] | Strategy, client: AsyncCrossbook, *, target: str = "demo"
) -> Strategy:
    """As `run`, with a client, in the running event loop. Does not handle signals."""
    running = strategy() if isinstance(strategy, type) else strategy
    await _check_target(client, target)
    running.client = client
    await StrategyRunner(running, client).run()
    return running


async def _run_with_client(
    strategy: type[Strategy] | Strategy, target: str, key_file: str | os.PathLike[str] | None
) -> Strategy:
    running = strategy() if isinstance(strategy, type) else strategy
    _check_known(target)
    client = AsyncCrossbook.from_env() if key_file is None else AsyncCrossbook.from_key_file(key_file)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Only the main thread of Unix systems can handle signals; elsewhere they end the program as usual.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, running.stop)
    async with client:
        return await run_async(running, client, target=target)


async def _check_target(client: AsyncCrossbook, target: str) -> None:
    _check_known(target)
    profile = (await client.health()).profile
    if profile != _PROFILES[target]:
        raise TargetError(f"target {target!r} needs a service with profile {_PROFILES[target]}, not {profile}")


def _check_known(target: str) -> None:
    if target not in _PROFILES:
        raise TargetError(f"unknown target {target!r}; use one of {', '.join(map(repr, _PROFILES))}")


class StrategyRunner:
    """One run of a strategy. Books are kept in their latest state; all other events are delivered in order."""

    def __init__(self, strategy: Strategy, client: AsyncCrossbook) -> None:
        self._strategy = strategy
        self._client = client
        self._events: deque[Callable[[], Awaitable[None]]] = deque()
        self._books: dict[tuple[str, int], Book | AggregatedBook] = {}
        self._changed = asyncio.Event()
        self._failure: BaseException | None = None
        self._last_fill: int | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        """Returns when the strategy has stopped; raises the error of a stream or of a method."""
        strategy = self._strategy
        try:
            await self._find_instruments()
            await self._open_streams()
            self._start(self._watch_stop())
            if strategy.timer_seconds is not None:
                self._start(self._tick(strategy.timer_seconds))
            await strategy.on_start()
            await self._dispatch()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._finish()

    async def _find_instruments(self) -> None:
        strategy = self._strategy
        strategy.instruments = [await self._find_instrument(each) for each in strategy.instrument_ids]
        strategy.instrument_ids = [each.instrument_id for each in strategy.instruments]

    async def _find_instrument(self, name: int | str) -> InstrumentDetail:
        try:
            return await self._client.markets.get(name)
        except NotFoundError as error:
            raise TargetError(f"the service has no instrument {name!r}") from error

    async def _open_streams(self) -> None:
        strategy, streams = self._strategy, self._client.streams
        own = [strategy.subaccount_id]
        await self._read(streams.orders(subaccount_ids=own), self._on_order)
        await self._read(streams.fills(subaccount_ids=own), self._on_fill)
        if strategy.instrument_ids:
            prints = streams.tradeprints(instrument_ids=strategy.instrument_ids)
            await self._read(prints, self._on_print)
        if strategy.instrument_ids or strategy.generic_asset_ids:
            books = streams.orderbooks(
                instrument_ids=strategy.instrument_ids, generic_asset_ids=strategy.generic_asset_ids
            )
            await self._read(books, self._on_book)

    async def _read(self, stream: AsyncStream[T], receive: Callable[[T], Awaitable[None]]) -> None:
        await stream.open()

        async def forward() -> None:
            async for frame in stream:
                await receive(frame)

        self._start(forward())

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        task.add_done_callback(self._note_failure)
        self._tasks.append(task)

    def _note_failure(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._failure = self._failure or task.exception()
            self._changed.set()

    async def _dispatch(self) -> None:
        while not self._strategy.is_stopping.is_set():
            if self._failure is not None:
                raise self._failure
            if self._events:
                await self._events.popleft()()
            elif self._books:
                await self._strategy.on_book(self._books.pop(next(iter(self._books))))
            else:
                self._changed.clear()
                await self._changed.wait()

    async def _watch_stop(self) -> None:
        await self._strategy.is_stopping.wait()
        self._changed.set()

    async def _tick(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            if self._strategy.on_timer not in self._events:
                self._add(self._strategy.on_timer)

    def _add(self, event: Callable[[], Awaitable[None]]) -> None:
        self._events.append(event)
        self._changed.set()

    async def _on_print(self, trade: Any) -> None:
        self._add(partial(self._strategy.on_print, trade))

    async def _on_book(self, frame: Book | AggregatedBook | Unavailable) -> None:
        if isinstance(frame, Unavailable):
            self._books.pop(_book_key(frame), None)
            self._add(partial(self._strategy.on_book_unavailable, frame))
        else:
            self._books[_book_key(frame)] = frame
            self._changed.set()

    async def _on_order(self, frame: Snapshot[Order] | Order) -> None:
        for order in await self._catch_up(frame) if isinstance(frame, Snapshot) else (frame,):
            if self._strategy.is_own(order):
                self._strategy.follow(order)
            self._add(partial(self._strategy.on_order, order))

    async def _catch_up(self, snapshot: Snapshot[Order]) -> list[Order]:
        """The live orders, and those of this run that have ended while no connection was open."""
        present = {order.id for order in snapshot.records}
        ended = [await self._client.orders.get(each) for each in list(self._strategy.orders) if each not in present]
        return [*ended, *reversed(snapshot.records)]

    async def _on_fill(self, frame: Snapshot[Fill] | Fill) -> None:
        fills = await self._missed_fills(frame) if isinstance(frame, Snapshot) else (frame,)
        for fill in fills:
            if self._last_fill is None or _fill_number(fill) > self._last_fill:
                self._last_fill = _fill_number(fill)
                self._add(partial(self._strategy.on_fill, fill))

    async def _missed_fills(self, snapshot: Snapshot[Fill]) -> list[Fill]:
        """The fills since the last one that was delivered, oldest first; none at the start of the run."""
        newest = snapshot.records
        if self._last_fill is None:
            self._last_fill = max((_fill_number(fill) for fill in newest), default=0)
            return []
        missed: list[Fill] = []
        # The snapshot has at most the latest hundred fills; the list has all of them.
        async for fill in self._client.fills.list(subaccount_id=snapshot.subaccount_id):
            if _fill_number(fill) <= self._last_fill:
                break
            missed.append(fill)
        return missed[::-1]

    async def _finish(self) -> None:
        try:
            await self._strategy.on_stop()
        finally:
            if self._strategy.cancels_at_stop:
                await self._cancel_orders()

    async def _cancel_orders(self) -> None:
        """Cancels each live order of the run. Raises the first error after it has tried all of them."""
        failure: CrossbookError | None = None
        for order_id in list(self._strategy.orders):
            try:
                await self._cancel_order(order_id)
            except CrossbookError as error:
                failure = failure or error
        if failure is not None:
            raise failure

    async def _cancel_order(self, order_id: str) -> None:
        """Raises for an order that is left, or may be."""
        try:
            await self._strategy.cancel(order_id)
        except OutcomeUnknown as doubt:
            order = await doubt.reconcile_async()
            if order is not None and order.status in LIVE_STATUSES:
                raise


def _book_key(frame: Book | AggregatedBook | Unavailable) -> tuple[str, int]:
    instrument_id = None if isinstance(frame, AggregatedBook) else frame.instrument_id
    if instrument_id is not None:
        return ("instrument", instrument_id)
    asset_id = None if isinstance(frame, Book) else frame.generic_asset_id
    return ("asset", asset_id or 0)


def _fill_number(fill: Fill) -> int:
    """Fills are numbered in the order in which the service recorded them: `fil_12`."""
    return int(fill.id.removeprefix("fil_"))
