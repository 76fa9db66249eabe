import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OmsHarness, resultCode, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import { findWatch } from '../rules/rules-of-types.ts';
import {
  getParent,
  iocReply,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
} from './parents.fixture.ts';

/** `SELL 20 YES`, 0.05 below the best bid; the bid is 0.47. */
const trailingBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'TRAILING_STOP',
  instrument_id: 1001,
  side: 'SELL',
  qty: '20',
  params: { trail: '0.05', max_slippage: '0.03', ...params },
  ...change,
});

async function openTrailing(params: object = {}, change: object = {}) {
  const harness = await openParents();
  harness.venue.onPlace = (order) => iocReply(order, '20');
  const { id } = await place(harness, trailingBody(params, change));
  return { harness, id };
}

/** Moves the bid, and lets a second pass, so that a better price is journaled. */
async function trade(harness: OmsHarness, bid: string, ask: string): Promise<void> {
  await moveTo(harness, bid, ask);
  await pass(harness, 1_000);
}

const countRatchets = async ({ storage }: OmsHarness, id: Parameters<typeof getParent>[1]) =>
  (await storage.journal.entriesForParent(id, 100))
    .flatMap(({ events }) => events)
    .filter((event) => event.type === 'ParentDecided' && event.decision === 'ratcheted').length;

describe('TRAILING_STOP', () => {
  test('its trigger follows the best price one way, and it fires once at the distance', async () => {
    const { harness, id } = await openTrailing();
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).progress.extreme],
      ['WAITING', price('0.47')],
    );
    await trade(harness, '0.6', '0.62');
    await trade(harness, '0.56', '0.57');
    assert.deepEqual(
      [harness.venue.placed.length, getParent(harness, id).progress.extreme],
      [0, price('0.6')],
    );
    await moveTo(harness, '0.55', '0.57');
    const child = sentTo(harness);
    assert.deepEqual([child.tif, child.price, child.qty], ['IOC', price('0.52'), qty('20')]);
    await trade(harness, '0.3', '0.31');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'FILLED']);
  });

  test('a BUY follows the price down', async () => {
    const { harness } = await openTrailing({}, { side: 'BUY' });
    await trade(harness, '0.38', '0.4');
    await trade(harness, '0.42', '0.44');
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.43', '0.45');
    assert.deepEqual([sentTo(harness).side, sentTo(harness).price], ['BUY', price('0.48')]);
  });

  test('a distance beyond the prices of the market leaves a trigger that is never met', async () => {
    const { harness, id } = await openTrailing({ trail: '0.9' });
    assert.equal(findWatch(getParent(harness, id)).trigger, 0n);
    await trade(harness, '0.01', '0.02');
    assert.equal(harness.venue.placed.length, 0);
  });

  test('trail_percent is a share of the best price', async () => {
    const { harness } = await openTrailing({ trail: undefined, trail_percent: '10' });
    await trade(harness, '0.6', '0.62');
    await trade(harness, '0.55', '0.57');
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.54', '0.57');
    assert.equal(harness.venue.placed.length, 1);
  });

  test('it follows once the activation price is reached', async () => {
    const { harness, id } = await openTrailing({ activation_price: '0.55' });
    await trade(harness, '0.54', '0.56');
    await trade(harness, '0.3', '0.32');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).progress.extreme], [0, null]);
    await trade(harness, '0.55', '0.56');
    await moveTo(harness, '0.5', '0.52');
    assert.equal(harness.venue.placed.length, 1);
  });

  test('the best price is journaled at most once a second, and one in between counts all the same', async () => {
    const { harness, id } = await openTrailing();
    for (const bid of ['0.5', '0.55', '0.6']) await moveTo(harness, bid, '0.62');
    assert.equal(await countRatchets(harness, id), 1);
    await moveTo(harness, '0.55', '0.57');
    assert.equal(harness.venue.placed.length, 1);
    assert.equal(getParent(harness, id).progress.extreme, price('0.6'));
  });

  test('after a restart the best price is not lost and does not loosen', async () => {
    const { harness, id } = await openTrailing();
    await trade(harness, '0.6', '0.62');
    harness.oms.stop();
    const { venue, market, clock } = harness;
    market.setTouch(1001, '0.56', '0.57');
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    await passSlowly(again, 3);
    assert.deepEqual([venue.placed.length, getParent(again, id).progress.extreme], [0, price('0.6')]);
    await moveTo(again, '0.55', '0.57');
    assert.deepEqual([venue.placed.length, getParent(again, id).status], [1, 'FILLED']);
  });

  test('an amend changes the distance, and the best price stays', async () => {
    const { harness, id } = await openTrailing();
    await trade(harness, '0.6', '0.62');
    value(await harness.oms.complexOrders.amend(TRADER, id, { params: { trail: '0.1' } }));
    await moveTo(harness, '0.55', '0.57');
    assert.equal(harness.venue.placed.length, 0);
    await moveTo(harness, '0.5', '0.52');
    assert.equal(harness.venue.placed.length, 1);
  });

  for (const [why, body] of [
    ['no distance', trailingBody({ trail: undefined })],
    ['two distances', trailingBody({ trail_percent: '5' })],
    ['all of the price', trailingBody({ trail: undefined, trail_percent: '100' })],
    ['a trigger price', trailingBody({ trigger_price: '0.4' })],
  ] as const) {
    test(`${why} is refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }
});
