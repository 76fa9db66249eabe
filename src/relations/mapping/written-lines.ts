import type { ListingFacts } from './extract.ts';
import {
  findPaidClause,
  type GameLine,
  isOfBothSides,
  isPartOfGame,
  type LineBound,
  OF_EITHER,
  readLineBound,
  toSides,
} from './line-bounds.ts';
import { toParticipant } from './participants.ts';

/**
 * Reads totals and margins that a title writes in words: "Will the Rockets and Grizzlies combine for 231 or fewer points?"
 * Null unless the condition for Yes has the same line.
 */
export function readWrittenLine(facts: ListingFacts): GameLine | null {
  if (isPartOfGame(facts.normalTitle) || LIMITED.test(facts.normalTitle)) return null;
  return readWrittenTotal(facts) ?? readWrittenMargin(facts);
}

/** A limit to some of the points or goals. */
const LIMITED =
  /\b(?:extra time|overtime|regulation|penalt\w+|shoot-?outs?|own goals?|field goals?|power[- ]play|headed|unanswered|minutes?|bench|touchdowns?)\b/i;

const SIDE = "([A-Z0-9][\\w.'& -]*?)";
const DAY = '(?: (?:on|in|at) [^:?]+)?';
const TOTALS: readonly RegExp[] = [
  new RegExp(
    `^Will (?:the )?${SIDE} and (?:the )?${SIDE} (?:combine (?:for|to score)|score|total) (.+?)\\??$`,
  ),
  new RegExp(
    `^Will ${SIDE} (?:vs\\.?|at|against) (?:the )?${SIDE} (?:have|see|produce|go|finish(?: with)?|end(?: with)?) (.+?)\\??$`,
  ),
  new RegExp(
    `^${SIDE} (?:vs\\.?|at|-) (?:the )?${SIDE}: (?:total (?:points|goals|runs)(?: scored)?:? )?(.+?)\\??$`,
    'i',
  ),
  new RegExp(
    `^(?:Will there be )?(.+?) in (?:the )?${SIDE} (?:vs\\.?|at|-) (?:the )?${SIDE}(?: (?:game|match))?${DAY}\\??$`,
    'i',
  ),
];

function readWrittenTotal(facts: ListingFacts): GameLine | null {
  for (const [index, form] of TOTALS.entries()) {
    const [, one, two, three] = form.exec(facts.normalTitle) ?? [];
    const [first, second, words] = index === TOTALS.length - 1 ? [two, three, one] : [one, two, three];
    const titled = words === undefined ? null : readLineBound(words);
    const sides = toSides(facts, first, second);
    if (titled === null || titled.unit === null || sides === null || OF_EITHER.test(words ?? '')) continue;
    const paid = readPaid(facts, titled, isOfBothSides);
    if (paid === null) return null;
    const { line, isBelow } = titled;
    return { kind: 'total', side: null, line, isBelow, unit: titled.unit, sides };
  }
  return null;
}

const MARGIN = new RegExp(
  `^(?:Will )?(?:the )?${SIDE} (?:to )?(?:beats?|defeats?|wins? (?:against|over)) (?:the )?${SIDE} by (.+?)\\??$`,
  'i',
);
const WINNER = /^(?:the )?(.+?) (?:wins?|beats?|defeats?)\b/i;

/** Of "Will Denver beat Buffalo by more than 3.5 points?" */
function readWrittenMargin(facts: ListingFacts): GameLine | null {
  const [, winner, loser, words] = MARGIN.exec(facts.normalTitle) ?? [];
  const titled = words === undefined ? null : readLineBound(words);
  const sides = toSides(facts, winner, loser);
  if (titled === null || titled.isBelow || sides === null) return null;
  const paid = readPaid(facts, titled, (clause) => {
    const named = toParticipant(WINNER.exec(clause)?.[1], facts.participants.sport);
    return named === sides[0] && /\bby\b/.test(clause);
  });
  if (paid === null) return null;
  return {
    kind: 'margin',
    side: sides[0],
    line: titled.line,
    isBelow: false,
    unit: titled.unit ?? paid.unit,
    sides,
  };
}

/** The line of the condition for Yes, when it is that of the title. */
function readPaid(
  { rulesText, participants }: ListingFacts,
  titled: LineBound,
  accepts: (clause: string) => boolean,
): LineBound | null {
  if (participants.loser !== null) return null;
  const clause = findPaidClause(rulesText, 'Yes');
  if (clause === null || isPartOfGame(clause) || !accepts(clause)) return null;
  const paid = readLineBound(clause);
  return paid?.line === titled.line && paid.isBelow === titled.isBelow ? paid : null;
}
