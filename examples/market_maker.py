"""Market making: keeps a bid and an ask inside the spread of one market, and leans against its position."""

import sys
import time
from collections.abc import Sequence
from decimal import Decimal

from crossbook import Crossbook, Strategy, run
from crossbook.models import AggregatedBook, AggregatedLevel, Book, BookLevel, Fill

QTY, POSITION_MAX = 20, 60


class MarketMaker(Strategy):
    def __init__(self, market: str, fills_max: int) -> None:
        super().__init__()
        self.instrument_ids = (market,)
        self.fills_left, self.position = fills_max, Decimal(0)
        self.bid = self.ask = Decimal(0)  # where the quotes are

    async def on_book(self, book: Book | AggregatedBook) -> None:
        tick = self.instruments[0].price_tick
        below, above = best_of_others(book.bids, self.bid), best_of_others(book.asks, self.ask)
        if below is None or above is None:
            return
        inside = tick if above - below > 2 * tick else 0  # a narrow spread is joined
        lean = -tick.copy_sign(self.position) if self.position else 0  # a long position is sold sooner
        self.bid = min(below + inside + lean, above - tick)
        self.ask = max(above - inside + lean, below + tick)
        await self.client.quotes.put(
            subaccount_id=self.subaccount_id,
            quote_seq=time.time_ns() // 1_000_000,
            quotes=[
                {
                    "instrument_id": self.instruments[0].instrument_id,
                    "bid": {"price": self.bid, "qty": QTY} if self.position < POSITION_MAX else None,
                    "ask": {"price": self.ask, "qty": QTY} if self.position > -POSITION_MAX else None,
                }
            ],
        )

    async def on_fill(self, fill: Fill) -> None:
        self.position += fill.qty if fill.side == "BUY" else -fill.qty
        print(fill.side, fill.qty, "@", fill.price, "position", self.position)
        self.fills_left -= 1
        if self.fills_left <= 0:
            self.stop()

    async def on_stop(self) -> None:
        await self.client.quotes.pull(subaccount_id=self.subaccount_id)


def best_of_others(levels: Sequence[BookLevel | AggregatedLevel], own: Decimal) -> Decimal | None:
    return next((level.price for level in levels if level.price != own or level.qty > QTY), None)


with Crossbook.from_env() as client:
    market = client.markets.search(q="rain london", venue="Demo", status="OPEN").items[0]
print("quoting", market.title)
run(MarketMaker(f"Demo:{market.ticker}", fills_max=int((sys.argv[1:] or [5])[0])))
