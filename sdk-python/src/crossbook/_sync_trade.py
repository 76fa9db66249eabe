"""A session of the trade socket for blocking programs: an event loop in its own thread runs it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import TimeoutError as FutureTimeoutError
from types import TracebackType
from typing import Any, Self, TypeVar

from crossbook._core import OutcomeUnknownCall
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
from crossbook._inputs import UNSET, DecimalInput, TimeInput, UnsetType
from crossbook._runners import AsyncRunner, Runner
from crossbook._sync_streams import EventLoopThread
from crossbook._trade import AsyncTradeSession
from crossbook._trade_core import Ack, NewComplexOrder, TradeUpdate
from crossbook.errors import RequestTimeoutError

T = TypeVar("T")


class TradeSession:
    """As `AsyncTradeSession`, read with `for`. May be used from several threads."""

    def __init__(self, loop: EventLoopThread, runner: Runner, query: Mapping[str, str]) -> None:
        self._loop = loop
        self._runner = runner
        self._query = query
        self._session: AsyncTradeSession | None = None

    @property
    def session_id(self) -> str | None:
        """The id of the session; None before the first connection."""
        return None if self._session is None else self._session.session_id

    def open(self) -> None:
        """Returns when the service has accepted the connection; raises its refusal."""
        self._run(lambda session: session.open())

    def close(self) -> None:
        """Ends the connection. The service then cancels what `on_disconnect` names, after the grace time."""
        if self._session is not None:
            self._run(lambda session: session.close())

    def create(
        self, order: NewOrder, *, ack: Ack | None = None, valid_until: int | None = None, timeout: float | None = None
    ) -> Order:
        """As `AsyncTradeSession.create`."""
        return self._run(lambda each: each.create(order, ack=ack, valid_until=valid_until, timeout=timeout))

    def batch(
        self, orders: Sequence[NewOrder], *, ack: Ack | None = None, timeout: float | None = None
    ) -> list[BatchEntry]:
        """As `orders.batch`."""
        return self._run(lambda session: session.batch(orders, ack=ack, timeout=timeout))

    def amend(
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
        return self._run(
            lambda session: session.amend(
                id,
                price=price,
                qty=qty,
                tif=tif,
                expires_at=expires_at,
                ack=ack,
                valid_until=valid_until,
                timeout=timeout,
            )
        )

    def cancel(self, id: int | str, *, ack: Ack | None = None, timeout: float | None = None) -> Order:
        """As `orders.cancel`."""
        return self._run(lambda session: session.cancel(id, ack=ack, timeout=timeout))

    def cancel_all(
        self, *, subaccount_id: str | UnsetType = UNSET, ack: Ack | None = None, timeout: float | None = None
    ) -> CancelSummary:
        """As `orders.cancel_all`; without a subaccount, of all subaccounts of the session."""
        return self._run(lambda each: each.cancel_all(subaccount_id=subaccount_id, ack=ack, timeout=timeout))

    def get(self, id: int | str, *, timeout: float | None = None) -> Order:
        """As `orders.get`."""
        return self._run(lambda session: session.get(id, timeout=timeout))

    def create_complex(
        self,
        order: NewComplexOrder,
        *,
        ack: Ack | None = None,
        valid_until: int | None = None,
        timeout: float | None = None,
    ) -> ComplexOrder:
        """As `complex_orders.create`."""
        return self._run(
            lambda session: session.create_complex(order, ack=ack, valid_until=valid_until, timeout=timeout)
        )

    def amend_complex(
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
        return self._run(
            lambda session: session.amend_complex(
                id, qty=qty, price=price, expires_at=expires_at, params=params, timeout=timeout
            )
        )

    def cancel_complex(self, id: int | str, *, timeout: float | None = None) -> ComplexOrder:
        """As `complex_orders.cancel`."""
        return self._run(lambda session: session.cancel_complex(id, timeout=timeout))

    def put_quotes(
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
        """As `AsyncTradeSession.put_quotes`."""
        return self._run(
            lambda session: session.put_quotes(
                subaccount_id,
                quote_seq,
                quotes,
                min_price_move=min_price_move,
                min_qty_change=min_qty_change,
                tag=tag,
                ack=ack,
                valid_until=valid_until,
                timeout=timeout,
            )
        )

    def get_quotes(self, subaccount_id: str, *, timeout: float | None = None) -> Quotes:
        """As `quotes.get`."""
        return self._run(lambda session: session.get_quotes(subaccount_id, timeout=timeout))

    def set_guard(
        self,
        timeout_ms: int,
        *,
        subaccount_id: str | UnsetType = UNSET,
        block_after: bool | UnsetType = UNSET,
        scope: GuardScope | UnsetType = UNSET,
        timeout: float | None = None,
    ) -> Guard:
        """As `risk.set_guard`, without a token of the rate limit."""
        return self._run(
            lambda session: session.set_guard(
                timeout_ms, subaccount_id=subaccount_id, block_after=block_after, scope=scope, timeout=timeout
            )
        )

    def next(self, timeout: float | None = None) -> TradeUpdate:
        """The next update. Raises StopIteration after `close()`, and RequestTimeoutError after `timeout` seconds
        without one.
        """
        try:
            return self._loop.run(self._with_session(lambda session: session.__anext__()), timeout)
        except StopAsyncIteration:
            raise StopIteration from None
        except FutureTimeoutError:
            raise RequestTimeoutError(f"no update within {timeout:g} seconds", code="timeout") from None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> TradeUpdate:
        return self.next()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, work: Callable[[AsyncTradeSession], Coroutine[Any, Any, T]]) -> T:
        try:
            return self._loop.run(self._with_session(work))
        except OutcomeUnknownCall as doubt:
            raise self._runner.resolvable(doubt) from doubt.__cause__

    async def _with_session(self, work: Callable[[AsyncTradeSession], Coroutine[Any, Any, T]]) -> T:
        # Created in the loop that runs it.
        if self._session is None:
            runner = AsyncRunner(self._runner.context)
            self._session = AsyncTradeSession(runner, self._query)
            self._loop.at_close(self._session.close)
            self._loop.at_close(runner.close)
        return await work(self._session)
