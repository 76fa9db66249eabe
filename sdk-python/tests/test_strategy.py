"""The strategy kit against a running service."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossbook import AsyncCrossbook, Crossbook, Strategy, TargetError, run, run_async
from crossbook.models import AggregatedBook, Book, Fill, Instrument, Order, Trade


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
