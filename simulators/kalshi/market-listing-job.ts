import type { CatalogueEvent } from '../catalogue/catalogue-event.ts';
import type { ListingSchedule } from '../catalogue/recurring-events.ts';
import type { MarketMaker } from '../shared/market-maker.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { RestoredExchange } from './restore-exchange.ts';
import { createMarketRow, Market } from './sim-market.ts';

export interface MarketListingParts {
  readonly restored: RestoredExchange;
  readonly core: KalshiExchangeCore;
  readonly marketMaker: MarketMaker | null;
  readonly seed: number;
  readonly schedule: ListingSchedule;
}

/** Lists what is asked after the first start, when its time has come. */
export class MarketListingJob {
  readonly #parts: MarketListingParts;
  #until = 0; // nothing changes before then

  constructor(parts: MarketListingParts) {
    this.#parts = parts;
  }

  step(now: number): void {
    if (now < this.#until) return;
    const { questions, until } = this.#parts.schedule(now);
    this.#until = until;
    for (const question of questions) this.#list(question);
  }

  /** Made durable, told, and quoted by the house at once. Nothing for a market that is listed already. */
  #list(question: CatalogueEvent): void {
    const { restored, core, marketMaker, seed } = this.#parts;
    if (question.kalshi === undefined || restored.markets.has(question.kalshi.ticker)) return;
    const listing = restored.catalogue.add(question);
    if (listing === null) return;
    const market = new Market(listing, createMarketRow(listing, restored.openedAt), seed);
    restored.markets.set(market.ticker, market);
    core.runTransaction((transaction) => {
      transaction.putListed(listing);
      transaction.putMarket(market, {});
      transaction.publishLifecycle(market, { type: 'created' });
      transaction.publishLifecycle(market, { type: 'activated', isDeactivated: false });
      marketMaker?.quote(market, transaction.at);
    });
  }
}
