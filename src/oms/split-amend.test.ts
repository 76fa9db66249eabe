import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../contract/model/order.ts';
import type { VenueAmend } from '../ports/venue.ts';
import {
  getOrder,
  listGenericAsset,
  type OmsHarness,
  ON_ASSET,
  openOms,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { price, qty, restingReply, toReport } from './scripted-venue.fixture.ts';

/** A SPLIT of 5 and 5 with both legs resting, at a venue that applies every request. */
async function openSplit(): Promise<[OmsHarness, Order]> {
  const harness = await openOms();
  listGenericAsset(harness.market, [1001, 1002], '5');
  const order = await submit(harness, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
  assert.deepEqual(
    order.legs.map((leg) => [leg.status, leg.qty]),
    [
      ['OPEN', qty('5')],
      ['OPEN', qty('5')],
    ],
  );
  harness.venue.onAmend = (amend) => restingReply(findPlaced(harness, amend.clientId), toChange(amend));
  harness.venue.onCancel = (id) =>
    restingReply(findPlaced(harness, id), { status: 'CANCELLED', reason: 'requested' });
  return [harness, order];
}

function findPlaced({ venue }: OmsHarness, clientId: string) {
  const placed = venue.placed.find((order) => order.clientId === clientId);
  assert.ok(placed);
  return placed;
}

const toChange = ({ price: at, qty: size }: VenueAmend) => ({
  ...(at === null ? {} : { price: at }),
  ...(size === null ? {} : { qty: size }),
});

const getLegs = (harness: OmsHarness, { id }: Order) =>
  getOrder(harness, id).legs.map(({ status, price: at, qty: size }) => [status, at, size]);

const worstCaseQty = (harness: OmsHarness): bigint =>
  harness.oms.state.exposure.totals(TRADER.accountId, null).worst;

test('a SPLIT is lowered from its last leg, and only that venue gets a request', async () => {
  const [harness, order] = await openSplit();
  const amended = value(await harness.oms.orders.amend(TRADER, order.id, { qty: '8' }));
  assert.deepEqual([amended.qty, amended.status, worstCaseQty(harness)], [qty('8'), 'OPEN', qty('8')]);
  assert.deepEqual(
    harness.venue.amended.map(({ clientId, price: at, qty: size }) => [clientId, at, size]),
    [[order.legs[1]?.clientId, null, qty('3')]],
  );
});

test('a leg without remaining quantity is cancelled instead of amended, and the order continues', async () => {
  const [harness, order] = await openSplit();
  const amended = value(await harness.oms.orders.amend(TRADER, order.id, { qty: '5' }));
  assert.deepEqual([amended.status, amended.qty, amended.pendingAction], ['OPEN', qty('5'), null]);
  assert.deepEqual([harness.venue.cancelled, harness.venue.amended], [[order.legs[1]?.clientId], []]);
  assert.deepEqual(
    [getOrder(harness, order.id).legs[1]?.status, worstCaseQty(harness)],
    ['CANCELLED', qty('5')],
  );
});

test('a new price is sent to every leg, and the order has it once all have confirmed', async () => {
  const [harness, order] = await openSplit();
  const late = Promise.withResolvers<void>();
  const { onAmend } = harness.venue;
  harness.venue.onAmend = async (amend) => {
    if (amend.clientId === order.legs[1]?.clientId) await late.promise;
    return onAmend(amend);
  };
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.46' });
  await settle();
  const { pendingAction, price: before } = getOrder(harness, order.id);
  assert.deepEqual([pendingAction, before], ['amend', price('0.48')]);
  late.resolve();
  assert.equal(value(await answer).price, price('0.46'));
  assert.deepEqual(getLegs(harness, order), [
    ['OPEN', price('0.46'), qty('5')],
    ['OPEN', price('0.46'), qty('5')],
  ]);
});

test('an amend that a venue refuses keeps the terms of the order and releases its reservation', async () => {
  const [harness, order] = await openSplit();
  harness.venue.onAmend = () => ({ kind: 'unsent', why: 'down' });
  const refused = await harness.oms.orders.amend(TRADER, order.id, { price: '0.46' });
  assert.equal(resultCode(refused), 'venue_unavailable');
  assert.equal(refused.ok || refused.error.details, null, 'another leg may have been amended');
  const { price: at, pendingAction } = getOrder(harness, order.id);
  assert.deepEqual([at, pendingAction, worstCaseQty(harness)], [price('0.48'), null, qty('10')]);
});

test('if a venue closes one leg, the order keeps resting with the other', async () => {
  const [harness, order] = await openSplit();
  const first = findPlaced(harness, order.legs[0]?.clientId ?? '');
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(first, { status: 'CANCELLED', reason: 'market_closed' }),
  );
  await settle();
  assert.deepEqual([getOrder(harness, order.id).status, worstCaseQty(harness)], ['OPEN', qty('5')]);
});
