import type { ListingFacts } from './extract.ts';
import {
  findPaidClause,
  type GameLine,
  isPartOfGame,
  OF_EITHER,
  readLineBound,
  toSides,
} from './line-bounds.ts';
import { readOutcomes } from './listing-text.ts';
import { findTwoSides } from './paid-outcomes.ts';
import { isSameParticipant, toParticipant } from './participants.ts';

/** "Leeds vs Derby: Total Corners: 9+ corners", "…: Over 8.5 corners", "Leeds vs Derby: Team Corners: Leeds: 6+ corners" */
const WRITTEN =
  /^(.+?) vs\.? ([^:]+?): (?:Total |Team )?(?:Corners|Cards)\??:(?: ([^:]+?):)? ([^:]*\d[^:]*? (?:total )?(corners|cards)(?: or (?:more|fewer))?)$/i;
/** "Leeds FC vs. Derby FC: Total Corners O/U 8.5: Over", "Leeds FC: Corners O/U 5.5: Over", "A vs. B: A Corners O/U 5.5: Over" */
const NAMED =
  /^(?:(.+?) vs\.? ([^:]+?)|([^:]+?)): (?:Total |([^:]+?) )?(corners|cards) O\/U (\d+\.5): (Over|Under)$/i;

/**
 * Reads how many corners or cards a match has, or one of its sides. Null unless the condition for Yes states the same line,
 * and for cards also how each counts: a red card counts once at one venue and twice at another.
 */
export function readCountLine(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText, participants } = facts;
  if (participants.sport !== 'soccer') return null;
  const written = WRITTEN.exec(normalTitle);
  const named = NAMED.exec(normalTitle);
  const [one, other, team, counted] = written?.slice(1) ?? [];
  const [first = one, second = other, alone = team, ofGame, unit, line, way] = named?.slice(1) ?? [];
  const side = alone ?? ofGame;
  if (written === null && named === null) return null;
  if (named !== null && readOutcomes(rulesText)?.yes !== way) return null;
  const clause = named === null ? claimText : (findPaidClause(rulesText, 'Over') ?? '');
  const paid = readLineBound(clause);
  const isUnder = way?.toLowerCase() === 'under';
  const titled = named === null ? readLineBound(counted ?? '') : { line: Number(line), isBelow: false };
  const what = (unit ?? written?.[5] ?? '').toLowerCase();
  const sides =
    alone === undefined || named === null
      ? toSides(facts, first, second)
      : findTwoSides(facts, undefined, undefined);
  const ofSide = side === undefined ? null : toParticipant(side, 'soccer');
  if (sides === null || paid === null || titled === null) return null;
  if (paid.line !== titled.line || paid.isBelow !== titled.isBelow) return null;
  if (side !== undefined && (ofSide === null || !sides.some((it) => isSameParticipant(it, ofSide))))
    return null;
  if (isPartOfGame(clause) || OF_EITHER.test(clause) || !isOf(clause, what, ofSide)) return null;
  const counts = what === 'cards' ? readCardCount(clause, rulesText) : what;
  if (counts === null) return null;
  return {
    kind: ofSide === null ? 'total' : 'total of one side',
    side: ofSide,
    line: titled.line,
    isBelow: named === null ? titled.isBelow : isUnder,
    unit: counts,
    sides,
  };
}

/** Whether a clause counts those of the match, or those of the side that it names first. */
function isOf(clause: string, what: string, side: string | null): boolean {
  const [, taker] =
    new RegExp(
      `^(?:the )?(.+?) (?:takes?|records?|wins?|gets?|receives?|has|have) (?=\\d|at least|more)[^.]*\\b${what}\\b`,
      'i',
    ).exec(clause) ?? [];
  if (side !== null) return toParticipant(taker, 'soccer') === side;
  return new RegExp(
    `\\b${what} (?:are|is) (?:taken|awarded|shown)\\b(?! (?:by|to) (?!both|players))|\\b(?:total|combined)\\b[^.]*\\b${what}\\b|^(?:the two|both) (?:teams|sides) (?:combine to )?(?:take|record|win|get|receive|have)\\b[^.]*\\b${what}\\b`,
    'i',
  ).test(clause);
}

const EACH_ONCE =
  /\b(?:each|every|an?) yellow (?:card )?(?:counts? (?:as )?(?:one|1)(?: card)?,? )?and (?:each |every |an? )?red card counts? (?:as )?(?:one|1)\b/i;
const KINDS = /\byellow (?:or|and) red cards\b/i;
/** One venue may count it and the red card that follows. */
const SECOND_YELLOW = /\bsecond yellow\b/i;
const ONE_KIND = /\b(?:yellow|red)\b/i;

/** Yellow and red cards that count once each. Null for any other count, or where it is not stated. */
const readCardCount = (clause: string, rules: string): string | null =>
  !SECOND_YELLOW.test(rules) && (KINDS.test(clause) || !ONE_KIND.test(clause)) && EACH_ONCE.test(rules)
    ? 'cards'
    : null;
