import type { Listing } from './listing.ts';
import { plainText } from './text.ts';

/** Words in a row, and what they are called for short: "LoL" for "League of Legends". */
export interface Run {
  readonly short: string; // its initials
  readonly words: readonly string[];
}

/** Two to six words between two capitals in a row, small words between them allowed, by their initials. */
export const runsIn = ({ title, rules }: Listing): readonly Run[] =>
  [...plainText(`${title} . ${rules ?? ''}`).matchAll(RUN)].flatMap(([text]) => {
    const words = text.split(/[ -]/);
    return words.flatMap((_, from) =>
      [2, 3, 4, 5, 6].flatMap((count) => runOf(words.slice(from, from + count), count)),
    );
  });

const RUN = /[A-Z][a-z]+(?:[ -](?:(?:of|the|and|for) )*[A-Z][a-z]+)+/g;
const SMALL = /^(?:of|the|and|for)$/;

function runOf(written: readonly string[], count: number): readonly Run[] {
  if (written.length < count || SMALL.test(written[0] ?? '') || SMALL.test(written.at(-1) ?? '')) return [];
  const words = written.map((word) => word.toLowerCase());
  const initials = (some: readonly string[]): string => some.map((word) => word[0] ?? '').join('');
  const shorts = new Set([initials(words), initials(words.filter((word) => !SMALL.test(word)))]);
  return [...shorts].filter((short) => short.length > 1).map((short) => ({ short, words }));
}
