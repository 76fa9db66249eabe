"""Records: exact types, and what a later version of the service may add."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal

import pytest
from records import order, trade
from scripted import answer, scripted

from crossbook._generated_operations import SUBMIT_BATCH
from crossbook.models import BatchOrder, BatchRefusal, Order


def test_money_is_decimal_and_times_are_aware() -> None:
    record = Order.from_json(order(capped_qty="4"))
    assert record.capped_qty == Decimal(4)
    assert (record.price, record.fees) == (Decimal("0.48"), Decimal("-0.01"))
    assert record.updated_at == datetime(2026, 7, 1, 12, 0, 0, 11000, timezone.utc)
    assert record.expires_at is None
    assert record.legs == ()
    assert record.routing.venues is None


@pytest.mark.parametrize("late", ["+058879-03-01T02:30:00.000Z", "10000-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"])
def test_a_year_that_no_datetime_holds_is_the_last_datetime_and_hides_no_page(late) -> None:
    client, _ = scripted(answer([order(expires_at=late), order()]))
    first, second = client.orders.list(subaccount_id="sa_1")
    assert first.expires_at == datetime.max.replace(tzinfo=timezone.utc)
    assert second.expires_at is None


def test_fields_and_values_that_this_client_does_not_know_are_kept() -> None:
    record = Order.from_json(order(status="PARKED", added={"a": 1}))
    assert record.status == "PARKED"
    assert record.extra == {"added": {"a": 1}}
    assert hash(record) == hash(Order.from_json(order(status="PARKED")))


def test_a_field_that_may_be_null_may_be_absent_as_in_an_earlier_version_of_the_service() -> None:
    earlier = {name: value for name, value in order().items() if name != "capped_qty"}
    assert Order.from_json(earlier).capped_qty is None
    with pytest.raises(KeyError):
        Order.from_json({name: value for name, value in order().items() if name != "qty"})


@pytest.mark.parametrize("changes", [{"price": 0.48}, {"price": "half"}, {"created_at": "2026-07-01T12:00:00"}, {"created_at": "soon"}, {"legs": {}}])
def test_a_record_of_another_shape_is_refused(changes) -> None:
    with pytest.raises((TypeError, ValueError)):
        Order.from_json(order(**changes))


def test_an_entry_of_a_batch_is_an_order_or_a_refusal() -> None:
    refused = {"index": 1, "id": None, "client_order_id": "b", "status": "REJECTED", "error": "validation", "message": "m"}
    assert isinstance(SUBMIT_BATCH.decode({"index": 0, **order()}), BatchOrder)
    entry = SUBMIT_BATCH.decode({**refused, "details": None})
    assert isinstance(entry, BatchRefusal)
    assert entry.error == "validation"


@pytest.mark.parametrize(("prices", "price"), [("decimal", Decimal("0.47")), ("float", 0.47), ("str", "0.47")])
def test_a_list_becomes_a_pandas_frame(prices, price) -> None:
    pandas = pytest.importorskip("pandas")
    client, _ = scripted(answer([trade(1), trade(2)]))
    frame = client.prints.list().to_pandas(prices=prices)
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["id"]) == [1, 2]
    assert frame["price"][0] == price
    assert "extra" not in frame.columns


@pytest.mark.parametrize(("package", "method"), [("polars", "to_polars"), ("pyarrow", "to_arrow")])
@pytest.mark.parametrize("prices", ["decimal", "float", "str"])
def test_a_list_becomes_a_table_of_another_package(package: str, method: str, prices) -> None:
    pytest.importorskip(package)
    client, _ = scripted(answer([order(), order(id="ord_2", price=None)]))
    table = getattr(client.orders.list(subaccount_id="sa_1"), method)(prices=prices)
    assert table["id"].to_pylist() == ["ord_1042", "ord_2"] if package == "pyarrow" else list(table["id"]) == ["ord_1042", "ord_2"]
    assert "routing" in (table.column_names if package == "pyarrow" else table.columns)


def test_prices_of_another_format_are_refused() -> None:
    client, _ = scripted(answer([trade(1)]))
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="prices must be one of"):
        client.prints.list().to_pandas(prices="cents")


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    client, _ = scripted(answer([trade(1)]))
    with pytest.raises(ImportError, match=r"pip install crossbook\[arrow\]"):
        client.prints.list().to_arrow()


def test_a_paginator_begins_with_its_first_page_and_goes_on() -> None:
    client, runner = scripted(
        answer([order(id="ord_3")], x_next_cursor="c1"), answer([order(id="ord_2")], x_next_cursor="c2"), answer([order(id="ord_1")])
    )
    pages = client.orders.list(subaccount_id="sa_1")
    assert [each.id for each in pages.items] == ["ord_3"]
    assert len(runner.requests) == 1
    assert [each.id for each in pages] == ["ord_3", "ord_2", "ord_1"]
    assert [request.target.count("cursor=c") for request in runner.requests] == [0, 1, 1]
    assert all("limit=1000" in request.target for request in runner.requests)
