import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIRST_PAIRS, isHeldOut, type Pair, PRACTICE_PAIRS } from '../../../test/mapping/labelled-pairs.ts';
import { FULL_CLASSES, toWordedPairs } from '../../../test/mapping/worded-pairs.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { CandidateIndex } from './candidate-index.ts';
import { compareListings } from './compare-listings.ts';
import { extractFacts } from './extract.ts';
import type { Listing } from './listing.ts';

const listing = (title: string, rules = ''): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Any',
  openTime: null,
  closeTime: Date.UTC(2027, 5, 30, 23) as TimestampMs,
});
const FULL_PAIRS = toWordedPairs(FULL_CLASSES);
const getVerdict = (a: string, b: string): string => compareListings(listing(a), listing(b)).verdict;
const getVetoes = (a: string, b: string): readonly string[] =>
  compareListings(listing(a), listing(b))
    .reasons.filter(({ kind }) => kind === 'veto')
    .map(({ name }) => name);

test('rewordings of one question are the same contract', () => {
  assert.equal(
    getVerdict('Will Bitcoin hit $150k before July 1, 2027?', 'Bitcoin to reach $150,000 by June 30, 2027?'),
    'same',
  );
});

test('a negation, a complement and an opposite statement are the same contract inverted', () => {
  const base = 'Will unemployment be above 4.5% in May 2027?';
  assert.equal(getVerdict(base, 'Will unemployment be 4.5% or lower in May 2027?'), 'same-inverted');
  assert.equal(
    getVerdict(
      'US government shutdown by June 30, 2027?',
      'Will the US government stay funded through June 30, 2027?',
    ),
    'same-inverted',
  );
  assert.equal(
    getVerdict('Will the Fed cut rates in June 2027?', 'Will the Fed hold or raise rates in June 2027?'),
    'same-inverted',
  );
});

test('each kind of conflict gives a veto with its name', () => {
  const base = 'Will Bitcoin reach $150,000 by June 30, 2027?';
  assert.deepEqual(getVetoes(base, 'Will Bitcoin reach $160,000 by June 30, 2027?'), ['threshold']);
  assert.deepEqual(getVetoes(base, 'Will Bitcoin reach €150,000 by June 30, 2027?'), ['unit']);
  assert.deepEqual(getVetoes(base, 'Will Bitcoin reach $150,000 before June 30, 2027?'), ['date']);
  assert.deepEqual(getVetoes(base, 'Will Ethereum reach $150,000 by June 30, 2027?'), ['asset']);
  assert.deepEqual(getVetoes('Will Ana Ruiz win the mayoral race?', 'Will Bo Lindt win the mayoral race?'), [
    'name',
  ]);
  assert.deepEqual(getVetoes('CPI above 3.0% in May 2027?', 'CPI at least 3.0% in May 2027?'), [
    'strictness',
  ]);
});

test('a month differs from its year, except for an event that happens once a year', () => {
  assert.equal(getVerdict('Top film of June 2027 — Supergirl', 'Top film of 2027 — Supergirl'), 'unsure');
  assert.equal(
    getVerdict(
      'Will Sweden win Eurovision in May 2027?',
      'Will Sweden win the 2027 Eurovision Song Contest?',
    ),
    'same',
  );
});

test('different notations of one number or date are equal', () => {
  const alike: readonly (readonly [string, string])[] = [
    [
      'S&P 500 close on May 3, 2027? — 7,000 or above',
      'Will the S&P 500 close at or above 7,000 on May 3, 2027?',
    ],
    ['Josh Allen wins the 2026-27 NFL MVP?', 'Will Josh Allen win the 2026-2027 NFL MVP?'],
    ['Will GTA VI be out before June 2027?', 'Will GTA 6 be out by May 31, 2027?'],
    ['Will it snow in Boston on Christmas?', 'Will it snow in Boston on December 25?'],
    ['Will Artemis III launch by May 2027?', 'Will Artemis 3 launch by May 2027?'],
  ];
  for (const [a, b] of alike) assert.equal(getVerdict(a, b), 'same', a);
});

test('degrees without a scale take the scale of the rules', () => {
  const celsius = 'Resolves by the high of London, 12°C or above.';
  const bare = listing('London high on May 3, 2027? — 12° or above', celsius);
  assert.equal(compareListings(bare, listing('London high on May 3, 2027? — 12°C or above')).verdict, 'same');
  assert.deepEqual(getVetoes('London high on May 3, 2027? — 12°', 'London high on May 3, 2027? — 12°C'), [
    'unit',
  ]);
});

test('a government is not a governor', () => {
  assert.deepEqual(
    getVetoes('Will the government of Texas change?', 'Will the governor of Texas change?'),
    [],
  );
  assert.notEqual(
    getVerdict('Will the government of Texas change?', 'Will the governor of Texas change?'),
    'same',
  );
});

test('a statement in only one listing makes the verdict unsure', () => {
  assert.equal(
    getVerdict(
      'Will Trump meet Putin by June 30, 2027?',
      'Will Trump meet Putin in Budapest by June 30, 2027?',
    ),
    'unsure',
  );
});

test('swapping the listings changes neither verdict nor score, and a veto always means different', () => {
  const side = fc.constantFrom(...FIRST_PAIRS.flatMap(({ kalshi, polymarket }) => [kalshi, polymarket]));
  fc.assert(
    fc.property(side, side, (a, b) => {
      const [forward, back] = [compareListings(a, b), compareListings(b, a)];
      assert.deepEqual(
        [forward.verdict, forward.score, forward.inverted],
        [back.verdict, back.score, back.inverted],
      );
      const isVetoed = forward.reasons.some(({ kind }) => kind === 'veto');
      assert.ok(!isVetoed || forward.verdict === 'different');
      assert.ok(forward.score >= 0 && forward.score <= 1);
    }),
    { numRuns: 500 },
  );
});

test('a listing compared with itself is same, or unsure when it states too little', () => {
  for (const { kalshi, polymarket } of FIRST_PAIRS)
    for (const one of [kalshi, polymarket])
      assert.ok(['same', 'unsure'].includes(compareListings(one, one).verdict), one.title);
});

test('any two texts can be compared without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      assert.ok(compareListings(listing(a, b), listing(b, a)).score >= 0);
    }),
  );
});

test('a game named by cities equals the game named by teams, also inverted, but not a game of another sport', () => {
  const base = listing(
    'Dallas at Detroit Winner? — Detroit',
    'If Detroit wins the Dallas at Detroit professional football game originally scheduled for Jun 30, 2027, then the market resolves to Yes.',
  );
  const compareWith = (title: string, yes: string, no: string, league: string): string =>
    compareListings(
      base,
      listing(title, `YES is ${yes}; NO is ${no}. In the ${league} game scheduled for June 30: who wins.`),
    ).verdict;
  assert.equal(compareWith('Cowboys vs. Lions', 'Lions', 'Cowboys', 'NFL'), 'same');
  assert.equal(compareWith('Cowboys vs. Lions', 'Cowboys', 'Lions', 'NFL'), 'same-inverted');
  assert.ok(!compareWith('Mavericks vs. Pistons', 'Pistons', 'Mavericks', 'NBA').startsWith('same'));
  assert.ok(!compareWith('Cowboys vs. Lions: O/U 48.5', 'Over', 'Under', 'NFL').startsWith('same'));
});

test('a game whose title names both sides is compared by the outcome after it', () => {
  const day = 'Jun 30, 2027';
  const rules = (winner: string): string =>
    `If ${winner} wins the Denver at Kansas City professional football game scheduled for ${day}, then the market resolves to Yes.`;
  const game = (winner: string) => listing(`Denver vs Kansas City: ${winner}`, rules(winner));
  const verdict = (winner: string, title: string, yes: string, no: string): string =>
    compareListings(
      game(winner),
      listing(title, `YES is ${yes}; NO is ${no}. In the NFL game scheduled for June 30: who wins.`),
    ).verdict;
  assert.equal(verdict('Denver', 'Broncos vs. Chiefs', 'Broncos', 'Chiefs'), 'same');
  assert.equal(verdict('Kansas City', 'Broncos vs. Chiefs', 'Broncos', 'Chiefs'), 'same-inverted');
  const question = listing(`Will Denver win Denver vs Kansas City on ${day}?`, rules('Denver'));
  assert.equal(compareListings(game('Denver'), question).verdict, 'same');
  assert.equal(compareListings(game('Kansas City'), question).verdict, 'same-inverted');
});

test('in a match that can be drawn, another winner is a veto and not the inverted contract', () => {
  const base = listing('Juventus vs Inter — Inter', 'Serie A match scheduled for Jun 30, 2027.');
  const other = listing('Will Juventus FC win on 2027-06-30?', 'In the Serie A game against Inter.');
  assert.deepEqual(
    compareListings(base, other)
      .reasons.filter(({ kind }) => kind === 'veto')
      .map(({ name }) => name),
    ['winner'],
  );
});

test('a title with a month equals a listing without one only if that listing closes in the month', () => {
  const base = listing(
    'College Football National Champion? — Ohio State',
    'If Ohio State wins the 2027 College Football Playoff National Championship, then Yes.',
  );
  const won = (month: string): string =>
    compareListings(
      base,
      listing(`Will Ohio State win the College Football National Championship in ${month} 2027?`),
    ).verdict;
  assert.equal(won('June'), 'same');
  assert.ok(!won('January').startsWith('same'));
});

test('to vote for independence is not to hold the referendum', () => {
  assert.equal(
    getVerdict(
      'Will Scotland hold an independence referendum before July 1, 2027?',
      'Will Scotland vote for independence by June 30, 2027?',
    ),
    'unsure',
  );
});

test('to announce an act is not to perform it, even if the rules name the act', () => {
  const done = listing('LeBron James retires by June 30, 2027?', 'Retires from professional basketball.');
  const announced = 'Resolves Yes if he announces that he retires, whenever he does.';
  const announcement = listing('LeBron James announces retirement by June 30, 2027?', announced);
  assert.equal(compareListings(done, announcement).verdict, 'different');
  const both = listing('LeBron James retires by June 30, 2027?', announced);
  assert.notEqual(compareListings(both, announcement).verdict, 'different');
});

test('a national ranking differs from a global one, and a song from an artist', () => {
  const base = listing('Top Spotify song of 2027? — Golden', 'The most streamed song worldwide of 2027.');
  const verdict = (title: string): string => compareListings(base, listing(title)).verdict;
  assert.equal(verdict('Will Golden be the top Spotify song in the US for 2027?'), 'different');
  assert.equal(verdict('Will Golden be the top Spotify artist for 2027?'), 'different');
});

test('a rate change means raise or cut, and no change means hold', () => {
  const rules = 'Resolves by the cash rate after the meeting of June 2027, left unchanged or not.';
  const base = listing('Reserve Bank of Australia decision in June 2027? — No change', rules);
  const verdict = (what: string): string =>
    compareListings(
      base,
      listing(`Will the Reserve Bank of Australia ${what} its cash rate in June 2027?`, rules),
    ).verdict;
  assert.equal(verdict('hold'), 'same');
  assert.equal(verdict('change'), 'same-inverted');
  assert.equal(verdict('cut'), 'different');
});

test('still in office without interruption is the opposite of having left; in office on one day is different', () => {
  const base = listing('Mike Johnson out as Speaker before July 2027?', 'Resolves Yes if he leaves.');
  const still = (rules: string): string =>
    compareListings(base, listing('Will Mike Johnson still be Speaker on June 30, 2027?', rules)).verdict;
  assert.equal(still('Resolves Yes if he is Speaker until then without interruption.'), 'same-inverted');
  assert.equal(still('Resolves Yes if he is Speaker on that day.'), 'different');
});

test('one match is not the tournament, and the second of two named outcomes is the inverted contract', () => {
  const match = listing(
    'Will Coco Gauff win the Lys vs Gauff match? — Coco Gauff',
    'If Coco Gauff wins the Lys vs Gauff professional tennis match of Indian Wells, then the market resolves to Yes.',
  );
  const compareWith = (title: string, rules: string): string =>
    compareListings(match, listing(title, rules)).verdict;
  const title = 'Indian Wells: Eva Lys vs Coco Gauff';
  assert.equal(
    compareWith(title, 'YES is Coco Gauff; NO is Eva Lys. The WTA match at Indian Wells.'),
    'same',
  );
  assert.equal(
    compareWith(title, 'YES is Eva Lys; NO is Coco Gauff. The WTA match at Indian Wells.'),
    'same-inverted',
  );
  assert.equal(compareWith('Will Coco Gauff win Indian Wells?', 'A match between Lys and Gauff.'), 'unsure');
});

test('a nickname of teams in two sports means the team of the sport in the listing', () => {
  const game = listing(
    'Sacramento at Boston Winner? — Sacramento',
    'If Sacramento wins the Sacramento at Boston professional basketball game, then the market resolves to Yes.',
  );
  const compareWith = (rules: string): string =>
    compareListings(game, listing('Kings vs. Celtics', `YES is Kings; NO is Celtics. ${rules}`)).verdict;
  assert.equal(compareWith('In the NBA game.'), 'same');
  assert.notEqual(compareWith('In the NHL game.'), 'same');
});

test('a fallback clause for another case is not part of the claim', () => {
  const base = listing(
    'Will John Bolton be convicted?',
    'If John Bolton is found guilty, then the market resolves to Yes.',
  );
  const charged = listing(
    'Will John Bolton be charged?',
    'This market will resolve to "Yes" if John Bolton is indicted. If he is convicted first, it resolves so too.',
  );
  assert.equal(compareListings(base, charged).verdict, 'different');
});

test('different media, divisions, posts and directions are vetoes', () => {
  assert.deepEqual(getVetoes('Top Netflix film on May 3, 2027?', 'Top Netflix show on May 3, 2027?'), [
    'medium',
  ]);
  assert.deepEqual(getVetoes('Ravens to win the AFC North?', 'Ravens to win the AFC South?'), ['contest']);
  assert.deepEqual(getVetoes('Next head coach of LSU — Bo Lindt', 'Next coordinator of LSU — Bo Lindt'), [
    'post',
  ]);
  assert.deepEqual(getVetoes('Unemployment rises in May 2027?', 'Unemployment falls in May 2027?'), [
    'direction',
  ]);
});

test('reaching a price and falling to it in one month are not complements', () => {
  assert.deepEqual(
    getVetoes('Will Bitcoin hit $90,000 in May 2027?', 'Will Bitcoin dip to $90,000 in May 2027?'),
    ['comparator'],
  );
  assert.equal(
    getVerdict('Will Bitcoin hit $90,000 in May 2027?', 'Will Bitcoin stay below $90,000 in May 2027?'),
    'same-inverted',
  );
});

test('a longer form of a name is the same person, a junior is another, and initials match a name', () => {
  const base = 'Colombia: next president? — Iván Cepeda';
  assert.equal(getVerdict(base, 'Will Iván Cepeda Castro be the next president of Colombia?'), 'same');
  assert.notEqual(getVerdict(base, 'Will Iván Cepeda Jr be the next president of Colombia?'), 'same');
  assert.equal(
    getVerdict(
      'Will the League of Legends final be in Seoul in May 2027?',
      'LoL final in Seoul in May 2027?',
    ),
    'same',
  );
});

test('a reversed direction between countries and another counted part are unsure', () => {
  const tariff = 'Will the US tariff on China be above 40% on June 30, 2027?';
  assert.equal(
    getVerdict(tariff, 'Will the Chinese tariff on the US be above 40% on June 30, 2027?'),
    'unsure',
  );
  assert.equal(
    getVerdict('US and China meet by June 30, 2027?', 'China and US meet by June 30, 2027?'),
    'same',
  );
  assert.equal(
    getVerdict(
      'Supergirl grosses above $90m by June 2027?',
      'Supergirl opening weekend above $90m by June 2027?',
    ),
    'unsure',
  );
  assert.equal(
    getVerdict('James Cook touchdown on June 3, 2027?', 'James Cook first touchdown on June 3, 2027?'),
    'unsure',
  );
});

test('a bond is identified by its term, and over 24.5 points equals 25 or more', () => {
  const base = '10-year Treasury yield on June 30, 2027? — Above 4.50%';
  assert.equal(getVerdict(base, 'Will the 10-year Treasury yield be above 4.5% on June 30, 2027?'), 'same');
  assert.equal(
    getVerdict(base, 'Will the 2-year Treasury yield be above 4.5% on June 30, 2027?'),
    'different',
  );
  const points = 'LeBron James points on June 3, 2027? — 25+';
  assert.equal(getVerdict(points, 'LeBron James points over 24.5 on June 3, 2027?'), 'same');
  assert.equal(getVerdict(points, 'LeBron James points under 24.5 on June 3, 2027?'), 'same-inverted');
  assert.equal(getVerdict(points, 'LeBron James points over 25.5 on June 3, 2027?'), 'different');
});

test('a college is the same with or without its mascot, and a title may add an owner', () => {
  const game = listing(
    'Iowa St. at BYU Winner? — BYU',
    'If BYU wins the Iowa St. at BYU college basketball game, then the market resolves to Yes.',
  );
  const compareWith = (title: string, yes: string, no: string): string =>
    compareListings(game, listing(title, `YES is ${yes}; NO is ${no}. In the NCAAB game.`)).verdict;
  const [iowa, byu] = ['Iowa State Cyclones', 'BYU Cougars'];
  assert.equal(compareWith(`${iowa} vs. ${byu}`, byu, iowa), 'same');
  assert.equal(compareWith(`${iowa} vs. ${byu}`, iowa, byu), 'same-inverted');
  assert.notEqual(compareWith(`Utah Utes vs. ${byu}`, byu, 'Utah Utes'), 'same');
  const owned = listing(
    'Who will buy CNN from Paramount? — Bo Lindt',
    'If Bo Lindt buys CNN, then the market resolves to Yes.',
  );
  assert.equal(compareListings(owned, listing('Will Bo Lindt buy CNN?')).verdict, 'same');
});

test('the next departure differs from any departure, and the next holder of an office is the holder', () => {
  assert.equal(
    getVerdict('Next G7 leader out? — Bo Lindt', 'Will Bo Lindt be out as a G7 leader?'),
    'unsure',
  );
  assert.equal(getVerdict('Next mayor of Chicago? — Bo Lindt', 'Will Bo Lindt be mayor of Chicago?'), 'same');
  assert.equal(
    getVerdict('First pick of the draft? — Bo Lindt', 'Will Bo Lindt be the #1 draft pick?'),
    'same',
  );
});

test('percentage ranges compare both ends, and both degree signs are equal', () => {
  const range = 'Fed funds rate at the end of 2027? — 3.00% to 3.25%';
  assert.equal(getVerdict(range, 'Will the Fed funds rate be 3.00%-3.25% at the end of 2027?'), 'same');
  assert.equal(getVerdict(range, 'Will the Fed funds rate be 3.25%-3.50% at the end of 2027?'), 'different');
  assert.equal(
    getVerdict('London high above 12°C in May 2027?', 'London high above 12ºC in May 2027?'),
    'same',
  );
});

test('hitting an amount and being above it are unsure, unless the second amount ends in 99 cents', () => {
  const hit = 'Will Bitcoin hit $90,000 in May 2027?';
  assert.equal(getVerdict(hit, 'How high will Bitcoin get in May 2027? — Above $90,000'), 'unsure');
  assert.equal(getVerdict(hit, 'How high will Bitcoin get in May 2027? — Above $89,999.99'), 'same');
});

test('a nominee in a withdrawal clause is not part of the claim', () => {
  const nominee = listing(
    'Republican nominee for Ohio governor? — Bo Lindt',
    'If Bo Lindt is nominated, then the market resolves to Yes.',
  );
  const winner = listing(
    'Will Bo Lindt win the Ohio governor race as a Republican?',
    'This market will resolve to "Yes" if Bo Lindt wins. Should the nominee withdraw, it resolves to "No".',
  );
  assert.notEqual(compareListings(nominee, winner).verdict, 'same');
});

test('a majority differs from the most seats', () => {
  const base = listing('Spanish general election winner? — PP', 'If the PP wins the most seats, then Yes.');
  const other = listing('Will the PP win a majority in the Spanish general election?');
  assert.equal(compareListings(base, other).verdict, 'unsure');
});

/** The verdict for two listings with one title and different claims. */
const compareClaims = (title: string, one: string, other: string): string =>
  compareListings(
    listing(title, `If ${one}, then the market resolves to Yes.`),
    listing(title, `This market will resolve to "Yes" if ${other}.`),
  ).verdict;

test('sources are compared by name and by initials, and exchanges of a price by name', () => {
  const ice = 'Arctic sea ice below 4.3 million square kilometers in May 2027?';
  const withInitials = 'the extent is lower in May 2027 according to the NSIDC';
  assert.equal(
    compareClaims(
      ice,
      withInitials,
      'the extent is lower by the National Snow and Ice Data Center in May 2027',
    ),
    'same',
  );
  assert.equal(
    compareClaims(ice, withInitials, 'the extent is lower in May 2027 according to Copernicus'),
    'unsure',
  );
  const coin = 'Bitcoin above $90,000 on June 3, 2027?';
  assert.equal(
    compareClaims(coin, 'Bitcoin is higher on Coinbase', 'Bitcoin is higher on Binance'),
    'unsure',
  );
  assert.equal(compareClaims(coin, 'Bitcoin is higher on Coinbase', 'Bitcoin is higher on Coinbase'), 'same');
});

test('another estimate or bound makes the verdict unsure, and the usual one may be omitted', () => {
  const gdp = 'Will US GDP grow by more than 2.0% in Q1 2027?';
  const first = 'real GDP grows by more than 2.0% in the advance estimate';
  assert.equal(compareClaims(gdp, first, 'real GDP grows by more than 2.0%'), 'same');
  assert.equal(compareClaims(gdp, first, 'real GDP grows by more than 2.0% in the third estimate'), 'unsure');
  const rate = 'Fed funds rate above 3.00% after the June 2027 meeting?';
  assert.equal(
    compareClaims(rate, 'the upper bound is above 3.00%', 'the lower bound is above 3.00%'),
    'unsure',
  );
});

test('a further act or a part of the season in one claim alone makes the verdict unsure', () => {
  const named = 'Will Bo Lindt be nominated by June 30, 2027?';
  assert.equal(compareClaims(named, 'Bo Lindt is nominated', 'Bo Lindt is nominated'), 'same');
  assert.equal(
    compareClaims(named, 'Bo Lindt is nominated', 'Bo Lindt is nominated and confirmed'),
    'unsure',
  );
  const best = 'NBA scoring leader of 2026-27? — Bo Lindt';
  assert.equal(compareClaims(best, 'Bo Lindt leads the NBA', 'Bo Lindt leads the NBA playoffs'), 'unsure');
});

test('a price at one time of day differs from any price of that day', () => {
  assert.equal(
    getVerdict(
      'Bitcoin on June 3, 2027 at 5pm EDT? — $90,000 or above',
      'Will Bitcoin hit $90,000 on June 3, 2027?',
    ),
    'unsure',
  );
});

test('7.5 does not round up to 8 for a quantity measured in tenths', () => {
  assert.equal(
    getVerdict('8.0 or above earthquake in 2027?', '7.5 or above earthquake in 2027?'),
    'different',
  );
});

test('the first half of a year ends on June 30', () => {
  const base = 'Will a hurricane make landfall in the first half of 2027?';
  assert.equal(getVerdict(base, 'Hurricane landfall between January 1 and June 30, 2027?'), 'same');
  assert.equal(getVerdict(base, 'Hurricane landfall in 2027?'), 'different');
});

test('the lowest differs from the highest, and a common word in one title alone makes the verdict unsure', () => {
  assert.deepEqual(
    getVetoes(
      'Will the highest VIX close of 2027 be above 40?',
      'Will the lowest VIX close of 2027 be above 40?',
    ),
    ['end'],
  );
  assert.equal(
    getVerdict('Bo Lindt to host the Oscars in 2027?', 'Bo Lindt to host the full Oscars in 2027?'),
    'unsure',
  );
});

test('no tuning or practice pair is proposed wrongly, and nine of ten equal contracts are proposed', () => {
  const tuning = [...FIRST_PAIRS.filter((pair) => !isHeldOut(pair)), ...PRACTICE_PAIRS];
  const proposed = tuning.filter((pair) => getPairVerdict(pair).startsWith('same'));
  const wrong = proposed.filter(
    (pair) => getPairVerdict(pair) !== { same: 'same', inverted: 'same-inverted', different: '' }[pair.label],
  );
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  );
  const positive = tuning.filter(({ label }) => label !== 'different');
  assert.ok(proposed.length / positive.length >= 0.9);
});

test('the candidate index finds every pair that is one contract', () => {
  const index = new CandidateIndex<string>();
  for (const { id, polymarket } of FIRST_PAIRS) index.add(id, polymarket);
  const same = FIRST_PAIRS.filter(({ label, id }) => label !== 'different' && id.endsWith('/0'));
  const missed = same.filter(
    ({ kalshi, id }) =>
      !index.findCandidates(kalshi).some((found) => found.startsWith(`${id.split('/')[0]}/`)),
  );
  assert.deepEqual(
    missed.map(({ id }) => id),
    [],
  );
});

const getPairVerdict = ({ kalshi, polymarket }: Pair): string => compareListings(kalshi, polymarket).verdict;

test('a game of which one listing hides the outcome is unsure, and the claim names the winner where the title does not', () => {
  const rules = (winner: string): string =>
    `If ${winner} wins the Arlen vs Brusk match scheduled for Jun 30, 2027, then the market resolves to Yes.`;
  const hidden = listing('Arlen vs Brusk', 'The match scheduled for Jun 30, 2027.');
  const named = listing('Arlen vs Brusk: Brusk', rules('Brusk'));
  assert.equal(compareListings(named, hidden).verdict, 'unsure');
  assert.equal(compareListings(hidden, hidden).verdict, 'unsure');
  assert.equal(compareListings(named, listing('Arlen vs Brusk', rules('Brusk'))).verdict, 'same');
  assert.equal(compareListings(named, listing('Arlen vs Brusk', rules('Arlen'))).verdict, 'different');
  assert.equal(compareListings(named, listing('Arlen vs Brusk: Brusk', rules('Arlen'))).verdict, 'unsure');
});

test('a name that fits both sides of a game gives no winner', () => {
  const city = listing('Manchester City vs Manchester United: Manchester');
  const united = listing('Manchester City vs Manchester United: Manchester United');
  assert.ok(!compareListings(city, united).verdict.startsWith('same'));
});

test('a central bank that only one listing names is a gap, and two banks are a veto', () => {
  const fed = 'No change in Fed interest rates after June 2027 meeting?';
  assert.ok(getVetoes('No change in ECB interest rates after June 2027 meeting?', fed).includes('central'));
  assert.equal(getVerdict('No change in interest rates after June 2027 meeting?', fed), 'unsure');
});

test('moves of a bank with quarter steps are compared as sets', () => {
  const hike = 'Federal Reserve decision in June 2027? — Hike >25bps';
  const isSame = (bank: string, move: string): boolean =>
    getVerdict(hike, `${bank} increases interest rates by ${move} in June 2027?`) === 'same';
  assert.ok(isSame('Federal Reserve', '50+ bps'));
  assert.ok(isSame('Federal Reserve', 'more than 25 bps'));
  for (const move of ['25+ bps', '25 bps', '75+ bps', '50 bps'])
    assert.ok(!isSame('Federal Reserve', move), move);
});

test('levels of the federal funds rate are compared as sets of multiples of 25 basis points', () => {
  const level = (words: string): string =>
    `Upper bound of the federal funds rate ${words} after the June 2027 Fed meeting?`;
  assert.equal(getVerdict(level('above 3.50%'), level('3.75% or higher')), 'same');
  assert.equal(getVerdict(level('above 3.50%'), level('3.50% or lower')), 'same-inverted');
  assert.equal(getVerdict(level('above 3.50%'), level('3.50% or higher')), 'different');
  assert.equal(getVerdict(level('above 3.50%'), level('3.60% or higher')), 'different');
});

test('a threshold has a next value only in the steps in which its figure is published', () => {
  const inflation = (words: string): string => `Will CPI inflation be ${words} in May 2027?`;
  assert.equal(getVerdict(inflation('above 2.9%'), inflation('3.0% or more')), 'same');
  assert.equal(getVerdict(inflation('above 2.9%'), inflation('2.9% or more')), 'different');
  const yields = (words: string): string => `Will mortgage rates be ${words} on June 3, 2027?`;
  assert.equal(getVerdict(yields('above 6.2%'), yields('6.3% or more')), 'different');
  assert.equal(getVerdict(yields('above 6.2%'), yields('6.2% or more')), 'different');
  assert.equal(getVerdict(yields('above 6.2%'), yields('6.2% or less')), 'same-inverted');
  assert.equal(getVerdict(yields('above 6.2%'), yields('below 6.2%')), 'different');
  const share = (words: string): string => `Will Ann Corvane win ${words} of the vote in the 2027 election?`;
  assert.equal(getVerdict(share('above 50%'), share('50.1% or more')), 'different');
  const goals = (words: string): string => `Will there be ${words} goals in the 2027 Champions League final?`;
  assert.equal(getVerdict(goals('more than 2.5'), goals('at least 3')), 'same');
  const index = (words: string): string => `Will the S&P 500 close ${words} on June 30, 2027?`;
  assert.equal(getVerdict(index('above 7,000'), index('above 7,001')), 'different');
  assert.equal(getVerdict(index('above 7,000'), index('at 7,001 or higher')), 'different');
});

test('the same persons in other places of a ticket are another contract', () => {
  const ticket = (a: string, b: string): Listing =>
    listing(
      `Will the 2028 Democratic ticket be ${a}-${b}?`,
      `This market will resolve to "Yes" if ${a} is the nominee for President and ${b} is the nominee for Vice President.`,
    );
  assert.equal(compareListings(ticket('Corvane', 'Delmont'), ticket('Corvane', 'Delmont')).verdict, 'same');
  assert.equal(
    compareListings(ticket('Corvane', 'Delmont'), ticket('Delmont', 'Corvane')).verdict,
    'different',
  );
});

test('the same parties in control of other chambers are another contract', () => {
  const [control, ...others] = FULL_PAIRS.filter(({ kind }) => kind === 'ticket: control of Congress');
  assert.ok(control !== undefined);
  const verdicts = [control, ...others].map(({ label, kalshi, polymarket }) => {
    const { verdict, reasons } = compareListings(kalshi, polymarket);
    return [label, verdict, reasons.some(({ name, kind }) => name === 'roles' && kind === 'veto')];
  });
  assert.ok(verdicts.some(([, , isVetoed]) => isVetoed));
  for (const [label, verdict] of verdicts) assert.equal(verdict, label);
});

test('the same players in two rounds are two matches, although neither title names the round', () => {
  const match = (round: string): Listing =>
    listing(
      'Arlen vs Brusk: Brusk',
      `If Brusk wins the Arlen vs Brusk tennis match in the ${round} of the 2027 Wimbledon, then the market resolves to Yes.`,
    );
  assert.equal(compareListings(match('quarterfinal'), match('quarterfinal')).verdict, 'same');
  assert.equal(compareListings(match('quarterfinal'), match('semifinal')).verdict, 'different');
});

test('an announcement in both listings does not make a bankruptcy an acquisition', () => {
  const one = listing(
    'Which companies will announce bankruptcy by June 30, 2027? — Arlen Air',
    'If Arlen Air files for bankruptcy by June 30, 2027, then the market resolves to Yes.',
  );
  const other = listing(
    'Arlen Air acquired by June 30, 2027?',
    'This market will resolve to "Yes" if an acquisition of Arlen Air is announced by June 30, 2027.',
  );
  assert.equal(compareListings(one, other).verdict, 'different');
});

test('to hold a title at the end of a year is not to win it in that year', () => {
  const holder = 'Who will be world chess champion at the end of 2026? — Ann Corvane';
  assert.equal(getVerdict(holder, 'Will Ann Corvane win the 2026 World Chess Championship?'), 'unsure');
});

test("a women's game and a men's game of the same teams on one day are two games", () => {
  const game = (title: string, league: string): Listing =>
    listing(title, `YES is Arlen; NO is Brusk. In the upcoming ${league} game, scheduled for June 30, 2027.`);
  const women = game('Arlen vs. Brusk (W): Arlen', 'WBB basketball');
  assert.equal(compareListings(women, game('Arlen vs. Brusk: Arlen', 'CBB basketball')).verdict, 'different');
  assert.equal(
    compareListings(women, game('Arlen at Brusk Winner?: Arlen', "women's college basketball")).verdict,
    'same',
  );
});

test('a price of another source is a gap', () => {
  const price = (source: string): Listing =>
    listing(
      'Bitcoin above $98,000 on June 30, 2027 at noon ET?',
      `This market will resolve to "Yes" if the ${source} price of Bitcoin at noon ET on June 30, 2027 is above $98,000.`,
    );
  assert.equal(compareListings(price('Binance'), price('Binance')).verdict, 'same');
  assert.equal(compareListings(price('Binance'), price('CF Benchmarks')).verdict, 'unsure');
});

test('a rule that negates what its title asks is a gap, because neither side can be read from the titles', () => {
  const title = 'Will the Harbour Party lose the 2027 Arlen general election?';
  const lose = (rule: string): Listing => listing(title, `${rule}, then the market resolves to Yes.`);
  const win = listing('Will the Harbour Party win the 2027 Arlen general election?');
  const negated = lose('If the Harbour Party does not win the 2027 Arlen general election');
  assert.equal(compareListings(negated, win).verdict, 'unsure');
  const game = (bracket: string): Listing =>
    listing(
      'Will Como win the 2027 Coppa Italia?',
      `If Como wins the 2027 Coppa Italia${bracket}, then the market resolves to Yes.`,
    );
  const explained = game(' (this does not include the Supercoppa)');
  assert.equal(compareListings(explained, game('')).verdict, 'same');
});

test('a listing that names both outcomes of a game shows that the other side is the inverted contract', () => {
  const named = listing(
    'Arlen vs. Brusk: Arlen',
    'YES is Arlen; NO is Brusk. In the upcoming game, scheduled for June 30, 2027: If Arlen win, the market will resolve to "Arlen".',
  );
  const winner = (side: string): Listing =>
    listing(
      `Arlen vs Brusk Winner?: ${side}`,
      `If ${side} wins the Arlen vs Brusk game originally scheduled for Jun 30, 2027, then the market resolves to Yes.`,
    );
  assert.equal(compareListings(named, winner('Brusk')).verdict, 'same-inverted');
  assert.equal(compareListings(winner('Brusk'), named).verdict, 'same-inverted');
  assert.equal(compareListings(winner('Arlen'), winner('Brusk')).verdict, 'different');
});

test('times of day exclude one contract only if both listings are about a day', () => {
  const deadline = (rules: string): Listing =>
    listing(
      'Will Arlen Air file for bankruptcy by June 30, 2027?',
      `This market will resolve to "Yes" if Arlen Air files for bankruptcy by June 30, 2027. ${rules}`,
    );
  const isVetoed = (a: Listing, b: Listing): boolean =>
    compareListings(a, b).reasons.some(({ kind, name }) => kind === 'veto' && name === 'time of day');
  const evening = deadline('The market closes at 5:00 PM ET.');
  const checked = deadline('A first check is made on June 1, 2027 at 9:00 AM ET.');
  assert.equal(isVetoed(evening, checked), false);
  assert.equal(isVetoed(checked, evening), false);
  const price = (time: string): Listing =>
    listing(
      `Arlen Air stock above $10 on June 30, 2027?`,
      `The price on June 30, 2027 at ${time} ET counts.`,
    );
  assert.equal(isVetoed(price('5:00 PM'), price('9:00 AM')), true);
});

test('the claim has only the dates of its sentence', () => {
  const { claim, rules } = extractFacts(
    listing(
      'Will the Arlen measure pass?',
      'The measure was filed on May 3, 2027. This market will resolve to "Yes" if it passes by June 30, 2027. The count ends on July 9, 2027.',
    ),
  );
  assert.deepEqual(
    [claim, rules].map(({ spans }) => spans.map(({ text }) => text)),
    [['by June 30, 2027'], ['on May 3, 2027', 'by June 30, 2027', 'on July 9, 2027']],
  );
});

test('the award of a season is for the regular season, whether the rules say so or not', () => {
  const kalshi = (award: string): Listing =>
    listing(
      `Pro Football ${award}?: Arlen Brusk`,
      `If Arlen Brusk wins the ${award} award for the 2026-27 Pro Football season, then the market resolves to Yes.`,
    );
  const polymarket = listing(
    'Will Arlen Brusk win the 2026–27 NFL MVP?',
    'This market will resolve to "Yes" if Arlen Brusk is named the AP NFL Most Valuable Player for the 2026-27 regular season.',
  );
  assert.equal(compareListings(kalshi('MVP'), polymarket).verdict, 'same');
  assert.notEqual(compareListings(kalshi('Super Bowl MVP'), polymarket).verdict, 'same');
});
