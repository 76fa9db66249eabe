import type { ListingFacts } from './extract.ts';
import { type GameLine, readLineBound, toSides } from './line-bounds.ts';
import { readOutcomes } from './listing-text.ts';
import { findNamedClause, findTwoSides, isOfSide, toDigits, toOrdinal } from './paid-outcomes.ts';
import { toParticipant } from './participants.ts';

/** Of what a match consists, and the words for one of them. */
const PARTS: Readonly<Record<string, { readonly unit: string; readonly word: string }>> = {
  esports: { unit: 'maps', word: '(?:map|game)' },
  tennis: { unit: 'sets', word: 'set' },
};

/**
 * Reads who wins one map or set of a match, how many of them are played and by how many a side wins. A game of an esports
 * match is a map of it. Null unless the condition for Yes states the same part or line as the title.
 */
export function readSeriesLine(facts: ListingFacts): GameLine | null {
  const parts = PARTS[facts.participants.sport ?? ''];
  if (parts === undefined) return null;
  return (
    readPartWinner(facts, parts) ??
    readTotal(facts, parts) ??
    readSpread(facts, parts) ??
    (parts.unit === 'sets' ? readGamesMargin(facts) : null)
  );
}

type Parts = (typeof PARTS)[string];

const BEFORE = '(?:[A-Z][^:]*: )?';

function readPartWinner(facts: ListingFacts, { unit, word }: Parts): GameLine | null {
  const [one, other, number, winner] = readPartTitle(facts.normalTitle, word) ?? [];
  if (number === undefined || winner === undefined) return null;
  const { sport } = facts.participants;
  const outcomes = readOutcomes(facts.rulesText);
  if (outcomes !== null && outcomes.yes !== winner) return null;
  const sides = findTwoSides(facts, one, other);
  const side = toParticipant(winner, sport);
  const clause = outcomes === null ? facts.claimText : (findNamedClause(facts.rulesText, winner) ?? '');
  const claimed = new RegExp(
    `\\bwins? (?:the (first|second|third|fourth|fifth) ${word}|${word} (\\d))\\b`,
    'i',
  ).exec(clause);
  const isStated = claimed !== null && toOrdinal(claimed[1] ?? claimed[2] ?? '') === number;
  if (sides === null || side === null || !isStated || !isOfSide(facts, clause, side)) return null;
  return { kind: 'winner', side, line: 0.5, isBelow: false, unit: null, sides, part: `${unit} ${number}` };
}

/** "Vega vs. Orion: Map 2: Vega", "LoL: Vega vs Orion - Game 2 Winner: Vega", "Set 1 Winner: Silva vs Costa: Silva" */
function readPartTitle(title: string, word: string): readonly string[] | null {
  const before = new RegExp(`^${word} (\\d) Winner: (.+?) vs\\.? (.+?): (.+)$`, 'i').exec(title);
  if (before !== null) return [before[2], before[3], before[1], before[4]].map((it) => it ?? '');
  const after = new RegExp(
    `^${BEFORE}(.+?) vs\\.? ([^:]+?)(?::| -) ${word} (\\d)(?: Winner)?\\??: (.+)$`,
    'i',
  ).exec(title);
  return after?.slice(1) ?? null;
}

function readTotal(facts: ListingFacts, { unit, word }: Parts): GameLine | null {
  const [, one, other, way, written, named, outcome] =
    new RegExp(
      `^${BEFORE}(?:(.+?) vs\\.? ([^:]+?):? )?(?:Total ${word}s|${word}s Total)(?: Played)?:? (?:(Over|Under) (\\d\\.5)(?: ${word}s)?|O/U (\\d\\.5): (Over|Under))$`,
      'i',
    ).exec(facts.normalTitle) ?? [];
  const line = Number(written ?? named);
  if (Number.isNaN(line)) return null;
  const isBelow = (way ?? outcome)?.toLowerCase() === 'under';
  if (outcome !== undefined && readOutcomes(facts.rulesText)?.yes !== outcome) return null;
  const clause = toDigits(
    named === undefined ? facts.claimText : (findNamedClause(facts.rulesText, 'Over') ?? ''),
  );
  const isOfUnit = new RegExp(`\\b${word}s (?:are )?played\\b|\\bcompleted ${word}s\\b`, 'i').test(clause);
  const paid = readLineBound(clause.replace(ALL_THAT_REMAIN, '$1 or more'));
  const isStated = paid?.line === line && paid.isBelow === (named === undefined && isBelow);
  const sides = findTwoSides(facts, one, other);
  return sides === null || !isOfUnit || !isStated
    ? null
    : { kind: 'total', side: null, line, isBelow, unit, sides };
}
const OF_SET = /\bset\b/i;
const MORE_GAMES = /^Will (?!.* not )(.+?) win (at least [\d.]+|[\d.]+ or more) more games than (.+?)\??$/i;
const DIFFERENTIAL = /^the game differential in favor of (.+?) across the full match is (.+? games)\b/i;
const GAMES = { unit: 'games', word: 'game' };

/** By how many games a side wins a tennis match, which it may lose: "Will Silva win at least 2.5 more games than Costa?" */
function readGamesMargin(facts: ListingFacts): GameLine | null {
  const [, one, words = '', other] = MORE_GAMES.exec(facts.normalTitle) ?? [];
  if (one === undefined) return readSpread(facts, GAMES);
  const [, claimed, bound = ''] = DIFFERENTIAL.exec(facts.claimText) ?? [];
  const { sport } = facts.participants;
  const sides = toSides(facts, one, other);
  const [titled, paid] = [readLineBound(`${words} games`), readLineBound(bound)];
  const isStated = titled !== null && titled.line === paid?.line && !titled.isBelow && !paid.isBelow;
  if (sides === null || !isStated || toParticipant(claimed, sport) !== sides[0]) return null;
  return { kind: 'margin', side: sides[0], line: paid.line, isBelow: false, unit: 'games', sides };
}

/** A match has at most five sets, so that four or five are four or more. */
const ALL_THAT_REMAIN = /\b(4) or 5\b/;

function readSpread(facts: ListingFacts, { unit, word }: Parts): GameLine | null {
  const written = new RegExp(
    `^${BEFORE}(.+?) vs\\.? ([^:]+?): ${word} (?:Spread|Handicap)\\??: (.+?) wins by (?:over|more than) (\\d\\.5) ${word}s$`,
    'i',
  ).exec(facts.normalTitle);
  if (written !== null) {
    const [, one, other, winner = '', line = ''] = written;
    return toSpread(facts, [one, other], winner, Number(line), facts.claimText, false, unit);
  }
  const named = new RegExp(
    `^(?:${word} )?(?:Spread|Handicap): (.+?) \\(([-+])(\\d\\.5)\\) vs\\.? (.+?) \\(([-+])(\\d\\.5)\\): (.+)$`,
    'i',
  ).exec(facts.normalTitle);
  const [, one = '', sign, line, other = '', otherSign, otherLine, outcome] = named ?? [];
  if (
    named === null ||
    line !== otherLine ||
    sign === otherSign ||
    readOutcomes(facts.rulesText)?.yes !== outcome
  )
    return null;
  const favourite = sign === '-' ? one : other;
  const clause = findNamedClause(facts.rulesText, favourite) ?? '';
  if (!new RegExp(`\\b${word}s\\b`, 'i').test(clause) || (unit === 'games' && OF_SET.test(clause)))
    return null;
  return toSpread(facts, [one, other], favourite, Number(line), clause, outcome !== favourite, unit);
}

function toSpread(
  facts: ListingFacts,
  [one, other]: readonly (string | undefined)[],
  winner: string,
  line: number,
  clause: string,
  isBelow: boolean,
  unit: string,
): GameLine | null {
  const sides = findTwoSides(facts, one, other);
  const side = toParticipant(winner, facts.participants.sport);
  const paid = readLineBound(toDigits(clause));
  if (sides === null || side === null || paid?.line !== line || paid.isBelow) return null;
  return isOfSide(facts, clause, side) ? { kind: 'margin', side, line, isBelow, unit, sides } : null;
}
