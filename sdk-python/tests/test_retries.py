"""When a call is repeated, and what a failed write leaves open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from records import NEW_ORDER, order
from scripted import NOW_MS, answer, lost, refusal, scripted, unreachable, unreadable

from crossbook import (
    CallOptions,
    ConflictError,
    ConnectionFailedError,
    OutcomeUnknown,
    RateLimitedError,
    RequestTimeoutError,
    UnauthorizedError,
    ValidationError,
)
from crossbook._generated_sync import Resources

WRITES: list[tuple[str, Callable[[Resources], object]]] = [
    ("amend", lambda client: client.orders.amend("ord_1", price="0.4")),
    ("cancel_all", lambda client: client.orders.cancel_all()),
    ("kill_switch_off", lambda client: client.risk.kill_switch(False)),
]
each_write = pytest.mark.parametrize("write", [call for _, call in WRITES], ids=[name for name, _ in WRITES])


def test_a_read_is_repeated_through_faults_and_gateway_answers_until_it_succeeds() -> None:
    client, runner = scripted(lost, unreadable, answer({}, 503), answer(order()))
    assert client.orders.get("ord_1042").id == "ord_1042"
    assert runner.waits == pytest.approx([0.075, 0.15, 0.3])


def test_a_read_is_repeated_at_most_max_retries_times() -> None:
    client, runner = scripted(lost)
    with pytest.raises(RequestTimeoutError):
        client.venues.list(options=CallOptions(max_retries=1))
    assert len(runner.requests) == 2


@pytest.mark.parametrize("skew_ms", [-60_000, -5_001, 5_001, 60_000])
def test_the_clock_follows_that_of_the_service_in_both_directions_before_a_request_is_refused(skew_ms: int) -> None:
    client, runner = scripted(answer([], x_server_time=str(NOW_MS + skew_ms)))
    client.venues.list()
    client.venues.list()
    assert [int(request.headers["X-Timestamp"]) - NOW_MS for request in runner.requests] == [0, skew_ms]


def test_a_small_difference_of_the_clocks_is_left_alone() -> None:
    client, runner = scripted(answer([], x_server_time=str(NOW_MS - 5_000)))
    client.venues.list()
    client.venues.list()
    assert [int(request.headers["X-Timestamp"]) - NOW_MS for request in runner.requests] == [0, 0]


def test_an_order_whose_key_is_none_gets_one_alone_and_in_a_batch() -> None:
    client, runner = scripted(lost)
    with pytest.raises(OutcomeUnknown) as single:
        client.orders.create(**NEW_ORDER, client_order_id=None)
    with pytest.raises(OutcomeUnknown) as batch:
        client.orders.batch([{**NEW_ORDER, "client_order_id": None}])
    assert single.value.client_order_ids == (runner.bodies[0]["client_order_id"],) == ("py-id-0",)
    assert batch.value.client_order_ids == (runner.bodies[-1]["orders"][0]["client_order_id"],) == ("py-id-4",)


def test_a_lookup_is_a_read_although_it_is_a_post() -> None:
    client, runner = scripted(lost, answer([]))
    assert client.markets.lookup([1001]) == []
    assert len(runner.requests) == 2


def test_a_refusal_is_not_repeated() -> None:
    client, runner = scripted(refusal(422, "validation", fields=[{"field": "qty"}]))
    with pytest.raises(ValidationError) as refused:
        client.orders.create(**NEW_ORDER)
    assert len(runner.requests) == 1
    error = refused.value
    assert (error.code, error.status, error.request_id) == ("validation", 422, "req_1")
    assert error.details == {"fields": [{"field": "qty"}]}


def test_a_pause_that_the_service_requests_is_kept() -> None:
    client, runner = scripted(answer({}, 429, retry_after="2"), refusal(429, "rate_limited", retry_after_ms=140), answer([]))
    client.venues.list()
    assert runner.waits == pytest.approx([2.05, 0.19])


def test_a_requested_pause_of_more_than_30_seconds_goes_to_the_caller() -> None:
    client, runner = scripted(refusal(429, "rate_limited", retry_after_ms=30_001))
    with pytest.raises(RateLimitedError):
        client.venues.list()
    assert runner.waits == []


def test_an_order_is_sent_again_with_the_same_key_and_body_and_a_new_signature() -> None:
    client, runner = scripted(lost, answer({}, 502), answer(order()))
    client.orders.create(**NEW_ORDER)
    assert len({request.body for request in runner.requests}) == 1
    assert [body["client_order_id"] for body in runner.bodies] == ["py-id-0"] * 3
    assert [request.headers["Idempotency-Key"] for request in runner.requests] == ["py-id-0"] * 3
    assert len({request.headers["X-Signature"] for request in runner.requests}) == 3


def test_an_order_that_never_gets_an_answer_is_of_unknown_outcome_and_the_error_names_its_key() -> None:
    client, _ = scripted(lost)
    with pytest.raises(OutcomeUnknown, match="desk-1") as unknown:
        client.orders.create(**NEW_ORDER, client_order_id="desk-1")
    assert unknown.value.client_order_id == "desk-1"
    assert isinstance(unknown.value.__cause__, RequestTimeoutError)


def test_a_refusal_after_a_lost_answer_proves_that_no_order_exists() -> None:
    # The service looks for the key before it checks the fields.
    client, _ = scripted(lost, refusal(422, "risk_limit"))
    with pytest.raises(ValidationError):
        client.orders.create(**NEW_ORDER)


@pytest.mark.parametrize("step", [refusal(429, "rate_limited"), refusal(401, "signature"), refusal(403, "forbidden")])
def test_a_refusal_that_is_checked_before_the_key_proves_nothing(step) -> None:
    client, _ = scripted(lost, step)
    with pytest.raises(OutcomeUnknown):
        client.orders.create(**NEW_ORDER)


def test_an_order_that_only_met_429_was_never_accepted() -> None:
    client, runner = scripted(refusal(429, "rate_limited"))
    with pytest.raises(RateLimitedError):
        client.orders.create(**NEW_ORDER)
    assert len(runner.requests) == 4


def test_a_batch_is_repeated_with_the_same_keys_and_its_outcome_stays_unknown() -> None:
    client, runner = scripted(lost, refusal(422, "validation"))
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.batch([{**NEW_ORDER}, {**NEW_ORDER, "client_order_id": "b-2"}])
    assert unknown.value.client_order_ids == ("py-id-0", "b-2")
    assert unknown.value.client_order_id is None
    assert len({request.body for request in runner.requests}) == 1


@each_write
@pytest.mark.parametrize("step", [lost, answer({}, 500), answer({}, 503), unreadable])
def test_a_write_without_a_key_is_sent_once_and_is_then_in_doubt(write, step) -> None:
    client, runner = scripted(step)
    with pytest.raises(OutcomeUnknown):
        write(client)
    assert len(runner.requests) == 1


@each_write
def test_a_write_without_a_key_is_repeated_after_proof_that_nothing_was_done(write) -> None:
    not_stored = refusal(503, "not_owner", outcome="not_stored")
    client, runner = scripted(refusal(429, "rate_limited"), unreachable, not_stored, refusal(409, "order_not_open"))
    with pytest.raises(ConflictError):
        write(client)
    assert len(runner.requests) == 4


@each_write
def test_a_write_without_a_key_whose_outcome_the_service_does_not_know_is_sent_once(write) -> None:
    client, runner = scripted(refusal(503, "journal_unavailable", outcome="unknown"))
    with pytest.raises(OutcomeUnknown):
        write(client)
    assert len(runner.requests) == 1


def test_a_connection_that_was_never_made_leaves_no_doubt() -> None:
    client, _ = scripted(unreachable)
    with pytest.raises(ConnectionFailedError):
        client.orders.create(**NEW_ORDER)


def test_a_success_that_cannot_be_read_is_no_refusal_of_the_order() -> None:
    client, runner = scripted(answer({"id": "ord_1"}))
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.create(**NEW_ORDER)
    assert unknown.value.__cause__.code == "unreadable"
    assert len({request.headers["Idempotency-Key"] for request in runner.requests}) == 1


def test_a_wrong_clock_is_set_to_the_service_and_the_call_is_sent_again_also_a_write() -> None:
    client, runner = scripted(refusal(401, "stale_timestamp", server_time=NOW_MS + 90_000), answer(order()))
    client.orders.cancel("ord_1")
    assert [request.headers["X-Timestamp"] for request in runner.requests] == [str(NOW_MS), str(NOW_MS + 90_000)]


def test_a_timestamp_that_is_refused_twice_is_raised() -> None:
    client, runner = scripted(refusal(401, "stale_timestamp", server_time=NOW_MS + 90_000))
    with pytest.raises(UnauthorizedError):
        client.orders.cancel("ord_1")
    assert len(runner.requests) == 2


def test_the_clock_follows_the_server_time_of_answers_when_it_differs_by_more_than_five_seconds() -> None:
    client, runner = scripted(answer([], x_server_time=str(NOW_MS + 5_000)), answer([], x_server_time=str(NOW_MS + 5_001)))
    for _ in range(3):
        client.venues.list()
    stamps = [int(request.headers["X-Timestamp"]) - NOW_MS for request in runner.requests]
    assert stamps == [0, 0, 5_001]
