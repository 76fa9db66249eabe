import { getOwn, type VenueTerms } from '#contract';
import { extractDates, toDay } from './extract-dates.ts';
import { extractQuantities, type Quantity, toNextCent, toThreshold } from './extract-quantities.ts';
import { normalizeText } from './listing-text.ts';

/** What the structured fields of a listing say. Fields take precedence over the text. */
export interface PublishedTerms {
  /** The threshold of the fields, and the number of the text that it replaces; null without a threshold. */
  readonly threshold: { readonly quantity: Quantity; readonly replaced: Quantity } | null;
  readonly eventDay: number | null; // the day of the game, in days since 1970
  readonly conflicts: readonly string[]; // where a field contradicts the text of the listing
}

/** The numbers of the texts, with which the fields are compared. */
interface WrittenNumbers {
  readonly title: { readonly quantities: readonly Quantity[] };
  readonly claim: { readonly quantities: readonly Quantity[] };
}

const NONE: PublishedTerms = { threshold: null, eventDay: null, conflicts: [] };

/**
 * Reads Kalshi's `strike_type`, `floor_strike`, `cap_strike` and `occurrence_datetime`, and Polymarket's `line`,
 * `groupItemTitle` and `gameStartTime`. `groupItemThreshold` is not read: at Polymarket it is a sort order.
 */
export function readPublishedTerms(terms: VenueTerms | undefined, written: WrittenNumbers): PublishedTerms {
  if (terms === undefined) return NONE;
  const { threshold, conflict } = readThreshold(terms, written);
  const conflicts = [conflict, findLineConflict(terms, written), findGroupConflict(terms, written)];
  return {
    threshold,
    eventDay: readEventDay(terms),
    conflicts: conflicts.filter((it) => it !== null),
  };
}

interface VenueThreshold {
  readonly direction: 'up' | 'up=' | 'down' | 'down=' | 'range';
  readonly low: number;
  readonly high: number | null;
  readonly words: string;
}

function readVenueThreshold(terms: VenueTerms): VenueThreshold | null {
  const type = terms['strike_type'] ?? '';
  const [lower, upper] = [toNumber(terms['floor_strike']), toNumber(terms['cap_strike'])];
  if (type === 'between')
    return lower === null || upper === null
      ? null
      : { direction: 'range', low: lower, high: upper, words: `between ${lower} and ${upper}` };
  const [direction, bound] = getOwn(DIRECTIONS, type) ?? [null, 'lower'];
  const low = bound === 'lower' ? lower : upper;
  return direction === null || low === null ? null : { direction, low, high: null, words: `${type} ${low}` };
}

/** `structured` is a participant; its `floor_strike`, where there is one, is the half below the first value that pays. */
const DIRECTIONS: Readonly<Record<string, readonly ['up' | 'up=' | 'down' | 'down=', 'lower' | 'upper']>> = {
  greater: ['up', 'lower'],
  structured: ['up', 'lower'],
  greater_or_equal: ['up=', 'lower'],
  less: ['down', 'upper'],
  less_or_equal: ['down=', 'upper'],
};

const toNumber = (text: string | undefined): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text.replaceAll('"', ''));
  return Number.isFinite(value) ? value : null;
};

type Threshold = Pick<PublishedTerms, 'threshold'> & { readonly conflict: string | null };
const NO_THRESHOLD: Threshold = { threshold: null, conflict: null };

function readThreshold(terms: VenueTerms, { title, claim }: WrittenNumbers): Threshold {
  const published = readVenueThreshold(terms);
  if (published === null) return NO_THRESHOLD;
  const [named, required] = [title, claim].map(({ quantities }) => quantities.filter(isAmount));
  if (named === undefined || required === undefined) return NO_THRESHOLD;
  for (const replaced of [...named, ...required]) {
    const quantity = toQuantity(published, replaced);
    if (quantity === null) continue;
    const stated = required.filter((it) => it.written === replaced.written);
    const states = [replaced, ...stated.filter((it) => !isLowerBound(it, quantity, required))];
    const isContradicted = states.some((it) => !isSameSet(it, quantity));
    if (isContradicted) return { threshold: null, conflict: describe(published, states) };
    return { threshold: { quantity, replaced }, conflict: null };
  }
  // Without a number in the title, the field may be a price at the opening, which the text need not repeat.
  return named.length === 0 ? NO_THRESHOLD : { threshold: null, conflict: describe(published, named) };
}

/** "At least 200 million and less than 220 million" is a range in two numbers. */
const isLowerBound = (it: Quantity, { direction, high }: Quantity, required: readonly Quantity[]): boolean =>
  direction === 'range' &&
  high !== null &&
  it.direction === 'up' &&
  required.some((upper) => upper.direction === 'down' && isNear(upper.written, high));

const describe = ({ words }: VenueThreshold, stated: readonly Quantity[]): string =>
  `the field says ${words}, the text ${stated.map(({ text }) => text).join(', ')}`;

const isAmount = ({ unit }: Quantity): boolean => !unit.startsWith('id:');

/** The strike in the unit of a written number. Null when the number is not the strike's. */
function toQuantity({ direction, low, high }: VenueThreshold, written: Quantity): Quantity | null {
  const scale = getScales(written).find((factor) =>
    isNumberOf(written, low * factor, (high ?? low) * factor),
  );
  if (scale === undefined) return null;
  if (direction === 'range') return written.direction === 'range' || low === high ? written : null;
  const quantity = toThreshold(direction, round(low * scale), written);
  const isRepeated =
    quantity.written === written.written &&
    quantity.direction === written.direction &&
    quantity.isStrict === written.isStrict;
  return isRepeated ? written : quantity; // the text may show more decimals
}

/** Fields of percentages may count basis points, and fields of large amounts thousands or millions. */
const getScales = ({ text, unit }: Quantity): readonly number[] =>
  unit === 'pct' && /\d ?(?:bps?|basis)/i.test(text) ? [1, 0.01] : [1, 1e3, 1e6, 1e9];

const isNumberOf = ({ written, value, high, direction }: Quantity, low: number, top: number): boolean =>
  direction === 'range'
    ? isNear(written, low) && high !== null && (isNear(high, top) || isNear(high, toNextCent(top)))
    : [written, value].some((it) => isNear(it, low) || isNear(it, toNextCent(low))) ||
      (direction === 'up' && low % 1 === 0.5 && isNear(value, low + 0.5)); // "25+" of a field of 24.5

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Whether the text allows the set of values of the field. A text without a comparator allows each. */
function isSameSet({ direction, value, written, isStrict, unit }: Quantity, field: Quantity): boolean {
  if (direction === null || direction === 'exact') return true;
  if (direction !== field.direction) return false;
  const isRepeated = written === field.written && isStrict === field.isStrict;
  return isRepeated || isNear(value, field.value) || unit !== field.unit;
}

const LINES = /spread|total|handicap/i;

/** The line of a spread or total is the number of the title, with either sign. */
function findLineConflict(
  { line, sportsMarketType = '' }: VenueTerms,
  { title }: WrittenNumbers,
): string | null {
  const value = toNumber(line);
  const named = title.quantities.filter(isAmount);
  if (value === null || named.length === 0 || !LINES.test(sportsMarketType)) return null;
  if (named.some(({ written }) => isNear(Math.abs(written), Math.abs(value)))) return null;
  return `the field says line ${line}, the title ${named.map(({ text }) => text).join(', ')}`;
}

/** The one number of an outcome's name within its event is that of the title. */
function findGroupConflict({ groupItemTitle = '' }: VenueTerms, { title }: WrittenNumbers): string | null {
  const { rest } = extractDates(normalizeText(groupItemTitle), null);
  const [named, ...others] = extractQuantities(rest).quantities.filter(isAmount);
  const [stated, ...more] = title.quantities.filter(isAmount);
  if (named === undefined || stated === undefined || others.length + more.length > 0) return null;
  const isOneKind =
    named.unit === stated.unit && (named.direction === 'range') === (stated.direction === 'range');
  if (!isOneKind || named.written === stated.written) return null;
  return `the field says ${groupItemTitle}, the title ${stated.text}`;
}

const ID_FIELDS = ['functional_strike', 'custom_strike'] as const;

/**
 * Where two listings publish the same part of a strike with other values. The values are names and ids of a venue, such
 * as that of a team, so only listings of venues of one kind have them both.
 */
export function findOtherVenueIds(
  one: VenueTerms | undefined,
  other: VenueTerms | undefined,
): readonly string[] {
  return ID_FIELDS.flatMap((field) => {
    const [left, right] = [readParts(one?.[field]), readParts(other?.[field])];
    return [...left].flatMap(([part, value]) => {
      const otherValue = right.get(part);
      if (otherValue === undefined || otherValue === value) return [];
      return [`${[field, part].filter(Boolean).join(' ')}: ${[value, otherValue].toSorted().join(' / ')}`];
    });
  });
}

/** The parts of an object, or the whole text without a name. */
function readParts(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map();
  if (!text.startsWith('{')) return new Map([['', text.trim()]]);
  try {
    const parts = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return new Map(parts.map(([part, value]) => [part, JSON.stringify(value)]));
  } catch {
    return new Map([['', text.trim()]]);
  }
}

const NIGHT_MS = 8 * 3_600_000;

/** Games that start before 8:00 UTC are evening games of the day before in America. */
function readEventDay({ gameStartTime, occurrence_datetime }: VenueTerms): number | null {
  const at = Date.parse((gameStartTime ?? occurrence_datetime ?? '').replace(' ', 'T').replace(/\+00$/, 'Z'));
  return Number.isNaN(at) ? null : toDay(at - NIGHT_MS);
}

const SPORT_FIELD = /"(?:(basketball|football|baseball|hockey|soccer)_team|(tennis|mma)_competitor)"/;

const SPORT_OF_MARKET = /^(soccer|tennis|ufc)_/;

/** The sport of Kalshi's `custom_strike` ("soccer_team") or Polymarket's `sportsMarketType` ("soccer_…", "tennis_…"); null without it. */
export function readPublishedSport(terms: VenueTerms | undefined): string | null {
  const ofMarket = SPORT_OF_MARKET.exec(terms?.['sportsMarketType'] ?? '')?.[1];
  if (ofMarket !== undefined) return ofMarket === 'ufc' ? 'mma' : ofMarket;
  const [, ofTeam, ofPlayer] = SPORT_FIELD.exec(terms?.['custom_strike'] ?? '') ?? [];
  return ofTeam ?? ofPlayer ?? null;
}
