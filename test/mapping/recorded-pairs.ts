import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import type { Pair } from './labelled-pairs.ts';

/** A listing as a public repository has recorded it. A null was not recorded. */
const RecordedListingSchema = Type.Object(
  {
    venue: Type.Union([Type.Literal('Kalshi'), Type.Literal('Polymarket')]),
    id: Type.String(), // Kalshi's ticker; Polymarket's slug, or the beginning of its condition id
    title: Type.String(),
    outcome: Type.Optional(Type.String()), // of Kalshi: from the rules, or the end of the ticker
    outcomes: Type.Optional(Type.Tuple([Type.String(), Type.String()])), // of Polymarket, when they are not Yes and No
    rules: Type.Union([Type.String(), Type.Null()]),
    close: Type.Union([Type.String(), Type.Null()]), // day
    source: Type.String(), // repository
    recorded: Type.String(), // day
  },
  { additionalProperties: false },
);
const RecordedPairSchema = Type.Object(
  {
    class: Type.String(),
    kalshi: Type.String(),
    polymarket: Type.String(),
    label: Type.Union([Type.Literal('same'), Type.Literal('inverted'), Type.Literal('different')]),
    why: Type.String(), // the reason for the label
  },
  { additionalProperties: false },
);
const isListing = Compile(RecordedListingSchema);
const isPair = Compile(RecordedPairSchema);

type RecordedListing = Type.Static<typeof RecordedListingSchema>;

const DATA = join(import.meta.dirname, '..', 'data', 'mapping-pairs');

const readLines = (file: string): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));

/** Listings that both venues have published, labelled from their texts before the rules were run on them. */
export interface RecordedSet {
  readonly listingsFile: string;
  readonly pairsFile: string;
  readonly listings: readonly RecordedListing[];
  readonly pairs: readonly Pair[];
}

export const FIRST_RECORDED: RecordedSet = readSet('recorded');
export const SECOND_RECORDED: RecordedSet = readSet('recorded-second');

function readSet(name: string): RecordedSet {
  const listingsFile = join(DATA, `${name}-listings.jsonl`);
  const pairsFile = join(DATA, `${name}-pairs.jsonl`);
  const listings = readLines(listingsFile).map((line) => {
    if (!isListing.Check(line)) throw new Error(`not a recorded listing: ${JSON.stringify(line)}`);
    return line;
  });
  return { listingsFile, pairsFile, listings, pairs: toPairs(name, listings, readLines(pairsFile)) };
}

function toPairs(
  name: string,
  listings: readonly RecordedListing[],
  lines: readonly unknown[],
): readonly Pair[] {
  const byId = new Map(listings.map((listing) => [listing.id, toListing(listing)]));
  const find = (id: string): Listing => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`${id} is not a recorded listing`);
    return found;
  };
  return lines.map((line, index) => {
    if (!isPair.Check(line)) throw new Error(`not a recorded pair: ${JSON.stringify(line)}`);
    const { class: kind, kalshi, polymarket, label } = line;
    return { id: `${name}/${index + 1}`, kind, label, kalshi: find(kalshi), polymarket: find(polymarket) };
  });
}

/** The title and rules as the adapters make them. */
function toListing({ venue, id, title, outcome, outcomes, rules, close }: RecordedListing): Listing {
  const answer = outcome ?? outcomes?.[0];
  const sides = outcomes === undefined ? '' : `YES is ${outcomes[0]}; NO is ${outcomes[1]}.`;
  return {
    venue,
    ticker: id,
    title: answer === undefined || title.endsWith(`: ${answer}`) ? title : `${title}: ${answer}`,
    rules: sides === '' ? rules : `${sides} ${rules ?? ''}`.trim(),
    category: '',
    openTime: null,
    closeTime: close === null ? null : (Date.parse(`${close}T23:59:00Z`) as TimestampMs),
    event: null,
  };
}
