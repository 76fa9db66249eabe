import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Notional, parseQty, type Qty } from '../../contract/model/money.ts';
import type { OpportunityKind } from '../../contract/model/opportunity-kind.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { ListingComparison } from '../mapping/compare-listings.ts';
import { computeFigures } from './edge-figures.ts';
import { assessOneVenue, assessPair, computeWorstCase, type Settlement } from './settlement.ts';

const rules = (description: string) => ({ description, rulesSecondary: null });
const PLAIN = rules('Resolves YES if it rains.');
const VOID = rules('Resolves YES if Denver wins. If the game is cancelled, the market is void. Ties pay NO.');

const comparison = (changes: Partial<ListingComparison> = {}): ListingComparison => ({
  verdict: 'same',
  score: 0.9,
  relation: 'identity',
  inverted: false,
  reasons: [],
  ...changes,
});

describe('the settlement risk of two instruments', () => {
  const risk = (changes: Partial<ListingComparison>, isInverted = false) =>
    assessPair([PLAIN, PLAIN], comparison(changes), isInverted).risk;

  test('is none for the same contract, high when only one listing states something, and blocks a contradiction', () => {
    assert.equal(risk({}), 'NONE');
    assert.equal(risk({ verdict: 'same-inverted', inverted: true }, true), 'NONE');
    assert.equal(risk({ verdict: 'unsure' }), 'HIGH');
    assert.equal(risk({ verdict: 'different' }), 'BLOCK');
  });

  test('blocks when the comparison has the other orientation than the asset', () => {
    assert.equal(risk({ verdict: 'same-inverted', inverted: true }, false), 'BLOCK');
    assert.equal(risk({}, true), 'BLOCK');
  });

  test('names what differs, and quotes the rule about a void', () => {
    const reasons = [
      { name: 'source', kind: 'gap', weight: -0.1, words: 'only one listing names a source' },
      { name: 'words', kind: 'note', weight: 0.4, words: 'all words' },
    ] as const;
    const found = assessPair([VOID, PLAIN], comparison({ reasons }), false);
    assert.deepEqual(found, {
      risk: 'LOW',
      differences: [
        { topic: 'source', a: null, b: null, text: 'only one listing names a source' },
        { topic: 'void', a: 'If the game is cancelled, the market is void.', b: null, text: null },
      ],
      mayBeVoid: [true, false],
    });
  });

  test('of one venue is low when a leg may be void', () => {
    assert.equal(assessOneVenue('ALL_NO', [PLAIN, VOID]).risk, 'LOW');
    assert.equal(assessOneVenue('ALL_NO', [PLAIN, PLAIN]).risk, 'NONE');
    assert.equal(assessOneVenue('INTERNAL', [VOID, VOID]).risk, 'NONE');
  });
});

describe('the worst case', () => {
  const worst = (kind: OpportunityKind, mayBeVoid: readonly boolean[], risk: Settlement['risk'] = 'LOW') =>
    computeWorstCase(
      kind,
      { risk, differences: [], mayBeVoid },
      { qty: parseQty('10') as Qty, capital: 90_000_000_000_000_000n as Notional }, // 9
    ) / 10_000_000_000_000_000n;

  test('is the edge when no leg may be void', () => {
    assert.equal(worst('CROSS', [false, false]), 1n);
    assert.equal(worst('ALL_YES', [false, false, false]), 1n);
    assert.equal(worst('ALL_NO', [false, false, false]), 11n);
    assert.equal(worst('LADDER', [false, false]), 1n);
  });

  test('counts a leg that may be void as nothing', () => {
    assert.equal(worst('CROSS', [true, false]), -9n);
    assert.equal(worst('ALL_YES', [false, false, true]), -9n);
    assert.equal(worst('ALL_NO', [false, false, true]), 1n);
    assert.equal(worst('ALL_NO', [true, true, true]), -9n);
  });

  test('is the whole cost when the legs may settle differently', () => {
    assert.equal(worst('CROSS', [false, false], 'HIGH'), -9n);
    assert.equal(worst('CROSS', [false, false], 'BLOCK'), -9n);
  });
});

test('the return is per capital, and per year until the last leg closes', () => {
  const edge = {
    qty: parseQty('40') as Qty,
    edgeTotal: 6_500_000_000_000_000n as Notional,
    capital: 393_500_000_000_000_000n as Notional,
  };
  const now = 1_782_907_200_000 as TimestampMs;
  const inDays = (days: number) => (now + days * 86_400_000) as TimestampMs;
  assert.deepEqual(computeFigures(edge, [inDays(3), inDays(19)], now), {
    edgePerSet: 1_625_000n,
    returnRate: 1_651_842n,
    days: 1_900_000_000n,
    annualised: 31_732_763n,
  });
  for (const times of [[inDays(3), null], [inDays(-1)], [inDays(0)], [inDays(-1), now]])
    assert.deepEqual(
      [computeFigures(edge, times, now).days, computeFigures(edge, times, now).annualised],
      [null, null],
    );
});
