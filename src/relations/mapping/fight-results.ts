import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine, readLineBound } from './line-bounds.ts';
import { readOutcomes } from './listing-text.ts';
import { findTwoSides, isOfSide, toOrdinal } from './paid-outcomes.ts';
import { toParticipant } from './participants.ts';

/**
 * Reads a win of one fighter in one way or one round, how many rounds a fight lasts, and whether it goes the distance. The
 * rules may name the fighters where the title does not. Null unless the condition for Yes states what the title asks.
 */
export const readFightResult = (facts: ListingFacts): GameLine | null =>
  facts.participants.sport === 'mma' ? (readWay(facts) ?? readRounds(facts) ?? readDistance(facts)) : null;

/** "Vega vs Orion: Method of Victory: Ana Vega by Submission", "Will Ana Vega win in round 2?" */
const WAY_OF_GAME =
  /^(?:[A-Z][^:]*: )?(.+?) vs\.? ([^:]+?): [A-Z][\w ]+?\??: (.+?) (?:wins )?(?:by|in) (.+?)\??$/;
const WAY = /^Will (?!.* not )(.+?) win (?:by|in) (.+?)\??$/;
const WAY_NAMES: readonly (readonly [name: string, words: RegExp])[] = [
  ['ko', /(?<!T)\bKO\b|(?<!technical )\bknockout\b/i],
  ['tko', /\bTKO\b|\btechnical knockout\b/i],
  ['disqualification', /\bDQ\b|\bdisqualif/i],
  ['submission', /\bsubmission\b/i],
  ['decision', /\bdecision\b/i],
];
const ROUND = /\b(?:round (\d)|(first|second|third|fourth|fifth) round)\b/i;

function readWay(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText } = facts;
  const ofGame = WAY_OF_GAME.exec(normalTitle);
  const [one, other, named, titled] = ofGame?.slice(1) ?? [
    undefined,
    undefined,
    ...(WAY.exec(normalTitle)?.slice(1) ?? []),
  ];
  if (named === undefined || titled === undefined) return null;
  const sides = findTwoSides(facts, one, other);
  const side = toParticipant(named, facts.participants.sport);
  const clause = ofGame === null ? (findPaidClause(rulesText, 'Yes') ?? '') : claimText;
  if (sides === null || side === null || !isOfSide(facts, clause, side)) return null;
  const [, digit, word] = ROUND.exec(clause) ?? [];
  const ways = WAY_NAMES.filter(([, words]) => words.test(clause)).map(([name]) => name);
  const round = digit ?? (word === undefined ? null : toOrdinal(word));
  // Another sentence may say that a disqualification counts as a knockout, or does not.
  const isElsewhere = DISQUALIFIED.test(rulesText) && !ways.includes('disqualification');
  if ((round === null) === (ways.length === 0) || isElsewhere) return null;
  const unit = round === null ? ways.join(' or ') : `round ${round}`;
  const isRequested =
    round === null ? ways.some((way) => isWayIn(titled, way)) : titled.toLowerCase().includes(unit);
  return isRequested ? { kind: 'way of winning', side, line: 0.5, isBelow: false, unit, sides } : null;
}
const DISQUALIFIED = /\b(?:DQ|disqualif\w+)\b/i;
const isWayIn = (titled: string, way: string): boolean =>
  WAY_NAMES.some(([name, words]) => name === way && words.test(titled));

/** "Vega vs Orion: Total Rounds: Over 2.5 rounds", "O/U 2.5 Rounds: Over" */
const ROUNDS =
  /^(?:(?:[A-Z][^:]*: )?(.+?) vs\.? ([^:]+?): )?(?:Total Rounds\??: )?(?:(Over|Under) (\d\.5) rounds|O\/U (\d\.5)(?: Rounds)?: (Over|Under))$/i;

function readRounds(facts: ListingFacts): GameLine | null {
  const [, one, other, way, written, named, outcome] = ROUNDS.exec(facts.normalTitle) ?? [];
  const line = Number(written ?? named);
  if (Number.isNaN(line)) return null;
  const isBelow = (way ?? outcome)?.toLowerCase() === 'under';
  if (outcome !== undefined && readOutcomes(facts.rulesText)?.yes !== outcome) return null;
  const clause = named === undefined ? facts.claimText : (findPaidClause(facts.rulesText, 'Over') ?? '');
  const paid = readLineBound(clause);
  const sides = findTwoSides(facts, one, other);
  const isStated = paid?.line === line && paid.isBelow === (named === undefined && isBelow);
  const isListed = named !== undefined && paid === null && LISTED.test(clause);
  if (sides === null || !(isListed || (isStated && LASTS.test(clause)))) return null;
  return { kind: 'total', side: null, line, isBelow, unit: 'rounds', sides };
}
/** The rules of all lines of a fight have one text. */
const LISTED = /\blasts beyond the listed round threshold$/i;
const LASTS = /\blasts?\b(?:[^.]|\.5)* rounds\b/i;

const BARE_DISTANCE = /^(?:Fight to|Will the fight) go the distance\??$/i;
const INSIDE = /^(?!.* not )(?:Will )?(.+?) vs\.? ([^:]+?):? (?:to )?ends? inside the distance\??$/i;

/** A fight that ends inside the distance does not go it. */
function readDistance(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText } = facts;
  const inside = INSIDE.exec(normalTitle);
  if (inside === null && !BARE_DISTANCE.test(normalTitle)) return null;
  const clause = findPaidClause(rulesText, inside === null ? 'Yes' : 'No') ?? '';
  const sides = findTwoSides(facts, inside?.[1], inside?.[2]);
  if (sides === null || !GOES.test(clause)) return null;
  return { kind: 'distance', side: null, line: 0.5, isBelow: inside !== null, unit: null, sides };
}
const GOES = /\bgoes the (?:full )?distance\b/i;
