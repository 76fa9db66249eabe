import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../contract/model/ids.ts';
import { renderDecimal } from '../contract/model/money.ts';
import { type Outcome, oppositeOutcome, type Side } from '../contract/model/order.ts';
import { describeDifference, findDifferences } from './position-differences.ts';
import { qty } from './scripted-venue.fixture.ts';

const VENUE = 'Polymarket' as VenueName;
const MARKET = 'M-1';
const OUTCOMES = ['YES', 'NO'] as const;

type State = Parameters<typeof findDifferences>[0];
type Row = Readonly<Record<string, unknown>>;

/** A ledger with 50 YES and 20 NO: 30 net and 20 pairs. */
function createState(pending: readonly Row[] = [], operations: readonly Row[] = []): State {
  const at = { venue: VENUE, instrumentId: 1 };
  const numbered = (rows: readonly Row[]) => new Map(rows.map((row, index) => [index, { ...at, ...row }]));
  return {
    positions: new Map([['key', { ...at, net: qty('30') }]]),
    tokenPairs: new Map([['key', { ...at, pairs: qty('20') }]]),
    pendingFills: numbered(pending),
    operations: numbered(operations),
    bindings: new Map([[1, { venue: VENUE, venueInstrumentId: MARKET }]]),
  } as unknown as State;
}

/** The gap of each outcome when the wallet has these tokens; `agrees` without one. */
function compare(state: State, yes: number, no: number, dust = '0'): string {
  const capabilities = { holdsTokens: true, dustQty: qty(dust) } as never;
  const [pairs, net] = [Math.min(yes, no), yes - no];
  const netQty = net < 0 ? 0n - qty(String(-net)) : qty(String(net));
  const found = findDifferences(state, { name: VENUE, capabilities }, [
    { venueInstrumentId: MARKET, netQty, pairs: qty(String(pairs)) },
  ]).get(MARKET);
  return found === undefined
    ? 'agrees'
    : `${renderDecimal(found.gap.YES)} YES ${renderDecimal(found.gap.NO)} NO`;
}

for (const [yes, no, gap] of [
  [50, 20, 'agrees'],
  [40, 10, '-10 YES -10 NO'],
  [30, 0, '-20 YES -20 NO'],
  [60, 20, '10 YES 0 NO'],
  [50, 30, '0 YES 10 NO'],
  [0, 20, '-50 YES 0 NO'],
  [20, 50, '-30 YES 30 NO'],
] as const)
  test(`a wallet of ${yes} YES and ${no} NO is compared outcome by outcome with 50 and 20`, () => {
    assert.equal(compare(createState(), yes, no), gap);
  });

for (const outcome of OUTCOMES)
  for (const [side, named, tokenSide] of [
    ['BUY', outcome, 'BUY'],
    ['SELL', oppositeOutcome(outcome), 'BUY'],
    ['SELL', outcome, 'SELL'],
    ['BUY', oppositeOutcome(outcome), 'SELL'],
  ] as readonly (readonly [Side, Outcome, Side])[])
    test(`a pending ${side} ${named} sent as ${tokenSide} ${outcome} excuses a difference of ${outcome} in its direction only`, () => {
      const state = createState([{ side, outcome: named, tokenSide, qty: qty('5') }]);
      const sign = tokenSide === 'BUY' ? -1 : 1; // what the wallet has less until then, or more
      const withTokens = (token: Outcome, size: number): string =>
        compare(state, 50 + (token === 'YES' ? size : 0), 20 + (token === 'NO' ? size : 0));
      for (const size of [0, 3, 5]) assert.equal(withTokens(outcome, sign * size), 'agrees');
      assert.notEqual(withTokens(outcome, sign * 6), 'agrees');
      assert.notEqual(withTokens(outcome, -sign), 'agrees');
      for (const size of [-1, 1]) assert.notEqual(withTokens(oppositeOutcome(outcome), size), 'agrees');
    });

for (const [kind, sign] of [
  ['MERGE', -1],
  ['SPLIT', 1],
] as const)
  test(`a ${kind} that is not over excuses its pairs, and one that is over excuses nothing`, () => {
    for (const status of ['REQUESTED', 'SENDING', 'SENT']) {
      const state = createState([], [{ kind, status, qty: qty('5') }]);
      assert.equal(compare(state, 50 + 5 * sign, 20 + 5 * sign), 'agrees');
      assert.notEqual(compare(state, 50 + 6 * sign, 20 + 6 * sign), 'agrees');
      assert.notEqual(compare(state, 50 - sign, 20 - sign), 'agrees');
    }
    for (const status of ['CONFIRMED', 'FAILED']) {
      const state = createState([], [{ kind, status, qty: qty('5') }]);
      assert.notEqual(compare(state, 50 + 5 * sign, 20 + 5 * sign), 'agrees');
    }
  });

test('a redemption excuses nothing, and dust of each outcome is tolerated', () => {
  const state = createState([], [{ kind: 'REDEEM', status: 'SENT', qty: null }]);
  assert.equal(compare(state, 40, 10), '-10 YES -10 NO');
  assert.equal(compare(state, 51, 19, '1'), 'agrees');
  assert.equal(compare(state, 52, 19, '1'), '2 YES 0 NO');
});

test('pairs of a subaccount without a net position count, and the text names both outcomes', () => {
  const state = createState();
  (state.positions as Map<string, unknown>).clear();
  assert.equal(compare(state, 20, 20), 'agrees');
  const capabilities = { holdsTokens: true, dustQty: 0n } as never;
  const [difference] = findDifferences(state, { name: VENUE, capabilities }, []).values();
  assert.ok(difference !== undefined);
  assert.equal(describeDifference(difference), '0 YES and 0 NO there, 20 YES and 20 NO by our fills');
});
