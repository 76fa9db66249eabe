"""A strategy that buys from the best ask and stops at its first fill; the same file for every target.

Arguments: the target (demo, replay, shadow or live) and the key file. Prints the fill.
"""

from __future__ import annotations

import sys

from crossbook import Strategy, run
from crossbook.models import AggregatedBook, Book, Fill


class FirstFill(Strategy):
    instrument_ids = ("Kalshi:KXETHMAX-ETH-10K",)
    fill: Fill | None = None

    async def on_book(self, book: Book | AggregatedBook) -> None:
        if self.fill is not None or not book.asks or self.is_stopping.is_set():
            return
        await self.place(
            instrument_id=self.instrument_ids[0],
            side="BUY",
            type="LIMIT",
            tif="IOC",
            price=book.asks[0].price,
            qty="10",
        )

    async def on_fill(self, fill: Fill) -> None:
        self.fill = fill
        self.stop()


target, key_file = sys.argv[1:]
strategy = run(FirstFill(), target=target, key_file=key_file)
assert strategy.fill is not None
print(f"{strategy.fill.side} {strategy.fill.venue} {strategy.fill.liquidity}")
