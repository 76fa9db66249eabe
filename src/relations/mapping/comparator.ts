/** The comparator as written. With `=` the number itself is included. */
type Direction = 'up' | 'up=' | 'down' | 'down=' | 'exact';

export interface Comparator {
  readonly direction: Direction | null;
  readonly duration: 'once' | 'always' | null; // "hit 90": at some time; "stay below 90": all the time
}

/** The comparator of the number between `before` and `after`; one after the number takes precedence. */
export function findComparator(before: string, after: string): Comparator {
  const direction =
    AFTER.find(([words]) => words.test(after))?.[1] ??
    BEFORE.find(([words]) => words.test(before))?.[1] ??
    null;
  if (direction === null) return { direction, duration: null };
  return { direction, duration: STAYS.test(before) ? 'always' : REACHES.test(before) ? 'once' : null };
}

const REACHES =
  /(?:\b(?:reach(?:es)?|hits?|touch(?:es)?|(?:climb|rise|dip|fall|drop|decline|crash)(?:e?s)? to)|[↑↓]) ?$/i;
const STAYS = /\b(?:stays?|remains?|keeps?|holds?) [^.;]{0,24}$/i;

/** "Stay at 11 or warmer": the comparator follows, and nothing is left. */
const STAYS_AT = /\b(?:stays?|remains?|keeps?|holds?) at $/i;

/** The lengths of the comparator before and after the number, which are removed from the text with it. */
export function measureComparator(before: string, after: string): readonly [before: number, after: number] {
  const stays = STAYS_AT.exec(before)?.[0].length ?? 0;
  const measure = (forms: typeof BEFORE, text: string): number =>
    forms.map(([words]) => words.exec(text)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
  return [Math.max(stays, measure(BEFORE, before)), /^\s*\+/.test(after) ? 1 : measureTail(after)];
}

/** Without the counted thing before the comparator, which stays in the text. */
function measureTail(after: string): number {
  const found = AFTER.map(([words]) => words.exec(after)?.[0] ?? '').find((words) => words !== '') ?? '';
  return /^\s*(?:or|and|at)\b/.test(found) ? found.length : 0;
}

// The written forms of comparators, before and after a number.

const STAY_VERB = '(?:\\b(?:stays?|remains?|keeps?|holds?) )?';
const toPattern = (words: string): RegExp => new RegExp(`${STAY_VERB}(?:${words})\\s*$`, 'i');
const BEFORE: readonly (readonly [RegExp, Direction])[] = [
  [
    toPattern(
      'no more than|not more than|at most|up to|maximum of|or less than|≤|<=|not exceed|not above|no higher than|no greater than|at or (?:below|under)|(?:less|lower|fewer) than or equal to|equal to or (?:less|lower|fewer|below)(?: than)?',
    ),
    'down=',
  ],
  [
    toPattern(
      'at or (?:above|over)|(?:greater|more|higher) than or equal to|equal to or (?:greater|more|higher|above)(?: than)?|no less than|no fewer than|not less than|at least|minimum of|(?:reach(?:es)?|equals?|meets?|match(?:es)?|hits?) or (?:exceeds?|surpass(?:es)?|tops?)|(?:exceeds?|surpass(?:es)?|tops?) or (?:equals?|match(?:es)?|meets?)|≥|>=|reach(?:es)?|hits?|not below|touch(?:es)?|↑|climbs? to|rises? to',
    ),
    'up=',
  ],
  [
    toPattern(
      '(?:above|over|more than|greater than|higher than|exceed(?:s|ing)?|surpass(?:es)?|larger than|tops?|>|in excess of|beat|beyond|past|stronger than)\\s*(?:a |the |of )?',
    ),
    'up',
  ],
  [toPattern('below|under|less than|fewer than|lower than|smaller than|beneath|<|short of'), 'down'],
  [toPattern('dips? to|falls? to|drops? to|↓|declines? to|crash(?:es)? to'), 'down='],
  [/\b(?:exactly|precisely|equal to|be|of|is)\s*$/i, 'exact'],
];
// The counted thing may stand between number and comparator: "75,000 jobs or fewer".
const COUNTED = '^\\s*(?:[a-z]+ (?:[a-z]+ )?)?';
const AFTER: readonly (readonly [RegExp, Direction])[] = [
  [
    new RegExp(
      `^\\s*\\+|${COUNTED}(?:or (?:more|higher|above|greater|over|better|hotter|warmer|stronger|larger|longer|later)|and (?:above|over|higher|up)|at least)\\b`,
      'i',
    ),
    'up=',
  ],
  [
    new RegExp(
      `${COUNTED}(?:or (?:less|lower|below|fewer|under|colder|cooler|worse|shorter|earlier)|and (?:below|under|lower))\\b`,
      'i',
    ),
    'down=',
  ],
];
