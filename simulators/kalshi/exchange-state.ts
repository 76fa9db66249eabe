import type { Notional } from '../../src/domain/model/money.ts';
import type { StoredRow } from '../shared/exchange-store.ts';
import type { Cash, Fill, Order, Position, Settlement, Trade } from './exchange-records.ts';

/** How long a finished order is still among those looked through for live ones, by a read that lags. */
const LINGER_MS = 30_000;

export const holdingKey = (user: string, subaccount: number, ticker: string): string =>
  `${user}/${subaccount}/${ticker}`;
export const cashKey = (user: string, subaccount: number, shard: number): string =>
  `${user}/${subaccount}/${shard}`;

/** Everything an account owns at the exchange. Changed through a Turn only. */
export class ExchangeState {
  readonly orders = new VersionedMap<Order>();
  readonly positions = new VersionedMap<Position>();
  readonly cash = new Map<string, Cash>();
  readonly fills = new Map<string, Fill[]>(); // by user, oldest first
  readonly settlements = new Map<string, Settlement[]>(); // by user, oldest first
  readonly trades: Trade[] = []; // those loaded at a start, oldest first
  readonly #clientIds = new Set<string>();
  readonly #orderIds = new Map<string, string[]>(); // by user, oldest first
  readonly #live = new Map<string, Map<string, number>>(); // by user: id → finished at, or 0
  readonly #inBook = new Map<number, string>();
  readonly #resting = new Map<string, Set<string>>(); // by holdingKey
  #lastNumber = 0;

  /** A number that nothing has had before: book ids, and the places of lists. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** The user's order that lies in a book under this number; null for the house's. */
  getByBookId(number: number): Order | null {
    const id = this.#inBook.get(number);
    return id === undefined ? null : this.orders.latest(id);
  }

  /** Every order of a user, oldest first. */
  getOrderIds(user: string): readonly string[] {
    return this.#orderIds.get(user) ?? [];
  }

  /** Those that rest, or rested a moment ago. */
  getLiveOrderIds(user: string, now: number): readonly string[] {
    const live = this.#live.get(user);
    if (live === undefined) return [];
    for (const [id, endedAt] of live) if (endedAt !== 0 && endedAt < now - LINGER_MS) live.delete(id);
    return [...live.keys()];
  }

  /** What rests of one subaccount in one market. */
  getResting(user: string, subaccount: number, ticker: string): readonly Order[] {
    return this.#ordersOf(this.#resting.get(holdingKey(user, subaccount, ticker)) ?? []);
  }

  /** Where a user holds something or has something resting, as holding keys. */
  getHoldingKeys(user: string): readonly string[] {
    const keys = [...this.#resting.keys(), ...this.positions.keys()];
    return [...new Set(keys)].filter((key) => key.startsWith(`${user}/`));
  }

  /** Everything that rests of a user; null is every subaccount. */
  getAllResting(user: string, subaccount: number | null): readonly Order[] {
    const live = this.#live.get(user)?.keys() ?? [];
    return this.#ordersOf(live).filter(
      (order) => order.status === 'resting' && (subaccount === null || order.subaccount === subaccount),
    );
  }

  /** Every user's resting orders in one market. */
  getRestingInMarket(ticker: string): readonly Order[] {
    return this.#ordersOf(this.#inBook.values()).filter((order) => order.ticker === ticker);
  }

  /** Every user's position in one market, flat ones too. */
  getPositionsInMarket(ticker: string): readonly Position[] {
    return [...this.positions.keys()].flatMap((key) => {
      const position = this.positions.latest(key);
      return position?.ticker === ticker ? [position] : [];
    });
  }

  isClientIdUsed(user: string, clientId: string): boolean {
    return this.#clientIds.has(`${user}/${clientId}`);
  }

  markClientIdUsed(key: string): void {
    this.#clientIds.add(key);
  }

  putOrder(order: Order, at: number): void {
    const isNew = this.orders.latest(order.id) === null;
    this.orders.set(order.id, order, at);
    if (isNew) listOf(this.#orderIds, order.user).push(order.id);
    let live = this.#live.get(order.user);
    if (live === undefined) {
      live = new Map();
      this.#live.set(order.user, live);
    }
    const isResting = order.status === 'resting';
    if (isResting || isNew || live.has(order.id)) live.set(order.id, isResting ? 0 : order.updatedAt);
    const key = holdingKey(order.user, order.subaccount, order.ticker);
    if (isResting) {
      this.#inBook.set(order.number, order.id);
      this.#resting.set(key, (this.#resting.get(key) ?? new Set()).add(order.id));
    } else {
      this.#inBook.delete(order.number);
      this.#resting.get(key)?.delete(order.id);
    }
  }

  putFill(fill: Fill): void {
    listOf(this.fills, fill.user).push(fill);
  }

  putSettlement(settlement: Settlement): void {
    listOf(this.settlements, settlement.user).push(settlement);
  }

  getCash(user: string, subaccount: number, shard: number): Notional | null {
    return this.cash.get(cashKey(user, subaccount, shard))?.amount ?? null;
  }

  /** Takes in what an earlier run made durable, in any order of rows. */
  load(rows: readonly StoredRow[]): void {
    const orders: Order[] = [];
    const fills: Fill[] = [];
    const settlements: Settlement[] = [];
    for (const { kind, key, value } of rows) {
      const record = decode(value ?? 'null');
      if (kind === 'order') orders.push(record as Order);
      else if (kind === 'fill') fills.push(record as Fill);
      else if (kind === 'settlement') settlements.push(record as Settlement);
      else if (kind === 'trade') this.trades.push(record as Trade);
      else if (kind === 'position') this.positions.set(key, record as Position, 0);
      else if (kind === 'cash') this.cash.set(key, record as Cash);
      else if (kind === 'client') this.markClientIdUsed(key);
    }
    for (const order of byNumber(orders)) this.putOrder(order, 0);
    for (const fill of byNumber(fills)) this.putFill(fill);
    for (const settlement of byNumber(settlements)) this.putSettlement(settlement);
    byNumber(this.trades);
    for (const { number } of [...orders, ...fills, ...settlements, ...this.trades]) {
      this.#lastNumber = Math.max(this.#lastNumber, number);
    }
  }

  #ordersOf(ids: Iterable<string>): readonly Order[] {
    return [...ids].flatMap((id) => this.orders.latest(id) ?? []);
  }
}

const byNumber = <Item extends { readonly number: number }>(items: Item[]): Item[] =>
  items.sort((a, b) => a.number - b.number);

function listOf<Item>(lists: Map<string, Item[]>, user: string): Item[] {
  let list = lists.get(user);
  if (list === undefined) {
    list = [];
    lists.set(user, list);
  }
  return list;
}

/** JSON in which a bigint is `{"$n":"12"}`: a text that merely looks like a number stays a text. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? { $n: String(each) } : each));

export const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => (isBig(each) ? BigInt(each.$n) : each));

const isBig = (value: unknown): value is { readonly $n: string } =>
  typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string';

interface Entry<Value> {
  readonly at: number;
  readonly value: Value;
}

/** Longer than any read lags behind. */
const KEPT_MS = 30_000;

/** Values that a reader sees as they were some time ago: the read side of an exchange trails its engine. */
export class VersionedMap<Value> {
  readonly #histories = new Map<string, Entry<Value>[]>(); // oldest first, never empty

  set(key: string, value: Value, at: number): void {
    const history = this.#histories.get(key);
    if (history === undefined) {
      this.#histories.set(key, [{ at, value }]);
      return;
    }
    history.push({ at, value });
    while ((history[1]?.at ?? at) < at - KEPT_MS) history.shift();
  }

  /** What is true now. */
  latest(key: string): Value | null {
    return this.#histories.get(key)?.at(-1)?.value ?? null;
  }

  /** What was true at `moment`; null when it was not there yet. */
  asOf(key: string, moment: number): Value | null {
    return this.#histories.get(key)?.findLast(({ at }) => at <= moment)?.value ?? null;
  }

  keys(): IterableIterator<string> {
    return this.#histories.keys();
  }
}
