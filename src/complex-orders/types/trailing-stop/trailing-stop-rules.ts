import {
  type FieldReader,
  ONE,
  type ParamsOf,
  type Parent,
  PRICE_ONE,
  type Price,
  parseDecimal,
  type Side,
  type TimestampMs,
} from '#contract';
import { optionalPrice } from '../../rules/param-readers.ts';
import {
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  planWhole,
  REPEAT_MS,
  type WatchTerms,
} from '../../rules/parent-rules.ts';
import { countFired, findFiredTerms, readFiring, watchFiring } from '../stop/stop-rules.ts';

const PERCENT = 100n * ONE;
const PERCENT_ISSUE = 'must be a decimal string above 0 and below 100';

/**
 * TRAILING_STOP: a stop whose trigger follows the best price that it has watched, at the distance of the trail. The best
 * price is journaled at most once a second, and never loosens (I-P7).
 */
export const TRAILING_STOP_RULES: ParentRules<ParamsOf<'TRAILING_STOP'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readTrailingStop,
    amend: amendTrail,
  },
  plan: (params, terms) => planWhole(terms, { childrenMax: countFired(params, terms) }),
  watch: (params, terms) => ({ ...watchFiring(params), trigger: findTrailedPrice(params, terms) }),
  findProgress({ triggeredAt, progress }, _, { extreme, isDue, now }) {
    if (triggeredAt !== null || extreme === progress.extreme || !isDue) return null;
    const nextAt = (now + REPEAT_MS) as TimestampMs;
    return { decision: 'ratcheted', change: { nextAt, progress: { ...progress, extreme } } };
  },
  findTerms: findFiredTerms,
  delayMs: () => REPEAT_MS,
};

function findTrailedPrice(
  { trail, trailPercent }: ParamsOf<'TRAILING_STOP'>,
  { side, progress }: WatchTerms,
): Price | null {
  const extreme = progress?.extreme ?? null;
  if (extreme === null) return null;
  const distance = trail ?? (extreme * (trailPercent ?? 0n)) / PERCENT;
  const trigger = side === 'SELL' ? extreme - distance : extreme + distance;
  return (trigger < 0n ? 0n : trigger > PRICE_ONE ? PRICE_ONE : trigger) as Price;
}

/** The best price watched so far; null before the activation price is reached. */
export function findExtreme(
  { activationPrice }: Pick<ParamsOf<'TRAILING_STOP'>, 'activationPrice'>,
  side: Side,
  known: Price | null,
  watched: Price | null,
): Price | null {
  if (watched === null) return known;
  if (known !== null) return isBetter(side, watched, known) ? watched : known;
  const isActive = activationPrice === null || !isBetter(side, activationPrice, watched);
  return isActive ? watched : null;
}

/** The best price so far: the journaled one, or a better one that this process has watched (I-P7). */
export function watchExtreme(
  { params, side, progress }: Pick<Parent, 'params' | 'side' | 'progress'>,
  observed: Price | null,
  watched: Price | null,
): Price | null {
  if (params.type !== 'TRAILING_STOP') return progress.extreme;
  const known = findExtreme({ activationPrice: null }, side, progress.extreme, observed);
  return findExtreme(params, side, known, watched);
}

const isBetter = (side: Side, a: Price, b: Price): boolean => (side === 'SELL' ? a > b : a < b);

function readTrailingStop(reader: FieldReader, hasPrice: boolean): ParamsOf<'TRAILING_STOP'> | null {
  const trail = optionalPrice(reader, 'trail');
  const trailPercent = reader.optional('trail_percent', parsePercent, PERCENT_ISSUE);
  const named = ['trail', 'trail_percent'].filter((name) => reader.value(name) !== undefined);
  if (named.length === 0) reader.addIssue('trail', 'required', 'without trail_percent');
  if (named.length === 2) reader.addIssue('trail_percent', 'is not allowed with trail');
  const activationPrice = optionalPrice(reader, 'activation_price');
  return { type: 'TRAILING_STOP', trail, trailPercent, activationPrice, ...readFiring(reader, hasPrice) };
}

/** A distance can be changed, also from one kind to the other. The best price stays. */
function amendTrail(reader: FieldReader, before: ParamsOf<'TRAILING_STOP'>): ParamsOf<'TRAILING_STOP'> {
  const trail = optionalPrice(reader, 'trail');
  const trailPercent = reader.optional('trail_percent', parsePercent, PERCENT_ISSUE);
  if (trail !== null && trailPercent !== null) reader.addIssue('trail_percent', 'is not allowed with trail');
  return trail === null && trailPercent === null ? before : { ...before, trail, trailPercent };
}

function parsePercent(value: unknown): bigint | null {
  const percent = parseDecimal(value);
  return percent === null || percent <= 0n || percent >= PERCENT ? null : percent;
}
