"""What became of a write whose outcome is unknown."""

from __future__ import annotations

import pytest
from records import NEW_ORDER, order
from scripted import answer, lost, refusal, scripted

from crossbook import OrderOutcomeUnknown, OutcomeUnknown


def in_doubt(*after) -> tuple[OutcomeUnknown, object]:
    """An order whose four attempts got no answer, and what later requests get."""
    client, runner = scripted(lost, lost, lost, lost, *after)
    with pytest.raises(OrderOutcomeUnknown) as unknown:
        client.orders.create(**NEW_ORDER, client_order_id="desk-1")
    return unknown.value, runner


def test_an_order_that_arrived_is_found_by_its_key() -> None:
    doubt, runner = in_doubt(answer([order()]))
    found = doubt.reconcile()
    assert found is not None
    assert found.id == "ord_1042"
    assert runner.requests[-1].target == "/v1/orders?client_order_id=desk-1&subaccount_id=sa_1"


def test_an_order_that_arrives_later_is_found() -> None:
    doubt, _ = in_doubt(answer([]), answer([]), answer([order()]))
    assert doubt.reconcile() is not None


def test_absence_is_proved_only_after_the_signature_of_the_last_attempt_has_expired() -> None:
    doubt, runner = in_doubt(answer([]))
    last_signed_ms = int(runner.requests[3].headers["X-Timestamp"])
    assert doubt.reconcile() is None
    lookups = [int(request.headers["X-Timestamp"]) for request in runner.requests[4:]]
    assert lookups[-2] <= last_signed_ms + 31_000 < lookups[-1]
    assert all(request.method == "GET" for request in runner.requests[4:])


def test_a_lookup_that_began_before_the_expiry_proves_nothing_however_late_its_answer_is() -> None:
    client, runner = scripted(lost)
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.create(**NEW_ORDER)

    def late(request):
        runner.now_ms += 40_000
        return answer([])(request)

    runner.steps = [late, answer([order()])]
    found = unknown.value.reconcile()
    assert found is not None, "the order arrived while the first answer was on its way"


def test_without_proof_within_the_timeout_the_doubt_is_raised_again() -> None:
    doubt, _ = in_doubt(answer([]))
    with pytest.raises(OutcomeUnknown) as again:
        doubt.reconcile(timeout=3)
    assert again.value is doubt


def test_the_orders_of_a_batch_are_found_in_their_order() -> None:
    client, _ = scripted(lost, lost, lost, lost, answer([order(id="ord_1")]), answer([order(id="ord_2")]))
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.batch([{**NEW_ORDER, "client_order_id": key} for key in ("b-1", "b-2")])
    assert [each and each.id for each in unknown.value.reconcile_all()] == ["ord_1", "ord_2"]
    with pytest.raises(TypeError, match="reconcile_all"):
        unknown.value.reconcile()


def test_a_cancel_in_doubt_reads_the_order() -> None:
    client, runner = scripted(lost, lost, lost, lost, answer(order(status="CANCELLED")))
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.cancel("ord_1042")
    found = unknown.value.reconcile()
    assert found is not None
    assert found.status == "CANCELLED"
    assert runner.requests[-1].target == "/v1/orders/ord_1042"


def test_an_order_that_is_not_there_is_none() -> None:
    client, _ = scripted(lost, refusal(404, "not_found"))
    with pytest.raises(OutcomeUnknown) as unknown:
        client.orders.amend("ord_7", price="0.4")
    assert unknown.value.reconcile() is None


def test_a_complex_order_is_not_looked_up_among_the_orders() -> None:
    client, runner = scripted(lost)
    stop = {"instrument_id": 1001, "type": "STOP", "side": "SELL", "qty": 1, "params": {"trigger_price": "0.4"}}
    with pytest.raises(OutcomeUnknown) as unknown:
        client.complex_orders.create(subaccount_id="sa_1", client_order_id="s-1", **stop)
    assert unknown.value.client_order_id == "s-1"
    with pytest.raises(TypeError, match="repeat the call with the same client_order_id"):
        unknown.value.reconcile()
    assert all(request.method == "POST" for request in runner.requests)


def test_a_write_that_names_no_order_cannot_be_reconciled() -> None:
    client, _ = scripted(lost)
    with pytest.raises(OutcomeUnknown) as unknown:
        client.risk.kill_switch(True)
    with pytest.raises(TypeError, match="names no order"):
        unknown.value.reconcile()


async def test_an_error_of_the_blocking_client_is_not_awaited() -> None:
    doubt, _ = in_doubt(answer([]))
    with pytest.raises(TypeError, match="blocking client"):
        await doubt.reconcile_async()
