"""Streams against a scripted WebSocket server: resume, gaps, and connections that end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
import pytest_asyncio
import websockets
from records import order, trade
from scripted import SEED

from crossbook import (
    AsyncCrossbook,
    ForbiddenError,
    Gap,
    NotFoundError,
    RateLimitedError,
    Reconnect,
    Snapshot,
    StreamError,
    StreamOptions,
    UnauthorizedError,
    Unavailable,
    _websocket,
)

CONNECTED = {"type": "connected", "stream": "s", "connection_id": "c_1", "heartbeat_ms": 15_000, "timestamp": 1}
SUBSCRIBED = {"type": "subscribed", "id": None, "instrument_ids": "*"}
STAY = "stay"  # the connection stays open after its frames

Connection = list[Any]


class StreamServer:
    """Sends each connection the frames of its script, numbered, then closes it with the code at their end.

    The frames after `connected` are those of the first subscription.
    """

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self.queries: list[dict[str, str]] = []
        self.port = 0

    async def handle(self, socket: Any) -> None:
        script = self.connections.pop(0)
        sub: dict[str, str] = {}
        for number, frame in enumerate(script[:-1], 1):
            if number == 2:
                request = json.loads(await socket.recv())
                sub = {"sub": request["sub"]}
                self.queries.append(request["query"])
            await socket.send(frame if isinstance(frame, str) else json.dumps({"seq": number, **sub, **frame}))
        if script[-1] == STAY:
            await socket.wait_closed()
        else:
            await socket.close(script[-1], "scripted")


@pytest_asyncio.fixture
async def server() -> AsyncIterator[StreamServer]:
    server = StreamServer()
    async with websockets.serve(server.handle, "127.0.0.1", 0) as listening:
        server.port = listening.sockets[0].getsockname()[1]
        yield server


@pytest_asyncio.fixture
async def client(server: StreamServer) -> AsyncIterator[AsyncCrossbook]:
    async with make_client(server, lambda request: httpx.Response(200, json=[trade(5)])) as client:
        yield client


def make_client(server: StreamServer, respond: Callable[[httpx.Request], httpx.Response]) -> AsyncCrossbook:
    http = httpx.AsyncClient(transport=httpx.MockTransport(respond))
    url = f"http://127.0.0.1:{server.port}"
    return AsyncCrossbook(base_url=url, key_id="key_demo_1", private_key=SEED, http=http, timeout=5)


def print_frame(number: int) -> dict[str, Any]:
    return {"type": "tradeprint", **trade(number)}


async def read(stream: Any, count: int) -> list[Any]:
    return [await asyncio.wait_for(stream.__anext__(), 30) for _ in range(count)]


async def test_prints_resume_after_the_last_one_and_each_comes_once(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [
        [CONNECTED, SUBSCRIBED, print_frame(6), print_frame(7), 1001],
        [CONNECTED, SUBSCRIBED, print_frame(7), print_frame(8), STAY],
    ]
    events: list[Reconnect] = []
    async with client.streams.tradeprints(options=StreamOptions(on_reconnect=events.append)) as prints:
        assert [each.id for each in await read(prints, 3)] == [6, 7, 8]
    assert [query["after_id"] for query in server.queries] == ["5", "7"]
    assert [(event.code, event.reason) for event in events] == [(1001, "scripted")]


async def test_a_missing_frame_number_ends_the_connection(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [
        [CONNECTED, SUBSCRIBED, print_frame(6), {**print_frame(8), "seq": 5}, STAY],
        [CONNECTED, SUBSCRIBED, print_frame(7), print_frame(8), STAY],
    ]
    events: list[Reconnect] = []
    async with client.streams.tradeprints(options=StreamOptions(on_reconnect=events.append)) as prints:
        assert [each.id for each in await read(prints, 3)] == [6, 7, 8]
    assert [event.reason for event in events] == ["frame 5 came after 3"]


async def test_the_pauses_grow_until_a_connection_brings_data_not_only_a_handshake(
    server: StreamServer, client: AsyncCrossbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_s = 0.001
    monkeypatch.setattr("crossbook._streams._RECONNECT_FIRST_S", first_s)
    empty = [CONNECTED, SUBSCRIBED, 1001]
    server.connections = [empty, empty, empty, [CONNECTED, SUBSCRIBED, print_frame(6), 1001], [CONNECTED, SUBSCRIBED, print_frame(7), STAY]]
    events: list[Reconnect] = []
    async with client.streams.tradeprints(after_id=5, options=StreamOptions(on_reconnect=events.append)) as prints:
        await read(prints, 2)
    for event, failures in zip(events, [0, 1, 2, 0], strict=True):
        assert 0.5 <= event.delay / (first_s * 2**failures) <= 1


async def test_a_connection_that_is_silent_for_three_heartbeats_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    timeout = asyncio.timeout

    def limited(seconds: float) -> Any:
        waits.append(seconds)
        return timeout(seconds)

    class Silent:
        frames = [json.dumps({"seq": 1, **CONNECTED})]

        async def recv(self) -> str:
            if not self.frames:
                raise TimeoutError
            return self.frames.pop()

    monkeypatch.setattr("crossbook._websocket.asyncio.timeout", limited)
    ending = await _websocket._read_frames(Silent(), 10, lambda frame: True)
    assert waits == [10, 45]
    assert (ending.is_opened, ending.reason) == (True, "silence")


async def test_a_frame_that_cannot_be_read_ends_the_connection(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, "{", STAY], [CONNECTED, SUBSCRIBED, print_frame(6), STAY]]
    async with client.streams.tradeprints() as prints:
        assert [each.id for each in await read(prints, 1)] == [6]


GAP = {"type": "error", "id": None, "error": "resume_gap", "message": "prints were lost", "details": {"from": 6}}


async def test_a_gap_ends_the_stream_without_a_handler(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, GAP, print_frame(9), STAY]]
    prints = client.streams.tradeprints()
    with pytest.raises(StreamError, match="prints were lost") as lost:
        await read(prints, 1)
    assert lost.value.code == "resume_gap"
    with pytest.raises(StopAsyncIteration):
        await prints.__anext__()


async def test_a_gap_is_reported_to_its_handler_and_the_stream_goes_on(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, GAP, print_frame(9), STAY]]
    gaps: list[Gap] = []
    async with client.streams.tradeprints(options=StreamOptions(on_gap=gaps.append)) as prints:
        assert [each.id for each in await read(prints, 1)] == [9]
    assert [gap.details for gap in gaps] == [{"from": 6}]


async def test_a_slow_reader_ends_its_stream_instead_of_losing_frames(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, *(print_frame(number) for number in range(6, 10)), STAY]]
    prints = client.streams.tradeprints(options=StreamOptions(buffer_max=2))
    await prints.open()
    while not prints.is_ended:
        await asyncio.sleep(0)
    assert [each.id for each in await read(prints, 2)] == [6, 7]
    with pytest.raises(StreamError, match="too slow"):
        await read(prints, 1)


async def test_a_revoked_key_ends_the_stream(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, 4401]]
    with pytest.raises(UnauthorizedError):
        await read(client.streams.tradeprints(), 1)


async def test_a_reader_that_closes_its_stream_gets_no_more_frames(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, print_frame(6), print_frame(7), STAY]]
    prints = client.streams.tradeprints()
    await read(prints, 1)
    await prints.close()
    assert [each async for each in prints] == []


async def test_closing_ends_a_connection_on_which_frames_keep_arriving(server: StreamServer, client: AsyncCrossbook) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, *(print_frame(number) for number in range(6, 3_000)), STAY]]
    prints = client.streams.tradeprints()
    await read(prints, 1)
    await asyncio.wait_for(prints.close(), 30)
    assert prints.is_ended


async def test_a_refused_handshake_is_explained_over_http(server: StreamServer) -> None:
    refused = {"error": "forbidden", "message": "the key lacks the permission read", "details": None, "request_id": "req_1"}
    server.port = 1  # nothing listens there
    async with make_client(server, lambda request: httpx.Response(403, json=refused)) as client:
        with pytest.raises(ForbiddenError, match="lacks the permission"):
            await client.streams.orderbooks(instrument_ids=[99]).open()


async def test_a_refused_stream_raises_the_words_of_the_service(server: StreamServer, client: AsyncCrossbook) -> None:
    refusal = {"type": "error", "id": "1", "error": "not_found", "message": "no such instrument", "details": None}
    server.connections = [[CONNECTED, refusal, STAY]]
    with pytest.raises(NotFoundError, match="no such instrument"):
        await client.streams.orderbooks(instrument_ids=[99]).open()
    assert server.connections == []


LIMITS = {"buckets": [], "venues": [], "orders_1h": 0, "fills_1h": 0, "order_to_fill_1h": None}
ACCOUNT = {"account_id": "acc_1", "key_id": "key_demo_1", "permissions": ["read", "trade"], "subaccounts": []}
LIMIT_WORDS = "10 of 10 streams of this key are open"


def respond_full(request: httpx.Request) -> httpx.Response:
    if request.url.path == "/v1/limits":
        return httpx.Response(200, json={**LIMITS, "streams": {"open": 10, "max": 10}})
    is_account = request.url.path == "/v1/account"
    account = {**ACCOUNT, "expires_at": None, "agent": None, "server_time": 1}
    return httpx.Response(200, json=account if is_account else [])


async def test_a_stream_above_the_limit_of_its_key_raises_it_with_the_limit_in_words(server: StreamServer) -> None:
    server.port = 1  # nothing listens there
    async with make_client(server, respond_full) as client:
        for stream in (client.streams.tradeprints(), client.streams.fills(), client.streams.local_books()):
            with pytest.raises(RateLimitedError, match=LIMIT_WORDS):
                await stream.open()
        with pytest.raises(RateLimitedError, match=LIMIT_WORDS):
            await client.trade().open()


async def test_a_stream_that_was_open_reports_the_limit_and_connects_again(server: StreamServer) -> None:
    server.connections = [[CONNECTED, SUBSCRIBED, print_frame(6), 1001], ["{", STAY], [CONNECTED, SUBSCRIBED, STAY]]
    events: list[Reconnect] = []
    subscribed = asyncio.Event()

    def note(event: Reconnect) -> None:
        events.append(event)
        if len(events) == 2:
            subscribed.set()

    async with make_client(server, respond_full) as client:
        async with client.streams.tradeprints(after_id=5, options=StreamOptions(on_reconnect=note)) as prints:
            await read(prints, 1)
            await asyncio.wait_for(subscribed.wait(), 30)
    assert [event.reason for event in events] == ["scripted", LIMIT_WORDS]


async def test_a_snapshot_comes_again_after_a_reconnect(server: StreamServer, client: AsyncCrossbook) -> None:
    snapshot = {"type": "snapshot", "subaccount_id": "sa_1", "orders": [order()], "timestamp": 1}
    change = {"type": "order", "order": order(status="FILLED")}
    server.connections = [[CONNECTED, SUBSCRIBED, snapshot, change, 1013], [CONNECTED, SUBSCRIBED, snapshot, STAY]]
    async with client.streams.orders(subaccount_ids=["sa_1"]) as orders:
        first, filled, again = await read(orders, 3)
    assert isinstance(first, Snapshot)
    assert first.records[0].id == "ord_1042"
    assert filled.status == "FILLED"
    assert again == first
    assert server.queries[0]["subaccount_id"] == "sa_1"


def book(sequence: int, **changes: Any) -> dict[str, Any]:
    bids = [{"price": "0.4", "qty": str(sequence)}]
    return {"type": "book", "instrument_id": 1001, "bids": bids, "asks": [], "timestamp": 1, "sequence": sequence, **changes}


async def test_a_local_book_is_unknown_after_a_gap_until_the_service_sends_it_again(
    server: StreamServer, client: AsyncCrossbook
) -> None:
    server.connections = [
        [CONNECTED, SUBSCRIBED, book(7), {**book(8), "seq": 5}, STAY],
        [CONNECTED, SUBSCRIBED, book(9), STAY],
    ]
    async with client.streams.local_books(instrument_ids=[1001]) as books:
        seen: list[object] = []
        while books.get(1001) is None or books.get(1001).sequence < 9:
            (frame,) = await read(books, 1)
            is_lost = isinstance(frame, Unavailable)
            seen.append(frame.code if is_lost else frame.sequence)
            if is_lost and len(server.connections) == 1:
                assert books.get(1001) is None
    assert "disconnected" in seen
    assert 8 not in seen
    assert books.get(1002) is None


async def test_a_slow_reader_of_local_books_gets_the_latest_state_of_each(
    server: StreamServer, client: AsyncCrossbook
) -> None:
    frames = [book(number) for number in range(1, 40)] + [book(50, instrument_id=1002)]
    unavailable = {"type": "unavailable", "instrument_id": 1002, "error": "book_stale", "message": "no book"}
    server.connections = [[CONNECTED, SUBSCRIBED, *frames, unavailable, STAY]]
    async with client.streams.local_books(instrument_ids=[1001, 1002]) as books:
        while not any(isinstance(each, Unavailable) for each in books._buffer):
            await asyncio.sleep(0)
        latest, gone = await read(books, 2)
    assert (latest.sequence, books.get(1001)) == (39, latest)
    assert isinstance(gone, Unavailable)
    assert books.get(1002) is None
