import type { ListingFacts } from './extract.ts';
import { findMatches } from './listing-text.ts';
import { toParticipant } from './participants.ts';

/** A margin or a total of one game: "Chicago wins by over 3.5 points", "Over 224.5 points scored". */
export interface GameLine {
  readonly kind:
    | 'margin'
    | 'margin range'
    | 'winner'
    | 'way of winning'
    | 'draw'
    | 'total'
    | 'total of one side'
    | 'goals of both sides'
    | 'distance'
    | 'occurrence'
    | 'score';
  readonly side: string | null; // whose margin or total exceeds the line; null where the line is not of one side
  readonly line: number; // ends in a half, so no result equals it; 0.5 of what happens or not
  readonly isBelow: boolean; // Yes pays when the margin or total does not exceed the line
  /** `points`; null when neither the text nor the sport states it; "2-1" of a score, the winner first; "round 2" of a way. */
  readonly unit: string | null;
  readonly sides: readonly [string, string];
  readonly part?: string; // "first half", "maps 2"; absent for the whole game
}

/** The numbers that reach a line: more than `line`, which ends in a half, or with `isBelow` less than it. */
export interface LineBound {
  readonly line: number;
  readonly isBelow: boolean;
  readonly unit: string | null; // `points`, `goals`, `runs`; null when not stated
}

const NUMBER = '(\\d+(?:\\.5)?)';
const UNIT = '(?: (?:total |combined )?(points?|goals?|runs?|games?))?';
/** With the distance of the line from a whole number: "at least 3" is more than 2.5, and "more than 3" is more than 3.5. */
const FORMS: readonly (readonly [form: string, isBelow: boolean, step: number])[] = [
  [
    `(?:at least|no (?:fewer|less) than|a minimum of|equals or exceeds|reaches or exceeds) ${NUMBER}${UNIT}`,
    false,
    -0.5,
  ],
  [`${NUMBER}\\+${UNIT}`, false, -0.5],
  [`${NUMBER}${UNIT} or more${UNIT}`, false, -0.5],
  [`(?:more|greater|higher) than ${NUMBER}${UNIT}`, false, 0.5],
  [`(?<!(?:equals|reaches) or )(?:over|above|exceeds?) ${NUMBER}${UNIT}`, false, 0.5],
  [`(?:at most|no more than|not more than|up to|a maximum of) ${NUMBER}${UNIT}`, true, 0.5],
  [`${NUMBER}${UNIT} or (?:fewer|less|lower)${UNIT}`, true, 0.5],
  [`(?:fewer|less|lower) than ${NUMBER}${UNIT}`, true, -0.5],
  [`(?:under|below) ${NUMBER}${UNIT}`, true, -0.5],
];
const BOUNDS = FORMS.map(
  ([form, isBelow, step]) =>
    [new RegExp(`(?<![\\d.,/+-])\\b${form}(?![\\w.]\\d|%)`, 'gi'), isBelow, step] as const,
);

/** The one line of a text. Null without one, and for two lines that are not of one number. */
export function readLineBound(text: string): LineBound | null {
  const found = BOUNDS.flatMap(([form, isBelow, step]) =>
    findMatches(form, text).map((match): LineBound & { readonly at: number } => {
      const [, number, ...units] = match;
      const line = Number(number) % 1 === 0 ? Number(number) + step : Number(number);
      const unit = units.find((it) => it !== undefined)?.toLowerCase();
      return {
        at: match.index,
        line,
        isBelow,
        unit: unit === undefined ? null : `${unit.replace(/s$/, '')}s`,
      };
    }),
  ).toSorted((a, b) => a.at - b.at);
  const [first] = found;
  if (first === undefined || found.some(({ line }) => line !== first.line)) return null;
  return {
    line: first.line,
    isBelow: first.isBelow,
    unit: found.find(({ unit }) => unit !== null)?.unit ?? null,
  };
}

const SENTENCE = '(?:\\b(?:St|vs)\\.|[^.;]|\\.\\d)';
const toClauses = (outcome: string): readonly RegExp[] => [
  new RegExp(`\\bresolves? to "?${outcome}"? (?:if|should) (${SENTENCE}+)`, 'i'),
  new RegExp(`\\bto "?${outcome}"? if (${SENTENCE}+)`, 'i'),
  new RegExp(
    `\\bIf (${SENTENCE}+?),? (?:then )?(?:the|this|it) (?:market )?(?:will )?resolves? to "?${outcome}\\b`,
    'i',
  ),
];
const CLAUSES = new Map(['Yes', 'No', 'Over', 'Under'].map((outcome) => [outcome, toClauses(outcome)]));

/** The condition that pays an outcome, without that of another outcome in the same sentence. Null without one. */
export function findPaidClause(rules: string, outcome: 'Yes' | 'No' | 'Over' | 'Under'): string | null {
  for (const form of CLAUSES.get(outcome) ?? []) {
    const clause = form.exec(rules)?.[1];
    if (clause !== undefined)
      return clause.split(/,? (?:and|or|otherwise) (?:to "|resolves?\b|it\b)|, otherwise\b/i)[0] ?? null;
  }
  return null;
}

/** Whether a text is about a part of the game. */
export const isPartOfGame = (text: string): boolean => PART_OF_GAME.test(text);
const PART_OF_GAME =
  /\b(?:first|second|third|fourth|1st|2nd|3rd|4th) (?:\d+ )?(?:half|quarter|period|innings?)\b|\bhalf[- ]?time\b/i;

/** Whether a clause counts what both sides have together. */
export const isOfBothSides = (clause: string): boolean =>
  OF_BOTH.test(clause) && !OF_EITHER.test(clause) && !BY_ONE_SIDE.test(clause);
const OF_BOTH =
  /\b(?:combine|combined|collectively|together|in total|total|sum|adds? up|both (?:teams|sides)|(?:goals|runs|points) (?:are|is|get) scored|games (?:are|is|get) (?:played|completed))\b/i;
/** "Either team", "each side". */
export const OF_EITHER = /\b(?:either|each|one of)\b/i;
const BY_ONE_SIDE = /\b(?:points|goals|runs|games)(?: scored| won)? by (?!both\b|[^.;]{1,40}? and )/i;

/** Both sides by their names in the title; null unless they are two. */
export function toSides(
  { participants: { sport } }: ListingFacts,
  ...names: readonly (string | undefined)[]
): readonly [string, string] | null {
  const [one, other] = names.map((name) => toParticipant(name, sport));
  return typeof one === 'string' && typeof other === 'string' && one !== other ? [one, other] : null;
}
