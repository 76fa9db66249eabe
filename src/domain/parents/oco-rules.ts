import { FieldReader, isJsonObject, type JsonObject } from '../model/body-fields.ts';
import { NO_PROGRESS, type OcoParams, type ParentTarget, TRIGGER_SOURCES } from '../model/parent.ts';
import { type Rejection, rejection } from '../model/result.ts';
import { listLegs, openKnownLeg } from './leg-readers.ts';
import { optionalPrice, readChoice, readOutageMs, requiredPrice } from './param-readers.ts';
import { findReplaceDelayMs, type ParentRules, PLAIN_RULES } from './parent-rules.ts';
import { SLIPPAGE_DEFAULT } from './stop-rules.ts';
import { findContradictions, findTwoSidedTerms } from './tp-sl-rules.ts';

const LEG_FIELDS = new Set(['instrument_id', 'side', 'outcome', 'binary_outcome', 'type', 'price', 'params']);
const STOP_FIELDS = new Set(['trigger_price', 'trigger_source', 'max_slippage']);

/**
 * OCO: a resting limit and a stop share one quantity. When the stop fires, the limit is cancelled, and the stop is sent
 * once the end of the limit is proven, so both together never exceed the quantity.
 */
export const OCO_RULES: ParentRules<OcoParams> = {
  ...PLAIN_RULES,
  names: { legs: false, allow_overfill: false, max_outage_ms: false },
  price: 'refused',
  readParams: readOco,
  amendParams: (_, before) => before,
  listPrices: ({ limitPrice, stop }) => [
    { field: 'params.legs.price', price: limitPrice },
    ...(stop.price === null ? [] : [{ field: 'params.legs.price', price: stop.price }]),
  ],
  findIssues: ({ limitPrice, stop }, { side }) =>
    findContradictions(limitPrice, stop, side, { limit: 'params.legs.price', stop: 'params.legs.price' }),
  start: () => NO_PROGRESS,
  findTriggerPrice: ({ stop }) => stop.triggerPrice,
  triggerSource: ({ triggerSource }) => triggerSource,
  sampleChild: ({ limitPrice }, { qty }) => ({ qty, price: limitPrice }),
  countChildren: () => null,
  findTerms: (parent, { limitPrice, stop }, input, touch) =>
    findTwoSidedTerms(parent, limitPrice, stop, input, touch),
  delayMs: (_, child) => findReplaceDelayMs(child),
};

/** Two legs that rest at a venue could both fill before the cancel of the other one arrives. */
export function findOverfillRefusal(body: unknown): Rejection | null {
  const legs = isJsonObject(body) && body['type'] === 'OCO' ? listLegs(body['params']) : [];
  const isResting = legs.length === 2 && legs.every(({ type }) => type === 'LIMIT');
  if (!isResting) return null;
  return rejection('legs_can_overfill', 'two resting legs could both fill: one of them must be a STOP', {
    legs: legs.length,
  });
}

/** Both legs of an OCO trade one contract on one side. */
export function checkSameTarget(reader: FieldReader, first: ParentTarget, second: ParentTarget): void {
  for (const name of ['instrumentId', 'side', 'outcome'] as const)
    if (first[name] !== second[name])
      reader.addIssue('params.legs', 'must have the same instrument_id, side and outcome');
}

function readOco(reader: FieldReader): OcoParams | null {
  if (reader.value('allow_overfill') !== undefined && reader.value('allow_overfill') !== false)
    reader.addIssue('allow_overfill', 'must be false: two resting legs are not supported');
  const legs = listLegs({ legs: reader.value('legs') });
  const maxOutageMs = readOutageMs(reader);
  const limitAt = legs.findIndex(({ type }) => type === 'LIMIT');
  const stopAt = legs.findIndex(({ type }) => type === 'STOP');
  const [limit, stop] = [legs[limitAt], legs[stopAt]];
  if (legs.length !== 2 || limit === undefined || stop === undefined) {
    reader.addIssue('legs', 'must be two objects: a LIMIT and a STOP');
    return null;
  }
  const limitPrice = readLimit(openKnownLeg(reader, limit, limitAt, LEG_FIELDS));
  const fired = readStopLeg(openKnownLeg(reader, stop, stopAt, LEG_FIELDS), stop, stopAt);
  return limitPrice === null || fired === null ? null : { type: 'OCO', limitPrice, ...fired, maxOutageMs };
}

function readLimit(leg: FieldReader) {
  if (leg.value('params') !== undefined) leg.addIssue('params', 'is not allowed for LIMIT');
  return requiredPrice(leg, 'price');
}

function readStopLeg(
  leg: FieldReader,
  { params }: JsonObject,
  index: number,
): Pick<OcoParams, 'stop' | 'triggerSource'> | null {
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
  const triggerSource = readChoice(inner, 'trigger_source', TRIGGER_SOURCES) ?? 'TOUCH';
  if (price !== null && slippage !== null) inner.addIssue('max_slippage', 'is not allowed with a price');
  if (triggerPrice === null) return null;
  const maxSlippage = price === null ? (slippage ?? SLIPPAGE_DEFAULT) : null;
  return { stop: { triggerPrice, price, maxSlippage }, triggerSource };
}
