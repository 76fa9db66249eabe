import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLIND_PAIRS, FIRST_PAIRS, isHeldOut, type Pair, THIRD_PAIRS } from './labelled-pairs.ts';

const getFamily = ({ id }: Pair): string => id.split('/')[0] ?? '';
const getFamilies = (pairs: readonly Pair[]): ReadonlySet<string> => new Set(pairs.map(getFamily));
const countLabel = (label: Pair['label'], pairs: readonly Pair[]): number =>
  pairs.filter((pair) => pair.label === label).length;

test('the third set has 396 pairs of 90 questions, and three in ten pairs are one contract', () => {
  assert.equal(THIRD_PAIRS.length, 396);
  assert.equal(getFamilies(THIRD_PAIRS).size, 90);
  assert.equal(countLabel('same', THIRD_PAIRS), 104);
  assert.equal(countLabel('inverted', THIRD_PAIRS), 14);
});

test('each half of the third set has every label and half of the questions', () => {
  const halves = [THIRD_PAIRS.filter(isHeldOut), THIRD_PAIRS.filter((pair) => !isHeldOut(pair))];
  for (const half of halves) {
    for (const label of ['same', 'inverted', 'different'] as const)
      assert.ok(countLabel(label, half) > 0, label);
    assert.ok(getFamilies(half).size >= 40, String(getFamilies(half).size));
  }
});

test('the third set has no duplicate pairs and shares no question with the other sets', () => {
  const texts = THIRD_PAIRS.map(({ kalshi, polymarket }) =>
    [kalshi.title, kalshi.rules, polymarket.title, polymarket.rules].join('\n'),
  );
  assert.equal(new Set(texts).size, THIRD_PAIRS.length);
  assert.equal(new Set(THIRD_PAIRS.map(({ id }) => id)).size, THIRD_PAIRS.length);
  const others = getFamilies([...FIRST_PAIRS, ...BLIND_PAIRS]);
  assert.deepEqual(
    [...getFamilies(THIRD_PAIRS)].filter((family) => others.has(family)),
    [],
  );
});

test('every listing of the third set has rules and a closing day', () => {
  for (const { id, kalshi, polymarket } of THIRD_PAIRS)
    for (const { title, rules, closeTime } of [kalshi, polymarket]) {
      assert.ok(title.length > 10 && (rules ?? '').length > 40, id);
      assert.ok(Number(closeTime) > Date.UTC(2026, 11, 1), id);
    }
});
