"""Calls of the API without a socket: makes the requests of a call, and reads their outcomes.

Each function that takes steps is a generator. It yields commands (send this, wait) and receives outcomes, so the
blocking and the asynchronous client run the same code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from crossbook._addresses import Addresses
from crossbook._exchange import Command, Fault, Outcome, Response, Send, Wait, unreadable_fault
from crossbook._inputs import Arguments, CallOptions, body_fields, canonical_query, path_segment, query_pairs
from crossbook._json import items
from crossbook._operation import CallKind, Operation
from crossbook._pages import Page
from crossbook._retry import (
    TAKEOVER_MAX_S,
    awaits_takeover,
    is_node_away,
    leaves_doubt,
    may_repeat,
    named_owner,
    retry_delay,
    server_time,
    settles_doubt,
    stale_clock_time,
    takeover_delay,
)
from crossbook._signing import Signer
from crossbook._version import VERSION
from crossbook.errors import OutcomeUnknown, error_for_response

T = TypeVar("T")

_LIST_PAGE_SIZE = 1000
_RECONNECT_MAX_S = 15.0
_SKEW_MAX_MS = 5_000  # a larger difference between the clocks is corrected before the service refuses it
_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What all calls of a client share."""

    addresses: Addresses
    signer: Signer
    timeout: float
    max_retries: int
    random: Callable[[], float]
    new_id: Callable[[], str]

    def socket_url(self, path: str, query: Mapping[str, str]) -> str:
        """The address of a WebSocket at the current node, signed now."""
        return f"ws{self.addresses.current.removeprefix('http')}{path}?{self.signer.handshake_query(path, query)}"

    def reconnect_delay(self, failures: int, first: float) -> float:
        """Seconds before the next connection. failures: attempts in a row without a connection."""
        return min(first * 2**failures, _RECONNECT_MAX_S) * (0.5 + self.random() / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKey:
    """An order of a call, by which it can be found again."""

    subaccount_id: str
    client_order_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[T]):
    """One call, ready to send any number of times: each attempt gets a new signature."""

    operation: Operation[Any]
    kind: CallKind
    path: str
    query: str
    """In canonical form."""
    body: bytes | None
    decode: Callable[[Any], T]
    headers: Mapping[str, str]
    keys: tuple[OrderKey, ...]
    order_id: str | None
    """The order that the path names."""
    options: CallOptions


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A successful response, read."""

    value: T
    headers: Mapping[str, str]


Steps = Generator[Command, Outcome | None, T]


def make_call(
    context: Context,
    operation: Operation[Any],
    decode: Callable[[Any], T],
    arguments: Arguments,
) -> Call[T]:
    """A call from the values of a caller. An order without a client order id gets a new one."""
    segments = operation.path
    for name, value in arguments.path.items():
        segments = segments.replace("{" + name + "}", path_segment(value))
    fields = None if arguments.body is None else body_fields(arguments.body, operation.decimals)
    keys = () if fields is None or operation.key is None else _set_keys(context, operation, fields)
    is_single = operation.kind == "order"
    is_order = segments.startswith("/v1/orders/") and "id" in arguments.path
    stops = operation.stops_when is not None and fields is not None and fields.get(operation.stops_when) is True
    return Call(
        operation=operation,
        kind="stop" if stops else operation.kind,
        path=segments,
        query=canonical_query(query_pairs(arguments.query)),
        body=None if fields is None else json.dumps(fields, separators=(",", ":")).encode(),
        decode=decode,
        headers={"Idempotency-Key": keys[0].client_order_id} if is_single and keys else {},
        keys=keys,
        order_id=str(arguments.path["id"]) if is_order else None,
        options=arguments.options or CallOptions(),
    )


def run_call(context: Context, call: Call[T]) -> Steps[Answer[T]]:
    """The steps of a call. Raises the errors of `crossbook.errors`."""
    kind = call.kind
    pauses, is_in_doubt, is_clock_set, signed_at = _Pauses(context, call), False, False, 0
    while True:
        request, signed_at = _sign(context, call)
        outcome = yield request
        assert outcome is not None, "the runner reports the outcome of a request"
        answer = _read(call, request, outcome)
        if isinstance(answer, Answer):
            _follow_clock(context, outcome)
            return answer
        outcome = answer
        is_in_doubt = is_in_doubt or leaves_doubt(kind, outcome)
        stale_ms = stale_clock_time(outcome)
        if stale_ms is not None and not is_clock_set:
            # A refused timestamp proves that nothing was done.
            context.signer.set_clock(stale_ms)
            is_clock_set = True
            continue
        if is_node_away(outcome):
            context.addresses.leave(request.base_url, named_owner(outcome))
        delay = pauses.before_retry(outcome)
        if delay is None:
            raise _failure(call, outcome, is_in_doubt, signed_at)
        if delay > 0:
            yield Wait(delay)


class _Pauses:
    """The pauses of one call before its next attempts."""

    def __init__(self, context: Context, call: Call[Any]) -> None:
        own = call.options.max_retries
        self._limit = context.max_retries if own is None else own
        self._kind: CallKind = call.kind
        self._context = context
        self._retries = 0
        self._takeover_pauses = 0
        self._takeover_s = 0.0  # sum of the pauses for a takeover, which are not counted as retries
        self._hops = 0  # addresses left since the last pause

    def before_retry(self, outcome: Outcome) -> float | None:
        """Seconds; 0 while another address has not been tried, None if the call must not be sent again."""
        addresses = self._context.addresses.count
        if self._limit == 0 or not may_repeat(self._kind, outcome):
            return None
        if is_node_away(outcome) and self._hops < addresses - 1:
            self._hops += 1
            return 0.0
        self._hops = 0
        random = self._context.random()
        if awaits_takeover(outcome, addresses) and self._takeover_s < TAKEOVER_MAX_S:
            delay = takeover_delay(self._takeover_pauses, outcome, random)
            self._takeover_pauses += 1
            self._takeover_s += delay or 0.0
            return delay
        if self._retries >= self._limit:
            return None
        self._retries += 1
        return retry_delay(self._retries - 1, outcome, random)


def record_steps(context: Context, operation: Operation[T], arguments: Arguments) -> Steps[T]:
    """The record that an operation returns."""
    call = make_call(context, operation, operation.decode, arguments)
    return (yield from run_call(context, call)).value


def list_steps(context: Context, operation: Operation[T], arguments: Arguments) -> Steps[tuple[T, ...]]:
    """The records of a list that comes in one response."""
    call = make_call(context, operation, lambda value: items(operation.decode, value), arguments)
    return (yield from run_call(context, call)).value


def cursor_page_steps(
    context: Context, operation: Operation[T], arguments: Arguments, cursor: str | None
) -> Steps[Page[T]]:
    """One page of a list whose next cursor is a response header."""
    limit = arguments.query.get("limit") or _LIST_PAGE_SIZE
    paged = replace(arguments, query={**arguments.query, "limit": limit, "cursor": cursor})
    call = make_call(context, operation, lambda value: items(operation.decode, value), paged)
    answer = yield from run_call(context, call)
    return Page(answer.value, answer.headers.get("x-next-cursor"))


def page_steps(
    context: Context, operation: Operation[T], arguments: Arguments, cursor: str | None
) -> Steps[Page[T]]:
    """One page of a search, whose body has the records and the next cursor."""
    paged = replace(arguments, query={**arguments.query, "cursor": cursor})
    decode: Callable[[Any], Page[T]] = lambda value: Page(  # noqa: E731
        items(operation.decode, value["items"]), value["next_cursor"]
    )
    return (yield from run_call(context, make_call(context, operation, decode, paged))).value


def _set_keys(context: Context, operation: Operation[Any], fields: dict[str, Any]) -> tuple[OrderKey, ...]:
    assert operation.key is not None, "the operation has an idempotency key"
    entries: list[dict[str, Any]] = fields["orders"] if operation.kind == "batch" else [fields]
    keys: list[OrderKey] = []
    for entry in entries:
        if entry.get(operation.key) is None:
            entry[operation.key] = f"py-{context.new_id()}"
        subaccount_id, key = str(entry.get("subaccount_id")), str(entry[operation.key])
        keys.append(OrderKey(subaccount_id=subaccount_id, client_order_id=key))
    return tuple(keys)


def _sign(context: Context, call: Call[Any]) -> tuple[Send, int]:
    operation = call.operation
    headers = {"User-Agent": f"crossbook-python/{VERSION}", "Accept": "application/json", **call.headers}
    if call.body is not None:
        headers["Content-Type"] = "application/json"
    timestamp = context.signer.timestamp(is_once=operation.kind != "read")
    if operation.is_signed:
        headers |= context.signer.headers(operation.method, call.path, call.query, call.body, timestamp)
    timeout = context.timeout if call.options.timeout is None else call.options.timeout
    target = call.path if call.query == "" else f"{call.path}?{call.query}"
    return Send(operation.method, target, headers, call.body, timeout, context.addresses.current), timestamp


def _read(call: Call[T], request: Send, outcome: Outcome) -> Answer[T] | Outcome:
    """The answer, or the outcome that is none: a success without a readable record is a fault."""
    if isinstance(outcome, Fault):
        return outcome
    is_accepted = outcome.status in call.operation.accepts and "error" not in outcome.fields
    if not outcome.is_success and not is_accepted:
        return outcome
    try:
        body = outcome.content.decode() if outcome.body is None else outcome.body
        return Answer(call.decode(body), outcome.headers)
    except _UNREADABLE as error:
        return unreadable_fault(request, error)


def _follow_clock(context: Context, outcome: Outcome) -> None:
    now = server_time(outcome) if isinstance(outcome, Response) else None
    if now is not None and abs(now - context.signer.now()) > _SKEW_MAX_MS:
        context.signer.set_clock(now)


def _failure(call: Call[Any], outcome: Outcome, is_in_doubt: bool, signed_at: int) -> Exception:
    if isinstance(outcome, Fault):
        error: Exception = outcome.error
        status, details, request_id = None, None, None
    else:
        refusal = error_for_response(outcome.status, outcome.fields, outcome.headers.get("x-request-id"))
        status, details, request_id = refusal.status, refusal.details, refusal.request_id
        error = refusal
    if not is_in_doubt or settles_doubt(call.kind, outcome):
        return error
    ids = tuple(key.client_order_id for key in call.keys)
    named = f" (client_order_id {', '.join(ids)})" if ids else ""
    doubt = OutcomeUnknownCall(
        f"{call.operation.method} {call.path}{named} may or may not have happened: {error}",
        client_order_ids=ids,
        status=status,
        details=details,
        request_id=request_id,
    )
    doubt.call, doubt.signed_at_ms = call, signed_at
    doubt.__cause__ = error
    return doubt


class OutcomeUnknownCall(OutcomeUnknown):
    """An `OutcomeUnknown` with the call that it is about, by which the runner can look for its orders."""

    call: Call[Any]
    signed_at_ms: int
    """The timestamp of the last attempt, in the time of the service."""
