import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GenericAssetId } from '../contract/model/ids.ts';
import { renderDecimal } from '../contract/model/money.ts';
import type { Order } from '../contract/model/order.ts';
import {
  getOrder,
  listGenericAsset,
  ManualMarket,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import {
  qty,
  ReplacingVenue,
  restingReply,
  ScriptedVenue,
  toReport,
  venueFill,
} from './scripted-venue.fixture.ts';

/** A harness that holds `size` contracts: YES for BUY, the opposite for SELL. */
async function openHolding(
  size = '10',
  side: 'BUY' | 'SELL' = 'BUY',
  venue = new ScriptedVenue(),
): Promise<OmsHarness> {
  const harness = await openOms({ venue });
  await trade(harness, side, size);
  return harness;
}

/** An order that fills at once. */
async function trade(
  harness: OmsHarness,
  side: 'BUY' | 'SELL',
  size: string,
  change: object = {},
): Promise<void> {
  const { onPlace } = harness.venue;
  const id = `t${harness.venue.placed.length}`;
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, id, size, '0.48')] });
  assert.equal((await submit(harness, { side, qty: size, ...change })).status, 'FILLED');
  harness.venue.onPlace = onPlace;
  await settle();
}

const reduce = (harness: OmsHarness, size: string, change: object = {}): Promise<Order> =>
  submit(harness, { side: 'SELL', qty: size, price: '0.6', reduce_only: true, ...change });

/** The venue confirms a decrease, keeping what the order has filled. */
function confirmAmends({ venue }: OmsHarness): void {
  venue.onAmend = (amend) => {
    const placed = venue.placed.find(({ clientId }) => clientId === amend.clientId);
    assert.ok(placed !== undefined && amend.qty !== null);
    return restingReply(placed, { qty: amend.qty });
  };
}

const confirmCancels = ({ venue }: OmsHarness): void => {
  venue.onCancel = (clientId) => {
    const placed = venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return { kind: 'report', report: toReport(placed, { status: 'CANCELLED', reason: 'requested' }) };
  };
};

test('the quantity is capped at the position, and the request is echoed', async () => {
  const harness = await openHolding('4');
  const order = await reduce(harness, '10');
  assert.deepEqual([order.qty, order.cappedQty, order.qtyText], [qty('4'), qty('4'), '10']);
  assert.equal(harness.venue.placed.at(-1)?.qty, qty('4'));
  const fits = await openHolding('10');
  assert.deepEqual([(await reduce(fits, '10')).cappedQty], [null]);
});

test('a short position is reduced by buying YES or selling NO', async () => {
  for (const terms of [
    { side: 'BUY', outcome: 'YES' },
    { side: 'SELL', outcome: 'NO' },
  ]) {
    const harness = await openHolding('4', 'SELL');
    assert.equal((await reduce(harness, '10', terms)).cappedQty, qty('4'));
  }
});

test('an order that would open or increase a position is refused', async () => {
  const flat = await openOms();
  const held = await openHolding('4');
  const onFlat = await flat.oms.orders.submit(TRADER, orderBody({ reduce_only: true }), null);
  const onHeld = await held.oms.orders.submit(TRADER, orderBody({ reduce_only: true }), null);
  const { seq } = held.oms.state;
  const preview = await held.oms.orders.preview(TRADER, orderBody({ reduce_only: true }));
  for (const refused of [onFlat, onHeld, preview]) assert.equal(resultCode(refused), 'nothing_to_reduce');
  assert.deepEqual([held.oms.state.seq, flat.venue.placed.length], [seq, 0]);
});

test('I-35: concurrent orders cannot close the same contracts', async () => {
  const harness = await openHolding('10');
  const body = orderBody({ side: 'SELL', qty: '7', price: '0.6', reduce_only: true });
  const answers = await Promise.all([1, 2, 3].map(() => harness.oms.orders.submit(TRADER, body, null)));
  const placed = harness.venue.placed.slice(1).map((order) => order.qty);
  assert.deepEqual(answers.map(resultCode), ['ok', 'ok', 'nothing_to_reduce']);
  assert.deepEqual(placed, [qty('7'), qty('3')]);
});

test('an order that is being cancelled stays reserved until its end is proven', async () => {
  const harness = await openHolding('10');
  const { id } = await reduce(harness, '10');
  const cancel = harness.oms.orders.cancel(TRADER, id);
  await settle();
  const early = await harness.oms.orders.submit(
    TRADER,
    orderBody({ side: 'SELL', price: '0.6', reduce_only: true }),
    null,
  );
  assert.equal(resultCode(early), 'nothing_to_reduce');
  confirmCancels(harness);
  harness.clock.advance(5_000);
  await cancel;
  await settle();
  assert.equal(getOrder(harness, id).status, 'CANCELLED');
  assert.equal((await reduce(harness, '10')).status, 'OPEN');
});

test('the repeat of a capped order is recognised by the requested quantity', async () => {
  const harness = await openHolding('4');
  const first = await reduce(harness, '10', { client_order_id: 'k' });
  const body = { side: 'SELL', price: '0.6', reduce_only: true, client_order_id: 'k' };
  const again = value(await harness.oms.orders.submit(TRADER, orderBody({ ...body, qty: '10.0' }), null));
  assert.deepEqual([again.replayed, again.order.id], [true, first.id]);
  const other = await harness.oms.orders.submit(TRADER, orderBody({ ...body, qty: '4' }), null);
  assert.equal(resultCode(other), 'idempotency_conflict');
});

test('max_position_qty does not stop a reduce-only order', async () => {
  const harness = await openHolding('10');
  value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '0' }));
  await submit(harness, { side: 'SELL', qty: '5', price: '0.7' });
  assert.equal((await reduce(harness, '10')).status, 'OPEN');
});

test('when the position shrinks, the newest order is lowered, and then cancelled', async () => {
  const harness = await openHolding('10');
  confirmAmends(harness);
  confirmCancels(harness);
  const older = await reduce(harness, '4');
  const newer = await reduce(harness, '6');
  await trade(harness, 'SELL', '2');
  const lowered = getOrder(harness, newer.id);
  assert.deepEqual([lowered.qty, lowered.cappedQty, lowered.qtyText], [qty('4'), qty('4'), '6']);
  assert.equal(getOrder(harness, older.id).qty, qty('4'));
  await trade(harness, 'SELL', '6');
  assert.deepEqual(
    [getOrder(harness, newer.id).status, getOrder(harness, newer.id).reason],
    ['CANCELLED', 'reduce_only'],
  );
  assert.equal(getOrder(harness, older.id).qty, qty('2'));
});

test('an order that the venue does not lower is cancelled', async () => {
  const harness = await openHolding('10');
  confirmCancels(harness);
  harness.venue.onAmend = () => ({ kind: 'refused', code: 'no', message: 'no' });
  const { id } = await reduce(harness, '10');
  await trade(harness, 'SELL', '3');
  await settle();
  assert.deepEqual(
    [getOrder(harness, id).status, getOrder(harness, id).reason],
    ['CANCELLED', 'reduce_only'],
  );
  assert.equal(harness.venue.amended.length, 1);
});

test('a venue without native amend replaces the order by a smaller one', async () => {
  const venue = new ReplacingVenue();
  const harness = await openHolding('10', 'BUY', venue);
  const { id } = await reduce(harness, '10');
  await trade(harness, 'SELL', '3');
  await settle();
  const order = getOrder(harness, id);
  assert.deepEqual([order.status, order.qty, order.cappedQty], ['OPEN', qty('7'), qty('7')]);
  assert.equal(venue.placed.at(-1)?.qty, qty('7'));
});

test('its own fills lower nothing', async () => {
  const harness = await openHolding('10');
  const { id } = await reduce(harness, '10');
  const placed = harness.venue.placed.at(-1);
  assert.ok(placed);
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, { fills: [venueFill(placed, 'own', '6', '0.6')] }),
  );
  await settle();
  assert.deepEqual(
    [getOrder(harness, id).status, harness.venue.amended, harness.venue.cancelled],
    ['PARTIAL', [], []],
  );
});

test('what a position lost while the service was down is lowered at the start', async () => {
  const first = await openHolding('10');
  const { id } = await reduce(first, '10');
  await submit(first, { side: 'SELL', qty: '4', price: '0.7' });
  const [, resting, plain] = first.venue.placed;
  assert.ok(resting !== undefined && plain !== undefined);
  first.oms.stop();
  const venue = new ScriptedVenue();
  venue.placed.push(...first.venue.placed);
  const filled = toReport(plain, { status: 'FILLED', fills: [venueFill(plain, 'down', '4', '0.7')] });
  venue.toReconcile = [toReport(resting), filled];
  confirmAmends({ ...first, venue });
  const again = await openOms({ storage: first.storage, clock: first.clock, market: first.market, venue });
  await settle();
  const order = getOrder(again, id);
  assert.deepEqual([order.status, order.qty, order.cappedQty], ['OPEN', qty('6'), qty('6')]);
});

test('an amend cannot raise it', async () => {
  const harness = await openHolding('10');
  const { id } = await reduce(harness, '4');
  const raised = await harness.oms.orders.amend(TRADER, id, { qty: '5' });
  assert.equal(resultCode(raised), 'validation');
});

/** 4 contracts of 1001 and 7 of 1002, both members of one asset; the second may be inverted. */
async function openAssetHolding(inverted = false): Promise<OmsHarness> {
  const market = new ManualMarket();
  for (const id of [1001, 1002]) market.set(openInstrument(id));
  const harness = await openOms({ market });
  await trade(harness, 'BUY', '4');
  await trade(harness, inverted ? 'SELL' : 'BUY', '7', { instrument_id: 1002 });
  listGenericAsset(market, [1001, 1002], '20');
  const asset = market.asset(501 as GenericAssetId);
  assert.ok(asset !== null);
  const members = asset.members.map((each, index) => ({ ...each, inverted: inverted && index === 1 }));
  market.assets.set(asset.genericAssetId, { ...asset, members });
  return harness;
}

const legsOf = ({ legs }: Order) => legs.map(({ instrumentId, qty: size }) => [instrumentId, size]);

test('BEST_PRICE is capped at the largest position of a member, and goes to that one', async () => {
  for (const inverted of [false, true]) {
    const harness = await openAssetHolding(inverted);
    const order = await reduce(harness, '10', ON_ASSET);
    assert.deepEqual([order.cappedQty, order.qtyText, legsOf(order)], [qty('7'), '10', [[1002, qty('7')]]]);
    const next = await reduce(harness, '10', ON_ASSET);
    assert.deepEqual([next.cappedQty, legsOf(next)], [qty('4'), [[1001, qty('4')]]]);
    const body = orderBody({ side: 'SELL', price: '0.6', reduce_only: true, ...ON_ASSET });
    assert.equal(resultCode(await harness.oms.orders.submit(TRADER, body, null)), 'nothing_to_reduce');
  }
});

test('I-35: DIRECT and BEST_PRICE orders never close the same contracts', async () => {
  const harness = await openAssetHolding();
  assert.equal((await reduce(harness, '5', { instrument_id: 1002 })).cappedQty, null);
  const order = await reduce(harness, '10', ON_ASSET); // 4 are left at 1001 and 2 at 1002
  assert.deepEqual([order.cappedQty, legsOf(order)], [qty('4'), [[1001, qty('4')]]]);
  assert.equal((await reduce(harness, '10', { instrument_id: 1002 })).cappedQty, qty('2'));
});

test('a member that cannot be traded limits nothing', async () => {
  const harness = await openAssetHolding();
  harness.market.set(openInstrument(1002, { status: 'PAUSED' }));
  const order = await reduce(harness, '10', ON_ASSET);
  assert.deepEqual([order.cappedQty, legsOf(order)], [qty('4'), [[1001, qty('4')]]]);
});

test('a routed order is lowered when the position of its member shrinks', async () => {
  const harness = await openAssetHolding();
  confirmAmends(harness);
  const { id } = await reduce(harness, '10', ON_ASSET);
  await trade(harness, 'SELL', '4'); // of 1001
  assert.equal(getOrder(harness, id).qty, qty('7'));
  await trade(harness, 'SELL', '3', { instrument_id: 1002 });
  await settle();
  const { cappedQty, legs } = getOrder(harness, id);
  assert.deepEqual([cappedQty, legs[0]?.qty], [qty('4'), qty('4')]);
});

test("a remaining quantity below the market's minimum is refused", async () => {
  const harness = await openHolding('4');
  harness.market.set(openInstrument(1001, { qtyMin: qty('5') }));
  const small = await harness.oms.orders.submit(
    TRADER,
    orderBody({ side: 'SELL', price: '0.6', reduce_only: true }),
    null,
  );
  assert.equal(resultCode(small), 'nothing_to_reduce');
});

describe('SPLIT over what is held', () => {
  const SPLIT = { ...ON_ASSET, routing: { mode: 'SPLIT' } };
  const listLegs = (order: Order): string[] =>
    order.legs.map((leg) => `${leg.instrumentId} ${leg.outcome} ${renderDecimal(leg.qty)}`);

  for (const inverted of [false, true]) {
    const second = inverted ? 'NO' : 'YES';

    test(`a reduce-only order closes at each member what is held there${inverted ? ', an inverted one included' : ''}`, async () => {
      const harness = await openAssetHolding(inverted);
      const order = await reduce(harness, '20', { ...SPLIT, price: '0.1' });
      assert.deepEqual(listLegs(order).toSorted(), ['1001 YES 4', `1002 ${second} 7`]);
      assert.deepEqual([order.qty, order.cappedQty], [qty('11'), qty('11')]);
      const again = await harness.oms.orders.submit(
        TRADER,
        orderBody({ ...SPLIT, side: 'SELL', price: '0.1', reduce_only: true }),
        null,
      );
      assert.equal(resultCode(again), 'nothing_to_reduce');
    });

    test(`a sale closes what is held first${inverted ? ', at an inverted member too' : ''}, and opens only what exceeds it`, async () => {
      const harness = await openAssetHolding(inverted);
      const within = value(
        await harness.oms.orders.preview(
          TRADER,
          orderBody({ ...SPLIT, side: 'SELL', price: '0.1', qty: '11' }),
        ),
      );
      assert.equal(within.opens, 0n);
      // At the inverted member there are buyers now, at the other one there are none.
      assert.deepEqual(
        within.legs.map(({ instrumentId, qty: size }) => `${instrumentId} ${renderDecimal(size)}`).toSorted(),
        inverted ? ['1002 11'] : ['1001 4', '1002 7'],
      );
      const beyond = value(
        await harness.oms.orders.preview(
          TRADER,
          orderBody({ ...SPLIT, side: 'SELL', price: '0.1', qty: '15' }),
        ),
      );
      assert.equal(beyond.opens, qty('4'));
      assert.equal(
        beyond.legs.reduce((sum, leg) => sum + leg.qty, 0n),
        qty('15'),
      );
      assert.ok(
        beyond.legs.every(({ instrumentId, qty: size }) => size >= qty(instrumentId === 1001 ? '4' : '7')),
      );
    });
  }

  test('when one position shrinks, the order is cancelled: a decrease could be taken from another leg', async () => {
    const harness = await openAssetHolding();
    confirmCancels(harness);
    const { id } = await reduce(harness, '11', { ...SPLIT, price: '0.99' });
    await trade(harness, 'SELL', '5', { instrument_id: 1002 });
    await settle();
    assert.deepEqual(
      [getOrder(harness, id).status, getOrder(harness, id).reason],
      ['CANCELLED', 'reduce_only'],
    );
  });
});
