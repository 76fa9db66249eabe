import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreEndToEnd, scorePairs } from '../../scripts/mapping-score-worded.ts';
import { compareListings } from '../../src/relations/mapping/compare-listings.ts';
import {
  FULL_CLASSES,
  OPEN_CLASSES,
  SEALED_CLASSES,
  toWordedPairs,
  type WordedPair,
} from './worded-pairs.ts';

const OPEN = toWordedPairs(OPEN_CLASSES);
const FULL = toWordedPairs(FULL_CLASSES);
const SEALED = toWordedPairs(SEALED_CLASSES);
const isTwoSided = ({ kind, label }: WordedPair): boolean =>
  kind.startsWith('game:') && label !== 'different';

test('no proposal of more than 1,000 pairs of two-sided games has the wrong side', () => {
  const pairs = [...OPEN, ...SEALED].filter(isTwoSided);
  assert.ok(pairs.length >= 1_000, String(pairs.length));
  assert.equal(scorePairs(pairs).wrongSide, 0);
});

test('the side test detects a comparison that exchanges the sides', () => {
  const pairs = OPEN.filter(isTwoSided).map((pair): WordedPair => {
    return { ...pair, label: pair.label === 'same' ? 'inverted' : 'same' };
  });
  assert.ok(scorePairs(pairs).wrongSide >= 400);
});

test('in the sealed wordings at least 99 % of proposals and 80 % of equal pairs are right', () => {
  const { right, proposed, equal } = scorePairs(SEALED);
  assert.ok(right / proposed >= 0.99, `precision ${right} of ${proposed}`);
  assert.ok(right / equal >= 0.8, `recall ${right} of ${equal}`);
});

test('from two catalogues to proposals, at least 80 % of equal pairs are found and none is wrong', () => {
  for (const pairs of [OPEN, SEALED, FULL]) {
    const { right, equal, wrong } = scoreEndToEnd(pairs.filter(({ isMain }) => isMain));
    assert.ok(right / equal >= 0.8, `${right} of ${equal}`);
    assert.equal(wrong, 0);
  }
});

test('a class has near-twins in each part, and no two pairs have the same id', () => {
  for (const pairs of [OPEN, SEALED]) {
    assert.equal(new Set(pairs.map(({ id }) => id)).size, pairs.length);
    assert.ok(pairs.filter(({ label }) => label === 'different').length > pairs.length / 3);
  }
});

test('the contract of a listing is its rules: a title with a later deadline does not make it the same', () => {
  const pairs = OPEN.filter(({ kind }) => kind === 'date: the rules end earlier');
  assert.ok(pairs.length >= 40);
  for (const { id, kalshi, polymarket } of pairs)
    assert.equal(compareListings(kalshi, polymarket).verdict, 'different', id);
});

test('each class of market has at least 40 labelled pairs', () => {
  const groups = [
    /^game/,
    /^(?:tournament|cup)/,
    /^soccer/,
    /^lad/,
    /^central bank/,
    /^(?:nominee|candidate: nom)/,
  ];
  for (const group of [...groups, /^election/, /^ticket/, /^one-off/])
    assert.ok([...OPEN, ...FULL].filter(({ kind }) => group.test(kind)).length >= 40, String(group));
});

test('with full rules and structured fields no proposal is wrong, and at least 90 % are found', () => {
  const { right, proposed, equal, wrongSide } = scorePairs(FULL);
  assert.equal(wrongSide, 0);
  assert.equal(right, proposed);
  assert.ok(right / equal >= 0.9, `recall ${right} of ${equal}`);
});
