"""Streams as asynchronous iterators. They reconnect and resume by themselves, and report when they cannot."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from crossbook._core import Context
from crossbook._feeds import (
    BookFrame,
    Feed,
    balance_feed,
    book_feed,
    complex_order_feed,
    fill_feed,
    opportunity_feed,
    order_feed,
    position_feed,
    print_feed,
)
from crossbook._generated_async import AsyncResources
from crossbook._generated_models import Balance, ComplexOrder, Fill, Opportunity, Order, Position, Trade
from crossbook._inputs import DecimalInput, query_pairs
from crossbook._json import JsonObject
from crossbook._websocket import Ending, run_connection
from crossbook.errors import (
    CrossbookError,
    ForbiddenError,
    NotFoundError,
    StreamError,
    UnauthorizedError,
    ValidationError,
)
from crossbook.frames import BalanceChange, Gap, OpportunityClosed, Reconnect, Snapshot

T = TypeVar("T")

_BUFFER_MAX = 10_000
_RECONNECT_FIRST_S = 0.25
_RECONNECT_MAX_S = 15.0
_FINAL_ERRORS = (UnauthorizedError, ForbiddenError, NotFoundError, ValidationError)


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamOptions:
    """Options of a stream."""

    buffer_max: int = _BUFFER_MAX
    """Frames buffered for a slow reader; beyond it the stream ends with a `StreamError`."""
    on_gap: Callable[[Gap], None] | None = None
    """Receives reports of lost data after a resume; without it a gap ends the stream with a `StreamError`."""
    on_reconnect: Callable[[Reconnect], None] | None = None
    """Receives the reason why a connection ended, before the next attempt."""


@dataclass(frozen=True, slots=True)
class StreamContext:
    """What the streams of a client share."""

    context: Context
    client: AsyncResources


class AsyncStream(Generic[T]):
    """One subscription, read with `async for` by one reader.

    It starts with the first read, with `open()`, or with `async with`, which also closes it.
    """

    def __init__(self, feed: Feed[T], context: Context, options: StreamOptions) -> None:
        self._feed = feed
        self._context = context
        self._options = options
        self._buffer: deque[T] = deque()
        self._changed = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None
        self._is_ended = False
        self._is_live = False  # this connection received data, so earlier failures no longer count

    @property
    def is_ended(self) -> bool:
        """True when no more frames will be received; those already received can still be read."""
        return self._is_ended

    async def open(self) -> None:
        """Returns when the service has confirmed the subscription; raises its refusal."""
        self._start()
        while not self._subscribed.is_set() and not self._is_ended:
            self._changed.clear()
            await self._changed.wait()
        if self._is_ended and not self._subscribed.is_set():
            raise self._error or StreamError("the stream is closed", code="closed")

    async def close(self) -> None:
        """Ends the stream now and drops unread frames."""
        self._buffer.clear()
        self._end(None)
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._task

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        self._start()
        while not self._buffer:
            if self._is_ended:
                error, self._error = self._error, None
                raise error or StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._buffer.popleft()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _start(self) -> None:
        if self._task is None and not self._is_ended:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._feed.prepare()
            failures = 0
            while not self._is_ended:
                ending = await self._connect()
                if self._is_ended:
                    return
                await self._raise_if_final(ending)
                failures = 0 if self._is_live else failures
                await self._pause(failures, ending)
                failures += 1
        except Exception as error:
            self._end(error)

    async def _connect(self) -> Ending:
        self._is_live = False
        query = self._context.signer.handshake_query(self._feed.path, self._feed.query())
        base = "ws" + self._context.base_url.removeprefix("http")
        return await run_connection(f"{base}{self._feed.path}?{query}", self._context.timeout, self._take)

    def _take(self, frame: JsonObject) -> bool:
        """Reads a frame; False when the stream was closed."""
        if self._is_ended:
            return False
        if frame["type"] == "subscribed":
            self._subscribed.set()
            self._changed.set()
        elif frame["type"] == "error":
            self._report(frame)
        elif frame["type"] != "connected":
            self._is_live = True
        record = self._feed.take(frame)
        if record is None:
            return True
        if len(self._buffer) >= self._options.buffer_max:
            raise StreamError("the reader is too slow for this stream", code="overflow")
        self._buffer.append(record)
        self._changed.set()
        return True

    def _report(self, frame: JsonObject) -> None:
        if frame["error"] != "resume_gap":
            return
        if self._options.on_gap is None:
            raise StreamError(frame["message"], code="resume_gap", details=frame.get("details"))
        self._options.on_gap(Gap(message=frame["message"], details=frame.get("details")))

    async def _raise_if_final(self, ending: Ending) -> None:
        """Raises if another attempt cannot help."""
        if ending.code == 4400:
            raise StreamError(ending.reason or "protocol error", code="protocol")
        if ending.code == 4401:
            raise UnauthorizedError(ending.reason or "the key was revoked", code="unauthorized")
        if ending.code == 4403:
            raise ForbiddenError(ending.reason or "access was withdrawn", code="forbidden")
        if ending.is_opened:
            return
        try:
            await self._feed.explain()
        except _FINAL_ERRORS:
            raise
        except CrossbookError:
            return

    async def _pause(self, failures: int, ending: Ending) -> None:
        backoff = min(_RECONNECT_FIRST_S * 2**failures, _RECONNECT_MAX_S)
        delay = backoff * (0.5 + self._context.random() / 2)
        if self._options.on_reconnect is not None:
            self._options.on_reconnect(Reconnect(reason=ending.reason, code=ending.code, delay=delay))
        await asyncio.sleep(delay)

    def _end(self, error: BaseException | None) -> None:
        if self._is_ended:
            return
        self._is_ended, self._error = True, error
        self._changed.set()


class AsyncStreams:
    """`client.streams`: the real-time feeds."""

    def __init__(self, shared: StreamContext) -> None:
        self._shared = shared
        self._open: weakref.WeakSet[AsyncStream[Any]] = weakref.WeakSet()

    def tradeprints(
        self,
        *,
        instrument_ids: Sequence[int] | None = None,
        after_id: int | None = None,
        options: StreamOptions | None = None,
    ) -> AsyncStream[Trade]:
        """Trade prints as they happen, each once and in order of their ids, also across reconnects.

        instrument_ids: only these; all if absent. after_id: starts after this print; if absent, with the next one.
        """
        return self._stream(print_feed(self._shared.client, instrument_ids, after_id), options)

    def positions(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Position] | Position]:
        """A snapshot for each subaccount, then each change; a closed position has `qty` 0."""
        return self._stream(position_feed(self._shared.client, subaccount_ids), options)

    def orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Order] | Order]:
        """The live orders of each subaccount, then each order as it changes."""
        return self._stream(order_feed(self._shared.client, subaccount_ids), options)

    def complex_orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[ComplexOrder] | ComplexOrder]:
        """The complex orders of each subaccount that are not over, then each one as it changes."""
        return self._stream(complex_order_feed(self._shared.client, subaccount_ids), options)

    def fills(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Fill] | Fill]:
        """The latest fills of each subaccount, then each new one; after a reconnect some come again."""
        return self._stream(fill_feed(self._shared.client, subaccount_ids), options)

    def balances(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Balance] | BalanceChange]:
        """The cash of each subaccount at each venue, then each balance that changes."""
        return self._stream(balance_feed(self._shared.client, subaccount_ids), options)

    def orderbooks(
        self,
        *,
        instrument_ids: Sequence[int] | None = None,
        generic_asset_ids: Sequence[int] | None = None,
        options: StreamOptions | None = None,
    ) -> AsyncStream[BookFrame]:
        """The whole books of the given instruments and assets, at most ten times a second each."""
        return self._stream(book_feed(self._shared.client, instrument_ids, generic_asset_ids), options)

    def opportunities(
        self,
        *,
        min_edge: DecimalInput | None = None,
        min_qty: DecimalInput | None = None,
        kind: str | None = None,
        asset: int | None = None,
        options: StreamOptions | None = None,
    ) -> AsyncStream[Opportunity | OpportunityClosed]:
        """All open opportunities that pass the filter, then each change. asset: id of a generic asset."""
        query = query_pairs({"min_edge": min_edge, "min_qty": min_qty, "kind": kind, "asset": asset})
        return self._stream(opportunity_feed(self._shared.client, query), options)

    async def close(self) -> None:
        """Closes all open streams."""
        for stream in list(self._open):
            await stream.close()

    def _stream(self, feed: Feed[T], options: StreamOptions | None) -> AsyncStream[T]:
        stream = AsyncStream(feed, self._shared.context, options or StreamOptions())
        self._open.add(stream)
        return stream
