"""What a trade session sends, repeats and leaves in doubt. No socket."""

from __future__ import annotations

import json
from typing import Any

import pytest
from records import NEW_ORDER, order
from scripted import scripted

from crossbook import OutcomeUnknown, StreamError, TradeReconnect, ValidationError
from crossbook._inputs import Arguments
from crossbook._trade_core import Settled, TradeCore
from crossbook.models import Fill


def make_core() -> TradeCore:
    _, runner = scripted(lambda _: pytest.fail("no request over HTTP"))
    return TradeCore(runner.context)


def connected(core: TradeCore, session: str = "ses_1", in_flight_max: int = 256) -> list[Any]:
    return core.take({"type": "connected", "seq": 1, "session_id": session, "in_flight_max": in_flight_max})


def arguments(body: dict[str, Any] | None = None, **path: str) -> Arguments:
    return Arguments(path=path, query={}, body=body, options=None)


def sent(core: TradeCore) -> list[dict[str, Any]]:
    return [json.loads(text) for text in iter(core.next_text, None)]


def result(request_id: int, body: object, status: int = 200) -> dict[str, Any]:
    return {"type": "result", "seq": 2, "id": request_id, "status": status, "replayed": False, "body": body}


def test_requests_wait_for_the_connection_and_go_in_the_order_of_the_calls() -> None:
    core = make_core()
    core.add("order.create", arguments({**NEW_ORDER, "client_order_id": "a"}), ack="DURABLE", valid_until=5)
    core.add("order.cancel", arguments(id="ord_7"))
    assert sent(core) == []
    assert connected(core) == []
    assert sent(core) == [
        {"id": 1, "op": "order.create", "ack": "DURABLE", "valid_until": 5, "args": {**NEW_ORDER, "client_order_id": "a"}},
        {"id": 2, "op": "order.cancel", "args": {"id": "ord_7"}},
    ]


def test_no_more_requests_are_in_flight_than_the_connection_allows() -> None:
    core = make_core()
    connected(core, in_flight_max=2)
    for number in range(4):
        core.add("order.get", arguments(id=f"ord_{number}"))
    assert [each["id"] for each in sent(core)] == [1, 2]
    core.take(result(2, order()))
    assert [each["id"] for each in sent(core)] == [3]
    core.withdraw(1, StreamError("gone", code="closed"))
    assert sent(core) == []  # the service still works on it
    core.take(result(1, order()))
    assert [each["id"] for each in sent(core)] == [4]


def test_after_a_lost_connection_a_new_order_is_repeated_with_its_key_and_an_amend_is_in_doubt() -> None:
    core = make_core()
    connected(core)
    core.add("order.create", arguments(NEW_ORDER))
    core.add("order.amend", arguments({"qty": "2"}, id="ord_9"))
    core.add("order.cancel_all", arguments({"subaccount_id": "sa_1"}))
    first = sent(core)
    amended, cancelled = core.lose(is_opened=True)
    assert (amended.request_id, cancelled.request_id) == (2, 3)
    assert isinstance(amended.error, OutcomeUnknown)
    assert isinstance(cancelled.error, OutcomeUnknown)
    assert connected(core) == [TradeReconnect(session_id="ses_1", is_same_session=True)]
    assert sent(core) == first[:1]
    assert first[0]["args"]["client_order_id"].startswith("py-")


def test_after_a_lost_connection_quotes_are_in_doubt_and_a_new_complex_order_is_repeated_with_its_key() -> None:
    core = make_core()
    connected(core)
    core.add("complex.create", arguments({"subaccount_id": "sa_1", "type": "STOP", "params": {}}))
    core.add("complex.cancel", arguments(id="cpx_7"))
    core.add("complex.amend", arguments({"qty": "2"}, id="cpx_7"))
    core.add("quotes.put", arguments({"subaccount_id": "sa_1", "quote_seq": 1, "quotes": []}))
    core.add("quotes.get", Arguments(path={}, query={"subaccount_id": "sa_1"}, body=None, options=None))
    first = sent(core)
    assert first[4]["args"] == {"subaccount_id": "sa_1"}
    doubts = core.lose(is_opened=True)
    assert [each.request_id for each in doubts] == [3, 4]
    assert all(isinstance(each.error, OutcomeUnknown) for each in doubts)
    connected(core)
    assert sent(core) == [first[0], first[1], first[4]]
    assert first[0]["args"]["client_order_id"].startswith("py-")


REFUSALS: dict[str, tuple[int, list[str]]] = {
    "rate_limited": (429, []),
    "forbidden": (403, []),
    "expired_request": (422, []),
    "shutting_down": (503, []),
    "validation": (422, ["order.create", "order.cancel", "guard.put"]),
    "not_found": (404, ["order.create", "order.cancel", "guard.put"]),
}
REPEATED: dict[str, Arguments] = {
    "order.create": arguments(NEW_ORDER),
    "order.batch": arguments({"orders": [NEW_ORDER]}),
    "order.cancel": arguments(id="ord_1"),
    "guard.put": arguments({"subaccount_id": "sa_1", "timeout_ms": 0}),
    "order.get": arguments(id="ord_1"),
}


@pytest.mark.parametrize("code", [*REFUSALS, "error frame"])
@pytest.mark.parametrize("op", REPEATED)
def test_a_refusal_of_a_repeat_proves_nothing_about_the_first_attempt_unless_its_order_was_looked_for(
    op: str, code: str
) -> None:
    core = make_core()
    connected(core)
    core.add(op, REPEATED[op])
    sent(core)
    assert core.lose(is_opened=True) == []
    connected(core)
    assert [each["id"] for each in sent(core)] == [1]
    status, proved = REFUSALS.get(code, (0, []))
    body = {"error": code, "message": "no", "details": None, "request_id": "r"}
    frame = {"type": "error", "seq": 2, "id": 1, "error": "rate_limited", "message": "no", "details": None}
    [ended] = core.take(result(1, body, status) if status else frame)
    assert isinstance(ended, Settled)
    assert isinstance(ended.error, OutcomeUnknown) == (op != "order.get" and op not in proved)


def test_an_amend_that_was_not_sent_is_sent_on_the_next_connection() -> None:
    core = make_core()
    connected(core, in_flight_max=1)
    core.add("order.get", arguments(id="ord_1"))
    core.add("order.amend", arguments({"qty": "2"}, id="ord_9"))
    assert [each["op"] for each in sent(core)] == ["order.get"]
    assert core.lose(is_opened=True) == []
    connected(core)
    assert [each["op"] for each in sent(core)] == ["order.get", "order.amend"]


def test_live_orders_of_the_session_are_read_after_a_reconnect_and_reported() -> None:
    core = make_core()
    connected(core)
    for number in (1, 2):
        core.add("order.create", arguments(NEW_ORDER))
        sent(core)
        core.take(result(number, order(id=f"ord_{number}")))
    core.take({"type": "order", "seq": 4, "order": order(id="ord_2", status="FILLED")})
    core.lose(is_opened=False)
    assert connected(core, "ses_2") == [TradeReconnect(session_id="ses_2", is_same_session=False)]
    (read,) = sent(core)
    assert (read["op"], read["args"]) == ("order.get", {"id": "ord_1"})
    (update,) = core.take(result(read["id"], order(id="ord_1", status="CANCELLED")))
    assert (update.id, update.status) == ("ord_1", "CANCELLED")
    core.lose(is_opened=True)
    connected(core, "ses_2")
    assert sent(core) == []


def test_an_order_whose_read_is_not_answered_is_read_once_on_the_next_connection() -> None:
    core = make_core()
    connected(core)
    core.add("order.create", arguments(NEW_ORDER))
    sent(core)
    core.take(result(1, order(id="ord_1")))
    for _ in range(3):
        core.lose(is_opened=True)
        connected(core)
    assert [(each["op"], each["args"]["id"]) for each in sent(core)] == [("order.get", "ord_1")]


@pytest.mark.parametrize("is_sent_again", [False, True])
def test_a_new_order_that_was_sent_on_a_lost_connection_is_in_doubt_when_it_is_withdrawn(is_sent_again: bool) -> None:
    core = make_core()
    connected(core)
    core.add("order.create", arguments({**NEW_ORDER, "client_order_id": "a"}))
    sent(core)
    assert core.lose(is_opened=True) == []
    if is_sent_again:
        connected(core)
        sent(core)
    settled = core.withdraw(1, StreamError("late", code="timeout"))
    assert settled is not None
    assert isinstance(settled.error, OutcomeUnknown)
    assert settled.error.client_order_ids == ("a",)


def test_refusals_are_errors_of_the_api_and_a_duplicate_id_was_not_executed() -> None:
    core = make_core()
    connected(core)
    for _ in range(2):
        core.add("order.create", arguments(NEW_ORDER))
    sent(core)
    refused = {"error": "risk_limit", "message": "too much", "details": {"limit": "qty"}, "request_id": "r"}
    (limit,) = core.take(result(1, refused, 422))
    assert isinstance(limit.error, ValidationError)
    assert (limit.error.code, limit.error.details) == ("risk_limit", {"limit": "qty"})
    (twice,) = core.take({"type": "error", "seq": 3, "id": 2, "error": "duplicate_id", "message": "again"})
    assert twice.error.code == "duplicate_id"
    assert not isinstance(twice.error, OutcomeUnknown)


def test_a_result_that_cannot_be_read_leaves_a_new_order_in_doubt() -> None:
    core = make_core()
    connected(core)
    core.add("order.create", arguments({**NEW_ORDER, "client_order_id": "a"}))
    sent(core)
    (unread,) = core.take(result(1, {"id": "ord_1"}))
    assert isinstance(unread.error, OutcomeUnknown)
    assert unread.error.client_order_ids == ("a",)


def test_the_end_of_a_session_leaves_in_doubt_only_what_was_sent() -> None:
    core = make_core()
    connected(core, in_flight_max=2)
    core.add("order.create", arguments(NEW_ORDER))
    core.add("order.get", arguments(id="ord_1"))
    core.add("order.create", arguments(NEW_ORDER))
    sent(core)
    codes = [(each.request_id, each.error.code) for each in core.end(StreamError("closed", code="closed"))]
    assert codes == [(1, "outcome_unknown"), (2, "closed"), (3, "closed")]


def test_an_order_withdrawn_before_it_was_sent_is_never_sent() -> None:
    core = make_core()
    core.add("order.create", arguments(NEW_ORDER))
    error = StreamError("late", code="timeout")
    assert core.withdraw(1, error) == Settled(1, None, error)
    connected(core)
    assert sent(core) == []


def test_fills_and_batches_are_read() -> None:
    core = make_core()
    connected(core)
    core.add("order.batch", arguments({"orders": [{**NEW_ORDER, "client_order_id": "a"}, {**NEW_ORDER}]}))
    keys = [each["client_order_id"] for each in sent(core)[0]["args"]["orders"]]
    assert keys == ["a", "py-id-0"]
    refused = {"index": 1, "id": None, "client_order_id": keys[1], "status": "REJECTED", "error": "risk_limit", "message": "m"}
    (settled,) = core.take(result(1, [{"index": 0, **order(id="ord_1")}, refused]))
    assert [(entry.id, entry.status) for entry in settled.value] == [("ord_1", "OPEN"), (None, "REJECTED")]
    fill = {
        "id": "fill_1",
        "order_id": "ord_0",
        "subaccount_id": "sa_1",
        "instrument_id": 1001,
        "venue": "Demo",
        "side": "BUY",
        "outcome": "YES",
        "price": "0.5",
        "qty": "1",
        "fee": "0",
        "liquidity": "TAKER",
        "venue_trade_id": "t",
        "realized_pnl": "0",
        "settlement": "FINAL",
        "timestamp": 1782907200008,
    }
    (read,) = core.take({"type": "fill", "seq": 9, "fill": fill})
    assert isinstance(read, Fill)


@pytest.mark.parametrize(
    ("op", "given", "status", "outcome", "is_in_doubt"),
    [
        ("order.create", arguments(NEW_ORDER), 503, "not_stored", False),
        ("order.create", arguments(NEW_ORDER), 503, "unknown", True),
        ("order.create", arguments(NEW_ORDER), 500, None, True),
        ("order.create", arguments(NEW_ORDER), 429, "not_stored", False),
        ("order.cancel", arguments(id="ord_7"), 503, "unknown", True),
        ("order.cancel", arguments(id="ord_7"), 503, "not_stored", False),
        ("order.get", arguments(id="ord_7"), 503, "unknown", False),
    ],
)
def test_a_refusal_leaves_a_write_in_doubt_unless_it_proves_that_nothing_was_stored(
    op: str, given: Arguments, status: int, outcome: str | None, is_in_doubt: bool
) -> None:
    core = make_core()
    connected(core)
    core.add(op, given)
    sent(core)
    body = {"error": "internal", "message": "no", "details": outcome and {"outcome": outcome}, "request_id": "req_1"}
    [settled] = core.take(result(1, body, status))
    assert isinstance(settled.error, OutcomeUnknown) == is_in_doubt
    assert (settled.error.status, settled.error.request_id) == (status, "req_1")
    assert sent(core) == []
