"""Streams as asynchronous iterators. They reconnect and resume by themselves, and report when they cannot."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from crossbook._core import Context
from crossbook._feeds import (
    BookFrame,
    BookKey,
    Feed,
    balance_feed,
    book_feed,
    book_key,
    complex_order_feed,
    fill_feed,
    lost_book,
    operation_feed,
    opportunity_feed,
    order_feed,
    position_feed,
    print_feed,
)
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
from crossbook._inputs import DecimalInput, query_pairs
from crossbook._json import JsonObject
from crossbook._multiplexer import Multiplexer, SubscriptionEnding
from crossbook._websocket import Ending
from crossbook.errors import (
    CrossbookError,
    ForbiddenError,
    NotFoundError,
    RateLimitedError,
    StreamError,
    UnauthorizedError,
    ValidationError,
)
from crossbook.frames import BalanceChange, Gap, OpportunityClosed, Reconnect, Snapshot, Unavailable

T = TypeVar("T")

_BUFFER_MAX = 10_000
_RECONNECT_FIRST_S = 0.25
FINAL_ERRORS = (UnauthorizedError, ForbiddenError, NotFoundError, ValidationError)


def _is_limit(refusal: CrossbookError) -> bool:
    """True if the key has as many connections or subscriptions as it may."""
    bucket = (refusal.details or {}).get("bucket")
    return isinstance(refusal, RateLimitedError) and bucket in ("connections", "subscriptions")


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
    multiplexer: Multiplexer


class AsyncStream(Generic[T]):
    """One subscription, read with `async for` by one reader.

    It starts with the first read, with `open()`, or with `async with`, which also closes it.
    """

    def __init__(self, feed: Feed[T], shared: StreamContext, options: StreamOptions) -> None:
        self._feed = feed
        self._context = shared.context
        self._multiplexer = shared.multiplexer
        self._options = options
        self._buffer: deque[T] = deque()
        self._changed = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None
        self._is_ended = False

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
                ended = await self._subscribe()
                if self._is_ended:
                    return
                reason = self._raise_if_final(ended)
                failures = 0 if ended.is_live else failures
                await self._pause(failures, replace(ended.ending, reason=reason))
                failures += 1
        except Exception as error:
            self._end(error)

    async def _subscribe(self) -> SubscriptionEnding:
        subscription = self._multiplexer.subscribe(self._feed.topic, self._feed.query(), self._take)
        try:
            ended = await subscription.ended
        finally:
            await subscription.close()
        self._on_lost(ended.ending)
        return ended

    def _take(self, frame: JsonObject) -> bool:
        """Reads a frame; False when the stream was closed."""
        if self._is_ended:
            return False
        if frame["type"] == "subscribed":
            self._subscribed.set()
            self._changed.set()
        elif frame["type"] == "error":
            self._report(frame)
        record = self._feed.take(frame)
        if record is not None:
            self._push(record)
            self._changed.set()
        return True

    def _push(self, record: T) -> None:
        if len(self._buffer) >= self._options.buffer_max:
            raise StreamError("the reader is too slow for this stream", code="overflow")
        self._buffer.append(record)

    def _on_lost(self, ending: Ending) -> None:
        """Runs after each connection."""

    def _report(self, frame: JsonObject) -> None:
        if frame["error"] != "resume_gap":
            return
        if self._options.on_gap is None:
            raise StreamError(frame["message"], code="resume_gap", details=frame.get("details"))
        self._options.on_gap(Gap(message=frame["message"], details=frame.get("details")))

    def _raise_if_final(self, ended: SubscriptionEnding) -> str:
        """Raises if another attempt cannot help; else the reason of the ending."""
        refusal = ended.refusal
        final_error = ended.fault or ended.ending.final_error
        if final_error is not None:
            raise final_error
        if refusal is None:
            return ended.ending.reason
        # The service may still count the last connection of a stream that was open: that one is tried again.
        is_full = _is_limit(refusal) and not self._subscribed.is_set()
        if is_full or isinstance(refusal, FINAL_ERRORS):
            raise refusal
        return refusal.message

    async def _pause(self, failures: int, ending: Ending) -> None:
        delay = self._context.reconnect_delay(failures, _RECONNECT_FIRST_S)
        if self._options.on_reconnect is not None:
            self._options.on_reconnect(Reconnect(reason=ending.reason, code=ending.code, delay=delay))
        await asyncio.sleep(delay)

    def _end(self, error: BaseException | None) -> None:
        if self._is_ended:
            return
        self._is_ended, self._error = True, error
        self._changed.set()


class AsyncLocalBooks(AsyncStream[BookFrame]):
    """The latest books of a subscription. Reading it yields the books that have changed, each with its latest state.

    After a gap or a lost connection no book is known until the service has sent it again: an `Unavailable` with the
    code `disconnected` reports each.
    """

    def __init__(self, feed: Feed[BookFrame], shared: StreamContext, options: StreamOptions) -> None:
        super().__init__(feed, shared, options)
        self._books: dict[BookKey, Book | AggregatedBook] = {}

    def get(self, instrument_id: int) -> Book | None:
        """The book of an instrument; None while it is not known."""
        book = self._books.get(("instrument", instrument_id))
        return book if isinstance(book, Book) else None

    def get_aggregated(self, generic_asset_id: int) -> AggregatedBook | None:
        """The book of a generic asset; None while it is not known."""
        book = self._books.get(("asset", generic_asset_id))
        return book if isinstance(book, AggregatedBook) else None

    def _push(self, record: BookFrame) -> None:
        key = book_key(record)
        if isinstance(record, Unavailable):
            self._books.pop(key, None)
        else:
            self._books[key] = record
        for unread in [each for each in self._buffer if book_key(each) == key]:
            self._buffer.remove(unread)
        self._buffer.append(record)

    def _on_lost(self, ending: Ending) -> None:
        for key in list(self._books):
            self._push(lost_book(key, ending.reason))
        self._changed.set()


class AsyncStreams:
    """`client.streams`: the real-time feeds, all on one connection."""

    def __init__(self, context: Context, client: AsyncResources) -> None:
        self._shared = StreamContext(context, client, Multiplexer(context, client))
        self._open: weakref.WeakSet[AsyncStream[Any]] = weakref.WeakSet()

    def tradeprints(
        self,
        *,
        instrument_ids: Sequence[int | str] | None = None,
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
        return self._stream(position_feed(subaccount_ids), options)

    def orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Order] | Order]:
        """The live orders of each subaccount, then each order as it changes."""
        return self._stream(order_feed(subaccount_ids), options)

    def complex_orders(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[ComplexOrder] | ComplexOrder]:
        """The complex orders of each subaccount that are not over, then each one as it changes."""
        return self._stream(complex_order_feed(subaccount_ids), options)

    def fills(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Fill] | Fill]:
        """The latest fills of each subaccount, then each new one; after a reconnect some come again."""
        return self._stream(fill_feed(subaccount_ids), options)

    def balances(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[Balance] | BalanceChange]:
        """The cash of each subaccount at each venue, then each balance that changes."""
        return self._stream(balance_feed(subaccount_ids), options)

    def operations(
        self, *, subaccount_ids: Sequence[str] | None = None, options: StreamOptions | None = None
    ) -> AsyncStream[Snapshot[PositionOperation] | PositionOperation]:
        """The merges, splits and redemptions of each subaccount that are not over, then each one as it changes."""
        return self._stream(operation_feed(subaccount_ids), options)

    def orderbooks(
        self,
        *,
        instrument_ids: Sequence[int | str] | None = None,
        generic_asset_ids: Sequence[int] | None = None,
        options: StreamOptions | None = None,
    ) -> AsyncStream[BookFrame]:
        """The whole books of the given instruments and assets, at most ten times a second each."""
        return self._stream(book_feed(instrument_ids, generic_asset_ids), options)

    def local_books(
        self, *, instrument_ids: Sequence[int | str] | None = None, generic_asset_ids: Sequence[int] | None = None
    ) -> AsyncLocalBooks:
        """The latest books of the given instruments and assets, for reading at any time."""
        feed = book_feed(instrument_ids, generic_asset_ids)
        books = AsyncLocalBooks(feed, self._shared, StreamOptions())
        self._open.add(books)
        return books

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
        return self._stream(opportunity_feed(query), options)

    async def close(self) -> None:
        """Closes all open streams."""
        for stream in list(self._open):
            await stream.close()

    def _stream(self, feed: Feed[T], options: StreamOptions | None) -> AsyncStream[T]:
        stream = AsyncStream(feed, self._shared, options or StreamOptions())
        self._open.add(stream)
        return stream
