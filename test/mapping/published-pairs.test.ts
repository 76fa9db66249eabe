import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scorePairs } from '../../scripts/mapping-score-worded.ts';
import { compareListings } from '../../src/relations/mapping/compare-listings.ts';
import { findNearTwins } from './near-twins.ts';
import {
  AREAS_SEALED_FILE,
  AREAS_SEALED_PAIRS,
  CLASSES_OPEN_PAIRS,
  CLASSES_SEALED_FILE,
  CLASSES_SEALED_PAIRS,
  FRESH_SEALED_FILE,
  FRESH_SEALED_PAIRS,
  FURTHER_SEALED_FILE,
  FURTHER_SEALED_PAIRS,
  GAMES_SEALED_FILE,
  GAMES_SEALED_PAIRS,
  LAST_SEALED_FILE,
  LAST_SEALED_PAIRS,
  LATEST_SEALED_FILE,
  LATEST_SEALED_PAIRS,
  NEAR_TWINS_SEALED_FILE,
  NEAR_TWINS_SEALED_PAIRS,
  NOVEMBER_SEALED_FILE,
  NOVEMBER_SEALED_PAIRS,
  OTHER_WORDS_SEALED_FILE,
  OTHER_WORDS_SEALED_PAIRS,
  PARTS_SEALED_FILE,
  PARTS_SEALED_PAIRS,
  READINGS_SEALED_FILE,
  READINGS_SEALED_PAIRS,
  SEALED_FILE,
  SEALED_PAIRS,
  SECOND_SEALED_FILE,
  SECOND_SEALED_PAIRS,
  SERIES_SEALED_FILE,
  SERIES_SEALED_PAIRS,
  SPORTS_SEALED_FILE,
  SPORTS_SEALED_PAIRS,
  TERMS_SEALED_FILE,
  TERMS_SEALED_PAIRS,
  VENUE_WORDS_SEALED_FILE,
  VENUE_WORDS_SEALED_PAIRS,
} from './published-pairs.ts';

test('the sealed pairs are the 60 that were written before any score was known', () => {
  const hash = createHash('sha256').update(readFileSync(SEALED_FILE)).digest('hex');
  assert.equal(hash, '153a02f96d1264a724ed52eb77e0ccd4dbd0d190cf1c694057a4f998450cfa72');
  assert.equal(SEALED_PAIRS.length, 60);
});

test('the sealed pairs have every label in nine classes', () => {
  const count = (label: string): number => SEALED_PAIRS.filter((pair) => pair.label === label).length;
  assert.deepEqual(['same', 'inverted', 'different'].map(count), [25, 5, 30]);
  assert.equal(new Set(SEALED_PAIRS.map(({ kind }) => kind)).size, 9);
});

test('the second sealed pairs are the 100 that were written before their author read the rules', () => {
  const hash = createHash('sha256').update(readFileSync(SECOND_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'c6b43dd14eb1586a82fcae512d58a419d65800b596b4f3accd44f2cd335cebe2');
  assert.equal(SECOND_SEALED_PAIRS.length, 100);
});

test('the sealed pairs of November 2026 are the 331 that were written before their author read the rules', () => {
  const hash = createHash('sha256').update(readFileSync(NOVEMBER_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'bfd059705f889a8dbd9db833814eca5cdaeb44adfaddf4fbef0154699e3cb36f');
  assert.equal(NOVEMBER_SEALED_PAIRS.length, 331);
});

test('the sealed pairs of November 2026 contain both outcomes of 60 two-sided games', () => {
  const games = Map.groupBy(
    NOVEMBER_SEALED_PAIRS.filter(({ kind }) => kind === 'event: two-sided game'),
    ({ id }) => id.replace(/\/.*/, ''),
  );
  assert.equal(games.size, 60);
  for (const [event, pairs] of games)
    assert.deepEqual(new Set(pairs.map(({ label }) => label)), new Set(['same', 'inverted']), event);
});

test('the sealed pairs of sports are the 83 that were written before their author read the rules', () => {
  const hash = createHash('sha256').update(readFileSync(SPORTS_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'c7265d98d52b638fdba60acfc12821a9757c037703625512a8568b5a5a7f04a8');
  assert.equal(SPORTS_SEALED_PAIRS.length, 83);
});

test('the sealed pairs of twelve classes are the 269 that were written before their author read the rules', () => {
  const hash = createHash('sha256').update(readFileSync(CLASSES_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'b94e0be456b60b0aa73230b791c81a96cbfddf822bafeffbd958f7dfc21ff994');
  assert.equal(CLASSES_SEALED_PAIRS.length, 269);
});

test('the sealed pairs of twelve classes have every label in each class', () => {
  const classes = Map.groupBy(CLASSES_SEALED_PAIRS, ({ kind }) => kind);
  assert.equal(classes.size, 12);
  for (const [name, pairs] of classes)
    assert.deepEqual(
      new Set(pairs.map(({ label }) => label)),
      new Set(['same', 'inverted', 'different']),
      name,
    );
  assert.equal(new Set(CLASSES_SEALED_PAIRS.map(({ id }) => id)).size, 269);
});

test('the sealed pairs in other words are unchanged, and have every label in each class', () => {
  const hash = createHash('sha256').update(readFileSync(OTHER_WORDS_SEALED_FILE)).digest('hex');
  assert.equal(hash, 'c5d14082d13652227fc0403c620769b5470ee4dfd9d68ceaf52ba01d7e5bdc47');
  const classes = Map.groupBy(OTHER_WORDS_SEALED_PAIRS, ({ kind }) => kind);
  assert.equal(classes.size, 17);
  for (const [name, pairs] of classes)
    assert.deepEqual(
      new Set(pairs.map(({ label }) => label)),
      new Set(['same', 'inverted', 'different']),
      name,
    );
  assert.equal(new Set(OTHER_WORDS_SEALED_PAIRS.map(({ id }) => id)).size, 288);
});

test('no pair in other words is proposed wrongly', () => {
  const { proposed, right } = scorePairs(OTHER_WORDS_SEALED_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 100, `${right} proposed rightly`);
});

for (const { name, file, hash, pairs, count, rightMin } of [
  {
    name: 'in the words of the venues',
    file: VENUE_WORDS_SEALED_FILE,
    hash: '27934fcae786d7aa623790e0b5ce5f19344a2d22eda3d981c488ca206c2dc874',
    pairs: VENUE_WORDS_SEALED_PAIRS,
    count: 301,
    rightMin: 134,
  },
  {
    name: 'sealed last',
    file: LAST_SEALED_FILE,
    hash: '70e282517eaa77d8a9ea0b7c7a0dec29d9afe58ee1877b807012075767db215d',
    pairs: LAST_SEALED_PAIRS,
    count: 215,
    rightMin: 98,
  },
  {
    name: 'of other areas',
    file: AREAS_SEALED_FILE,
    hash: '9879a2008020b1a21a8c1388d1e12c3fe943c982b1a166deaf5ef778ed5fa3b0',
    pairs: AREAS_SEALED_PAIRS,
    count: 326,
    rightMin: 117,
  },
  {
    name: 'with near-twins of both venues',
    file: NEAR_TWINS_SEALED_FILE,
    hash: '570703f41db1cc793320c7718dce4d384a3b735812a60b96dad523cdab8c56a7',
    pairs: NEAR_TWINS_SEALED_PAIRS,
    count: 302,
    rightMin: 123,
  },
  {
    name: 'of parts of games and offices',
    file: PARTS_SEALED_FILE,
    hash: '1753ae8dddb44a91599b1485b9798d1b3c9187e24b1664bd8908de14c1c76d7b',
    pairs: PARTS_SEALED_PAIRS,
    count: 498,
    rightMin: 102,
  },
  {
    name: 'of lines and terms',
    file: TERMS_SEALED_FILE,
    hash: '5e62debefbcaeb812a897b3272a48659d52af18659aa4333129f8a88edd83551',
    pairs: TERMS_SEALED_PAIRS,
    count: 317,
    rightMin: 105,
  },
  {
    name: 'of games, fights and companies',
    file: GAMES_SEALED_FILE,
    hash: '6d536fd7ea7945b4f61fe94e8a75f07af203ada6fe499b70165d3f4942cc1171',
    pairs: GAMES_SEALED_PAIRS,
    count: 86,
    rightMin: 36,
  },
  {
    name: 'of other areas and of near-twins of the lines read last',
    file: FURTHER_SEALED_FILE,
    hash: 'b54deb8210fbf5636147c3d70e9fcb0a5b1ef762820cabed58ff1a1c5c0f266b',
    pairs: FURTHER_SEALED_PAIRS,
    count: 70,
    rightMin: 18,
  },
  {
    name: 'of series that no older set has',
    file: SERIES_SEALED_FILE,
    hash: '695924f739866abb3636d12c4a49ccddab32d725fe2a78a17463b98c28b67fde',
    pairs: SERIES_SEALED_PAIRS,
    count: 80,
    rightMin: 35,
  },
  {
    name: 'of all areas, sealed after these',
    file: FRESH_SEALED_FILE,
    hash: '779cf4f4ab2e60a8beb124f13a142aedd2e608b3f7dd76853b41e828fcb7b327',
    pairs: FRESH_SEALED_PAIRS,
    count: 43,
    rightMin: 26,
  },
  {
    name: 'of the readings of December',
    file: READINGS_SEALED_FILE,
    hash: 'd1380377d61ba9bd64aba3e2048833aba7aaf401b299fffd2ac614ad7e7b82e5',
    pairs: READINGS_SEALED_PAIRS,
    count: 39,
    rightMin: 11,
  },
  {
    name: 'of all areas, second',
    file: LATEST_SEALED_FILE,
    hash: '5972b3ae3992a5775aa4b40c685ff4f4063e9cb29351536a22c195991d707ec6',
    pairs: LATEST_SEALED_PAIRS,
    count: 36,
    rightMin: 19,
  },
]) {
  test(`the pairs ${name} are unchanged, and each has its own id`, () => {
    assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), hash);
    assert.equal(new Set(pairs.map(({ id }) => id)).size, count);
  });

  test(`no pair ${name} is proposed wrongly`, () => {
    const { proposed, right } = scorePairs(pairs);
    assert.equal(right, proposed);
    assert.ok(right >= rightMin, `${right} proposed rightly`);
  });
}

test('no near-twin of a pair of other areas is proposed as that pair', () => {
  const equal = AREAS_SEALED_PAIRS.filter(({ label }) => label !== 'different');
  const twins = equal.flatMap(findNearTwins);
  assert.ok(twins.length > 500, `${twins.length} near-twins`);
  const wrong = twins.filter(({ pair, kalshi, polymarket, mayBeOpposite }) => {
    const { verdict } = compareListings(kalshi, polymarket);
    const isProposed = verdict === 'same' || verdict === 'same-inverted';
    const isSameSide = verdict === (pair.label === 'inverted' ? 'same-inverted' : 'same');
    return mayBeOpposite ? isSameSide : isProposed;
  });
  assert.deepEqual(
    wrong.map(({ change, pair }) => `${pair.id}: ${change}`),
    [],
  );
});

test('no sealed pair has the wrong side', () => {
  assert.equal(scorePairs([...SEALED_PAIRS, ...SECOND_SEALED_PAIRS, ...SPORTS_SEALED_PAIRS]).wrongSide, 0);
});

test('no pair of the twelve classes is proposed wrongly', () => {
  const { proposed, right } = scorePairs(CLASSES_SEALED_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 113, `${right} proposed rightly`);
});

test('no pair of sports is proposed wrongly', () => {
  const { proposed, right } = scorePairs(SPORTS_SEALED_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 36, `${right} proposed rightly`);
});

test('no open pair of the classes is proposed wrongly', () => {
  const { proposed, right } = scorePairs(CLASSES_OPEN_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 77, `${right} proposed rightly`);
});
