import {
  type AmendChange,
  ceilToGrid,
  describeTimeIssue,
  err,
  type FieldIssue,
  FieldReader,
  findTermIssues,
  findUnknownFields,
  floorToGrid,
  floorToLot,
  GENERATION_MAX,
  type Instrument,
  type InstrumentId,
  invalidField,
  invalidFields,
  isJsonObject,
  isLive,
  isYesBuy,
  type Leg,
  type LegTarget,
  minQty,
  type Order,
  ok,
  type Price,
  type PriceGrid,
  parseInputTime,
  parseOneOf,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  requirePresent,
  sumFilledQty,
  type TimestampMs,
} from '#contract';
import type { RiskRequest } from '../risk/risk-check.ts';
import { parsePositivePrice, parsePositiveQty } from './parse-order.ts';

/** The fields of an amend request; null leaves a field unchanged. */
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
 * Parses the body of an amend request, which contains only the fields to change.
 *
 * Rejects unknown and immutable fields, invalid values, and a body that changes nothing.
 */
export function parseAmend(body: unknown): Result<AmendFields, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  for (const issue of findUnknownFields(body, MUTABLE)) {
    if (IMMUTABLE.has(issue.field)) reader.addIssue(issue.field, 'cannot be changed');
    else reader.issues.push(issue);
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
    expiresAt: reader.optional('expires_at', parseInputTime, describeTimeIssue),
  };
  if (reader.issues.length > 0) return err(reader.issues);
  const isEmpty =
    fields.price === null && fields.qty === null && fields.tif === null && fields.expiresAt === null;
  return isEmpty ? err([{ field: 'body', issue: 'must change price, qty, tif or expires_at' }]) : ok(fields);
}

/** Facts that planning an amend needs in addition to the order. */
export interface AmendContext {
  readonly instrument: (id: InstrumentId) => Instrument;
  readonly canRaise: (leg: Leg) => boolean; // true when its venue can increase the quantity
  readonly isReplaced: (leg: Leg) => boolean; // true when its venue amends by cancel/replace
  readonly isKilled: boolean;
  readonly now: TimestampMs;
}

export interface PlannedAmend extends RiskRequest {
  readonly change: AmendChange;
}

/**
 * Plans the new terms of an order's legs, before the risk check. A quantity decrease is taken from the last
 * leg backwards. A new price applies to all live legs, rounded to each venue's tick in the caller's favour.
 *
 * Rejects with `kill_switch` (all but a quantity decrease, and that too when the venue needs a new order for
 * it), `qty_increase_unsupported`, or `validation`.
 * Source  contract, Amend; docs/decisions/amending.md
 */
export function planAmend(
  order: Order,
  fields: AmendFields,
  context: AmendContext,
): Result<PlannedAmend, Rejection> {
  const rejected = findRejection(order, fields, context);
  if (rejected !== null) return err(rejected);
  const targets = planTargets(order, fields, context);
  if (targets === null)
    return err(invalidField('qty', 'must lower the quantity in steps that its venues support'));
  if (context.isKilled && targets.some((target) => needsNewOrder(order, target, context))) {
    return err(
      rejection('kill_switch', 'the kill switch is on, and this venue amends an order by placing a new one'),
    );
  }
  const issues = findTargetIssues(order, targets, context);
  if (issues.length > 0) return err(invalidFields(issues));
  const isRaise = fields.qty !== null && fields.qty > order.qty;
  return ok({
    change: { ...fields, legs: targets },
    accountId: order.accountId,
    subaccountId: order.subaccountId,
    qty: isRaise ? fields.qty : null,
    addsOpenOrder: false,
    reserves: isRaise ? toAddedReserves(order, targets) : [],
  });
}

function findRejection(order: Order, fields: AmendFields, context: AmendContext): Rejection | null {
  const { price, qty, tif, expiresAt } = fields;
  const isOnlyLowering =
    price === null && tif === null && expiresAt === null && qty !== null && qty <= order.qty;
  if (context.isKilled && !isOnlyLowering) {
    return rejection('kill_switch', 'the kill switch is on: an amend may only lower qty');
  }
  if (order.type === 'MARKET' && price !== null) return invalidField('price', 'is not allowed with MARKET');
  if (qty !== null && qty <= sumFilledQty(order))
    return invalidField('qty', 'must be above the filled quantity');
  const isRaise = qty !== null && qty > order.qty;
  if (isRaise && order.reduceOnly) return invalidField('qty', 'cannot be raised on a reduce_only order');
  if (isRaise && (order.legs.length > 1 || !order.legs.every(context.canRaise))) {
    return rejection('qty_increase_unsupported', 'the quantity of this order cannot be raised');
  }
  return findExpiryRejection(order, fields, context.now);
}

function findExpiryRejection(
  order: Order,
  { tif, expiresAt }: AmendFields,
  now: TimestampMs,
): Rejection | null {
  const becomes = tif ?? order.tif;
  if (expiresAt !== null && becomes !== 'GTD')
    return invalidField('expires_at', 'is only allowed with tif GTD');
  if (expiresAt !== null && expiresAt <= now) return invalidField('expires_at', 'must be in the future');
  if (becomes === 'GTD' && expiresAt === null && order.expiresAt === null) {
    return invalidFields([{ field: 'expires_at', issue: 'required', condition: 'for GTD' }]);
  }
  return null;
}

/** Null when the legs cannot be reduced by exactly the requested quantity. */
function planTargets(order: Order, fields: AmendFields, context: AmendContext): readonly LegTarget[] | null {
  let reduction = fields.qty === null ? 0n : order.qty - fields.qty;
  const targets: LegTarget[] = [];
  for (const leg of order.legs.toReversed()) {
    if (!isLive(leg.status)) continue;
    const instrument = context.instrument(leg.instrumentId);
    const price = fields.price === null ? leg.price : legPrice(order, leg, fields.price, instrument);
    const cut = order.legs.length === 1 ? reduction : computeCut(leg, reduction as Qty, instrument.qtyStep);
    reduction -= cut;
    const qty = (leg.qty - cut) as Qty;
    const isConcerned =
      price !== leg.price || qty !== leg.qty || fields.tif !== null || fields.expiresAt !== null;
    if (isConcerned) targets.unshift({ leg: leg.leg, price, qty });
  }
  return reduction === 0n ? targets : null;
}

const computeCut = (leg: Leg, reduction: Qty, lot: Qty): bigint =>
  floorToLot(minQty(reduction, (leg.qty - leg.filledQty) as Qty), lot);

/**
 * The leg's price on its venue's grid. For DIRECT the price is unchanged, and an invalid one is rejected
 * later; otherwise it is rounded to a valid price that is not worse for the caller.
 */
function legPrice(order: Order, { outcome }: Leg, price: Price, grid: PriceGrid): Price {
  if (order.routing.mode === 'DIRECT') return price;
  const toGrid = order.side === 'BUY' ? floorToGrid : ceilToGrid;
  return toGrid(grid, outcome, price) ?? price; // out of range: rejected later with the valid range
}

function findTargetIssues(
  order: Order,
  targets: readonly LegTarget[],
  context: AmendContext,
): readonly FieldIssue[] {
  return targets.flatMap((target) => {
    const leg = getLeg(order, target);
    if (target.qty === leg.filledQty) return [];
    const instrument = context.instrument(leg.instrumentId);
    if (!needsNewOrder(order, target, context))
      return findTermIssues(instrument, leg.outcome, target.price, target.qty);
    if (leg.generation >= GENERATION_MAX)
      return [{ field: 'body', issue: 'amends an order that was amended too often' }];
    // The venue receives a new order for the remaining quantity only.
    return findTermIssues(instrument, leg.outcome, target.price, (target.qty - leg.filledQty) as Qty);
  });
}

const needsNewOrder = (order: Order, target: LegTarget, { isReplaced }: AmendContext): boolean => {
  const leg = getLeg(order, target);
  return target.qty !== leg.filledQty && isReplaced(leg);
};

function toAddedReserves(order: Order, targets: readonly LegTarget[]): RiskRequest['reserves'] {
  return targets.map((target) => {
    const { instrumentId, outcome, qty } = getLeg(order, target);
    const more = target.qty - qty;
    const isBuy = isYesBuy(order.side, outcome);
    return { instrumentId, buys: isBuy ? more : 0n, sells: isBuy ? 0n : more };
  });
}

const getLeg = (order: Order, target: LegTarget): Leg =>
  requirePresent(
    order.legs.find((leg) => leg.leg === target.leg),
    'the leg of a target',
  );
