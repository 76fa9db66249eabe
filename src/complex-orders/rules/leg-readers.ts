import {
  FieldReader,
  INSTRUMENT_EXPECTED,
  isJsonObject,
  type JsonObject,
  type ParentTarget,
  parseInstrumentId,
  parseOneOf,
  SIDES,
} from '#contract';
import { type ParseOrderRules, parsePositiveQty, readOutcome } from '#domain';
import type { ExitTerms } from '../types/tp-sl/parse-exit.ts';
import { QTY_ISSUE } from './param-readers.ts';

// Readers of `params.legs`, shared by the types that have two legs.

/** The legs of the parameters; none when they are not a list of objects. */
export function listLegs(params: unknown): readonly JsonObject[] {
  const legs = isJsonObject(params) ? params['legs'] : null;
  return Array.isArray(legs) && legs.every(isJsonObject) ? legs : [];
}

export const openLeg = (reader: FieldReader, leg: JsonObject, index: number): FieldReader =>
  new FieldReader(leg, `params.legs.${index}.`, reader.issues);

/** Other fields than these are issues. */
export function openKnownLeg(
  reader: FieldReader,
  leg: JsonObject,
  index: number,
  fields: ReadonlySet<string>,
): FieldReader {
  const inner = openLeg(reader, leg, index);
  for (const name of Object.keys(leg)) if (!fields.has(name)) inner.addIssue(name, 'is not a field of a leg');
  return inner;
}

export function readTarget(leg: FieldReader, rules: ParseOrderRules): ParentTarget | null {
  const instrumentId = leg.required('instrument_id', parseInstrumentId, INSTRUMENT_EXPECTED);
  const side = leg.required('side', parseOneOf(SIDES), 'must be BUY or SELL');
  const outcome = readOutcome(leg, rules);
  return instrumentId === null || side === null ? null : { instrumentId, side, outcome };
}

/** For legs whose issues are those of the request already. */
export const ANY_OUTCOME: ParseOrderRules = { outcomeRequired: false, venueNames: [] };

/** The quantity of both legs, and the contract of the one that stands for the whole: a stop, whose trigger is watched, or the first. */
export function readLegTarget(reader: FieldReader, rules: ParseOrderRules): ExitTerms | null {
  for (const name of ['instrument_id', 'side', 'outcome', 'binary_outcome'])
    if (reader.value(name) !== undefined) reader.addIssue(name, 'is given by params.legs');
  const qty = reader.required('qty', parsePositiveQty, QTY_ISSUE);
  const legs = listLegs(reader.value('params'));
  const [first, second] = legs.map((leg, index) => readTarget(openLeg(reader, leg, index), rules));
  if (first === undefined || second === undefined || first === null || second === null) return null;
  if (qty === null) return null;
  return {
    ...(legs[1]?.['type'] === 'STOP' && legs[0]?.['type'] !== 'STOP' ? second : first),
    qty,
    qtyText: reader.value('qty') as string,
    entry: null,
  };
}
