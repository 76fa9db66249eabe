import { isJsonObject } from '../model/body-fields.ts';
import type { VenueTerms } from '../model/instrument.ts';

/** Picks these fields of a venue's record, in this order. Absent, empty and null fields are left out. */
export function pickVenueTerms(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): VenueTerms {
  const terms: Record<string, string> = {};
  for (const name of names) {
    const text = toText(fields[name]);
    if (text !== '') terms[name] = text;
  }
  return terms;
}

/** Objects have their keys sorted, so that equal terms have equal texts. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value, sortKeys);
}

const sortKeys = (_: string, value: unknown): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export const haveSameTerms = (one: VenueTerms, other: VenueTerms): boolean =>
  one === other || renderVenueTerms(one) === renderVenueTerms(other);

/** The terms as text that does not depend on their order. */
export const renderVenueTerms = (terms: VenueTerms): string => JSON.stringify(terms, sortKeys);
