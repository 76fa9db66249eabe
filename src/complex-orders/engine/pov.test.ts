import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId, SubaccountId } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import {
  type OmsHarness,
  openInstrument,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { price, qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueFill } from '../../ports/venue.ts';
import {
  fill,
  getParent,
  iocReply,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
} from './parents.fixture.ts';

const WINDOW_MS = 10_000;

/** `BUY 100 YES @ 0.50`, half of what others trade. */
const povBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'POV',
  instrument_id: 1001,
  side: 'BUY',
  qty: '100',
  price: '0.5',
  params: { participation: '0.5', window_ms: WINDOW_MS, ...params },
  ...change,
});

const print = ({ market, clock }: OmsHarness, at: string, size: string, lateMs = 0): void =>
  market.print(1001, at, size, (clock.now() - lateMs) as TimestampMs);

/** A market with so much quantity of others that own orders hide no price. */
async function openPov(params: object = {}, change: object = {}) {
  const harness = await openParents();
  harness.market.setTouch(1001, '0.47', '0.49', '9000');
  const { id } = await place(harness, povBody(params, change));
  return { harness, id };
}

/** The venue confirms each cancel, with what the order has filled. */
function confirmCancels({ venue }: OmsHarness, fills: readonly VenueFill[] = []): void {
  venue.onCancel = (clientId) => {
    const order = venue.placed.find((placed) => placed.clientId === clientId);
    assert.ok(order !== undefined);
    return restingReply(order, { fills, status: 'CANCELLED', reason: 'requested' });
  };
}

const sizes = ({ venue }: OmsHarness) => venue.placed.map((order) => order.qty);

describe('POV', () => {
  test('without prints nothing is placed; then the share of the volume rests at the bid', async () => {
    const { harness } = await openPov();
    await passSlowly(harness, 11);
    assert.equal(harness.venue.placed.length, 0);
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    assert.deepEqual([sizes(harness), sentTo(harness).price], [[qty('20')], price('0.47')]);
  });

  test('more volume is followed once in a window, and the next order once the cancel is proven', async () => {
    const { harness, id } = await openPov();
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    harness.venue.onCancel = () => new Promise(() => undefined);
    print(harness, '0.48', '20');
    await pass(harness, 1_000);
    assert.deepEqual([harness.venue.cancelled.length, harness.venue.placed.length], [1, 1]);
    const fills = [venueFill(sentTo(harness), 't-late', '15', '0.47')];
    const report = toReport(sentTo(harness), { fills, status: 'CANCELLED', reason: 'requested' });
    harness.oms.onVenueReport(harness.venue.name, report);
    await passSlowly(harness, 2);
    const { filledQty, liveQty } = getParent(harness, id);
    assert.deepEqual([sizes(harness), filledQty, liveQty], [[qty('20'), qty('15')], qty('15'), qty('15')]);
    print(harness, '0.48', '20');
    await passSlowly(harness, 5);
    assert.equal(harness.venue.cancelled.length, 1);
    await passSlowly(harness, 2);
    assert.equal(harness.venue.cancelled.length, 2);
  });

  test('with reduce_only and more than the position one order rests for the position', async () => {
    const harness = await openParents();
    harness.market.setTouch(1001, '0.47', '0.49', '9000');
    confirmCancels(harness);
    await submit(harness, { qty: '8' });
    await fill(harness, sentTo(harness), '8');
    await place(harness, povBody({}, { side: 'SELL', price: '0.3', reduce_only: true }));
    print(harness, '0.48', '60');
    await passSlowly(harness, 11);
    assert.deepEqual(sizes(harness), [qty('8'), qty('8')]);
    await passSlowly(harness, 30);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('a remainder below the minimum of the market ends it with below_minimum', async () => {
    const harness = await openParents();
    harness.market.set(openInstrument(1001, { qtyMin: qty('5') }));
    harness.market.setTouch(1001, '0.47', '0.49', '9000');
    const { id } = await place(harness, povBody({}, { qty: '12' }));
    print(harness, '0.48', '16');
    await passSlowly(harness, 11);
    await fill(harness, sentTo(harness), '8');
    await passSlowly(harness, 11);
    assert.deepEqual([getParent(harness, id).status, sizes(harness)], ['CANCELLED', [qty('8')]]);
    assert.equal(getParent(harness, id).reason, 'below_minimum');
  });

  test('own fills are no volume of others, whichever is reported first', async () => {
    for (const isPrintFirst of [true, false]) {
      const { harness } = await openPov();
      print(harness, '0.48', '40');
      await passSlowly(harness, 11);
      if (isPrintFirst) print(harness, '0.47', '20');
      await passSlowly(harness, 11);
      assert.equal(harness.venue.placed.length, 1);
      await fill(harness, sentTo(harness), '20');
      if (!isPrintFirst) print(harness, '0.47', '20');
      await passSlowly(harness, 31);
      assert.deepEqual(sizes(harness), [qty('20')]);
    }
  });

  test('neither are the fills of other orders of the account', async () => {
    const { harness } = await openPov();
    await submit(harness, { price: '0.48', qty: '30' });
    const own = sentTo(harness);
    print(harness, '0.48', '30');
    await passSlowly(harness, 11);
    await fill(harness, own, '30');
    await passSlowly(harness, 11);
    assert.equal(harness.venue.placed.length, 1);
    print(harness, '0.48', '10');
    await passSlowly(harness, 11);
    assert.deepEqual(sizes(harness), [qty('30'), qty('5')]);
  });

  test('the fills of another account are volume of others', async () => {
    const { harness } = await openPov();
    const { accountAdmin, orders } = harness.oms;
    const other = { ...TRADER, accountId: 'acc_2' as AccountId };
    const subaccountId = 'sa_1' as SubaccountId;
    await accountAdmin.createAccount(other.accountId);
    await accountAdmin.createSubaccount({ accountId: other.accountId, subaccountId, name: 'sa_1' });
    value(await orders.submit(other, orderBody({ qty: '30' }), null));
    const theirs = sentTo(harness);
    await fill(harness, theirs, '30');
    print(harness, '0.48', '30');
    await passSlowly(harness, 11);
    assert.deepEqual(sizes(harness), [qty('30'), qty('15')]);
  });

  test('an own order away from the traded prices hides no volume', async () => {
    const { harness } = await openPov();
    await submit(harness, { price: '0.2', qty: '500' });
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    assert.equal(sentTo(harness).qty, qty('20'));
  });

  test('a fill that its venue settles later is subtracted once', async () => {
    const { harness } = await openPov();
    await submit(harness, { price: '0.48', qty: '30' });
    const own = sentTo(harness);
    for (const settlement of ['PENDING', 'FINAL'] as const) {
      const fills = [{ ...venueFill(own, 't-1', '30', '0.48'), settlement }];
      harness.oms.onVenueReport(harness.venue.name, toReport(own, { fills, status: 'FILLED' }));
      await settle();
    }
    print(harness, '0.48', '50');
    await passSlowly(harness, 11);
    assert.deepEqual(sizes(harness), [qty('30'), qty('10')]);
  });

  test('trades of before its acceptance and of other markets do not count', async () => {
    const { harness } = await openPov();
    await pass(harness, 2_000);
    print(harness, '0.48', '40', 3_000);
    harness.market.print(1002, '0.48', '40', harness.clock.now());
    await passSlowly(harness, 11);
    assert.equal(harness.venue.placed.length, 0);
  });

  test('it follows the best price of others within its price', async () => {
    const { harness } = await openPov();
    confirmCancels(harness);
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    harness.market.setTouch(1001, '0.52', '0.54', '9000');
    await passSlowly(harness, 11);
    assert.deepEqual([sentTo(harness).price, sentTo(harness).qty], [price('0.5'), qty('20')]);
  });

  test('the volume of before a restart still counts, and that of the outage does not', async () => {
    const { harness, id } = await openPov();
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    await fill(harness, sentTo(harness), '20');
    harness.oms.stop();
    const { venue, market, clock } = harness;
    print(harness, '0.48', '60');
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    await passSlowly(again, 11);
    assert.equal(again.venue.placed.length, 1);
    print(again, '0.48', '10');
    await passSlowly(again, 11);
    assert.deepEqual(
      [sizes(again), getParent(again, id).progress.volume],
      [[qty('20'), qty('5')], qty('50')],
    );
  });

  test('CROSS takes the rest in the last window before the expiry, once', async () => {
    const harness = await openParents();
    harness.market.setTouch(1001, '0.47', '0.49', '9000');
    const expiry = new Date(harness.clock.now() + 60_000).toISOString();
    const { id } = await place(harness, povBody({ finish: 'CROSS' }, { tif: 'GTD', expires_at: expiry }));
    harness.venue.onPlace = (order) => iocReply(order, '60');
    await passSlowly(harness, 49);
    assert.equal(harness.venue.placed.length, 0);
    await passSlowly(harness, 3);
    const { tif, qty: size, price: limit } = sentTo(harness);
    assert.deepEqual([tif, size, limit], ['IOC', qty('100'), price('0.5')]);
    const { status, reason, filledQty } = getParent(harness, id);
    assert.deepEqual([status, reason, filledQty], ['CANCELLED', 'duration_over', qty('60')]);
  });

  test('a raised quantity never exceeds the share', async () => {
    const { harness } = await openPov();
    print(harness, '0.48', '40');
    await passSlowly(harness, 11);
    value(await harness.oms.complexOrders.amend(TRADER, getOnly(harness), { qty: '500' }));
    await passSlowly(harness, 11);
    assert.deepEqual(sizes(harness), [qty('20')]);
  });

  const getOnly = ({ oms }: OmsHarness) => {
    const [id] = oms.state.parents.keys();
    assert.ok(id !== undefined);
    return id;
  };

  for (const [why, body] of [
    ['no price', povBody({}, { price: undefined })],
    ['no participation', povBody({ participation: undefined })],
    ['more than half of the volume', povBody({ participation: '0.51' })],
    ['less than a hundredth', povBody({ participation: '0.009' })],
    ['a window below a second', povBody({ window_ms: 999 })],
    ['CROSS without expiry', povBody({ finish: 'CROSS' })],
    ['a reference', povBody({ reference: 'NEAR' })],
  ] as const) {
    test(`${why} is refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }
});
