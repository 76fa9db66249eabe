import { getOwn } from './collections.ts';
import type { FieldIssue } from './result.ts';

/** The known name closest to a mistyped one, or null if none is close. */
export function nearest(name: string, known: readonly string[]): string | null {
  const ends = known.filter((candidate) => candidate.endsWith(`.${name}`));
  if (ends.length === 1) return ends[0] ?? null;
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The Levenshtein distance: insertions, deletions and replacements that change one name into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Names that other trading APIs use for our fields. */
const ALIASES: Readonly<Record<string, string>> = {
  limit_price: 'price',
  new_price: 'price',
  px: 'price',
  quantity: 'qty',
  new_qty: 'qty',
  new_quantity: 'qty',
  size: 'qty',
  amount: 'qty',
  contracts: 'qty',
  count: 'qty',
  time_in_force: 'tif',
  expiration: 'expires_at',
  expiration_time: 'expires_at',
  expiry: 'expires_at',
  good_til_date: 'expires_at',
  cl_ord_id: 'client_order_id',
  client_id: 'client_order_id',
  market_id: 'instrument_id',
};
const SUGGESTIONS_MAX = 5; // of one request: more would cost time
const GUESSED_CHARS_MIN = 4; // a shorter name is close to any other short one
const GUESSED_CHARS_MAX = 64;

/** One issue for each field other than `known`; the first ones name the field that was probably meant. */
export function findUnknownFields(
  fields: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly FieldIssue[] {
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  return unknown.map((field, index) => {
    const meant = index < SUGGESTIONS_MAX ? guessField(field, [...known]) : null;
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return { field, issue: `is not a field of this request${hint}` };
  });
}

function guessField(name: string, known: readonly string[]): string | null {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const alias = getOwn(ALIASES, snake);
  if (alias !== undefined) return known.includes(alias) ? alias : null;
  if (known.includes(snake)) return snake;
  const canGuess = name.length >= GUESSED_CHARS_MIN && name.length <= GUESSED_CHARS_MAX;
  return canGuess ? nearest(snake, known) : null;
}
