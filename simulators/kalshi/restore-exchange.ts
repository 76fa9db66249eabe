import type { TimestampMs } from '#contract';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import { type ExchangeStore, readFirstStart } from '../shared/exchange-store.ts';
import { decode, ExchangeState, encode } from './exchange-state.ts';
import { MarketCatalogue } from './kalshi-catalogue-rows.ts';
import { toBookOrder } from './order-request.ts';
import { createMarketRow, Market, type MarketRow } from './sim-market.ts';

export interface RestoredExchange {
  readonly catalogue: MarketCatalogue;
  readonly markets: Map<string, Market>;
  readonly openedAt: number; // the first start, Unix ms
  readonly state: ExchangeState;
}

/** Restores the exchange from its store, or creates it at the first start. Stores new markets. */
export function restoreExchange(
  store: ExchangeStore,
  events: readonly CatalogueEvent[],
  seed: number,
  now: number,
): RestoredExchange {
  const openedAt = readFirstStart(store, now);
  const rows = store.load();
  const state = new ExchangeState();
  state.load(rows);
  const known = new Map(
    rows.filter(({ kind }) => kind === 'market').map(({ key, value }) => [key, decodeMarketRow(value)]),
  );
  const later = rows.filter(({ kind }) => kind === 'listed').map(({ value }) => decode(value ?? ''));
  const catalogue = new MarketCatalogue();
  const markets = new Map<string, Market>();
  for (const event of [...events, ...(later as readonly CatalogueEvent[])]) {
    const listing = catalogue.add(event);
    if (listing === null) continue;
    const row = known.get(listing.ticker) ?? createMarketRow(listing, openedAt);
    markets.set(listing.ticker, new Market(listing, row, seed));
    if (!known.has(listing.ticker)) {
      store.commit([{ kind: 'market', key: listing.ticker, value: encode(row) }]);
    }
  }
  replay(state, markets);
  return { catalogue, markets, openedAt, state };
}

const decodeMarketRow = (value: string | null): MarketRow => decode(value ?? 'null') as MarketRow;

/** Restores order books and trade histories. */
function replay(state: ExchangeState, markets: ReadonlyMap<string, Market>): void {
  for (const trade of state.trades) {
    const market = markets.get(trade.ticker);
    market?.tradeHistory.add(trade, trade.price, trade.price);
  }
  for (const market of markets.values()) {
    const { status } = market.row;
    for (const order of state.getRestingInMarket(market.ticker)) {
      const { price, filledQty } = order;
      market.book.restore({ ...toBookOrder(order, 'good_till_canceled'), price, filledQty });
    }
    if (status === 'inactive') market.book.pause();
    else if (status !== 'active') market.book.close(market.row.updatedAt as TimestampMs);
    market.takeChanges();
  }
}
