import {
  type ClientOrderId,
  complement,
  type Fill,
  type InstrumentId,
  isYesBuy,
  type Leg,
  NOTIONAL_ZERO,
  type Notional,
  OBSERVED_AFTER_MS,
  type Order,
  type OrderId,
  type Price,
  QTY_ZERO,
  type Qty,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type { LedgerEntry, LedgerEvent } from '../events/event-schema.ts';

type Observation = Extract<LedgerEvent, { readonly type: 'BookObserved' }>;

/** One leg of an order, in YES terms. */
export interface ReportedOrder {
  readonly orderId: OrderId;
  readonly clientOrderId: ClientOrderId | null;
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly isBuy: boolean; // of YES
  qty: Qty;
  filledQty: Qty;
  notional: Notional; // Σ YES price × quantity of the fills
  fees: Notional | null; // null: the fee of a fill is not known
  arrival: bigint | null; // twice the mid price; null: not observed
  readonly afterFill: Map<number, bigint>; // twice the mid price, by the time after the first fill
}

/** Everything that a report needs of one ledger. */
export interface ReportedOrders {
  readonly orders: ReadonlyMap<string, ReportedOrder>; // by order id and leg
  readonly lastMids: ReadonlyMap<InstrumentId, bigint>; // twice the mid price, or the settlement price
}

/** Reads the orders accepted since a time, with their fills and observations, from the entries of a journal. */
export class ShadowReportReader implements ReportedOrders {
  readonly orders = new Map<string, ReportedOrder>();
  readonly lastMids = new Map<InstrumentId, bigint>();
  readonly #since: TimestampMs;

  constructor(since: TimestampMs) {
    this.#since = since;
  }

  add({ at, events }: Pick<LedgerEntry, 'at' | 'events'>): void {
    if (at < this.#since) return;
    for (const event of events) {
      if (event.type === 'OrderAccepted') for (const leg of event.order.legs) this.#accept(event.order, leg);
      if (event.type === 'LegAmended' || event.type === 'LegReplaced') {
        const order = this.orders.get(toKey(event.orderId, event.leg));
        if (order !== undefined) order.qty = event.qty;
      }
      if (event.type === 'FillRecorded') this.#fill(event.fill);
      if (event.type === 'BookObserved') this.#observe(event);
    }
  }

  #accept(order: Order, { leg, venue, instrumentId, venueInstrumentId, outcome, qty }: Leg): void {
    this.orders.set(toKey(order.id, leg), {
      orderId: order.id,
      clientOrderId: order.clientOrderId,
      venue,
      instrumentId,
      venueInstrumentId,
      isBuy: isYesBuy(order.side, outcome),
      qty,
      filledQty: QTY_ZERO,
      notional: NOTIONAL_ZERO,
      fees: NOTIONAL_ZERO,
      arrival: null,
      afterFill: new Map(),
    });
  }

  #fill({ orderId, leg, outcome, price, qty, fee, instrumentId, settlement }: Fill): void {
    const yesPrice = outcome === 'YES' ? price : complement(price);
    if (orderId === null) return void this.lastMids.set(instrumentId, 2n * yesPrice);
    const order = leg === null ? undefined : this.orders.get(toKey(orderId, leg));
    if (order === undefined || settlement === 'VOID') return;
    order.filledQty = (order.filledQty + qty) as Qty;
    order.notional = (order.notional + yesPrice * qty) as Notional;
    order.fees = order.fees === null || fee === null ? null : ((order.fees + fee) as Notional);
  }

  #observe({ orderId, leg, since, afterMs, bid, ask }: Observation): void {
    const order = this.orders.get(toKey(orderId, leg));
    if (order === undefined || bid === null || ask === null) return;
    const mid = bid + ask;
    this.lastMids.set(order.instrumentId, mid);
    if (since === 'FILL') order.afterFill.set(afterMs, mid);
    else if (afterMs === 0) order.arrival = mid;
  }
}

const toKey = (orderId: OrderId, leg: number): string => `${orderId}/${leg}`;

/** Results of one instrument. Prices per contract are averages over the filled quantity; null: nothing was observed. */
export interface InstrumentResult {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly venueInstrumentId: string;
  readonly orders: number; // legs of SPLIT orders count separately
  readonly filledOrders: number; // with a fill
  readonly qty: Qty;
  readonly filledQty: Qty;
  readonly slippage: Price | null; // paid more than the mid price at arrival; negative: less
  /** By the time after the first fill: how far the mid price moved against the order since then. */
  readonly adverse: ReadonlyMap<number, Price | null>;
  readonly fees: Notional | null; // null: the fee of a fill is not known
  readonly pnl: Notional | null; // after fees, at the last observed mid price or the settlement; null: not known
}

/** The results by instrument, in the order of their first order. */
export function computeShadowResults({ orders, lastMids }: ReportedOrders): readonly InstrumentResult[] {
  const groups = Map.groupBy(orders.values(), ({ instrumentId }) => instrumentId);
  return [...groups.values()].map((group) => computeResult(group, lastMids));
}

function computeResult(
  group: readonly ReportedOrder[],
  lastMids: ReadonlyMap<InstrumentId, bigint>,
): InstrumentResult {
  const [first] = group as [ReportedOrder, ...ReportedOrder[]];
  const { venue, instrumentId, venueInstrumentId } = first;
  const fees = sumFees(group);
  return {
    venue,
    instrumentId,
    venueInstrumentId,
    orders: group.length,
    filledOrders: group.filter(({ filledQty }) => filledQty > 0n).length,
    qty: sumOf(group, ({ qty }) => qty) as Qty,
    filledQty: sumOf(group, ({ filledQty }) => filledQty) as Qty,
    slippage: averageOver(group, ({ arrival, isBuy, notional, filledQty }) =>
      arrival === null ? null : signed(isBuy, 2n * notional - arrival * filledQty),
    ),
    adverse: new Map(
      OBSERVED_AFTER_MS.slice(1).map((afterMs) => [
        afterMs,
        averageOver(group, ({ afterFill, isBuy, filledQty }) => {
          const [atFill, later] = [afterFill.get(0), afterFill.get(afterMs)];
          return atFill === undefined || later === undefined
            ? null
            : signed(isBuy, (atFill - later) * filledQty);
        }),
      ]),
    ),
    fees,
    pnl: fees === null ? null : computePnl(group, fees, lastMids.get(instrumentId) ?? null),
  };
}

const sumFees = (group: readonly ReportedOrder[]): Notional | null =>
  group.reduce<bigint | null>(
    (sum, { fees }) => (sum === null || fees === null ? null : sum + fees),
    0n,
  ) as Notional | null;

/** Selling YES at p and buying NO at 1 − p have the same result. */
function computePnl(
  group: readonly ReportedOrder[],
  fees: Notional,
  lastMid: bigint | null,
): Notional | null {
  const net = sumOf(group, ({ isBuy, filledQty }) => signed(isBuy, filledQty));
  const paid = sumOf(group, ({ isBuy, notional }) => signed(isBuy, notional)) + fees;
  if (net === 0n) return -paid as Notional;
  return lastMid === null ? null : (((net * lastMid) / 2n - paid) as Notional);
}

/** @param value  twice the value of the order's filled quantity; null: not known, so the order is left out */
function averageOver(
  group: readonly ReportedOrder[],
  value: (order: ReportedOrder) => bigint | null,
): Price | null {
  let [sum, qty] = [0n, 0n];
  for (const order of group) {
    const known = order.filledQty === 0n ? null : value(order);
    if (known === null) continue;
    sum += known;
    qty += order.filledQty;
  }
  return qty === 0n ? null : ((sum / (2n * qty)) as Price);
}

const signed = (isBuy: boolean, value: bigint): bigint => (isBuy ? value : -value);

const sumOf = (group: readonly ReportedOrder[], value: (order: ReportedOrder) => bigint): bigint =>
  group.reduce((sum, order) => sum + value(order), 0n);

/** One client order id in two ledgers: what the model filled, and what the venue filled later. */
export interface ModelAndFact {
  readonly clientOrderId: ClientOrderId;
  readonly model: ReportedOrder;
  readonly fact: ReportedOrder;
}

/** The orders of both ledgers with the same client order id, instrument at its venue, and side. */
export function compareWithFacts(model: ReportedOrders, facts: ReportedOrders): readonly ModelAndFact[] {
  const toName = ({ clientOrderId, venue, venueInstrumentId, isBuy }: ReportedOrder): string =>
    JSON.stringify([clientOrderId, venue, venueInstrumentId, isBuy]);
  const found = new Map([...facts.orders.values()].map((order) => [toName(order), order]));
  return [...model.orders.values()].flatMap((order) => {
    const fact = found.get(toName(order));
    const { clientOrderId } = order;
    return clientOrderId === null || fact === undefined ? [] : [{ clientOrderId, model: order, fact }];
  });
}
