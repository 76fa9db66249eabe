import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine, isPartOfGame, toSides } from './line-bounds.ts';
import { isOfSide, toDigits } from './paid-outcomes.ts';
import { toParticipant } from './participants.ts';
import { stripClubNumbers } from './side-names.ts';

/** "Leeds vs Derby: Correct Score: Derby wins 2-1", "Leeds vs Derby: Reg Time: Draw 1-1" */
const WRITTEN =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?):(?: (?:Correct|Exact|Final) Score\??:)?(?: Reg(?:ulation|ular)? Time:)? (?:(?:the )?([^:]+?) wins?|Draw|Tie) (\d+) ?- ?(\d+)\??$/i;
const CLAIMED_WIN = /^(?:the )?(.+?) wins (\d+) ?- ?(\d+) in (?:sets in )?the\b/i;
const CLAIMED_DRAW = /\b(?:draw|tie|tied|drawn|level)\b/i;

/** "Exact Score: Leeds United FC 1 - 2 Derby County?" */
const NAMED = /^(?:Exact|Correct|Final) Score: (.+?) (\d+) ?- ?(\d+) (.+?)\??$/i;

/** The exact result of a game. Null unless the condition for Yes repeats the sides and the goals of the title. */
export const readExactScore = (facts: ListingFacts): GameLine | null =>
  !GOALS.test(facts.normalTitle) || isPartOfGame(facts.claimText)
    ? null
    : (readWritten(facts) ?? readNamed(facts) ?? readSets(facts) ?? readSetScore(facts));
const GOALS = /\d ?- ?\d/;

const SCORE = { kind: 'score', line: 0.5, isBelow: false } as const;

function readWritten(facts: ListingFacts): GameLine | null {
  const { normalTitle, claimText, participants } = facts;
  const [, one, other, winner, most, least] = WRITTEN.exec(normalTitle) ?? [];
  const sides = toSides(facts, one, other);
  if (sides === null) return null;
  const unit = `${most}-${least}`;
  if (winner === undefined) {
    const isClaimed =
      CLAIMED_DRAW.test(claimText) && new RegExp(`\\b${most} ?- ?${least}\\b`).test(claimText);
    return isClaimed && most === least ? { ...SCORE, side: null, unit, sides } : null;
  }
  const [, claimed, ...goals] = CLAIMED_WIN.exec(claimText) ?? [];
  const side = toParticipant(winner, participants.sport);
  const isClaimed = claimed === winner && goals.join('-') === unit && Number(most) > Number(least);
  return isClaimed && side !== null ? { ...SCORE, side, unit, sides } : null;
}

/** "Will Silva beat Costa 3-1?" */
const BEATEN = /^Will (?!.* not )(.+?) beat (.+?) (\d) ?- ?(\d)\??$/i;
const SETS = /\b(?:by )?(\d) (?:sets|maps) to (\d)\b|\b(\d) ?- ?(\d)\b/;

function readSets(facts: ListingFacts): GameLine | null {
  const [, winner, loser, most, least] = BEATEN.exec(facts.normalTitle) ?? [];
  const sides = toSides(facts, winner, loser);
  const clause = toDigits(findPaidClause(facts.rulesText, 'Yes') ?? '').replace(/\bto none\b/, 'to 0');
  const score =
    SETS.exec(clause)
      ?.filter((it) => it !== undefined)
      .slice(1) ?? [];
  if (sides === null || !isOfSide(facts, clause, sides[0])) return null;
  const unit = `${most}-${least}`;
  return score.join('-') === unit && Number(most) > Number(least)
    ? { ...SCORE, side: sides[0], unit, sides }
    : null;
}

/** "Will Silva win the Silva vs Costa match by a set score of 2-1?", "Silva vs. Costa: Exact Score Silva 2-1" */
const SET_SCORES: readonly RegExp[] = [
  /^Will (?!.* not )(?<winner>.+?) win the (?<one>.+?) vs\.? (?<other>.+?) match by a set score of (?<score>(?<most>\d)-(?<least>\d))\??$/i,
  /^(?<one>.+?) vs\.? (?<other>[^:]+?): (?:Exact|Correct|Set) (?:Match )?Score:? (?<winner>[^:]+?) (?<score>(?<most>\d)-(?<least>\d))\??$/i,
];
const SCORE_IN_SETS = /\bby a set score of (\d-\d)\b|\bwins (\d-\d) in sets\b/i;

function readSetScore(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText, participants } = facts;
  if (participants.sport !== 'tennis') return null;
  const titled = SET_SCORES.map((form) => form.exec(normalTitle)?.groups).find((it) => it !== undefined);
  const { winner, one, other, score, most, least } = titled ?? {};
  const sides = toSides(facts, one, other);
  const side = toParticipant(winner, participants.sport);
  const clause = [claimText, findPaidClause(rulesText, 'Yes') ?? ''].find((it) => SCORE_IN_SETS.test(it));
  if (sides === null || side === null || score === undefined || clause === undefined) return null;
  const [, bySets, inSets] = SCORE_IN_SETS.exec(clause) ?? [];
  if ((bySets ?? inSets) !== score || Number(most) <= Number(least) || !isOfSide(facts, clause, side))
    return null;
  return { ...SCORE, side, unit: score, sides };
}

function readNamed(facts: ListingFacts): GameLine | null {
  const [, one = '', goals, others, other = ''] = NAMED.exec(facts.normalTitle) ?? [];
  const sides = toSides(facts, one, other);
  const clause = findPaidClause(facts.rulesText, 'Yes');
  if (sides === null || clause === null || isPartOfGame(clause)) return null;
  const [first, second] = [one, other].map((name) => stripClubNumbers(`${name} `).trim()); // as in the rules
  const isPaid = [
    `${first} ${goals}, ${second} ${others}`,
    `${first} ${goals}-${others} ${second}`,
    `${first} ${goals} - ${others} ${second}`,
  ].some((score) => clause.includes(score));
  if (!isPaid) return null;
  const [left, right] = [Number(goals), Number(others)];
  const side = left === right ? null : left > right ? sides[0] : sides[1];
  return { ...SCORE, side, unit: `${Math.max(left, right)}-${Math.min(left, right)}`, sides };
}
