"""The trade session of both clients against the running service, also over connections that are cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from crossbook import (
    AsyncCrossbook,
    AsyncTradeSession,
    Crossbook,
    CrossbookError,
    OutcomeUnknown,
    RequestTimeoutError,
    StreamError,
    TradeReconnect,
    UnauthorizedError,
    ValidationError,
)
from crossbook.models import Fill, Instrument, Order


def far_order(market: Instrument, **more: object) -> Any:
    """An order that rests: nothing trades at the lowest price."""
    where = {"subaccount_id": "sa_1", "instrument_id": market.instrument_id, "side": "BUY", "type": "LIMIT"}
    return {**where, "price": market.min_price, "qty": market.min_qty, **more}


class CutLine:
    """Forwards connections to the service. Answers can be held back, and all connections cut."""

    def __init__(self, base_url: str) -> None:
        url = urlsplit(base_url)
        self._target = (url.hostname or "127.0.0.1", url.port or 80)
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._passing = asyncio.Event()
        self._passing.set()
        self.port = 0

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.add(asyncio.create_task(self._serve(reader, writer)))

    async def close(self) -> None:
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(*self._target)
        self._writers += [writer, up_writer]
        await asyncio.gather(self._pump(reader, up_writer), self._pump(up_reader, writer, self._passing))

    def hold_answers(self) -> None:
        self._passing.clear()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers = []
        self._passing.set()
        self._passing = asyncio.Event()
        self._passing.set()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passing: asyncio.Event | None = None
    ) -> None:
        try:
            while data := await reader.read(65536):
                if passing is not None:
                    await passing.wait()
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


@pytest_asyncio.fixture
async def line(async_client: AsyncCrossbook, key_file: Path) -> AsyncIterator[CutLine]:
    line = CutLine(async_client._runner.context.addresses.current)
    server = await asyncio.start_server(line.accept, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    yield line
    server.close()
    await line.close()


@pytest_asyncio.fixture
async def cut_client(line: CutLine, async_client: AsyncCrossbook) -> AsyncIterator[AsyncCrossbook]:
    signer = async_client._runner.context.signer
    url = f"http://127.0.0.1:{line.port}"
    async with AsyncCrossbook(base_url=url, key_id=signer._key_id, private_key=signer._key, timeout=30) as client:
        yield client


async def until_update(session: AsyncTradeSession, wanted: Any) -> Any:
    async with asyncio.timeout(60):
        async for update in session:
            if wanted(update):
                return update
    raise AssertionError("the session ended")


def is_order(order_id: str, status: str) -> Any:
    return lambda update: isinstance(update, Order) and (update.id, update.status) == (order_id, status)


async def test_a_session_creates_amends_reads_and_cancels_and_reports_orders_and_fills(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with async_client.trade(subaccount_id="sa_1") as trade:
        stored = await trade.create(far_order(market), ack="DURABLE")
        assert stored.status in ("PENDING_SUBMISSION", "OPEN")
        await until_update(trade, is_order(stored.id, "OPEN"))
        assert (await trade.get(stored.id)).session_id == trade.session_id
        higher = market.min_price + market.price_tick
        assert (await trade.amend(stored.id, price=higher)).price == higher
        assert (await trade.cancel(stored.id)).status == "CANCELLED"
        taking = await trade.create(
            {
                "subaccount_id": "sa_1",
                "instrument_id": market.instrument_id,
                "side": "BUY",
                "type": "MARKET",
                "qty": market.min_qty,
            }
        )
        await until_update(trade, lambda each: isinstance(each, Fill) and each.order_id == taking.id)
        entries = await trade.batch([far_order(market), far_order(market)])
        assert len(entries) == 2
        assert (await trade.cancel_all(subaccount_id="sa_1")).cancelled >= 2
        with pytest.raises(ValidationError):
            await trade.create(far_order(market, qty=0))
        assert not (await trade.set_guard(0, subaccount_id="sa_1")).armed
    with pytest.raises(StreamError):
        await trade.get(stored.id)


async def test_an_order_whose_result_is_lost_is_placed_once(
    line: CutLine, cut_client: AsyncCrossbook, async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with cut_client.trade(grace_ms=30_000) as trade:
        key = f"cut-{market.instrument_id}"
        line.hold_answers()
        created = asyncio.create_task(trade.create(far_order(market, client_order_id=key)))
        async with asyncio.timeout(60):
            while not (await async_client.orders.list(subaccount_id="sa_1", client_order_id=key)).items:
                await asyncio.sleep(0)
        amended = asyncio.create_task(trade.amend("ord_1", qty="2"))
        await asyncio.sleep(0)
        line.cut()
        order = await created
        with pytest.raises(OutcomeUnknown) as doubt:
            await amended
        assert doubt.value.client_order_ids == ()
        found = await async_client.orders.list(subaccount_id="sa_1", client_order_id=key).all()
        assert [each.id for each in found] == [order.id]
        event = await until_update(trade, lambda each: isinstance(each, TradeReconnect))
        assert event.is_same_session
        await trade.cancel(order.id)


async def test_a_change_that_was_missed_is_reported_after_the_reconnect(
    line: CutLine, cut_client: AsyncCrossbook, async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with cut_client.trade(grace_ms=30_000) as trade:
        order = await trade.create(far_order(market))
        line.hold_answers()
        await async_client.orders.cancel(order.id)
        line.cut()
        await until_update(trade, is_order(order.id, "CANCELLED"))


async def test_orders_of_a_session_are_cancelled_when_it_ends(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with async_client.streams.orders(subaccount_ids=["sa_1"]) as orders:
        async with async_client.trade(on_disconnect="SESSION", grace_ms=0) as trade:
            order = await trade.create(far_order(market))
        async with asyncio.timeout(60):
            async for change in orders:
                if isinstance(change, Order) and change.id == order.id and change.status == "CANCELLED":
                    break
        assert change.reason == "disconnect"


async def test_an_order_without_a_result_in_time_is_in_doubt_and_can_be_reconciled(
    line: CutLine, cut_client: AsyncCrossbook, async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with cut_client.trade(grace_ms=30_000) as trade:
        line.hold_answers()
        with pytest.raises(OutcomeUnknown) as doubt:
            await trade.create(far_order(market), timeout=2)
        line.cut()
        found = await doubt.value.reconcile_async()
        assert found is not None
        assert found.client_order_id == doubt.value.client_order_id
        await async_client.orders.cancel(found.id)


async def test_an_unknown_key_is_refused_with_the_reason(async_client: AsyncCrossbook) -> None:
    context = async_client._runner.context
    async with AsyncCrossbook(
        base_url=context.addresses.current, key_id="key_unknown", private_key=context.signer._key
    ) as stranger:
        with pytest.raises(UnauthorizedError):
            await stranger.trade().open()


def test_complex_orders_and_quotes_go_over_the_session(client: Crossbook, market: Instrument) -> None:
    with client.trade(subaccount_id="sa_1") as trade:
        where: Any = {"subaccount_id": "sa_1", "instrument_id": market.instrument_id, "side": "BUY", "tif": "GTC"}
        qty = market.min_qty * 4
        terms = {"type": "ICEBERG", "price": market.min_price, "qty": qty, "params": {"display_qty": market.min_qty}}
        placed = trade.create_complex({**where, **terms})
        assert trade.amend_complex(placed.id, qty=market.min_qty * 3).qty == market.min_qty * 3
        assert trade.cancel_complex(placed.id).status in ("CANCELLING", "CANCELLED")
        bid: Any = {"price": market.min_price, "qty": market.min_qty}
        sides: Any = [{"instrument_id": market.instrument_id, "bid": bid}]
        first = trade.put_quotes("sa_1", 1, sides)
        assert [quote.bid.action for quote in first.quotes if quote.bid is not None] == ["PLACED"]
        assert [quote.bid.action for quote in trade.put_quotes("sa_1", 2, sides).quotes if quote.bid] == ["KEPT"]
        with pytest.raises(CrossbookError, match="quote_seq"):
            trade.put_quotes("sa_1", 2, sides)
        assert trade.get_quotes("sa_1").quotes[0].instrument_id == market.instrument_id
        trade.cancel_all(subaccount_id="sa_1")


def test_a_blocking_program_trades_over_one_connection(client: Crossbook, market: Instrument) -> None:
    with client.trade(subaccount_id="sa_1") as trade:
        order = trade.create(far_order(market), ack="DURABLE")
        for update in trade:
            if isinstance(update, Order) and (update.id, update.status) == (order.id, "OPEN"):
                break
        assert trade.get(order.id).price == market.min_price
        assert trade.amend(order.id, qty=market.min_qty * 2).qty == market.min_qty * 2
        assert trade.cancel(order.id).status == "CANCELLED"
        assert trade.batch([far_order(market)])[0].id is not None
        assert trade.cancel_all(subaccount_id="sa_1").cancelled >= 1
        assert not trade.set_guard(0, subaccount_id="sa_1").armed
        with pytest.raises(RequestTimeoutError):
            while True:
                trade.next(timeout=0.2)
    with pytest.raises(StreamError):
        trade.get(order.id)
