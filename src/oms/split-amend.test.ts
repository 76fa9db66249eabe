import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../domain/model/order.ts';
import type { VenueAmend } from '../ports/venue.ts';
import {
  codeOf,
  listAsset,
  type OmsHarness,
  ON_ASSET,
  openOms,
  price,
  qty,
  reportOf,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

/** A SPLIT of 5 and 5 that rests with both legs, at a venue that does as it is asked. */
async function openSplit(): Promise<[OmsHarness, Order]> {
  const desk = await openOms();
  listAsset(desk.market, [1001, 1002], '5');
  const order = await submit(desk, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
  assert.deepEqual(
    order.legs.map((leg) => [leg.status, leg.qty]),
    [
      ['OPEN', qty('5')],
      ['OPEN', qty('5')],
    ],
  );
  desk.venue.onAmend = (amend) => resting(placedAs(desk, amend.clientId), changeOf(amend));
  desk.venue.onCancel = (id) => resting(placedAs(desk, id), { status: 'CANCELLED', reason: 'requested' });
  return [desk, order];
}

function placedAs({ venue }: OmsHarness, clientId: string) {
  const placed = venue.placed.find((order) => order.clientId === clientId);
  assert.ok(placed);
  return placed;
}

const changeOf = ({ price: at, qty: size }: VenueAmend) => ({
  ...(at === null ? {} : { price: at }),
  ...(size === null ? {} : { qty: size }),
});

const legsOf = (desk: OmsHarness, { id }: Order) =>
  stateOf(desk, id).legs.map(({ status, price: at, qty: size }) => [status, at, size]);

const worst = (desk: OmsHarness): bigint => desk.engine.state.exposure.totals(TRADER.accountId, null).worst;

test('a SPLIT is lowered from its last leg, and only that venue is asked', async () => {
  const [desk, order] = await openSplit();
  const amended = value(await desk.engine.amend(TRADER, order.id, { qty: '8' }));
  assert.deepEqual([amended.qty, amended.status, worst(desk)], [qty('8'), 'OPEN', qty('8')]);
  assert.deepEqual(
    desk.venue.amended.map(({ clientId, price: at, qty: size }) => [clientId, at, size]),
    [[order.legs[1]?.clientId, null, qty('3')]],
  );
});

test('a leg with nothing left to do is cancelled rather than changed, and the order goes on', async () => {
  const [desk, order] = await openSplit();
  const amended = value(await desk.engine.amend(TRADER, order.id, { qty: '5' }));
  assert.deepEqual([amended.status, amended.qty, amended.pendingAction], ['OPEN', qty('5'), null]);
  assert.deepEqual([desk.venue.cancelled, desk.venue.amended], [[order.legs[1]?.clientId], []]);
  assert.deepEqual([stateOf(desk, order.id).legs[1]?.status, worst(desk)], ['CANCELLED', qty('5')]);
});

test('a new price goes to every leg, and the order has it once all have taken it', async () => {
  const [desk, order] = await openSplit();
  const late = Promise.withResolvers<void>();
  const { onAmend } = desk.venue;
  desk.venue.onAmend = async (amend) => {
    if (amend.clientId === order.legs[1]?.clientId) await late.promise;
    return onAmend(amend);
  };
  const answer = desk.engine.amend(TRADER, order.id, { price: '0.46' });
  await settle();
  const { pendingAction, price: before } = stateOf(desk, order.id);
  assert.deepEqual([pendingAction, before], ['amend', price('0.48')]);
  late.resolve();
  assert.equal(value(await answer).price, price('0.46'));
  assert.deepEqual(legsOf(desk, order), [
    ['OPEN', price('0.46'), qty('5')],
    ['OPEN', price('0.46'), qty('5')],
  ]);
});

test('an amend that a venue refuses leaves the order its terms, and reserves nothing more', async () => {
  const [desk, order] = await openSplit();
  desk.venue.onAmend = () => ({ kind: 'unsent', why: 'down' });
  assert.equal(codeOf(await desk.engine.amend(TRADER, order.id, { price: '0.46' })), 'venue_unavailable');
  const { price: at, pendingAction } = stateOf(desk, order.id);
  assert.deepEqual([at, pendingAction, worst(desk)], [price('0.48'), null, qty('10')]);
});

test('one leg that its venue ends leaves the order resting with the other', async () => {
  const [desk, order] = await openSplit();
  const first = placedAs(desk, order.legs[0]?.clientId ?? '');
  desk.engine.report(desk.venue.name, reportOf(first, { status: 'CANCELLED', reason: 'market_closed' }));
  await settle();
  assert.deepEqual([stateOf(desk, order.id).status, worst(desk)], ['OPEN', qty('5')]);
});
