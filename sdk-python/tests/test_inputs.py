"""What callers pass, and how it is written on the wire."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import httpx
import pytest
from records import NEW_ORDER, order
from scripted import SEED, answer, lost, scripted

from crossbook import UNSET, Crossbook, OutcomeUnknown
from crossbook._credentials import credentials_from_env


def test_decimals_are_written_exactly_whether_decimal_integer_or_text() -> None:
    client, runner = scripted(answer(order()))
    client.orders.create(**{**NEW_ORDER, "price": Decimal("0.10"), "qty": 7})
    assert (runner.bodies[0]["price"], runner.bodies[0]["qty"]) == ("0.10", "7")
    assert runner.bodies[0]["instrument_id"] == 1001


def test_a_decimal_inside_a_list_of_a_body_is_written_as_text() -> None:
    client, runner = scripted(answer({"subaccount_id": "sa_1", "values": []}))
    client.fair_values.set(
        subaccount_id="sa_1", values=[{"instrument_id": 1, "price": Decimal("1E-2"), "valid_until": 1782907200000}]
    )
    assert runner.bodies[0]["values"] == [{"instrument_id": 1, "price": "0.01", "valid_until": 1782907200000}]


def test_an_integer_is_written_as_text_wherever_a_decimal_stands_and_stays_a_number_elsewhere() -> None:
    client, runner = scripted(lost)
    leg = {"instrument_id": 1001, "outcome": "YES", "side": "BUY", "price": Decimal("0.4")}
    with pytest.raises(OutcomeUnknown):
        client.complex_orders.create(
            subaccount_id="sa_1",
            type="HEDGED_PAIR",
            qty=20,
            params={"legs": [leg], "unhedged_qty_max": 20, "chase_price": 1, "unhedged_ms_max": 500},
        )
    body = runner.bodies[0]
    assert body["qty"] == "20"
    assert body["params"] == {
        "legs": [{**leg, "price": "0.4"}],
        "unhedged_qty_max": "20",
        "chase_price": "1",
        "unhedged_ms_max": 500,
    }
    with pytest.raises(OutcomeUnknown):
        client.orders.batch([{**NEW_ORDER, "qty": 3}, {**NEW_ORDER, "qty": Decimal(4)}])
    assert [(each["qty"], each["instrument_id"]) for each in runner.bodies[-1]["orders"]] == [("3", 1001), ("4", 1001)]


@pytest.mark.parametrize("value", [0.1, Decimal("NaN"), Decimal("Infinity")])
def test_a_value_that_is_not_exact_is_refused_before_it_is_sent(value) -> None:
    client, runner = scripted(answer(order()))
    with pytest.raises((TypeError, ValueError)):
        client.orders.create(**{**NEW_ORDER, "price": value})
    assert runner.requests == []


def test_a_time_is_written_in_utc_with_milliseconds() -> None:
    client, runner = scripted(answer(order()))
    moment = datetime(2026, 7, 1, 14, 0, 0, 5999, timezone(timedelta(hours=2)))
    client.orders.create(**NEW_ORDER, tif="GTD", expires_at=moment)
    assert runner.bodies[0]["expires_at"] == "2026-07-01T12:00:00.005Z"


def test_a_time_without_its_zone_is_refused() -> None:
    client, runner = scripted(answer(order()))
    with pytest.raises(TypeError, match="time zone"):
        client.orders.create(**NEW_ORDER, tif="GTD", expires_at=datetime(2026, 7, 1))
    assert runner.requests == []


@pytest.mark.parametrize("call", [lambda c: c.orders.cancel_all(subaccount_id=None), lambda c: c.risk.set_limits(subaccount_id=None)])
def test_a_subaccount_of_none_is_refused_because_it_would_mean_all(call) -> None:
    client, runner = scripted(answer({}))
    with pytest.raises(TypeError, match="all subaccounts"):
        call(client)
    assert runner.requests == []


def test_a_limit_of_none_is_sent_and_one_left_out_is_not() -> None:
    limits = {"subaccount_id": None, "max_order_qty": None, "max_position_qty": None, "max_open_orders": None}
    client, runner = scripted(answer({**limits, "updated_at": None}))
    client.risk.set_limits(max_order_qty=None, max_open_orders=UNSET)
    assert runner.bodies[0] == {"max_order_qty": None}


def test_ids_in_a_query_are_joined_and_absent_parameters_left_out() -> None:
    client, runner = scripted(answer({"members": [], "comparisons": [], "reviews": []}))
    client.matching.compare(instrument_ids=[1, 2])
    assert runner.requests[0].target == "/v1/matching/compare?instrument_ids=1%2C2"


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/"])
def test_an_address_that_ends_in_v1_or_is_given_with_a_key_file_is_that_of_the_service(end, tmp_path) -> None:
    path = key_file(tmp_path)
    requested: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        requested.append(str(request.url))
        return httpx.Response(200, json=[])

    http = httpx.Client(transport=httpx.MockTransport(respond))
    with Crossbook.from_key_file(path, base_url=f"http://host:2{end}", http=http) as client:
        client.venues.list()
    assert requested == ["http://host:2/v1/venues"]


@pytest.mark.parametrize("given", [{"CROSSBOOK_KEY_ID": "key_2"}, {"CROSSBOOK_PRIVATE_KEY": "seed"}])
def test_half_a_key_in_the_environment_is_refused_whatever_the_key_file_has(given, tmp_path) -> None:
    with pytest.raises(ValueError, match="set both CROSSBOOK_KEY_ID and CROSSBOOK_PRIVATE_KEY"):
        credentials_from_env({**given, "CROSSBOOK_KEY_FILE": str(key_file(tmp_path))})


@pytest.mark.parametrize(
    ("given", "base_url", "key_id"),
    [
        ({}, "http://other:1", "key_1"),
        ({"CROSSBOOK_BASE_URL": "http://host:2"}, "http://host:2", "key_1"),
        ({"CROSSBOOK_KEY_ID": "key_2", "CROSSBOOK_PRIVATE_KEY": "seed"}, "http://127.0.0.1:8787", "key_2"),
        (
            {"CROSSBOOK_KEY_ID": "key_2", "CROSSBOOK_PRIVATE_KEY": "seed", "CROSSBOOK_BASE_URL": "http://host:2"},
            "http://host:2",
            "key_2",
        ),
    ],
)
def test_the_environment_goes_before_the_key_file(given, base_url: str, key_id: str, tmp_path) -> None:
    found = credentials_from_env({**given, "CROSSBOOK_KEY_FILE": str(key_file(tmp_path))})
    assert (found.base_url, found.key_id) == (base_url, key_id)
    assert found.private_key == given.get("CROSSBOOK_PRIVATE_KEY", SEED)


def key_file(folder):
    path = folder / "key.json"
    path.write_text(json.dumps({"base_url": "http://other:1", "key_id": "key_1", "private_key": SEED}))
    return path


def test_a_time_with_a_fraction_is_refused_by_name() -> None:
    client, _ = scripted(answer(order()))
    with pytest.raises(TypeError, match="expires_at: use an aware datetime or whole Unix milliseconds"):
        client.orders.create(**{**NEW_ORDER, "tif": "GTD", "expires_at": 1782907200.5})
