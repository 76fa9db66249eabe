import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { icebergBody, place } from '../complex-orders/engine/parents.fixture.ts';
import type { KeyId, VenueName } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import {
  listGenericAsset,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { DEMO, ScriptedVenue } from '../oms/scripted-venue.fixture.ts';
import type { VenueBudget } from '../ports/venue.ts';
import { actions, toPut } from './quotes/quotes.fixture.ts';

const QUIET = { ...TRADER, keyId: 'key_quiet' as KeyId };
const ORDERS = { cost: 10, waitMsMax: 0 };

const RULE = { name: 'write', left: 80, burst: 80, perSecond: 80, forCancels: false };

/** A venue that takes eight orders at once and eight per second. Its report of what is left never limits. */
class LimitedVenue extends ScriptedVenue {
  onBudgets = (): readonly VenueBudget[] => [{ ...RULE, orders: ORDERS }];
  budgets() {
    return this.onBudgets();
  }
}

const openLimited = (): Promise<OmsHarness> => openOms({ venue: new LimitedVenue() });

/** The orders that passed before the first refusal, and that refusal. */
async function flood({ oms }: OmsHarness, change: object = {}) {
  const orders: Order[] = [];
  for (;;) {
    const placed = await oms.orders.submit(TRADER, orderBody(change), null);
    if (!placed.ok) return { orders, refusal: placed.error };
    orders.push(placed.value.order);
    assert.ok(orders.length <= 50, 'the flood is refused');
  }
}

describe('I-46: shares of a venue budget', () => {
  test('a key above its share gets 429 with the bucket of the venue, and nothing is stored or sent', async () => {
    const harness = await openLimited();
    const { oms, venue } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const { orders, refusal } = await flood(harness);
    assert.deepEqual([orders.length, refusal.code], [3, 'rate_limited']);
    assert.equal(refusal.details?.['bucket'], 'venue:Demo');
    assert.ok(Number(refusal.details?.['retry_after_ms']) > 0);
    await settle();
    assert.equal(venue.placed.length, 4);
    assert.equal(oms.state.orders.size, 4);
  });

  test('the other key still places its share, and cancels are never refused', async () => {
    const harness = await openLimited();
    const { oms, venue } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const { orders } = await flood(harness);
    for (let count = 0; count < 4; count += 1) value(await oms.orders.submit(QUIET, orderBody(), null));
    assert.equal(resultCode(await oms.orders.submit(QUIET, orderBody(), null)), 'rate_limited');
    for (const { id } of orders) void oms.orders.cancel(TRADER, id);
    await settle();
    assert.equal(venue.cancelled.length, orders.length);
  });

  test('a refused key may send again after the wait it was given', async () => {
    const harness = await openLimited();
    const { oms, clock } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const { refusal } = await flood(harness);
    clock.advance(Number(refusal.details?.['retry_after_ms']));
    value(await oms.orders.submit(TRADER, orderBody(), null));
  });

  test('children of a complex order are not refused, and count', async () => {
    const harness = await openLimited();
    const { oms, venue } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    await flood(harness);
    harness.market.setTouch(1001, '0.47', '0.49');
    const sent = venue.placed.length;
    await place(harness, icebergBody());
    assert.equal(venue.placed.length, sent + 1);
    assert.equal(oms.risk.venueShare(TRADER, DEMO)?.usedLastMinute, 4);
  });

  test('the side of a quote above the share is refused, and withdrawing quotes is not', async () => {
    const harness = await openLimited();
    const { oms, venue } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const first = value(await oms.quotes.put(TRADER, toPut(1, { bid: '46 x 50' })));
    assert.deepEqual(actions(first), ['PLACED']);
    await flood(harness);
    const second = value(await oms.quotes.put(TRADER, toPut(2, { ask: '49 x 30' })));
    assert.deepEqual(actions(second), ['rate_limited']);
    void oms.quotes.put(TRADER, toPut(3, { bid: null }));
    await settle();
    assert.equal(venue.cancelled.length, 1);
  });

  test('the entry of a bracket above the share is refused with its exit', async () => {
    const harness = await openLimited();
    value(await harness.oms.orders.submit(QUIET, orderBody(), null));
    harness.market.setTouch(1001, '0.47', '0.49');
    const entry = { instrument_id: 1001, side: 'BUY', type: 'LIMIT', price: '0.44', qty: '10' };
    const params = { entry, take_profit: { price: '0.6' } };
    const bracket = { subaccount_id: 'sa_1', type: 'TP_SL', params };
    const submit = () => harness.oms.complexOrders.submit(TRADER, bracket, null);
    assert.equal(resultCode(await submit()), 'ok');
    await flood(harness);
    const before = harness.oms.state.seq;
    assert.equal(resultCode(await submit()), 'rate_limited');
    assert.deepEqual([harness.oms.state.seq, harness.oms.state.parents.size], [before, 1]);
  });

  for (const ids of [
    [1001, 1002],
    [1002, 1001],
  ])
    for (const flooded of [1001, 1002])
      test(`an order at two venues is refused by the one above the share: ${flooded} of ${ids.join(', ')}`, async () => {
        const kalshi = Object.assign(new LimitedVenue(), { name: 'Kalshi' as VenueName });
        const harness = await openOms({ venue: new LimitedVenue(), others: [kalshi] });
        const { oms, market } = harness;
        market.set(openInstrument(1002, { venue: kalshi.name }));
        value(await oms.orders.submit(QUIET, orderBody({ instrument_id: flooded }), null));
        await flood(harness, { instrument_id: flooded });
        listGenericAsset(market, ids, '6');
        const body = orderBody({ ...ON_ASSET, routing: { mode: 'SPLIT' } });
        const refused = await oms.orders.submit(TRADER, body, null);
        assert.ok(!refused.ok);
        const bucket = `venue:${flooded === 1001 ? 'Demo' : 'Kalshi'}`;
        assert.deepEqual([refused.error.code, refused.error.details?.['bucket']], ['rate_limited', bucket]);
        const used = [DEMO, kalshi.name].map((name) => oms.risk.venueShare(TRADER, name)?.usedLastMinute);
        assert.deepEqual(used, flooded === 1001 ? [3, 0] : [0, 3], 'nothing more is counted at either');
      });

  test('an order in two legs at one venue counts as two', async () => {
    const harness = await openLimited();
    const { oms, market } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    listGenericAsset(market, [1001, 1002], '6');
    const place = () =>
      oms.orders.submit(TRADER, orderBody({ ...ON_ASSET, routing: { mode: 'SPLIT' } }), null);
    assert.equal(value(await place()).order.legs.length, 2);
    assert.equal(oms.risk.venueShare(TRADER, DEMO)?.usedLastMinute, 2);
    assert.equal(resultCode(await place()), 'rate_limited', 'one is left of three');
    assert.equal(resultCode(await oms.orders.submit(TRADER, orderBody({ price: '0.4' }), null)), 'ok');
  });

  test('the budget with the fewest orders left counts, in whatever order its venue lists them', async () => {
    const budgets = [
      { ...RULE, left: 40, orders: { cost: 20, waitMsMax: 0 } }, // two orders
      { ...RULE, left: 30, orders: ORDERS }, // three
      { ...RULE, left: 1 }, // of other requests
    ];
    for (const listed of [budgets, budgets.toReversed()]) {
      const venue = new LimitedVenue();
      venue.onBudgets = () => listed;
      const { oms } = await openOms({ venue });
      const { left, shareBurst, sharePerSecond } = oms.risk.venueShare(TRADER, DEMO) ?? {};
      assert.deepEqual([left, shareBurst, sharePerSecond], [2, 4, 4]);
    }
  });

  test('a batch is refused order by order, and an exact repeat is answered', async () => {
    const { oms } = await openLimited();
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const bodies = Array.from({ length: 6 }, (_, index) => orderBody({ client_order_id: `c-${index}` }));
    const entries = value(await oms.orders.submitBatch(TRADER, bodies));
    assert.deepEqual(
      entries.map(({ ok }) => ok),
      [true, true, true, false, false, false],
    );
    assert.equal(value(await oms.orders.submit(TRADER, bodies[0], null)).replayed, true);
  });

  test('an order that is refused before anything is sent does not count', async () => {
    const harness = await openLimited();
    const { oms, venue } = harness;
    value(await oms.orders.submit(QUIET, orderBody(), null));
    const { onPlace } = venue;
    venue.onPlace = () => ({ kind: 'unsent', why: 'no connection' });
    for (let count = 0; count < 20; count += 1) {
      const { order } = value(await oms.orders.submit(TRADER, orderBody(), null));
      assert.equal(order.status, 'REJECTED');
    }
    assert.equal(oms.risk.venueShare(TRADER, DEMO)?.usedLastMinute, 0);
    venue.onPlace = () => ({ kind: 'refused', code: 'venue_rejected', message: 'no' });
    value(await oms.orders.submit(TRADER, orderBody(), null));
    assert.equal(oms.risk.venueShare(TRADER, DEMO)?.usedLastMinute, 1);
    venue.onPlace = onPlace;
    const { orders } = await flood(harness);
    assert.equal(orders.length, 2, 'its share is three, of which one order was sent');
  });

  test('the view shows the share and the use of the key', async () => {
    const { oms } = await openLimited();
    value(await oms.orders.submit(QUIET, orderBody(), null));
    value(await oms.orders.submit(TRADER, orderBody(), null));
    assert.deepEqual(oms.risk.venueShare(TRADER, DEMO), {
      activeKeys: 2,
      left: 6,
      shareLeft: 2,
      shareBurst: 4,
      sharePerSecond: 4,
      usedLastMinute: 1,
    });
  });

  test('a venue without a limit on orders refuses none', async () => {
    const harness = await openOms();
    for (let count = 0; count < 20; count += 1)
      value(await harness.oms.orders.submit(TRADER, orderBody(), null));
    assert.equal(harness.oms.risk.venueShare(TRADER, DEMO), null);
  });
});
