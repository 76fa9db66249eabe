import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import type { Pair } from './labelled-pairs.ts';

const Side = {
  close: Type.String(), // day on which the listing closes
  category: Type.String(),
  terms: Type.Record(Type.String(), Type.String()), // structured fields of the venue, as text
  exclusive: Type.Optional(Type.String()), // id of an event of which at most one listing resolves Yes
  source: Type.Optional(Type.String()), // the series or event whose published wording it has, and when that was recorded
};
const KalshiMarket = Type.Object(
  { event: Type.String(), outcome: Type.String(), rules: Type.String(), secondary: Type.String(), ...Side },
  { additionalProperties: false },
);
const PolymarketMarket = Type.Object(
  {
    question: Type.String(),
    description: Type.String(),
    outcomes: Type.Optional(Type.Tuple([Type.String(), Type.String()])), // when they are not Yes and No
    ...Side,
  },
  { additionalProperties: false },
);
const PublishedPairSchema = Type.Object(
  {
    id: Type.String(),
    class: Type.String(),
    kind: Type.String(),
    label: Type.Union([Type.Literal('same'), Type.Literal('inverted'), Type.Literal('different')]),
    relation: Type.Optional(
      Type.Union(['subset', 'superset', 'overlap', 'disjoint'].map((it) => Type.Literal(it))),
    ), // of the Kalshi listing to the Polymarket listing, for different pairs
    why: Type.Optional(Type.String()), // the reason for the label, in one sentence
    kalshi: KalshiMarket,
    polymarket: PolymarketMarket,
  },
  { additionalProperties: false },
);
const validator = Compile(PublishedPairSchema);
type PublishedMarkets = Static<typeof PublishedPairSchema>;
type PublishedSide = Pick<PublishedMarkets['kalshi'], 'close' | 'category' | 'terms' | 'exclusive'>;

/** A pair with the fields that the venues publish; `kind` is its class. */
export interface PublishedPair extends Pair {
  readonly trap: string; // how the pair differs or is difficult
}

const DATA = join(import.meta.dirname, '..', 'data', 'mapping-pairs');
export const SEALED_FILE = join(DATA, 'sealed.jsonl');
export const SECOND_SEALED_FILE = join(DATA, 'sealed-second.jsonl');
export const NOVEMBER_SEALED_FILE = join(DATA, 'sealed-2026-11-23.jsonl');
export const CLASSES_SEALED_FILE = join(DATA, 'sealed-2026-11-28.jsonl');
export const OTHER_WORDS_SEALED_FILE = join(DATA, 'sealed-2026-11-28-second.jsonl');

export const VENUE_WORDS_SEALED_FILE = join(DATA, 'sealed-2026-11-28-third.jsonl');
export const LAST_SEALED_FILE = join(DATA, 'sealed-2026-11-28-fourth.jsonl');
export const AREAS_SEALED_FILE = join(DATA, 'sealed-2026-11-29.jsonl');
export const NEAR_TWINS_SEALED_FILE = join(DATA, 'sealed-2026-11-30.jsonl');
export const PARTS_SEALED_FILE = join(DATA, 'sealed-2026-11-30-second.jsonl');
export const TERMS_SEALED_FILE = join(DATA, 'sealed-2026-11-30-third.jsonl');
export const GAMES_SEALED_FILE = join(DATA, 'sealed-2026-12-01.jsonl');
export const FURTHER_SEALED_FILE = join(DATA, 'sealed-2026-12-01-second.jsonl');
export const SERIES_SEALED_FILE = join(DATA, 'sealed-2026-12-01-third.jsonl');
export const FRESH_SEALED_FILE = join(DATA, 'sealed-2026-12-01-fourth.jsonl');
export const READINGS_SEALED_FILE = join(DATA, 'sealed-2026-12-01-fifth.jsonl');
export const LATEST_SEALED_FILE = join(DATA, 'sealed-2026-12-01-sixth.jsonl');

const CLASSES_OPEN_FILE = join(DATA, 'classes-open.jsonl');

export const SPORTS_SEALED_FILE = join(DATA, 'sealed-sports.jsonl');

/** Written before its author read the mapping rules. For these, only totals may be read. */
export const SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(SEALED_FILE);
export const SECOND_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(SECOND_SEALED_FILE);

/** Written before its author read the mapping rules. 60 two-sided games are in it with both outcomes. */
export const NOVEMBER_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(NOVEMBER_SEALED_FILE);

/**
 * Twelve classes, half of the pairs equal. Written before its author read the mapping rules. Rules that differ only in
 * what they pay for an event that is cancelled, or postponed past the limit of one venue, count as one contract.
 */
export const CLASSES_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(CLASSES_SEALED_FILE);

/** Open pairs of the classes that the sealed sets missed, with their near-twins. For work on the rules. */
export const CLASSES_OPEN_PAIRS: readonly PublishedPair[] = loadPublishedPairs(CLASSES_OPEN_FILE);

/**
 * Seventeen classes in freer words than the venues mostly use. Written before its author read the mapping rules; its wrong
 * proposals were read after the first measurement.
 */
export const OTHER_WORDS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(OTHER_WORDS_SEALED_FILE);

/**
 * In the wordings of both venues, many of them recorded. Written before their authors read the mapping rules; the errors were
 * read after the first measurement of each.
 */
export const VENUE_WORDS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(VENUE_WORDS_SEALED_FILE);
export const LAST_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(LAST_SEALED_FILE);

/** From the areas that the other sets cover least. Labelled before the rules were run on them. */
export const AREAS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(AREAS_SEALED_FILE);

/** Equal pairs and their near-twins of both venues in one catalogue. Labelled before its author had read a rule or another set. */
export const NEAR_TWINS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(NEAR_TWINS_SEALED_FILE);

/**
 * Parts of games, offices, figures and prizes in the wordings of October 2026, each with its near-twins. Labelled before its
 * author had read the code of the rules.
 */
export const PARTS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(PARTS_SEALED_FILE);

/**
 * Lines, ranges, windows and conditions that differ in one term, each with its near-twins. Labelled before its author had read
 * the code of the rules.
 */
export const TERMS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(TERMS_SEALED_FILE);

/**
 * Regulation time, totals, corners, cards, sets, fights, figures and companies, each with its near-twins. Labelled before the
 * rules were run on them, by an author who had read the code of the comparison.
 */
export const GAMES_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(GAMES_SEALED_FILE);

/** Politics, money, weather and culture, and near-twins of the lines that were read last. Labelled before the rules were run on them. */
export const FURTHER_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(FURTHER_SEALED_FILE);

/** Series that no older set has: other leagues, charts, hours, posts and figures. Labelled before the rules were run on them. */
export const SERIES_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(SERIES_SEALED_FILE);

/** Pairs of all areas. Labelled before the rules were run on them, by an author who had read the rules. */
export const FRESH_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(FRESH_SEALED_FILE);

/** Near-twins of the readings that the two sets before led to. Labelled before the rules were run on them. */
export const READINGS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(READINGS_SEALED_FILE);

/** As `FRESH_SEALED_PAIRS`, after its errors were mended: other events of the same areas. */
export const LATEST_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(LATEST_SEALED_FILE);

/** Sports only, with the wordings of lines that the venues use. Its errors were read after the first measurement. */
export const SPORTS_SEALED_PAIRS: readonly PublishedPair[] = loadPublishedPairs(SPORTS_SEALED_FILE);

/** Reads a file with one pair of published listings per line. Throws on a line of another shape. */
export function loadPublishedPairs(file: string): readonly PublishedPair[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, index) => {
    const parsed: unknown = JSON.parse(line);
    if (!validator.Check(parsed)) throw new Error(`${file}:${index + 1} is not a published pair`);
    return toPair(parsed);
  });
}

function toPair({ id, class: kind, kind: trap, label, ...sides }: PublishedMarkets): PublishedPair {
  return {
    id,
    kind,
    trap,
    label,
    kalshi: toKalshi(id, sides.kalshi),
    polymarket: toPolymarket(id, sides.polymarket),
  };
}

/** The title and rules as the adapters make them. */
function toKalshi(
  id: string,
  { event, outcome, rules, secondary, ...side }: PublishedMarkets['kalshi'],
): Listing {
  const title = outcome === '' ? event : `${event}: ${outcome}`;
  return toListing('Kalshi', id, title, `${rules} ${secondary}`.trim(), side);
}

function toPolymarket(
  id: string,
  { question, description, outcomes, ...side }: PublishedMarkets['polymarket'],
): Listing {
  if (outcomes === undefined || outcomes.join() === 'Yes,No')
    return toListing('Polymarket', id, question, description, side);
  const [yes, no] = outcomes;
  const title = question.endsWith(`: ${yes}`) ? question : `${question}: ${yes}`;
  return toListing('Polymarket', id, title, `YES is ${yes}; NO is ${no}. ${description}`, side);
}

function toListing(
  venue: string,
  ticker: string,
  title: string,
  rules: string,
  { close, category, terms, exclusive }: PublishedSide,
): Listing {
  const closeTime = Date.parse(`${close}T23:59:00Z`) as TimestampMs;
  return {
    venue,
    ticker,
    title,
    rules,
    category,
    openTime: null,
    closeTime,
    event: exclusive ?? null,
    terms,
  };
}
