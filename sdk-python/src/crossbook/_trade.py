"""A session of the trade socket: requests with results, and the changes of orders and fills."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

from crossbook import _generated_operations as operations
from crossbook._core import OutcomeUnknownCall, record_steps
from crossbook._generated_inputs import ComplexOrderAmendmentParamsInput, NewOrder, QuotesChangeEntryInput
from crossbook._generated_models import (
    BatchEntry,
    CancelSummary,
    ComplexOrder,
    Guard,
    GuardScope,
    Order,
    Quotes,
    QuotesAnswer,
    RestingTif,
)
from crossbook._inputs import UNSET, Arguments, DecimalInput, TimeInput, UnsetType
from crossbook._json import JsonObject
from crossbook._multiplexer import find_stream_limit
from crossbook._runners import AsyncRunner
from crossbook._streams import FINAL_ERRORS
from crossbook._trade_core import Ack, NewComplexOrder, Settled, TradeCore, TradeUpdate
from crossbook._websocket import run_connection
from crossbook.errors import CrossbookError, ForbiddenError, RequestTimeoutError, StreamError

OnDisconnect: TypeAlias = Literal["NONE", "SESSION", "SUBACCOUNT"]

_PATH = "/v1/ws/trade"
_RECONNECT_FIRST_S = 0.1
_UPDATES_MAX = 10_000


class AsyncTradeSession:
    """Requests take effect in the order of the calls, for each subaccount. After a lost connection new orders are sent
    again under their client order id and so placed once; an amend or a cancel-all without a result raises
    `OutcomeUnknown`. Reading the session yields each order that changes, each fill, and each reconnect.

    It connects with the first call, with `open()`, or with `async with`, which also closes it.
    """

    def __init__(self, runner: AsyncRunner, query: Mapping[str, str]) -> None:
        self._runner = runner
        self._context = runner.context
        self._query = query
        self._core = TradeCore(runner.context)
        self._results: dict[int, asyncio.Future[Any]] = {}
        self._updates: deque[TradeUpdate] = deque()
        self._changed = asyncio.Event()
        self._sendable = asyncio.Event()
        self._opened = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._error: CrossbookError | None = None
        self._has_dropped = False

    @property
    def session_id(self) -> str | None:
        """The id of the session; None before the first connection."""
        return self._core.session_id

    async def open(self) -> None:
        """Returns when the service has accepted the connection; raises its refusal."""
        self._start()
        await self._opened.wait()
        if self._error is not None:
            raise self._error

    async def close(self) -> None:
        """Ends the connection. The service then cancels what `on_disconnect` names, after the grace time."""
        self._end(StreamError("the session was closed", code="closed"))
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def create(
        self, order: NewOrder, *, ack: Ack | None = None, valid_until: int | None = None, timeout: float | None = None
    ) -> Order:
        """As `orders.create`.

        ack: `DURABLE` returns once the order is stored; what its venue does follows as updates.
        valid_until: Unix milliseconds; decided later, the request has no effect.
        timeout: seconds; an order without a result raises `OutcomeUnknown` then. Absent: that of the client.
        """
        return await self._request("order.create", {}, order, ack, valid_until, timeout)

    async def batch(
        self, orders: Sequence[NewOrder], *, ack: Ack | None = None, timeout: float | None = None
    ) -> list[BatchEntry]:
        """As `orders.batch`."""
        return await self._request("order.batch", {}, {"orders": orders}, ack, None, timeout)

    async def amend(
        self,
        id: int | str,
        *,
        price: DecimalInput | None | UnsetType = UNSET,
        qty: DecimalInput | None | UnsetType = UNSET,
        tif: RestingTif | None | UnsetType = UNSET,
        expires_at: TimeInput | None | UnsetType = UNSET,
        ack: Ack | None = None,
        valid_until: int | None = None,
        timeout: float | None = None,
    ) -> Order:
        """As `orders.amend`."""
        body = {"price": price, "qty": qty, "tif": tif, "expires_at": expires_at}
        return await self._request("order.amend", {"id": id}, body, ack, valid_until, timeout)

    async def cancel(self, id: int | str, *, ack: Ack | None = None, timeout: float | None = None) -> Order:
        """As `orders.cancel`."""
        return await self._request("order.cancel", {"id": id}, None, ack, None, timeout)

    async def cancel_all(
        self, *, subaccount_id: str | UnsetType = UNSET, ack: Ack | None = None, timeout: float | None = None
    ) -> CancelSummary:
        """As `orders.cancel_all`; without a subaccount, of all subaccounts of the session."""
        return await self._request("order.cancel_all", {}, {"subaccount_id": subaccount_id}, ack, None, timeout)

    async def get(self, id: int | str, *, timeout: float | None = None) -> Order:
        """As `orders.get`."""
        return await self._request("order.get", {"id": id}, None, None, None, timeout)

    async def create_complex(
        self,
        order: NewComplexOrder,
        *,
        ack: Ack | None = None,
        valid_until: int | None = None,
        timeout: float | None = None,
    ) -> ComplexOrder:
        """As `complex_orders.create`."""
        return await self._request("complex.create", {}, order, ack, valid_until, timeout)

    async def amend_complex(
        self,
        id: int | str,
        *,
        qty: DecimalInput | None | UnsetType = UNSET,
        price: DecimalInput | None | UnsetType = UNSET,
        expires_at: TimeInput | None | UnsetType = UNSET,
        params: ComplexOrderAmendmentParamsInput | None | UnsetType = UNSET,
        timeout: float | None = None,
    ) -> ComplexOrder:
        """As `complex_orders.amend`."""
        body = {"qty": qty, "price": price, "expires_at": expires_at, "params": params}
        return await self._request("complex.amend", {"id": id}, body, None, None, timeout)

    async def cancel_complex(self, id: int | str, *, timeout: float | None = None) -> ComplexOrder:
        """As `complex_orders.cancel`."""
        return await self._request("complex.cancel", {"id": id}, None, None, None, timeout)

    async def put_quotes(
        self,
        subaccount_id: str,
        quote_seq: int,
        quotes: Sequence[QuotesChangeEntryInput],
        *,
        min_price_move: DecimalInput | UnsetType = UNSET,
        min_qty_change: DecimalInput | UnsetType = UNSET,
        tag: str | None | UnsetType = UNSET,
        ack: Ack | None = None,
        valid_until: int | None = None,
        timeout: float | None = None,
    ) -> QuotesAnswer:
        """As `quotes.put`. Without a result it raises `OutcomeUnknown`: the next call has a larger `quote_seq`."""
        body = {"subaccount_id": subaccount_id, "quote_seq": quote_seq, "quotes": quotes, "tag": tag}
        tolerance = {"min_price_move": min_price_move, "min_qty_change": min_qty_change}
        return await self._request("quotes.put", {}, {**body, **tolerance}, ack, valid_until, timeout)

    async def get_quotes(self, subaccount_id: str, *, timeout: float | None = None) -> Quotes:
        """As `quotes.get`."""
        query = {"subaccount_id": subaccount_id}
        return await self._request("quotes.get", {}, None, None, None, timeout, query)

    async def set_guard(
        self,
        timeout_ms: int,
        *,
        subaccount_id: str | UnsetType = UNSET,
        block_after: bool | UnsetType = UNSET,
        scope: GuardScope | UnsetType = UNSET,
        timeout: float | None = None,
    ) -> Guard:
        """As `risk.set_guard`, without a token of the rate limit."""
        fields = {"timeout_ms": timeout_ms, "block_after": block_after, "scope": scope}
        return await self._request(
            "guard.put", {}, {**fields, "subaccount_id": subaccount_id}, None, None, timeout
        )

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> TradeUpdate:
        """The next update. Raises a StreamError `overflow` if earlier ones were dropped for a slow reader."""
        self._start()
        while not self._updates:
            if self._error is not None:
                if self._error.code == "closed":
                    raise StopAsyncIteration
                raise self._error
            self._changed.clear()
            await self._changed.wait()
        if self._has_dropped:
            self._has_dropped = False
            self._updates.clear()
            raise StreamError("the reader is too slow for this session", code="overflow")
        return self._updates.popleft()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _request(
        self,
        op: str,
        path: Mapping[str, object],
        body: Mapping[str, object] | None,
        ack: Ack | None,
        valid_until: int | None,
        timeout: float | None,
        query: Mapping[str, object] | None = None,
    ) -> Any:
        if self._error is not None:
            raise self._error
        self._start()
        arguments = Arguments(path=path, query=query or {}, body=body, options=None)
        request_id = self._core.add(op, arguments, ack, valid_until)
        result = self._results[request_id] = asyncio.get_running_loop().create_future()
        self._sendable.set()
        try:
            async with asyncio.timeout(self._context.timeout if timeout is None else timeout):
                return await result
        except TimeoutError:
            late = self._core.withdraw(request_id, RequestTimeoutError("no result in time", code="timeout"))
            assert late is not None and late.error is not None, "a request without a result is known"
            raise self._resolvable(late.error) from None
        finally:
            self._results.pop(request_id, None)
            self._core.withdraw(request_id, StreamError("the call was cancelled", code="closed"))

    def _start(self) -> None:
        if self._task is None and self._error is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        failures = 0
        try:
            while True:
                address = self._context.addresses.current
                url = self._context.socket_url(_PATH, self._session_query())
                ending = await run_connection(url, self._context.timeout, self._take, self._next_text)
                self._settle(self._core.lose(ending.is_opened))
                if ending.final_error is not None:
                    raise ending.final_error
                if not ending.is_opened:
                    self._context.addresses.leave(address, None)
                    await self._explain()
                failures = 0 if ending.is_opened else failures
                await asyncio.sleep(self._context.reconnect_delay(failures, _RECONNECT_FIRST_S))
                failures += 1
        except CrossbookError as error:
            self._end(error)
        except Exception as error:  # a frame that this client cannot read
            self._end(StreamError(f"a frame could not be read ({error!r})", code="unreadable"))

    async def _explain(self) -> None:
        """Raises the reason of a refused handshake, which a WebSocket does not report, if another cannot help."""
        arguments = Arguments(path={}, query={}, body=None, options=None)
        try:
            account = await self._runner.run(record_steps(self._context, operations.GET_ACCOUNT, arguments))
        except FINAL_ERRORS:
            raise
        except CrossbookError:
            return
        if "trade" not in account.permissions:
            raise ForbiddenError("the key lacks the permission trade", code="forbidden", status=403)
        try:
            full = find_stream_limit(await self._runner.run(record_steps(self._context, operations.GET_RATE_LIMITS, arguments)))
        except CrossbookError:
            return
        if full is not None and not self._opened.is_set():
            raise full

    def _session_query(self) -> dict[str, str]:
        session_id = self._core.session_id
        return {**self._query} if session_id is None else {**self._query, "session": session_id}

    async def _next_text(self) -> str:
        while (text := self._core.next_text()) is None:
            self._sendable.clear()
            await self._sendable.wait()
        return text

    def _take(self, frame: JsonObject) -> bool:
        if self._error is not None:
            return False
        self._settle(self._core.take(frame))
        if frame["type"] == "connected":
            self._opened.set()
        self._sendable.set()
        return True

    def _settle(self, events: Iterable[Settled | TradeUpdate]) -> None:
        for event in events:
            if not isinstance(event, Settled):
                self._push(event)
            elif (result := self._results.get(event.request_id)) is not None and not result.done():
                if event.error is None:
                    result.set_result(event.value)
                else:
                    result.set_exception(self._resolvable(event.error))

    def _push(self, update: TradeUpdate) -> None:
        self._has_dropped = self._has_dropped or len(self._updates) >= _UPDATES_MAX
        if not self._has_dropped:
            self._updates.append(update)
        self._changed.set()

    def _resolvable(self, error: CrossbookError) -> CrossbookError:
        return self._runner.resolvable(error) if isinstance(error, OutcomeUnknownCall) else error

    def _end(self, error: CrossbookError) -> None:
        if self._error is not None:
            return
        self._error = error
        self._settle(self._core.end(error))
        self._opened.set()
        self._changed.set()
