import type { Caller } from '../../contract/access/access.ts';
import {
  type AccountId,
  type InstrumentId,
  type KeyId,
  type SubaccountId,
  toOrderId,
  type VenueClientId,
  type VenueName,
  type VenueOrderId,
} from '../../contract/model/ids.ts';
import {
  NOTIONAL_ZERO,
  type Price,
  parsePrice,
  parseQty,
  QTY_ZERO,
  type Qty,
} from '../../contract/model/money.ts';
import { type NewOrder, type Order } from '../../contract/model/order.ts';
import { NO_FLAGS } from '../../contract/model/order-flags.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Approved } from '../risk/risk-check.ts';
import { acceptOrder, type PlannedOrder, toPlannedOrder } from './accept-order.ts';
import type { LegReport, ReportContext, ReportedFill } from './execution-report/report-decision.ts';

export const DEMO = 'Demo' as VenueName;
export const RAIN = 1001 as InstrumentId;
export const AT = 1_782_907_200_000 as TimestampMs;
export const qty = (text: string): Qty => parseQty(text) as Qty;
export const price = (text: string): Price => parsePrice(text) as Price;

export const TRADER: Caller = {
  keyId: 'key_1' as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions: ['read', 'trade', 'risk'],
  subaccounts: '*',
};

/** `BUY 10 @ 0.48`, DIRECT GTC on YES of instrument 1001, with the given changes. */
export function newOrder(change: Partial<NewOrder> = {}): NewOrder {
  return {
    subaccountId: 'sa_1' as SubaccountId,
    instrumentId: RAIN,
    genericAssetId: null,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    expiresAt: null,
    price: price('0.48'),
    priceText: '0.48',
    qty: qty('10'),
    qtyText: '10',
    routing: { mode: 'DIRECT', venues: null },
    clientOrderId: null,
    ...NO_FLAGS,
    ...change,
  };
}

/** The accepted order, with one leg per given quantity (by default one leg for the whole order). */
export function accepted(change: Partial<NewOrder> = {}, legQtys: readonly string[] = [], number = 1): Order {
  const order = newOrder(change);
  const qtys = legQtys.length === 0 ? [order.qty] : legQtys.map(qty);
  const legs = qtys.map((legQty, index) => ({
    venue: DEMO,
    instrumentId: (RAIN + index) as InstrumentId,
    venueInstrumentId: `M-${index}`,
    outcome: order.outcome,
    tokenSide: null,
    price: order.price,
    qty: legQty,
  }));
  const approved = { request: toPlannedOrder(TRADER, order, legs) } as unknown as Approved<PlannedOrder>;
  return acceptOrder(approved, TRADER, {
    id: toOrderId(number),
    at: AT,
    clientIdFor: (_, leg) => leg.clientId,
    arrivalFor: () => null,
  });
}

export const fill = (
  id: string,
  size: string,
  at: string,
  change: Partial<ReportedFill> = {},
): ReportedFill => ({
  venueTradeId: id,
  side: 'BUY',
  outcome: 'YES',
  price: price(at),
  qty: qty(size),
  fee: NOTIONAL_ZERO,
  liquidity: 'TAKER',
  settlement: 'FINAL',
  at: AT,
  ...change,
});

/** A complete report of a leg of 10 @ 0.48; by default its filled quantity is the sum of the fills. */
export function report(change: Partial<LegReport> = {}): LegReport {
  const fills = change.fills ?? [];
  return {
    generation: 1,
    clientId: 'cb-1-1-1' as VenueClientId,
    venueOrderId: 'D-1' as VenueOrderId,
    status: 'OPEN',
    reason: null,
    price: price('0.48'),
    qty: qty('10'),
    expiresAt: null,
    filledQty: fills.reduce((sum, each) => (sum + each.qty) as Qty, 0n as Qty),
    fills,
    ...change,
  };
}

export const context = (change: Partial<ReportContext> = {}): ReportContext => ({
  findRecordedFill: () => null,
  getMatchedQty: () => QTY_ZERO,
  dustQty: QTY_ZERO,
  replace: null,
  findPosition: () => null,
  fillNumber: 0,
  at: AT,
  ...change,
});
