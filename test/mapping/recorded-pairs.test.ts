import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scorePairs } from '../../scripts/mapping-score-worded.ts';
import { proposeFacts } from '../../src/domain/mapping/compare-listings.ts';
import { extractFacts } from '../../src/domain/mapping/extract.ts';
import type { Listing } from '../../src/domain/mapping/listing.ts';
import {
  RECORDED_LISTINGS,
  RECORDED_LISTINGS_FILE,
  RECORDED_PAIRS,
  RECORDED_PAIRS_FILE,
} from './recorded-pairs.ts';

const toKey = (a: Listing, b: Listing): string => `${a.ticker} ${b.ticker}`;
const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the recorded listings and their labels are those that were committed before the rules were run on them', () => {
  assert.equal(
    hash(RECORDED_LISTINGS_FILE),
    '1e9f6b0e638d8873c39a904b794c0ce7bddf3db7a68e7a7c86506b1f1651b5d7',
  );
  assert.equal(hash(RECORDED_PAIRS_FILE), '99dabf4b9ddb46742736d1d92abf9865a632e4deb9ff5043d19680edd00981f5');
});

test('no recorded pair is proposed wrongly', () => {
  const { proposed, right } = scorePairs(RECORDED_PAIRS);
  assert.equal(right, proposed);
  assert.ok(right >= 58, `${right} proposed rightly`);
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

test('the recorded pairs have every label, and none is in the set twice', () => {
  const count = (label: string): number => RECORDED_PAIRS.filter((pair) => pair.label === label).length;
  assert.deepEqual(['same', 'inverted', 'different'].map(count), [62, 6, 292]);
  const keys = RECORDED_PAIRS.map(({ kalshi, polymarket }) => toKey(kalshi, polymarket));
  assert.equal(new Set(keys).size, 360);
});

test('each recorded listing is in a pair, and names its repository and its day', () => {
  assert.equal(new Set(RECORDED_LISTINGS.map(({ id }) => id)).size, RECORDED_LISTINGS.length);
  const used = new Set(
    RECORDED_PAIRS.flatMap(({ kalshi, polymarket }) => [kalshi.ticker, polymarket.ticker]),
  );
  for (const { id, source, recorded } of RECORDED_LISTINGS) {
    assert.ok(used.has(id), id);
    assert.match(source, /^[\w-]+\/[\w-]+$/);
    assert.match(recorded, /^2026-\d{2}-\d{2}$/);
  }
});
