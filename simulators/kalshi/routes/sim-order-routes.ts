import type { FaultInjector } from '#matching-engine';
import type { Random } from '#ports';
import { randomUuid } from '../../shared/process-environment.ts';
import type { SimulatorReply } from '../../shared/simulator-types.ts';
import { computeRemaining, type Order } from '../exchange-records.ts';
import type { EventPublisher } from '../exchange-transaction.ts';
import { publishGhostFill } from '../kalshi-admin.ts';
import { flat, json, nested, reject, renderRejection, statusReply } from '../kalshi-errors.ts';
import type { KalshiExchangeCore } from '../kalshi-exchange-core.ts';
import {
  isJsonObject,
  type OrderRequest,
  parseAmendment,
  parseOrderRequest,
  parseShard,
} from '../order-request.ts';
import { renderPlaced } from '../render-orders.ts';
import { DEFAULT_COST } from '../request-costs.ts';
import { parseInteger, type RequestCost, type Route, type RouteRequest } from '../route-helpers.ts';
import type { ApiKey } from '../simulator-keys.ts';
import { COUNT_STEP, count2, parseCount } from '../wire-units.ts';
import { SHARDS } from './exchange-status-routes.ts';

const PATH = '/portfolio/events/orders';
const CANCEL_COST = 2;
const SCOPE = 'write::trade';

/** Order routes. The paths of API version 1 return 410. */
export function orderRoutes(
  core: KalshiExchangeCore,
  faults: FaultInjector,
  publisher: EventPublisher,
  random: Random,
): readonly Route[] {
  const handlers = new OrderHandlers(core, faults, publisher, random);
  const route = (
    method: string,
    path: string,
    computeCost: Route['computeCost'],
    run: Route['run'],
  ): Route => ({
    method,
    path,
    run,
    scope: SCOPE,
    ...(computeCost === undefined ? {} : { computeCost }),
    hasBody: method === 'POST' || path.endsWith('/batched'),
  });
  const cancelCost = (call: RouteRequest): RequestCost =>
    toRequestCost(CANCEL_COST, parseInteger(call.query, 'exchange_index'));
  const batchCost =
    (each: number) =>
    ({ body }: RouteRequest): RequestCost => ({
      cost: each * Math.max(1, getEntries(body).length),
      shards: [0],
    });
  return [
    route('POST', `${PATH}/batched`, batchCost(DEFAULT_COST), (call) => handlers.createBatch(call)),
    route('DELETE', `${PATH}/batched`, batchCost(CANCEL_COST), (call) => handlers.cancelBatch(call)),
    route('POST', PATH, bodyCost, (call) => handlers.create(call)),
    route('DELETE', PATH, cancelCost, (call) => handlers.cancelAll(call)),
    route('POST', `${PATH}/{order}/amend`, bodyCost, (call) => handlers.amend(call)),
    route('POST', `${PATH}/{order}/decrease`, bodyCost, (call) => handlers.decrease(call)),
    route('DELETE', `${PATH}/{order}`, cancelCost, (call) => handlers.cancel(call)),
    ...RETIRED.map(([method, path]): Route => ({ method, path, scope: SCOPE, run: retired })),
  ];
}

const retired = (): SimulatorReply => statusReply(410, null);
const RETIRED = [
  ['POST', '/portfolio/orders'],
  ['POST', '/portfolio/orders/batched'],
  ['DELETE', '/portfolio/orders/batched'],
  ['DELETE', '/portfolio/orders/{order}'],
  ['POST', '/portfolio/orders/{order}/amend'],
  ['POST', '/portfolio/orders/{order}/decrease'],
] as const;

/** A request without a shard is charged to the buckets of all shards. */
const toRequestCost = (cost: number, shard: number | null): RequestCost => ({
  cost,
  shards: shard === null || shard < 0 ? SHARDS : [shard],
});

const bodyCost = ({ body }: RouteRequest): RequestCost =>
  toRequestCost(DEFAULT_COST, isJsonObject(body) ? parseShard(body.exchange_index) : null);

const getEntries = (body: unknown): readonly unknown[] =>
  isJsonObject(body) && Array.isArray(body.orders) ? body.orders : [];

const INTERRUPTED = json(500, { error: { code: 'internal_error', message: 'internal server error' } });

class OrderHandlers {
  readonly #core: KalshiExchangeCore;
  readonly #faults: FaultInjector;
  readonly #publisher: EventPublisher;
  readonly #random: Random;

  constructor(core: KalshiExchangeCore, faults: FaultInjector, publisher: EventPublisher, random: Random) {
    this.#core = core;
    this.#faults = faults;
    this.#publisher = publisher;
    this.#random = random;
  }

  create({ body, key, now }: RouteRequest): SimulatorReply {
    const request = parseOrderRequest(body, requireKey(key));
    if ('status' in request) return request;
    if (isLocked(requireKey(key), request)) return FORBIDDEN;
    const placed = this.#core.place(requireKey(key).user, request);
    if (!placed.ok) return renderRejection(placed.error);
    if (this.#faults.trigger('ghost_fill') !== null) {
      publishGhostFill(this.#core, this.#publisher, placed.value.order, randomUuid(this.#random), now);
    }
    return json(201, this.#applyReplyFaults(renderPlaced(placed.value)));
  }

  /** Not atomic: each entry succeeds or fails alone. An unreadable entry rejects the whole batch. */
  createBatch({ body, key }: RouteRequest): SimulatorReply {
    const requests = getEntries(body).map((entry) => parseOrderRequest(entry, requireKey(key)));
    if (requests.length === 0) return flat('invalid_parameters', 'orders is required');
    const read: OrderRequest[] = [];
    for (const request of requests) {
      if ('status' in request) return request;
      read.push(request);
    }
    if (read.some((request) => isLocked(requireKey(key), request))) return FORBIDDEN;
    const orders = read.map((request) => {
      const placed = this.#core.place(requireKey(key).user, request);
      if (placed.ok) return { ...renderPlaced(placed.value), error: null };
      const nothing = { fill_count: null, remaining_count: null, ts_ms: null };
      return { client_order_id: request.clientId, ...nothing, error: placed.error.error };
    });
    return json(201, { orders });
  }

  amend(call: RouteRequest): SimulatorReply {
    const amendment = parseAmendment(call.body);
    if ('status' in amendment) return amendment;
    const refusal = this.#checkSubaccount(call);
    if (refusal !== null) return refusal;
    const amended = this.#core.amend(requireKey(call.key).user, call.params.order ?? '', amendment);
    return amended.ok
      ? json(200, this.#applyReplyFaults(renderPlaced(amended.value)))
      : renderRejection(amended.error);
  }

  decrease(call: RouteRequest): SimulatorReply {
    const { body, params, key } = call;
    const [by, to] = isJsonObject(body) ? [body.reduce_by, body.reduce_to] : [undefined, undefined];
    const isZero = typeof to === 'string' && /^0(\.0{1,2})?$/.test(to);
    const count = parseCount(by ?? to);
    if ((by === undefined) === (to === undefined) || (count === null && !isZero)) {
      return flat('invalid_parameters', 'exactly one of reduce_by and reduce_to is required');
    }
    const refusal = this.#checkSubaccount(call);
    if (refusal !== null) return refusal;
    const leaves = (left: bigint): bigint => (by === undefined ? (count ?? 0n) : left - (count ?? 0n));
    const done = this.#core.decrease(requireKey(key).user, params.order ?? '', leaves);
    if (!done.ok) return renderRejection(done.error);
    const { id, clientId, updatedAt } = done.value;
    const remaining = { remaining_count: count2(computeRemaining(done.value)) };
    return json(
      200,
      this.#applyReplyFaults({ order_id: id, client_order_id: clientId, ...remaining, ts_ms: updatedAt }),
    );
  }

  /** Without a market or shard parameter, only shard 0 is searched. */
  cancel(call: RouteRequest): SimulatorReply {
    const { query, params, key, now } = call;
    const refusal = this.#checkSubaccount(call);
    if (refusal !== null) return refusal;
    const ticker = query.get('market_ticker');
    const named = parseInteger(query, 'exchange_index');
    const shard = named !== null && named >= 0 ? named : this.#getShard(ticker);
    const cancelled = this.#core.cancel(requireKey(key).user, params.order ?? '', shard);
    if (!cancelled.ok) return renderRejection(cancelled.error);
    return json(200, this.#applyReplyFaults(renderCancelled(cancelled.value, now)));
  }

  cancelBatch({ body, key, now }: RouteRequest): SimulatorReply {
    const entries = getEntries(body).filter(isJsonObject);
    if (entries.length === 0) return flat('invalid_parameters', 'orders is required');
    const isInterrupted = this.#faults.trigger('batch_interrupted') !== null;
    const executed = isInterrupted ? entries.slice(0, Math.ceil(entries.length / 2)) : entries;
    const orders = executed.map((entry) => {
      const id = String(entry.order_id);
      const ticker = typeof entry.market_ticker === 'string' ? entry.market_ticker : null;
      const shard = parseShard(entry.exchange_index) ?? this.#getShard(ticker);
      const known = this.#core.state.orders.latest(id);
      const isForeign =
        known !== null && (requireKey(key).subaccount ?? known.subaccount) !== known.subaccount;
      const cancelled = isForeign
        ? { ok: false as const, error: reject(404, 'not_found') }
        : this.#core.cancel(requireKey(key).user, id, shard);
      if (cancelled.ok) return { ...renderCancelled(cancelled.value, now), error: null };
      return { order_id: id, reduced_by: '0.00', ts_ms: null, error: cancelled.error.error };
    });
    return isInterrupted ? INTERRUPTED : json(200, { orders });
  }

  /** Cancels on all shards, and for all subaccounts unless one is named. */
  cancelAll({ query, key }: RouteRequest): SimulatorReply {
    const { user, subaccount: locked } = requireKey(key);
    const named = parseInteger(query, 'subaccount');
    if (locked !== null && named !== null && named !== locked) return FORBIDDEN;
    this.#core.runTransaction(() => {
      for (const { id } of this.#core.state.getAllResting(user, locked ?? named)) {
        this.#core.cancel(user, id, null);
      }
    });
    return { status: 204, headers: {}, body: '' };
  }

  /** Returns 404 for an order of a subaccount other than the one of the key or the query. */
  #checkSubaccount({ key, query, params }: RouteRequest): SimulatorReply | null {
    const order = this.#core.state.orders.latest(params.order ?? '');
    if (order === null) return null;
    const named = parseInteger(query, 'subaccount');
    const locked = requireKey(key).subaccount;
    if (locked !== null && named !== null && named !== locked) return FORBIDDEN;
    const subaccount = locked ?? named ?? order.subaccount;
    return subaccount === order.subaccount ? null : renderRejection(reject(404, 'not_found'));
  }

  #getShard(ticker: string | null): number {
    return this.#core.markets.get(ticker ?? '')?.listing.shard ?? 0;
  }

  /** Applies faults observed at the venue: another order's id, or missing optional fields. */
  #applyReplyFaults(ack: Readonly<Record<string, unknown>>): unknown {
    if (this.#faults.trigger('wrong_ack_id') !== null) return { ...ack, order_id: OTHER_ORDER_ID };
    if (this.#faults.trigger('omit_optional') === null) return ack;
    const { client_order_id: _, average_fill_price: __, average_fee_paid: ___, ...required } = ack;
    return required;
  }
}

const OTHER_ORDER_ID = '00000000-0000-4000-8000-000000000000';
const FORBIDDEN = nested(403, 'subaccount_not_allowed');

/** The router guarantees a key on private routes. */
function requireKey(key: ApiKey | null): ApiKey {
  if (key === null) throw new Error('a private route without a key');
  return key;
}

const isLocked = ({ subaccount }: ApiKey, request: OrderRequest): boolean =>
  subaccount !== null && request.subaccount !== subaccount;

const renderCancelled = (before: Order, now: number) => ({
  order_id: before.id,
  client_order_id: before.clientId,
  reduced_by: count2(((before.qty - before.filledQty) / COUNT_STEP) * COUNT_STEP),
  ts_ms: now,
});
