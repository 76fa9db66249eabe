import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OmsHarness, openInstrument, resultCode, settle, TRADER } from '../../oms/oms.fixture.ts';
import { price, qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import { fill, getParent, iocReply, moveTo, openParents, pass, place, sentTo } from './parents.fixture.ts';

const SLICE_MS = 60_000;

/** `BUY 40 YES @ 0.50`, four parts a minute apart; the best prices are 0.47 and 0.49. */
const twapBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'TWAP',
  instrument_id: 1001,
  side: 'BUY',
  qty: '40',
  price: '0.5',
  params: { duration_ms: 4 * SLICE_MS, slices: 4, ...params },
  ...change,
});

async function openTwap(params: object = {}, change: object = {}) {
  const harness = await openParents();
  harness.venue.onPlace = (order) => (order.tif === 'IOC' ? iocReply(order, '0') : restingReply(order));
  harness.venue.onCancel = (clientId) => {
    const order = harness.venue.placed.find((placed) => placed.clientId === clientId);
    assert.ok(order !== undefined);
    return restingReply(order, { status: 'CANCELLED', reason: 'requested' });
  };
  const { id } = await place(harness, twapBody(params, change));
  return { harness, id };
}

/** Until the next part is due, and a little longer: what was cancelled for it is replaced within a second. */
async function nextSlice(harness: OmsHarness): Promise<void> {
  await pass(harness, SLICE_MS - 1_000);
  await pass(harness, 1_000);
}

const sizes = ({ venue }: OmsHarness): readonly bigint[] =>
  venue.placed.map((order: VenueOrder) => order.qty);

describe('TWAP', () => {
  test('equal parts rest at the touch, at equal intervals by the clock of the service', async () => {
    const { harness, id } = await openTwap();
    for (let part = 0; part < 4; part += 1) {
      assert.deepEqual(sizes(harness), Array(part + 1).fill(qty('10')));
      assert.deepEqual([sentTo(harness).price, sentTo(harness).tif], [price('0.47'), 'GTC']);
      await fill(harness, sentTo(harness), '10');
      if (part < 3) await nextSlice(harness);
    }
    assert.equal(getParent(harness, id).status, 'FILLED');
  });

  test('a filled part is not followed before its interval is over', async () => {
    const { harness } = await openTwap();
    await fill(harness, sentTo(harness), '10');
    await pass(harness, SLICE_MS - 1);
    assert.equal(harness.venue.placed.length, 1);
    await pass(harness, 1);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('what a part leaves is skipped', async () => {
    const { harness, id } = await openTwap();
    await fill(harness, sentTo(harness), '4');
    harness.venue.onCancel = (clientId) => {
      const order = harness.venue.placed.find((placed) => placed.clientId === clientId);
      assert.ok(order !== undefined);
      const fills = [venueFill(order, `t-${order.clientId}-4`, '4', '0.44')];
      return restingReply(order, { fills, status: 'CANCELLED', reason: 'requested' });
    };
    await nextSlice(harness);
    assert.deepEqual(sizes(harness), [qty('10'), qty('10')]);
    assert.deepEqual(
      [getParent(harness, id).filledQty, getParent(harness, id).liveQty],
      [qty('4'), qty('10')],
    );
  });

  test('SPREAD adds what a part leaves to the next ones', async () => {
    const { harness } = await openTwap({ catch_up: 'SPREAD' });
    await nextSlice(harness);
    await nextSlice(harness);
    await nextSlice(harness);
    assert.deepEqual(sizes(harness), [qty('10'), qty('13'), qty('20'), qty('40')]);
  });

  test('a fill while the cancel of a part is under way lowers the next one, and nothing exceeds the quantity', async () => {
    const { harness, id } = await openTwap({ catch_up: 'SPREAD' });
    harness.venue.onCancel = () => new Promise(() => undefined);
    const first = sentTo(harness);
    await nextSlice(harness);
    assert.equal(harness.venue.placed.length, 1);
    const fills = [venueFill(first, 't-late', '6', '0.47')];
    const report = toReport(first, { fills, status: 'CANCELLED', reason: 'requested' });
    harness.oms.onVenueReport(harness.venue.name, report);
    await settle();
    await pass(harness, 1_000);
    assert.equal(sentTo(harness).qty, qty('7'));
    assert.equal(getParent(harness, id).filledQty, qty('6'));
  });

  test('a remainder below the minimum of the market ends it with below_minimum', async () => {
    const { harness, id } = await openTwap();
    for (let part = 0; part < 2; part += 1) {
      await fill(harness, sentTo(harness), '10');
      await nextSlice(harness);
    }
    harness.market.set(openInstrument(1001, { qtyMin: qty('15') }));
    await settle();
    assert.equal(getParent(harness, id).status, 'WORKING', 'a part still rests');
    await fill(harness, sentTo(harness), '10');
    const { status, reason } = getParent(harness, id);
    assert.deepEqual([status, reason, sizes(harness).length], ['CANCELLED', 'below_minimum', 3]);
  });

  test('at the end the rest is cancelled, with duration_over', async () => {
    const { harness, id } = await openTwap();
    for (let part = 0; part < 4; part += 1) await nextSlice(harness);
    const { status, reason, liveQty } = getParent(harness, id);
    assert.deepEqual([status, reason, liveQty], ['CANCELLED', 'duration_over', 0n]);
    assert.equal(harness.venue.placed.length, 4);
  });

  test('CROSS takes the rest at the end, once and within the price', async () => {
    const { harness, id } = await openTwap({ finish: 'CROSS' });
    for (let part = 0; part < 4; part += 1) await nextSlice(harness);
    await pass(harness, 1_000);
    await pass(harness, 1_000);
    const last = sentTo(harness);
    assert.deepEqual([last.tif, last.qty, last.price], ['IOC', qty('40'), price('0.5')]);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).reason], [5, 'duration_over']);
  });

  test('post_only binds the parts that rest, not the rest that CROSS takes at the end', async () => {
    const { harness } = await openTwap({ finish: 'CROSS' }, { post_only: true });
    assert.deepEqual([sentTo(harness).tif, sentTo(harness).postOnly], ['GTC', true]);
    for (let part = 0; part < 4; part += 1) await nextSlice(harness);
    await pass(harness, 1_000);
    await pass(harness, 1_000);
    assert.deepEqual([sentTo(harness).tif, sentTo(harness).postOnly], ['IOC', false]);
  });

  test('AGGRESSIVE takes within the price only', async () => {
    const harness = await openParents();
    await moveTo(harness, '0.5', '0.52');
    harness.venue.onPlace = (order) => iocReply(order, '10');
    const { id } = await place(harness, twapBody({ style: 'AGGRESSIVE' }));
    await pass(harness, 5_000);
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.48', '0.5');
    assert.deepEqual(
      [sentTo(harness).tif, sentTo(harness).price, sentTo(harness).qty],
      ['IOC', price('0.5'), qty('10')],
    );
    await pass(harness, 5_000);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).filledQty], [1, qty('10')]);
  });

  /** The next process after so long; the market is the same. */
  const restartAfter = async (harness: OmsHarness, ms: number): Promise<OmsHarness> => {
    harness.oms.stop();
    const { venue, market, clock } = harness;
    clock.advance(ms);
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    for (let second = 0; second < 4; second += 1) await pass(again, 1_000);
    return again;
  };

  test('an outage of up to a minute continues by the clock, a longer one is PAUSED', async () => {
    const { harness, id } = await openTwap();
    await fill(harness, sentTo(harness), '10');
    const short = await restartAfter(harness, 59_000);
    assert.deepEqual([short.venue.placed.length, getParent(short, id).status], [2, 'WORKING']);
    await fill(short, sentTo(short), '10');
    const long = await restartAfter(short, 61_000);
    assert.deepEqual([long.venue.placed.length, getParent(long, id).pausedBy], [2, 'outage']);
  });

  test('parts that an outage missed are not sent together', async () => {
    const { harness, id } = await openTwap({ max_outage_ms: 600_000 });
    await fill(harness, sentTo(harness), '10');
    const again = await restartAfter(harness, 2 * SLICE_MS);
    assert.deepEqual([again.venue.placed.length, sentTo(again).qty], [2, qty('10')]);
    assert.equal(getParent(again, id).progress.slice, 3);
  });

  for (const [why, body] of [
    ['no price', twapBody({}, { price: undefined })],
    ['no slices', twapBody({ slices: undefined })],
    ['parts below the minimum of the market', twapBody({ slices: 50, duration_ms: 50 * SLICE_MS })],
    ['parts less than a second apart', twapBody({ duration_ms: 3_000 })],
    ['a trigger', twapBody({ trigger_price: '0.4' })],
    ['AGGRESSIVE with post_only', twapBody({ style: 'AGGRESSIVE' }, { post_only: true })],
  ] as const) {
    test(`${why} is refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }
});
