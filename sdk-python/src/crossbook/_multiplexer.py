"""The one WebSocket of a client for all its streams."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from crossbook._core import Context
from crossbook._generated_async import AsyncResources
from crossbook._generated_models import RateLimits
from crossbook._json import JsonObject
from crossbook._websocket import Ending, run_connection
from crossbook.errors import ApiError, CrossbookError, RateLimitedError, error_for_response

_PATH: Final = "/v1/ws/multiplex"
_STATUSES: Final = {"unauthorized": 401, "forbidden": 403, "not_found": 404, "validation": 422, "rate_limited": 429}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionEnding:
    """Why a subscription ended, with the connection or alone."""

    ending: Ending
    refusal: CrossbookError | None = None
    """The refusal of the subscription, or of the handshake as far as HTTP can report it."""
    fault: Exception | None = None
    """What the reader of the frames raised, or why no connection can be attempted."""
    is_live: bool = False
    """Data was received, so earlier failures no longer count."""


class Subscription:
    """One stream on the connection. `ended` resolves once, and never raises."""

    def __init__(self, link: _Link, name: str, on_frame: Callable[[JsonObject], bool]) -> None:
        self.ended: asyncio.Future[SubscriptionEnding] = asyncio.get_running_loop().create_future()
        self.is_live = False
        self.on_frame = on_frame
        self._link = link
        self._name = name

    async def close(self) -> None:
        """Ends it; the last one closes the connection."""
        await self._link.leave(self._name)

    def end(self, ending: SubscriptionEnding) -> None:
        if not self.ended.done():
            self.ended.set_result(ending)


class Multiplexer:
    """The connection opens with the first subscription and closes with the last.

    When it is lost all subscriptions end; each stream then subscribes again, and the first that does opens the next
    connection.
    """

    def __init__(self, context: Context, client: AsyncResources) -> None:
        self._context = context
        self._client = client
        self._link: _Link | None = None

    def subscribe(
        self, topic: str, query: Mapping[str, str], on_frame: Callable[[JsonObject], bool]
    ) -> Subscription:
        """on_frame: returns False when it wants no more frames; what it raises ends the subscription."""
        if self._link is None or self._link.is_over:
            self._link = _Link(self._context, self._client)
        return self._link.subscribe(topic, query, on_frame)


class _Link:
    """One connection with its subscriptions, from the first of them to the end."""

    def __init__(self, context: Context, client: AsyncResources) -> None:
        self.is_over = False
        self._context = context
        self._client = client
        self._members: dict[str, Subscription] = {}
        self._made = 0
        self._is_live = False
        self._texts: deque[str] = deque()
        self._sendable = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def subscribe(
        self, topic: str, query: Mapping[str, str], on_frame: Callable[[JsonObject], bool]
    ) -> Subscription:
        self._made += 1
        name = str(self._made)
        self._members[name] = Subscription(self, name, on_frame)
        self._send({"action": "subscribe", "id": name, "sub": name, "topic": topic, "query": dict(query)})
        return self._members[name]

    async def leave(self, name: str) -> None:
        if self._members.pop(name, None) is None:
            return
        if self._members:
            self._send({"action": "unsubscribe", "id": name, "sub": name})
            return
        self.is_over = True
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        try:
            address = self._context.addresses.current
            url = self._context.socket_url(_PATH, {})
            ending = await run_connection(url, self._context.timeout, self._take, self._next_text)
            self.is_over = True
            refusal = None
            if not ending.is_opened:
                self._context.addresses.leave(address, None)
                refusal = await self._find_refusal()
            self._end_all(SubscriptionEnding(ending=ending, refusal=refusal, is_live=self._is_live))
        except Exception as error:
            self._end_all(SubscriptionEnding(ending=Ending(False, None, ""), fault=error))
        finally:
            self._end_all(SubscriptionEnding(ending=Ending(False, None, "cancelled")))

    def _take(self, frame: JsonObject) -> bool:
        """Reads a frame; False when no subscription is left."""
        fields = dict(frame)
        name = fields.pop("sub", None)
        kind = fields["type"]
        if kind not in ("connected", "subscribed", "error"):
            self._is_live = True
        subscription = self._members.get(name) if isinstance(name, str) else None
        if subscription is None or not isinstance(name, str):
            return not self.is_over
        if kind == "ended" or (kind == "error" and fields["id"] is not None):
            self._drop(name, refusal=_to_error(fields))
        else:
            subscription.is_live = subscription.is_live or kind != "subscribed"
            try:
                if not subscription.on_frame(fields):
                    self._drop(name)
            except Exception as error:
                self._drop(name, fault=error)
        return not self.is_over

    def _drop(self, name: str, refusal: CrossbookError | None = None, fault: Exception | None = None) -> None:
        """Ends one subscription because of its frame; the last one ends the connection."""
        subscription = self._members.pop(name)
        reason = "" if refusal is None else refusal.message
        ending = Ending(True, None, reason)
        subscription.end(
            SubscriptionEnding(ending=ending, refusal=refusal, fault=fault, is_live=subscription.is_live)
        )
        if not self._members:
            self.is_over = True
        elif refusal is None:
            self._send({"action": "unsubscribe", "id": name, "sub": name})

    def _end_all(self, ending: SubscriptionEnding) -> None:
        self.is_over = True
        members, self._members = self._members, {}
        for subscription in members.values():
            subscription.end(ending)

    def _send(self, frame: Mapping[str, object]) -> None:
        self._texts.append(json.dumps(frame))
        self._sendable.set()

    async def _next_text(self) -> str:
        while not self._texts:
            self._sendable.clear()
            await self._sendable.wait()
        return self._texts.popleft()

    async def _find_refusal(self) -> CrossbookError | None:
        """Repeats the checks of the handshake over HTTP, because a WebSocket does not report why it was refused."""
        try:
            await self._client.account.get()
            return find_stream_limit(await self._client.limits.get())
        except CrossbookError as error:
            return error


def find_stream_limit(limits: RateLimits) -> RateLimitedError | None:
    """The refusal of a handshake because the key has as many streams as it may; a WebSocket does not report it."""
    streams = limits.streams
    if streams.open < streams.max:
        return None
    message = f"{streams.open} of {streams.max} streams of this key are open"
    details = {"bucket": "connections", "max": streams.max}
    return RateLimitedError(message, code="rate_limited", status=429, details=details)


def _to_error(frame: JsonObject) -> ApiError:
    return error_for_response(_STATUSES.get(frame["error"], 500), frame, None)
