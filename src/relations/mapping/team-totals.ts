import type { ListingFacts } from './extract.ts';
import {
  findPaidClause,
  type GameLine,
  isOfBothSides,
  isPartOfGame,
  readLineBound,
  toSides,
} from './line-bounds.ts';
import { readOutcomes } from './listing-text.ts';
import { readSidesOfRules } from './part-results.ts';
import { toParticipant } from './participants.ts';

/** "Boston at Tampa: Team Total: Tampa over 3.5 runs scored" */
const WRITTEN =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?): Team Totals?(?: (?:Points|Goals|Runs))?\??: (?:the )?(.+?)(?: scores?|:)? over (\d+\.5) (points|goals|runs)(?: scored)?\??$/i;
/** "Tampa Rays: Team Total O/U 3.5: Over" */
const NAMED =
  /^(?:(.+?) vs\.? ([^:]+?): )?(?:the )?([^:]+?):? Team Total(?: (?:Points|Goals|Runs))?:? O\/U (\d+\.5): (Over|Under)$/i;
const SCORES = /^(?:the )?(.+?) scores? (?:a total of )?(?=at least|over|more|\d)/i;

/** The points of one side. Null unless the condition for Yes names the same side and line. */
export function readTeamTotal(facts: ListingFacts): GameLine | null {
  const { normalTitle, claimText, rulesText } = facts;
  const { sport } = facts.participants;
  const written = WRITTEN.exec(normalTitle);
  const [, one, other, named, number, way] = written ?? NAMED.exec(normalTitle) ?? [];
  if (named === undefined) return null;
  const outcomes = readOutcomes(rulesText);
  if (written === null && outcomes?.yes.toLowerCase() !== way?.toLowerCase()) return null;
  const condition = written === null ? (findPaidClause(rulesText, 'Over') ?? '') : claimText;
  const paid = readLineBound(condition);
  const sides = toSides(facts, one, other) ?? readSidesOfRules(facts);
  const side = toParticipant(named, sport);
  const scorer = toParticipant(SCORES.exec(condition)?.[1], sport);
  if (side === null || sides === null || paid === null || paid.isBelow || paid.line !== Number(number))
    return null;
  if (scorer !== side || isOfBothSides(condition) || isPartOfGame(condition)) return null;
  const isBelow = written === null && way?.toLowerCase() === 'under';
  return { kind: 'total of one side', side, line: paid.line, isBelow, unit: paid.unit, sides };
}
