import { createLruCache, decode, type OnIssue, type VenueClientId, type VenueOrderId } from '#contract';
import type { Clock, Log, VenueListener } from '#ports';
import { streamToFillRecord, streamToOrderState } from '../codec/kalshi-mapping.ts';
import { hasState, STREAM_FILL, STREAM_ORDER } from '../codec/kalshi-ws-messages.ts';
import type { Frame } from '../ws/kalshi-connection.ts';
import type { OrderQueries } from './kalshi-order-queries.ts';
import { type TrackedOrder, toStreamedOrder, toUpdateReport } from './kalshi-order-tracker.ts';

export interface UserStreamDeps {
  readonly queries: OrderQueries;
  readonly clock: Clock;
  readonly listener: VenueListener;
  readonly note: OnIssue;
  readonly log: Log;
}

const UNREAD_RETRY_MS = 5_000; // after no list could be read that confirms or denies a fill
const LISTS_LAG_MS = 10_000; // a list that was requested earlier after a fill need not have it
const FILLS_LAG_MS = 100; // fills arrive on a separate channel, usually at the same moment
const ADOPT_MS = 500; // an order whose fill arrived first is usually readable by then
const ADOPT_TRIES = 5;

/**
 * Our orders and fills from the stream. The order and fill channels are not ordered relative to each other,
 * so an order that counts more than its fills waits briefly for them, and then they are read over HTTP.
 */
export class UserStream {
  readonly #deps: UserStreamDeps;
  readonly #pendingRequests = new Map<VenueClientId, number>(); // requests in flight, whose outcome will carry the update
  readonly #awaitingFills = new Set<VenueClientId>();
  readonly #adopting = createLruCache<VenueOrderId, true>(1_000);
  #isStopped = false;

  constructor(deps: UserStreamDeps) {
    this.#deps = deps;
  }

  stop(): void {
    this.#isStopped = true;
  }

  onFrame({ type, msg }: Frame): void {
    if (type === 'user_order') this.#takeOrder(msg);
    else if (type === 'fill') this.#takeFill(msg);
  }

  /** Holds back stream updates of an order while a request for it is in flight. */
  async holdUpdatesDuring<Result>(
    clientId: VenueClientId,
    findOrder: () => TrackedOrder | null,
    run: () => Promise<Result>,
  ): Promise<Result> {
    this.#pendingRequests.set(clientId, (this.#pendingRequests.get(clientId) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const left = (this.#pendingRequests.get(clientId) ?? 1) - 1;
      if (left > 0) this.#pendingRequests.set(clientId, left);
      else this.#pendingRequests.delete(clientId);
      const order = findOrder();
      if (order !== null) this.#publish(order);
    }
  }

  #takeOrder(msg: unknown): void {
    const message = decode(STREAM_ORDER, msg, 'user_order', this.#deps.note);
    if (message === null) return;
    if (!hasState(message)) return this.#rereadLater(message.order_id);
    const state = streamToOrderState(message);
    const order = this.#deps.queries.mergeOrder(state);
    if (order === null) return;
    this.#deps.listener.onStreamedOrder?.(toStreamedOrder(order, state));
    this.#publish(order);
  }

  /** The message says only that the order changed. An order that is not ours is not known afterwards, either. */
  #rereadLater(orderId: VenueOrderId): void {
    this.#deps.clock.after(ADOPT_MS, () => {
      if (!this.#isStopped) void this.#reread(orderId);
    });
  }

  async #reread(orderId: VenueOrderId): Promise<void> {
    const { queries } = this.#deps;
    const read = await queries.read(orderId);
    if (read.kind === 'found') this.#publish(read.order);
  }

  #takeFill(msg: unknown): void {
    const { queries, note } = this.#deps;
    const message = decode(STREAM_FILL, msg, 'fill', note);
    if (message === null) return;
    const fill = streamToFillRecord(message);
    const order = queries.mergeFill(fill, 'stream');
    if (order !== null) this.#publish(order);
    else if (!queries.isExternal(fill.orderId) && !this.#adopting.has(fill.orderId)) {
      this.#adopting.set(fill.orderId, true);
      this.#adoptLater(fill.orderId, 1);
    }
  }

  /** A fill of an untracked order: usually the fill arrived before the answer to our own request. */
  #adoptLater(orderId: VenueOrderId, attempt: number): void {
    this.#deps.clock.after(ADOPT_MS * attempt, () => {
      if (!this.#isStopped) void this.#adopt(orderId, attempt);
    });
  }

  async #adopt(orderId: VenueOrderId, attempt: number): Promise<void> {
    const { queries, listener } = this.#deps;
    const found = await queries.read(orderId);
    if (found.kind === 'found') this.#publish(found.order);
    if (found.kind === 'found' || found.kind === 'external') return void this.#adopting.delete(orderId);
    if (attempt < ADOPT_TRIES) return this.#adoptLater(orderId, attempt + 1);
    this.#adopting.delete(orderId);
    listener.onAnomaly({
      kind: 'unknown_fill',
      detail: `a fill names order ${orderId}, which cannot be read`,
    });
  }

  /** @param sinceMs  monotonic time since which a fill of the order may wait for a list that confirms it */
  #publish(
    order: TrackedOrder,
    waitMs = FILLS_LAG_MS,
    sinceMs: number = this.#deps.clock.monotonicMs(),
  ): void {
    const { clientId } = order.identity;
    if (this.#isStopped || this.#pendingRequests.has(clientId) || this.#awaitingFills.has(clientId)) return;
    if (this.#deps.queries.hasConfirmedFills(order)) return this.#publishNow(order);
    this.#awaitingFills.add(clientId);
    this.#deps.clock.after(waitMs, () => void this.#awaitFills(order, sinceMs));
  }

  async #awaitFills(order: TrackedOrder, sinceMs: number): Promise<void> {
    const { queries, clock } = this.#deps;
    const { clientId } = order.identity;
    const isProof = clock.monotonicMs() - sinceMs >= LISTS_LAG_MS;
    const result = await queries.awaitConfirmedFills(order);
    if (result === 'unconfirmed' && isProof && order.orderId !== null)
      queries.dropUnconfirmedFills(order.orderId);
    this.#awaitingFills.delete(clientId);
    // The report is sent even without all fills: its filled quantity makes the OMS query again.
    if (!this.#isStopped && !this.#pendingRequests.has(clientId)) this.#publishNow(order);
    if (result !== 'confirmed' && queries.hasUnconfirmedFills(order))
      this.#publish(order, UNREAD_RETRY_MS, sinceMs);
  }

  #publishNow(order: TrackedOrder): void {
    const report = toUpdateReport(order);
    if (report !== null) this.#deps.listener.onReport(report);
  }
}
