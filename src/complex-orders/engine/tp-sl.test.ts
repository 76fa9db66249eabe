import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type OmsHarness,
  openInstrument,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { price, qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import {
  fill,
  getParent,
  iocReply,
  listCancelReasons,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
} from './parents.fixture.ts';

const EXIT = { take_profit: { price: '0.6' }, stop_loss: { trigger_price: '0.4', max_slippage: '0.03' } };
const ENTRY = { instrument_id: 1001, side: 'BUY', type: 'LIMIT', qty: '10', price: '0.45' };

const bracketBody = (params: object = {}, change: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'TP_SL',
  params: { ...EXIT, entry: ENTRY, ...params },
  ...change,
});

const openVenueOrders = ({ venue }: OmsHarness): readonly VenueOrder[] => venue.placed.slice(1);

/** A bracket whose entry rests, and the venue order of the entry. */
async function openBracket(params: object = {}, change: object = {}) {
  const harness = await openParents();
  harness.venue.onPlace = (order) => (order.tif === 'IOC' ? iocReply(order, '0') : restingReply(order));
  const { id } = await place(harness, bracketBody(params, change));
  return { harness, id, entry: sentTo(harness, 0) };
}

/** Counts the orders read from the journal; fails the read after `max`, so that an endless loop ends. */
function countReads({ storage: { journal } }: OmsHarness, max: number): { readonly count: number } {
  const reads = { count: 0 };
  const read = journal.order.bind(journal);
  journal.order = (id) => {
    reads.count += 1;
    return reads.count > max ? Promise.reject(new Error('too many reads')) : read(id);
  };
  return reads;
}

/** The venue confirms the cancel of an order, of which `total` was filled before. */
async function confirmCancel(harness: OmsHarness, order: VenueOrder, total = '0'): Promise<void> {
  const fills = total === '0' ? [] : [venueFill(order, `c-${order.clientId}`, total, '0.6')];
  const status = qty(total) === order.qty ? 'FILLED' : 'CANCELLED';
  harness.oms.onVenueReport(harness.venue.name, toReport(order, { fills, status }));
  await settle();
}

describe('TP_SL', () => {
  test('a bracket and its entry are one journal entry, and nothing is placed before the entry fills', async () => {
    const { harness, id, entry } = await openBracket();
    assert.deepEqual([entry.side, entry.qty, entry.price], ['BUY', qty('10'), price('0.45')]);
    await moveTo(harness, '0.3', '0.31');
    await pass(harness, 5_000);
    const parent = getParent(harness, id);
    assert.deepEqual(
      [parent.status, parent.side, parent.outcome, parent.qty, parent.reduceOnly, parent.instrumentId],
      ['WAITING', 'SELL', 'YES', qty('10'), true, 1001],
    );
    assert.equal(openVenueOrders(harness).length, 0);
    const [first] = await harness.storage.journal.entriesForParent(id, 1);
    assert.deepEqual(
      first?.events.map(({ type }) => type).filter((type) => type.endsWith('Accepted')),
      ['OrderAccepted', 'ParentAccepted'],
    );
  });

  test('the preview of a bracket has its entry, both exits, and the cost of the whole', async () => {
    const harness = await openParents();
    const preview = value(await harness.oms.complexOrders.preview(TRADER, bracketBody()));
    assert.deepEqual([preview.entry?.order.price, preview.entry?.legs.length], [price('0.45'), 1]);
    assert.deepEqual(preview.exits, [
      { kind: 'TAKE_PROFIT', triggerPrice: null, price: price('0.6'), qty: qty('10') },
      { kind: 'STOP_LOSS', triggerPrice: price('0.4'), price: null, qty: qty('10') },
    ]);
    const cost = price('0.45') * qty('10');
    assert.deepEqual([preview.costMax, preview.lossMax], [cost, cost]);
  });

  test('the tick size grows: the next take-profit has the nearest valid price that is not worse', async () => {
    const harness = await openParents();
    harness.market.set(openInstrument(1001, { priceTick: price('0.001'), priceMin: price('0.001') }));
    harness.venue.onPlace = (order) => restingReply(order);
    await place(harness, bracketBody({ take_profit: { price: '0.605' } }));
    const entry = sentTo(harness, 0);
    await fill(harness, entry, '4');
    const first = sentTo(harness);
    assert.equal(first.price, price('0.605'));
    harness.market.set(openInstrument(1001));
    await fill(harness, entry, '10');
    await pass(harness, 1_000);
    await confirmCancel(harness, first);
    await passSlowly(harness, 2);
    assert.deepEqual([sentTo(harness).price, sentTo(harness).qty], [price('0.61'), qty('10')]);
    assert.equal(openVenueOrders(harness).length, 2);
  });

  test('an amended take-profit replaces the old one once its end is proven', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    const first = sentTo(harness);
    await pass(harness, 1_000);
    value(await harness.oms.complexOrders.amend(TRADER, id, { params: { take_profit: { price: '0.55' } } }));
    await passSlowly(harness, 2);
    assert.deepEqual([harness.venue.cancelled.at(-1), openVenueOrders(harness).length], [first.clientId, 1]);
    await confirmCancel(harness, first, '4');
    await passSlowly(harness, 2);
    assert.deepEqual([sentTo(harness).price, sentTo(harness).qty], [price('0.55'), qty('6')]);
  });

  test('an amended stop fires at its new trigger, and keeps what is not named', async () => {
    const { harness, id, entry } = await openBracket({ take_profit: undefined });
    await fill(harness, entry, '10');
    value(
      await harness.oms.complexOrders.amend(TRADER, id, { params: { stop_loss: { trigger_price: '0.45' } } }),
    );
    await moveTo(harness, '0.45', '0.46');
    assert.deepEqual([sentTo(harness).tif, sentTo(harness).price], ['IOC', price('0.42')]);
  });

  for (const [why, params] of [
    ['a take-profit behind the stop', { take_profit: { price: '0.39' } }],
    ['a limit for a stop without one', { stop_loss: { price: '0.3' } }],
    ['another field', { stop_loss: { speed: 1 } }],
  ] as const)
    test(`an amend with ${why} is refused`, async () => {
      const { harness, id } = await openBracket();
      assert.equal(resultCode(await harness.oms.complexOrders.amend(TRADER, id, { params })), 'validation');
    });

  test('the take-profit protects what the entry has filled, and grows with it at most once a second', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '4');
    const first = sentTo(harness);
    assert.deepEqual(
      [first.side, first.price, first.qty, first.tif],
      ['SELL', price('0.6'), qty('4'), 'GTC'],
    );
    assert.equal(getParent(harness, id).status, 'WORKING');
    await fill(harness, entry, '6');
    await fill(harness, entry, '10');
    assert.equal(openVenueOrders(harness).length, 1);
    await pass(harness, 1_000);
    assert.deepEqual(harness.venue.cancelled.slice(0, 1), [first.clientId]);
    await confirmCancel(harness, first);
    assert.deepEqual(
      openVenueOrders(harness).map((order) => order.qty),
      [qty('4'), qty('10')],
    );
    await fill(harness, sentTo(harness), '10');
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).filledQty],
      ['FILLED', qty('10')],
    );
  });

  test('the stop is sent only once the take-profit is proven cancelled', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    const profit = sentTo(harness);
    await moveTo(harness, '0.39', '0.41');
    await passSlowly(harness, 10);
    assert.deepEqual(
      [openVenueOrders(harness).length, getParent(harness, id).triggeredBy],
      [1, price('0.39')],
    );
    harness.venue.onPlace = (order) => iocReply(order, '10');
    await confirmCancel(harness, profit);
    const stop = sentTo(harness);
    assert.deepEqual([stop.tif, stop.price, stop.qty], ['IOC', price('0.36'), qty('10')]);
    assert.deepEqual([openVenueOrders(harness).length, getParent(harness, id).status], [2, 'FILLED']);
  });

  test('take-profit filled while its cancel is under way: nothing is sent twice', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    await moveTo(harness, '0.39', '0.41');
    await confirmCancel(harness, sentTo(harness), '10');
    await passSlowly(harness, 5);
    assert.deepEqual([openVenueOrders(harness).length, getParent(harness, id).status], [1, 'FILLED']);
  });

  test('a take-profit that fills in part while its cancel is under way lowers the stop', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    await moveTo(harness, '0.39', '0.41');
    harness.venue.onPlace = (order) => iocReply(order, '7');
    await confirmCancel(harness, sentTo(harness), '3');
    assert.equal(sentTo(harness).qty, qty('7'));
    assert.deepEqual(
      [getParent(harness, id).status, getParent(harness, id).filledQty],
      ['FILLED', qty('10')],
    );
  });

  test('once fired it exits, also when the price comes back', async () => {
    const { harness, id, entry } = await openBracket({ take_profit: undefined });
    await fill(harness, entry, '10');
    assert.equal(getParent(harness, id).status, 'WAITING');
    harness.venue.onPlace = (order) => iocReply(order, '4');
    await moveTo(harness, '0.39', '0.41');
    assert.equal(getParent(harness, id).filledQty, qty('4'));
    harness.venue.onPlace = (order) => iocReply(order, '6');
    await moveTo(harness, '0.5', '0.52');
    await pass(harness, 1_000);
    assert.deepEqual([sentTo(harness).qty, getParent(harness, id).status], [qty('6'), 'FILLED']);
  });

  test('an entry that ends unfilled ends its exit', async () => {
    const { harness, id, entry } = await openBracket();
    await confirmCancel(harness, entry);
    const { status, reason } = getParent(harness, id);
    assert.deepEqual([status, reason], ['CANCELLED', 'entry_unfilled']);
  });

  test('an entry that ends filled in part is exited by that part', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '6');
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(entry, {
        fills: [venueFill(entry, `t-${entry.clientId}-6`, '6', '0.44')],
        status: 'CANCELLED',
      }),
    );
    await settle();
    await fill(harness, sentTo(harness), '6');
    assert.deepEqual([getParent(harness, id).status, getParent(harness, id).filledQty], ['FILLED', qty('6')]);
  });

  test('entry partly filled below the minimum of the market, then cancelled', async () => {
    const { harness, id, entry } = await openBracket();
    const { market, oms } = harness;
    const { instrumentId } = getParent(harness, id);
    const instrument = market.instrument(instrumentId);
    assert.ok(instrument !== null);
    market.set({ ...instrument, qtyMin: qty('5') });
    await fill(harness, entry, '3');
    const seen = value(await oms.complexOrders.get(TRADER, id));
    assert.deepEqual([seen.view.unprotectedQty, openVenueOrders(harness).length], [qty('3'), 0]);
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(entry, {
        fills: [venueFill(entry, `t-${entry.clientId}-3`, '3', '0.44')],
        status: 'CANCELLED',
      }),
    );
    await settle();
    const ended = value(await oms.complexOrders.get(TRADER, id));
    assert.deepEqual(
      [ended.parent.status, ended.parent.reason, ended.view.unprotectedQty],
      ['CANCELLED', 'below_minimum', qty('3')],
    );
    assert.equal(openVenueOrders(harness).length, 0);
  });

  test('a voided fill of the entry lowers the take-profit', async () => {
    const { harness, id, entry } = await openBracket();
    const pending = { ...venueFill(entry, 'v-1', '10', '0.44'), settlement: 'PENDING' as const };
    const report = (change: object) => {
      harness.oms.onVenueReport(harness.venue.name, toReport(entry, change));
      return settle();
    };
    await report({ fills: [pending], status: 'FILLED' });
    assert.equal(sentTo(harness).qty, qty('10'));
    await report({ fills: [{ ...pending, settlement: 'VOID' as const }], status: 'FILLED' });
    await confirmCancel(harness, sentTo(harness));
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).liveQty, 0n);
    assert.deepEqual([getParent(harness, id).status, getParent(harness, id).filledQty], ['CANCELLED', 0n]);
    const causes = listCancelReasons(harness, id).map(([, cause]) => cause);
    assert.deepEqual(causes, ['reduce_only'], 'no sibling has filled');
  });

  test('a bracket on NO has all prices in terms of NO', async () => {
    const entry = { ...ENTRY, outcome: 'NO', price: '0.55' };
    const { harness, id, entry: sent } = await openBracket({ entry });
    assert.deepEqual([sent.outcome, sent.side, sent.price], ['NO', 'BUY', price('0.55')]);
    await fill(harness, sent, '10');
    const profit = sentTo(harness);
    assert.deepEqual([profit.outcome, profit.side, profit.price], ['NO', 'SELL', price('0.6')]);
    await moveTo(harness, '0.57', '0.59');
    assert.equal(getParent(harness, id).triggeredAt, null);
    await moveTo(harness, '0.58', '0.6');
    assert.equal(getParent(harness, id).triggeredBy, price('0.4'));
  });

  test('a stop that is crossed under the kill switch fires only after a resume request', async () => {
    const { harness, id, entry } = await openBracket({ take_profit: undefined });
    const { complexOrders } = harness.oms;
    await fill(harness, entry, '10');
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    await moveTo(harness, '0.3', '0.32');
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
    await passSlowly(harness, 3);
    const { status, needsResume } = getParent(harness, id);
    assert.deepEqual([status, needsResume, openVenueOrders(harness).length], ['PAUSED', true, 0]);
    harness.venue.onPlace = (order) => iocReply(order, '10');
    value(await complexOrders.resume(TRADER, id));
    await settle();
    assert.deepEqual([openVenueOrders(harness).length, getParent(harness, id).status], [1, 'FILLED']);
  });

  test('a take-profit that its venue cancels, as when a market reopens, is placed again', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(sentTo(harness), { status: 'CANCELLED', reason: 'market_paused' }),
    );
    await settle();
    assert.equal(openVenueOrders(harness).length, 1);
    await pass(harness, 1_000);
    assert.deepEqual([openVenueOrders(harness).length, getParent(harness, id).liveQty], [2, qty('10')]);
  });

  test('its own cancel ends the take-profit and leaves the position unprotected, which is stated', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    const { complexOrders } = harness.oms;
    const [cancelled] = await Promise.all([
      complexOrders.cancel(TRADER, id),
      settle().then(() => confirmCancel(harness, sentTo(harness))),
    ]);
    const { parent, view } = value(cancelled);
    assert.deepEqual([parent.status, view.unprotectedQty], ['CANCELLED', qty('10')]);
    await moveTo(harness, '0.3', '0.32');
    assert.equal(openVenueOrders(harness).length, 1);
  });

  test('attached to an order it takes over what that order has filled so far', async () => {
    const harness = await openParents();
    const order = await submit(harness, { price: '0.45', qty: '10' });
    await fill(harness, sentTo(harness, 0), '10');
    const { id } = await place(harness, {
      subaccount_id: 'sa_1',
      type: 'TP_SL',
      params: { ...EXIT, attach_to: order.id },
    });
    await settle();
    assert.deepEqual([sentTo(harness).qty, sentTo(harness).side], [qty('10'), 'SELL']);
    assert.equal(getParent(harness, id).status, 'WORKING');
  });

  test('an entry that is over and no longer in memory is still exited', async () => {
    const harness = await openParents({}, 0);
    const order = await submit(harness, { price: '0.45', qty: '10' });
    await fill(harness, sentTo(harness, 0), '10');
    const attached = { ...EXIT, attach_to: order.id };
    await place(harness, { subaccount_id: 'sa_1', type: 'TP_SL', params: attached });
    assert.deepEqual([harness.venue.placed.length, sentTo(harness).side], [2, 'SELL']);
  });

  for (const closedMax of [0, 1, 2])
    test(`several exits follow their closed entries with ${closedMax} closed orders in memory`, async () => {
      const harness = await openParents({}, closedMax);
      const count = 5;
      for (let number = 0; number < count; number += 1) {
        const order = await submit(harness, { price: '0.45', qty: '10' });
        await fill(harness, sentTo(harness), '10');
        const params = { ...EXIT, attach_to: order.id };
        const body = { subaccount_id: 'sa_1', type: 'TP_SL', params };
        value(await harness.oms.complexOrders.submit(TRADER, body, null));
        await settle();
        harness.venue.onPlace = (sent) => restingReply(sent);
      }
      const reads = countReads(harness, 50 * count);
      const seconds = 3;
      await passSlowly(harness, seconds);
      assert.ok(reads.count <= seconds * count, `each exit reads its entry once a second: ${reads.count}`);
      const exits = harness.venue.placed.filter(({ side }) => side === 'SELL');
      assert.deepEqual(
        exits.map(({ qty: each }) => each),
        Array(count).fill(qty('10')),
      );
    });

  test('an entry that filled unseen before a restart is exited, also when it is not in memory', async () => {
    const { harness, entry } = await openBracket();
    harness.oms.complexOrders.stop();
    await fill(harness, entry, '10');
    harness.oms.stop();
    const { venue, market, clock } = harness;
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() }, 0);
    await passSlowly(again, 4);
    assert.deepEqual([openVenueOrders(again).length, sentTo(again).qty], [1, qty('10')]);
  });

  test('after a restart the stop does not fire again, and what fired before it continues', async () => {
    const { harness, id, entry } = await openBracket();
    await fill(harness, entry, '10');
    const profit = sentTo(harness);
    await moveTo(harness, '0.39', '0.41');
    harness.oms.stop();
    const { triggeredAt } = getParent(harness, id);
    assert.ok(triggeredAt !== null);
    const { venue, market, clock } = harness;
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    again.venue.onPlace = (order) => iocReply(order, '10');
    again.market.setTouch(1001, '0.45', '0.46');
    await passSlowly(again, 4);
    await confirmCancel(again, profit);
    await passSlowly(again, 4);
    const parent = getParent(again, id);
    assert.deepEqual(
      [parent.status, parent.filledQty, parent.triggeredAt],
      ['FILLED', qty('10'), triggeredAt],
    );
  });

  test('an exact repeat of a bracket gets the first answer and sends no second entry', async () => {
    const harness = await openParents();
    const first = await place(harness, bracketBody({}, { idempotency_key: 'b-1' }));
    const body = bracketBody({}, { idempotency_key: 'b-1' });
    const again = value(await harness.oms.complexOrders.submit(TRADER, body, null));
    assert.deepEqual([again.replayed, again.parent, harness.venue.placed.length], [true, first, 1]);
    const other = bracketBody({ entry: { ...ENTRY, price: '0.44' } }, { idempotency_key: 'b-1' });
    const refused = await harness.oms.complexOrders.submit(TRADER, other, null);
    assert.equal(resultCode(refused), 'idempotency_conflict');
  });

  test('a bracket whose entry or exit is refused stores neither', async () => {
    const harness = await openParents();
    const { oms, venue } = harness;
    const off = bracketBody({ take_profit: { price: '0.605' } });
    assert.equal(resultCode(await oms.complexOrders.submit(TRADER, off, null)), 'validation');
    value(await oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 1 }));
    assert.equal(resultCode(await oms.complexOrders.submit(TRADER, bracketBody(), null)), 'risk_limit');
    assert.deepEqual([oms.state.parents.size, oms.state.orders.size, venue.placed.length], [0, 0, 0]);
  });

  for (const [why, body, field] of [
    ['neither side', bracketBody({ take_profit: undefined, stop_loss: undefined }), 'params.take_profit'],
    ['no entry', bracketBody({ entry: undefined }), 'params.attach_to'],
    ['both an entry and an order', bracketBody({ attach_to: 'ord_1' }), 'params.attach_to'],
    ['an unknown order', bracketBody({ entry: undefined, attach_to: 'ord_99' }), 'params.attach_to'],
    ['a side that contradicts the entry', bracketBody({}, { side: 'BUY' }), 'side'],
    ['more than the entry', bracketBody({}, { qty: '11' }), 'qty'],
    [
      'an entry with a key',
      bracketBody({ entry: { ...ENTRY, client_order_id: 'x' } }),
      'params.entry.client_order_id',
    ],
    [
      'a take-profit below the stop',
      bracketBody({ take_profit: { price: '0.4' } }),
      'params.take_profit.price',
    ],
    ['a price', bracketBody({}, { price: '0.5' }), 'price'],
    ['reduce_only false', bracketBody({}, { reduce_only: false }), 'reduce_only'],
  ] as const) {
    test(`${why} is refused and named`, async () => {
      const { oms } = await openParents();
      const refused = await oms.complexOrders.submit(TRADER, body, null);
      assert.ok(!refused.ok);
      assert.match(
        JSON.stringify(refused.error.details),
        new RegExp(`"field":"${field.replaceAll('.', '\\.')}"`),
      );
    });
  }
});
