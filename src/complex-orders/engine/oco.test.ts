import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resultCode, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import {
  close,
  fill,
  getParent,
  iocReply,
  listCancelReasons,
  listDetails,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
} from './parents.fixture.ts';

const LEG = { instrument_id: 1001, side: 'SELL', outcome: 'YES' };
const LIMIT = { ...LEG, type: 'LIMIT', price: '0.6' };
const STOP = { ...LEG, type: 'STOP', params: { trigger_price: '0.4', max_slippage: '0.03' } };

/** `SELL 20 YES` at 0.60, or once the bid is 0.40. */
const ocoBody = (
  legs: readonly object[] = [LIMIT, STOP],
  change: object = {},
  params: object = {},
): object => ({
  subaccount_id: 'sa_1',
  type: 'OCO',
  qty: '20',
  params: { legs, ...params },
  ...change,
});

async function openOco(body = ocoBody()) {
  const harness = await openParents();
  const { id } = await place(harness, body);
  return { harness, id };
}

describe('OCO', () => {
  test('the limit rests, and its fill is the end of the stop', async () => {
    const { harness, id } = await openOco();
    const limit = sentTo(harness);
    assert.deepEqual(
      [limit.side, limit.price, limit.qty, limit.tif],
      ['SELL', price('0.6'), qty('20'), 'GTC'],
    );
    await fill(harness, limit, '20');
    await moveTo(harness, '0.3', '0.32');
    await pass(harness, 5_000);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'FILLED']);
    assert.deepEqual(await listDetails(harness, id), [['ended', 'sibling_filled: the stop was not sent']]);
  });

  test('the stop is sent once the limit is proven cancelled, less what the limit has filled', async () => {
    const { harness, id } = await openOco();
    await moveTo(harness, '0.4', '0.42');
    await passSlowly(harness, 10);
    assert.equal(harness.venue.placed.length, 1);
    harness.venue.onPlace = (order) => iocReply(order, '15');
    await close(harness, sentTo(harness), '5', '0.6');
    const stop = sentTo(harness);
    assert.deepEqual([stop.tif, stop.price, stop.qty], ['IOC', price('0.37'), qty('15')]);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [2, 'FILLED']);
    assert.deepEqual(listCancelReasons(harness, id), [
      ['CANCELLED', 'complex_order', 'complex_order'],
      ['FILLED', null, null],
    ]);
    assert.deepEqual(await listDetails(harness, id), []);
  });

  test('a limit that fills while its cancel is under way makes the stop unnecessary', async () => {
    const { harness, id } = await openOco();
    await moveTo(harness, '0.4', '0.42');
    await close(harness, sentTo(harness), '20', '0.6');
    await passSlowly(harness, 5);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'FILLED']);
    assert.deepEqual(await listDetails(harness, id), [['ended', 'sibling_filled: the stop was not sent']]);
  });

  test('both legs reserve one quantity and one open order', async () => {
    const { harness } = await openOco();
    const { usage } = value(
      harness.oms.queries.risk(TRADER, getParent(harness, 'cpx_1' as never).subaccountId),
    );
    assert.deepEqual([usage[0]?.positionQty.used, usage[0]?.openOrders.used], [qty('20'), 1]);
  });

  test('the order of the legs does not matter', async () => {
    const { harness } = await openOco(ocoBody([STOP, LIMIT]));
    assert.equal(sentTo(harness).price, price('0.6'));
  });

  test('two resting legs could overfill, and are refused', async () => {
    const { oms } = await openParents();
    const resting = [LIMIT, { ...LIMIT, price: '0.7' }];
    for (const params of [{}, { allow_overfill: false }]) {
      const refused = await oms.complexOrders.submit(TRADER, ocoBody(resting, {}, params), null);
      assert.equal(resultCode(refused), 'legs_can_overfill');
    }
    assert.equal(resultCode(await oms.complexOrders.preview(TRADER, ocoBody(resting))), 'legs_can_overfill');
    assert.equal(oms.state.parents.size, 0);
  });

  for (const [why, body] of [
    ['one leg', ocoBody([LIMIT])],
    ['two stops', ocoBody([STOP, STOP])],
    ['overfill with a stop', ocoBody([LIMIT, STOP], {}, { allow_overfill: true })],
    ['a limit beyond the stop', ocoBody([{ ...LIMIT, price: '0.4' }, STOP])],
    ['a field of another request', ocoBody([{ ...LIMIT, qty: '5' }, STOP])],
    ['a side besides the legs', ocoBody([LIMIT, STOP], { side: 'SELL' })],
    ['a price off the grid', ocoBody([{ ...LIMIT, price: '0.605' }, STOP])],
  ] as const) {
    test(`${why} is refused`, async () => {
      const { oms } = await openParents();
      assert.equal(resultCode(await oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }
});
