import type { Notional } from '#contract';
import type { StoredRow } from '../shared/exchange-store.ts';
import type { Cash, Fill, Order, OrderGroup, Position, Settlement, Trade } from './exchange-records.ts';

/** How long a closed order stays in the list of live orders, for reads that lag. */
const LINGER_MS = 30_000;

export const holdingKey = (user: string, subaccount: number, ticker: string): string =>
  `${user}/${subaccount}/${ticker}`;
export const cashKey = (user: string, subaccount: number, shard: number): string =>
  `${user}/${subaccount}/${shard}`;

/** Orders, fills, positions and cash of all accounts. Only `ExchangeTransaction` changes it. */
export class ExchangeState {
  readonly orders = new VersionedMap<Order>();
  readonly positions = new VersionedMap<Position>();
  readonly cash = new Map<string, Cash>();
  readonly fills = new Map<string, Fill[]>(); // by user, oldest first
  readonly settlements = new Map<string, Settlement[]>(); // by user, oldest first
  readonly groups = new Map<string, OrderGroup>(); // by id, oldest first
  readonly trades: Trade[] = []; // those loaded at startup, oldest first
  readonly #clientIds = new Set<string>();
  readonly #orderIds = new Map<string, string[]>(); // by user, oldest first
  readonly #live = new Map<string, Map<string, number>>(); // by user: order id → time it closed, or 0
  readonly #inBook = new Map<number, string>();
  readonly #resting = new Map<string, Set<string>>(); // by holdingKey
  #lastNumber = 0;

  /** Returns a new number, used for book ids and list positions. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** The user's order with this book id; null for an order of the market maker. */
  getByBookId(number: number): Order | null {
    const id = this.#inBook.get(number);
    return id === undefined ? null : this.orders.latest(id);
  }

  /** All order ids of a user, oldest first. */
  getOrderIds(user: string): readonly string[] {
    return this.#orderIds.get(user) ?? [];
  }

  /** Ids of orders that rest, or rested until recently. */
  getLiveOrderIds(user: string, now: number): readonly string[] {
    const live = this.#live.get(user);
    if (live === undefined) return [];
    for (const [id, endedAt] of live) if (endedAt !== 0 && endedAt < now - LINGER_MS) live.delete(id);
    return [...live.keys()];
  }

  /** Resting orders of one subaccount in one market. */
  getResting(user: string, subaccount: number, ticker: string): readonly Order[] {
    return this.#getOrders(this.#resting.get(holdingKey(user, subaccount, ticker)) ?? []);
  }

  /** Holding keys of all markets where the user has a position or a resting order. */
  getHoldingKeys(user: string): readonly string[] {
    const keys = [...this.#resting.keys(), ...this.positions.keys()];
    return [...new Set(keys)].filter((key) => key.startsWith(`${user}/`));
  }

  /** All resting orders of a user. Subaccount null means all subaccounts. */
  getAllResting(user: string, subaccount: number | null): readonly Order[] {
    const live = this.#live.get(user)?.keys() ?? [];
    return this.#getOrders(live).filter(
      (order) => order.status === 'resting' && (subaccount === null || order.subaccount === subaccount),
    );
  }

  /** The resting orders of a group. */
  getRestingInGroup({ id, user, subaccount }: OrderGroup): readonly Order[] {
    return this.getAllResting(user, subaccount).filter(({ groupId }) => groupId === id);
  }

  /** All users' resting orders in one market. */
  getRestingInMarket(ticker: string): readonly Order[] {
    return this.#getOrders(this.#inBook.values()).filter((order) => order.ticker === ticker);
  }

  /** All users' positions in one market, including those with quantity zero. */
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
    if (isNew) getOrCreateList(this.#orderIds, order.user).push(order.id);
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
    getOrCreateList(this.fills, fill.user).push(fill);
  }

  putSettlement(settlement: Settlement): void {
    getOrCreateList(this.settlements, settlement.user).push(settlement);
  }

  getCash(user: string, subaccount: number, shard: number): Notional | null {
    return this.cash.get(cashKey(user, subaccount, shard))?.amount ?? null;
  }

  /** Loads the rows that a previous process stored, in any order. */
  load(rows: readonly StoredRow[]): void {
    const orders: Order[] = [];
    const fills: Fill[] = [];
    const settlements: Settlement[] = [];
    const groups: OrderGroup[] = [];
    for (const { kind, key, value } of rows) {
      const record = decode(value ?? 'null');
      if (kind === 'order') orders.push(record as Order);
      else if (kind === 'fill') fills.push(record as Fill);
      else if (kind === 'settlement') settlements.push(record as Settlement);
      else if (kind === 'group') groups.push(record as OrderGroup);
      else if (kind === 'trade') this.trades.push(record as Trade);
      else if (kind === 'position') this.positions.set(key, record as Position, 0);
      else if (kind === 'cash') this.cash.set(key, record as Cash);
      else if (kind === 'client') this.markClientIdUsed(key);
    }
    for (const order of byNumber(orders)) this.putOrder(order, 0);
    for (const fill of byNumber(fills)) this.putFill(fill);
    for (const settlement of byNumber(settlements)) this.putSettlement(settlement);
    for (const group of byNumber(groups)) this.groups.set(group.id, group);
    byNumber(this.trades);
    for (const { number } of [...orders, ...fills, ...settlements, ...groups, ...this.trades]) {
      this.#lastNumber = Math.max(this.#lastNumber, number);
    }
  }

  #getOrders(ids: Iterable<string>): readonly Order[] {
    return [...ids].flatMap((id) => this.orders.latest(id) ?? []);
  }
}

const byNumber = <Item extends { readonly number: number }>(items: Item[]): Item[] =>
  items.sort((a, b) => a.number - b.number);

function getOrCreateList<Item>(lists: Map<string, Item[]>, user: string): Item[] {
  let list = lists.get(user);
  if (list === undefined) {
    list = [];
    lists.set(user, list);
  }
  return list;
}

/** JSON in which a bigint is `{"$n":"12"}`, so that a string of digits stays a string. */
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

/** Longer than the read lag. */
const KEPT_MS = 30_000;

/**
 * A map that keeps recent versions of each value, because the exchange's REST reads lag behind its engine.
 */
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

  /** The current value. */
  latest(key: string): Value | null {
    return this.#histories.get(key)?.at(-1)?.value ?? null;
  }

  /** The value at `moment`; null when the key did not exist yet. */
  asOf(key: string, moment: number): Value | null {
    return this.#histories.get(key)?.findLast(({ at }) => at <= moment)?.value ?? null;
  }

  keys(): IterableIterator<string> {
    return this.#histories.keys();
  }
}
