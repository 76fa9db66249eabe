import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';

/** Two listings, their true relation, and why the pair is difficult. */
export interface Pair {
  readonly id: string; // `family/number`
  readonly kind: string; // the trap, or the difference in wording
  readonly label: Label;
  readonly kalshi: Listing;
  readonly polymarket: Listing;
}

export type Label = Static<typeof LabelSchema>;

const LabelSchema = Type.Union([Type.Literal('same'), Type.Literal('inverted'), Type.Literal('different')]);
const KalshiTexts = Type.Object(
  { event: Type.String(), outcome: Type.String(), rules: Type.String() },
  { additionalProperties: false },
);
const PolymarketTexts = Type.Object(
  { question: Type.String(), description: Type.String() },
  { additionalProperties: false },
);

/** One change to the listing of one venue: either replacements in all its texts, or new texts. */
const VariantSchema = Type.Object(
  {
    kind: Type.String(),
    label: LabelSchema,
    venue: Type.Union([Type.Literal('kalshi'), Type.Literal('polymarket')]),
    replace: Type.Optional(Type.Array(Type.Tuple([Type.String(), Type.String()]), { minItems: 1 })),
    texts: Type.Optional(Type.Union([KalshiTexts, PolymarketTexts])),
    close: Type.Optional(Type.String()), // day on which the Polymarket listing closes; the family's when absent
  },
  { additionalProperties: false },
);

/** One line of a data file: a question as both venues word it, and near-twins that change one side. */
const FamilySchema = Type.Object(
  {
    id: Type.String(),
    category: Type.String(),
    close: Type.String(), // day on which both listings close
    label: Type.Optional(LabelSchema), // of the unchanged pair; `same` when absent
    kalshi: KalshiTexts,
    polymarket: PolymarketTexts,
    variants: Type.Array(VariantSchema),
  },
  { additionalProperties: false },
);
const validator = Compile(FamilySchema);

type Family = Static<typeof FamilySchema>;
type Variant = Static<typeof VariantSchema>;
type Texts = Readonly<Record<string, string>>;

const DATA = join(import.meta.dirname, '..', 'data', 'mapping-pairs');

/** The first set. The rules were written against its tuning half. */
export const FIRST_PAIRS: readonly Pair[] = loadPairs('first');

/**
 * The second set: other topics and longer rules, labelled and committed before any score of it was known.
 * Do not write rules against it: a set that guided the rules no longer measures them.
 */
export const BLIND_PAIRS: readonly Pair[] = loadPairs('blind');

/**
 * The third set: worded like published listings by an author who had not read the mapping rules, and
 * labelled before any score was known. For its sealed half, only totals may be read.
 */
export const THIRD_PAIRS: readonly Pair[] = loadPairs('third');

/** Pairs in the long wording of real rules, for work on the mapping rules. None of them is held out. */
export const PRACTICE_PAIRS: readonly Pair[] = loadPairs('practice');

/**
 * Pairs by class of market: two-sided games, matches that can be drawn, series of price levels, central
 * banks, nominees, elections and one-off events. For work on the rules. None of them is held out.
 */
export const MARKET_PAIRS: readonly Pair[] = loadPairs('market');

/**
 * Whether the pair is in the half that must not be read while tuning. Whole families are held out, by a
 * fixed hash of their id, so that no near-twin of a tuned pair is in the held-out half.
 */
export const isHeldOut = ({ id }: Pick<Pair, 'id'>): boolean => computeHash(id.split('/')[0] ?? '') % 2 === 1;

/** Reads one set in the order of its lines. Throws on a line that is not a `Family`. */
function loadPairs(set: string): readonly Pair[] {
  const lines = readFileSync(join(DATA, `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.flatMap((line, index) => {
    const family: unknown = JSON.parse(line);
    if (!validator.Check(family)) throw new Error(`${set}.jsonl:${index + 1} is not a family of pairs`);
    return toPairs(family);
  });
}

/** The unchanged pair as number 0, then each near-twin by its number. */
function toPairs(family: Family): readonly Pair[] {
  const { id, kalshi, polymarket, label = 'same' } = family;
  const base = toPair(family, 0, 'base', label, kalshi, polymarket, family.close);
  const twins = family.variants.map((variant, index) => {
    const k = variant.venue === 'kalshi' ? applyVariant(id, kalshi, variant) : kalshi;
    const p = variant.venue === 'polymarket' ? applyVariant(id, polymarket, variant) : polymarket;
    return toPair(family, index + 1, variant.kind, variant.label, k, p, variant.close ?? family.close);
  });
  return [base, ...twins];
}

function toPair(
  { id, category, close }: Family,
  number: number,
  kind: string,
  label: Label,
  { event = '', outcome = '', rules = '' }: Texts,
  { question = '', description = '' }: Texts,
  polymarketClose: string,
): Pair {
  const common = { ticker: `${id}/${number}`, category, openTime: null };
  return {
    id: `${id}/${number}`,
    kind,
    label,
    kalshi: {
      ...common,
      venue: 'Kalshi',
      title: outcome === '' ? event : `${event} — ${outcome}`, // Kalshi lists each outcome as a market
      rules,
      closeTime: toCloseTime(close),
    },
    polymarket: {
      ...common,
      venue: 'Polymarket',
      title: question,
      rules: description,
      closeTime: toCloseTime(polymarketClose),
    },
  };
}

/** Throws when a replacement applies to none of the texts: the variant would equal the base pair. */
function applyVariant(id: string, texts: Texts, { replace = [], texts: newTexts }: Variant): Texts {
  if (newTexts !== undefined) return newTexts;
  return replace.reduce<Texts>((current, [from, to]) => {
    const entries = Object.entries(current);
    if (!entries.some(([, text]) => text.includes(from))) throw new Error(`${id} does not contain "${from}"`);
    return Object.fromEntries(entries.map(([key, text]) => [key, text.replaceAll(from, to)]));
  }, texts);
}

function toCloseTime(day: string): TimestampMs {
  return Date.parse(`${day}T23:59:00Z`) as TimestampMs;
}

/** FNV-1a, 32 bits. */
function computeHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
