import type { FaultInjector } from '../../../src/domain/matching-engine/fault-injector.ts';
import type { Random } from '../../../src/ports/environment.ts';
import { uuidOf } from '../../shared/process-environment.ts';
import type { SimulatorReply } from '../../shared/simulator-types.ts';
import type { EventPublisher } from '../event-publisher.ts';
import { type Order, remainingOf } from '../exchange-records.ts';
import { ghostFill } from '../kalshi-admin.ts';
import { flat, json, nested, statusReply } from '../kalshi-errors.ts';
import type { KalshiExchangeCore } from '../kalshi-exchange-core.ts';
import { refused, renderRefused } from '../kalshi-router.ts';
import { isFields, type OrderRequest, parseAmendment, parseOrderRequest, shardOf } from '../order-request.ts';
import { renderPlaced } from '../render-orders.ts';
import { DEFAULT_COST } from '../request-costs.ts';
import { integerOf, type RequestCost, type Route, type RouteRequest } from '../route-helpers.ts';
import type { ApiKey } from '../simulator-keys.ts';
import { SHARDS } from '../trading-status.ts';
import { COUNT_STEP, count2, parseCount } from '../wire-units.ts';

const PATH = '/portfolio/events/orders';
const CANCEL_COST = 2;
const SCOPE = 'write::trade';

/** What changes orders. The old paths of the first version are gone: 410. */
export function orderRoutes(
  floor: KalshiExchangeCore,
  faults: FaultInjector,
  sink: EventPublisher,
  random: Random,
): readonly Route[] {
  const desk = new OrderDesk(floor, faults, sink, random);
  const route = (method: string, path: string, toll: Route['toll'], run: Route['run']): Route => ({
    method,
    path,
    run,
    scope: SCOPE,
    ...(toll === undefined ? {} : { toll }),
    hasBody: method === 'POST' || path.endsWith('/batched'),
  });
  const cancelToll = (asked: RouteRequest): RequestCost =>
    tollOf(CANCEL_COST, integerOf(asked.query, 'exchange_index'));
  const batchToll =
    (each: number) =>
    ({ body }: RouteRequest): RequestCost => ({
      cost: each * Math.max(1, entriesOf(body).length),
      shards: [0],
    });
  return [
    route('POST', `${PATH}/batched`, batchToll(DEFAULT_COST), (asked) => desk.createBatch(asked)),
    route('DELETE', `${PATH}/batched`, batchToll(CANCEL_COST), (asked) => desk.cancelBatch(asked)),
    route('POST', PATH, bodyToll, (asked) => desk.create(asked)),
    route('DELETE', PATH, cancelToll, (asked) => desk.cancelAll(asked)),
    route('POST', `${PATH}/{order}/amend`, bodyToll, (asked) => desk.amend(asked)),
    route('POST', `${PATH}/{order}/decrease`, bodyToll, (asked) => desk.decrease(asked)),
    route('DELETE', `${PATH}/{order}`, cancelToll, (asked) => desk.cancel(asked)),
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

/** A request that names no shard is billed to every shard's bucket. */
const tollOf = (cost: number, shard: number | null): RequestCost => ({
  cost,
  shards: shard === null || shard < 0 ? SHARDS : [shard],
});

const bodyToll = ({ body }: RouteRequest): RequestCost =>
  tollOf(DEFAULT_COST, isFields(body) ? shardOf(body.exchange_index) : null);

const entriesOf = (body: unknown): readonly unknown[] =>
  isFields(body) && Array.isArray(body.orders) ? body.orders : [];

class OrderDesk {
  readonly #floor: KalshiExchangeCore;
  readonly #faults: FaultInjector;
  readonly #sink: EventPublisher;
  readonly #random: Random;

  constructor(floor: KalshiExchangeCore, faults: FaultInjector, sink: EventPublisher, random: Random) {
    this.#floor = floor;
    this.#faults = faults;
    this.#sink = sink;
    this.#random = random;
  }

  create({ body, key, now }: RouteRequest): SimulatorReply {
    const draft = parseOrderRequest(body, keyOf(key));
    if ('status' in draft) return draft;
    if (isLocked(keyOf(key), draft)) return FORBIDDEN;
    const placed = this.#floor.place(keyOf(key).user, draft);
    if (!placed.ok) return renderRefused(placed.error);
    if (this.#faults.trigger('ghost_fill') !== null) {
      ghostFill(this.#floor, this.#sink, placed.value.order, uuidOf(this.#random), now);
    }
    return json(201, this.#odd(renderPlaced(placed.value)));
  }

  /** Not atomic: each entry stands for itself, but a body that cannot be read is refused whole. */
  createBatch({ body, key }: RouteRequest): SimulatorReply {
    const drafts = entriesOf(body).map((entry) => parseOrderRequest(entry, keyOf(key)));
    if (drafts.length === 0) return flat('invalid_parameters', 'orders is required');
    const read: OrderRequest[] = [];
    for (const draft of drafts) {
      if ('status' in draft) return draft;
      read.push(draft);
    }
    if (read.some((draft) => isLocked(keyOf(key), draft))) return FORBIDDEN;
    const orders = read.map((draft) => {
      const placed = this.#floor.place(keyOf(key).user, draft);
      if (placed.ok) return { ...renderPlaced(placed.value), error: null };
      const nothing = { fill_count: null, remaining_count: null, ts_ms: null };
      return { client_order_id: draft.clientId, ...nothing, error: placed.error.error };
    });
    return json(201, { orders });
  }

  amend(asked: RouteRequest): SimulatorReply {
    const amendment = parseAmendment(asked.body);
    if ('status' in amendment) return amendment;
    const refusal = this.#foreign(asked);
    if (refusal !== null) return refusal;
    const amended = this.#floor.amend(keyOf(asked.key).user, asked.params.order ?? '', amendment);
    return amended.ok ? json(200, this.#odd(renderPlaced(amended.value))) : renderRefused(amended.error);
  }

  decrease(asked: RouteRequest): SimulatorReply {
    const { body, params, key } = asked;
    const [by, to] = isFields(body) ? [body.reduce_by, body.reduce_to] : [undefined, undefined];
    const isZero = typeof to === 'string' && /^0(\.0{1,2})?$/.test(to);
    const count = parseCount(by ?? to);
    if ((by === undefined) === (to === undefined) || (count === null && !isZero)) {
      return flat('invalid_parameters', 'exactly one of reduce_by and reduce_to');
    }
    const refusal = this.#foreign(asked);
    if (refusal !== null) return refusal;
    const leaves = (left: bigint): bigint => (by === undefined ? (count ?? 0n) : left - (count ?? 0n));
    const done = this.#floor.decrease(keyOf(key).user, params.order ?? '', leaves);
    if (!done.ok) return renderRefused(done.error);
    const { id, clientId, updatedAt } = done.value;
    const remaining = { remaining_count: count2(remainingOf(done.value)) };
    return json(200, this.#odd({ order_id: id, client_order_id: clientId, ...remaining, ts_ms: updatedAt }));
  }

  /** Without a market or a shard only shard 0 is looked at. */
  cancel(asked: RouteRequest): SimulatorReply {
    const { query, params, key, now } = asked;
    const refusal = this.#foreign(asked);
    if (refusal !== null) return refusal;
    const ticker = query.get('market_ticker');
    const named = integerOf(query, 'exchange_index');
    const shard = named !== null && named >= 0 ? named : this.#shardOf(ticker);
    const cancelled = this.#floor.cancel(keyOf(key).user, params.order ?? '', shard);
    if (!cancelled.ok) return renderRefused(cancelled.error);
    return json(200, this.#odd(renderCancelled(cancelled.value, now)));
  }

  cancelBatch({ body, key, now }: RouteRequest): SimulatorReply {
    const entries = entriesOf(body).filter(isFields);
    if (entries.length === 0) return flat('invalid_parameters', 'orders is required');
    const orders = entries.map((entry) => {
      const id = String(entry.order_id);
      const ticker = typeof entry.market_ticker === 'string' ? entry.market_ticker : null;
      const shard = shardOf(entry.exchange_index) ?? this.#shardOf(ticker);
      const known = this.#floor.state.orders.now(id);
      const isForeign = known !== null && (keyOf(key).subaccount ?? known.subaccount) !== known.subaccount;
      const cancelled = isForeign
        ? { ok: false as const, error: refused(404, 'not_found') }
        : this.#floor.cancel(keyOf(key).user, id, shard);
      if (cancelled.ok) return { ...renderCancelled(cancelled.value, now), error: null };
      return { order_id: id, reduced_by: '0.00', ts_ms: null, error: cancelled.error.error };
    });
    return json(200, { orders });
  }

  /** Every shard; every subaccount unless one is named. */
  cancelAll({ query, key }: RouteRequest): SimulatorReply {
    const { user, subaccount: locked } = keyOf(key);
    const named = integerOf(query, 'subaccount');
    if (locked !== null && named !== null && named !== locked) return FORBIDDEN;
    this.#floor.turn(() => {
      for (const { id } of this.#floor.state.allRestingOf(user, locked ?? named)) {
        this.#floor.cancel(user, id, null);
      }
    });
    return { status: 204, headers: {}, body: '' };
  }

  /** An order of a subaccount that the key, or the query, does not mean is not found. */
  #foreign({ key, query, params }: RouteRequest): SimulatorReply | null {
    const order = this.#floor.state.orders.now(params.order ?? '');
    if (order === null) return null;
    const named = integerOf(query, 'subaccount');
    const locked = keyOf(key).subaccount;
    if (locked !== null && named !== null && named !== locked) return FORBIDDEN;
    const meant = locked ?? named ?? order.subaccount;
    return meant === order.subaccount ? null : renderRefused(refused(404, 'not_found'));
  }

  #shardOf(ticker: string | null): number {
    return this.#floor.markets.get(ticker ?? '')?.listing.shard ?? 0;
  }

  /** Answers as they were seen to go wrong: another order's id, or optional fields missing. */
  #odd(ack: Readonly<Record<string, unknown>>): unknown {
    if (this.#faults.trigger('wrong_ack_id') !== null) return { ...ack, order_id: OTHER_ID };
    if (this.#faults.trigger('omit_optional') === null) return ack;
    const { client_order_id: _, average_fill_price: __, average_fee_paid: ___, ...required } = ack;
    return required;
  }
}

const OTHER_ID = '00000000-0000-4000-8000-000000000000';
const FORBIDDEN = nested(403, 'subaccount_not_allowed');

/** Private routes come with a key. */
function keyOf(key: ApiKey | null): ApiKey {
  if (key === null) throw new Error('a private route without a key');
  return key;
}

const isLocked = ({ subaccount }: ApiKey, draft: OrderRequest): boolean =>
  subaccount !== null && draft.subaccount !== subaccount;

const renderCancelled = (before: Order, now: number) => ({
  order_id: before.id,
  client_order_id: before.clientId,
  reduced_by: count2(((before.qty - before.filledQty) / COUNT_STEP) * COUNT_STEP),
  ts_ms: now,
});
