import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeeSchedule } from '../../contract/model/fee-schedule.ts';
import type { InstrumentId, ParentId, VenueName } from '../../contract/model/ids.ts';
import {
  listGenericAsset,
  type OmsHarness,
  openInstrument,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { price, qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import { fill, getParent, openParents, pass, passSlowly, place, restart, sentTo } from './parents.fixture.ts';

/** `BUY 100 YES` of asset 501, at 0.46 or below. */
const routeBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'SMART_ROUTE',
  generic_asset_id: 501,
  side: 'BUY',
  qty: '100',
  price: '0.46',
  params,
  ...change,
});

/** Asset 501 over the markets 1001 and 1002, both offered at 0.47. */
async function openRoute(params: object = {}, change: object = {}) {
  const harness = await openParents();
  listGenericAsset(harness.market, [1001, 1002], '500');
  const { id } = await place(harness, routeBody(params, change));
  return { harness, id };
}

async function offer(harness: OmsHarness, at: number, ask: string, size: string): Promise<void> {
  harness.market.setTouch(at, null, ask, size);
  await settle();
}

const confirmCancels = ({ venue }: OmsHarness, filled = '0'): void => {
  venue.onCancel = (clientId) => {
    const order = venue.placed.find((placed) => placed.clientId === clientId);
    assert.ok(order !== undefined);
    const fills = filled === '0' ? [] : [venueFill(order, `t-${clientId}`, filled, '0.46')];
    return restingReply(order, { fills, status: 'CANCELLED', reason: 'requested' });
  };
};

const places = ({ venue }: OmsHarness) => venue.placed.map(({ venueInstrumentId }) => venueInstrumentId);
const used = ({ oms }: OmsHarness, id: ParentId) =>
  value(oms.queries.risk(TRADER, getParent({ oms } as OmsHarness, id).subaccountId)).usage[0]?.positionQty
    .used;

describe('SMART_ROUTE', () => {
  test('rests at one member with its whole quantity', async () => {
    const { harness, id } = await openRoute();
    await passSlowly(harness, 3);
    const { genericAssetId, liveQty } = getParent(harness, id);
    assert.deepEqual([places(harness), sentTo(harness).price], [['M-1001'], price('0.46')]);
    assert.deepEqual([genericAssetId, liveQty], [501, qty('100')]);
  });

  for (const [closed, paused] of [
    [1001, 1002],
    [1002, 1001],
  ] as const)
    test(`waits while ${closed} is closed and ${paused} is paused, and goes on there once it opens`, async () => {
      const { harness, id } = await openRoute();
      harness.market.set(openInstrument(closed, { status: 'CLOSED' }));
      harness.market.set(openInstrument(paused, { status: 'PAUSED' }));
      await passSlowly(harness, 2);
      assert.deepEqual(
        [getParent(harness, id).status, getParent(harness, id).pausedBy],
        ['PAUSED', 'market_paused'],
      );
      harness.market.set(openInstrument(paused));
      await passSlowly(harness, 2);
      assert.equal(getParent(harness, id).status, 'WORKING');
      harness.market.set(openInstrument(paused, { status: 'CLOSED' }));
      await passSlowly(harness, 2);
      assert.match(getParent(harness, id).status, /^CANCELL(?:ING|ED)$/);
    });

  test('moves to what becomes takeable elsewhere, once the cancel is proven', async () => {
    const { harness, id } = await openRoute();
    harness.venue.onCancel = () => new Promise(() => undefined);
    await pass(harness, 1_000);
    await offer(harness, 1002, '0.44', '60');
    await passSlowly(harness, 3);
    assert.deepEqual([harness.venue.cancelled.length, places(harness)], [1, ['M-1001']]);
    const fills = [venueFill(sentTo(harness), 't-late', '10', '0.46')];
    const report = toReport(sentTo(harness), { fills, status: 'CANCELLED', reason: 'requested' });
    harness.oms.onVenueReport(harness.venue.name, report);
    await passSlowly(harness, 2);
    const { filledQty, liveQty, moves } = getParent(harness, id);
    assert.deepEqual([places(harness), sentTo(harness).qty], [['M-1001', 'M-1002'], qty('90')]);
    assert.deepEqual([filledQty, liveQty, moves], [qty('10'), qty('90'), 1]);
  });

  test('a fill of everything while it moves leaves nothing to send', async () => {
    const { harness, id } = await openRoute();
    harness.venue.onCancel = () => new Promise(() => undefined);
    await pass(harness, 1_000);
    await offer(harness, 1002, '0.44', '60');
    await fill(harness, sentTo(harness), '100');
    await passSlowly(harness, 3);
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['FILLED', 1]);
  });

  test('an offer outside its price, or saving less than a tick, does not move it', async () => {
    const { harness } = await openRoute();
    await pass(harness, 1_000);
    await offer(harness, 1002, '0.47', '60');
    await offer(harness, 1002, '0.46', '60');
    await passSlowly(harness, 3);
    assert.equal(harness.venue.cancelled.length, 0);
  });

  test('the saving counts with fees', async () => {
    const harness = await openParents();
    const fees = { ...openInstrument(1).fees, takerRate: 10_000_000n } as FeeSchedule;
    harness.market.set(openInstrument(1002, { fees }));
    listGenericAsset(harness.market, [1001, 1002], '500');
    confirmCancels(harness);
    await place(harness, routeBody());
    await pass(harness, 1_000);
    await offer(harness, 1002, '0.44', '60');
    await passSlowly(harness, 3);
    assert.deepEqual(places(harness), ['M-1001']);
    await offer(harness, 1002, '0.4', '60');
    await passSlowly(harness, 3);
    assert.deepEqual(places(harness), ['M-1001', 'M-1002']);
  });

  test('min_improvement is per contract that is offered at once', async () => {
    const { harness } = await openRoute({ min_improvement: '0.03' });
    confirmCancels(harness);
    await pass(harness, 1_000);
    await offer(harness, 1002, '0.44', '5');
    await passSlowly(harness, 3);
    assert.equal(harness.venue.cancelled.length, 0);
    await offer(harness, 1002, '0.43', '5');
    await passSlowly(harness, 3);
    assert.deepEqual(places(harness), ['M-1001', 'M-1002']);
  });

  test('it stays for min_stay_ms, and after max_moves for good', async () => {
    const { harness, id } = await openRoute({ min_stay_ms: 5_000, max_moves: 1 });
    confirmCancels(harness);
    await offer(harness, 1002, '0.44', '60');
    await passSlowly(harness, 4);
    assert.equal(harness.venue.cancelled.length, 0);
    await passSlowly(harness, 2);
    assert.deepEqual(places(harness), ['M-1001', 'M-1002']);
    await offer(harness, 1002, '0.48', '60');
    await offer(harness, 1001, '0.4', '60');
    await passSlowly(harness, 20);
    assert.deepEqual([places(harness).length, getParent(harness, id).moves], [2, 1]);
  });

  test('with reduce_only and more than the position one order rests for the position', async () => {
    const harness = await openParents();
    confirmCancels(harness);
    await submit(harness, { qty: '8' });
    await fill(harness, sentTo(harness), '8');
    listGenericAsset(harness.market, [1001, 1002], '500');
    for (const id of [1001, 1002]) harness.market.setTouch(id, '0.4', '0.47');
    const { id } = await place(harness, routeBody({}, { side: 'SELL', price: '0.6', reduce_only: true }));
    await passSlowly(harness, 5);
    const { liveQty, moves } = getParent(harness, id);
    assert.deepEqual([places(harness), liveQty, moves], [['M-1001', 'M-1001'], qty('8'), 0]);
  });

  test('it watches the best price of all members', async () => {
    const { harness, id } = await openRoute();
    for (const [cheaper, dearer] of [
      [1001, 1002],
      [1002, 1001],
    ] as const) {
      await offer(harness, cheaper, '0.47', '60');
      await offer(harness, dearer, '0.48', '60');
      const { view } = value(await harness.oms.complexOrders.get(TRADER, id));
      assert.equal(view.watched, price('0.47'));
    }
  });

  test('its quantity is reserved, and no position lowers that', async () => {
    const harness = await openParents();
    await submit(harness, { side: 'SELL', price: '0.44', qty: '30' });
    await fill(harness, sentTo(harness), '30');
    listGenericAsset(harness.market, [1001, 1002], '500');
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '129' });
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, routeBody(), null)), 'risk_limit');
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '130' });
    const { id } = await place(harness, routeBody());
    confirmCancels(harness);
    value(await harness.oms.complexOrders.cancel(TRADER, id));
    assert.deepEqual([getParent(harness, id).status, used(harness, id)], ['CANCELLED', qty('30')]);
  });

  test('one member without a live book changes nothing, all of them pause it', async () => {
    const { harness, id } = await openRoute();
    harness.market.stale.add(1002 as InstrumentId);
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).status, 'WORKING');
    harness.market.stale.add(1001 as InstrumentId);
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).pausedBy, 'no_live_book');
    harness.market.stale.delete(1002 as InstrumentId);
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).status, 'WORKING');
  });

  test('with routing.venues the other members do not exist for it: their books and markets count for nothing', async () => {
    const harness = await openParents();
    harness.market.set(openInstrument(1002, { venue: 'Kalshi' as VenueName }));
    listGenericAsset(harness.market, [1002, 1001], '500');
    const routing = { venues: ['Demo'] };
    const { id, instrumentId } = await place(harness, routeBody({}, { routing }));
    assert.deepEqual([instrumentId, places(harness)], [1001, ['M-1001']]);
    assert.deepEqual(sentTo(harness).venueInstrumentId, 'M-1001');
    const [child] = [...harness.oms.state.orders.values()];
    assert.deepEqual(child?.routing, { mode: 'BEST_PRICE', venues: ['Demo'] });
    harness.market.stale.add(1001 as InstrumentId);
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).pausedBy, 'no_live_book', 'the book of 1002 is live');
    harness.market.stale.delete(1001 as InstrumentId);
    await passSlowly(harness, 3);
    const again = await restart(harness);
    assert.deepEqual(getParent(again, id).params, { ...getParent(harness, id).params, venues: ['Demo'] });
  });

  test('the choice of venues is part of a repeat', async () => {
    const harness = await openParents();
    listGenericAsset(harness.market, [1001, 1002], '500');
    const body = (routing: object) => routeBody({}, { idempotency_key: 'r-2', routing });
    const submitted = (routing: object) => harness.oms.complexOrders.submit(TRADER, body(routing), null);
    const { id } = await place(harness, body({ venues: ['Demo', 'Kalshi'] }));
    const again = value(await submitted({ mode: 'BEST_PRICE', venues: ['Kalshi', 'Demo'] }));
    assert.deepEqual([again.parent.id, again.replayed], [id, true]);
    for (const other of [{ venues: ['Demo'] }, {}])
      assert.equal(resultCode(await submitted(other)), 'idempotency_conflict');
  });

  test('a closed member is left, and it ends when all are closed', async () => {
    const { harness, id } = await openRoute();
    confirmCancels(harness);
    const close = async (market: number): Promise<void> => {
      harness.market.set(openInstrument(market, { status: 'CLOSED' }));
      await passSlowly(harness, 3);
    };
    await close(1002);
    assert.equal(getParent(harness, id).status, 'WORKING');
    await close(1001);
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).reason],
      ['CANCELLED', 'market_closed'],
    );
  });

  test('after a restart its child is found, and no second one is placed', async () => {
    const { harness, id } = await openRoute();
    harness.oms.stop();
    const { venue, market, clock } = harness;
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    await passSlowly(again, 4);
    assert.deepEqual([places(again), getParent(again, id).liveQty], [['M-1001'], qty('100')]);
  });

  test('an exact repeat is answered once', async () => {
    const harness = await openParents();
    listGenericAsset(harness.market, [1001, 1002], '500');
    const body = routeBody({}, { idempotency_key: 'r-1' });
    const { id } = await place(harness, body);
    const again = value(await harness.oms.complexOrders.submit(TRADER, body, null));
    assert.deepEqual([again.parent.id, again.replayed], [id, true]);
  });

  for (const [why, body] of [
    ['no asset', routeBody({}, { generic_asset_id: undefined })],
    ['an instrument', routeBody({}, { instrument_id: 1001 })],
    ['an unknown asset', routeBody({}, { generic_asset_id: 999 })],
    ['no price', routeBody({}, { price: undefined })],
    ['a trigger', routeBody({ trigger_price: '0.4' })],
    ['a venue without a member', routeBody({}, { routing: { venues: ['Kalshi'] } })],
    ['an unknown venue', routeBody({}, { routing: { venues: ['Nowhere'] } })],
    ['no venue', routeBody({}, { routing: { venues: [] } })],
    ['a split', routeBody({}, { routing: { mode: 'SPLIT' } })],
    ['a direct order', routeBody({}, { routing: { mode: 'DIRECT' } })],
    ['an asset for another type', routeBody({ display_qty: '5' }, { type: 'ICEBERG' })],
  ] as const) {
    test(`${why} is refused`, async () => {
      const harness = await openParents();
      listGenericAsset(harness.market, [1001, 1002], '500');
      assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, body, null)), 'validation');
    });
  }
});
