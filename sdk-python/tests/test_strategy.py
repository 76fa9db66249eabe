"""The strategy kit: what a run makes of frames and failures, and whole runs against a service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from records import order

from crossbook import (
    AsyncCrossbook,
    ConflictError,
    ConnectionFailedError,
    Crossbook,
    CrossbookError,
    OutcomeUnknown,
    Snapshot,
    Strategy,
    TargetError,
    run,
    run_async,
)
from crossbook.models import AggregatedBook, Book, Fill, Instrument, Order, Trade
from crossbook.strategy_runner import StrategyRunner


class Noting(Strategy):
    """Notes the ids of all orders and fills that it receives."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []

    async def on_order(self, order: Order) -> None:
        self.noted.append(f"{order.id} {order.status}")

    async def on_fill(self, fill: Fill) -> None:
        self.noted.append(fill.id)

    def own(self, number: int, status: str = "OPEN") -> Order:
        return Order.from_json(order(id=f"ord_{number}", client_order_id=f"st-{self._run_id}-{number}", status=status))


class Doubt(OutcomeUnknown):
    """A call in doubt whose order the service then shows in this state; None: it has none."""

    def __init__(self, found: Order | CrossbookError | None) -> None:
        super().__init__("may or may not have happened", client_order_ids=())
        self.found = found

    async def reconcile_async(self, timeout: float | None = None) -> Order | None:
        if isinstance(self.found, CrossbookError):
            raise self.found
        return self.found


class Desk:
    """Stands in for the client: answers of the orders, and the fills of a list, newest first."""

    def __init__(self, answers: dict[str, Order | Exception], fills: list[Fill] | None = None) -> None:
        self.orders = self.fills = self
        self.cancelled: list[str] = []
        self._answers = answers
        self._fills = fills or []

    async def get(self, order_id: str) -> Order:
        answer = self._answers[order_id]
        assert isinstance(answer, Order)
        return answer

    async def cancel(self, order_id: str) -> Order:
        self.cancelled.append(order_id)
        answer = self._answers[order_id]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def list(self, **query: str) -> AsyncIterator[Fill]:
        assert query == {"subaccount_id": "sa_1"}
        for fill in self._fills:
            yield fill


def make_runner(strategy: Strategy, desk: Desk) -> StrategyRunner:
    strategy.client = desk  # type: ignore[assignment]
    return StrategyRunner(strategy, desk)  # type: ignore[arg-type]


async def deliver(runner: StrategyRunner) -> None:
    while runner._events:
        await runner._events.popleft()()


def snapshot(*records: Any) -> Snapshot[Any]:
    return Snapshot(subaccount_id="sa_1", records=records, timestamp=1)


def fill(number: int) -> Fill:
    return Fill.from_json(
        {
            "id": f"fil_{number}",
            "order_id": "ord_1",
            "subaccount_id": "sa_1",
            "instrument_id": 1001,
            "venue": "Demo",
            "side": "BUY",
            "outcome": "YES",
            "price": "0.5",
            "qty": "1",
            "fee": "0",
            "liquidity": "TAKER",
            "venue_trade_id": "t",
            "realized_pnl": "0",
            "settlement": "FINAL",
            "timestamp": 1782907200008,
        }
    )


async def test_an_order_that_ended_without_a_connection_is_reported_once_with_its_end() -> None:
    strategy = Noting()
    for number in (1, 2):
        strategy.follow(strategy.own(number))
    runner = make_runner(strategy, Desk({"ord_1": strategy.own(1, "FILLED")}))
    await runner._on_order(snapshot(strategy.own(3), strategy.own(2)))
    await deliver(runner)
    assert strategy.noted == ["ord_1 FILLED", "ord_2 OPEN", "ord_3 OPEN"]
    assert list(strategy.orders) == ["ord_2", "ord_3"]


@pytest.mark.parametrize("last", [7, 6])  # of the subaccount, or of another one whose fills are not in the list
async def test_fills_without_a_connection_come_once_and_in_order_from_the_list_not_from_the_snapshot(last: int) -> None:
    strategy = Noting()
    runner = make_runner(strategy, Desk({}, [fill(number) for number in (12, 11, 9, last, 3)]))
    await runner._on_fill(snapshot(fill(last), fill(3)))
    await runner._on_fill(fill(last))
    runner._last_fill = 7
    await runner._on_fill(snapshot(fill(12)))
    await runner._on_fill(fill(12))
    await runner._on_fill(fill(13))
    await deliver(runner)
    assert strategy.noted == ["fil_9", "fil_11", "fil_12", "fil_13"]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (ConflictError("filled", code="order_not_open", status=409), False),
        (Doubt(None), False),
        (Doubt(Order.from_json(order(status="CANCELLED"))), False),
        (Doubt(Order.from_json(order(status="OPEN"))), True),
        (Doubt(Order.from_json(order(status="PARTIAL"))), True),
        (Doubt(ConnectionFailedError("away", code="connection")), True),
        (ConnectionFailedError("away", code="connection"), True),
    ],
)
async def test_an_order_that_may_be_left_at_the_end_of_a_run_is_an_error_after_all_others_were_cancelled(
    answer: Exception, left: bool
) -> None:
    strategy = Noting()
    for number in (1, 2):
        strategy.follow(strategy.own(number))
    desk = Desk({"ord_1": answer, "ord_2": strategy.own(2, "CANCELLED")})
    runner = make_runner(strategy, desk)
    if left:
        with pytest.raises((OutcomeUnknown, ConnectionFailedError)):
            await runner._finish()
    else:
        await runner._finish()
    assert desk.cancelled == ["ord_1", "ord_2"]


class Recorder(Strategy):
    """Places a far order and takes one contract at the first book, and stops when it has seen all events."""

    def __init__(self, market: Instrument) -> None:
        super().__init__()
        self.market = market
        self.instrument_ids = (market.instrument_id,)
        self.timer_seconds = 0.05
        self.seen: dict[str, object] = {}

    async def on_book(self, book: Book | AggregatedBook) -> None:
        if "book" in self.seen:
            return
        self.note("book", book)
        where = {"instrument_id": self.market.instrument_id, "side": "BUY", "qty": self.market.min_qty}
        self.resting = await self.place(**where, type="LIMIT", price=self.market.min_price)
        await self.place(**where, type="MARKET")

    async def on_order(self, order: Order) -> None:
        if self.is_own(order):
            self.note("order", order)

    async def on_fill(self, fill: Fill) -> None:
        self.note("fill", fill)

    async def on_print(self, trade: Trade) -> None:
        self.note("print", trade)

    async def on_timer(self) -> None:
        self.note("timer", None)

    def note(self, event: str, record: object) -> None:
        self.seen[event] = record
        if self.seen.keys() >= {"book", "order", "fill", "print", "timer"}:
            self.stop()


async def test_a_strategy_receives_each_kind_of_event_and_its_orders_are_cancelled_at_the_end(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    strategy = Recorder(market)
    await run_async(strategy, async_client)
    fill = strategy.seen["fill"]
    assert isinstance(fill, Fill)
    assert fill.instrument_id == market.instrument_id
    assert strategy.resting is not None
    assert strategy.orders == {}
    assert (await async_client.orders.get(strategy.resting.id)).status == "CANCELLED"


async def test_an_error_of_a_method_ends_the_run_and_cancels_its_orders(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    class Failing(Recorder):
        async def on_fill(self, fill: Fill) -> None:
            raise RuntimeError("the strategy failed")

    strategy = Failing(market)
    with pytest.raises(RuntimeError, match="the strategy failed"):
        await run_async(strategy, async_client)
    assert strategy.resting is not None
    assert (await async_client.orders.get(strategy.resting.id)).status == "CANCELLED"


def test_run_makes_its_own_client_and_returns_the_strategy(key_file: Path) -> None:
    class Once(Strategy):
        async def on_start(self) -> None:
            self.stop()

    assert isinstance(run(Once, key_file=key_file), Once)


@pytest.mark.parametrize("target", ["replay", "shadow", "live"])
def test_a_service_with_another_profile_is_refused(target: str, key_file: Path) -> None:
    with pytest.raises(TargetError, match=f"needs a service with profile {target}, not sandbox"):
        run(Strategy, target=target, key_file=key_file)


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(TargetError, match="unknown target"):
        run(Strategy, target="paper")


def test_a_strategy_for_live_trading_refuses_a_sandbox(key_file: Path, client: Crossbook) -> None:
    assert client.health().profile == "sandbox"
    with pytest.raises(TargetError, match="profile live, not sandbox"):
        run(Strategy, target="live", key_file=key_file)


async def test_instruments_by_name_have_the_ids_of_the_service_before_the_start(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    class Named(Strategy):
        instrument_ids = (f"{market.venue}:{market.ticker}", market.instrument_id)

        async def on_start(self) -> None:
            self.stop()

    strategy = await run_async(Named, async_client)
    assert list(strategy.instrument_ids) == [market.instrument_id, market.instrument_id]
    assert [each.ticker for each in strategy.instruments] == [market.ticker, market.ticker]


async def test_an_instrument_that_the_service_does_not_have_ends_the_run_at_its_start(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    class Unknown(Strategy):
        instrument_ids = (f"{market.venue}:NO-SUCH-TICKER",)

    with pytest.raises(TargetError, match="no instrument .Demo:NO-SUCH-TICKER"):
        await run_async(Unknown, async_client)
