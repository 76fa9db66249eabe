"""Times signed orders of the blocking Python client: one line of JSON with milliseconds for each line of input.

Arguments: the key file. Input: the number of orders. Each order rests and is cancelled outside of its time.
"""

from __future__ import annotations

import json
import sys
import time

from crossbook import Crossbook

with Crossbook.from_key_file(sys.argv[1]) as client:
    market = client.markets.search(venue="Demo", status="OPEN", limit=1).items[0]
    for line in sys.stdin:
        times: list[float] = []
        for _ in range(int(line)):
            started = time.perf_counter()
            order = client.orders.create(
                subaccount_id="sa_1",
                instrument_id=market.instrument_id,
                side="BUY",
                type="LIMIT",
                price=market.min_price,
                qty=market.min_qty,
            )
            times.append((time.perf_counter() - started) * 1000)
            client.orders.cancel(order.id)
        print(json.dumps(times), flush=True)
