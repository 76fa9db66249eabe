import { agrees, gap, note, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { findTeamCity } from '../lexicon/lexicon.ts';
import { findMatches } from '../listing-text.ts';
import { isSameParticipant } from '../participants.ts';
import { readOnce, readTextsOnce } from '../read-once.ts';
import type { TextPassage } from '../text-passage.ts';
import { isAboutRates } from './compare-banks.ts';
import { isNamedByCity } from './compare-categories.ts';

/** `inverted`: Yes of one listing is No of the other. */
export interface PolarityComparison {
  readonly reasons: readonly Reason[];
  readonly inverted: boolean;
}

const WAYS = ['way:up', 'way:down', 'way:flat'];
/** Games without a draw, in which the side that does not win loses. */
const WITHOUT_DRAWS =
  /^(?:team:(?:nba|mlb|nhl|nfl)-|sport:(?:basketball|baseball|hockey|football|tennis|mma))/;

/** Whether the listings ask the same or the opposite question, by negation, direction and winner. */
export function comparePolarity(a: ListingFacts, b: ListingFacts): PolarityComparison {
  const ways = compareDirections(a, b);
  if (ways !== null && ways.reasons.length > 0) return ways;
  const isOpposite = ways === null ? isNegated(a.title) !== isNegated(b.title) : ways.inverted;
  const winner = compareWinners(a, b);
  const reasons = [
    ...winner.reasons,
    ...findGameOfContest(a, b),
    ...findGameOfContest(b, a),
    ...findHiddenNegation(a, b),
    ...findOthers(a, b),
    ...findUnstatedDirection(a, b),
  ];
  if (isOpposite && ways === null) reasons.push(note('negation', 0, 'one listing negates the other'));
  return { reasons, inverted: isOpposite !== winner.inverted };
}

export const isNegated = ({ negations, opposites }: TextPassage): boolean =>
  (negations + opposites.length) % 2 === 1;

/** Up, down or flat: "not cut" is "hold or raise", and "raise" is not the complement of "cut". */
function compareDirections(a: ListingFacts, b: ListingFacts): PolarityComparison | null {
  if (!isAboutRates(a) || !isAboutRates(b))
    return areOppositeDirections(a, b)
      ? { reasons: [veto('direction', 'up / down')], inverted: false }
      : null;
  const [waysA, waysB] = [getDirections(a.title), getDirections(b.title)];
  if (waysA.length === 0 || waysB.length === 0) return null;
  const words = `${renderWays(waysA)} / ${renderWays(waysB)}`;
  if (waysA.join() === waysB.join()) return { reasons: [], inverted: false };
  const isComplement = WAYS.every((way) => waysA.includes(way) !== waysB.includes(way));
  return isComplement
    ? { reasons: [], inverted: true }
    : { reasons: [veto('direction', words)], inverted: false };
}

/** For anything but interest rates, up and down are two contracts and never complements. */
function areOppositeDirections(a: ListingFacts, b: ListingFacts): boolean {
  const [waysA, waysB] = [getDirections(a.title), getDirections(b.title)];
  return waysA.length === 1 && waysB.length === 1 && OPPOSITE_WAY[waysA[0] ?? ''] === waysB[0];
}
const OPPOSITE_WAY: Readonly<Record<string, string>> = { 'way:up': 'way:down', 'way:down': 'way:up' };

function getDirections(title: TextPassage): readonly string[] {
  const isMoved = title.concepts.includes('way:moved');
  const stated = WAYS.filter((way) => title.concepts.includes(way) || (isMoved && way !== 'way:flat'));
  if (stated.length === 0 || !isNegated(title)) return stated;
  return WAYS.filter((way) => !stated.includes(way));
}

function compareWinners(a: ListingFacts, b: ListingFacts): PolarityComparison {
  const [one, other] = [a.participants.winner, b.participants.winner];
  if (one === null || other === null) return { reasons: findUnreadOutcome(a, b), inverted: false };
  if (isAmbiguous(one, b) || isAmbiguous(other, a))
    return { reasons: [gap('winner', 0, `${one} / ${other}: may be either side`)], inverted: false };
  if (isSameParticipant(one, other)) return { reasons: [agrees('winner', 0.1, one)], inverted: false };
  const words = `${one} / ${other}`;
  const isByCityAlone = [one, other].some((side) => side.startsWith('place:'));
  if (isByCityAlone && !hasSameSport(a, b)) return { reasons: [gap('winner', 0, words)], inverted: false };
  if (findTeamCity(one) === other || findTeamCity(other) === one)
    return { reasons: [agrees('winner', 0.1, words)], inverted: false };
  const isKnown = one.includes(':') && other.includes(':');
  const isWithoutDraws = hasNoDraws(a) && hasNoDraws(b);
  const isSameGame = [one, other].every((side) => isInTitle(side, a) && isInTitle(side, b));
  return (isKnown && isWithoutDraws && isSameGame) || isSecondOutcome(a, b) || isSecondOutcome(b, a)
    ? { reasons: [agrees('winner', 0.1, `opposite sides of one game: ${words}`)], inverted: true }
    : { reasons: [veto('winner', words)], inverted: false };
}

const hasNoDraws = ({ title, rules }: ListingFacts): boolean =>
  [...title.concepts, ...rules.concepts].some((concept) => WITHOUT_DRAWS.test(concept));

/** The outcome of one listing of a game is not known, so the listings may be opposite sides of it. */
function findUnreadOutcome(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  const [one, other] = [a, b].map(({ participants }) => participants);
  const isGame = one?.isSingleGame === true && other?.isSingleGame === true;
  const hasNumbers = [a, b].some(({ title }) => title.quantities.length > 0);
  const isOneRead = one?.winner !== other?.winner;
  return isGame && (isOneRead || !hasNumbers)
    ? [gap('winner', 0, 'the outcome of a listing is not known')]
    : [];
}

/** The name fits both sides of the other listing's game: "Manchester" in "Manchester City vs Manchester United". */
const isAmbiguous = (name: string, { participants: { sides } }: ListingFacts): boolean =>
  sides.length === 2 && !sides.includes(name) && sides.every((side) => isSameParticipant(side, name));

/** To win one match of a tournament is not to win the tournament. */
function* findGameOfContest(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  const isContest = b.title.concepts.includes('act:win') && !b.participants.isSingleGame;
  if (a.participants.isSingleGame && isContest)
    yield gap('meeting', -0.1, 'only one listing is about a single game');
}

/** "Will the party lose?" with the rule "if it does not win": the sides cannot be read from the titles. */
function* findHiddenNegation(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (isNegatedInRules(a) !== isNegatedInRules(b))
    yield gap('negation', 0, 'the rules of one listing negate what its title asks');
  if (isNegatedInTitleAlone(a) !== isNegatedInTitleAlone(b))
    yield gap('negation', 0, 'the title of one listing negates what its rules pay');
}

/** "Will she not win?" with the rule "if she wins". */
const isNegatedInTitleAlone = readTextsOnce(
  ({ title, claimText, rulesText }) =>
    title.negations % 2 === 1 && rulesText.includes(`to "Yes" if ${claimText}`) && !NEGATIVE.test(claimText),
);
const NEGATIVE =
  /\b(?:not?|never|none|neither|nor|no(?:body|thing)|but|except|without|fail\w*|lose\w*|un\w+|remain\w*|cancel\w*|fewer|less|under|below|before|other|another|end\w*|miss\w*)\b/i;

const isNegatedInRules = ({ title, isClaimNegated, participants }: ListingFacts): boolean =>
  isClaimNegated && !isNegated(title) && !title.concepts.includes('way:flat') && !participants.isSingleGame;

/** "Someone other than Vega" is about all but Vega, whom the other listing names. */
function* findOthers(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (excludesNamed(a, b) !== excludesNamed(b, a))
    yield gap('negation', 0, 'only one listing is about others than the one that both name');
}

const excludesNamed = (own: ListingFacts, other: ListingFacts): boolean =>
  readExcludedNames(own).some((name) => other.normalTitle.toLowerCase().includes(name));

const readExcludedNames = readTextsOnce(({ normalTitle, claimText }): readonly string[] =>
  findMatches(OTHERS, `${normalTitle}. ${claimText}`).map(([, name = '']) => name.toLowerCase()),
);
const OTHERS =
  /\b(?:other than|except(?: for)?|apart from|besides) (?:the )?([A-Z][\w'-]{2,}(?: [A-Z][\w'-]+)*)/g;

/** A rate that is held is the complement of one that changes, and a title may say "change" of either. */
function* findUnstatedDirection(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if (!isAboutRates(a) || !isAboutRates(b)) return;
  const [waysA, waysB] = [getDirections(a.title), getDirections(b.title)];
  const isHeld = [waysA, waysB].some((ways) => ways.join() === 'way:flat');
  if (isHeld && (waysA.length === 0 || waysB.length === 0))
    yield gap('direction', 0, 'only one listing says that the rate is held');
}

/** The first listing names two outcomes, and the winner in the other listing is the second of them. */
export function isSecondOutcome(
  { participants }: ListingFacts,
  { participants: { winner } }: ListingFacts,
): boolean {
  if (participants.loser === null || winner === null) return false;
  return isSameParticipant(participants.loser, winner) || findTeamCity(participants.loser) === winner;
}

const LEAGUES: Readonly<Record<string, string>> = {
  nba: 'sport:basketball',
  nfl: 'sport:football',
  mlb: 'sport:baseball',
  nhl: 'sport:hockey',
};

/** A city has teams in several sports, so both listings must name the same single sport. */
function hasSameSport(a: ListingFacts, b: ListingFacts): boolean {
  const [sportsA, sportsB] = [findSports(a), findSports(b)];
  return sportsA.size === 1 && sportsB.size === 1 && sportsA.isSubsetOf(sportsB);
}

/** The sports that a listing names directly or by its teams. */
const findSports = readOnce(({ title, rules }): ReadonlySet<string> => {
  const named = [...title.concepts, ...rules.concepts].map(
    (concept) => LEAGUES[/^team:(\w+)-/.exec(concept)?.[1] ?? ''] ?? concept,
  );
  return new Set(named.filter((concept) => concept.startsWith('sport:')));
});

const isInTitle = (side: string, facts: ListingFacts): boolean =>
  facts.title.concepts.includes(side) || isNamedByCity(side, facts);

const renderWays = (ways: readonly string[]): string => ways.map((way) => way.slice(4)).join(' or ');
