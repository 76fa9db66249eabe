import { agrees, type Feature, gap, note, veto } from '../evidence.ts';
import type { ListingFacts, TextPassage } from '../extract.ts';
import { findTeamCity } from '../lexicon/lexicon.ts';
import { isSameParticipant } from '../proposition.ts';
import { isNamedByCity } from './compare-categories.ts';

export interface PolarityComparison {
  readonly features: readonly Feature[];
  readonly inverted: boolean;
}

const WAYS = ['way:up', 'way:down', 'way:flat'];
/** A meeting of two that one of them wins: who does not win, loses. */
const WITHOUT_DRAWS =
  /^(?:team:(?:nba|mlb|nhl|nfl)-|sport:(?:basketball|baseball|hockey|football|tennis|mma))/;

/** Whether the two ask the same question or opposite ones, by negation, direction and who is said to win. */
export function comparePolarity(a: ListingFacts, b: ListingFacts): PolarityComparison {
  const ways = compareWays(a, b);
  if (ways !== null && ways.features.length > 0) return ways;
  const signs = ways === null ? sign(a.title) !== sign(b.title) : ways.inverted;
  const winner = compareWinners(a, b);
  const features = [...winner.features, ...onlyMeeting(a, b), ...onlyMeeting(b, a)];
  if (signs && ways === null) features.push(note('negation', 0, 'one asks for what the other denies'));
  return { features, inverted: signs !== winner.inverted };
}

const sign = ({ negations, opposites }: TextPassage): boolean => (negations + opposites.length) % 2 === 1;

/** Up, down or flat: "not cut" is "hold or raise", "raise" is no opposite of "cut". */
function compareWays(a: ListingFacts, b: ListingFacts): PolarityComparison | null {
  if (!speaksOfRates(a) || !speaksOfRates(b))
    return isOtherWay(a, b) ? { features: [veto('direction', 'up / down')], inverted: false } : null;
  const [waysA, waysB] = [waysOf(a.title), waysOf(b.title)];
  if (waysA.length === 0 || waysB.length === 0) return null;
  const words = `${tell(waysA)} / ${tell(waysB)}`;
  if (waysA.join() === waysB.join()) return { features: [], inverted: false };
  const isComplement = WAYS.every((way) => waysA.includes(way) !== waysB.includes(way));
  return isComplement
    ? { features: [], inverted: true }
    : { features: [veto('direction', words)], inverted: false };
}

/** What else rises or falls: no word of it denies the other, as holding would. */
function isOtherWay(a: ListingFacts, b: ListingFacts): boolean {
  const [waysA, waysB] = [waysOf(a.title), waysOf(b.title)];
  return waysA.length === 1 && waysB.length === 1 && OTHER_WAY[waysA[0] ?? ''] === waysB[0];
}
const OTHER_WAY: Readonly<Record<string, string>> = { 'way:up': 'way:down', 'way:down': 'way:up' };

const speaksOfRates = ({ title, claim }: ListingFacts): boolean =>
  [...title.concepts, ...claim.concepts].some(
    (concept) => concept.startsWith('central:') || /^metric:.*-rate$/.test(concept),
  );

function waysOf(title: TextPassage): readonly string[] {
  const isMoved = title.concepts.includes('way:moved');
  const said = WAYS.filter((way) => title.concepts.includes(way) || (isMoved && way !== 'way:flat'));
  if (said.length === 0 || !sign(title)) return said;
  return WAYS.filter((way) => !said.includes(way));
}

function compareWinners(a: ListingFacts, b: ListingFacts): PolarityComparison {
  const [one, other] = [a.participants.winner, b.participants.winner];
  if (one === null || other === null) return { features: [], inverted: false };
  if (isSameParticipant(one, other)) return { features: [agrees('winner', 0.1, one)], inverted: false };
  const words = `${one} / ${other}`;
  const isByCityAlone = [one, other].some((who) => who.startsWith('place:'));
  if (isByCityAlone && !isOneSport(a, b)) return { features: [gap('winner', 0, words)], inverted: false };
  if (findTeamCity(one) === other || findTeamCity(other) === one)
    return { features: [agrees('winner', 0.1, words)], inverted: false };
  const isKnown = one.includes(':') && other.includes(':');
  const isOfTwo = [a, b].every(({ title, rules }) =>
    [...title.concepts, ...rules.concepts].some((concept) => WITHOUT_DRAWS.test(concept)),
  );
  const isSameMeeting = [one, other].every((who) => isIn(who, a) && isIn(who, b));
  return (isKnown && isOfTwo && isSameMeeting) || isOtherOutcome(a, b) || isOtherOutcome(b, a)
    ? { features: [agrees('winner', 0.1, `the other side: ${words}`)], inverted: true }
    : { features: [veto('winner', words)], inverted: false };
}

/** To win a match of a tournament is not to win the tournament. */
function* onlyMeeting(a: ListingFacts, b: ListingFacts): Generator<Feature> {
  const isContest = b.title.concepts.includes('act:win') && !b.participants.isSingleGame;
  if (a.participants.isSingleGame && isContest) yield gap('meeting', -0.1, 'only one is of a single meeting');
}

/** One of them has two outcomes, and the winner that the other asks for is its second. */
function isOtherOutcome({ participants }: ListingFacts, { participants: { winner } }: ListingFacts): boolean {
  if (participants.loser === null || winner === null) return false;
  return isSameParticipant(participants.loser, winner) || findTeamCity(participants.loser) === winner;
}

const LEAGUES: Readonly<Record<string, string>> = {
  nba: 'sport:basketball',
  nfl: 'sport:football',
  mlb: 'sport:baseball',
  nhl: 'sport:hockey',
};

/** A city has a team in each sport, so both must speak of one and the same. */
function isOneSport(a: ListingFacts, b: ListingFacts): boolean {
  const [sportsA, sportsB] = [sportsOf(a), sportsOf(b)];
  return sportsA.size === 1 && sportsB.size === 1 && sportsA.isSubsetOf(sportsB);
}

/** Those that a listing names itself or by its teams. */
function sportsOf({ title, rules }: ListingFacts): ReadonlySet<string> {
  const named = [...title.concepts, ...rules.concepts].map(
    (concept) => LEAGUES[/^team:(\w+)-/.exec(concept)?.[1] ?? ''] ?? concept,
  );
  return new Set(named.filter((concept) => concept.startsWith('sport:')));
}

const isIn = (who: string, side: ListingFacts): boolean =>
  side.title.concepts.includes(who) || isNamedByCity(who, side);

const tell = (ways: readonly string[]): string => ways.map((way) => way.slice(4)).join(' or ');
