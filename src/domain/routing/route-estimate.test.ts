import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeNotional } from '../../contract/model/money.ts';
import { feeSchedule } from '../fees/fee-schedule.fixture.ts';
import { estimateDirect, planOrder } from './route-order.ts';
import type { LegEstimate } from './route-types.ts';
import { member, price, qty, request } from './routing.fixture.ts';

const worth = (at: string, size: string): bigint => computeNotional(price(at), qty(size));
const FEES = feeSchedule('0.1', { makerRate: '0.01' });

/** The estimate of the only leg of a plan with one member. */
function estimate(text: string, asks: string): LegEstimate {
  const plan = planOrder(request(text), [member('Demo', { asks, fees: FEES })]);
  assert.ok(plan.ok);
  const [estimate, ...others] = plan.value.decision.legs ?? [];
  assert.ok(estimate !== undefined && others.length === 0);
  return estimate;
}

test('the taken part is priced by the book with the taker fee, the resting part by the limit with the maker fee', () => {
  const { takes, takesNotional, rests, fee, cost } = estimate('BEST_PRICE BUY YES 30 @ 0.60', '10 @ 0.50');
  assert.deepEqual([takes, takesNotional, rests], [qty('10'), worth('0.50', '10'), qty('20')]);
  const taker = worth('0.025', '10'); // 0.1 × 0.5 × 0.5
  const maker = worth('0.0024', '20'); // 0.01 × 0.6 × 0.4
  assert.equal(fee, taker + maker);
  assert.equal(cost, worth('0.50', '10') + worth('0.60', '20') + taker + maker);
});

test('the estimate of an order that cannot rest covers the taken part only', () => {
  const { takes, rests, cost } = estimate('BEST_PRICE BUY YES 30 @ 0.60 IOC', '10 @ 0.50');
  assert.deepEqual([takes, rests, cost], [qty('10'), 0n, worth('0.525', '10')]);
});

test('a DIRECT order is estimated from its own book: a FOK that the book cannot fill takes nothing', () => {
  const direct = (text: string, asks: string) =>
    estimateDirect(request(text), member('Demo', { asks, fees: FEES })).estimate;
  assert.equal(direct('BEST_PRICE BUY YES 30 @ 0.60', '10 @ 0.50')?.takes, qty('10'));
  assert.equal(direct('BEST_PRICE BUY YES 10 @ 0.60 FOK', '10 @ 0.50')?.takes, qty('10'));
  const killed = direct('BEST_PRICE BUY YES 30 @ 0.60 FOK', '10 @ 0.50');
  assert.deepEqual([killed?.takes, killed?.cost], [0n, 0n]);
});

test('a DIRECT order at an unusable member has no estimate, but the reason is reported', () => {
  const { seen, estimate } = estimateDirect(
    request('BEST_PRICE BUY YES 10 @ 0.60'),
    member('Demo', { asks: '10 @ 0.50', unusable: 'book_unusable' }),
  );
  assert.deepEqual([seen.dropped, seen.bestPrice, estimate], ['book_unusable', null, null]);
});

test('a remainder rests at the member that accepts all of it, even when another has a better price', () => {
  const coarse = member('Kalshi', { asks: '3 @ 0.60', qtyStep: qty('3'), qtyMin: qty('3') });
  const fine = member('Demo', { asks: '2 @ 0.61' });
  const plan = planOrder(request('SPLIT BUY YES 9 @ 0.65'), [coarse, fine]);
  assert.ok(plan.ok);
  assert.deepEqual(
    plan.value.legs.map(({ venue, qty: size }) => [venue, size]),
    [
      ['Kalshi', qty('3')],
      ['Demo', qty('6')],
    ],
  );
  assert.equal(plan.value.shortfall, null);
});
