/** Which way a number is asked: with `=` its own value counts. */
export type Way = 'up' | 'up=' | 'down' | 'down=' | 'exact';

const KEPT = '(?:\\b(?:stays?|remains?|keeps?|holds?) )?';
const form = (words: string): RegExp => new RegExp(`${KEPT}(?:${words})\\s*$`, 'i');
const BEFORE: readonly (readonly [RegExp, Way])[] = [
  [
    form(
      'no more than|not more than|at most|up to|maximum of|or less than|≤|<=|not exceed|not above|no higher than|no greater than|at or (?:below|under)|(?:less|lower|fewer) than or equal to|equal to or (?:less|lower|fewer|below)(?: than)?',
    ),
    'down=',
  ],
  [
    form(
      'at or (?:above|over)|(?:greater|more|higher) than or equal to|equal to or (?:greater|more|higher|above)(?: than)?|no less than|no fewer than|not less than|at least|minimum of|≥|>=|reach(?:es)?|hits?|not below|touch(?:es)?|↑|climbs? to|rises? to',
    ),
    'up=',
  ],
  [
    form(
      '(?:above|over|more than|greater than|higher than|exceed(?:s|ing)?|surpass(?:es)?|larger than|tops?|>|in excess of|beat|beyond|past|stronger than)\\s*(?:a |the |of )?',
    ),
    'up',
  ],
  [form('below|under|less than|fewer than|lower than|smaller than|beneath|<|short of'), 'down'],
  [form('dips? to|falls? to|drops? to|↓|declines? to|crash(?:es)? to'), 'down='],
  [/\b(?:exactly|precisely|equal to|be|of|is)\s*$/i, 'exact'],
];
// The thing that is counted may stand between: "75,000 jobs or fewer".
const COUNTED = '^\\s*(?:[a-z]+ (?:[a-z]+ )?)?';
const AFTER: readonly (readonly [RegExp, Way])[] = [
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

export interface Asked {
  readonly way: Way | null;
  readonly when: 'once' | 'always' | null; // "hit 90" happens once, "stay below 90" holds all along
}

/** Which way the number between `before` and `after` is asked. */
export function wayOf(before: string, after: string): Asked {
  const way =
    AFTER.find(([words]) => words.test(after))?.[1] ??
    BEFORE.find(([words]) => words.test(before))?.[1] ??
    null;
  if (way === null) return { way, when: null };
  return { way, when: STAYS.test(before) ? 'always' : REACHES.test(before) ? 'once' : null };
}

const REACHES =
  /(?:\b(?:reach(?:es)?|hits?|touch(?:es)?|(?:climb|rise|dip|fall|drop|decline|crash)(?:e?s)? to)|[↑↓]) ?$/i;
const STAYS = /\b(?:stays?|remains?|keeps?|holds?) [^.;]{0,24}$/i;

/** How many characters of comparator stand before and after the number; they are read with it. */
export function comparatorAround(before: string, after: string): readonly [before: number, after: number] {
  const lengthOf = (forms: typeof BEFORE, text: string): number =>
    forms.map(([words]) => words.exec(text)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
  return [lengthOf(BEFORE, before), /^\s*\+/.test(after) ? 1 : tailOf(after)];
}

/** Only the comparator itself, so that what is counted is read as a word. */
function tailOf(after: string): number {
  const found = AFTER.map(([words]) => words.exec(after)?.[0] ?? '').find((words) => words !== '') ?? '';
  return /^\s*(?:or|and|at)\b/.test(found) ? found.length : 0;
}
