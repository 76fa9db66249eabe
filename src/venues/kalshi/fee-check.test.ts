import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePresent } from '../../contract/model/assert.ts';
import { renderNotional } from '../../contract/model/money.ts';
import { computeSingleFillFee } from '../../domain/fees/fill-fees.ts';
import { checkFees } from './fee-check.ts';
import type { KalshiClient } from './http/kalshi-client.ts';
import { TICKER } from './kalshi-harness.fixture.ts';
import { order, price, qty, testAdapter } from './kalshi-orders.fixture.ts';
import { toFeeSchedule } from './market-data/kalshi-listing.ts';

testAdapter('the fees of own fills are as the model computes', async ({ venue, harness }) => {
  assert.equal((await venue.place(order({ tif: 'IOC', price: price('0.9') }))).kind, 'report');
  await harness.pass(1_000);
  const checks = await harness.run(harness.createUndrivenVenue().check());
  const { ok, detail } = checks.find(({ name }) => name === 'fees') ?? assert.fail('a check of fees');
  assert.equal(ok, true, detail);
  assert.match(detail, /^[1-9]\d* of the newest fills are as the model computes$/);
});

/** One taker fill of 10 at 0.50 with this fee, in a series of this type; the changes are of the fill and of its event. */
const checkOne = (fee: string, type = 'quadratic', fillChange: object = {}, eventChange: object = {}) => {
  const fill = {
    ticker: TICKER,
    market_ticker: null,
    trade_id: 't',
    order_id: 'o',
    yes_price_dollars: 50_000_000n,
    count_fp: 1_000_000_000n,
    fee_cost: BigInt(Math.round(Number(fee) * 1e6)) * 10_000_000_000n,
    is_taker: true,
    created_time: 0,
    ts: null,
    ...fillChange,
  };
  const answers: Readonly<Record<string, unknown>> = {
    '/portfolio/fills': { items: [fill], unread: [] },
    [`/markets/${TICKER}`]: { market: { event_ticker: 'E' } },
    '/events/E': {
      event: { series_ticker: 'S', fee_type_override: null, fee_multiplier_override: null, ...eventChange },
    },
    '/series/S': { series: { fee_type: type, fee_multiplier: 1 } },
  };
  const client = { get: async (path: string) => ({ kind: 'ok', value: answers[path] }) };
  return checkFees(client as never as KalshiClient, '0.0001');
};

test('a fee of one cash step more or less passes, another fails with both amounts', async () => {
  for (const fee of ['0.175', '0.1751', '0.1749']) assert.equal((await checkOne(fee)).ok, true, fee);
  for (const fee of ['0.18', '0.1752', '0.1748', '0.17', '0']) {
    const { ok, detail } = await checkOne(fee);
    assert.equal(ok, false, fee);
    assert.match(detail, new RegExp(`^1 of 1 differ from the model: .* \\$${fee} instead of \\$0\\.175`));
  }
});

test('a maker pays what makers pay', async () => {
  const maker = { is_taker: false };
  assert.deepEqual(
    [(await checkOne('0', 'quadratic', maker)).ok, (await checkOne('0.175', 'quadratic', maker)).ok],
    [true, false],
  );
});

test('the terms of an event stand before those of its series', async () => {
  const known = { fee_type_override: 'quadratic' };
  const { ok, detail } = await checkOne('0.175', 'flat', {}, known);
  assert.deepEqual([ok, detail], [true, '1 of the newest fills are as the model computes']);
  const unknown = { fee_type_override: 'flat' };
  assert.match((await checkOne('0.175', 'quadratic', {}, unknown)).detail, /^no fill/);
  const half = { fee_multiplier_override: 0.5 };
  assert.deepEqual(
    [
      (await checkOne('0.0875', 'quadratic', {}, half)).ok,
      (await checkOne('0.175', 'quadratic', {}, half)).ok,
    ],
    [true, false],
  );
});

test('a formula that is not known compares nothing', async () => {
  assert.deepEqual(await checkOne('0.175', 'flat'), {
    name: 'fees',
    ok: true,
    detail: 'no fill to compare with the model',
  });
});

/**
 * Taker purchases of one account, 2026-08-10 to 2026-08-18, that a third party published with `fee_cost`, and one of the demo
 * exchange of 2026-07-04: multiplier of the series, quantity, price and fee.
 */
const RECORDED = [
  '0.5: 0.27 @ 0.27 fee 0.0019',
  '0.5: 1 @ 0.27 fee 0.0069',
  '0.5: 10 @ 0.27 fee 0.069',
  '1: 20 @ 0.15 fee 0.1785',
  '0.5: 1 @ 0.48 fee 0.0088',
  '0.5: 1 @ 0.13 fee 0.004',
  '0.5: 20 @ 0.13 fee 0.0792',
  '0.5: 1 @ 0.52 fee 0.0088',
  '1: 1 @ 0.28 fee 0.0142',
  '1: 10 @ 0.91 fee 0.0574',
  '1: 227.27 @ 0.001 fee 0.01593',
  '1: 90.9 @ 0.001 fee 0.0064',
  '1: 45.45 @ 0.002 fee 0.0064',
  '1: 28.32 @ 0.033 fee 0.06334',
  '1: 4.15 @ 0.228 fee 0.0512',
  '1: 909.09 @ 0.001 fee 0.06361',
];

const splitRecorded = (text: string) => {
  const [multiplier = '', size = '', , at = '', , fee = ''] = text.split(' ');
  return { multiplier: Number.parseFloat(multiplier), size: qty(size), at: price(at), fee };
};

const computeRecorded = (text: string): string => {
  const { multiplier, size, at } = splitRecorded(text);
  const terms = { type: 'quadratic', multiplier, isWaived: false };
  const schedule = requirePresent(toFeeSchedule(terms, '0.0001'), 'a schedule');
  return renderNotional(computeSingleFillFee(schedule, 'BUY', at, size, 'TAKER'));
};

test('the model computes the fees of recorded fills', () => {
  assert.deepEqual(
    RECORDED.map(computeRecorded),
    RECORDED.map((text) => splitRecorded(text).fee),
  );
});

/**
 * Maker fills of combinations, 2026-08-20 to 2026-08-27, that a third party published with `fee_cost` (540 of them, all
 * alike). The venue rounded each fee up to $0.0001 before it rounded the cash; its page has $0.000001 since September 2026.
 */
const ROUNDED_BEFORE = [
  '8.58 @ 0.528 fee 0.07496',
  '25.02 @ 0.811 fee 0.13438',
  '12.34 @ 0.691 fee 0.09236',
  '21.16 @ 0.776 fee 0.12884',
  '1.23 @ 0.201 fee 0.00707',
  '3.21 @ 0.073 fee 0.00777',
  '7.48 @ 0.746 fee 0.04972',
  '35.24 @ 0.583 fee 0.29998',
  '22.24 @ 0.787 fee 0.13052', // the last one, the same by both rules
];
const COMBO_RATE = '0.5: '; // of the taker fee

test('fills with the rounding until August 2026 cost a step of cash more at most, which the check of an account tolerates', async () => {
  assert.equal(computeRecorded('1: 71.94 @ 0.013 fee 0.06478'), '0.06468');
  for (const text of ROUNDED_BEFORE) {
    const { size, at, fee } = splitRecorded(`${COMBO_RATE}${text}`);
    const more = Number(fee) - Number(computeRecorded(`${COMBO_RATE}${text}`));
    assert.ok(Math.abs(more) < 1e-9 || Math.abs(more - 0.0001) < 1e-9, text);
    const { ok, detail } = await checkOne(fee, 'quadratic_with_combo_maker_fees', {
      is_taker: false,
      count_fp: size,
      yes_price_dollars: at,
    });
    assert.equal(ok, true, detail);
  }
});
