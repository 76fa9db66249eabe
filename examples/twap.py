"""A scheduled TWAP: waits for its time, buys in equal parts, and compares the result with the price at its start."""

import sys
import time
from datetime import UTC, datetime
from decimal import Decimal

from crossbook import Crossbook

QTY = 60
SLICES = 4
SLICE_MS = 2_000
starts_at = datetime.fromisoformat(sys.argv[1]) if sys.argv[1:] else datetime.now(UTC)  # 2026-12-01T14:00:00Z

with Crossbook.from_env() as client:
    market = client.markets.search(q="fed cut", venue="Demo", status="OPEN").items[0]
    time.sleep(max(0, (starts_at - datetime.now(UTC)).total_seconds()))

    arrival = client.markets.book(market.instrument_id).asks[0].price
    twap = client.complex_orders.create(
        subaccount_id="sa_1",
        type="TWAP",
        instrument_id=market.instrument_id,
        side="BUY",
        qty=QTY,
        price=min(arrival + Decimal("0.1"), market.max_price),  # never above
        params={"duration_ms": SLICES * SLICE_MS, "slices": SLICES, "style": "AGGRESSIVE", "catch_up": "SPREAD"},
    )
    print(twap.id, "buys", QTY, "in", SLICES, "parts:", market.title)

    while twap.status in ("WAITING", "WORKING"):
        time.sleep(1)
        twap = client.complex_orders.get(twap.id)
        print(twap.filled_qty, "@", twap.avg_fill_price)
    print(twap.status, "at the start", arrival, "was offered")
