"""The streams of one client on one connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
import pytest_asyncio
import websockets
from records import order
from scripted import SEED

from crossbook import AsyncCrossbook, ForbiddenError, NotFoundError, RateLimitedError, Reconnect, Snapshot, StreamOptions

NAMES = [f"sa_{number}" for number in range(20)]


class Socket:
    """One connection of a client, with its subscriptions."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.subs: dict[str, str] = {}  # by subaccount
        self.ended: list[str] = []
        self._seq = 0

    async def send(self, frame: dict[str, Any]) -> None:
        self._seq += 1
        await self.socket.send(json.dumps({"seq": self._seq, **frame}))


class MultiplexServer:
    """Answers each subscription to orders with a snapshot of its subaccount, or as `answer` says."""

    def __init__(self) -> None:
        self.port = 0
        self.sockets: list[Socket] = []
        self.closed = asyncio.Event()
        self.answer: Callable[[str], dict[str, Any] | None] = lambda subaccount: None

    async def handle(self, socket: Any) -> None:
        mine = Socket(socket)
        self.sockets.append(mine)
        await mine.send({"type": "connected", "heartbeat_ms": 15_000})
        async for text in socket:
            frame = json.loads(text)
            if frame["action"] == "unsubscribe":
                mine.ended.append(frame["sub"])
                continue
            sub, subaccount = frame["sub"], frame["query"]["subaccount_id"]
            mine.subs[subaccount] = sub
            refusal = self.answer(subaccount)
            if refusal is not None:
                await mine.send({"type": "error", "sub": sub, "id": frame["id"], **refusal})
                continue
            await mine.send({"type": "subscribed", "sub": sub, "id": frame["id"], "subaccount_ids": [subaccount]})
            await mine.send({"type": "snapshot", "sub": sub, "subaccount_id": subaccount, "orders": [order()], "timestamp": 1})
        self.closed.set()


@pytest_asyncio.fixture
async def server() -> AsyncIterator[MultiplexServer]:
    server = MultiplexServer()
    async with websockets.serve(server.handle, "127.0.0.1", 0) as listening:
        server.port = listening.sockets[0].getsockname()[1]
        yield server


@pytest_asyncio.fixture
async def client(server: MultiplexServer) -> AsyncIterator[AsyncCrossbook]:
    http = httpx.AsyncClient(transport=httpx.MockTransport(lambda request: httpx.Response(500)))
    url = f"http://127.0.0.1:{server.port}"
    async with AsyncCrossbook(base_url=url, key_id="key_demo_1", private_key=SEED, http=http, timeout=5) as client:
        yield client


async def read(stream: Any) -> Any:
    return await asyncio.wait_for(stream.__anext__(), 30)


def open_orders(client: AsyncCrossbook, name: str, options: StreamOptions | None = None) -> Any:
    return client.streams.orders(subaccount_ids=[name], options=options)


async def test_twenty_streams_share_a_connection_and_each_gets_its_own_frames(
    server: MultiplexServer, client: AsyncCrossbook
) -> None:
    streams = [open_orders(client, name) for name in NAMES]
    snapshots = await asyncio.gather(*(read(stream) for stream in streams))
    assert [each.subaccount_id for each in snapshots] == NAMES
    (socket,) = server.sockets
    await socket.send({"type": "order", "sub": socket.subs["sa_7"], "order": order(status="FILLED")})
    assert (await read(streams[7])).status == "FILLED"
    await client.streams.close()
    await asyncio.wait_for(server.closed.wait(), 30)


async def test_a_lost_connection_is_replaced_by_one_for_all_streams(server: MultiplexServer, client: AsyncCrossbook) -> None:
    streams = [open_orders(client, name) for name in NAMES]
    await asyncio.gather(*(read(stream) for stream in streams))
    await server.sockets[0].socket.close(1001)
    again = await asyncio.gather(*(read(stream) for stream in streams))
    assert all(isinstance(each, Snapshot) for each in again)
    assert len(server.sockets) == 2


async def test_a_closed_stream_is_unsubscribed_and_the_last_one_closes_the_connection(
    server: MultiplexServer, client: AsyncCrossbook
) -> None:
    first, second = open_orders(client, "a"), open_orders(client, "b")
    await first.open()
    await second.open()
    await first.close()
    while server.sockets[0].ended != ["1"]:
        await asyncio.sleep(0)
    assert not server.closed.is_set()
    await second.close()
    await asyncio.wait_for(server.closed.wait(), 30)
    async with open_orders(client, "c"):
        assert len(server.sockets) == 2


async def test_a_refused_or_withdrawn_stream_ends_alone(server: MultiplexServer, client: AsyncCrossbook) -> None:
    refusal = {"error": "not_found", "message": "no such subaccount", "details": None}
    server.answer = lambda subaccount: refusal if subaccount == "b" else None
    kept, withdrawn = open_orders(client, "a"), open_orders(client, "c")
    await read(kept)
    await read(withdrawn)
    with pytest.raises(NotFoundError, match="no such subaccount"):
        await open_orders(client, "b").open()
    (socket,) = server.sockets
    ended = {"type": "ended", "id": None, "error": "forbidden", "message": "withdrawn", "details": None}
    await socket.send({**ended, "sub": socket.subs["c"]})
    with pytest.raises(ForbiddenError, match="withdrawn"):
        await read(withdrawn)
    await socket.send({"type": "order", "sub": socket.subs["a"], "order": order()})
    assert (await read(kept)).status == "OPEN"
    assert len(server.sockets) == 1


async def test_a_stream_that_failed_in_the_service_is_subscribed_again(server: MultiplexServer, client: AsyncCrossbook) -> None:
    events: list[Reconnect] = []
    other = open_orders(client, "a")
    failing = open_orders(client, "b", StreamOptions(on_reconnect=events.append))
    await read(other)
    await read(failing)
    (socket,) = server.sockets
    ended = {"type": "ended", "id": None, "error": "internal", "message": "internal error", "details": None}
    await socket.send({**ended, "sub": socket.subs["b"]})
    assert isinstance(await read(failing), Snapshot)
    assert [event.reason for event in events] == ["internal error"]
    assert len(server.sockets) == 1


async def test_a_reader_that_is_too_slow_ends_its_stream_only(server: MultiplexServer, client: AsyncCrossbook) -> None:
    slow, other = open_orders(client, "a", StreamOptions(buffer_max=1)), open_orders(client, "b")
    await slow.open()
    await read(other)
    (socket,) = server.sockets
    for _ in range(2):
        await socket.send({"type": "order", "sub": socket.subs["a"], "order": order()})
    await socket.send({"type": "order", "sub": socket.subs["b"], "order": order()})
    assert (await read(other)).status == "OPEN"
    assert slow.is_ended or isinstance(await read(slow), Snapshot)
    while socket.ended != [socket.subs["a"]]:  # the service sends it nothing more
        await asyncio.sleep(0)


async def test_the_number_of_subscriptions_is_raised_in_the_words_of_the_service(
    server: MultiplexServer, client: AsyncCrossbook
) -> None:
    words = "500 of 500 subscriptions of this key are open"
    refusal = {"error": "rate_limited", "message": words, "details": {"bucket": "subscriptions", "max": 500}}
    server.answer = lambda subaccount: refusal
    with pytest.raises(RateLimitedError, match=words):
        await open_orders(client, "a").open()
