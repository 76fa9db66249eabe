"""A fair-value taker: believes in the average price of the last books, and buys what is offered clearly below it."""

import sys
from decimal import Decimal

from crossbook import Crossbook, Strategy, run
from crossbook.models import AggregatedBook, Book, Fill

EDGE = Decimal("0.01")
WEIGHT = Decimal("0.1")  # of the newest book in the average
BOOKS_MIN = 10  # before the average means something


class FairValueTaker(Strategy):
    def __init__(self, markets: list[str], fills_max: int) -> None:
        super().__init__()
        self.instrument_ids = markets
        self.fills_left = fills_max
        self.fair: dict[int, Decimal] = {}
        self.books: dict[int, int] = {}

    async def on_book(self, book: Book | AggregatedBook) -> None:
        if isinstance(book, AggregatedBook) or not book.bids or not book.asks:
            return
        market, ask = book.instrument_id, book.asks[0].price
        mid = (book.bids[0].price + ask) / 2
        fair = self.fair.get(market, mid)
        self.fair[market] = fair = fair + WEIGHT * (mid - fair)
        self.books[market] = self.books.get(market, 0) + 1
        if self.books[market] < BOOKS_MIN or ask > fair - EDGE:
            return
        self.books[market] = 0  # a new average before the next order
        print(f"{market}: {ask} is offered, fair is {fair:.3f}")
        await self.place(instrument_id=market, side="BUY", type="LIMIT", tif="IOC", price=ask, qty=10)

    async def on_fill(self, fill: Fill) -> None:
        print(fill.side, fill.qty, "@", fill.price)
        self.fills_left -= 1
        if self.fills_left <= 0:
            self.stop()


with Crossbook.from_env() as client:
    found = client.markets.search(venue="Demo", status="OPEN", limit=20).items  # Demo takes no fees
run(FairValueTaker([f"Demo:{each.ticker}" for each in found], fills_max=int((sys.argv[1:] or [3])[0])))
