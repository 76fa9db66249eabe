/** The default answers of the fake service: a small, consistent market with the contract's records. */
import type { Order, Position } from '../src/index.ts';
import { createPrint, event, fill, genericAsset, instrument, NOW, order, position } from './records.ts';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RouteInput {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly json: Record<string, unknown>;
}

export const refuse = (
  status: number,
  error: string,
  details: Record<string, unknown> | null = null,
): Reply => ({
  status,
  body: { error, message: `${error} refused`, details, request_id: 'req_7f3a' },
});

const NOT_FOUND = refuse(404, 'not_found');
const NO_DAY_LIMITS = { day_cost_max: null, day_loss_max: null, orders_per_minute_max: null };
const LIMITS = { max_order_qty: '50', max_position_qty: '100', max_open_orders: 20, ...NO_DAY_LIMITS };
const APPROVAL = {
  id: 'apr_7',
  status: 'PENDING',
  key_id: 'key_agent',
  subaccount_id: 'sa_1',
  client_order_id: 'a-1',
  order: { side: 'BUY', qty: '100' },
  cost: '48',
  created_at: '2026-07-01T12:00:00.000Z',
  expires_at: '2026-07-01T12:05:00.000Z',
  decided_at: null,
  decided_by: null,
  order_id: null,
};
const GUARD = {
  subaccount_id: 'sa_1',
  armed: true,
  timeout_ms: 5_000,
  scope: 'KEY',
  block_after: true,
  deadline_at: '2026-07-01T12:00:05.000Z',
  fires_latest_at: '2026-07-01T12:00:15.000Z',
  fired_count: 0,
  last_fired_at: null,
  blocked: false,
  venues: [{ venue: 'Demo', dead_service: 'NONE', note: 'Demo runs within the service.' }],
};
const QUOTES = { subaccount_id: 'sa_1', quote_seq: 812, quotes: [] };
const MAKER_PROTECTION = {
  subaccount_id: 'sa_1',
  window_ms: 15_000,
  max_filled_qty: '500',
  max_net_qty: null,
  frozen_ms: 0,
  filled_qty: '0',
  net_qty: '0',
  frozen: false,
  frozen_at: null,
  frozen_until: null,
  breaches: 0,
  updated_at: null,
};
const NO_LIMITS = { max_order_qty: null, max_position_qty: null, max_open_orders: null, ...NO_DAY_LIMITS };
const BOOK = {
  bids: [{ price: '0.47', qty: '120' }],
  asks: [{ price: '0.49', qty: '80' }],
  timestamp: 1782907200000,
  sequence: 88121,
};

const LEVEL = { price: '0.47', qty: '150', breakdown: [{ venue: 'Demo', instrument_id: 1001, qty: '150' }] };

const FIGURES = {
  fills: 2,
  traded: '3.76',
  fees: '0.1',
  net_pnl: '0.24',
  unvalued_fills: 0,
  settled_markets: 1,
  won_markets: 1,
  mid_slippage: '0.02',
  mid_fills: 2,
  expected_slippage: '0',
  expected_fills: 1,
};
const PNL = { realized_pnl: '12.5', unrealized_pnl: '-0.4', fees: '1.06', equity: '11.04' };

const REVIEW = { generic_asset_id: 1000001, status: 'APPROVED', by: 'key_demo_1', why: 'one day', at: NOW };

/** Answers that never change, by `METHOD path`. */
const FIXED: Readonly<Record<string, unknown>> = {
  'GET /v1/markets/search': { items: [instrument], next_cursor: null },
  'GET /v1/markets': [instrument],
  'GET /v1/markets/match': instrument,
  'GET /v1/markets/1001': instrument,
  'GET /v1/markets/Demo%3ARAIN-LON-JUL01': instrument,
  'POST /v1/markets/lookup': [instrument],
  'GET /v1/events': [event],
  'GET /v1/opportunities': [],
  'GET /v1/opportunities/history': [],
  'GET /v1/opportunities/opp_91/history': { id: 'opp_91', points: [] },
  'GET /v1/generic-events': [],
  'GET /v1/events/evt_31': event,
  'GET /v1/markets/1001/book': { instrument_id: 1001, ...BOOK },
  'GET /v1/orderbooks/1001': { instrument_id: 1001, ...BOOK },
  'GET /v1/orderbooks/generic-asset/501': { generic_asset_id: 501, ...BOOK, bids: [LEVEL], asks: [] },
  'GET /v1/markets/1001/trades': [createPrint(70012)],
  'GET /v1/markets/1001/stats': {
    instrument_id: 1001,
    volume_24h: '1520',
    last_price: '0.47',
    as_of: 1782907200008,
    source: 'VENUE',
  },
  'GET /v1/candles': [
    { t: 1782903600000, o: '0.45', h: '0.49', l: '0.44', c: '0.47', v: '310', source: 'TRADES' },
  ],
  'GET /v1/prices': [{ timestamp: 1782907200008, price: '0.47', source: 'TRADES' }],
  'GET /v1/venues': [{ name: 'Demo', status: 'LIVE', capabilities: { trading: true, simulated: true } }],
  'GET /v1/venues/health': [{ venue: 'Demo', healthy: true, latency_ms: 0, checked_at: NOW, reason: null }],
  'GET /v1/venues/Demo/health': { venue: 'Demo', healthy: true, changes: [], latency: [], budgets: [] },
  'GET /v1/generic-assets': [genericAsset],
  'GET /v1/generic-assets/501': genericAsset,
  'GET /v1/matching/proposals': [],
  'GET /v1/matching/compare': { members: [], comparisons: [], reviews: [] },
  'GET /v1/matching/reviews': [REVIEW],
  'GET /v1/matching/reviews/1000001': { ...REVIEW, history: [REVIEW] },
  'POST /v1/matching/approve': REVIEW,
  'POST /v1/matching/reject': REVIEW,
  'GET /v1/fills': [fill],
  'GET /v1/balances': [
    {
      venue: 'Demo',
      currency: 'USD',
      total: null,
      available: null,
      reserved: '4.8',
      scope: 'SUBACCOUNT',
      as_of: NOW,
      stale: false,
    },
  ],
  'GET /v1/pnl': [{ t: 1782903600000, ...PNL }],
  'GET /v1/pnl/history': [{ t: 1782903600000, ...PNL }],
  'GET /v1/fair-values': { subaccount_id: 'sa_1', values: [] },
  'PUT /v1/fair-values': { subaccount_id: 'sa_1', values: [] },
  'GET /v1/fees': [{ venue: 'Demo', fees: null, instruments: 1 }],
  'POST /v1/fees/lookup': [
    { instrument_id: 1001, venue: 'Demo', fees: null, taker_fee: null, maker_fee: null },
  ],
  'GET /v1/pnl/breakdown': [{ group: 'Demo', ...PNL }],
  'GET /v1/performance': { groups: [{ group: 'Demo', ...FIGURES }], total: FIGURES, truncated: false },
  'GET /v1/risk/limits': { subaccount_id: null, ...NO_LIMITS, updated_at: null },
  'PUT /v1/risk/limits': { subaccount_id: 'sa_1', ...LIMITS, updated_at: NOW },
  'GET /v1/quotes': QUOTES,
  'PUT /v1/quotes': QUOTES,
  'DELETE /v1/quotes': QUOTES,
  'GET /v1/risk/mmp': MAKER_PROTECTION,
  'PUT /v1/risk/mmp': MAKER_PROTECTION,
  'POST /v1/risk/mmp/reset': MAKER_PROTECTION,
  'GET /v1/risk/guard': GUARD,
  'PUT /v1/risk/guard': GUARD,
  'POST /v1/replay': { state: 'PAUSED', speed: 'step', market_time: NOW, from: NOW, to: NOW, updates: 1 },
  'GET /v1/approvals': [APPROVAL],
  'POST /v1/approvals/apr_7': APPROVAL,
  'GET /v1/recorder': { enabled: false, state: 'OFF', bytes: 0, spans: [], gaps: [] },
  'GET /v1/limits': {
    buckets: [],
    venues: [],
    streams: { open: 5, max: 100 },
    orders_1h: 7,
    fills_1h: 2,
    order_to_fill_1h: '3.5',
  },
  'POST /v1/risk/kill-switch': {
    enabled: true,
    kill_switch_active: true,
    subaccounts: ['sa_1'],
    paused_complex_orders: [],
    updated_at: NOW,
  },
  'GET /v1/risk': {
    subaccount_id: 'sa_1',
    breached: false,
    breaches: [],
    kill_switch_active: false,
    open_orders: 0,
    position_qty: '0',
    limits: LIMITS,
    account_limits: NO_LIMITS,
    timestamp: 1782907200000,
  },
  'GET /v1/account': {
    account_id: 'acc_1',
    key_id: 'key_demo_1',
    permissions: ['read', 'trade', 'risk'],
    subaccounts: ['sa_1', 'sa_2'],
    expires_at: null,
    agent: null,
    limits: null,
    server_time: 1782907200000,
  },
  'GET /v1/subaccounts': [
    { subaccount_id: 'sa_1', name: 'Desk one', status: 'ACTIVE', kill_switch_active: false },
    { subaccount_id: 'sa_2', name: 'Desk two', status: 'ACTIVE', kill_switch_active: false },
  ],
  'GET /v1/time': { timestamp: 1782907200000 },
  'GET /v1/openapi.json': { openapi: '3.1.0' },
  'GET /v1/asyncapi.json': { asyncapi: '3.0.0' },
  'GET /health': { status: 'ok', version: '1.0.0', uptime_s: 12, checks: { storage: 'ok', venues: 'ok' } },
};

/** Orders are stored here, so that a caller can read, amend and cancel an order that it created. */
export class FakeMarket {
  readonly orders = new Map<string, Order>();
  readonly prints = [createPrint(70012)];
  readonly positions: Position[] = [position];
  /** Hears of each print as it happens. */
  onPrint: (print: ReturnType<typeof createPrint>) => void = () => {};
  readonly #bodies = new Map<string, string>();

  reply(input: RouteInput): Reply {
    const { method, path, search, json } = input;
    const route = `${method} ${path}`;
    if (route in FIXED) return { body: FIXED[route] };
    if (route === 'GET /metrics') return { body: 'crossbook_up 1\n' };
    if (route === 'GET /v1/tradeprints') return { body: this.#printsFor(search) };
    if (route === 'GET /v1/positions') return { body: this.positions };
    if (path.startsWith('/v1/positions/'))
      return { body: route === 'GET /v1/positions/operations' ? [] : {} };
    if (route === 'POST /v1/orders/preview') return { body: {} };
    if (/^GET \/v1\/orders\/[^/]+\/receipt$/.test(route)) return { body: {} };
    if (route === 'GET /v1/orders') return { body: [...this.orders.values()].reverse() };
    if (route === 'POST /v1/orders') return this.#create(json);
    if (route === 'POST /v1/orders/batch') return { body: this.#createEach(json['orders']) };
    if (route.endsWith('/cancel-all')) return { body: this.#cancelAll(json['subaccount_id']) };
    if (/^\/v1\/(?:webhooks|alerts)/.test(path)) return { body: method === 'GET' ? [] : {} };
    if (path.startsWith('/v1/complex-orders')) return { body: route === 'GET /v1/complex-orders' ? [] : {} };
    const id = /^\/v1\/orders\/(.+)$/.exec(path)?.[1];
    return id === undefined ? NOT_FOUND : this.#one(method, id, json);
  }

  trade(): void {
    const print = createPrint((this.prints.at(-1)?.id ?? 70011) + 1);
    this.prints.push(print);
    this.onPrint(print);
  }

  #printsFor(search: URLSearchParams): unknown[] {
    const after = search.get('after_id');
    if (after !== null) return this.prints.filter((print) => print.id > Number(after));
    return [...this.prints].reverse().slice(0, Number(search.get('limit') ?? 100));
  }

  #create(json: Record<string, unknown>): Reply {
    const key = String(json['client_order_id']);
    const body = JSON.stringify(json);
    const known = [...this.orders.values()].find((one) => one.client_order_id === key);
    if (known) return this.#bodies.get(key) === body ? { body: known } : refuse(409, 'idempotency_conflict');
    const isComplete = json['type'] === 'MARKET' || json['price'] !== undefined;
    if (!isComplete || json['qty'] === '0') return refuse(422, 'validation');
    const created = {
      ...order,
      ...json,
      id: `ord_${1042 + this.orders.size}`,
      remaining_qty: json['qty'],
    } as Order;
    this.#bodies.set(key, body);
    this.orders.set(created.id, created);
    if (json['type'] === 'MARKET') this.trade();
    return { body: created };
  }

  #createEach(items: unknown): unknown[] {
    return (items as Record<string, unknown>[]).map((item, index) => {
      const { status, body } = this.#create(item);
      const isOrder = status === undefined;
      const { client_order_id } = item;
      return isOrder
        ? { index, ...(body as Order) }
        : { index, id: null, client_order_id, status: 'REJECTED', ...(body as object) };
    });
  }

  #one(method: string, id: string, json: Record<string, unknown>): Reply {
    const known = this.orders.get(/^\d+$/.test(id) ? `ord_${id}` : id);
    if (known === undefined) return NOT_FOUND;
    if (method === 'PATCH') Object.assign(known, json);
    if (method === 'DELETE')
      Object.assign(known, { status: 'CANCELLED', reason: 'user_cancel', remaining_qty: '0' });
    return { body: known };
  }

  #cancelAll(subaccountId: unknown): unknown {
    const open = [...this.orders.values()].filter((one) => one.status === 'OPEN');
    for (const one of open) one.status = 'CANCELLED';
    const cancelled_order_ids = open.map((one) => one.id);
    const cancelled = cancelled_order_ids.length;
    return {
      subaccount_id: subaccountId ?? null,
      cancelled,
      cancelled_order_ids,
      pending_order_ids: [],
      failed: [],
    };
  }
}
