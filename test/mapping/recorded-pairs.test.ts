import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scorePairs } from '../../scripts/mapping-score-worded.ts';
import { proposeFacts } from '../../src/relations/mapping/compare-listings.ts';
import { extractFacts } from '../../src/relations/mapping/extract.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import { FIRST_RECORDED, SECOND_RECORDED } from './recorded-pairs.ts';

const { listings: RECORDED_LISTINGS, pairs: RECORDED_PAIRS } = FIRST_RECORDED;

const toKey = (a: Listing, b: Listing): string => `${a.ticker} ${b.ticker}`;
const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the recorded listings and their labels are those that were committed before the rules were run on them', () => {
  assert.deepEqual(
    [FIRST_RECORDED, SECOND_RECORDED].flatMap(({ listingsFile, pairsFile }) => [
      hash(listingsFile),
      hash(pairsFile),
    ]),
    [
      '1e9f6b0e638d8873c39a904b794c0ce7bddf3db7a68e7a7c86506b1f1651b5d7',
      '99dabf4b9ddb46742736d1d92abf9865a632e4deb9ff5043d19680edd00981f5',
      'daba0129a8fe277f34eabc5fccf44cf22a8816d37c5ee2dcd9f3ee6582483acb',
      '95cf368635751a56a055cd425b1042f6750f8a35c01d86447e21672374661c43',
    ],
  );
});

test('no recorded pair is proposed wrongly', () => {
  const { proposed, right } = scorePairs(RECORDED_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 58, `${right} proposed rightly`);
});

test('no pair of the second set is proposed wrongly, but for the one whose label is doubtful', () => {
  const { proposed, right, wrongSide } = scorePairs(SECOND_RECORDED.pairs);
  assert.equal(proposed - right, 1); // "in 2026" and "before 2027": docs/mapping-scores.md
  assert.equal(wrongSide, 0);
  assert.ok(right >= 65, `${right} proposed rightly`);
});

test('no two recorded listings without a label are proposed', () => {
  const labelled = new Set(RECORDED_PAIRS.map(({ kalshi, polymarket }) => toKey(kalshi, polymarket)));
  const read = (listings: readonly Listing[]) => [...new Set(listings)].map(extractFacts);
  const others = read(RECORDED_PAIRS.map(({ polymarket }) => polymarket));
  for (const a of read(RECORDED_PAIRS.map(({ kalshi }) => kalshi)))
    for (const b of others) {
      const key = toKey(a.listing, b.listing);
      const verdict = labelled.has(key) ? null : proposeFacts(a, b)?.verdict;
      assert.ok(verdict === null || verdict === undefined || verdict === 'unsure', key);
    }
});

test('the recorded pairs have every label, and none is in a set twice', () => {
  const counts = [FIRST_RECORDED, SECOND_RECORDED].map(({ pairs }) =>
    ['same', 'inverted', 'different'].map((label) => pairs.filter((pair) => pair.label === label).length),
  );
  assert.deepEqual(counts, [
    [62, 6, 292],
    [161, 5, 494],
  ]);
  for (const { pairs } of [FIRST_RECORDED, SECOND_RECORDED])
    assert.equal(
      new Set(pairs.map(({ kalshi, polymarket }) => toKey(kalshi, polymarket))).size,
      pairs.length,
    );
});

test('each recorded listing is in one set and in a pair, and names its repository and its day', () => {
  const all = [...RECORDED_LISTINGS, ...SECOND_RECORDED.listings];
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const used = new Set(
    [...RECORDED_PAIRS, ...SECOND_RECORDED.pairs].flatMap(({ kalshi, polymarket }) => [
      kalshi.ticker,
      polymarket.ticker,
    ]),
  );
  for (const { id, source, recorded } of all) {
    assert.ok(used.has(id), id);
    assert.match(source, /^[\w-]+\/[\w-]+$/);
    assert.match(recorded, /^2026-\d{2}-\d{2}$/);
  }
});
