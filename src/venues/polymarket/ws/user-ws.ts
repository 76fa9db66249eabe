import type { Clock, Timer } from '../../../ports/environment.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { fieldsOf } from '../codec/polymarket-decoder.ts';
import { parseOrder, type WireOrder } from '../codec/polymarket-messages.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { type OrderQueries, toAfterParam } from '../orders/polymarket-order-queries.ts';
import type { TrackedOrder } from '../orders/polymarket-order-tracker.ts';
import type { OrderRegistry } from '../orders/polymarket-orders.ts';
import type { StartupSnapshot } from '../orders/polymarket-reconciliation.ts';
import { PolymarketConnection, type PolymarketConnectionDeps } from './polymarket-connection.ts';

export interface UserDeps extends Omit<PolymarketConnectionDeps, 'onUp' | 'onEvent' | 'onDown' | 'url'> {
  readonly wsUserUrl: string;
  readonly client: PolymarketClient;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly startupSnapshot: StartupSnapshot;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

const POLL_MS = 15_000;
/** An event may trail what a query shows; only what is still unexplained after this is a silent channel. */
const EXPLAIN_MS = 2_000;
const CHASE_MS = 1_000;
const FORGET_MS = 600_000;

/**
 * Our orders and trades as the venue tells them, and the check that it still does: the channel has been
 * silent before while its pings went on.
 */
export class UserWs {
  readonly #deps: UserDeps;
  readonly #line: PolymarketConnection;
  #poll: Timer | null = null;
  #isPolling = false;
  #heardUntilMs: number;

  constructor(deps: UserDeps) {
    this.#deps = deps;
    this.#heardUntilMs = deps.client.nowMs();
    this.#line = new PolymarketConnection({
      ...deps,
      url: deps.wsUserUrl,
      onUp: () => this.#subscribe(),
      onEvent: (event) => this.#hear(event),
      onDown: () => undefined,
    });
  }

  get isUp(): boolean {
    return this.#line.isUp;
  }

  open(): void {
    this.#line.open();
    this.#poll = this.#deps.clock.every(POLL_MS, () => void this.#check());
  }

  stop(): void {
    this.#poll?.cancel();
    this.#line.stop();
  }

  /** There is no replay: what happened while the line was down is read. */
  #subscribe(): void {
    const { credentials } = this.#deps.client;
    if (credentials === null) return;
    const { apiKey, secret, passphrase } = credentials;
    this.#line.send({ auth: { apiKey, secret, passphrase }, type: 'user' });
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    const { queries, orders, client } = this.#deps;
    const untilMs = client.nowMs();
    const trades = await queries.fetchTrades({ after: toAfterParam(this.#heardUntilMs) });
    if (trades.kind === 'failed') return;
    this.#heardUntilMs = untilMs;
    for (const record of trades.changed) orders.publish(record);
    await this.#check();
  }

  #hear(event: unknown): void {
    const type = fieldsOf(event)?.['event_type'];
    if (type === 'order') this.#order(event);
    if (type === 'trade') void this.#trade(event);
  }

  #order(event: unknown): void {
    const { orders, listener, clock } = this.#deps;
    const wire = parseOrder(event);
    if (!wire.ok) return listener.onAnomaly({ kind: 'unknown_shape', detail: wire.error });
    const record = orders.find(wire.value.id);
    if (record === null) return this.#unknown(wire.value);
    if (!record.terms.isQtyKnown) return void this.#learn(wire.value);
    const before = record.status;
    orders.applyVenueOrder(record, wire.value, clock.now());
    if (record.hasMissingFills) return this.#chase(record);
    if (record.status !== before) orders.publish(record);
  }

  /** An order that has no record. Its end may be told late, and the first look did not show it any more: it may be ours. */
  #unknown(wire: WireOrder): void {
    const { orders, client, clock, startupSnapshot } = this.#deps;
    const isOpen = wire.status === 'live' || wire.status === 'delayed';
    const isUnderOurKey = wire.owner === client.credentials?.apiKey;
    if (!startupSnapshot.isComplete || !isOpen || !isUnderOurKey) return;
    if (!startupSnapshot.mayPredateStart(wire)) return orders.reportExternalOrder(wire.id);
    // The event may be old by now, and a read trails it: so it is asked for, a little later.
    clock.after(CHASE_MS, () => {
      if (orders.find(wire.id) === null) void this.#unmet(wire.id);
    });
  }

  /** A record made of trades learns what its order was. */
  async #learn(wire: WireOrder): Promise<void> {
    const { queries, orders } = this.#deps;
    const record = await queries.applyVenueOrder(wire);
    if (record !== null) orders.publish(record);
  }

  async #trade(event: unknown): Promise<void> {
    const { queries, orders } = this.#deps;
    const taken = await queries.applyTrade(event);
    if (taken.kind === 'failed') return;
    for (const record of taken.changed) orders.publish(record);
    if (!this.#deps.startupSnapshot.isComplete) return;
    for (const id of taken.orderIds) if (orders.find(id) === null) await this.#unmet(id);
  }

  /** An order that has no record and was told of: of an earlier life of ours, or somebody else's. */
  async #unmet(id: string): Promise<void> {
    const { queries, orders, listener } = this.#deps;
    if (orders.isExternal(id)) {
      return listener.onAnomaly({ kind: 'unknown_fill', detail: `a trade of the external order ${id}` });
    }
    const look = await queries.fetchOrder(id);
    const record =
      look.kind === 'shown' ? await queries.applyVenueOrder(look.wire) : queries.createFromTrades(id);
    if (record !== null) orders.publish(record);
  }

  /** The venue counts more than its trades that came: they are read if they do not come by themselves. */
  #chase(record: TrackedOrder): void {
    const { clock, queries, orders } = this.#deps;
    clock.after(CHASE_MS, () => {
      if (!record.hasMissingFills) return;
      void queries.fetchTrades(queries.toTradesQuery(record)).then(() => orders.publish(record));
    });
  }

  async #check(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.#compare();
    } finally {
      this.#isPolling = false;
    }
  }

  /** Compares what we believe to rest with what does. */
  async #compare(): Promise<void> {
    const { client, orders, queries, clock } = this.#deps;
    this.#forget();
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
    const odd = resting.filter(differs);
    if (odd.length === 0) return;
    await new Promise<void>((resolve) => {
      clock.after(EXPLAIN_MS, resolve);
    });
    const unexplained = odd.filter((record) => differs(record) && !record.hasPendingRequest);
    for (const record of unexplained) {
      const found = await queries.queryOrder(record.id, record.terms.venueInstrumentId);
      if (found.kind === 'found') orders.publish(record);
    }
    if (unexplained.length > 0) this.#line.reconnect('orders changed and the channel said nothing');
  }

  /** What was sent, never shown and long proven absent is no order. */
  #forget(): void {
    const { orders, clock } = this.#deps;
    for (const record of orders.liveOrders()) {
      const ageMs = clock.monotonicMs() - (record.sentAtMs ?? clock.monotonicMs());
      if (
        !record.isAcknowledged &&
        !record.hasPendingRequest &&
        record.filledQty === 0n &&
        ageMs > FORGET_MS
      ) {
        orders.remove(record);
      }
    }
  }
}
