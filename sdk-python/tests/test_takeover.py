"""A takeover by another node costs a caller no error."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from records import NEW_ORDER, order
from scripted import answer, lost, refusal, scripted, unreachable

from crossbook import ApiError, CallOptions, ConflictError, Crossbook, OutcomeUnknown
from crossbook._addresses import Addresses
from crossbook._generated_sync import Resources
from scripted import SEED

A, B, C = "https://a.hosts.example", "https://b.hosts.example/x", "https://c"
WRITES: dict[str, Callable[[Resources], object]] = {
    "order": lambda client: client.orders.create(**NEW_ORDER),
    "cancel": lambda client: client.orders.cancel("ord_1"),
}
each_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
standby = refusal(503, "not_owner", owner=None, outcome="not_stored", retry_after_ms=1000)


@each_write
@pytest.mark.parametrize("code", ["not_owner", "journal_unavailable", "shutting_down"])
def test_a_write_is_sent_again_the_same_while_a_refusal_proves_that_nothing_was_stored(write, code) -> None:
    refused = refusal(503, code, outcome="not_stored", retry_after_ms=1000)
    client, runner = scripted(*[refused] * 8, answer(order()))
    write(client)
    assert len(runner.requests) == 9
    assert len({request.body for request in runner.requests}) == 1
    assert set(runner.waits) == {1.05}


@each_write
def test_a_write_that_no_node_takes_for_fifteen_seconds_is_refused_and_not_in_doubt(write) -> None:
    client, runner = scripted(standby)
    with pytest.raises(ApiError) as refused:
        write(client)
    assert (refused.value.code, refused.value.status) == ("not_owner", 503)
    assert 15 < sum(runner.waits) < 20


def test_without_retries_nothing_is_sent_again() -> None:
    client, runner = scripted(standby, addresses=(A, B))
    with pytest.raises(ApiError):
        client.orders.create(**NEW_ORDER, options=CallOptions(max_retries=0))
    assert len(runner.requests) == 1


def test_a_venue_that_is_away_is_refused_after_the_usual_retries_and_leaves_no_doubt() -> None:
    client, runner = scripted(refusal(503, "venue_unavailable", outcome="not_stored"))
    with pytest.raises(ApiError) as refused:
        client.orders.create(**NEW_ORDER)
    assert (refused.value.code, len(runner.requests)) == ("venue_unavailable", 4)


@each_write
def test_a_write_goes_to_the_next_address_at_once_when_a_node_is_a_standby_or_not_reached(write) -> None:
    client, runner = scripted(unreachable, standby, answer(order()), addresses=(A, B, C))
    write(client)
    write(client)
    assert [request.base_url for request in runner.requests] == [A, B, C, C]
    assert runner.waits == []


def test_the_owner_that_a_refusal_names_comes_next() -> None:
    named = refusal(503, "not_owner", owner="c", outcome="not_stored", retry_after_ms=1000)
    client, runner = scripted(named, answer(order()), addresses=(A, B, C))
    client.orders.get("ord_1")
    assert [request.base_url for request in runner.requests] == [A, C]


def test_an_order_whose_answer_was_lost_goes_to_the_other_address_with_the_same_key() -> None:
    client, runner = scripted(lost, answer(order()), addresses=(A, B))
    client.orders.create(**NEW_ORDER)
    assert [request.base_url for request in runner.requests] == [A, B]
    assert len({request.headers["Idempotency-Key"] for request in runner.requests}) == 1


def test_an_amend_whose_answer_was_lost_stays_in_doubt_and_the_next_call_goes_to_the_other_address() -> None:
    client, runner = scripted(lost, answer(order()), addresses=(A, B))
    with pytest.raises(OutcomeUnknown):
        client.orders.amend("ord_1", price="0.4")
    client.orders.get("ord_1")
    assert [request.base_url for request in runner.requests] == [A, B]


def test_a_cancel_of_one_order_whose_answer_was_lost_goes_to_the_other_address() -> None:
    client, runner = scripted(lost, refusal(409, "order_not_open"), addresses=(A, B))
    with pytest.raises(ConflictError):
        client.orders.cancel("ord_1")
    assert [request.base_url for request in runner.requests] == [A, B]


def test_the_kill_switch_is_switched_on_again_and_not_off_if_its_answer_was_lost() -> None:
    killed = {
        "enabled": True,
        "kill_switch_active": True,
        "subaccounts": ["sa_1"],
        "paused_complex_orders": [],
        "updated_at": "2026-07-01T12:00:00.000Z",
    }
    client, runner = scripted(lost, answer(killed), addresses=(A, B))
    assert client.risk.kill_switch(True).enabled
    assert [request.base_url for request in runner.requests] == [A, B]
    client, runner = scripted(lost, answer(killed), addresses=(A, B))
    with pytest.raises(OutcomeUnknown):
        client.risk.kill_switch(False)
    assert len(runner.requests) == 1


@pytest.mark.parametrize(
    ("owner", "expected"),
    [("c", C), ("C", C), ("b", B), (None, B), ("a", B), ("a.hosts.example", B), ("evil.example", B), ("", B)],
)
def test_the_named_owner_is_used_if_its_host_is_in_the_list_and_never_an_address_outside_it(owner, expected) -> None:
    addresses = Addresses((A, B, C))
    addresses.leave(A, owner)
    assert addresses.current == expected


def test_an_address_that_another_call_has_left_is_not_left_twice() -> None:
    addresses = Addresses((A, B, C))
    addresses.leave(A, None)
    addresses.leave(A, None)
    assert addresses.current == B
    addresses.leave(B, None)
    addresses.leave(C, None)
    assert addresses.current == A


def test_a_client_has_at_least_one_address() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Crossbook(base_url=[], key_id="key_1", private_key=SEED)
    for several in ([A, f"{B}/v1/"], f"{A}, {B}/v1/"):
        with Crossbook(base_url=several, key_id="key_1", private_key=SEED) as client:
            assert client._runner.context.addresses.count == 2
