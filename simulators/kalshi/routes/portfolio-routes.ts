import { NOTIONAL_ZERO, type Notional } from '#contract';
import type { FaultInjector } from '#matching-engine';
import type { SimulatorReply } from '../../shared/simulator-types.ts';
import { computeUnitCost } from '../account-funds.ts';
import { computeRemaining, type Order, type Position } from '../exchange-records.ts';
import { cashKey } from '../exchange-state.ts';
import { json, nested, notFound } from '../kalshi-errors.ts';
import type { KalshiExchangeCore } from '../kalshi-exchange-core.ts';
import { renderFill, renderOrder, renderPosition, renderSettlement } from '../render-orders.ts';
import {
  newestFirst,
  paginate,
  parseInteger,
  parseLimit,
  parseList,
  parseTimeMs,
  type Route,
  type RouteRequest,
} from '../route-helpers.ts';
import { cents, count2, money4, money6 } from '../wire-units.ts';
import { ENDED_ORDERS_MS } from './exchange-status-routes.ts';

/** Account reads. They lag behind the engine by the read lag. */
export function portfolioRoutes(
  core: KalshiExchangeCore,
  readLagMs: () => number,
  faults: FaultInjector,
): readonly Route[] {
  const reads = new PortfolioReads(core, readLagMs, faults);
  const get = (path: string, run: (call: RouteRequest) => SimulatorReply, scope = 'read'): Route => ({
    method: 'GET',
    path: `/portfolio/${path}`,
    scope,
    run: (call) => (isLockedOut(call) ? nested(403, 'subaccount_not_allowed') : run(call)),
  });
  return [
    get('balance', (call) => reads.balance(call), 'read::portfolio_balance'),
    get('subaccounts/balances', (call) => reads.subaccounts(call), 'read::portfolio_balance'),
    get('positions', (call) => reads.positions(call)),
    get('fills', (call) => reads.fills(call)),
    get('settlements', (call) => reads.settlements(call)),
    get('orders', (call) => reads.orders(call, false)),
    { ...get('orders', (call) => reads.orders(call, true)), path: '/historical/orders' },
    get('deposits', () => json(200, { deposits: [], cursor: '' })),
    get('withdrawals', () => json(200, { withdrawals: [], cursor: '' })),
    get('summary/total_resting_order_value', (call) => reads.restingValue(call)),
    {
      ...get('orders/{order}', (call) => reads.order(call)),
      computeCost: () => ({ cost: 2, shards: null }),
    },
  ];
}

/** A key locked to one subaccount may not name another. */
export function isLockedOut({ key, query }: RouteRequest): boolean {
  const named = parseInteger(query, 'subaccount');
  return key !== null && key.subaccount !== null && named !== null && named !== key.subaccount;
}

const isArchived = ({ status, updatedAt }: Order, { now }: RouteRequest): boolean =>
  status !== 'resting' && updatedAt < now - ENDED_ORDERS_MS;

class PortfolioReads {
  readonly #core: KalshiExchangeCore;
  readonly #readLagMs: () => number;
  readonly #faults: FaultInjector;

  constructor(core: KalshiExchangeCore, readLagMs: () => number, faults: FaultInjector) {
    this.#core = core;
    this.#readLagMs = readLagMs;
    this.#faults = faults;
  }

  balance(call: RouteRequest): SimulatorReply {
    const subaccount = this.#subaccount(call) ?? 0;
    const shard = parseInteger(call.query, 'exchange_index');
    const rows = this.#cashRows(call).filter(
      (row) => row.subaccount === subaccount && (shard === null || row.shard === shard),
    );
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n) as Notional;
    const invested = this.#getPositions(call)
      .filter((position) => position.subaccount === subaccount)
      .reduce((sum, { cost }) => sum + cost, 0n) as Notional;
    const breakdown = rows.map((row) => ({ exchange_index: row.shard, balance: money4(row.amount) }));
    return json(200, {
      balance: cents(total),
      balance_dollars: money4(total),
      portfolio_value: cents(invested),
      updated_ts: Math.floor(this.#asOf(call) / 1000),
      ...(call.key?.subaccount === null ? { balance_breakdown: breakdown } : {}),
    });
  }

  /** What the resting orders would cost if they opened positions, over all subaccounts of the key. */
  restingValue({ key }: RouteRequest): SimulatorReply {
    const byShard = new Map<number, bigint>();
    for (const order of this.#core.state.getAllResting(key?.user ?? '', key?.subaccount ?? null)) {
      const shard = this.#getShard(order.ticker);
      const value = computeUnitCost(order.side, order.price) * computeRemaining(order);
      byShard.set(shard, (byShard.get(shard) ?? 0n) + value);
    }
    const total = [...byShard.values()].reduce((sum, value) => sum + value, 0n) as Notional;
    return json(200, {
      total_resting_order_value: cents(total),
      resting_order_value_breakdown: [...byShard].map(([shard, value]) => ({
        exchange_index: shard,
        balance: money4(value as Notional),
      })),
    });
  }

  subaccounts(call: RouteRequest): SimulatorReply {
    const rows = this.#cashRows(call).map(({ subaccount, shard, amount }) => ({
      subaccount_number: subaccount,
      exchange_index: shard,
      balance: money4(amount),
      updated_ts: Math.floor(this.#asOf(call) / 1000),
    }));
    return json(200, { subaccount_balances: rows });
  }

  /** Without a subaccount parameter it uses subaccount 0. Settled markets are left out. */
  positions(call: RouteRequest): SimulatorReply {
    const { query } = call;
    const limit = parseLimit(query, 'GetPositions', 100, 1000);
    if (typeof limit !== 'number') return limit;
    const subaccount = this.#subaccount(call) ?? 0;
    const counts = parseList(query, 'count_filter') ?? [];
    const matching = this.#getPositions(call)
      .map((position, place) => ({ position, place }))
      .filter(({ position }) => {
        const market = this.#core.markets.get(position.ticker);
        return (
          position.subaccount === subaccount &&
          market?.row.status !== 'finalized' &&
          this.#matchesQuery(query, position.ticker) &&
          (!counts.includes('position') || position.qty !== 0n) &&
          (!counts.includes('total_traded') || position.traded !== 0n)
        );
      });
    const { items, cursor } = paginate(matching, ({ place }) => place, 1, limit, query.get('cursor'));
    const shown = items.map(({ position }) => position);
    return json(200, {
      cursor,
      market_positions: shown.map((each) => renderPosition(each, this.#getShard(each.ticker))),
      event_positions: this.#eventPositions(shown),
    });
  }

  fills(call: RouteRequest): SimulatorReply {
    const { query, key } = call;
    const limit = parseLimit(query, 'GetFills', 100, 1000);
    if (typeof limit !== 'number') return limit;
    const [from, until] = [
      parseTimeMs(query, 'min_ts') ?? 0,
      parseTimeMs(query, 'max_ts') ?? Number.POSITIVE_INFINITY,
    ];
    const asOf = Math.min(this.#asOf(call), until);
    const subaccount = this.#subaccount(call);
    const orderId = query.get('order_id');
    const all = this.#core.state.fills.get(key?.user ?? '') ?? [];
    const matching = filtered(
      newestFirst(all),
      (fill) =>
        fill.at <= asOf &&
        fill.at >= from &&
        (!orderId || fill.orderId === orderId) &&
        (subaccount === null || fill.subaccount === subaccount) &&
        this.#matchesQuery(query, fill.ticker),
    );
    const { items, cursor } = paginate(matching, ({ number }) => number, -1, limit, query.get('cursor'));
    return json(200, { cursor, fills: items.map((fill) => renderFill(fill, this.#getShard(fill.ticker))) });
  }

  settlements(call: RouteRequest): SimulatorReply {
    const { query, key } = call;
    const limit = parseLimit(query, 'GetSettlements', 100, 1000);
    if (typeof limit !== 'number') return limit;
    const subaccount = this.#subaccount(call);
    const from = parseTimeMs(query, 'min_ts') ?? 0;
    const until = Math.min(this.#asOf(call), parseTimeMs(query, 'max_ts') ?? Number.POSITIVE_INFINITY);
    const all = this.#core.state.settlements.get(key?.user ?? '') ?? [];
    const matching = filtered(
      newestFirst(all),
      (each) =>
        each.at <= until &&
        each.at >= from &&
        (subaccount === null || each.subaccount === subaccount) &&
        this.#matchesQuery(query, each.ticker),
    );
    const { items, cursor } = paginate(matching, ({ number }) => number, -1, limit, query.get('cursor'));
    const settlements = items.map((each) =>
      renderSettlement(each, this.#getEventTicker(each.ticker), this.#getShard(each.ticker)),
    );
    return json(200, { settlements, cursor });
  }

  /** The live or the archived orders. Like the venue, it ignores an unknown status filter. */
  orders(call: RouteRequest, areArchived: boolean): SimulatorReply {
    const { query, key } = call;
    const limit = parseLimit(query, 'GetOrders', 100, 1000);
    if (typeof limit !== 'number') return limit;
    const status = query.get('status');
    const { state } = this.#core;
    const user = key?.user ?? '';
    // Resting orders are searched among the live ones only, because the history can be long.
    const ids = status === 'resting' ? state.getLiveOrderIds(user, call.now) : state.getOrderIds(user);
    const seen = this.#getOrdersAsOf(ids, this.#asOf(call));
    const isShown = (): boolean => this.#faults.trigger('list_omits', { path: '/portfolio/orders' }) === null;
    const matching = filtered(
      seen,
      (order) => isArchived(order, call) === areArchived && this.#matchesFilter(order, call) && isShown(),
    );
    const { items, cursor } = paginate(matching, ({ number }) => number, -1, limit, query.get('cursor'));
    return json(200, { orders: items.map((each) => this.#render(each)), cursor });
  }

  order(call: RouteRequest): SimulatorReply {
    const order = this.#core.state.orders.asOf(call.params.order ?? '', this.#asOf(call));
    if (order === null || order.user !== call.key?.user || isArchived(order, call)) return notFound();
    const locked = call.key.subaccount;
    if (locked !== null && locked !== order.subaccount) return notFound();
    return json(200, { order: this.#render(order) });
  }

  #render(order: Order): unknown {
    const rendered = renderOrder(order, this.#getShard(order.ticker));
    const hasUnknownStatus = this.#faults.trigger('unknown_enum', { path: '/portfolio/orders' }) !== null;
    return hasUnknownStatus ? { ...rendered, status: 'pondering' } : rendered;
  }

  #matchesFilter(order: Order, call: RouteRequest): boolean {
    const { query } = call;
    const status = query.get('status') ?? '';
    const isStatus = ['resting', 'canceled', 'executed'].includes(status);
    const subaccount = this.#subaccount(call);
    const [from, until] = [parseTimeMs(query, 'min_ts'), parseTimeMs(query, 'max_ts')];
    return (
      (!isStatus || order.status === status) &&
      (subaccount === null || order.subaccount === subaccount) &&
      (from === null || order.createdAt >= from) &&
      (until === null || order.createdAt <= until) &&
      this.#matchesQuery(query, order.ticker)
    );
  }

  *#getOrdersAsOf(ids: readonly string[], moment: number): Generator<Order> {
    for (const id of newestFirst(ids)) {
      const order = this.#core.state.orders.asOf(id, moment);
      if (order !== null) yield order;
    }
  }

  #matchesQuery(query: URLSearchParams, ticker: string): boolean {
    const matching = query.get('ticker');
    const events = parseList(query, 'event_ticker');
    const shard = parseInteger(query, 'exchange_index');
    return (
      (!matching || matching === ticker) &&
      (events === null || events.includes(this.#getEventTicker(ticker))) &&
      (shard === null || shard === this.#getShard(ticker))
    );
  }

  #getPositions(call: RouteRequest): readonly Position[] {
    const { positions } = this.#core.state;
    return [...positions.keys()].flatMap((key) => {
      const position = positions.asOf(key, this.#asOf(call));
      return position !== null && position.user === call.key?.user ? [position] : [];
    });
  }

  #eventPositions(positions: readonly Position[]): readonly unknown[] {
    const byEvent = Map.groupBy(positions, ({ ticker }) => this.#getEventTicker(ticker));
    return [...byEvent].map(([event, members]) => {
      const sum = (of: (position: Position) => bigint): Notional =>
        members.reduce((total, each) => total + of(each), 0n) as Notional;
      return {
        event_ticker: event,
        total_cost_dollars: money6(sum(({ cost }) => cost)),
        total_cost_shares_fp: count2(sum(({ qty }) => (qty < 0n ? -qty : qty))),
        event_exposure_dollars: money6(sum(({ cost }) => cost)),
        realized_pnl_dollars: money6(sum(({ realized }) => realized)),
        fees_paid_dollars: money6(sum(({ fees }) => fees)),
      };
    });
  }

  #cashRows(call: RouteRequest) {
    const locked = call.key?.subaccount ?? null;
    return [...this.#core.state.cash.values()]
      .filter(({ user, subaccount }) => user === call.key?.user && (locked ?? subaccount) === subaccount)
      .map(({ user, subaccount, shard }) => {
        const key = cashKey(user, subaccount, shard);
        const amount = this.#core.funds.available.asOf(key, this.#asOf(call)) ?? NOTIONAL_ZERO;
        return { subaccount, shard, amount };
      });
  }

  #subaccount({ key, query }: RouteRequest): number | null {
    return key?.subaccount ?? parseInteger(query, 'subaccount');
  }

  #asOf({ now }: RouteRequest): number {
    return now - this.#readLagMs();
  }

  #getShard(ticker: string): number {
    return this.#core.markets.get(ticker)?.listing.shard ?? 0;
  }

  #getEventTicker(ticker: string): string {
    return this.#core.markets.get(ticker)?.listing.terms.eventTicker ?? '';
  }
}

function* filtered<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (matches(item)) yield item;
}
