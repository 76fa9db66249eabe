"""A client whose requests are answered by a script, without a socket and without waiting."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from crossbook._addresses import Addresses
from crossbook._core import Context
from crossbook._exchange import Command, Fault, Outcome, Response, Send, connection_fault, timeout_fault
from crossbook._generated_sync import Resources
from crossbook._runners import Runner
from crossbook._signing import Signer

SEED = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
NOW_MS = 1782907200000

Step = Callable[[Send], Outcome]


class ScriptedRunner(Runner):
    """Answers each request with the next step, keeps the last one for all others, and counts the time waited."""

    def __init__(self, *steps: Step, addresses: Sequence[str] = ("http://test",)) -> None:
        self.now_ms = NOW_MS
        self.requests: list[Send] = []
        self.waits: list[float] = []
        self.steps = list(steps)
        signer = Signer("key_demo_1", SEED, lambda: self.now_ms)
        context = Context(
            addresses=Addresses(addresses),
            signer=signer,
            timeout=10.0,
            max_retries=3,
            random=lambda: 0.5,
            new_id=lambda: f"id-{len(self.requests)}",
        )
        super().__init__(context, httpx.Client(transport=httpx.MockTransport(_refuse)))

    def _execute(self, command: Command) -> Outcome | None:
        if not isinstance(command, Send):
            self.waits.append(command.seconds)
            self.now_ms += round(command.seconds * 1000)
            return None
        self.requests.append(command)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return step(command)

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(request.body or b"null") for request in self.requests]


def scripted(*steps: Step, addresses: Sequence[str] = ("http://test",)) -> tuple[Resources, ScriptedRunner]:
    runner = ScriptedRunner(*steps, addresses=addresses)
    return Resources(runner), runner


def answer(body: object, status: int = 200, **headers: str) -> Step:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: Response(status, named, json.dumps(body).encode())


def refusal(status: int, code: str, **details: object) -> Step:
    return answer({"error": code, "message": code, "details": details, "request_id": "req_1"}, status)


def lost(request: Send) -> Outcome:
    """The request arrived, and its response did not."""
    return timeout_fault(request, is_sent=True)


def unreachable(request: Send) -> Outcome:
    return connection_fault(request, httpx.ConnectError("refused"), is_sent=False)


def unreadable(request: Send) -> Outcome:
    return Response(200, {}, b"<html>")


def _refuse(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"a socket was used for {request.url}")


__all__ = ["Fault", "answer", "lost", "refusal", "scripted", "unreachable", "unreadable"]
