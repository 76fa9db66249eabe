import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ExchangeStore, StoredRow } from '../shared/exchange-store.ts';
import type { Venue } from './simulator-context.ts';
import type { Market } from './trading/outcome-market.ts';
import type { VenueOrder, VenueTrade } from './trading/venue-order.ts';
import type { Holding, Wallet } from './trading/wallet-balances.ts';

/** What a restart finds. */
export interface StoredState {
  readonly listed: readonly CatalogueEvent[]; // markets that were added at run time, oldest first
  readonly rows: readonly StoredRow[];
}

type Kept = Pick<Venue, 'keys' | 'wallets' | 'balances' | 'records'>;

/** Reads what must be known before the markets exist. */
export function loadStoredState(store: ExchangeStore): StoredState {
  const rows = store.load();
  const listed = rows
    .filter(({ kind }) => kind === 'listed')
    .map(({ value }) => decode(value ?? '') as CatalogueEvent);
  return { listed, rows };
}

/** Puts everything back but the books: orders are handed out for that, trades to be followed further. */
export function restore(
  rows: readonly StoredRow[],
  { keys, wallets, balances, records }: Kept,
  market: SetMarket,
): void {
  for (const { kind, key, value } of rows) {
    const found = decode(value ?? 'null');
    if (kind === 'key') restoreKey(keys, found as { address: string; nonce: string });
    else if (kind === 'wallet') wallets.restore(key, found as Wallet);
    else if (kind === 'holding') balances.restore(key, found as Holding);
    else if (kind === 'order') records.keepOrder(found as VenueOrder);
    else if (kind === 'trade') records.keepTrade(found as VenueTrade);
    else if (kind === 'market') market(key, found as MarketState);
  }
  records.takeTouched();
}

type SetMarket = (condition: string, state: MarketState) => void;
export type MarketState = Pick<Market, 'tick' | 'isAccepting' | 'resolution'>;

const restoreKey = (keys: Kept['keys'], { address, nonce }: { address: string; nonce: string }): void =>
  keys.restore(address, nonce);

/** Writes what has changed since the last time, whole or not at all. */
export function commit(
  store: ExchangeStore,
  { keys, wallets, balances, records }: Kept,
  more: readonly StoredRow[],
): void {
  const touched = records.takeTouched();
  const rows: StoredRow[] = [...more];
  const put = (kind: string, key: string, value: unknown): void => {
    rows.push({ kind, key, value: value === null || value === undefined ? null : encode(value) });
  };
  for (const [key, holder] of keys.takeTouched()) put('key', key, holder);
  for (const [address, wallet] of wallets.takeTouched()) put('wallet', address, wallet);
  for (const order of touched.orders) put('order', order.id, order);
  for (const trade of touched.trades) put('trade', trade.id, trade);
  // What the house does among itself is written with the next thing that matters to somebody.
  if (rows.length === 0 && !balances.isCallerTouched()) return;
  for (const [key, holding] of balances.takeTouched()) put('holding', key, holding);
  store.commit(rows);
}

export const marketRow = ({ condition, tick, isAccepting, resolution }: Market): StoredRow => ({
  kind: 'market',
  key: condition,
  value: encode({ tick, isAccepting, resolution }),
});

/** A whole number of any size, as the truth store writes it. */
const WHOLE = /^(-?\d+)n$/;

/** JSON that keeps bigints: as texts of digits that end in `n`, which nothing else here looks like. */
const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));

const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => {
    const match = typeof each === 'string' ? WHOLE.exec(each) : null;
    return match?.[1] === undefined ? each : BigInt(match[1]);
  });
