"""Stops in steps: holds a position, and sells a third of it at each of three lower prices. The service watches them."""

import sys

from crossbook import Crossbook
from crossbook.models import ComplexOrder

STEPS = 3
QTY = 10  # of each step
steps_left = int((sys.argv[1:] or [1])[0])  # ends after so many

with Crossbook.from_env() as client:
    market = client.markets.search(q="bitcoin above", venue="Demo", status="OPEN").items[0]
    where = {"subaccount_id": "sa_1", "instrument_id": market.instrument_id}
    entry = client.orders.create(**where, side="BUY", type="MARKET", qty=STEPS * QTY)
    print("bought", entry.filled_qty, "@", entry.avg_fill_price, market.title)

    bid = client.markets.book(market.instrument_id).bids[0].price
    stops: set[str] = set()
    with client.streams.complex_orders(subaccount_ids=["sa_1"]) as updates:
        for step in range(1, STEPS + 1):
            trigger = bid - step * market.price_tick
            stop = client.complex_orders.create(
                **where,
                type="STOP",
                side="SELL",
                qty=QTY,
                reduce_only=True,
                params={"trigger_price": trigger, "fire_if_met": True},
            )
            stops.add(stop.id)
            print(stop.id, "sells", QTY, "at", trigger)

        for update in updates:
            if isinstance(update, ComplexOrder) and update.status == "FILLED" and update.id in stops:
                stops.remove(update.id)
                print(update.id, "has sold @", update.avg_fill_price)
                steps_left -= 1
            if steps_left <= 0:
                break
    for stop_id in stops:
        client.complex_orders.cancel(stop_id)
