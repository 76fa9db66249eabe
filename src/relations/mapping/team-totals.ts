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
/** "Boston Sox vs. Tampa Rays: Tampa Rays O/U 3.5: Over" */
const NAMED_OF_GAME = /^(.+?) vs\.? ([^:]+?): (?:the )?([^:]+?) O\/U (\d+\.5): (Over|Under)$/i;
/** "Boston at Tampa: Team Total: Tampa 4+ runs" */
const COUNTED =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?): Team Totals?(?: (?:Points|Goals|Runs))?\??: (?:the )?(.+?) (\d+)\+ (?:points|goals|runs)(?: scored)?\??$/i;
/** In each of the forms; most titles have neither. */
const NUMBERED = /\d\.5\b|\d\+/;
const SCORES = /^(?:the )?(.+?) scores? (?:a total of )?(?=at least|over|more|\d)/i;

/** The points of one side. Null unless the condition for Yes names the same side and line. */
export function readTeamTotal(facts: ListingFacts): GameLine | null {
  const { normalTitle, claimText, rulesText } = facts;
  if (!NUMBERED.test(normalTitle)) return null;
  const { sport } = facts.participants;
  const counted = COUNTED.exec(normalTitle);
  const written = counted ?? WRITTEN.exec(normalTitle);
  const ofGame = NAMED_OF_GAME.exec(normalTitle);
  const isOfSide = ofGame !== null && ofGame.slice(1, 3).includes(ofGame[3] ?? '');
  const [, one, other, named, number, way] =
    written ?? NAMED.exec(normalTitle) ?? (isOfSide ? ofGame : null) ?? [];
  const line = counted === null ? Number(number) : Number(number) - 0.5;
  if (named === undefined) return null;
  const outcomes = readOutcomes(rulesText);
  if (written === null && outcomes?.yes.toLowerCase() !== way?.toLowerCase()) return null;
  const condition = written === null ? (findPaidClause(rulesText, 'Over') ?? '') : claimText;
  const paid = readLineBound(condition);
  const sides = toSides(facts, one, other) ?? readSidesOfRules(facts);
  const side = toParticipant(named, sport);
  const scorer = toParticipant(SCORES.exec(condition)?.[1], sport);
  if (side === null || sides === null || paid === null || paid.isBelow || paid.line !== line) return null;
  if (scorer !== side || isOfBothSides(condition) || isPartOfGame(condition)) return null;
  const isBelow = written === null && way?.toLowerCase() === 'under';
  return { kind: 'total of one side', side, line: paid.line, isBelow, unit: paid.unit, sides };
}
