import type { VenueClientId } from '#contract';
import { type Clock, type Timer, type VenueListener, wait } from '#ports';
import { toFields } from '../codec/polymarket-decoder.ts';
import { parseOrder, type WireOrder } from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { type OrderQueries, toAfterParam } from '../orders/polymarket-order-queries.ts';
import type { TrackedOrder } from '../orders/polymarket-order-tracker.ts';
import type { OrderRegistry } from '../orders/polymarket-orders.ts';
import type { StartupSnapshot } from '../orders/polymarket-reconciliation.ts';
import { PolymarketConnection, type PolymarketConnectionDeps } from './polymarket-connection.ts';

export interface UserWsDeps extends Omit<PolymarketConnectionDeps, 'onUp' | 'onEvent' | 'onDown' | 'url'> {
  readonly wsUserUrl: string;
  readonly client: PolymarketClient;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly startupSnapshot: StartupSnapshot;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly' | 'onStreamedOrder'>;
}

const POLL_MS = 15_000;
/** Events may lag behind queries: only a difference that lasts longer means that the channel is silent. */
const EXPLANATION_WAIT_MS = 2_000;
const MISSING_FILLS_WAIT_MS = 1_000;
const ABSENT_AFTER_MS = 600_000;

/**
 * Our orders and trades from the user channel, compared regularly with the list of open orders: the channel has
 * been silent before although its pings were answered.
 */
export class UserWs {
  readonly #deps: UserWsDeps;
  readonly #connection: PolymarketConnection;
  #poll: Timer | null = null;
  #isPolling = false;
  #caughtUpToMs: number;

  constructor(deps: UserWsDeps) {
    this.#deps = deps;
    this.#caughtUpToMs = deps.client.nowMs();
    this.#connection = new PolymarketConnection({
      ...deps,
      url: deps.wsUserUrl,
      onUp: () => this.#subscribe(),
      onEvent: (event) => this.#onEvent(event),
      onDown: () => undefined,
    });
  }

  get isUp(): boolean {
    return this.#connection.isUp;
  }

  open(): void {
    this.#connection.open();
    this.#poll = this.#deps.clock.every(POLL_MS, () => void this.#checkOpenOrders());
  }

  stop(): void {
    this.#poll?.cancel();
    this.#connection.stop();
  }

  /** The channel has no replay, so trades of the time without a connection are read over HTTP. */
  #subscribe(): void {
    const { credentials } = this.#deps.client;
    if (credentials === null) return;
    const { apiKey, secret, passphrase } = credentials;
    this.#connection.send({ auth: { apiKey, secret, passphrase }, type: 'user' });
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    const { queries, orders, client } = this.#deps;
    const untilMs = client.nowMs();
    const trades = await queries.fetchTrades({ after: toAfterParam(this.#caughtUpToMs) });
    if (trades.kind === 'failed') return;
    this.#caughtUpToMs = untilMs;
    for (const record of trades.changed) orders.publish(record);
    await this.#checkOpenOrders();
  }

  #onEvent(event: unknown): void {
    const type = toFields(event)?.['event_type'];
    if (type === 'order') this.#onOrder(event);
    if (type === 'trade') void this.#onTrade(event);
  }

  #onOrder(event: unknown): void {
    const { orders, listener, clock } = this.#deps;
    const wire = parseOrder(event);
    if (!wire.ok) return listener.onAnomaly({ kind: 'unknown_shape', detail: wire.error });
    const record = orders.find(wire.value.id);
    if (record === null) return this.#onUntrackedOrder(wire.value);
    const { id, side, price, qty } = wire.value;
    listener.onStreamedOrder?.({ clientId: id as VenueClientId, side, price, qty });
    if (!record.terms.isQtyKnown) return void this.#completeRecord(wire.value);
    const before = record.status;
    orders.applyVenueOrder(record, wire.value, clock.now());
    if (record.hasMissingFills) return this.#fetchMissingFills(record);
    if (record.status !== before) orders.publish(record);
  }

  /** An order without a record. It may be ours: closed before the startup snapshot, with a late event. */
  #onUntrackedOrder(wire: WireOrder): void {
    const { orders, queries, clock, startupSnapshot } = this.#deps;
    const isOpen = wire.status === 'live' || wire.status === 'delayed';
    const isOwn = queries.isOwn({ ...wire, orderId: wire.id });
    if (!startupSnapshot.isComplete || !isOpen || !isOwn) return;
    if (!startupSnapshot.mayPredateStart(wire)) return orders.reportExternalOrder(wire.id);
    // The event may be outdated and a read may lag behind it, so the order is read a little later.
    clock.after(MISSING_FILLS_WAIT_MS, () => {
      if (orders.find(wire.id) === null) void this.#resolveUntracked(wire.id);
    });
  }

  /** Completes a record that was created from trades with the terms of its order. */
  async #completeRecord(wire: WireOrder): Promise<void> {
    const { queries, orders } = this.#deps;
    const record = await queries.applyVenueOrder(wire);
    if (record !== null) orders.publish(record);
  }

  async #onTrade(event: unknown): Promise<void> {
    const { queries, orders } = this.#deps;
    const result = await queries.applyTradeEvent(event);
    if (result.kind === 'failed') return;
    for (const record of result.changed) orders.publish(record);
    if (!this.#deps.startupSnapshot.isComplete) return;
    for (const id of result.orderIds) if (orders.find(id) === null) await this.#resolveUntracked(id);
  }

  /** Reads an order without a record: the previous process placed it, or another client. */
  async #resolveUntracked(id: string): Promise<void> {
    const { queries, orders, listener } = this.#deps;
    if (orders.isExternal(id)) {
      return listener.onAnomaly({ kind: 'unknown_fill', detail: `a trade of the external order ${id}` });
    }
    const look = await queries.fetchOrder(id);
    const record =
      look.kind === 'shown' ? await queries.applyVenueOrder(look.wire) : queries.createFromTrades(id);
    if (record !== null) orders.publish(record);
  }

  /** The venue counts more than the trades received: reads them if they do not arrive in time. */
  #fetchMissingFills(record: TrackedOrder): void {
    const { clock, queries, orders } = this.#deps;
    clock.after(MISSING_FILLS_WAIT_MS, () => {
      if (!record.hasMissingFills) return;
      void queries.fetchTrades(queries.toTradesQuery(record)).then(() => orders.publish(record));
    });
  }

  async #checkOpenOrders(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.#compareOpenOrders();
    } finally {
      this.#isPolling = false;
    }
  }

  /** Compares our open orders with the venue's list. */
  async #compareOpenOrders(): Promise<void> {
    const { client, orders, queries, clock } = this.#deps;
    this.#removeAbsentOrders();
    const resting = orders
      .liveOrders()
      .filter((record) => record.isAcknowledged && !record.hasPendingRequest);
    if (resting.length === 0) return;
    const list = await client.listPrivate('/data/orders', {});
    if (list.kind === 'failed') return;
    const shown = new Map(
      list.items.flatMap((item) => {
        const wire = parseOrder(item);
        return wire.ok ? [[wire.value.id, wire.value.matched] as const] : [];
      }),
    );
    const differs = (record: TrackedOrder): boolean =>
      !record.isClosed && shown.get(record.terms.id) !== record.filledQty;
    const differing = resting.filter(differs);
    if (differing.length === 0) return;
    await wait(clock, EXPLANATION_WAIT_MS);
    const unexplained = differing.filter((record) => differs(record) && !record.hasPendingRequest);
    for (const record of unexplained) {
      const found = await queries.queryOrder(record.id, record.terms.venueInstrumentId);
      if (found.kind === 'found') orders.publish(record);
    }
    if (unexplained.length > 0) this.#connection.reconnect('orders changed without an event on the channel');
  }

  /** Removes orders that were sent and that the venue has not shown for a long time. */
  #removeAbsentOrders(): void {
    const { orders, clock } = this.#deps;
    for (const record of orders.liveOrders()) {
      const ageMs = clock.monotonicMs() - (record.sentAtMs ?? clock.monotonicMs());
      if (!record.isSeenAtVenue && !record.hasPendingRequest && ageMs > ABSENT_AFTER_MS) {
        orders.remove(record);
      }
    }
  }
}
