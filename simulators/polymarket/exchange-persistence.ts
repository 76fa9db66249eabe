import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ExchangeStore, StoredRow } from '../shared/exchange-store.ts';
import type { StoredKey } from './api-keys.ts';
import type { RelayedTransaction } from './relayer/relayer.ts';
import type { Venue } from './simulator-context.ts';
import type { VenueOrder, VenueTrade } from './trading/order-records.ts';
import type { Market, Print } from './trading/outcome-market.ts';
import type { Holding, Wallet } from './trading/wallet-balances.ts';

/** The stored state at startup. */
export interface StoredState {
  readonly listed: readonly CatalogueEvent[]; // markets listed at run time, oldest first
  readonly rows: readonly StoredRow[];
}

type Kept = Pick<Venue, 'keys' | 'wallets' | 'balances' | 'records' | 'relayer'>;

/** Reads the listings that must be known before markets exist. */
export function loadStoredState(store: ExchangeStore): StoredState {
  const rows = store.load();
  const listed = rows
    .filter(({ kind }) => kind === 'listed')
    .map(({ value }) => decode(value ?? '') as CatalogueEvent);
  return { listed, rows };
}

/** Restores everything except the order books. The caller restores resting orders and unfinished trades. */
export function restore(
  rows: readonly StoredRow[],
  { keys, wallets, balances, records, relayer }: Kept,
  market: SetMarket,
  prints: PrintRows,
): void {
  for (const { kind, key, value } of rows) {
    const found = decode(value ?? 'null');
    if (kind === 'key') restoreKey(keys, found as StoredKey);
    else if (kind === 'wallet') wallets.restore(key, found as Wallet);
    else if (kind === 'holding') balances.restore(key, found as Holding);
    else if (kind === 'order') records.keepOrder(found as VenueOrder);
    else if (kind === 'trade') records.keepTrade(found as VenueTrade);
    else if (kind === 'relayed') relayer.restore(found as RelayedTransaction);
    else if (kind === 'market') market(key, found as MarketState);
    else if (kind === 'print') prints.restore(found as StoredPrint);
  }
  records.takeTouched();
}

/** A print with its number in its market. */
interface StoredPrint {
  readonly condition: string;
  readonly number: number;
  readonly print: Print;
}

/** Prints of a market that are stored; older ones are overwritten. */
const PRINTS_STORED = 500;
/** So many prints between other traders wait for the next change that is stored anyway. */
const PRINTS_WAITING_MAX = 20;

/** The public prints as stored rows. */
export class PrintRows {
  readonly #counts = new Map<string, number>();
  readonly #stored: StoredPrint[] = [];
  #waiting: StoredRow[] = [];

  add(condition: string, prints: readonly Print[]): void {
    for (const print of prints) {
      const number = this.#counts.get(condition) ?? 0;
      this.#counts.set(condition, number + 1);
      const key = `${condition} ${number % PRINTS_STORED}`;
      this.#waiting.push({ kind: 'print', key, value: encode({ condition, number, print }) });
    }
  }

  restore(stored: StoredPrint): void {
    this.#stored.push(stored);
    const { condition, number } = stored;
    this.#counts.set(condition, Math.max(number + 1, this.#counts.get(condition) ?? 0));
  }

  /** The restored prints of a market, oldest first. */
  listRestored(condition: string): readonly Print[] {
    return this.#stored
      .filter((each) => each.condition === condition)
      .sort((a, b) => a.number - b.number)
      .map(({ print }) => print);
  }

  /** @param isDue  whether other changes are stored now */
  take(isDue: boolean): readonly StoredRow[] {
    if (!isDue && this.#waiting.length < PRINTS_WAITING_MAX) return [];
    const rows = this.#waiting;
    this.#waiting = [];
    return rows;
  }
}

type SetMarket = (condition: string, state: MarketState) => void;
export type MarketState = Pick<Market, 'tick' | 'isAccepting' | 'resolution'> &
  Partial<Pick<Market, 'description'>>; // absent in rows of versions before descriptions changed

const restoreKey = (keys: Kept['keys'], { address, nonce, replacements = 0 }: StoredKey): void =>
  keys.restore(address, nonce, replacements);

/** Stores all changes since the last commit, atomically. */
export function commit(
  store: ExchangeStore,
  { keys, wallets, balances, records, relayer }: Kept,
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
  for (const each of relayer.takeTouched()) put('relayed', each.id, each);
  // Trades of the market maker with itself are stored with the next change that concerns a caller.
  if (rows.length === 0 && !balances.isCallerTouched()) return;
  for (const [key, holding] of balances.takeTouched()) put('holding', key, holding);
  store.commit(rows);
}

export const toMarketRow = ({
  condition,
  tick,
  isAccepting,
  resolution,
  description,
}: Market): StoredRow => ({
  kind: 'market',
  key: condition,
  value: encode({ tick, isAccepting, resolution, description }),
});

/** A bigint of any size in the encoding below. */
const WHOLE = /^(-?\d+)n$/;

/** JSON with bigints as strings of digits ending in `n`. No other stored string has this form. */
const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));

const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => {
    const match = typeof each === 'string' ? WHOLE.exec(each) : null;
    return match?.[1] === undefined ? each : BigInt(match[1]);
  });
