"""Runs the steps of a call: blocking with `httpx.Client`, or asynchronously with `httpx.AsyncClient`."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

import httpx

from crossbook._core import Context, OutcomeUnknownCall, Steps
from crossbook._exchange import Command, Outcome, Response, Send, connection_fault, timeout_fault
from crossbook._generated_models import Order
from crossbook._reconcile import find_orders

T = TypeVar("T")

# Errors that occur before a byte of the request has left.
_BEFORE_SENDING = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Runner:
    """Runs steps in the calling thread."""

    def __init__(self, context: Context, http: httpx.Client | None = None) -> None:
        self.context = context
        self.http = http or httpx.Client(follow_redirects=False)

    def run(self, steps: Steps[T]) -> T:
        """The result of the steps; raises what they raise."""
        outcome: Outcome | None = None
        while True:
            try:
                command = steps.send(outcome)
            except StopIteration as stop:
                result: T = stop.value
                return result
            except OutcomeUnknownCall as doubt:
                raise self.resolvable(doubt) from doubt.__cause__
            outcome = self._execute(command)

    def resolvable(self, doubt: OutcomeUnknownCall) -> OutcomeUnknownCall:
        """The error with the means to look for its orders."""
        doubt.find = partial(self._find, doubt)
        return doubt

    def close(self) -> None:
        self.http.close()

    def _find(self, doubt: OutcomeUnknownCall, timeout: float | None) -> list[Order | None]:
        return self.run(find_orders(self.context, doubt, timeout))

    def _execute(self, command: Command) -> Outcome | None:
        if not isinstance(command, Send):
            time.sleep(command.seconds)
            return None
        try:
            response = self.http.request(
                command.method,
                command.base_url + command.target,
                headers=dict(command.headers),
                content=command.body,
                timeout=command.timeout,
                extensions={"trace": _send_at_once},
            )
        except httpx.HTTPError as error:
            return _to_fault(command, error)
        return _to_response(response)


class AsyncRunner:
    """Runs steps in the running event loop."""

    def __init__(self, context: Context, http: httpx.AsyncClient | None = None) -> None:
        self.context = context
        self.http = http or httpx.AsyncClient(follow_redirects=False)

    async def run(self, steps: Steps[T]) -> T:
        """The result of the steps; raises what they raise."""
        outcome: Outcome | None = None
        while True:
            try:
                command = steps.send(outcome)
            except StopIteration as stop:
                result: T = stop.value
                return result
            except OutcomeUnknownCall as doubt:
                raise self.resolvable(doubt) from doubt.__cause__
            outcome = await self._execute(command)

    def resolvable(self, doubt: OutcomeUnknownCall) -> OutcomeUnknownCall:
        """The error with the means to look for its orders."""
        doubt.find_async = partial(self._find, doubt)
        return doubt

    async def close(self) -> None:
        await self.http.aclose()

    async def _find(self, doubt: OutcomeUnknownCall, timeout: float | None) -> list[Order | None]:
        return await self.run(find_orders(self.context, doubt, timeout))

    async def _execute(self, command: Command) -> Outcome | None:
        if not isinstance(command, Send):
            await asyncio.sleep(command.seconds)
            return None
        try:
            response = await self.http.request(
                command.method,
                command.base_url + command.target,
                headers=dict(command.headers),
                content=command.body,
                timeout=command.timeout,
            )
        except httpx.HTTPError as error:
            return _to_fault(command, error)
        return _to_response(response)


def _send_at_once(event: str, info: Mapping[str, Any]) -> None:
    """Turns off Nagle's algorithm on a new connection, as later versions of httpcore and asyncio do.

    Headers and body are two writes. Without this the body waits up to 40 ms for the acknowledgement of the headers.
    """
    if event == "connection.connect_tcp.complete":
        connected = info["return_value"].get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _to_response(response: httpx.Response) -> Response:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Response(response.status_code, headers, response.content)


def _to_fault(request: Send, error: httpx.HTTPError) -> Outcome:
    is_sent = not isinstance(error, _BEFORE_SENDING)
    if isinstance(error, httpx.TimeoutException):
        return timeout_fault(request, is_sent=is_sent)
    return connection_fault(request, error, is_sent=is_sent)
