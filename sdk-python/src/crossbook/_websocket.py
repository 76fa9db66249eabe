"""One WebSocket from handshake to close. It checks frame numbers, and ends on silence or a gap.

The package `websockets` has changed its classes between 10 and 14; only what all of them have is used here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

import websockets
from websockets.exceptions import ConnectionClosed, WebSocketException

from crossbook._json import JsonObject
from crossbook.errors import CrossbookError, ForbiddenError, StreamError, UnauthorizedError

_SILENT_BEATS_MAX = 3  # one heartbeat may be late, but after three the connection is dead
_CLOSE_FAULT = 4000  # a private close code, so that the service's log shows that the client closed


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a connection ended."""

    is_opened: bool
    """The service accepted the handshake."""
    code: int | None
    reason: str

    @property
    def final_error(self) -> CrossbookError | None:
        """Why another attempt cannot help; None if it may."""
        if self.code == 4400:
            return StreamError(self.reason or "protocol error", code="protocol")
        if self.code == 4401:
            return UnauthorizedError(self.reason or "the key was revoked", code="unauthorized")
        if self.code == 4403:
            return ForbiddenError(self.reason or "access was withdrawn", code="forbidden")
        if self.code == 4409:
            return StreamError(self.reason or "another connection has taken the session", code="replaced")
        return None


class _Socket(Protocol):
    async def recv(self) -> str | bytes: ...

    async def send(self, message: str) -> None: ...

    async def close(self, code: int = ..., reason: str = ...) -> None: ...


_connect = cast(Callable[..., Awaitable[_Socket]], getattr(websockets, "connect"))


async def run_connection(
    url: str,
    timeout: float,
    on_frame: Callable[[JsonObject], bool],
    next_text: Callable[[], Awaitable[str]] | None = None,
) -> Ending:
    """Reads frames until the connection ends. Raises only what `on_frame` raises, after closing.

    timeout: seconds for the handshake, and until the first frame. on_frame: returns False to end the connection.
    next_text: waits for the next text to send.
    """
    try:
        # asyncio.timeout instead of wait_for, which can lose a cancellation in Python 3.11.
        async with asyncio.timeout(timeout):
            socket = await _connect(url, open_timeout=None, ping_interval=None, close_timeout=1, max_size=None)
    except (OSError, TimeoutError, WebSocketException) as error:
        return Ending(False, None, f"no connection ({type(error).__name__})")
    ending: Ending | None = None
    sending = None if next_text is None else asyncio.create_task(_send_texts(socket, next_text))
    try:
        ending = await _read_frames(socket, timeout, on_frame)
        return ending
    finally:
        if sending is not None:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        is_fault = ending is not None and ending.code is None
        await socket.close(_CLOSE_FAULT if is_fault else 1000, ending.reason if ending and is_fault else "")


async def _send_texts(socket: _Socket, next_text: Callable[[], Awaitable[str]]) -> None:
    with contextlib.suppress(ConnectionClosed):  # the reader reports it
        while True:
            await socket.send(await next_text())


async def _read_frames(socket: _Socket, timeout: float, on_frame: Callable[[JsonObject], bool]) -> Ending:
    number, is_opened, silence = 0, False, timeout
    while True:
        try:
            async with asyncio.timeout(silence):
                message = await socket.recv()
        except TimeoutError:
            return Ending(is_opened, None, "silence")
        except ConnectionClosed as closed:
            received = closed.rcvd
            return Ending(is_opened, received.code if received else 1006, received.reason if received else "")
        frame = _parse(message)
        if frame is None:
            return Ending(is_opened, None, "a frame could not be read")
        if frame["seq"] != number + 1:
            return Ending(is_opened, None, f"frame {frame['seq']} came after {number}")
        number += 1
        if frame["type"] == "connected":
            is_opened, silence = True, frame["heartbeat_ms"] / 1000 * _SILENT_BEATS_MAX
        if not on_frame(frame):
            return Ending(is_opened, 1000, "closed by the reader")


def _parse(message: str | bytes) -> JsonObject | None:
    try:
        frame: Any = json.loads(message)
    except ValueError:
        return None
    if not isinstance(frame, dict):
        return None
    fields = cast(JsonObject, frame)
    is_frame = isinstance(fields.get("type"), str) and isinstance(fields.get("seq"), int)
    return fields if is_frame else None
