"""The trade socket without a socket: which requests are sent when, what their results mean, and what a lost connection
leaves open. The runners of both clients run this code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from crossbook import _generated_operations as operations
from crossbook._core import Call, Context, OutcomeUnknownCall, make_call
from crossbook._exchange import Response
from crossbook._generated_inputs import NewComplexOrderParamsInput
from crossbook._generated_models import ComplexOrderType, Fill, Order, Outcome, RestingTif, Side
from crossbook._inputs import Arguments, DecimalInput, TimeInput
from crossbook._json import JsonObject
from crossbook._operation import CallKind, Operation
from crossbook._retry import leaves_doubt, settles_doubt
from crossbook.errors import CrossbookError, StreamError, error_for_response
from crossbook.frames import TradeReconnect

Ack: TypeAlias = Literal["VENUE", "DURABLE"]
"""When a request is answered: after the venue's answer as over HTTP, or once the request is stored."""

TradeUpdate: TypeAlias = Order | Fill | TradeReconnect


class NewComplexOrder(TypedDict):
    """A complex order as a session sends it; `complex_orders.create` has the same fields."""

    subaccount_id: str
    type: ComplexOrderType
    params: NewComplexOrderParamsInput
    instrument_id: NotRequired[int | None]
    generic_asset_id: NotRequired[int | None]
    side: NotRequired[Side | None]
    outcome: NotRequired[Outcome | None]
    qty: NotRequired[DecimalInput | None]
    price: NotRequired[DecimalInput | None]
    tif: NotRequired[RestingTif | None]
    expires_at: NotRequired[TimeInput | None]
    post_only: NotRequired[bool | None]
    reduce_only: NotRequired[bool | None]
    tag: NotRequired[str | None]
    client_order_id: NotRequired[str | None]


OPERATIONS: Final[Mapping[str, Operation[Any]]] = {
    "order.create": operations.SUBMIT_ORDER,
    "order.batch": operations.SUBMIT_BATCH,
    "order.amend": operations.AMEND_ORDER,
    "order.cancel": operations.CANCEL_ORDER,
    "order.cancel_all": operations.CANCEL_ALL_ORDERS,
    "order.get": operations.GET_ORDER,
    "complex.create": operations.SUBMIT_COMPLEX_ORDER,
    "complex.amend": operations.AMEND_COMPLEX_ORDER,
    "complex.cancel": operations.CANCEL_COMPLEX_ORDER,
    "quotes.put": operations.PUT_QUOTES,
    "quotes.get": operations.GET_QUOTES,
    "guard.put": operations.SET_GUARD,
}
# Repeated, a cancel-all could cancel newer orders, an amend could undo a later one, and quotes that took effect are stale.
_NOT_REPEATED: Final = frozenset(("order.amend", "order.cancel_all", "complex.amend", "quotes.put"))
_LISTS: Final = frozenset(("order.batch",))
_LIVE: Final = frozenset(("PENDING_SUBMISSION", "OPEN", "PARTIAL"))
_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True, slots=True)
class Settled:
    """The end of a request: its value, or its error."""

    request_id: int
    value: Any
    error: CrossbookError | None


@dataclass(slots=True)
class _Request:
    op: str
    call: Call[Any]
    text: str
    is_own: bool
    """False: the session itself reads an order after a reconnect."""
    was_sent: bool = False
    is_in_doubt: bool = False
    """A connection was lost before its result: it may have happened already."""


class TradeCore:
    """The state of one session. Requests are sent in the order of the calls."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._requests: dict[int, _Request] = {}
        self._waiting: list[int] = []  # not sent on this connection
        self._in_flight: set[int] = set()  # sent on this connection, without a result
        self._in_flight_max = 0
        self._count = 0
        self._live: dict[str, None] = {}  # orders of this session
        self._was_connected = False
        self.session_id: str | None = None

    def add(self, op: str, arguments: Arguments, ack: Ack | None = None, valid_until: int | None = None) -> int:
        """Adds a request and returns its id. An order without a client order id gets a new one."""
        return self._add(op, arguments, {"ack": ack, "valid_until": valid_until}, is_own=True)

    def next_text(self) -> str | None:
        """The next request to send now; None while there is none or the limit of the connection is reached."""
        if not self._waiting or len(self._in_flight) >= self._in_flight_max:
            return None
        request_id = self._waiting.pop(0)
        self._in_flight.add(request_id)
        request = self._requests[request_id]
        request.was_sent = True
        return request.text

    def take(self, frame: JsonObject) -> list[Settled | TradeUpdate]:
        """What a frame of the service means."""
        kind = frame["type"]
        if kind == "connected":
            return self._start(frame)
        if kind == "result" or (kind == "error" and frame.get("id") in self._in_flight):
            return self._settle(frame)
        if kind == "order":
            return [self._note(Order.from_json(frame["order"]))]
        return [Fill.from_json(frame["fill"])] if kind == "fill" else []

    def lose(self, is_opened: bool) -> list[Settled]:
        """The connection has ended. What is safe to repeat waits for the next one; the rest is in doubt."""
        if not is_opened:
            self.session_id = None  # the service may have ended it
        self._in_flight_max = 0
        for request_id in self._in_flight & self._requests.keys():
            lost = self._requests[request_id]
            lost.is_in_doubt = lost.call.operation.kind != "read"
        self._in_flight.clear()
        settled = [
            self._doubt(request_id, "the connection ended before the result")
            for request_id, request in list(self._requests.items())
            if request.was_sent and request.op in _NOT_REPEATED
        ]
        self._waiting = list(self._requests)
        return settled

    def withdraw(self, request_id: int, error: CrossbookError) -> Settled | None:
        """Ends a request without a result: with this error if it was never sent or only reads, otherwise in doubt."""
        request = self._requests.get(request_id)
        if request is None:
            return None
        if request.was_sent and request.call.operation.kind != "read":
            return self._doubt(request_id, error.message)
        self._drop(request_id)
        return Settled(request_id, None, error)

    def end(self, error: CrossbookError) -> list[Settled]:
        """The session has ended: so have all requests."""
        ended = [self.withdraw(request_id, error) for request_id in list(self._requests)]
        return [each for each in ended if each is not None]

    def _add(self, op: str, arguments: Arguments, fields: Mapping[str, Any], *, is_own: bool) -> int:
        operation = OPERATIONS[op]
        call: Call[Any] = make_call(self._context, operation, operation.decode, arguments)
        ids: JsonObject = {name: str(value) for name, value in arguments.path.items()}
        args = {**ids, **arguments.query, **json.loads(call.body or b"{}")}
        self._count += 1
        given = {name: value for name, value in fields.items() if value is not None}
        text = json.dumps({"id": self._count, "op": op, **given, "args": args}, separators=(",", ":"))
        self._requests[self._count] = _Request(op, call, text, is_own)
        self._waiting.append(self._count)
        return self._count

    def _start(self, frame: JsonObject) -> list[Settled | TradeUpdate]:
        earlier, self.session_id = self.session_id, frame["session_id"]
        is_first, self._was_connected = not self._was_connected, True
        self._in_flight_max = frame["in_flight_max"]
        if is_first:
            return []
        read = {request.call.order_id for request in self._requests.values() if not request.is_own}
        for order_id in [each for each in self._live if each not in read]:
            arguments = Arguments(path={"id": order_id}, query={}, body=None, options=None)
            self._add("order.get", arguments, {}, is_own=False)
        return [TradeReconnect(session_id=frame["session_id"], is_same_session=frame["session_id"] == earlier)]

    def _settle(self, frame: JsonObject) -> list[Settled | TradeUpdate]:
        request_id = frame["id"]
        self._in_flight.discard(request_id)
        request = self._requests.get(request_id)
        if request is None:
            return []  # withdrawn
        settled = self._result(request_id, request, frame)
        self._drop(request_id)
        if request.is_own:
            return [settled]
        return [self._note(settled.value)] if settled.error is None else []

    def _result(self, request_id: int, request: _Request, frame: JsonObject) -> Settled:
        if frame["type"] == "error":  # the request was not executed
            refused = StreamError(frame["message"], code=frame["error"])
            if request.is_in_doubt:
                return self._doubt(request_id, refused.message, refused)
            return Settled(request_id, None, refused)
        status, body = frame["status"], frame["body"]
        if status != 200:
            # Not sent again here: a later request of the session may have taken effect since.
            refusal = error_for_response(status, body, None)
            # A guard that is put twice is the same guard.
            kind: CallKind = "stop" if request.op == "guard.put" else request.call.operation.kind
            response = Response(status, {}, json.dumps(body).encode())
            is_in_doubt = request.is_in_doubt or leaves_doubt(kind, response)
            # The socket checks `valid_until` before it looks for the order of an earlier attempt.
            is_settled = response.code != "expired_request" and settles_doubt(kind, response)
            if is_in_doubt and not is_settled:
                return self._doubt(request_id, refusal.message, refusal)
            return Settled(request_id, None, refusal)
        try:
            decode = request.call.decode
            value = [decode(each) for each in body] if request.op in _LISTS else decode(body)
        except _UNREADABLE as error:
            return self._doubt(request_id, f"the result could not be read ({type(error).__name__})")
        if request.call.keys:
            self._follow(body if request.op in _LISTS else [body])
        return Settled(request_id, value, None)

    def _follow(self, placed: list[JsonObject]) -> None:
        for order in placed:
            if order.get("id") is not None and order.get("status") in _LIVE:
                self._live[order["id"]] = None

    def _note(self, order: Order) -> Order:
        if order.status not in _LIVE:
            self._live.pop(order.id, None)
        return order

    def _doubt(self, request_id: int, message: str, refusal: CrossbookError | None = None) -> Settled:
        call = self._requests[request_id].call
        ids = tuple(key.client_order_id for key in call.keys)
        named = f" (client_order_id {', '.join(ids)})" if ids else ""
        doubt = OutcomeUnknownCall(
            f"{call.operation.method} {call.path}{named} may or may not have happened: {message}",
            client_order_ids=ids,
            status=refusal and refusal.status,
            details=refusal and refusal.details,
            request_id=refusal and refusal.request_id,
        )
        doubt.__cause__ = refusal
        doubt.call, doubt.signed_at_ms = call, self._context.signer.now()
        self._drop(request_id)
        return Settled(request_id, None, doubt)

    def _drop(self, request_id: int) -> None:
        self._requests.pop(request_id, None)
        if request_id in self._waiting:
            self._waiting.remove(request_id)
