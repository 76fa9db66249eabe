"""Finds out what became of a write whose outcome is unknown. Sends no order."""

from __future__ import annotations

from crossbook import _generated_operations as operations
from crossbook._core import (
    Call,
    Context,
    OrderKey,
    OutcomeUnknownCall,
    Steps,
    list_steps,
    record_steps,
)
from crossbook._exchange import Wait
from crossbook._generated_models import Order
from crossbook._inputs import Arguments
from crossbook.errors import NotFoundError

_SIGNATURE_WINDOW_MS = 30_000  # the service refuses older signatures
_MARGIN_MS = 1_000
_PAUSE_FIRST_S = 0.2
_PAUSE_MAX_S = 2.0


def find_orders(context: Context, doubt: OutcomeUnknownCall, timeout: float | None) -> Steps[list[Order | None]]:
    """The orders of the call in doubt, None for each that was proved not to exist.

    An order that is not there yet may still arrive until the signature of its last attempt has expired. A look-up
    that starts after that is proof.
    """
    call = doubt.call
    if call.order_id is not None:
        return [(yield from _read_order(context, call, call.order_id))]
    if call.keys and call.operation not in (operations.SUBMIT_ORDER, operations.SUBMIT_BATCH):
        raise TypeError(f"{call.operation.path} cannot be looked up; repeat the call with the same client_order_id")
    if not call.keys:
        raise TypeError(f"{call.operation.method} {call.path} names no order; read the state, then decide")
    started_ms, found, pause = context.signer.now(), dict[OrderKey, Order](), _PAUSE_FIRST_S
    while True:
        looked_at_ms = context.signer.now()
        for key in call.keys:
            if key not in found:
                order = yield from _look_up(context, call, key)
                if order is not None:
                    found[key] = order
        is_proof = looked_at_ms > doubt.signed_at_ms + _SIGNATURE_WINDOW_MS + _MARGIN_MS
        if is_proof or len(found) == len(set(call.keys)):
            return [found.get(key) for key in call.keys]
        if timeout is not None and context.signer.now() - started_ms >= timeout * 1000:
            raise doubt
        yield Wait(pause)
        pause = min(pause * 2, _PAUSE_MAX_S)


def _look_up(context: Context, doubtful: Call[object], key: OrderKey) -> Steps[Order | None]:
    query = {"subaccount_id": key.subaccount_id, "client_order_id": key.client_order_id}
    arguments = Arguments(path={}, query=query, body=None, options=doubtful.options)
    orders = yield from list_steps(context, operations.LIST_ORDERS, arguments)
    return orders[0] if orders else None


def _read_order(context: Context, doubtful: Call[object], order_id: str) -> Steps[Order | None]:
    arguments = Arguments(path={"id": order_id}, query={}, body=None, options=doubtful.options)
    try:
        return (yield from record_steps(context, operations.GET_ORDER, arguments))
    except NotFoundError:
        return None
