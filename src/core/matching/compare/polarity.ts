import type { Facts, Passage } from '../facts.ts';
import { type Feature, note, veto } from '../feature.ts';

export interface Polarity {
  readonly features: readonly Feature[];
  readonly inverted: boolean;
}

const WAYS = ['way:up', 'way:down', 'way:flat'];
/** A meeting of two that one of them wins: who does not win, loses. */
const WITHOUT_DRAWS =
  /^(?:team:(?:nba|mlb|nhl|nfl)-|sport:(?:basketball|baseball|hockey|football|tennis|mma))/;

/** Whether the two ask the same question or opposite ones, by negation, direction and who is said to win. */
export function comparePolarity(a: Facts, b: Facts): Polarity {
  const ways = compareWays(a, b);
  if (ways !== null && ways.features.length > 0) return ways;
  const signs = ways === null ? sign(a.title) !== sign(b.title) : ways.inverted;
  const winner = compareWinners(a, b);
  const features = [...winner.features];
  if (signs && ways === null) features.push(note('negation', 0, 'one asks for what the other denies'));
  return { features, inverted: signs !== winner.inverted };
}

const sign = ({ negations, opposites }: Passage): boolean => (negations + opposites.length) % 2 === 1;

/** Up, down or flat: "not cut" is "hold or raise", "raise" is no opposite of "cut". */
function compareWays(a: Facts, b: Facts): Polarity | null {
  if (!speaksOfRates(a) || !speaksOfRates(b)) return null;
  const [waysA, waysB] = [waysOf(a.title), waysOf(b.title)];
  if (waysA.length === 0 || waysB.length === 0) return null;
  const words = `${tell(waysA)} / ${tell(waysB)}`;
  if (waysA.join() === waysB.join()) return { features: [], inverted: false };
  const isComplement = WAYS.every((way) => waysA.includes(way) !== waysB.includes(way));
  return isComplement
    ? { features: [], inverted: true }
    : { features: [veto('direction', words)], inverted: false };
}

const speaksOfRates = ({ title }: Facts): boolean =>
  title.concepts.some((concept) => concept.startsWith('central:') || /^metric:.*-rate$/.test(concept));

function waysOf(title: Passage): readonly string[] {
  const said = WAYS.filter((way) => title.concepts.includes(way));
  if (said.length === 0 || !sign(title)) return said;
  return WAYS.filter((way) => !said.includes(way));
}

function compareWinners(a: Facts, b: Facts): Polarity {
  if (a.winner === null || b.winner === null || a.winner === b.winner)
    return { features: [], inverted: false };
  const words = `${a.winner} / ${b.winner}`;
  const isKnown = a.winner.includes(':') && b.winner.includes(':');
  const isOfTwo = [a, b].every((side) => side.title.concepts.some((concept) => WITHOUT_DRAWS.test(concept)));
  const isSameMeeting = [a.winner, b.winner].every(
    (who) => a.title.concepts.includes(who) && b.title.concepts.includes(who),
  );
  return isKnown && isOfTwo && isSameMeeting
    ? { features: [note('winner', 0, `the other side: ${words}`)], inverted: true }
    : { features: [veto('winner', words)], inverted: false };
}

const tell = (ways: readonly string[]): string => ways.map((way) => way.slice(4)).join(' or ');
