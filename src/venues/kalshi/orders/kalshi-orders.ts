import { assert } from '../../../domain/model/assert.ts';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import { type Price, parsePrice, type Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { VenueAmend, VenueOrder, VenueOutcome } from '../../../ports/venue.ts';
import type { ValueOf } from '../codec/kalshi-decoder.ts';
import {
  convertYesPrice,
  renderCount,
  renderOrder,
  renderPrice,
  toBookSide,
} from '../codec/kalshi-mapping.ts';
import { ACK, AMEND_ACK, CANCEL_ACK } from '../codec/kalshi-messages.ts';
import { type Answer, describeFailure, type KalshiClient, type WriteRequest } from '../http/kalshi-client.ts';
import { isFokKill, toOutcome } from '../http/kalshi-failures.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';
import type { ClientIdCodec, OrderIdentity } from './kalshi-client-ids.ts';
import type { OrderQueries } from './kalshi-order-queries.ts';
import {
  clearPendingAmend,
  closeOrder,
  type OrderTracker,
  sumFills,
  type TrackedOrder,
  toFullReport,
} from './kalshi-order-tracker.ts';
import { checkAmend, checkOrder, marketBound, refused, type Tradable } from './kalshi-order-validation.ts';
import type { Reconciliation } from './kalshi-reconciliation.ts';

export interface OrderSenderDeps {
  readonly client: KalshiClient;
  readonly ids: ClientIdCodec;
  readonly tracker: OrderTracker;
  readonly queries: OrderQueries;
  readonly reconciliation: Reconciliation;
  readonly settings: KalshiSettings;
  readonly findMarket: (ticker: string) => Tradable | null;
  readonly findBook: (ticker: string) => BookSides | null;
}

const ORDERS = '/portfolio/events/orders';
const ONE_ORDER = `${ORDERS}/:order_id`;

/** Places, changes and cancels orders. Every answer says what is proven, and nothing beyond. */
export class OrderSender {
  readonly #deps: OrderSenderDeps;
  readonly #slippage: Price;

  constructor(deps: OrderSenderDeps) {
    this.#deps = deps;
    this.#slippage = parsePrice(deps.settings.marketSlippage) ?? (0n as Price);
  }

  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { ids, client, tracker } = this.#deps;
    const market = this.#deps.findMarket(order.venueInstrumentId);
    if (market === null) return refused('unknown_instrument', 'Kalshi does not list it, as far as we know');
    const { outcome, type, tif } = order;
    const named: OrderIdentity = { clientId: order.clientId, terms: { outcome, type, tif } };
    const uuid = ids.encode(named);
    if (uuid === null) return refused('invalid_client_id', `${order.clientId} has no name at Kalshi`);
    const wrong = checkOrder(order, market, client.time.now());
    if (wrong !== null) return wrong;
    const limit = this.#limitOf(order, market);
    if (!limit.ok) return limit.error;
    if (limit.value === null) {
      const nothing = tracker.addUnplaced(named, order, 'no_liquidity', client.time.now());
      return { kind: 'report', report: toFullReport(nothing) };
    }
    const answer = await client.order({
      method: 'POST',
      endpoint: ORDERS,
      path: ORDERS,
      query: {},
      body: renderOrder(order, uuid, limit.value, market.shard),
      shard: market.shard ?? 0,
      shape: ACK,
    });
    return this.#placed(order, named, uuid, limit.value, answer);
  }

  /** Native for price and total. The answer to a change tells little, so the order is read again. */
  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    const { client, queries } = this.#deps;
    const market = this.#deps.findMarket(amend.venueInstrumentId);
    if (market === null) return refused('unknown_instrument', 'Kalshi does not list it, as far as we know');
    const found = await this.#find(amend.clientId, amend.venueInstrumentId);
    if (found.kind !== 'found') return found.kind === 'failed' ? { kind: 'unsent', why: found.why } : UNKNOWN;
    const { known } = found;
    if (known.orderId === null) return refused('order_not_open', `the order is ${known.status}`);
    const wrong = checkAmend(amend, known, market);
    if (wrong !== null) return wrong;
    const yesPrice =
      amend.price === null ? known.yesPrice : convertYesPrice(amend.price, known.identity.terms.outcome);
    const qty = amend.qty ?? known.qty;
    const { ticker, bookSide: side, orderId } = known;
    const filledBefore = known.filledQty;
    known.pendingAmend = { yesPrice, qty };
    const answer = await client.order({
      ...writeOf('POST', known, '/amend'),
      body: { ticker, side, price: renderPrice(yesPrice), count: renderCount(qty) },
      shape: AMEND_ACK,
    });
    if (answer.kind !== 'ok') return this.#unamended(known, orderId, answer);
    this.#amended(known, yesPrice, qty, answer.value.ts_ms);
    const caused = answer.value.order_id === orderId ? (answer.value.fill_count ?? 0n) : 0n;
    await queries.read(orderId);
    await queries.pollUntil(
      () => known.status !== 'OPEN' || known.filledQty >= filledBefore + caused,
      () => queries.read(orderId),
    );
    await queries.awaitFills(known);
    return { kind: 'report', report: toFullReport(known) };
  }

  /** What is asked for stands until it is proven not to hold: fills may show that it does. */
  async #unamended(
    known: TrackedOrder,
    orderId: VenueOrderId,
    answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
  ): Promise<VenueOutcome> {
    if (answer.kind === 'lost') return { kind: 'unknown', why: answer.why };
    if (answer.kind === 'failure' && answer.failure.status === 404) {
      clearPendingAmend(known);
      await this.#deps.queries.read(orderId);
      return refused('order_not_open', `the order no longer rests: ${answer.failure.message}`);
    }
    const outcome = answer.kind === 'unsent' ? answer : toOutcome(answer.failure);
    if (outcome.kind !== 'unknown') clearPendingAmend(known);
    return outcome;
  }

  /** Safe to repeat. What is over already is told as it ended. */
  async cancel(clientId: VenueClientId, ticker: string): Promise<VenueOutcome> {
    const { client, queries } = this.#deps;
    const found = await this.#find(clientId, ticker);
    if (found.kind === 'failed') return { kind: 'unknown', why: found.why };
    if (found.kind === 'absent') return UNKNOWN;
    const { known } = found;
    if (known.status === 'OPEN' && known.orderId !== null) {
      const answer = await client.cancel({ ...writeOf('DELETE', known), body: null, shape: CANCEL_ACK });
      const outcome = await this.#cancelled(known, known.orderId, answer);
      if (outcome !== null) return outcome;
    }
    await queries.awaitFills(known);
    return { kind: 'report', report: toFullReport(known) };
  }

  #limitOf(order: VenueOrder, market: Tradable): ReturnType<typeof marketBound> {
    if (order.price !== null) return { ok: true, value: convertYesPrice(order.price, order.outcome) };
    return marketBound(order, market, this.#deps.findBook(order.venueInstrumentId), this.#slippage);
  }

  async #placed(
    order: VenueOrder,
    named: OrderIdentity,
    uuid: string,
    yesPrice: Price,
    answer: Answer<ValueOf<typeof ACK>>,
  ): Promise<VenueOutcome> {
    const { client, tracker, queries } = this.#deps;
    if (answer.kind === 'unsent') return answer;
    if (answer.kind === 'lost') return { kind: 'unknown', why: answer.why };
    if (answer.kind === 'failure') {
      if (!isFokKill(answer.failure)) return toOutcome(answer.failure);
      const killed = tracker.addUnplaced(named, order, 'fok_unfilled', client.time.now());
      return { kind: 'report', report: toFullReport(killed) };
    }
    const {
      order_id: orderId,
      client_order_id: echoed,
      fill_count: filledQty,
      remaining_count,
    } = answer.value;
    const isOurs = echoed === null || echoed === '' || echoed.toLowerCase() === uuid;
    if (!isOurs || filledQty + remaining_count > order.qty) {
      return { kind: 'unknown', why: `the answer is about ${orderId}, which cannot be this order` };
    }
    const isResting = remaining_count > 0n;
    const placed = queries.mergeOrder({
      orderId: orderId as VenueOrderId,
      uuid,
      ticker: order.venueInstrumentId,
      shard: this.#deps.findMarket(order.venueInstrumentId)?.shard ?? null,
      bookSide: toBookSide(order.side, order.outcome),
      status: isResting ? 'resting' : filledQty >= order.qty ? 'executed' : 'canceled',
      yesPrice,
      qty: order.qty,
      filledQty: filledQty as Qty,
      expiresAt: order.expiresAt,
      // An order that may rest and does not was cut where it would have met one of our own.
      why: order.tif === 'GTC' || order.tif === 'GTD' ? 'SelfTradeCancel' : null,
      at: answer.value.ts_ms,
    });
    assert(placed !== null, 'an order that we named is ours');
    await queries.awaitFills(placed);
    return { kind: 'report', report: toFullReport(placed) };
  }

  #amended(known: TrackedOrder, yesPrice: Price, qty: Qty, at: TimestampMs | null): void {
    known.pendingAmend = null;
    if (known.status !== 'OPEN') return;
    known.yesPrice = yesPrice;
    known.qty = qty;
    if (at !== null && at > known.at) known.at = at;
  }

  /** Null once the order is known to be over; else what is to be said instead. */
  async #cancelled(
    known: TrackedOrder,
    orderId: VenueOrderId,
    answer: Answer<ValueOf<typeof CANCEL_ACK>>,
  ): Promise<VenueOutcome | null> {
    const { queries } = this.#deps;
    if (answer.kind === 'unsent') return answer;
    if (answer.kind === 'lost') return { kind: 'unknown', why: answer.why };
    if (answer.kind === 'failure' && answer.failure.status !== 404) return toOutcome(answer.failure);
    if (answer.kind === 'ok' && answer.value.order_id === orderId) {
      // The rest that was taken back and the fills that we have must make up the whole.
      const { reduced_by: reducedBy, ts_ms: at } = answer.value;
      if (known.status === 'OPEN' && reducedBy + sumFills(known) === known.qty) {
        if (at !== null && at > known.at) known.at = at;
        closeOrder(known, 'requested');
        return null;
      }
    }
    // A 404 is no verdict: it may have been filled. Reads lag, so it is asked until it shows its end.
    const isOver = await queries.pollUntil(
      () => known.status !== 'OPEN',
      () => queries.read(orderId),
    );
    if (isOver) return null;
    return {
      kind: 'unknown',
      why: `the cancel was answered, and the order still shows as open: ${words(answer)}`,
    };
  }

  async #find(clientId: VenueClientId, ticker: string): ReturnType<Reconciliation['find']> {
    const known = this.#deps.tracker.byClientId(clientId);
    return known === null ? this.#deps.reconciliation.find(clientId, ticker) : { kind: 'found', known };
  }
}

const UNKNOWN = refused('unknown_order', 'Kalshi knows no such order of ours');

/** Always with the market: without it the venue looks on shard 0 alone. */
function writeOf(
  method: 'POST' | 'DELETE',
  known: TrackedOrder,
  suffix = '',
): Omit<WriteRequest<never>, 'body' | 'shape'> {
  const { orderId, ticker, shard } = known;
  const query = method === 'DELETE' ? { market_ticker: ticker, exchange_index: shard } : {};
  const path = `${ORDERS}/${encodeURIComponent(orderId ?? '')}${suffix}`;
  return { method, endpoint: ONE_ORDER + suffix, path, query, shard: shard ?? 0 };
}

const words = (answer: Answer<unknown>): string => (answer.kind === 'ok' ? 'taken' : describeFailure(answer));
