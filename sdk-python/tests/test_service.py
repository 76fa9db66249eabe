"""The client against a running service: Demo, no real venue."""

from __future__ import annotations

import asyncio
import socket
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

from crossbook import (
    AsyncCrossbook,
    ConflictError,
    Crossbook,
    ForbiddenError,
    NotFoundError,
    OutcomeUnknown,
    Snapshot,
    ValidationError,
)
from crossbook.models import Instrument, Order, Trade


def far_order(market: Instrument) -> dict[str, object]:
    """An order that rests: nothing trades at the lowest price."""
    return {
        "subaccount_id": "sa_1",
        "instrument_id": market.instrument_id,
        "side": "BUY",
        "type": "LIMIT",
        "price": market.min_price,
        "qty": market.min_qty,
    }


def test_an_order_rests_is_read_amended_and_cancelled(client: Crossbook, market: Instrument) -> None:
    placed = client.orders.create(**far_order(market))
    assert placed.status == "OPEN"
    assert (placed.client_order_id or "").startswith("py-")
    assert client.orders.get(placed.id) == placed
    higher = market.min_price + market.price_tick
    assert client.orders.amend(placed.id, price=higher).price == higher
    cancelled = client.orders.cancel(placed.id)
    assert (cancelled.status, cancelled.reason) == ("CANCELLED", "user_cancel")
    with pytest.raises(NotFoundError):
        client.orders.get("ord_999999")


def test_a_repeated_client_order_id_returns_the_first_order(client: Crossbook, market: Instrument) -> None:
    order = {**far_order(market), "client_order_id": f"once-{market.instrument_id}"}
    first = client.orders.create(**order)
    assert client.orders.create(**order).id == first.id
    with pytest.raises(ConflictError) as refused:
        client.orders.create(**{**order, "qty": market.min_qty + market.qty_step})
    assert refused.value.code == "idempotency_conflict"
    client.orders.cancel(first.id)


def test_refusals_have_code_details_and_request_id(client: Crossbook, market: Instrument) -> None:
    with pytest.raises(ValidationError) as refused:
        client.orders.create(**{**far_order(market), "price": Decimal("0.0001")})
    assert refused.value.code == "validation"
    assert (refused.value.request_id or "").startswith("req_")
    client.risk.kill_switch(True)
    try:
        with pytest.raises(ForbiddenError) as halted:
            client.orders.create(**far_order(market))
        assert halted.value.code == "kill_switch"
    finally:
        client.risk.kill_switch(False)


def test_an_instrument_is_found_by_its_id_at_the_venue(client: Crossbook, market: Instrument) -> None:
    assert client.markets.get(f"Demo:{market.venue_instrument_id}").instrument_id == market.instrument_id
    assert client.markets.search(q=market.title, venue="Demo").items[0].instrument_id == market.instrument_id


def test_each_record_of_a_paginated_list_comes_once(client: Crossbook) -> None:
    pages = client.markets.list(limit=7)
    assert len(pages.items) == 7
    ids = [market.instrument_id for market in pages]
    assert len(set(ids)) == len(ids) > 14
    assert sorted(ids) == sorted(market.instrument_id for market in client.markets.search(limit=9))


def test_a_print_arrives_on_the_stream(client: Crossbook, market: Instrument) -> None:
    with client.streams.tradeprints(instrument_ids=[market.instrument_id]) as prints:
        order = {**far_order(market), "type": "MARKET"}
        del order["price"]
        assert client.orders.create(**order).status == "FILLED"
        trade = prints.next(timeout=30)
    assert isinstance(trade, Trade)
    assert trade.instrument_id == market.instrument_id


def test_a_local_book_is_kept_for_a_blocking_program(client: Crossbook, market: Instrument) -> None:
    with client.streams.local_books(instrument_ids=[market.instrument_id]) as books:
        assert books.next(timeout=30) is not None
        kept = books.get(market.instrument_id)
    assert kept is not None
    assert kept.instrument_id == market.instrument_id
    assert books.get_aggregated(501) is None


class LostAnswers(httpx.HTTPTransport):
    """Loses the answers of the first requests that change something; the requests arrive."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.method == "GET" or self.count == 0:
            return response
        self.count -= 1
        response.read()
        response.close()
        raise httpx.ReadError("the answer was lost", request=request)


def test_an_order_whose_answer_was_lost_is_sent_again_and_made_once(key_file: Path, market: Instrument) -> None:
    with Crossbook.from_key_file(key_file, http=httpx.Client(transport=LostAnswers(2))) as client:
        order = client.orders.create(**far_order(market))
        assert order.client_order_id is not None
        found = client.orders.list(subaccount_id="sa_1", client_order_id=order.client_order_id).all()
        assert [each.id for each in found] == [order.id]
        client.orders.cancel(order.id)


def test_an_order_in_doubt_is_reconciled(key_file: Path, market: Instrument) -> None:
    http = httpx.Client(transport=LostAnswers(1))
    with Crossbook.from_key_file(key_file, http=http, max_retries=0) as client:
        with pytest.raises(OutcomeUnknown) as unknown:
            client.orders.create(**far_order(market))
        order = unknown.value.reconcile()
        assert order is not None
        assert order.client_order_id == unknown.value.client_order_id
        assert client.orders.cancel(order.id).status == "CANCELLED"


async def test_an_order_in_doubt_is_reconciled_by_the_asynchronous_client(key_file: Path, market: Instrument) -> None:
    class LostAnswer(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            response = await super().handle_async_request(request)
            if request.method != "POST":
                return response
            await response.aread()
            await response.aclose()
            raise httpx.ReadError("the answer was lost", request=request)

    http = httpx.AsyncClient(transport=LostAnswer())
    async with AsyncCrossbook.from_key_file(key_file, http=http, max_retries=0) as client:
        with pytest.raises(OutcomeUnknown) as unknown:
            await client.orders.create(**far_order(market))
        order = await unknown.value.reconcile_async()
        assert order is not None
        assert (await client.orders.cancel(order.id)).status == "CANCELLED"


def test_the_body_of_a_request_does_not_wait_for_the_acknowledgement_of_its_headers(key_file: Path) -> None:
    options: list[int] = []

    def note(response: httpx.Response) -> None:
        connected = response.extensions["network_stream"].get_extra_info("socket")
        options.append(connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    http = httpx.Client(event_hooks={"response": [note]})
    with Crossbook.from_key_file(key_file, http=http) as client:
        client.venues.list()
    assert options == [1]


def test_a_clock_that_is_an_hour_wrong_is_corrected(key_file: Path) -> None:
    with Crossbook.from_key_file(key_file, now_ms=lambda: 1_000_000_000_000) as client:
        assert client.venues.list()[0].name == "Demo"


async def test_orders_arrive_on_the_stream(async_client: AsyncCrossbook, market: Instrument) -> None:
    async with async_client.streams.orders(subaccount_ids=["sa_1"]) as orders:
        assert isinstance(await orders.__anext__(), Snapshot)
        placed = await async_client.orders.create(**far_order(market))
        await async_client.orders.cancel(placed.id)
        async for order in orders:
            if isinstance(order, Order) and order.id == placed.id and order.status == "CANCELLED":
                break


async def test_a_complex_order_waits_arrives_on_its_stream_and_is_cancelled(
    async_client: AsyncCrossbook, market: Instrument
) -> None:
    async with async_client.streams.complex_orders(subaccount_ids=["sa_1"]) as stream:
        assert isinstance(await stream.__anext__(), Snapshot)
        placed = await async_client.complex_orders.create(
            subaccount_id="sa_1",
            type="STOP",
            instrument_id=market.instrument_id,
            side="BUY",
            qty=market.min_qty,
            params={"trigger_price": market.max_price},
        )
        assert placed.status == "WAITING"
        assert placed.params["trigger_price"] == str(market.max_price)
        assert (await async_client.complex_orders.cancel(placed.id)).id == placed.id
        async for change in stream:
            if not isinstance(change, Snapshot) and change.id == placed.id and change.status == "CANCELLED":
                break


async def test_the_stream_of_opportunities_opens(async_client: AsyncCrossbook) -> None:
    async with async_client.streams.opportunities(min_edge="0.5") as stream:
        assert not stream.is_ended


async def test_twenty_streams_of_a_client_are_one_connection_of_its_key(
    key_file: Path, async_client: AsyncCrossbook, market: Instrument
) -> None:
    before = (await async_client.limits.get()).streams.open
    async with AsyncCrossbook.from_key_file(key_file) as client:
        streams = [
            stream
            for _ in range(5)
            for stream in (
                client.streams.orders(subaccount_ids=["sa_1"]),
                client.streams.fills(),
                client.streams.balances(),
                client.streams.operations(),
                client.streams.orderbooks(instrument_ids=[market.instrument_id]),
            )
        ]
        for stream in streams:
            await stream.open()
        assert (await client.limits.get()).streams.open == before + 1
        for stream in streams:
            assert await asyncio.wait_for(stream.__anext__(), 30) is not None


async def test_a_stream_of_an_unknown_instrument_is_refused_with_the_reason(async_client: AsyncCrossbook) -> None:
    with pytest.raises((NotFoundError, ValidationError)):
        await async_client.streams.orderbooks(instrument_ids=[987654321]).open()


async def test_an_asynchronous_paginator_is_awaited_or_iterated(async_client: AsyncCrossbook) -> None:
    page = await async_client.markets.search(limit=3)
    assert len(page.items) == 3
    ids = [market.instrument_id async for market in async_client.markets.search(limit=3)]
    assert ids[:3] == [market.instrument_id for market in page.items]
    assert len(ids) > 6
