import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeSchedule } from '../fees/fee-schedule.fixture.ts';
import { planOrder } from './route-order.ts';
import type { RouteCandidate } from './route-types.ts';
import { member, planned, price, qty, request } from './routing.fixture.ts';

const plan = (text: string, ...members: readonly RouteCandidate[]): readonly string[] =>
  planned(planOrder(request(text), members));

test('SPLIT takes the cheapest venue first and stops at the requested quantity', () => {
  const one = member('Kalshi', { asks: '25 @ 0.60' });
  const demo = member('Demo', { asks: '40 @ 0.61, 100 @ 0.63' });
  assert.deepEqual(plan('SPLIT BUY YES 50 @ 0.65', demo, one), [
    'Kalshi YES 25 @ 0.65',
    'Demo YES 25 @ 0.65',
  ]);
});

test('SPLIT merges several levels of one member into one leg', () => {
  const one = member('Kalshi', { asks: '10 @ 0.60, 10 @ 0.62' });
  const demo = member('Demo', { asks: '10 @ 0.61, 100 @ 0.63' });
  assert.deepEqual(plan('SPLIT BUY YES 30 @ market', one, demo), [
    'Kalshi YES 20 @ market',
    'Demo YES 10 @ market',
  ]);
});

test('SPLIT places the remainder at the venue with the best price', () => {
  const one = member('Kalshi', { asks: '25 @ 0.60' });
  const demo = member('Demo', { asks: '40 @ 0.61' });
  assert.deepEqual(plan('SPLIT BUY YES 100 @ 0.61', demo, one), [
    'Kalshi YES 60 @ 0.61',
    'Demo YES 40 @ 0.61',
  ]);
  assert.deepEqual(plan('SPLIT BUY YES 100 @ 0.50', demo, one), ['Kalshi YES 100 @ 0.5']);
});

test('SPLIT with IOC places no remainder', () => {
  const one = member('Kalshi', { asks: '25 @ 0.60' });
  assert.deepEqual(plan('SPLIT BUY YES 100 @ 0.61 IOC', one), [
    'Kalshi YES 25 @ 0.61',
    'short 75 ioc_remainder',
  ]);
  assert.deepEqual(plan('SPLIT BUY YES 100 @ market', one), [
    'Kalshi YES 25 @ market',
    'short 75 ioc_remainder',
  ]);
});

test('SPLIT keeps each leg in the lots and above the minimum of its venue', () => {
  const fine = member('Polymarket', { asks: '2.5 @ 0.60', qtyStep: qty('0.5'), qtyMin: qty('0.5') });
  const coarse = member('Kalshi', { asks: '100 @ 0.61' });
  const demanding = member('Demo', { asks: '4 @ 0.01', qtyMin: qty('5') });
  assert.deepEqual(plan('SPLIT BUY YES 10 @ market', demanding, coarse, fine), [
    'Polymarket YES 2 @ market',
    'Kalshi YES 8 @ market',
  ]);
});

test('a remainder too small for the best venue rests where it can', () => {
  const coarse = member('Kalshi', { asks: '3 @ 0.60', qtyStep: qty('3'), qtyMin: qty('3') });
  const fine = member('Demo', { asks: '1 @ 0.61' });
  assert.deepEqual(plan('SPLIT BUY YES 6 @ 0.65', coarse, fine), [
    'Kalshi YES 3 @ 0.65',
    'Demo YES 3 @ 0.65',
  ]);
});

test('a remainder that no venue accepts is a shortfall with its reason, and the legs and it add up', () => {
  const coarse = member('Kalshi', { asks: '6 @ 0.60', qtyStep: qty('3'), qtyMin: qty('3') });
  const demanding = member('Demo', { asks: '9 @ 0.90', qtyMin: qty('5') });
  assert.deepEqual(plan('SPLIT BUY YES 8 @ 0.65', coarse, demanding), [
    'Kalshi YES 6 @ 0.65',
    'short 2 no_liquidity',
  ]);
  assert.deepEqual(plan('SPLIT BUY YES 12 @ 0.65', coarse, demanding), ['Kalshi YES 12 @ 0.65']);
});

test('BEST_PRICE prefers a venue that fills everything at once over a better first level', () => {
  const thin = member('Kalshi', { asks: '5 @ 0.50, 100 @ 0.70' });
  const deep = member('Demo', { asks: '50 @ 0.60' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 50 @ 0.65', thin, deep), ['Demo YES 50 @ 0.65']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 5 @ 0.65', thin, deep), ['Kalshi YES 5 @ 0.65']);
});

test('BEST_PRICE ranks full fills by average price', () => {
  const steep = member('Kalshi', { asks: '10 @ 0.50, 100 @ 0.60' });
  const flat = member('Demo', { asks: '100 @ 0.57' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 20 @ market', flat, steep), ['Kalshi YES 20 @ market']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 100 @ market', flat, steep), ['Demo YES 100 @ market']);
});

test('BEST_PRICE without a full fill ranks by best price, then by configured order', () => {
  const low = member('Kalshi', { asks: '5 @ 0.50' });
  const high = member('Demo', { asks: '7 @ 0.51' });
  const same = member('Polymarket', { asks: '9 @ 0.50' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 50 @ 0.60', high, low, same), ['Kalshi YES 50 @ 0.6']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 50 @ 0.60', high, same, low), ['Polymarket YES 50 @ 0.6']);
});

test('equal full fills rank by configured order, whatever their first level', () => {
  const flat = member('Kalshi', { asks: '20 @ 0.50' });
  const steep = member('Demo', { asks: '10 @ 0.49, 10 @ 0.51' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 20 @ market', flat, steep), ['Kalshi YES 20 @ market']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 20 @ market', steep, flat), ['Demo YES 20 @ market']);
});

test('a resting order is routed to a market with an empty side only if no other market is available', () => {
  const empty = member('Kalshi');
  const quoted = member('Demo', { asks: '1 @ 0.90' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 5 @ 0.40', empty), ['Kalshi YES 5 @ 0.4']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 5 @ 0.40', empty, quoted), ['Demo YES 5 @ 0.4']);
});

test('FOK goes completely to one venue that can fill it, in both modes, or is not sent', () => {
  const one = member('Kalshi', { asks: '30 @ 0.50' });
  const demo = member('Demo', { asks: '60 @ 0.55' });
  for (const mode of ['SPLIT', 'BEST_PRICE']) {
    assert.deepEqual(plan(`${mode} BUY YES 60 @ 0.55 FOK`, one, demo), ['Demo YES 60 @ 0.55']);
    assert.deepEqual(plan(`${mode} BUY YES 70 @ 0.55 FOK`, one, demo), ['short 70 fok_unfilled']);
    assert.deepEqual(plan(`${mode} BUY YES 60 @ 0.54 FOK`, one, demo), ['short 60 fok_unfilled']);
  }
});

test('an order that cannot rest is not sent where nothing is executable', () => {
  const one = member('Kalshi', { bids: '30 @ 0.50' });
  const demo = member('Demo', { asks: '30 @ 0.60' });
  for (const mode of ['SPLIT', 'BEST_PRICE']) {
    assert.deepEqual(plan(`${mode} BUY YES 5 @ market`, one), ['short 5 no_liquidity']);
    assert.deepEqual(plan(`${mode} BUY YES 5 @ 0.59 IOC`, one, demo), ['short 5 ioc_remainder']);
  }
});

test('NO uses the mirrored YES book: BUY NO takes bids at 1 − price, SELL NO takes asks', () => {
  const one = member('Kalshi', { bids: '20 @ 0.48, 9 @ 0.40', asks: '20 @ 0.52' });
  const demo = member('Demo', { bids: '20 @ 0.47', asks: '20 @ 0.51' });
  assert.deepEqual(plan('SPLIT BUY NO 30 @ 0.53', one, demo), ['Kalshi NO 20 @ 0.53', 'Demo NO 10 @ 0.53']);
  assert.deepEqual(plan('SPLIT SELL NO 30 @ 0.40', one, demo), ['Demo NO 20 @ 0.4', 'Kalshi NO 10 @ 0.4']);
  assert.deepEqual(plan('SPLIT BUY NO 30 @ 0.52 IOC', one, demo), [
    'Kalshi NO 20 @ 0.52',
    'short 10 ioc_remainder',
  ]);
});

test('on an inverted member the outcome flips, and side and price stay', () => {
  const inverted = member('Kalshi', { inverted: true, bids: '20 @ 0.55', asks: '20 @ 0.58' });
  const plain = member('Demo', { bids: '20 @ 0.43', asks: '20 @ 0.46' });
  // The inverted member's NO is the asset's YES: its bids at 0.55 sell the asset's YES at 0.45.
  assert.deepEqual(plan('SPLIT BUY YES 30 @ 0.46', plain, inverted), [
    'Kalshi NO 20 @ 0.46',
    'Demo YES 10 @ 0.46',
  ]);
  assert.deepEqual(plan('BEST_PRICE SELL YES 5 @ market', inverted, plain), ['Demo YES 5 @ market']);
  assert.deepEqual(plan('BEST_PRICE BUY NO 5 @ market', plain, inverted), ['Demo NO 5 @ market']);
  assert.deepEqual(plan('BEST_PRICE SELL NO 5 @ market', plain, inverted), ['Kalshi YES 5 @ market']);
});

test("a limit off the tick is rounded in the caller's favour: BUY down, SELL up", () => {
  const demo = member('Demo', { asks: '10 @ 0.48', bids: '10 @ 0.47' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 10 @ 0.4899', demo), ['Demo YES 10 @ 0.48']);
  assert.deepEqual(plan('BEST_PRICE SELL YES 10 @ 0.4601', demo), ['Demo YES 10 @ 0.47']);
  assert.deepEqual(plan('BEST_PRICE BUY YES 10 @ 0.999', demo), ['Demo YES 10 @ 0.99']);
  assert.deepEqual(plan('BEST_PRICE SELL YES 10 @ 0.001', demo), ['Demo YES 10 @ 0.01']);
});

test('a venue without a valid price within the limit is excluded', () => {
  const coarse = member('Kalshi', { asks: '10 @ 0.01' });
  const fine = member('Demo', { asks: '10 @ 0.02', priceTick: price('0.001'), priceMin: price('0.001') });
  assert.deepEqual(plan('SPLIT BUY YES 10 @ 0.005', coarse, fine), ['Demo YES 10 @ 0.005']);
  assert.deepEqual(plan('SPLIT BUY YES 10 @ 0.005', coarse), [
    'validation: price must be within the price range of a usable venue',
  ]);
});

test('the price range of NO is the mirrored range of YES', () => {
  const demo = member('Demo', { priceMin: price('0.2'), priceMax: price('0.7') });
  assert.deepEqual(plan('BEST_PRICE BUY NO 1 @ 0.9', demo), ['Demo NO 1 @ 0.8']);
  assert.match(plan('BEST_PRICE BUY NO 1 @ 0.29', demo)[0] ?? '', /^validation: price/);
});

test('unusable members are excluded, and without any member the order is rejected with routing_unavailable', () => {
  const down = member('Kalshi', { asks: '10 @ 0.40', unusable: 'venue_unhealthy' });
  const stale = member('Demo', { asks: '10 @ 0.41', unusable: 'book_unusable', book: null });
  const up = member('Polymarket', { asks: '10 @ 0.60' });
  assert.deepEqual(plan('SPLIT BUY YES 10 @ market', down, stale, up), ['Polymarket YES 10 @ market']);
  const refused = planOrder(request('SPLIT BUY YES 10 @ market'), [down, stale]);
  assert.deepEqual(refused, {
    ok: false,
    error: {
      code: 'routing_unavailable',
      message: 'no venue of this asset accepts orders now',
      details: {
        members: [
          { venue: 'Kalshi', instrument_id: down.instrumentId, why: 'venue_unhealthy' },
          { venue: 'Demo', instrument_id: stale.instrumentId, why: 'book_unusable' },
        ],
      },
    },
  });
  assert.deepEqual(plan('BEST_PRICE BUY YES 10 @ market'), [
    'routing_unavailable: no venue of this asset accepts orders now',
  ]);
});

test('terms that no usable venue accepts are rejected with the field', () => {
  const demo = member('Demo', { asks: '10 @ 0.40', tifs: ['GTC', 'IOC'], qtyMin: qty('5') });
  const down = member('Kalshi', { unusable: 'venue_disabled' });
  for (const mode of ['SPLIT', 'BEST_PRICE']) {
    assert.match(plan(`${mode} BUY YES 10 @ 0.4 GTD`, demo, down)[0] ?? '', /^validation: tif/);
    assert.match(
      plan(`${mode} BUY YES 7.5 @ 0.4`, demo, down)[0] ?? '',
      /^validation: qty must be a multiple/,
    );
    assert.match(plan(`${mode} BUY YES 4 @ 0.4`, demo, down)[0] ?? '', /^validation: qty must be at least/);
  }
});

test('BEST_PRICE excludes a venue when the quantity is not a multiple of its lot', () => {
  const coarse = member('Kalshi', { asks: '100 @ 0.40', qtyStep: qty('10'), qtyMin: qty('10') });
  const fine = member('Demo', { asks: '100 @ 0.60' });
  assert.deepEqual(plan('BEST_PRICE BUY YES 15 @ market', coarse, fine), ['Demo YES 15 @ market']);
});

test('fees count: a venue with a worse price but no fee can be cheaper', () => {
  const fees = feeSchedule('0.08');
  const taxed = member('Kalshi', { asks: '10 @ 0.50, 90 @ 0.54', fees });
  const free = member('Demo', { asks: '100 @ 0.55' });
  const withFees = (text: string) => plan(text, taxed, free);
  assert.deepEqual(withFees('BEST_PRICE BUY YES 100 @ market'), ['Demo YES 100 @ market']);
  assert.deepEqual(withFees('BEST_PRICE BUY YES 10 @ market'), ['Kalshi YES 10 @ market']);
  assert.deepEqual(withFees('SPLIT BUY YES 50 @ market'), ['Kalshi YES 10 @ market', 'Demo YES 40 @ market']);
  assert.deepEqual(withFees('SPLIT BUY YES 110 @ market'), [
    'Kalshi YES 10 @ market',
    'Demo YES 100 @ market',
  ]);
});

test("I-26: the decision records each member's book, and why a member has no leg", () => {
  const chosen = member('Kalshi', { asks: '10 @ 0.40' });
  const dearer = member('Demo', { asks: '10 @ 0.50', bids: '3 @ 0.3' });
  const down = member('Polymarket', { unusable: 'venue_unhealthy', book: null, bookAgeMs: null });
  const made = planOrder(request('SPLIT BUY YES 10 @ market'), [down, dearer, chosen]);
  assert.ok(made.ok);
  assert.equal(made.value.decision.mode, 'SPLIT');
  assert.deepEqual(
    made.value.decision.candidates.map((seen) => [
      seen.venue,
      seen.bookSequence,
      seen.bookAgeMs,
      seen.bestPrice,
      seen.dropped,
    ]),
    [
      ['Polymarket', null, null, null, 'venue_unhealthy'],
      ['Demo', 88_121, 12, price('0.5'), 'not_chosen'],
      ['Kalshi', 88_121, 12, price('0.4'), null],
    ],
  );
});
