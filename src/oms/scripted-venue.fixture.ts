import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { VenueClientId, VenueName, VenueOrderId } from '../contract/model/ids.ts';
import { NOTIONAL_ZERO, type Price, parsePrice, parseQty, type Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type {
  FillSettlement,
  OrderObstacle,
  OrderReport,
  Venue,
  VenueAmend,
  VenueCapabilities,
  VenueFill,
  VenueOrder,
  VenueOutcome,
  VenuePosition,
  VenueQuery,
} from '../ports/venue.ts';

export const DEMO = 'Demo' as VenueName;
export const qty = (text: string): Qty => parseQty(text) as Qty;
export const price = (text: string): Price => parsePrice(text) as Price;

type Script<Request> = (request: Request) => Promise<VenueOutcome> | VenueOutcome;

/** A venue with scripted replies. It records every request. */
export class ScriptedVenue implements Venue {
  readonly name = DEMO;
  readonly capabilities: VenueCapabilities;
  readonly placed: VenueOrder[] = [];
  readonly amended: VenueAmend[] = [];
  readonly cancelled: VenueClientId[] = [];
  onPlace: Script<VenueOrder> = (order) => restingReply(order);
  onPlaceAtOnce: ((order: VenueOrder) => VenueOutcome) | null = null; // null: `onPlace` answers
  onCancelAtOnce: ((clientId: VenueClientId) => VenueOutcome) | null = null; // null: `onCancel` answers
  onAmend: Script<VenueAmend> = (amend) => ({
    kind: 'refused',
    code: 'unscripted',
    message: String(amend.clientId),
  });
  onCancel: Script<VenueClientId> = () => ({ kind: 'unknown', why: 'unscripted' });
  onQuery: (clientId: VenueClientId) => VenueQuery = () => ({ kind: 'failed', why: 'unscripted' });
  toReconcile: readonly OrderReport[] | null = null; // null: the orders that it has open by its own replies
  readonly #resting = new Map<VenueClientId, OrderReport>();
  onClientId: (order: VenueOrder) => VenueClientId = ({ clientId }) => clientId;
  onFindObstacle: NonNullable<Venue['findObstacle']> = () => null;
  balance?: NonNullable<Venue['balance']>;
  onPositions: () => readonly VenuePosition[] | null = () => null;

  constructor(change: Partial<VenueCapabilities> = {}) {
    this.capabilities = {
      trading: true,
      simulated: true,
      amend: 'native',
      amendQtyIncrease: true,
      tif: ['GTC', 'IOC', 'FOK', 'GTD'],
      postOnly: true,
      notFoundPolicy: { settleMs: 10_000, confirmations: 2, gapMs: 5_000 },
      bookDelivery: 'all',
      dustQty: 0n as Qty,
      ...change,
    };
  }

  async start(): Promise<void> {}
  clientIdFor(order: VenueOrder): VenueClientId {
    return this.onClientId(order);
  }
  findObstacle(order: Omit<VenueOrder, 'clientId'>): OrderObstacle | null {
    return this.onFindObstacle(order);
  }
  async place(order: VenueOrder): Promise<VenueOutcome> {
    this.placed.push(order);
    return this.#note(await this.onPlace(order));
  }
  placeAtOnce(order: VenueOrder): VenueOutcome | null {
    if (this.onPlaceAtOnce === null) return null;
    this.placed.push(order);
    return this.#note(this.onPlaceAtOnce(order));
  }
  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    this.amended.push(amend);
    return this.#note(await this.onAmend(amend));
  }
  cancelAtOnce(clientId: VenueClientId): VenueOutcome | null {
    if (this.onCancelAtOnce === null) return null;
    this.cancelled.push(clientId);
    return this.#note(this.onCancelAtOnce(clientId));
  }
  async cancel(clientId: VenueClientId): Promise<VenueOutcome> {
    this.cancelled.push(clientId);
    return this.#note(await this.onCancel(clientId));
  }
  #note(outcome: VenueOutcome): VenueOutcome {
    if (outcome.kind !== 'report') return outcome;
    const { report } = outcome;
    if (report.status === 'OPEN') this.#resting.set(report.clientId, report);
    else this.#resting.delete(report.clientId);
    return outcome;
  }
  /** Its open orders. */
  findOpen(): readonly OrderReport[] {
    return [...this.#resting.values()];
  }
  async order(clientId: VenueClientId): Promise<VenueQuery> {
    return this.onQuery(clientId);
  }
  async reconcile(
    mark: string | null,
  ): Promise<{ readonly reports: readonly OrderReport[]; readonly mark: string }> {
    return { reports: this.toReconcile ?? this.findOpen(), mark: mark ?? 'm1' };
  }
  async positions() {
    return this.onPositions();
  }
  watch(): void {}
  unwatch(): void {}
  async health() {
    return { healthy: true, latencyMs: 0, reason: null };
  }
  async stop(): Promise<void> {}
}

/**
 * A venue without native amend. Its client ids are hashes of the order terms, and it confirms every cancel. A test
 * can read and change its orders.
 */
export class ReplacingVenue extends ScriptedVenue {
  readonly orders = new Map<VenueClientId, OrderReport>();

  constructor(change: Partial<VenueCapabilities> = {}) {
    super({ amend: 'replace', ...change });
    this.onClientId = (order) =>
      `0x${hash('sha1', `${order.clientId} ${order.price} ${order.qty}`)}` as VenueClientId;
    this.onPlace = (order) => ({ kind: 'report', report: this.keep(toReport(order)) });
    this.onCancel = (clientId) => ({ kind: 'report', report: this.close(clientId) });
    this.onQuery = (clientId) => {
      const report = this.orders.get(clientId);
      return report === undefined ? { kind: 'absent' } : { kind: 'found', report };
    };
  }

  override findOpen(): readonly OrderReport[] {
    return [...this.orders.values()].filter(({ status }) => status === 'OPEN');
  }

  keep(report: OrderReport): OrderReport {
    this.orders.set(report.clientId, report);
    return report;
  }

  close(clientId: VenueClientId): OrderReport {
    const report = this.orders.get(clientId);
    assert.ok(report !== undefined, `${clientId} is an order there`);
    const isOver = report.status !== 'OPEN';
    return isOver ? report : this.keep({ ...report, status: 'CANCELLED', reason: 'requested' });
  }

  /** Another trader fills a resting order. The report is returned, not sent. */
  fill(clientId: VenueClientId, id: string, size: string, settlement: FillSettlement = 'FINAL'): OrderReport {
    const report = this.orders.get(clientId);
    const order = this.placed.find((placed) => placed.clientId === clientId);
    assert.ok(report !== undefined && order !== undefined, `${clientId} is an order there`);
    const fills = [...report.fills, { ...venueFill(order, id, size, '0.48'), settlement }];
    const filledQty = (report.filledQty + qty(size)) as Qty;
    const status = filledQty >= report.qty ? 'FILLED' : report.status;
    return this.keep({ ...report, fills, filledQty, status });
  }
}

/** A report of an order as placed; by default resting and unfilled. */
export function toReport(order: VenueOrder, change: Partial<OrderReport> = {}): OrderReport {
  const fills = change.fills ?? [];
  return {
    clientId: order.clientId,
    venueOrderId: `D-${order.clientId}` as VenueOrderId,
    status: 'OPEN',
    reason: null,
    price: order.price,
    qty: order.qty,
    expiresAt: order.expiresAt,
    filledQty: fills.reduce((sum, fill) => (sum + fill.qty) as Qty, 0n as Qty),
    fills,
    at: 0 as TimestampMs,
    ...change,
  };
}

export const restingReply = (order: VenueOrder, change: Partial<OrderReport> = {}): VenueOutcome => ({
  kind: 'report',
  report: toReport(order, change),
});

export const venueFill = (order: VenueOrder, id: string, size: string, at: string): VenueFill => ({
  venueTradeId: id,
  side: order.side,
  outcome: order.outcome,
  price: price(at),
  qty: qty(size),
  fee: NOTIONAL_ZERO,
  liquidity: 'TAKER',
  settlement: 'FINAL',
  at: 0 as TimestampMs,
});
