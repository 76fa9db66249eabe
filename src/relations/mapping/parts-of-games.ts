import { extractFacts, type ListingFacts } from './extract.ts';
import { findMatches } from './listing-text.ts';
import { readTextsOnce } from './read-once.ts';

/** A part of a game, and the facts of the listing as if it were about the whole game. */
export interface PartOfGame {
  readonly part: string; // "first half"
  readonly facts: ListingFacts;
}

/**
 * The part of the game that a listing is about, such as the first half. Null for a whole game. `unclear` where title and
 * rules do not state the same part.
 */
export const readPartOfGame = readTextsOnce((facts): PartOfGame | 'unclear' | null => {
  const { listing, normalTitle, rulesText, claimText } = facts;
  const [titled, claimed, ruled] = [normalTitle, claimText, rulesText].map(findParts);
  const [part, ...others] = titled ?? [];
  if (part === undefined) return claimed?.length === 0 ? null : 'unclear';
  if (others.length > 0 || ruled?.join() !== part) return 'unclear';
  const whole = extractFacts({ ...listing, title: cutPart(normalTitle), rules: cutPart(rulesText) });
  return { part, facts: whole };
});

const PART =
  '(?:(?:1st|first|2nd|second|3rd|third|4th|fourth) (?:half|quarter|period|(?:\\d |five )?innings?)|[12]H|[1-4]Q|Q[1-4])';
const PARTS = new RegExp(`\\b${PART}\\b`, 'gi');

const findParts = (text: string): readonly string[] => [
  ...new Set(findMatches(PARTS, text).map(([written]) => toPart(written))),
];

const toPart = (written: string): string => {
  const [, digit, letter = ''] = /^Q?([1-4])([HQ])?$/i.exec(written) ?? [];
  if (digit !== undefined) return `${ORDINALS[Number(digit) - 1]} ${/h/i.test(letter) ? 'half' : 'quarter'}`;
  return written
    .toLowerCase()
    .replace(/^\d../, (ordinal) => ORDINALS[Number(ordinal[0]) - 1] ?? ordinal)
    .replace('five', '5')
    .replace(/innings?$/, 'innings');
};
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** "More than 23.5 points in the 1st half of the game" becomes "more than 23.5 points in the game". */
const cutPart = (text: string): string =>
  text
    .replaceAll(OF_GAME, 'in $1')
    .replaceAll(IN_PART, '')
    .replaceAll(WITH_PART, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[.,:?])/g, '');
const NOTE = '(?: \\((?:excluding|not including|does not include) overtime\\))?';
const OF_GAME = new RegExp(`\\b(?:in|during|of) (?:the )?${PART}${NOTE} of (the|this)\\b`, 'gi');
const IN_PART = new RegExp(` (?:in|during|at the end of) (?:the )?${PART}${NOTE}\\b`, 'gi');
const WITH_PART = new RegExp(`\\b(?:the )?${PART}${NOTE}(?: of (?=the\\b))?(?: (?=\\S))?`, 'gi');
