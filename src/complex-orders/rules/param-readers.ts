import {
  type ChoiceParam,
  type CountParam,
  type FieldReader,
  isJsonObject,
  MAX_OUTAGE_MS,
  type Price,
  parseOneOf,
  type Qty,
} from '#contract';
import { parsePositivePrice, parsePositiveQty } from '#domain';

// Readers of single parameters, shared by the types.

export const PRICE_ISSUE = 'must be a decimal string between 0 and 1 with at most 8 decimals';
export const QTY_ISSUE = 'must be a decimal string above 0 with at most 8 decimals';

export const optionalPrice = (reader: FieldReader, name: string): Price | null =>
  reader.optional(name, parsePositivePrice, PRICE_ISSUE);

export const requiredPrice = (reader: FieldReader, name: string): Price | null =>
  reader.required(name, parsePositivePrice, PRICE_ISSUE);

export const optionalQty = (reader: FieldReader, name: string): Qty | null =>
  reader.optional(name, parsePositiveQty, QTY_ISSUE);

export const readChoice = <Choice extends string>(
  reader: FieldReader,
  name: string,
  { choices }: Pick<ChoiceParam<Choice>, 'choices'>,
): Choice | null => reader.optional(name, parseOneOf(choices), `must be one of ${choices.join(', ')}`);

export const readCount = (
  reader: FieldReader,
  name: string,
  { min, max }: Pick<CountParam, 'min' | 'max'>,
): number | null =>
  reader.optional(
    name,
    (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? value : null,
    `must be an integer from ${min} to ${max}`,
  );

export const readOutageMs = (reader: FieldReader): number | null =>
  readCount(reader, 'max_outage_ms', MAX_OUTAGE_MS);

/** Reads an object within the parameters; null when it is absent or not an object. Other fields are issues. */
export function openObject(
  reader: FieldReader,
  name: string,
  fields: readonly string[],
  open: (fields: Readonly<Record<string, unknown>>) => FieldReader,
): FieldReader | null {
  const value = reader.value(name);
  if (value === undefined) return null;
  if (!isJsonObject(value)) {
    reader.addIssue(name, 'must be an object');
    return null;
  }
  const inner = open(value);
  for (const field of Object.keys(value))
    if (!fields.includes(field)) inner.addIssue(field, 'is not a field of this object');
  return inner;
}
