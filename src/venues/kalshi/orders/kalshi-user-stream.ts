import { LRUCache } from 'lru-cache';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { Log } from '../../../ports/telemetry.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { decode, type NoteUnknown } from '../codec/kalshi-decoder.ts';
import { streamToFillRecord, streamToOrderState } from '../codec/kalshi-mapping.ts';
import { STREAM_FILL, STREAM_ORDER } from '../codec/kalshi-ws-messages.ts';
import type { Frame } from '../ws/kalshi-connection.ts';
import type { OrderQueries } from './kalshi-order-queries.ts';
import { type TrackedOrder, toUpdateReport } from './kalshi-order-tracker.ts';

export interface UserStreamDeps {
  readonly queries: OrderQueries;
  readonly clock: Clock;
  readonly listener: VenueListener;
  readonly note: NoteUnknown;
  readonly log: Log;
}

const FILLS_LAG_MS = 100; // fills come on a channel of their own, and usually at once
const ADOPT_MS = 500; // an order whose fill came first shows itself by then
const ADOPT_TRIES = 5;

/**
 * Our orders and fills as the stream tells them. The two channels keep no order between them, so an order
 * that counts more than its fills waits for them a moment, then they are read.
 */
export class UserStream {
  readonly #deps: UserStreamDeps;
  readonly #busy = new Map<VenueClientId, number>(); // requests under way: their answer will tell
  readonly #settling = new Set<VenueClientId>();
  readonly #adopting = new LRUCache<VenueOrderId, true>({ max: 1_000 });
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

  /** While a request for an order is under way, its answer brings the news and the stream holds back. */
  async holdUpdatesDuring<Result>(
    clientId: VenueClientId,
    known: () => TrackedOrder | null,
    run: () => Promise<Result>,
  ): Promise<Result> {
    this.#busy.set(clientId, (this.#busy.get(clientId) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const left = (this.#busy.get(clientId) ?? 1) - 1;
      if (left > 0) this.#busy.set(clientId, left);
      else this.#busy.delete(clientId);
      const order = known();
      if (order !== null) this.#tell(order);
    }
  }

  #takeOrder(msg: unknown): void {
    const told = decode(STREAM_ORDER, msg, 'user_order', this.#deps.note);
    const order = told === null ? null : this.#deps.queries.mergeOrder(streamToOrderState(told));
    if (order !== null) this.#tell(order);
  }

  #takeFill(msg: unknown): void {
    const { queries, note } = this.#deps;
    const told = decode(STREAM_FILL, msg, 'fill', note);
    if (told === null) return;
    const fill = streamToFillRecord(told);
    const order = queries.mergeFill(fill, 'stream');
    if (order !== null) this.#tell(order);
    else if (!queries.isExternal(fill.orderId) && !this.#adopting.has(fill.orderId)) {
      this.#adopting.set(fill.orderId, true);
      this.#adoptLater(fill.orderId, 1);
    }
  }

  /** A fill of an order that we have not met: most are ahead of the answer to our own request. */
  #adoptLater(orderId: VenueOrderId, attempt: number): void {
    this.#deps.clock.after(ADOPT_MS * attempt, () => {
      if (!this.#isStopped) void this.#adopt(orderId, attempt);
    });
  }

  async #adopt(orderId: VenueOrderId, attempt: number): Promise<void> {
    const { queries, listener } = this.#deps;
    const found = await queries.read(orderId);
    if (found.kind === 'known') this.#tell(found.known);
    if (found.kind === 'known' || found.kind === 'foreign') return void this.#adopting.delete(orderId);
    if (attempt < ADOPT_TRIES) return this.#adoptLater(orderId, attempt + 1);
    this.#adopting.delete(orderId);
    listener.onAnomaly({
      kind: 'unknown_fill',
      detail: `a fill names order ${orderId}, which cannot be read`,
    });
  }

  #tell(order: TrackedOrder): void {
    const { clientId } = order.identity;
    if (this.#isStopped || this.#busy.has(clientId) || this.#settling.has(clientId)) return;
    if (this.#deps.queries.hasConfirmedFills(order)) return this.#tellNow(order);
    this.#settling.add(clientId);
    this.#deps.clock.after(FILLS_LAG_MS, () => void this.#settle(order));
  }

  async #settle(order: TrackedOrder): Promise<void> {
    const isSettled = await this.#deps.queries.awaitConfirmedFills(order);
    if (!isSettled && order.orderId !== null) this.#deps.queries.dropUnconfirmedFills(order.orderId);
    this.#settling.delete(order.identity.clientId);
    // Short of fills all the same, the report says so, and the engine goes on asking.
    if (!this.#isStopped && !this.#busy.has(order.identity.clientId)) this.#tellNow(order);
  }

  #tellNow(order: TrackedOrder): void {
    const report = toUpdateReport(order);
    if (report !== null) this.#deps.listener.onReport(report);
  }
}
