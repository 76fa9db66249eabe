import {
  assert,
  createLruCache,
  type Price,
  parsePrice,
  QTY_ZERO,
  type Qty,
  type TimestampMs,
  type ValueOf,
  type VenueClientId,
  type VenueOrderId,
} from '#contract';
import { type BookSides, findOtherTerms } from '#domain';
import type { OrderObstacle, VenueAmend, VenueOrder, VenueOutcome } from '#ports';
import {
  convertYesPrice,
  renderCount,
  renderOrder,
  renderPrice,
  toBookSide,
} from '../codec/kalshi-mapping.ts';
import { ACK, AMEND_ACK } from '../codec/kalshi-messages.ts';
import { type Answer, describeFailure, type KalshiClient, type WriteRequest } from '../http/kalshi-client.ts';
import { isFokKill, toOutcome, toVenueAnswer } from '../http/kalshi-failures.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';
import type { CancelAck, CancelSender } from './kalshi-cancels.ts';
import type { ClientIdCodec, OrderIdentity } from './kalshi-client-ids.ts';
import type { OrderQueries } from './kalshi-order-queries.ts';
import {
  clearPendingAmend,
  closeOrder,
  type OrderTracker,
  sumFills,
  type TrackedOrder,
  toFullReport,
  toShownTerms,
} from './kalshi-order-tracker.ts';
import {
  checkAmend,
  checkOrder,
  marketBound,
  refused,
  type Tradable,
  unsent,
} from './kalshi-order-validation.ts';
import type { Reconciliation } from './kalshi-reconciliation.ts';

export interface OrderSenderDeps {
  readonly client: KalshiClient;
  readonly cancels: CancelSender;
  readonly ids: ClientIdCodec;
  readonly tracker: OrderTracker;
  readonly queries: OrderQueries;
  readonly reconciliation: Reconciliation;
  readonly settings: KalshiSettings;
  readonly findMarket: (ticker: string) => Tradable | null;
  readonly findBook: (ticker: string) => BookSides | null;
}

const ORDERS = '/portfolio/events/orders';
const SENT_MAX = 10_000;

/** Places, amends and cancels orders. An outcome states only what the venue's answer proves. */
export class OrderSender {
  readonly #deps: OrderSenderDeps;
  readonly #slippage: Price;
  readonly #sent = createLruCache<VenueClientId, VenueOrder>(SENT_MAX);

  constructor(deps: OrderSenderDeps) {
    this.#deps = deps;
    this.#slippage = parsePrice(deps.settings.marketSlippage) ?? (0n as Price);
  }

  /** Why Kalshi would refuse the order: its terms, or MARKET without a current book. */
  findObstacle(order: Omit<VenueOrder, 'clientId'>): OrderObstacle | null {
    const market = this.#deps.findMarket(order.venueInstrumentId);
    if (market === null) return UNLISTED;
    const wrong = checkOrder(order, market, this.#deps.client.time.now());
    if (wrong !== null) return wrong;
    const limit = this.#computeLimit(order, market);
    return limit.ok ? null : limit.error;
  }

  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { ids, client, tracker } = this.#deps;
    const market = this.#deps.findMarket(order.venueInstrumentId);
    if (market === null) return UNLISTED;
    const { outcome, type, tif } = order;
    const identity: OrderIdentity = { clientId: order.clientId, terms: { outcome, type, tif } };
    const before = this.#sent.has(order.clientId) ? null : tracker.byClientId(order.clientId);
    // A client id is sent once, so an order that has it already is of a ledger that was lost.
    if (before !== null) return { kind: 'unsent', reason: 'id_in_use', why: describeOther(before) };
    const uuid = ids.encode(identity);
    if (uuid === null)
      return unsent('invalid_order', `${order.clientId} cannot be encoded as a Kalshi order id`);
    const wrong = checkOrder(order, market, client.time.now());
    if (wrong !== null) return wrong;
    const limit = this.#computeLimit(order, market);
    if (!limit.ok) return limit.error;
    if (limit.value === null) {
      const cancelled = tracker.addUnplaced(identity, order, 'no_liquidity', client.time.now());
      return { kind: 'report', report: toFullReport(cancelled) };
    }
    this.#sent.set(order.clientId, order);
    const answer = await client.order({
      method: 'POST',
      endpoint: ORDERS,
      path: ORDERS,
      query: {},
      body: renderOrder(order, uuid, limit.value, market.shard),
      shard: market.shard ?? 0,
      shape: ACK,
    });
    return this.#onPlaced(order, identity, uuid, limit.value, answer);
  }

  /** Amends price and total natively. The acknowledgement is incomplete, so the order is read afterwards. */
  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    const { client, queries } = this.#deps;
    const market = this.#deps.findMarket(amend.venueInstrumentId);
    if (market === null) return refused('unknown_instrument', 'Kalshi does not list this market');
    const found = await this.#find(amend.clientId, amend.venueInstrumentId);
    if (found.kind !== 'found')
      return found.kind === 'failed' ? { kind: 'unsent', why: found.why } : UNKNOWN_ORDER;
    const { order } = found;
    if (order.orderId === null) return refused('order_not_open', `the order is ${order.status}`);
    const wrong = checkAmend(amend, order, market);
    if (wrong !== null) return wrong;
    const yesPrice =
      amend.price === null ? order.yesPrice : convertYesPrice(amend.price, order.identity.terms.outcome);
    const qty = amend.qty ?? order.qty;
    const { ticker, bookSide: side, orderId, shard } = order;
    const filledBefore = order.filledQty;
    order.pendingAmend = { yesPrice, qty };
    const answer = await client.order({
      ...toAmendRequest(order),
      body: {
        ticker,
        side,
        price: renderPrice(yesPrice),
        count: renderCount(qty),
        ...(shard === null ? {} : { exchange_index: shard }), // else the venue charges every shard
      },
      shape: AMEND_ACK,
    });
    if (answer.kind !== 'ok') return this.#onAmendFailed(order, orderId, answer);
    this.#applyAmend(order, yesPrice, qty, answer.value.ts_ms);
    const filledByAmend = answer.value.order_id === orderId ? (answer.value.fill_count ?? 0n) : 0n;
    await queries.read(orderId);
    await queries.pollUntil(
      () => order.status !== 'OPEN' || order.filledQty >= filledBefore + filledByAmend,
      () => queries.read(orderId),
    );
    await queries.awaitFills(order);
    return { kind: 'report', report: toFullReport(order) };
  }

  /** The pending amend is kept until the venue refuses it: a later fill may prove that it took effect. */
  async #onAmendFailed(
    order: TrackedOrder,
    orderId: VenueOrderId,
    answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
  ): Promise<VenueOutcome> {
    if (answer.kind === 'lost') return { ...answer, kind: 'unknown' };
    if (answer.kind === 'failure' && answer.failure.status === 404) {
      clearPendingAmend(order);
      await this.#deps.queries.read(orderId);
      return refused('order_not_open', `the order no longer rests: ${answer.failure.message}`);
    }
    const outcome = answer.kind === 'unsent' ? answer : toOutcome(answer.failure);
    if (outcome.kind !== 'unknown') clearPendingAmend(order);
    return outcome;
  }

  /** Safe to repeat: for a closed order it reports the final state. */
  async cancel(clientId: VenueClientId, ticker: string): Promise<VenueOutcome> {
    const { cancels, queries } = this.#deps;
    const found = await this.#find(clientId, ticker);
    if (found.kind === 'failed') return { kind: 'unknown', why: found.why };
    if (found.kind === 'absent') return UNKNOWN_ORDER;
    const { order } = found;
    const sent = this.#sent.get(clientId);
    // The query of the order in doubt shows that its id belongs to another order, which must not be cancelled.
    if (sent !== undefined && findOtherTerms(sent, toShownTerms(order), QTY_ZERO) !== null)
      return UNKNOWN_ORDER;
    if (order.status === 'OPEN' && order.orderId !== null) {
      const { orderId, ticker, shard } = order;
      const answer = await cancels.cancel({ orderId, ticker, shard });
      const outcome = await this.#onCancelAnswer(order, order.orderId, answer);
      if (outcome !== null) return outcome;
    }
    await queries.awaitFills(order);
    return { kind: 'report', report: toFullReport(order) };
  }

  #computeLimit(order: Omit<VenueOrder, 'clientId'>, market: Tradable): ReturnType<typeof marketBound> {
    if (order.price !== null) return { ok: true, value: convertYesPrice(order.price, order.outcome) };
    return marketBound(order, market, this.#deps.findBook(order.venueInstrumentId), this.#slippage);
  }

  async #onPlaced(
    order: VenueOrder,
    identity: OrderIdentity,
    uuid: string,
    yesPrice: Price,
    answer: Answer<ValueOf<typeof ACK>>,
  ): Promise<VenueOutcome> {
    const { client, tracker, queries } = this.#deps;
    if (answer.kind === 'unsent') return answer;
    if (answer.kind === 'lost') return { ...answer, kind: 'unknown' };
    if (answer.kind === 'failure') {
      if (!isFokKill(answer.failure)) return toOutcome(answer.failure);
      const killed = tracker.addUnplaced(identity, order, 'fok_unfilled', client.time.now());
      return { kind: 'report', report: toFullReport(killed) };
    }
    const {
      order_id: orderId,
      client_order_id: echoedUuid,
      fill_count: filledQty,
      remaining_count,
    } = answer.value;
    const isEchoed = echoedUuid === null || echoedUuid === '' || echoedUuid.toLowerCase() === uuid;
    const known = tracker.byId(orderId);
    const isOurs = isEchoed && (known === null || known.identity.clientId === order.clientId);
    if (!isOurs || filledQty + remaining_count > order.qty) {
      return { kind: 'unknown', why: `the answer is about ${orderId}, which cannot be this order` };
    }
    const isResting = remaining_count > 0n;
    const placed = queries.mergeOrder({
      orderId,
      uuid,
      ticker: order.venueInstrumentId,
      shard: this.#deps.findMarket(order.venueInstrumentId)?.shard ?? null,
      bookSide: toBookSide(order.side, order.outcome),
      status: isResting ? 'resting' : filledQty >= order.qty ? 'executed' : 'canceled',
      yesPrice,
      qty: order.qty,
      qtyPlaced: order.qty,
      filledQty,
      expiresAt: order.expiresAt,
      why: order.tif === 'GTC' || order.tif === 'GTD' ? findCutReason(order, filledQty) : null,
      at: answer.value.ts_ms,
    });
    assert(placed !== null, 'an order with our id is ours');
    await queries.awaitFills(placed);
    return { kind: 'report', report: toFullReport(placed) };
  }

  #applyAmend(order: TrackedOrder, yesPrice: Price, qty: Qty, at: TimestampMs | null): void {
    order.pendingAmend = null;
    if (order.status !== 'OPEN') return;
    order.yesPrice = yesPrice;
    order.qty = qty;
    if (at !== null && at > order.at) order.at = at;
  }

  /** Null once the order is proven closed; otherwise the outcome to return. */
  async #onCancelAnswer(
    order: TrackedOrder,
    orderId: VenueOrderId,
    answer: Answer<CancelAck>,
  ): Promise<VenueOutcome | null> {
    const { queries } = this.#deps;
    if (answer.kind === 'unsent') return answer;
    if (answer.kind === 'lost') return { ...answer, kind: 'unknown' };
    if (answer.kind === 'failure' && answer.failure.status !== 404) return toOutcome(answer.failure);
    if (answer.kind === 'ok' && answer.value.order_id === orderId) {
      // The cancelled remainder and our fills must add up to the total.
      const { reduced_by: reducedBy, ts_ms: at } = answer.value;
      if (order.status === 'OPEN' && reducedBy + sumFills(order) === order.qty) {
        if (at !== null && at > order.at) order.at = at;
        closeOrder(order, 'requested');
        return null;
      }
    }
    // A 404 proves nothing: the order may be filled. Reads lag, so read until the order shows as closed.
    const isOver = await queries.pollUntil(
      () => order.status !== 'OPEN',
      () => queries.read(orderId),
    );
    if (isOver) return null;
    return {
      kind: 'unknown',
      why: `the cancel was acknowledged, but the order still shows as open: ${describeAnswer(answer)}`,
      ...(answer.kind === 'failure' && { venueAnswer: toVenueAnswer(answer.failure) }),
    };
  }

  async #find(clientId: VenueClientId, ticker: string): ReturnType<Reconciliation['find']> {
    const order = this.#deps.tracker.byClientId(clientId);
    return order === null ? this.#deps.reconciliation.find(clientId, ticker) : { kind: 'found', order };
  }
}

/**
 * Why a GTC or GTD order neither rests nor is filled: it would have traded, or it would have traded with
 * another of our orders.
 */
const findCutReason = ({ postOnly }: VenueOrder, filledQty: Qty): string =>
  postOnly && filledQty === 0n ? 'PostOnlyCrossCancel' : 'SelfTradeCancel';

const describeOther = ({ orderId }: TrackedOrder): string =>
  `Kalshi has an order with this client id: ${orderId ?? 'one that was never placed'}`;

const UNLISTED = unsent('unknown_instrument', 'Kalshi does not list this market');
const UNKNOWN_ORDER = refused('unknown_order', 'Kalshi has no such order of this account');

/** An amend is charged to the shard of its market. */
function toAmendRequest({ orderId, shard }: TrackedOrder): Omit<WriteRequest<never>, 'body' | 'shape'> {
  const path = `${ORDERS}/${encodeURIComponent(orderId ?? '')}/amend`;
  return { method: 'POST', endpoint: `${ORDERS}/:order_id/amend`, path, query: {}, shard: shard ?? 0 };
}

const describeAnswer = (answer: Answer<unknown>): string =>
  answer.kind === 'ok' ? 'accepted' : describeFailure(answer);
