import {
  type AccountId,
  type ApiKey,
  type Fill,
  type FillId,
  getIdNumber,
  grantCovers,
  hasDayLimits,
  type Order,
  type OrderId,
  positionKey,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
  type TimestampMs,
} from '#contract';
import { HOUR_MS, type LedgerState, startOfDay, toSignedQty } from '#domain';
import type { Journal } from '#ports';

const PAGE = 1_000;

/** The state at the end of the journal, and what is stored of it. */
interface LoadedState {
  readonly state: LedgerState;
  readonly journal: Journal;
  now(): TimestampMs;
  whenDurable(): Promise<void>;
}

type Scope = Pick<Order, 'accountId' | 'subaccountId'>;

/**
 * Counts what was used of the limits by the minute, hour and day before this start, from the stored orders and fills: a
 * restart gives no new allowance. Reads only the subaccounts for which such a limit is set.
 */
export class UsageLoader {
  readonly #store: LoadedState;
  readonly #lastOrder: number; // numbers up to these were stored before this start
  readonly #lastFill: number;
  readonly #loads = new Map<ScopeKey, Promise<void>>();

  constructor(store: LoadedState) {
    this.#store = store;
    this.#lastOrder = store.state.orderNumber;
    this.#lastFill = store.state.fillNumber;
  }

  async loadLimited(): Promise<void> {
    const { state } = this.#store;
    const keys = [...state.keys.values()].filter(
      ({ agent, limits, status }) => (agent !== null || limits !== null) && status === 'ACTIVE',
    );
    for (const scope of state.subaccounts.values())
      if (isLimited(state, scope) || keys.some((key) => covers(key, scope))) await this.#load(scope);
  }

  /** @param subaccountId  null: all subaccounts of the account */
  async load(accountId: AccountId, subaccountId: SubaccountId | null): Promise<void> {
    const scopes = [...this.#store.state.subaccounts.values()].filter(
      (scope) =>
        scope.accountId === accountId && (subaccountId === null || scope.subaccountId === subaccountId),
    );
    for (const scope of scopes) await this.#load(scope);
  }

  #load(scope: Scope): Promise<void> {
    const key = scopeKey(scope.accountId, scope.subaccountId);
    const begun = this.#loads.get(key) ?? this.#read(scope);
    this.#loads.set(key, begun);
    begun.catch(() => this.#loads.delete(key));
    return begun;
  }

  async #read(scope: Scope): Promise<void> {
    const fills = await this.#readFills(scope);
    const orders = await this.#readOrders(scope);
    const { usage } = this.#store.state;
    for (const { fill, order, net } of fills) usage.addFill(fill, order, net);
    for (const order of orders) usage.addOrder(order);
  }

  /** Oldest first. */
  async #readOrders({ accountId, subaccountId }: Scope): Promise<readonly Order[]> {
    const since = this.#store.now() - HOUR_MS;
    const found: Order[] = [];
    for (let before = this.#lastOrder + 1; ; ) {
      const page = await this.#store.journal.orders({ accountId, subaccountId, before, limit: PAGE });
      found.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE || last.createdAt <= since) return found.toReversed();
      before = getIdNumber(last.id);
    }
  }

  /** The fills of the day before this start, each with the position before it: the present one less all later fills. */
  async #readFills({ accountId, subaccountId }: Scope): Promise<readonly PastFill[]> {
    const { state, journal } = this.#store;
    const dayStart = startOfDay(this.#store.now());
    const walk = new PositionWalk(state, { accountId, subaccountId });
    const orders = new Map<OrderId, Order | null>();
    const found: PastFill[] = [];
    let before = state.fillNumber + 1;
    await this.#store.whenDurable();
    for (;;) {
      const page = await journal.fills({ accountId, subaccountId, before, limit: PAGE });
      for (const fill of page) {
        const net = walk.stepBefore(fill);
        if (fill.timestamp < dayStart || getIdNumber(fill.id) > this.#lastFill) continue;
        const id = fill.orderId;
        if (id !== null && !orders.has(id)) orders.set(id, state.orders.get(id) ?? (await journal.order(id)));
        const order = id === null ? null : (orders.get(id) ?? null);
        if (id === null || order !== null) found.push({ fill, order, net });
      }
      const last = page.at(-1);
      const isOver = page.every(({ timestamp }) => timestamp < dayStart);
      if (last === undefined || page.length < PAGE || isOver) return found;
      before = getIdNumber(last.id);
    }
  }
}

interface PastFill {
  readonly fill: Fill;
  readonly order: Order | null;
  readonly net: bigint; // in YES terms, before the fill
}

/** The positions of a subaccount, from the present ones back through its fills. */
class PositionWalk {
  readonly #nets = new Map<string, bigint>();
  readonly #reversed = new Set<FillId>();

  constructor({ positions }: LedgerState, { accountId, subaccountId }: Scope) {
    for (const [key, position] of positions)
      if (position.accountId === accountId && position.subaccountId === subaccountId)
        this.#nets.set(key, position.net);
  }

  /** @param fill  the fill before the one of the last call */
  stepBefore(fill: Fill): bigint {
    const key = positionKey(fill.accountId, fill.subaccountId, fill.instrumentId);
    const net = this.#nets.get(key) ?? 0n;
    if (fill.voids !== null) this.#reversed.add(fill.voids);
    // One that was void from the start never changed the position.
    if (fill.settlement === 'VOID' && fill.voids === null && !this.#reversed.has(fill.id)) return net;
    const before = net - toSignedQty(fill.side, fill.outcome, fill.qty);
    this.#nets.set(key, before);
    return before;
  }
}

const isLimited = ({ limits }: LedgerState, { accountId, subaccountId }: Scope): boolean =>
  [subaccountId, null].some((id) => {
    const set = limits.get(scopeKey(accountId, id));
    return set !== undefined && hasDayLimits(set);
  });

const covers = (key: ApiKey, { accountId, subaccountId }: Scope): boolean =>
  key.accountId === accountId && grantCovers(key.subaccounts, subaccountId);
