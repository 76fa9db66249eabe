import {
  type AccountId,
  type Caller,
  DAY_LIMIT_LIST,
  err,
  type Fill,
  getIdNumber,
  type InstrumentId,
  isKillSwitchOn,
  type Limits,
  type Notional,
  notFound,
  type Order,
  type OrderId,
  ok,
  type Position,
  type Price,
  parseClientOrderId,
  type Rejection,
  type Result,
  renderDecimal,
  renderNotional,
  type SubaccountId,
} from '#contract';
import { computeLimitUsage, markPosition } from '#domain';
import type { Journal, MarketView } from '#ports';
import { type DayLimitUsage, findDayLimitUsage } from './day-limits.ts';
import type { FairValueStore } from './fair-values.ts';
import { type Ownership, ownsOrder } from './order-ownership.ts';
import { buildReceipt, type Receipt, type SubmitTimestamps } from './order-receipt.ts';
import type { OrderTraces } from './order-traces.ts';
import {
  PERFORMANCE_FILLS_MAX,
  type Performance,
  type PerformanceQuery,
  readPerformance,
} from './pnl/performance.ts';
import type { RiskControls } from './risk-controls.ts';
import type { StateStore } from './state-store.ts';
import type {
  Breach,
  FillListQuery,
  MarkedPosition,
  OrderListQuery,
  RiskState,
  SubaccountState,
  TradingQueryService,
} from './trading-service.ts';

interface TradingQueriesDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
  readonly riskControls: RiskControls;
  readonly market: MarketView;
  readonly submitTimestamps: SubmitTimestamps;
  readonly traces: OrderTraces;
  readonly fairValues: FairValueStore;
}

const PAGE = 100; // read and rendered in one iteration of the event loop

/** Reads orders, fills, positions and risk. Changes nothing. */
export class TradingQueries implements TradingQueryService {
  readonly #deps: TradingQueriesDeps;

  constructor(deps: TradingQueriesDeps) {
    this.#deps = deps;
  }

  /** The durable state of the order: a change that is not durable yet may still be lost. */
  async order(caller: Caller, orderId: OrderId): Promise<Result<Order, Rejection>> {
    const { store } = this.#deps;
    const inMemory = store.isDurable(orderId) ? store.state.orders.get(orderId) : undefined;
    const order = inMemory ?? (await store.journal.order(orderId));
    return order === null || !ownsOrder(caller, order) ? err(notFound('order')) : ok(order);
  }

  async receipt(caller: Caller, orderId: OrderId): Promise<Result<Receipt, Rejection>> {
    const { store } = this.#deps;
    const order = await this.order(caller, orderId);
    return order.ok ? ok(await buildReceipt(order.value, store, this.#deps)) : order;
  }

  /** Newest first, in pages, so that a long history is never in memory as a whole. */
  async orders(
    caller: Caller,
    query: OrderListQuery,
  ): Promise<Result<AsyncIterable<readonly Order[]>, Rejection>> {
    const checked = this.#deps.ownership.check(caller, query.subaccountId);
    if (!checked.ok) return checked;
    const { clientOrderId, limit, before, ...rest } = query;
    const key = clientOrderId === undefined ? undefined : parseClientOrderId(clientOrderId);
    if (key === null) return ok(paged(async () => [], numberOfOrder, before, limit));
    const filter = {
      ...rest,
      ...(key === undefined ? {} : { clientOrderId: key }),
      accountId: caller.accountId,
    };
    const { journal } = this.#deps.store;
    return ok(paged((page) => journal.orders({ ...filter, ...page }), numberOfOrder, before, limit));
  }

  async fills(
    caller: Caller,
    query: FillListQuery,
  ): Promise<Result<AsyncIterable<readonly Fill[]>, Rejection>> {
    const checked = this.#deps.ownership.check(caller, query.subaccountId);
    if (!checked.ok) return checked;
    const { limit, before, ...filter } = query;
    const { journal } = this.#deps.store;
    const { accountId } = caller;
    return ok(paged((page) => journal.fills({ ...filter, accountId, ...page }), numberOfFill, before, limit));
  }

  async performance(caller: Caller, query: PerformanceQuery): Promise<Result<Performance, Rejection>> {
    const { store, market } = this.#deps;
    const { by: _by, venue: _venue, ...range } = query;
    const fills = await this.fills(caller, { ...range, limit: PERFORMANCE_FILLS_MAX });
    if (!fills.ok) return fills;
    const findOrder = (id: OrderId) => store.state.orders.get(id) ?? store.journal.order(id);
    return ok(await readPerformance(fills.value, query, { market, findOrder }));
  }

  positions(caller: Caller, subaccountId: SubaccountId): Result<readonly MarkedPosition[], Rejection> {
    const checked = this.#deps.ownership.check(caller, subaccountId);
    if (!checked.ok) return checked;
    const held = [...this.#deps.store.state.positions.values()].filter(
      (row) => row.accountId === caller.accountId && row.subaccountId === subaccountId,
    );
    return ok(
      held.sort((a, b) => a.instrumentId - b.instrumentId).map((position) => this.markPosition(position)),
    );
  }

  markPosition(position: Position): MarkedPosition {
    const { accountId, subaccountId, instrumentId } = position;
    const marked = { position, ...markPosition(position, this.#deps.market.mark(instrumentId)) };
    const price = this.findFairPrice(accountId, subaccountId, instrumentId);
    if (price === null) return marked;
    return { ...marked, fair: { price, unrealizedPnl: markPosition(position, price).unrealizedPnl } };
  }

  /** The caller's fair value; null without a valid one. */
  findFairPrice(accountId: AccountId, subaccountId: SubaccountId, instrumentId: InstrumentId): Price | null {
    return this.#deps.fairValues.find(accountId, subaccountId, instrumentId);
  }

  risk(caller: Caller, subaccountId: SubaccountId): Result<RiskState, Rejection> {
    const { store, ownership, riskControls } = this.#deps;
    const checked = ownership.check(caller, subaccountId);
    if (!checked.ok) return checked;
    const { accountId } = caller;
    const limits = riskControls.getLimits(accountId, subaccountId);
    const accountLimits = riskControls.getLimits(accountId, null);
    const totals = store.state.exposure.totals(accountId, subaccountId);
    const own = findDayLimitUsage(accountId, subaccountId, this.#deps);
    const ofAccount = findDayLimitUsage(accountId, null, this.#deps);
    return ok({
      subaccountId,
      breaches: [
        ...this.#breaches(limits, 'subaccount'),
        ...listDayBreaches(own, 'subaccount'),
        ...this.#breaches(accountLimits, 'account'),
        ...listDayBreaches(ofAccount, 'account'),
      ],
      killSwitchActive: isKillSwitchOn(store.state, accountId, subaccountId),
      openOrders: totals.openOrders,
      positionQty: totals.gross,
      limits,
      accountLimits,
      usage: computeLimitUsage(store.state, accountId, subaccountId).map((usage) => ({
        ...usage,
        ...(usage.scope === 'account' ? ofAccount : own),
      })),
      timestamp: store.now(),
    });
  }

  subaccounts(caller: Caller): readonly SubaccountState[] {
    const { store, ownership } = this.#deps;
    const granted = new Set(ownership.granted(caller));
    return [...store.state.subaccounts.values()]
      .filter((row) => row.accountId === caller.accountId && granted.has(row.subaccountId))
      .sort((a, b) => (a.subaccountId < b.subaccountId ? -1 : 1))
      .map((row) => ({
        ...row,
        killSwitchActive: isKillSwitchOn(store.state, row.accountId, row.subaccountId),
      }));
  }

  /** The limits that the present values exceed. The limit per order is never in breach. */
  #breaches(limits: Limits, scope: Breach['scope']): Breach[] {
    const { gross, openOrders } = this.#deps.store.state.exposure.totals(
      limits.accountId,
      limits.subaccountId,
    );
    const { maxPositionQty, maxOpenOrders } = limits;
    const breaches: Breach[] = [];
    if (maxPositionQty !== null && gross > maxPositionQty) {
      const max = renderDecimal(maxPositionQty);
      breaches.push({ limit: 'max_position_qty', scope, max, value: renderDecimal(gross) });
    }
    if (maxOpenOrders !== null && openOrders > maxOpenOrders) {
      breaches.push({
        limit: 'max_open_orders',
        scope,
        max: String(maxOpenOrders),
        value: String(openOrders),
      });
    }
    return breaches;
  }
}

function listDayBreaches(usage: DayLimitUsage, scope: Breach['scope']): readonly Breach[] {
  return DAY_LIMIT_LIST.flatMap(({ kind, field, name: limit }) => {
    const { max, used } = usage[field];
    if (max === null || used === null || used <= max) return [];
    const render = (value: bigint | number): string =>
      kind === 'amount' ? renderNotional(value as Notional) : String(value);
    return [{ limit, scope, max: render(max), value: render(used) }];
  });
}

const numberOfOrder = (order: Order): number => getIdNumber(order.id);
const numberOfFill = (fill: Fill): number => getIdNumber(fill.id);

/** Pages of a newest-first history below `before`, at most `limit` rows in total. */
export async function* paged<Row>(
  read: (page: { readonly before: number; readonly limit: number }) => Promise<readonly Row[]>,
  toNumber: (row: Row) => number,
  before = Number.MAX_SAFE_INTEGER,
  limit = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  let below = before;
  let left = limit;
  while (left > 0) {
    const size = Math.min(PAGE, left);
    const rows = await read({ before: below, limit: size });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    below = toNumber(last);
    left -= rows.length;
  }
}

const FILLS_PER_PAGE = 1_000;

/** Every recorded fill of one subaccount on one instrument, oldest first. */
export async function readPositionFills(
  journal: Journal,
  { accountId, subaccountId, instrumentId }: Pick<Fill, 'accountId' | 'subaccountId' | 'instrumentId'>,
): Promise<readonly Fill[]> {
  const newestFirst: Fill[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await journal.fills({
      accountId,
      subaccountId,
      instrumentId,
      before,
      limit: FILLS_PER_PAGE,
    });
    newestFirst.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < FILLS_PER_PAGE) return newestFirst.reverse();
    before = getIdNumber(last.id);
  }
}
