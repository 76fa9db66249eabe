"""A hedge over two venues: buys YES at one and NO of the same contract at the other, where both cost less than they pay."""

import time

from crossbook import Crossbook
from crossbook.models import Opportunity

QTY_MAX = 20


def find_offer(client: Crossbook) -> Opportunity:
    """The first offer at two venues that settles in the same way."""
    with client.streams.opportunities(kind="CROSS") as offers:
        for offer in offers:
            if isinstance(offer, Opportunity) and offer.executable and len({leg.venue for leg in offer.legs}) == 2:
                return offer
    raise RuntimeError("the stream has ended")


with Crossbook.from_env() as client:
    offer = find_offer(client)
    for leg in offer.legs:
        print(leg.outcome, "at", leg.venue, "for", leg.worst_price)
    print("gains", offer.edge_per_set, "a set")

    legs = [
        {"instrument_id": leg.instrument_id, "outcome": leg.outcome, "side": "BUY", "price": leg.worst_price}
        for leg in offer.legs
    ]
    hedge = client.complex_orders.create(
        subaccount_id="sa_1",
        type="HEDGED_PAIR",
        qty=min(QTY_MAX, offer.qty),
        params={
            "legs": legs,
            "unhedged_qty_max": QTY_MAX,
            "on_leg_risk": "UNWIND",  # sells the first leg again if the other one does not follow
            "chase_price": "1.05",
        },
    )
    # The offer may be gone before both legs are filled: what is missing after 20 seconds is cancelled.
    for _ in range(20):
        hedge = client.complex_orders.get(hedge.id)
        if hedge.status not in ("WAITING", "WORKING"):
            break
        time.sleep(1)
    if hedge.status != "FILLED":
        hedge = client.complex_orders.cancel(hedge.id)
    assert hedge.hedge is not None
    print(hedge.status, hedge.filled_qty, "sets, gain of all", hedge.hedge.edge_got)
