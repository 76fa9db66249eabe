"""Records as the service sends them."""

from __future__ import annotations

from typing import Any


def order(**changes: Any) -> dict[str, Any]:
    return {
        "id": "ord_1042",
        "client_order_id": "desk-1",
        "subaccount_id": "sa_1",
        "status": "OPEN",
        "instrument_id": 1001,
        "generic_asset_id": None,
        "venue": "Demo",
        "side": "BUY",
        "outcome": "YES",
        "type": "LIMIT",
        "tif": "GTC",
        "expires_at": None,
        "price": "0.48",
        "qty": "10",
        "filled_qty": "4",
        "remaining_qty": "6",
        "avg_fill_price": "0.47",
        "fees": "-0.01",
        "routing": {"mode": "DIRECT"},
        "post_only": False,
        "reduce_only": False,
        "capped_qty": None,
        "legs": [],
        "pending_action": None,
        "reason": None,
        "venue_code": None,
        "venue_message": None,
        "created_at": "2026-07-01T12:00:00.004Z",
        "updated_at": "2026-07-01T12:00:00.011Z",
        **changes,
    }


def trade(number: int) -> dict[str, Any]:
    return {
        "id": number,
        "instrument_id": 1001,
        "venue": "Demo",
        "price": "0.47",
        "qty": "4",
        "side": "BUY",
        "timestamp": 1782907200008,
    }


NEW_ORDER: dict[str, Any] = {
    "subaccount_id": "sa_1",
    "instrument_id": 1001,
    "side": "BUY",
    "type": "LIMIT",
    "price": "0.48",
    "qty": "10",
}
