import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order, Outcome, Position } from '../../../../sdk/src/index.ts';
import { toHeldOutcome, toOrderOutcome } from './matched-listings.ts';

const PLAIN = 1;
const INVERTED = 2;
const members = [
  { venue: 'Demo', instrument_id: PLAIN, ticker: 'A', inverted: false },
  { venue: 'Kalshi', instrument_id: INVERTED, ticker: 'B', inverted: true },
];
const OTHER: Readonly<Record<Outcome, Outcome>> = { YES: 'NO', NO: 'YES' };
const OUTCOMES: readonly Outcome[] = ['YES', 'NO'];

for (const outcome of OUTCOMES) {
  test(`${outcome} held of a member is ${OTHER[outcome]} of a market that is inverted against it`, () => {
    const held = (id: number) =>
      ({ instrument_id: id, side: outcome === 'YES' ? 'BUY' : 'SELL' }) as Position;
    assert.equal(toHeldOutcome(held(PLAIN), PLAIN, members), outcome);
    assert.equal(toHeldOutcome(held(INVERTED), INVERTED, members), outcome);
    assert.equal(toHeldOutcome(held(INVERTED), PLAIN, members), OTHER[outcome]);
    assert.equal(toHeldOutcome(held(PLAIN), INVERTED, members), OTHER[outcome]);
    assert.equal(toHeldOutcome(held(PLAIN), PLAIN, []), outcome);
  });

  test(`an order for ${outcome} of a member or of the asset is shown in terms of the market`, () => {
    const order = (mode: Order['routing']['mode'], id: number | null) =>
      ({ routing: { mode }, instrument_id: id, outcome }) as Order;
    for (const mode of ['BEST_PRICE', 'SPLIT'] as const) {
      // The instrument of a routed order is the venue that was chosen; the terms stay those of the asset.
      for (const id of [null, PLAIN, INVERTED]) {
        assert.equal(toOrderOutcome(order(mode, id), PLAIN, members), outcome);
        assert.equal(toOrderOutcome(order(mode, id), INVERTED, members), OTHER[outcome]);
      }
    }
    assert.equal(toOrderOutcome(order('DIRECT', PLAIN), PLAIN, members), outcome);
    assert.equal(toOrderOutcome(order('DIRECT', INVERTED), INVERTED, members), outcome);
    assert.equal(toOrderOutcome(order('DIRECT', INVERTED), PLAIN, members), OTHER[outcome]);
    assert.equal(toOrderOutcome(order('DIRECT', PLAIN), INVERTED, members), OTHER[outcome]);
  });
}
