import type { VenueTerms } from '#contract';

const DEPTH_MAX = 8; // the terms of the venues have two levels
const CHARS_MAX = 2_000;

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

/** Objects have their keys sorted, so that equal terms have equal texts. Deeper levels are null. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(sortKeys(value, DEPTH_MAX));
  return text.slice(0, CHARS_MAX);
}

function sortKeys(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item, depth - 1)]),
  );
}

export const haveSameTerms = (one: VenueTerms, other: VenueTerms): boolean =>
  one === other || renderVenueTerms(one) === renderVenueTerms(other);

/** The terms as text that does not depend on their order. */
export const renderVenueTerms = (terms: VenueTerms): string => JSON.stringify(sortKeys(terms, 1));
