import {
  FIRING,
  type FieldIssue,
  FieldReader,
  findCountedQty,
  floorToLot,
  hasRestingLegs,
  isJsonObject,
  isSameTarget,
  type JsonObject,
  type NewParent,
  type ParamsOf,
  type Parent,
  type ParentReason,
  type ParentTarget,
  type Price,
  placeableQty,
  type Rejection,
  rejection,
  type StopLoss,
  type TimestampMs,
  type Touch,
  type TriggerSource,
} from '#contract';
import { readBoolean } from '#domain';
import { ANY_OUTCOME, listLegs, openKnownLeg, readTarget } from '../../rules/leg-readers.ts';
import { optionalPrice, readChoice, readOutageMs, requiredPrice } from '../../rules/param-readers.ts';
import {
  type ChildTerms,
  NO_WATCH,
  type ParentInput,
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  planWhole,
  REPEAT_MS,
} from '../../rules/parent-rules.ts';
import { SLIPPAGE_DEFAULT } from '../stop/stop-rules.ts';
import { findContradictions, findTwoSidedTerms } from '../tp-sl/tp-sl-rules.ts';

const LEG_FIELDS = new Set(['instrument_id', 'side', 'outcome', 'binary_outcome', 'type', 'price', 'params']);
const STOP_FIELDS = new Set(['trigger_price', 'trigger_source', 'max_slippage']);

/**
 * OCO: two legs share one quantity. When the stop fires, the limit is cancelled, and the stop is sent once the end of the
 * limit is proven, so both together never exceed the quantity. Two limits both rest: a fill of one lowers the other, and
 * what fills before its cancel is an overfill, which the caller must allow.
 */
export const OCO_RULES: ParentRules<ParamsOf<'OCO'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readOco,
    findIssues,
  },
  plan(params, terms) {
    const legs = listLegTerms(params, terms).filter((leg) => isSameTarget(leg, terms));
    return planWhole(terms, {
      prices: legs.flatMap(({ price }) => (price === null ? [] : [{ field: 'params.legs.price', price }])),
      sample: { qty: terms.qty, price: legs[0]?.price ?? params.stop?.triggerPrice ?? null },
    });
  },
  watch(params) {
    if (params.stop === null) return NO_WATCH;
    return { ...NO_WATCH, source: params.triggerSource, trigger: params.stop.triggerPrice, isTwoSided: true };
  },
  findTerms(parent, params, input, touch) {
    const found = hasRestingLegs(params)
      ? findRestingTerms(parent, params, input)
      : findSharedTerms(parent, params, input, touch);
    // The first replacement of a leg is placed at once, the others at most once a second.
    if (found === null || typeof found === 'string' || parent.moves <= 1) return found;
    return { ...found, change: { nextAt: (input.now + REPEAT_MS) as TimestampMs } };
  },
};

/** The legs with their prices, the limit first. `terms` are those of the parent, or of one leg: a stop on another contract is then absent. */
function listLegTerms(
  { limitPrice, limitTarget, stop, otherLimit }: ParamsOf<'OCO'>,
  terms: ParentTarget,
): readonly (ParentTarget & { readonly price: Price | null })[] {
  const limit = { ...(limitTarget ?? pickTarget(terms)), price: limitPrice };
  if (otherLimit !== null) return [limit, otherLimit];
  const isOfLimit = limitTarget !== null && isSameTarget(limitTarget, terms);
  return isOfLimit ? [limit] : [limit, { ...pickTarget(terms), price: stop?.price ?? null }];
}

const pickTarget = ({ instrumentId, side, outcome }: ParentTarget): ParentTarget => ({
  instrumentId,
  side,
  outcome,
});

/** The limit rests until the stop has fired; it may be on another contract. */
function findSharedTerms(
  parent: Parent,
  { limitPrice, limitTarget, stop }: ParamsOf<'OCO'>,
  input: ParentInput,
  touch: Touch,
): ChildTerms | ParentReason | null {
  if (limitTarget === null || parent.triggeredAt !== null)
    return findTwoSidedTerms(parent, limitPrice, stop, input, touch);
  const market = input.legs?.[1];
  if (market === undefined || !market.isUsable) return null;
  const found = findTwoSidedTerms(parent, limitPrice, stop, { ...input, grid: market.grid }, touch);
  return found === null || typeof found === 'string' ? found : { ...found, target: limitTarget };
}

/** The next of two limits: a leg without a live child, for what neither leg has filled. */
function findRestingTerms(
  parent: Parent,
  params: ParamsOf<'OCO'>,
  { legs }: ParentInput,
): ChildTerms | ParentReason | null {
  if (legs === null) return null;
  let isTooSmall = true;
  for (const [at, { price, ...target }] of listLegTerms(params, parent).entries()) {
    const market = legs[at];
    if (market === undefined || price === null) continue;
    const qty = floorToLot(placeableQty(parent, at), market.grid.qtyStep);
    if (qty < market.grid.qtyMin) continue;
    isTooSmall = false;
    if (market.isUsable && findCountedQty(parent, at) === 0n) return { qty, price, tif: parent.tif, target };
  }
  return isTooSmall && parent.liveQty === 0n ? 'below_minimum' : null;
}

/** Two legs that rest at a venue could both fill before the cancel of the other one arrives. */
export function findOverfillRefusal(body: unknown): Rejection | null {
  const params = isJsonObject(body) && body['type'] === 'OCO' ? body['params'] : null;
  const legs = listLegs(params);
  const isResting = legs.length === 2 && legs.every(({ type }) => type === 'LIMIT');
  if (!isResting || (isJsonObject(params) && params['allow_overfill'] === true)) return null;
  const message =
    'two resting legs could both fill: one of them must be a STOP, or params.allow_overfill must be true';
  return rejection('legs_can_overfill', message, { legs: legs.length });
}

function readOco(reader: FieldReader): ParamsOf<'OCO'> | null {
  const mayOverfill = readBoolean(reader, 'allow_overfill');
  const legs = listLegs({ legs: reader.value('legs') });
  const maxOutageMs = readOutageMs(reader);
  const types = legs.map(({ type }) => type);
  const limitAt = types.indexOf('LIMIT');
  const otherAt = 1 - limitAt;
  const [limit, other] = [legs[limitAt], legs[otherAt]];
  const isKnown = types.every((type) => type === 'LIMIT' || type === 'STOP');
  if (legs.length !== 2 || limit === undefined || other === undefined || !isKnown) {
    reader.addIssue('legs', 'must be two objects: a LIMIT and a STOP, or two LIMIT with allow_overfill');
    return null;
  }
  const isStop = other['type'] === 'STOP';
  if (isStop && mayOverfill) reader.addIssue('allow_overfill', 'is only allowed with two LIMIT legs');
  const limitPrice = readLimit(openKnownLeg(reader, limit, limitAt, LEG_FIELDS));
  const inner = openKnownLeg(reader, other, otherAt, LEG_FIELDS);
  const otherTarget = readTarget(new FieldReader(other), ANY_OUTCOME);
  const target = readTarget(new FieldReader(limit), ANY_OUTCOME);
  if (!isStop) {
    const price = readLimit(inner);
    if (limitPrice === null || price === null || target === null || otherTarget === null) return null;
    const otherLimit = { ...otherTarget, price };
    const terms = {
      limitTarget: target,
      stop: null,
      otherLimit,
      triggerSource: 'TOUCH',
      maxOutageMs,
    } as const;
    return { type: 'OCO', limitPrice, ...terms };
  }
  const fired = readStopLeg(inner, other, otherAt);
  if (limitPrice === null || fired === null || target === null || otherTarget === null) return null;
  const limitTarget = isSameTarget(target, otherTarget) ? null : target;
  return { type: 'OCO', limitPrice, limitTarget, otherLimit: null, ...fired, maxOutageMs };
}

function findIssues(
  { limitPrice, limitTarget, stop, otherLimit }: ParamsOf<'OCO'>,
  { side, reduceOnly }: NewParent,
): readonly FieldIssue[] {
  const fields = { limit: 'params.legs.price', stop: 'params.legs.price' };
  if (stop !== null) return limitTarget === null ? findContradictions(limitPrice, stop, side, fields) : [];
  if (otherLimit === null || limitTarget === null) return [];
  const isSame = isSameTarget(limitTarget, otherLimit) && limitPrice === otherLimit.price;
  const isOnePosition = limitTarget.instrumentId === otherLimit.instrumentId;
  return [
    ...(isSame ? [{ field: 'params.legs', issue: 'must differ' }] : []),
    ...(reduceOnly && isOnePosition
      ? [{ field: 'reduce_only', issue: 'is not allowed: both legs would close the same contracts' }]
      : []),
  ];
}

function readLimit(leg: FieldReader) {
  if (leg.value('params') !== undefined) leg.addIssue('params', 'is not allowed for LIMIT');
  return requiredPrice(leg, 'price');
}

function readStopLeg(
  leg: FieldReader,
  { params }: JsonObject,
  index: number,
): { readonly stop: StopLoss; readonly triggerSource: TriggerSource } | null {
  const price = optionalPrice(leg, 'price');
  if (!isJsonObject(params)) {
    leg.addIssue('params', 'required', 'for STOP');
    return null;
  }
  const inner = new FieldReader(params, `params.legs.${index}.params.`, leg.issues);
  for (const name of Object.keys(params))
    if (!STOP_FIELDS.has(name)) inner.addIssue(name, 'is not a parameter of this leg');
  const triggerPrice = requiredPrice(inner, 'trigger_price');
  const slippage = optionalPrice(inner, 'max_slippage');
  const triggerSource = readChoice(inner, 'trigger_source', FIRING.triggerSource) ?? 'TOUCH';
  if (price !== null && slippage !== null) inner.addIssue('max_slippage', 'is not allowed with a price');
  if (triggerPrice === null) return null;
  const maxSlippage = price === null ? (slippage ?? SLIPPAGE_DEFAULT) : null;
  return { stop: { triggerPrice, price, maxSlippage }, triggerSource };
}
