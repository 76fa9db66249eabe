import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIRST_PAIRS, isHeldOut, type Pair, PRACTICE_PAIRS } from '../../../test/mapping/labelled-pairs.ts';
import type { TimestampMs } from '../model/time.ts';
import { CandidateIndex } from './candidate-index.ts';
import { compareListings } from './compare-listings.ts';
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
const judge = (a: string, b: string): string => compareListings(listing(a), listing(b)).verdict;
const vetoes = (a: string, b: string): readonly string[] =>
  compareListings(listing(a), listing(b))
    .features.filter(({ kind }) => kind === 'veto')
    .map(({ name }) => name);

test('other words for the same question are the same', () => {
  assert.equal(
    judge('Will Bitcoin hit $150k before July 1, 2027?', 'Bitcoin to reach $150,000 by June 30, 2027?'),
    'same',
  );
});

test('a negation, a complement and a denial are the same the other way round', () => {
  const asked = 'Will unemployment be above 4.5% in May 2027?';
  assert.equal(judge(asked, 'Will unemployment be 4.5% or lower in May 2027?'), 'same-inverted');
  assert.equal(
    judge(
      'US government shutdown by June 30, 2027?',
      'Will the US government stay funded through June 30, 2027?',
    ),
    'same-inverted',
  );
  assert.equal(
    judge('Will the Fed cut rates in June 2027?', 'Will the Fed hold or raise rates in June 2027?'),
    'same-inverted',
  );
});

test('each kind of conflict vetoes by its name', () => {
  const asked = 'Will Bitcoin reach $150,000 by June 30, 2027?';
  assert.deepEqual(vetoes(asked, 'Will Bitcoin reach $160,000 by June 30, 2027?'), ['threshold']);
  assert.deepEqual(vetoes(asked, 'Will Bitcoin reach €150,000 by June 30, 2027?'), ['unit']);
  assert.deepEqual(vetoes(asked, 'Will Bitcoin reach $150,000 before June 30, 2027?'), ['date']);
  assert.deepEqual(vetoes(asked, 'Will Ethereum reach $150,000 by June 30, 2027?'), ['asset']);
  assert.deepEqual(vetoes('Will Ana Ruiz win the mayoral race?', 'Will Bo Lindt win the mayoral race?'), [
    'name',
  ]);
  assert.deepEqual(vetoes('CPI above 3.0% in May 2027?', 'CPI at least 3.0% in May 2027?'), ['strictness']);
});

test('a month is not the year it is in, but an occasion of that year is one', () => {
  assert.equal(judge('Top film of June 2027 — Supergirl', 'Top film of 2027 — Supergirl'), 'unsure');
  assert.equal(
    judge('Will Sweden win Eurovision in May 2027?', 'Will Sweden win the 2027 Eurovision Song Contest?'),
    'same',
  );
});

test('one number is read alike however it is written', () => {
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
  for (const [a, b] of alike) assert.equal(judge(a, b), 'same', a);
});

test('bare degrees are what the rules beside them say', () => {
  const celsius = 'Resolves by the high of London, 12°C or above.';
  const bare = listing('London high on May 3, 2027? — 12° or above', celsius);
  assert.equal(compareListings(bare, listing('London high on May 3, 2027? — 12°C or above')).verdict, 'same');
  assert.deepEqual(vetoes('London high on May 3, 2027? — 12°', 'London high on May 3, 2027? — 12°C'), [
    'unit',
  ]);
});

test('a government is no governor', () => {
  assert.deepEqual(vetoes('Will the government of Texas change?', 'Will the governor of Texas change?'), []);
  assert.notEqual(
    judge('Will the government of Texas change?', 'Will the governor of Texas change?'),
    'same',
  );
});

test('what only one of them says leaves it unsure', () => {
  assert.equal(
    judge('Will Trump meet Putin by June 30, 2027?', 'Will Trump meet Putin in Budapest by June 30, 2027?'),
    'unsure',
  );
});

test('the order of the two changes neither verdict nor score, and a veto is always different', () => {
  const side = fc.constantFrom(...FIRST_PAIRS.flatMap(({ kalshi, polymarket }) => [kalshi, polymarket]));
  fc.assert(
    fc.property(side, side, (a, b) => {
      const [there, back] = [compareListings(a, b), compareListings(b, a)];
      assert.deepEqual(
        [there.verdict, there.score, there.inverted],
        [back.verdict, back.score, back.inverted],
      );
      const isVetoed = there.features.some(({ kind }) => kind === 'veto');
      assert.ok(!isVetoed || there.verdict === 'different');
      assert.ok(there.score >= 0 && there.score <= 1);
    }),
    { numRuns: 500 },
  );
});

test('a listing is the same as itself whatever it says, or says too little', () => {
  for (const { kalshi, polymarket } of FIRST_PAIRS)
    for (const one of [kalshi, polymarket])
      assert.ok(['same', 'unsure'].includes(compareListings(one, one).verdict), one.title);
});

test('any text at all is judged without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      assert.ok(compareListings(listing(a, b), listing(b, a)).score >= 0);
    }),
  );
});

test('a game named by its cities is that of its teams, either way round, and of one sport alone', () => {
  const asked = listing(
    'Dallas at Detroit Winner? — Detroit',
    'If Detroit wins the Dallas at Detroit professional football game originally scheduled for Jun 30, 2027, then the market resolves to Yes.',
  );
  const told = (title: string, yes: string, no: string, league: string): string =>
    compareListings(
      asked,
      listing(title, `YES is ${yes}; NO is ${no}. In the ${league} game scheduled for June 30: who wins.`),
    ).verdict;
  assert.equal(told('Cowboys vs. Lions', 'Lions', 'Cowboys', 'NFL'), 'same');
  assert.equal(told('Cowboys vs. Lions', 'Cowboys', 'Lions', 'NFL'), 'same-inverted');
  assert.ok(!told('Mavericks vs. Pistons', 'Pistons', 'Mavericks', 'NBA').startsWith('same'));
  assert.ok(!told('Cowboys vs. Lions: O/U 48.5', 'Over', 'Under', 'NFL').startsWith('same'));
});

test('a match with a draw is won by the one that is named, of a day or of a pair', () => {
  const asked = listing('Juventus vs Inter — Inter', 'Serie A match scheduled for Jun 30, 2027.');
  const other = listing('Will Juventus FC win on 2027-06-30?', 'In the Serie A game against Inter.');
  assert.deepEqual(
    compareListings(asked, other)
      .features.filter(({ kind }) => kind === 'veto')
      .map(({ name }) => name),
    ['winner'],
  );
});

test('what is decided in a month is that which closes in it; another month is another', () => {
  const asked = listing(
    'College Football National Champion? — Ohio State',
    'If Ohio State wins the 2027 College Football Playoff National Championship, then Yes.',
  );
  const won = (month: string): string =>
    compareListings(
      asked,
      listing(`Will Ohio State win the College Football National Championship in ${month} 2027?`),
    ).verdict;
  assert.equal(won('June'), 'same');
  assert.ok(!won('January').startsWith('same'));
});

test('to vote for something is not to hold the vote', () => {
  assert.equal(
    judge(
      'Will Scotland hold an independence referendum before July 1, 2027?',
      'Will Scotland vote for independence by June 30, 2027?',
    ),
    'unsure',
  );
});

test('to announce a deed is not to do it, whatever the rules tell of the deed', () => {
  const done = listing('LeBron James retires by June 30, 2027?', 'Retires from professional basketball.');
  const announced = 'Resolves Yes if he announces that he retires, whenever he does.';
  const told = listing('LeBron James announces retirement by June 30, 2027?', announced);
  assert.equal(compareListings(done, told).verdict, 'different');
  const both = listing('LeBron James retires by June 30, 2027?', announced);
  assert.notEqual(compareListings(both, told).verdict, 'different');
});

test('the top of a country is not that of the world, and a song is no artist', () => {
  const asked = listing('Top Spotify song of 2027? — Golden', 'The most streamed song worldwide of 2027.');
  const verdict = (title: string): string => compareListings(asked, listing(title)).verdict;
  assert.equal(verdict('Will Golden be the top Spotify song in the US for 2027?'), 'different');
  assert.equal(verdict('Will Golden be the top Spotify artist for 2027?'), 'different');
});

test('a rate that changes is raised or cut, and one that does not is held', () => {
  const rules = 'Resolves by the cash rate after the meeting of June 2027, left unchanged or not.';
  const asked = listing('Reserve Bank of Australia decision in June 2027? — No change', rules);
  const verdict = (what: string): string =>
    compareListings(
      asked,
      listing(`Will the Reserve Bank of Australia ${what} its cash rate in June 2027?`, rules),
    ).verdict;
  assert.equal(verdict('hold'), 'same');
  assert.equal(verdict('change'), 'same-inverted');
  assert.equal(verdict('cut'), 'different');
});

test('to be there still, without interruption, is not to have left; without that word nobody can say', () => {
  const asked = listing('Mike Johnson out as Speaker before July 2027?', 'Resolves Yes if he leaves.');
  const still = (rules: string): string =>
    compareListings(asked, listing('Will Mike Johnson still be Speaker on June 30, 2027?', rules)).verdict;
  assert.equal(still('Resolves Yes if he is Speaker until then without interruption.'), 'same-inverted');
  assert.equal(still('Resolves Yes if he is Speaker on that day.'), 'different');
});

test('a match is not the tournament, and who is no winner of two named outcomes is the other', () => {
  const match = listing(
    'Will Coco Gauff win the Lys vs Gauff match? — Coco Gauff',
    'If Coco Gauff wins the Lys vs Gauff professional tennis match of Indian Wells, then the market resolves to Yes.',
  );
  const told = (title: string, rules: string): string =>
    compareListings(match, listing(title, rules)).verdict;
  const title = 'Indian Wells: Eva Lys vs Coco Gauff';
  assert.equal(told(title, 'YES is Coco Gauff; NO is Eva Lys. The WTA match at Indian Wells.'), 'same');
  assert.equal(
    told(title, 'YES is Eva Lys; NO is Coco Gauff. The WTA match at Indian Wells.'),
    'same-inverted',
  );
  assert.equal(told('Will Coco Gauff win Indian Wells?', 'A match between Lys and Gauff.'), 'unsure');
});

test('a name that teams of two sports bear is that of the sport that is spoken of', () => {
  const game = listing(
    'Sacramento at Boston Winner? — Sacramento',
    'If Sacramento wins the Sacramento at Boston professional basketball game, then the market resolves to Yes.',
  );
  const told = (rules: string): string =>
    compareListings(game, listing('Kings vs. Celtics', `YES is Kings; NO is Celtics. ${rules}`)).verdict;
  assert.equal(told('In the NBA game.'), 'same');
  assert.notEqual(told('In the NHL game.'), 'same');
});

test('a fallback clause for another case says nothing of what is asked', () => {
  const asked = listing(
    'Will John Bolton be convicted?',
    'If John Bolton is found guilty, then the market resolves to Yes.',
  );
  const charged = listing(
    'Will John Bolton be charged?',
    'This market will resolve to "Yes" if John Bolton is indicted. If he is convicted first, it resolves so too.',
  );
  assert.equal(compareListings(asked, charged).verdict, 'different');
});

test('a kind of thing, a quarter of the sky and a post are told apart', () => {
  assert.deepEqual(vetoes('Top Netflix film on May 3, 2027?', 'Top Netflix show on May 3, 2027?'), [
    'medium',
  ]);
  assert.deepEqual(vetoes('Ravens to win the AFC North?', 'Ravens to win the AFC South?'), ['contest']);
  assert.deepEqual(vetoes('Next head coach of LSU — Bo Lindt', 'Next coordinator of LSU — Bo Lindt'), [
    'post',
  ]);
  assert.deepEqual(vetoes('Unemployment rises in May 2027?', 'Unemployment falls in May 2027?'), [
    'direction',
  ]);
});

test('the highest of a month reaching a price does not deny that its lowest falls to it', () => {
  assert.deepEqual(
    vetoes('Will Bitcoin hit $90,000 in May 2027?', 'Will Bitcoin dip to $90,000 in May 2027?'),
    ['comparator'],
  );
  assert.equal(
    judge('Will Bitcoin hit $90,000 in May 2027?', 'Will Bitcoin stay below $90,000 in May 2027?'),
    'same-inverted',
  );
});

test('a longer name is the same person, a son is another; initials stand for a name', () => {
  const asked = 'Colombia: next president? — Iván Cepeda';
  assert.equal(judge(asked, 'Will Iván Cepeda Castro be the next president of Colombia?'), 'same');
  assert.notEqual(judge(asked, 'Will Iván Cepeda Jr be the next president of Colombia?'), 'same');
  assert.equal(
    judge('Will the League of Legends final be in Seoul in May 2027?', 'LoL final in Seoul in May 2027?'),
    'same',
  );
});

test('who does it to whom, and which part of a run is counted', () => {
  const tariff = 'Will the US tariff on China be above 40% on June 30, 2027?';
  assert.equal(judge(tariff, 'Will the Chinese tariff on the US be above 40% on June 30, 2027?'), 'unsure');
  assert.equal(judge('US and China meet by June 30, 2027?', 'China and US meet by June 30, 2027?'), 'same');
  assert.equal(
    judge('Supergirl grosses above $90m by June 2027?', 'Supergirl opening weekend above $90m by June 2027?'),
    'unsure',
  );
  assert.equal(
    judge('James Cook touchdown on June 3, 2027?', 'James Cook first touchdown on June 3, 2027?'),
    'unsure',
  );
});

test('a bond of ten years is named by them, half a point more is the next whole one', () => {
  const asked = '10-year Treasury yield on June 30, 2027? — Above 4.50%';
  assert.equal(judge(asked, 'Will the 10-year Treasury yield be above 4.5% on June 30, 2027?'), 'same');
  assert.equal(judge(asked, 'Will the 2-year Treasury yield be above 4.5% on June 30, 2027?'), 'different');
  const points = 'LeBron James points on June 3, 2027? — 25+';
  assert.equal(judge(points, 'LeBron James points over 24.5 on June 3, 2027?'), 'same');
  assert.equal(judge(points, 'LeBron James points under 24.5 on June 3, 2027?'), 'same-inverted');
  assert.equal(judge(points, 'LeBron James points over 25.5 on June 3, 2027?'), 'different');
});

test('a college is named with its animal or without, and who owns a thing may be told beside', () => {
  const game = listing(
    'Iowa St. at BYU Winner? — BYU',
    'If BYU wins the Iowa St. at BYU college basketball game, then the market resolves to Yes.',
  );
  const told = (title: string, yes: string, no: string): string =>
    compareListings(game, listing(title, `YES is ${yes}; NO is ${no}. In the NCAAB game.`)).verdict;
  const [iowa, byu] = ['Iowa State Cyclones', 'BYU Cougars'];
  assert.equal(told(`${iowa} vs. ${byu}`, byu, iowa), 'same');
  assert.equal(told(`${iowa} vs. ${byu}`, iowa, byu), 'same-inverted');
  assert.notEqual(told(`Utah Utes vs. ${byu}`, byu, 'Utah Utes'), 'same');
  const owned = listing(
    'Who will buy CNN from Paramount? — Bo Lindt',
    'If Bo Lindt buys CNN, then the market resolves to Yes.',
  );
  assert.equal(compareListings(owned, listing('Will Bo Lindt buy CNN?')).verdict, 'same');
});

test('who goes next is not whoever goes, and who comes next is the only next one', () => {
  assert.equal(judge('Next G7 leader out? — Bo Lindt', 'Will Bo Lindt be out as a G7 leader?'), 'unsure');
  assert.equal(judge('Next mayor of Chicago? — Bo Lindt', 'Will Bo Lindt be mayor of Chicago?'), 'same');
  assert.equal(judge('First pick of the draft? — Bo Lindt', 'Will Bo Lindt be the #1 draft pick?'), 'same');
});

test('a range of percent, and the other degree sign', () => {
  const range = 'Fed funds rate at the end of 2027? — 3.00% to 3.25%';
  assert.equal(judge(range, 'Will the Fed funds rate be 3.00%-3.25% at the end of 2027?'), 'same');
  assert.equal(judge(range, 'Will the Fed funds rate be 3.25%-3.50% at the end of 2027?'), 'different');
  assert.equal(judge('London high above 12°C in May 2027?', 'London high above 12ºC in May 2027?'), 'same');
});

test('a price that is to be above an amount is not yet there when it hits it, unless cents are written', () => {
  const hit = 'Will Bitcoin hit $90,000 in May 2027?';
  assert.equal(judge(hit, 'How high will Bitcoin get in May 2027? — Above $90,000'), 'unsure');
  assert.equal(judge(hit, 'How high will Bitcoin get in May 2027? — Above $89,999.99'), 'same');
});

test('what another clause names is not asked: a nominee who withdraws', () => {
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

test('a majority is more than the most seats', () => {
  const asked = listing('Spanish general election winner? — PP', 'If the PP wins the most seats, then Yes.');
  const other = listing('Will the PP win a majority in the Spanish general election?');
  assert.equal(compareListings(asked, other).verdict, 'unsure');
});

/** Two listings of one question that differ by what their claims tell of it. */
const claims = (title: string, told: string, other: string): string =>
  compareListings(
    listing(title, `If ${told}, then the market resolves to Yes.`),
    listing(title, `This market will resolve to "Yes" if ${other}.`),
  ).verdict;

test('who tells the figure is compared by name and by initials; an exchange of a price is not judged', () => {
  const ice = 'Arctic sea ice below 4.3 million square kilometers in May 2027?';
  const told = 'the extent is lower in May 2027 according to the NSIDC';
  assert.equal(
    claims(ice, told, 'the extent is lower by the National Snow and Ice Data Center in May 2027'),
    'same',
  );
  assert.equal(claims(ice, told, 'the extent is lower in May 2027 according to Copernicus'), 'unsure');
  const coin = 'Bitcoin above $90,000 on June 3, 2027?';
  assert.equal(claims(coin, 'Bitcoin is higher on Coinbase', 'Bitcoin is higher on Binance'), 'same');
});

test('another estimate, bound or way of counting leaves it unsure, the usual one may go unsaid', () => {
  const gdp = 'Will US GDP grow by more than 2.0% in Q1 2027?';
  const first = 'real GDP grows by more than 2.0% in the advance estimate';
  assert.equal(claims(gdp, first, 'real GDP grows by more than 2.0%'), 'same');
  assert.equal(claims(gdp, first, 'real GDP grows by more than 2.0% in the third estimate'), 'unsure');
  const rate = 'Fed funds rate above 3.00% after the June 2027 meeting?';
  assert.equal(claims(rate, 'the upper bound is above 3.00%', 'the lower bound is above 3.00%'), 'unsure');
});

test('a further deed, a part of the season or the most of all, asked for in one claim alone', () => {
  const named = 'Will Bo Lindt be nominated by June 30, 2027?';
  assert.equal(claims(named, 'Bo Lindt is nominated', 'Bo Lindt is nominated'), 'same');
  assert.equal(claims(named, 'Bo Lindt is nominated', 'Bo Lindt is nominated and confirmed'), 'unsure');
  const best = 'NBA scoring leader of 2026-27? — Bo Lindt';
  assert.equal(claims(best, 'Bo Lindt leads the NBA', 'Bo Lindt leads the NBA playoffs'), 'unsure');
});

test('a price at one time of a day is not any price of it', () => {
  assert.equal(
    judge(
      'Bitcoin on June 3, 2027 at 5pm EDT? — $90,000 or above',
      'Will Bitcoin hit $90,000 on June 3, 2027?',
    ),
    'unsure',
  );
});

test('half a step more is the next count, and no tenth of what is measured in tenths', () => {
  assert.equal(judge('8.0 or above earthquake in 2027?', '7.5 or above earthquake in 2027?'), 'different');
});

test('the first half of a year is half of it', () => {
  const asked = 'Will a hurricane make landfall in the first half of 2027?';
  assert.equal(judge(asked, 'Hurricane landfall between January 1 and June 30, 2027?'), 'same');
  assert.equal(judge(asked, 'Hurricane landfall in 2027?'), 'different');
});

test('the lowest is not the highest, and a common word of one title alone leaves it unsure', () => {
  assert.deepEqual(
    vetoes(
      'Will the highest VIX close of 2027 be above 40?',
      'Will the lowest VIX close of 2027 be above 40?',
    ),
    ['end'],
  );
  assert.equal(
    judge('Bo Lindt to host the Oscars in 2027?', 'Bo Lindt to host the full Oscars in 2027?'),
    'unsure',
  );
});

test('the tuning half and the practice pairs hold what docs/matching.md says, and none is proposed wrongly', () => {
  const tuning = [...FIRST_PAIRS.filter((pair) => !isHeldOut(pair)), ...PRACTICE_PAIRS];
  const proposed = tuning.filter((pair) => verdictOf(pair).startsWith('same'));
  const wrong = proposed.filter(
    (pair) => verdictOf(pair) !== { same: 'same', inverted: 'same-inverted', different: '' }[pair.label],
  );
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  );
  const there = tuning.filter(({ label }) => label !== 'different');
  assert.ok(proposed.length / there.length >= 0.9);
});

test('every pair that is one contract is found among the candidates', () => {
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

const verdictOf = ({ kalshi, polymarket }: Pair): string => compareListings(kalshi, polymarket).verdict;
