import type { MakerOrder, MarketMakerVenue, QuotedMarket } from '../shared/market-maker.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { Market } from './sim-market.ts';

/** The floor as the house uses it: no account, no money, only books. */
export class MarketMakerAdapter implements MarketMakerVenue {
  readonly #core: KalshiExchangeCore;
  readonly #isTradingPaused: (shard: number) => boolean;

  constructor(core: KalshiExchangeCore, isTradingPaused: (shard: number) => boolean) {
    this.#core = core;
    this.#isTradingPaused = isTradingPaused;
  }

  openMarkets(): readonly QuotedMarket[] {
    return [...this.#core.markets.values()].filter(
      ({ book, listing }) => book.state === 'OPEN' && !this.#isTradingPaused(listing.shard),
    );
  }

  place(market: QuotedMarket, { side, price, qty, isTaker }: MakerOrder): number | null {
    return this.#core.runTransaction((transaction) => {
      const id = this.#core.state.nextNumber();
      const tif = isTaker ? 'IOC' : 'GTC';
      const order = { id, owner: 'house', side, price, qty, tif, expiresAt: null } as const;
      const result = market.book.submit(order, transaction.at);
      if (result.ok) transaction.apply(this.#marketOf(market), result.value, null);
      return market.book.order(id) === null ? null : id;
    });
  }

  cancel(market: QuotedMarket, bookId: number): void {
    this.#core.runTransaction((transaction) => {
      const result = market.book.cancel(bookId);
      if (result.ok) transaction.apply(this.#marketOf(market), result.value, null);
    });
  }

  #marketOf({ name }: QuotedMarket): Market {
    const market = this.#core.markets.get(name);
    if (market === undefined) throw new Error(`no market ${name}`);
    return market;
  }
}
