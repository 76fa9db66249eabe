import type { CatalogueEvent } from '../catalogue/catalogue-event.ts';
import type { Timetable } from '../catalogue/recurring-events.ts';
import type { MarketMaker } from '../shared/market-maker.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { Opened } from './restore-exchange.ts';
import { firstRow, Market } from './sim-market.ts';

export interface MarketListingParts {
  readonly opened: Opened;
  readonly floor: KalshiExchangeCore;
  readonly house: MarketMaker | null;
  readonly seed: number;
  readonly timetable: Timetable;
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
    const { questions, until } = this.#parts.timetable(now);
    this.#until = until;
    for (const question of questions) this.#list(question);
  }

  /** Made durable, told, and quoted by the house at once. Nothing for a market that is listed already. */
  #list(question: CatalogueEvent): void {
    const { opened, floor, house, seed } = this.#parts;
    if (question.kalshi === undefined || opened.markets.has(question.kalshi.ticker)) return;
    const listing = opened.catalogue.add(question);
    if (listing === null) return;
    const market = new Market(listing, firstRow(listing, opened.openedAt), seed);
    opened.markets.set(market.ticker, market);
    floor.turn((turn) => {
      turn.putListed(listing);
      turn.putMarket(market, {});
      turn.tellLifecycle(market, { type: 'created' });
      turn.tellLifecycle(market, { type: 'activated', isDeactivated: false });
      house?.quote(market, turn.at);
    });
  }
}
