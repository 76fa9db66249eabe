import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLIND_PAIRS } from './blind-pairs.ts';
import { isHeldOut, PAIRS } from './labelled-pairs.ts';
import type { Pair } from './listing-pair.ts';
import { THIRD_PAIRS } from './third-pairs.ts';

const familyOf = ({ id }: Pair): string => id.split('/')[0] ?? '';
const familiesOf = (pairs: readonly Pair[]): ReadonlySet<string> => new Set(pairs.map(familyOf));
const countOf = (label: Pair['label'], pairs: readonly Pair[]): number =>
  pairs.filter((pair) => pair.label === label).length;

test('the third set holds 396 pairs of 90 questions, three in ten of them one contract', () => {
  assert.equal(THIRD_PAIRS.length, 396);
  assert.equal(familiesOf(THIRD_PAIRS).size, 90);
  assert.equal(countOf('same', THIRD_PAIRS), 104);
  assert.equal(countOf('inverted', THIRD_PAIRS), 14);
});

test('each half of the third set has every label and half of the questions', () => {
  const halves = [THIRD_PAIRS.filter(isHeldOut), THIRD_PAIRS.filter((pair) => !isHeldOut(pair))];
  for (const half of halves) {
    for (const label of ['same', 'inverted', 'different'] as const)
      assert.ok(countOf(label, half) > 0, label);
    assert.ok(familiesOf(half).size >= 40, String(familiesOf(half).size));
  }
});

test('no pair of the third set is told twice, and no question of it stands in another set', () => {
  const texts = THIRD_PAIRS.map(({ kalshi, polymarket }) =>
    [kalshi.title, kalshi.rules, polymarket.title, polymarket.rules].join('\n'),
  );
  assert.equal(new Set(texts).size, THIRD_PAIRS.length);
  assert.equal(new Set(THIRD_PAIRS.map(({ id }) => id)).size, THIRD_PAIRS.length);
  const others = familiesOf([...PAIRS, ...BLIND_PAIRS]);
  assert.deepEqual(
    [...familiesOf(THIRD_PAIRS)].filter((family) => others.has(family)),
    [],
  );
});

test('every listing of the third set has rules and the day on which it closes', () => {
  for (const { id, kalshi, polymarket } of THIRD_PAIRS)
    for (const { title, rules, closeTime } of [kalshi, polymarket]) {
      assert.ok(title.length > 10 && (rules ?? '').length > 40, id);
      assert.ok(Number(closeTime) > Date.UTC(2026, 11, 1), id);
    }
});
