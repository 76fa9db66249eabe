import { requirePresent } from '../model/assert.ts';
import { FieldReader, isJsonObject, parseOneOf } from '../model/body-fields.ts';
import type { InstrumentId } from '../model/ids.ts';
import type { Instrument } from '../model/instrument.ts';
import { floorToLot, minQty, type Price, type Qty } from '../model/money.ts';
import {
  type AmendChange,
  isLive,
  type Leg,
  type LegTarget,
  type Order,
  sumFilledQty,
} from '../model/order.ts';
import { ceilToGrid, floorToGrid, type PriceGrid } from '../model/price-grid.ts';
import {
  err,
  type FieldIssue,
  invalidField,
  invalidFields,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../model/result.ts';
import { parseTime, type TimestampMs } from '../model/time.ts';
import { isYesBuy } from '../risk/exposure.ts';
import type { RiskRequest } from '../risk/risk-check.ts';
import { GENERATION_MAX } from './leg-client-ids.ts';
import { findTermIssues } from './order-terms.ts';
import { parsePositivePrice, parsePositiveQty } from './parse-order.ts';

/** What a caller wants changed; null leaves a field. */
export type AmendFields = Omit<AmendChange, 'legs'>;

const IMMUTABLE = new Set([
  'id',
  'subaccount_id',
  'instrument_id',
  'generic_asset_id',
  'side',
  'outcome',
  'binary_outcome',
  'type',
  'routing',
  'client_order_id',
  'idempotency_key',
]);
const MUTABLE = new Set(['price', 'qty', 'tif', 'expires_at']);

/**
 * Reads the body of an amend: only the fields to change.
 *
 * Refuses each unknown or immutable field, each bad value, and a body that changes nothing.
 */
export function parseAmend(body: unknown): Result<AmendFields, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  for (const field of Object.keys(body)) {
    if (IMMUTABLE.has(field)) reader.addIssue(field, 'cannot be changed');
    else if (!MUTABLE.has(field)) reader.addIssue(field, 'is not a field of this request');
  }
  const fields = {
    price: reader.optional(
      'price',
      parsePositivePrice,
      'must be a decimal string between 0 and 1 with at most 8 decimals',
    ),
    priceText: (reader.value('price') as string | undefined) ?? null,
    qty: reader.optional('qty', parsePositiveQty, 'must be a decimal string above 0 with at most 8 decimals'),
    qtyText: (reader.value('qty') as string | undefined) ?? null,
    tif: reader.optional('tif', parseOneOf<'GTC' | 'GTD'>(['GTC', 'GTD']), 'must be GTC or GTD'),
    expiresAt: reader.optional('expires_at', parseTime, 'must be a time: RFC 3339 or Unix milliseconds'),
  };
  if (reader.issues.length > 0) return err(reader.issues);
  const isEmpty =
    fields.price === null && fields.qty === null && fields.tif === null && fields.expiresAt === null;
  return isEmpty ? err([{ field: 'body', issue: 'must change price, qty, tif or expires_at' }]) : ok(fields);
}

/** What the turn knows besides the order. */
export interface AmendContext {
  readonly instrument: (id: InstrumentId) => Instrument;
  readonly canRaise: (leg: Leg) => boolean; // its venue takes a larger quantity
  readonly isReplaced: (leg: Leg) => boolean; // its venue knows no amend: the leg is cancelled and placed anew
  readonly isKilled: boolean;
  readonly now: TimestampMs;
}

export interface PlannedAmend extends RiskRequest {
  readonly change: AmendChange;
}

/**
 * What an amend makes of an order's legs, before the limits are asked. A lower quantity is taken from
 * the last leg backwards; a price goes to every live leg, on the safe side of its venue's tick.
 *
 * Refuses `kill_switch` (anything but a lower quantity, and that too where it takes a new order at the
 * venue), `qty_increase_unsupported`, `validation`.
 * Source  contract, Amend; docs/decisions/0015-amend.md
 */
export function planAmend(
  order: Order,
  fields: AmendFields,
  context: AmendContext,
): Result<PlannedAmend, Rejection> {
  const refused = refusalOf(order, fields, context);
  if (refused !== null) return err(refused);
  const targets = targetsOf(order, fields, context);
  if (targets === null) return err(invalidField('qty', 'must lower the order in steps its venues can work'));
  if (context.isKilled && targets.some((target) => isPlacedAnew(order, target, context))) {
    return err(
      rejection('kill_switch', 'the kill switch is on, and this venue changes an order by a new one'),
    );
  }
  const issues = issuesOf(order, targets, context);
  if (issues.length > 0) return err(invalidFields(issues));
  const isRaise = fields.qty !== null && fields.qty > order.qty;
  return ok({
    change: { ...fields, legs: targets },
    accountId: order.accountId,
    subaccountId: order.subaccountId,
    qty: isRaise ? fields.qty : null,
    addsOpenOrder: false,
    reserves: isRaise ? raisesOf(order, targets) : [],
  });
}

function refusalOf(order: Order, fields: AmendFields, context: AmendContext): Rejection | null {
  const { price, qty, tif, expiresAt } = fields;
  const isOnlyLowering =
    price === null && tif === null && expiresAt === null && qty !== null && qty <= order.qty;
  if (context.isKilled && !isOnlyLowering) {
    return rejection('kill_switch', 'the kill switch is on: an amend may only lower qty');
  }
  if (order.type === 'MARKET' && price !== null) return invalidField('price', 'is not allowed with MARKET');
  if (qty !== null && qty <= sumFilledQty(order))
    return invalidField('qty', 'must be above what is filled already');
  const isRaise = qty !== null && qty > order.qty;
  if (isRaise && (order.legs.length > 1 || !order.legs.every(context.canRaise))) {
    return rejection('qty_increase_unsupported', 'the quantity of this order cannot be raised');
  }
  return expiryRefusal(order, fields, context.now);
}

function expiryRefusal(order: Order, { tif, expiresAt }: AmendFields, now: TimestampMs): Rejection | null {
  const becomes = tif ?? order.tif;
  if (expiresAt !== null && becomes !== 'GTD')
    return invalidField('expires_at', 'is only allowed with tif GTD');
  if (expiresAt !== null && expiresAt <= now) return invalidField('expires_at', 'must be in the future');
  if (becomes === 'GTD' && expiresAt === null && order.expiresAt === null) {
    return invalidFields([{ field: 'expires_at', issue: 'required', condition: 'for GTD' }]);
  }
  return null;
}

/** Null when the legs cannot be lowered by exactly what is asked. */
function targetsOf(order: Order, fields: AmendFields, context: AmendContext): readonly LegTarget[] | null {
  let reduction = fields.qty === null ? 0n : order.qty - fields.qty;
  const targets: LegTarget[] = [];
  for (const leg of order.legs.toReversed()) {
    if (!isLive(leg.status)) continue;
    const instrument = context.instrument(leg.instrumentId);
    const price = fields.price === null ? leg.price : legPrice(order, leg, fields.price, instrument);
    const cut = order.legs.length === 1 ? reduction : cutOf(leg, reduction as Qty, instrument.qtyStep);
    reduction -= cut;
    const qty = (leg.qty - cut) as Qty;
    const isConcerned =
      price !== leg.price || qty !== leg.qty || fields.tif !== null || fields.expiresAt !== null;
    if (isConcerned) targets.unshift({ leg: leg.leg, price, qty });
  }
  return reduction === 0n ? targets : null;
}

const cutOf = (leg: Leg, reduction: Qty, lot: Qty): bigint =>
  floorToLot(minQty(reduction, (leg.qty - leg.filledQty) as Qty), lot);

/**
 * The price as the leg's venue takes it. DIRECT means exactly what was asked, so a price off the grid is
 * refused later; elsewhere it moves to the price that is never worse for the caller.
 */
function legPrice(order: Order, { outcome }: Leg, price: Price, grid: PriceGrid): Price {
  if (order.routing.mode === 'DIRECT') return price;
  const toGrid = order.side === 'BUY' ? floorToGrid : ceilToGrid;
  return toGrid(grid, outcome, price) ?? price; // beyond the grid's end: refused with the range, as any price is
}

function issuesOf(order: Order, targets: readonly LegTarget[], context: AmendContext): readonly FieldIssue[] {
  return targets.flatMap((target) => {
    const leg = legOf(order, target);
    if (target.qty === leg.filledQty) return [];
    const instrument = context.instrument(leg.instrumentId);
    if (!isPlacedAnew(order, target, context))
      return findTermIssues(instrument, leg.outcome, target.price, target.qty);
    if (leg.generation >= GENERATION_MAX)
      return [{ field: 'body', issue: 'changes an order that was changed too often' }];
    // What the venue will see is an order for the rest alone.
    return findTermIssues(instrument, leg.outcome, target.price, (target.qty - leg.filledQty) as Qty);
  });
}

const isPlacedAnew = (order: Order, target: LegTarget, { isReplaced }: AmendContext): boolean => {
  const leg = legOf(order, target);
  return target.qty !== leg.filledQty && isReplaced(leg);
};

function raisesOf(order: Order, targets: readonly LegTarget[]): RiskRequest['reserves'] {
  return targets.map((target) => {
    const { instrumentId, outcome, qty } = legOf(order, target);
    const more = target.qty - qty;
    const isBuy = isYesBuy(order.side, outcome);
    return { instrumentId, buys: isBuy ? more : 0n, sells: isBuy ? 0n : more };
  });
}

const legOf = (order: Order, target: LegTarget): Leg =>
  requirePresent(
    order.legs.find((leg) => leg.leg === target.leg),
    'the leg of a target',
  );
