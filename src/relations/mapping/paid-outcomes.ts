import type { ListingFacts } from './extract.ts';
import { toSides } from './line-bounds.ts';
import { readSidesOfRules } from './part-results.ts';
import { isSameParticipant, toParticipant } from './participants.ts';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const NUMBER_WORDS = new RegExp(`\\b(?:${NUMBERS.join('|')})\\b`, 'gi');
const ORDINALS: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
};

/** "Four or more games" becomes "4 or more games". */
export const toDigits = (text: string): string =>
  text.replaceAll(NUMBER_WORDS, (word) => String(NUMBERS.indexOf(word.toLowerCase())));

/** The number of an ordinal: "2" for "second", and for "2". */
export const toOrdinal = (written: string): string => ORDINALS[written.toLowerCase()] ?? written;

/** What pays a named outcome, up to the end of its sentence or the next outcome. Null without such a clause. */
export function findNamedClause(rules: string, outcome: string): string | null {
  const start = `to "${outcome}" if `;
  const at = rules.indexOf(start);
  if (at < 0) return null;
  return /^(?:(?!,? and to "|\. |\.$)[^;])*/.exec(rules.slice(at + start.length))?.[0] ?? null;
}

/** Whether a condition has more than one part, whatever the second one is: "goes to overtime and Vega win". */
export const hasFurtherCondition = (clause: string): boolean =>
  FURTHER.test(clause.replaceAll(BETWEEN_SIDES, 'of both '));
const BETWEEN_SIDES =
  /\bbetween [^,;]{1,80}? and [^,;]{1,60}?(?=,| (?:at|in|on|scheduled|originally|goes|is)\b|$)/g;
const FURTHER = /\b(?:and|or|nor|but|that|which|with|unless|except|other than|before|after|wins?|won)\b/i;

/** Both sides, from the title where it names them, otherwise from the rest of the listing. */
export const findTwoSides = (
  facts: ListingFacts,
  one: string | undefined,
  other: string | undefined,
): readonly [string, string] | null =>
  toSides(facts, one, other) ?? toSides(facts, ...facts.participants.sides) ?? readSidesOfRules(facts);

/** Whether the clause starts with the same side as the title. */
export function isOfSide(facts: ListingFacts, clause: string, side: string): boolean {
  const { sport } = facts.participants;
  const named = toParticipant(WINNER.exec(clause)?.[1], sport);
  return named !== null && isSameParticipant(named, side);
}
const WINNER = /^(?:the )?(.+?) wins?\b/i;
