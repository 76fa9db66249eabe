import { fold } from './fold.ts';
import type { Instrument } from './instrument.ts';
import { restOf, type SearchRule } from './search.ts';

/**
 * A term stands for a set of instruments: those of one venue, or those with `rai` in the title. A search
 * is the intersection of a few such sets. Texts give every run of one, two and three characters, so a
 * short word is one term and a longer one the terms of its runs of three.
 *
 * A term is a 31-bit hash. Two may collide, and three runs may stand apart in a text, so an
 * intersection only proposes; `tierOf` decides.
 */
export type Term = number;

const GRAM = 3;
// Apart above the 16 bits of a character, or the title's `a` would be the text's `b`.
const SEED = {
  title: 0x1_0000,
  text: 0x2_0000,
  venue: 0x3_0000,
  status: 0x4_0000,
  category: 0x5_0000,
} as const;

/** Calls `visit` for each term of the instrument, some of them more than once. */
export function visitTerms(instrument: Instrument, visit: (term: Term) => void): void {
  const title = fold(instrument.title);
  visitGrams(SEED.title, title, visit);
  visitGrams(SEED.text, title, visit);
  visitGrams(SEED.text, restOf(instrument), visit);
  visit(labelTerm(SEED.venue, instrument.venue));
  visit(labelTerm(SEED.status, instrument.status));
  visit(labelTerm(SEED.category, fold(instrument.category)));
}

/** Terms that every instrument with all the words in its title has, filters included. */
export const titleTerms = (rule: SearchRule): readonly Term[] => ruleTerms(SEED.title, rule);

/** Terms that every instrument has that the rule finds in any tier. */
export const textTerms = (rule: SearchRule): readonly Term[] => ruleTerms(SEED.text, rule);

function ruleTerms(seed: number, rule: SearchRule): readonly Term[] {
  const terms = new Set<Term>();
  for (const word of rule.words) {
    const length = Math.min(word.length, GRAM);
    for (let at = 0; at + length <= word.length; at += 1)
      terms.add(labelTerm(seed, word.slice(at, at + length)));
  }
  if (rule.venue !== null) terms.add(labelTerm(SEED.venue, rule.venue));
  if (rule.status !== null) terms.add(labelTerm(SEED.status, rule.status));
  if (rule.category !== null) terms.add(labelTerm(SEED.category, rule.category));
  return [...terms];
}

function visitGrams(seed: number, text: string, visit: (term: Term) => void): void {
  for (let at = 0; at < text.length; at += 1) {
    let hash: number = seed;
    const end = Math.min(at + GRAM, text.length);
    for (let next = at; next < end; next += 1) {
      const unit = text.charCodeAt(next);
      // A word holds no space, so no run across one is ever asked for.
      if (isSpace(unit)) break;
      hash = mix(hash, unit);
      visit(finish(hash));
    }
  }
}

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

function labelTerm(seed: number, label: string): Term {
  let hash = seed;
  for (let at = 0; at < label.length; at += 1) hash = mix(hash, label.charCodeAt(at));
  return finish(hash);
}

// Multiply and rotate: one unit changes high and low bits, in about a nanosecond.
function mix(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return (mixed << 13) | (mixed >>> 19);
}

const finish = (hash: number): Term => (hash ^ (hash >>> 16)) & 0x7fffffff;
