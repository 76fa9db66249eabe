import { agrees, gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { isAfterRegularTime } from '../game-events.ts';
import { readGameLine } from '../game-lines.ts';
import type { GameLine } from '../line-bounds.ts';
import { MaskedFacts } from '../masked-facts.ts';
import { isDecided, isOfLeague } from '../soccer-deciders.ts';
import { EMPTY_PASSAGE } from '../text-passage.ts';
import {
  compareDays,
  findDayConflict,
  findMissingStart,
  findSide,
  type GameComparison,
  pairSides,
} from './compare-games.ts';
import { areOtherPersons } from './compare-names.ts';
import { compareRetirements } from './compare-retirements.ts';
import { findOtherPlayers, isOfPersons } from './other-players.ts';

/**
 * Compares margins and totals of one game. Null unless both titles are read as a whole; then the general rules decide.
 * The sides, the day, the line and the side that must exceed it have to agree.
 */
export function compareLines(a: ListingFacts, b: ListingFacts): GameComparison | null {
  const [one, other] = [readGameLine(a), readGameLine(b)];
  if (one === null || other === null) return null;
  const [sport, otherSport] = [a.participants.sport, b.participants.sport];
  if (sport !== null && otherSport !== null && sport !== otherSport) return null;
  const pairing = pairSides(one.sides, other.sides);
  const day = compareDays(a, b, true);
  if (pairing === null || day === null) return null;
  const reasons = [
    agrees('game', 0.4, one.sides.join(' – ')),
    day,
    compareLine([a, one], [b, other], pairing),
    ...findOtherPlayers(a, one.sides, b, other.sides, pairing),
    ...findDayConflict(a),
    ...findDayConflict(b),
    ...findMissingStart(a, b),
    ...(isAfterRegularTime(one) ? [] : compareOvertime(a, b)),
    ...(one.kind === 'winner' ? compareRetirements(a, b) : []),
  ];
  const mask = (facts: ListingFacts): ListingFacts => new MaskedFacts(facts, EMPTY_PASSAGE, EMPTY_PASSAGE);
  const inverted = (one.isBelow !== other.isBelow) !== areOpposite(one, other, pairing);
  return { reasons, inverted, mask: () => [mask(a), mask(b)] };
}

function compareLine(
  [a, one]: readonly [ListingFacts, GameLine],
  [b, other]: readonly [ListingFacts, GameLine],
  pairing: readonly (number | null)[],
): Reason {
  const words = `${renderLine(one)} / ${renderLine(other)}`;
  if (one.kind !== other.kind || one.part !== other.part) return veto('line', words);
  if (one.unit !== null && other.unit !== null && one.unit !== other.unit) return veto('unit', words);
  if (one.line !== other.line) return veto('threshold', words);
  if (one.side === null || other.side === null) return agrees('line', 0.3, words);
  const [left, right] = [findSide(one.side, one.sides), findSide(other.side, other.sides)];
  if (left === null || right === null) return gap('winner', 0, `${words}: may be either side`);
  if ([a, b].every(isOfPersons) && areOtherPersons(one.side.split(' '), other.side.split(' ')))
    return veto('name', words);
  if (pairing[left] === right) return agrees('line', 0.3, words);
  return areOpposite(one, other, pairing)
    ? agrees('line', 0.3, `opposite sides: ${words}`)
    : veto('line', words);
}

/** One of the two sides wins each map and set. */
function areOpposite(one: GameLine, other: GameLine, pairing: readonly (number | null)[]): boolean {
  if (one.kind !== 'winner' || other.kind !== 'winner') return false;
  const [left, right] = [findSide(one.side ?? '', one.sides), findSide(other.side ?? '', other.sides)];
  return left !== null && right !== null && pairing[left] !== right;
}

/** A line without overtime is another contract than one with it; silence may mean either. */
export function* compareOvertime(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const [one, other] = [a, b].map(({ rulesText }) => WITHOUT_OVERTIME.test(rulesText));
  const isSoccer = [a, b].some(({ participants: { sport } }) => sport === 'soccer');
  if (
    isSoccer &&
    readExtraTime(a) !== readExtraTime(b) &&
    ![a, b].every(({ rulesText }) => isOfLeague(rulesText))
  )
    yield gap('overtime', 0, 'only one listing includes extra time');
  const [counted, otherCounted] = [a, b].map(
    ({ normalTitle, rulesText }) => isSoccer && isDecided(normalTitle, rulesText),
  );
  if (isSoccer ? counted !== otherCounted : one !== other)
    yield gap('overtime', 0, 'only one listing excludes overtime');
}
/** Whether extra time counts, where the condition for Yes lists the periods: "(regulation, stoppage and any extra time periods)". */
const readExtraTime = ({ claimText }: ListingFacts): boolean =>
  /\bany extra time periods?\b/i.test(claimText);
const WITHOUT_OVERTIME =
  /\b(?:regulation(?: time)?(?: only)?\b|overtime[^.]{0,30}\bnot\b|(?:exclud|not includ)\w* overtime)/i;

const renderLine = ({ kind, side, line, isBelow, unit, part = '' }: GameLine): string =>
  `${part} ${kind} ${side ?? ''} ${kind === 'score' ? '' : `${isBelow ? 'not ' : ''}above ${line}`} ${unit ?? ''}`
    .replaceAll(/ {2,}/g, ' ')
    .trim();
