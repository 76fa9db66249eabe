import { agrees, gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { MaskedFacts } from '../masked-facts.ts';
import { type PlayerLine, readPlayerLine } from '../player-lines.ts';
import { EMPTY_PASSAGE } from '../text-passage.ts';
import { compareDays, findDayConflict, findMissingStart, type GameComparison } from './compare-games.ts';
import { compareOvertime } from './compare-lines.ts';

/**
 * Compares the statistic of a player in a game. Null unless both listings are read as a whole. A player has one game on a
 * day, so player, day, statistic and line identify the contract.
 */
export function comparePlayers(a: ListingFacts, b: ListingFacts): GameComparison | null {
  const [one, other] = [readPlayerLine(a), readPlayerLine(b)];
  if (one === null || other === null) return null;
  const [sport, otherSport] = [a.participants.sport, b.participants.sport];
  if (sport !== null && otherSport !== null && sport !== otherSport) return null;
  const day = compareDays(a, b, false);
  if (day === null) return null;
  const reasons = [
    day,
    comparePlayer(one, other),
    ...compareCounting(one, other),
    ...findDayConflict(a),
    ...findDayConflict(b),
    ...findMissingStart(a, b),
    ...compareOvertime(a, b),
  ];
  const mask = (facts: ListingFacts): ListingFacts => new MaskedFacts(facts, EMPTY_PASSAGE, EMPTY_PASSAGE);
  return { reasons, inverted: one.isBelow !== other.isBelow, mask: () => [mask(a), mask(b)] };
}

function comparePlayer(one: PlayerLine, other: PlayerLine): Reason {
  const words = `${renderLine(one)} / ${renderLine(other)}`;
  if (one.player !== other.player) return veto('name', words);
  if (one.stat !== other.stat) return veto('stat', words);
  return one.least === other.least ? agrees('line', 0.5, words) : veto('threshold', words);
}

/** How a player who does not play counts, and whether the passer of a touchdown counts. */
function* compareCounting(one: PlayerLine, other: PlayerLine): Generator<Reason> {
  if (one.absence !== other.absence)
    yield gap('absence', 0, `a player who does not play: ${one.absence} / ${other.absence}`);
  if (one.stat === 'touchdowns' && one.isPassExcluded !== other.isPassExcluded)
    yield gap('passing', 0, 'only one listing excludes passing touchdowns');
}

const renderLine = ({ player, stat, least, isBelow }: PlayerLine): string =>
  `${player}: ${isBelow ? 'fewer than ' : ''}${least}${isBelow ? '' : '+'} ${stat}`;
