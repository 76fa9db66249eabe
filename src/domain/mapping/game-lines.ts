import type { ListingFacts } from './extract.ts';
import { toParticipant } from './participants.ts';

/** A margin or a total of one game: "Chicago wins by over 3.5 points", "Over 224.5 points scored". */
export interface GameLine {
  readonly kind: 'margin' | 'total';
  readonly side: string | null; // that wins by more than the line; null for a total
  readonly line: number; // ends in a half, so no result equals it
  readonly isBelow: boolean; // Yes pays when the margin or total does not exceed the line
  readonly unit: string | null; // `points`; null when neither the text nor the sport states it
  readonly sides: readonly [string, string];
}

/**
 * Reads a title that has exactly one of the forms below and nothing else, so that the line of a half or of a player is
 * not read. Null also when the condition for Yes states another side or number than the title.
 */
export function readGameLine(facts: ListingFacts): GameLine | null {
  return readWrittenMargin(facts) ?? readNamedSpread(facts) ?? readTotal(facts);
}

const WRITTEN_MARGIN =
  /^(.+?) (?:at|vs\.?) (.+?): Spread: (.+?) wins by (?:over|more than) (\d+\.5) (points|goals|runs)$/i;
const CLAIMED_MARGIN =
  /^(?:the )?(.+?) wins the .+ (?:game|match) .*by (?:over|more than) (\d+\.5) (points|goals|runs)$/i;

/** Of "Miami at Chicago: Spread: Chicago wins by over 3.5 points". */
function readWrittenMargin(facts: ListingFacts): GameLine | null {
  const [, first, second, winner, line, unit = ''] = WRITTEN_MARGIN.exec(facts.normalTitle) ?? [];
  const [, claimedWinner, claimedLine] = CLAIMED_MARGIN.exec(facts.claimText) ?? [];
  if (winner === undefined || winner !== claimedWinner || line !== claimedLine) return null;
  const sides = toSides(facts, first, second);
  const side = toParticipant(winner, facts.participants.sport);
  if (sides === null || side === null) return null;
  return { kind: 'margin', side, line: Number(line), isBelow: false, unit: unit.toLowerCase(), sides };
}

const NAMED_SPREAD = /^Spread: (.+?) \(([-+])(\d+\.5)\): (.+)$/i;
const OUTCOMES = /^YES is ([^;]+); NO is (.+?)\. /;
const PAID_MARGIN =
  /\bresolve to "?([^".]+?)"? if (?:the )?(.+?) wins? (?:the game )?by (\d+) or more (points|goals|runs)\b/i;

/** Of "Spread: Bulls (-3.5): Bulls". A side with "+" pays unless the other side wins by more. */
function readNamedSpread(facts: ListingFacts): GameLine | null {
  const [, named, sign, line, outcome] = NAMED_SPREAD.exec(facts.normalTitle) ?? [];
  const [, yes, no] = OUTCOMES.exec(facts.rulesText) ?? [];
  if (named === undefined || outcome !== yes || (named !== yes && named !== no)) return null;
  const sides = toSides(facts, yes, no);
  const favourite = sign === '-' ? named : named === yes ? no : yes;
  const side = toParticipant(favourite, facts.participants.sport);
  const [, paid, winner, least, unit] = PAID_MARGIN.exec(facts.rulesText) ?? [];
  const isStated = paid === favourite && winner === favourite && Number(least) === Number(line) + 0.5;
  if (sides === null || side === null || !isStated) return null;
  const isBelow = yes !== favourite;
  return { kind: 'margin', side, line: Number(line), isBelow, unit: unit?.toLowerCase() ?? null, sides };
}

const TOTAL =
  /^(.+?) (?:at|vs\.?) (.+?): (?:Total (?:Points|Goals|Runs): (Over|Under) (\d+\.5) (points|goals|runs)(?: scored)?|O\/U (\d+\.5): (Over|Under))$/i;
const CLAIMED_TOTAL = /\bcollectively score (more|fewer|less) than (\d+\.5) (?:points|goals|runs) in the\b/i;
const PAID_TOTAL =
  /\bresolve to "?Over"? if (?:the )?.{1,80}? combine (?:to|for) (?:score )?(\d+) or more (points|goals|runs)\b/i;

function readTotal(facts: ListingFacts): GameLine | null {
  const [, first, second, over, written, unit, named, outcome] = TOTAL.exec(facts.normalTitle) ?? [];
  const sides = toSides(facts, first, second);
  const way = (over ?? outcome)?.toLowerCase();
  if (sides === null || way === undefined) return null;
  const isBelow = way === 'under';
  const line = Number(written ?? named);
  const total = { kind: 'total', side: null, line, isBelow, sides } as const;
  if (written !== undefined) {
    const [, more, claimed] = CLAIMED_TOTAL.exec(facts.claimText) ?? [];
    const isStated = Number(claimed) === line && isBelow === (more?.toLowerCase() !== 'more');
    return isStated ? { ...total, unit: unit?.toLowerCase() ?? null } : null;
  }
  const [, yes, no] = OUTCOMES.exec(facts.rulesText) ?? [];
  const [, least, paid] = PAID_TOTAL.exec(facts.rulesText) ?? [];
  const isStated = yes?.toLowerCase() === way && /^(?:over|under)$/i.test(no ?? '') && yes !== no;
  return isStated && Number(least) === line + 0.5 ? { ...total, unit: paid?.toLowerCase() ?? null } : null;
}

function toSides(
  { participants: { sport } }: ListingFacts,
  ...names: readonly (string | undefined)[]
): readonly [string, string] | null {
  const [one, other] = names.map((name) => toParticipant(name, sport));
  return typeof one === 'string' && typeof other === 'string' ? [one, other] : null;
}
