"""Streams for blocking programs: an event loop in its own thread runs them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import TimeoutError as FutureTimeoutError
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from crossbook._core import Context
from crossbook._feeds import BookFrame
from crossbook._generated_async import AsyncResources
from crossbook._generated_models import (
    AggregatedBook,
    Balance,
    Book,
    ComplexOrder,
    Fill,
    Opportunity,
    Order,
    Position,
    PositionOperation,
    Trade,
)
from crossbook._inputs import DecimalInput
from crossbook._runners import AsyncRunner
from crossbook._streams import AsyncLocalBooks, AsyncStream, AsyncStreams, StreamOptions
from crossbook.errors import RequestTimeoutError
from crossbook.frames import BalanceChange, OpportunityClosed, Snapshot

T = TypeVar("T")


class EventLoopThread:
    """An event loop in a daemon thread, started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closing: list[Callable[[], Awaitable[None]]] = []

    def run(self, work: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
        """The result of work in the loop. Raises TimeoutError after `timeout` seconds, and what the work raises."""
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result(timeout)
        except BaseException:
            future.cancel()
            raise

    def at_close(self, action: Callable[[], Awaitable[None]]) -> None:
        """Runs this in the loop before it ends."""
        self._closing.append(action)

    def close(self) -> None:
        """Ends the loop, if it was started, and returns when it has ended."""
        loop, self._loop = self._loop, None
        thread, self._thread = self._thread, None
        if loop is None or thread is None:
            return
        for action in self._closing:
            asyncio.run_coroutine_threadsafe(_awaited(action), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_run_until_stopped, args=(self._loop,), name="crossbook-streams", daemon=True
                )
                self._thread.start()
            return self._loop


def _run_until_stopped(loop: asyncio.AbstractEventLoop) -> None:
    """Runs the loop in this thread, then ends what still runs in it."""
    try:
        loop.run_forever()
        loop.run_until_complete(_cancel_tasks())
    finally:
        loop.close()


async def _cancel_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Stream(Generic[T]):
    """One subscription, read with `for`. It starts with the first read, with `open()`, or with `with`."""

    def __init__(self, loop: EventLoopThread, create: Callable[[], AsyncStream[T]]) -> None:
        self._loop = loop
        self._create = create
        self._stream: AsyncStream[T] | None = None

    def open(self) -> None:
        """Returns when the service has confirmed the subscription; raises its refusal."""
        self._loop.run(self._opened())

    def next(self, timeout: float | None = None) -> T:
        """The next frame. Raises StopIteration after `close()`, RequestTimeoutError after `timeout` seconds without a
        frame, and the error of the stream once.
        """
        try:
            return self._loop.run(self._read(), timeout)
        except StopAsyncIteration:
            raise StopIteration from None
        except FutureTimeoutError:
            raise RequestTimeoutError(f"no frame within {timeout:g} seconds", code="timeout") from None

    def close(self) -> None:
        """Ends the stream now and drops unread frames."""
        if self._stream is not None:
            self._loop.run(self._stream.close())

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        return self.next()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def _opened(self) -> None:
        await self._get().open()

    async def _read(self) -> T:
        return await self._get().__anext__()

    def _get(self) -> AsyncStream[T]:
        # Created in the loop that runs it.
        if self._stream is None:
            self._stream = self._create()
        return self._stream


class LocalBooks(Stream[BookFrame]):
    """As `AsyncLocalBooks`, for blocking programs."""

    def __init__(self, loop: EventLoopThread, create: Callable[[], AsyncLocalBooks]) -> None:
        self._books: AsyncLocalBooks | None = None
        super().__init__(loop, lambda: self._keep(create()))

    def get(self, instrument_id: int) -> Book | None:
        """The book of an instrument; None while it is not known."""
        return None if self._books is None else self._books.get(instrument_id)

    def get_aggregated(self, generic_asset_id: int) -> AggregatedBook | None:
        """The book of a generic asset; None while it is not known."""
        return None if self._books is None else self._books.get_aggregated(generic_asset_id)

    def _keep(self, books: AsyncLocalBooks) -> AsyncLocalBooks:
        self._books = books
        return books


class Streams:
    """`client.streams`: the real-time feeds, for blocking programs."""

    def __init__(self, context: Context, loop: EventLoopThread) -> None:
        self._context = context
        self._loop = loop
        self._streams: AsyncStreams | None = None

    def tradeprints(
        self,
        *,
        instrument_ids: Sequence[int | str] | None = None,
        after_id: int | None = None,
        options: StreamOptions | None = None,
    ) -> Stream[Trade]:
        """As `AsyncStreams.tradeprints`."""
        return Stream(
            self._loop,
            lambda: self._get().tradeprints(
                instrument_ids=instrument_ids, after_id=after_id, options=options
            ),
        )

    def positions(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[Position] | Position]:
        """As `AsyncStreams.positions`."""
        return Stream(self._loop, lambda: self._get().positions(subaccount_ids=subaccount_ids, options=options))

    def orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[Order] | Order]:
        """As `AsyncStreams.orders`."""
        return Stream(self._loop, lambda: self._get().orders(subaccount_ids=subaccount_ids, options=options))

    def complex_orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[ComplexOrder] | ComplexOrder]:
        """As `AsyncStreams.complex_orders`."""
        return Stream(
            self._loop, lambda: self._get().complex_orders(subaccount_ids=subaccount_ids, options=options)
        )

    def fills(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[Fill] | Fill]:
        """As `AsyncStreams.fills`."""
        return Stream(self._loop, lambda: self._get().fills(subaccount_ids=subaccount_ids, options=options))

    def balances(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[Balance] | BalanceChange]:
        """As `AsyncStreams.balances`."""
        return Stream(self._loop, lambda: self._get().balances(subaccount_ids=subaccount_ids, options=options))

    def operations(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> Stream[Snapshot[PositionOperation] | PositionOperation]:
        """As `AsyncStreams.operations`."""
        return Stream(
            self._loop, lambda: self._get().operations(subaccount_ids=subaccount_ids, options=options)
        )

    def orderbooks(
        self,
        *,
        instrument_ids: Sequence[int | str] | None = None,
        generic_asset_ids: Sequence[int] | None = None,
        options: StreamOptions | None = None,
    ) -> Stream[BookFrame]:
        """As `AsyncStreams.orderbooks`."""
        return Stream(
            self._loop,
            lambda: self._get().orderbooks(
                instrument_ids=instrument_ids, generic_asset_ids=generic_asset_ids, options=options
            ),
        )

    def local_books(
        self, *, instrument_ids: Sequence[int | str] | None = None, generic_asset_ids: Sequence[int] | None = None
    ) -> LocalBooks:
        """As `AsyncStreams.local_books`."""
        return LocalBooks(
            self._loop,
            lambda: self._get().local_books(instrument_ids=instrument_ids, generic_asset_ids=generic_asset_ids),
        )

    def opportunities(
        self,
        *,
        min_edge: DecimalInput | None = None,
        min_qty: DecimalInput | None = None,
        kind: str | None = None,
        asset: int | None = None,
        options: StreamOptions | None = None,
    ) -> Stream[Opportunity | OpportunityClosed]:
        """As `AsyncStreams.opportunities`."""
        return Stream(
            self._loop,
            lambda: self._get().opportunities(
                min_edge=min_edge, min_qty=min_qty, kind=kind, asset=asset, options=options
            ),
        )

    def _get(self) -> AsyncStreams:
        if self._streams is None:
            runner = AsyncRunner(self._context)
            self._streams = AsyncStreams(self._context, AsyncResources(runner))
            self._loop.at_close(self._streams.close)
            self._loop.at_close(runner.close)
        return self._streams


async def _awaited(action: Callable[[], Awaitable[None]]) -> None:
    await action()
