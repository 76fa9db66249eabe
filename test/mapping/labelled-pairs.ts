import type { TimestampMs } from '../../src/domain/model/time.ts';
import { COMPANIES } from '../data/mapping-pairs/pairs/companies.ts';
import { CRYPTO } from '../data/mapping-pairs/pairs/crypto.ts';
import { CULTURE } from '../data/mapping-pairs/pairs/culture.ts';
import { ECONOMICS } from '../data/mapping-pairs/pairs/economics.ts';
import { POLITICS } from '../data/mapping-pairs/pairs/politics.ts';
import { SCIENCE } from '../data/mapping-pairs/pairs/science.ts';
import { SPORTS } from '../data/mapping-pairs/pairs/sports.ts';
import { WEATHER } from '../data/mapping-pairs/pairs/weather.ts';
import { WORLD } from '../data/mapping-pairs/pairs/world.ts';
import type { Family, Label, Pair, Variant } from './listing-pair.ts';

const FAMILIES: readonly Family[] = [
  ...POLITICS,
  ...ECONOMICS,
  ...CRYPTO,
  ...SPORTS,
  ...WEATHER,
  ...SCIENCE,
  ...CULTURE,
  ...COMPANIES,
  ...WORLD,
];

export const PAIRS: readonly Pair[] = FAMILIES.flatMap(toPairs);

/**
 * The half that nobody looks at while tuning: whole families by a fixed hash of their name, so that no
 * near-twin of a pair that was tuned on is in it.
 */
export const isHeldOut = ({ id }: Pick<Pair, 'id'>): boolean => hashOf(id.split('/')[0] ?? '') % 2 === 1;

/** The two as they stand, then each near-twin, numbered. */
export function toPairs(family: Family): readonly Pair[] {
  const { id, kalshi, polymarket, label = 'same' } = family;
  const base = pairOf(family, 0, 'base', label, kalshi, polymarket, family.close);
  const twins = family.variants.map(([kind, label, side, change, close], index) => {
    const k = side === 'K' ? changed(id, kalshi, change) : kalshi;
    const p = side === 'P' ? changed(id, polymarket, change) : polymarket;
    return pairOf(family, index + 1, kind, label, k, p, close ?? family.close);
  });
  return [base, ...twins];
}

function pairOf(
  { id, category, close }: Family,
  number: number,
  kind: string,
  label: Label,
  [event = '', outcome = '', rules = '']: readonly string[],
  [question = '', description = '']: readonly string[],
  polymarketClose: string,
): Pair {
  const common = { ticker: `${id}/${number}`, category, openTime: null };
  return {
    id: `${id}/${number}`,
    kind,
    label,
    kalshi: { ...common, venue: 'Kalshi', title: kalshiTitle(event, outcome), rules, closeTime: at(close) },
    polymarket: {
      ...common,
      venue: 'Polymarket',
      title: question,
      rules: description,
      closeTime: at(polymarketClose),
    },
  };
}

/** An event of several outcomes lists each as a market of its own. */
function kalshiTitle(event: string, outcome: string): string {
  return outcome === '' ? event : `${event} — ${outcome}`;
}

function changed(id: string, texts: readonly string[], change: Variant[3]): readonly string[] {
  if (typeof change[0] === 'string') return change as readonly string[];
  return (change as readonly (readonly [string, string])[]).reduce((words, [from, to]) => {
    if (!words.some((text) => text.includes(from))) throw new Error(`${id} does not say "${from}"`);
    return words.map((text) => text.replaceAll(from, to));
  }, texts);
}

function at(day: string): TimestampMs {
  return Date.parse(`${day}T23:59:00Z`) as TimestampMs;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
