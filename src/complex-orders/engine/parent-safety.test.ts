import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import type { AccountId, KeyId, ParentId, SubaccountId } from '../../contract/model/ids.ts';
import {
  getOrder,
  openInstrument,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import { verifyLedger } from '../../storage/sqlite/journal/verify-ledger.ts';
import {
  close,
  fill,
  getParent,
  icebergBody,
  iocReply,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  restart,
  sentTo,
  stopBody,
} from './parents.fixture.ts';

type Harness = Awaited<ReturnType<typeof openParents>>;

const confirmCancels = (harness: Harness): void => {
  harness.venue.onCancel = (clientId) => {
    const order = harness.venue.placed.find((placed) => placed.clientId === clientId);
    assert.ok(order !== undefined);
    return restingReply(order, { status: 'CANCELLED', reason: 'requested' });
  };
};

describe('reservation of a complex order', () => {
  const used = ({ oms }: Harness) => value(oms.queries.risk(TRADER, getSubaccount(oms))).usage[0];
  const getSubaccount = (oms: Harness['oms']) => {
    const [subaccount] = oms.state.subaccounts.values();
    assert.ok(subaccount !== undefined);
    return subaccount.subaccountId;
  };

  test('the whole quantity and one open order are reserved when it is accepted', async () => {
    const harness = await openParents();
    await place(harness, icebergBody());
    assert.deepEqual([used(harness)?.positionQty.used, used(harness)?.openOrders.used], [qty('100'), 1]);
    await fill(harness, sentTo(harness), '30');
    assert.deepEqual([used(harness)?.positionQty.used, used(harness)?.openOrders.used], [qty('100'), 1]);
  });

  test('it is refused when its whole quantity would exceed a limit', async () => {
    const harness = await openParents();
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '99' });
    assert.equal(
      resultCode(await harness.oms.complexOrders.submit(TRADER, icebergBody(), null)),
      'risk_limit',
    );
  });

  test('a limit that is lowered later does not stop its children', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    await harness.oms.risk.setLimits(TRADER, {
      subaccount_id: 'sa_1',
      max_position_qty: '1',
      max_order_qty: '1',
      max_open_orders: 0,
    });
    await fill(harness, sentTo(harness), '30');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).liveQty], [2, qty('30')]);
  });

  test('it is released once when the complex order ends', async () => {
    const harness = await openParents();
    confirmCancels(harness);
    const { id } = await place(harness, icebergBody());
    value(await harness.oms.complexOrders.cancel(TRADER, id));
    assert.equal(getParent(harness, id).status, 'CANCELLED');
    assert.deepEqual([used(harness)?.positionQty.used, used(harness)?.openOrders.used], [0n, 0]);
  });

  test('a subaccount has at most parents_max that are not over', async () => {
    const harness = await openParents();
    for (let count = 0; count < 5; count += 1) await place(harness, stopBody());
    assert.equal(
      resultCode(await harness.oms.complexOrders.submit(TRADER, stopBody(), null)),
      'too_many_parents',
    );
  });
});

describe('cancel of a complex order', () => {
  test('it is CANCELLING until the end of its child is proven, and places nothing meanwhile', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    const answer = harness.oms.complexOrders.cancel(TRADER, id);
    await settle();
    await pass(harness, 250);
    assert.equal(value(await answer).parent.status, 'CANCELLING');
    await fill(harness, sentTo(harness), '10');
    const report = toReport(sentTo(harness), { status: 'CANCELLED', filledQty: qty('10') });
    harness.oms.onVenueReport(harness.venue.name, report);
    await settle();
    const { status, filledQty } = getParent(harness, id);
    assert.deepEqual([status, filledQty, harness.venue.placed.length], ['CANCELLED', qty('10'), 1]);
  });

  test('a child that fills while it is cancelled counts: nothing is placed again', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody({ qty: '30' }));
    const answer = harness.oms.complexOrders.cancel(TRADER, id);
    await settle();
    await fill(harness, sentTo(harness), '30');
    await pass(harness, 250);
    assert.deepEqual(
      [value(await answer).parent.status, getParent(harness, id).filledQty],
      ['FILLED', qty('30')],
    );
    assert.equal(resultCode(await harness.oms.complexOrders.cancel(TRADER, id)), 'order_not_open');
  });

  test('a cancel of all names the cancelled ones only: one that fills meanwhile is not among them', async () => {
    const harness = await openParents();
    const { id, subaccountId } = await place(harness, icebergBody({ qty: '30' }));
    const stop = await place(harness, stopBody());
    const answer = harness.oms.complexOrders.cancelAll(TRADER, subaccountId);
    await settle();
    await fill(harness, sentTo(harness), '30');
    const { cancelled, pending } = value(await answer);
    assert.deepEqual([cancelled, pending, getParent(harness, id).status], [[stop.id], [], 'FILLED']);
  });

  test('the kill switch pauses none that is already CANCELLING, which ends as requested', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    const answer = harness.oms.complexOrders.cancel(TRADER, id);
    await settle();
    const killed = value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.deepEqual([killed.pausedComplexOrders, getParent(harness, id).status], [[], 'CANCELLING']);
    await close(harness, sentTo(harness));
    assert.equal(value(await answer).parent.status, 'CANCELLED');
  });

  for (const reason of ['cancel_all', 'risk_cancel_all'] as const) {
    test(`${reason} of orders ends complex orders too, with their children`, async () => {
      const harness = await openParents();
      confirmCancels(harness);
      const iceberg = await place(harness, icebergBody());
      const stop = await place(harness, stopBody());
      const elsewhere = await place(harness, stopBody({ subaccount_id: 'sa_2' }));
      const plain = await submit(harness);
      const summary = value(await harness.oms.orders.cancelAll(TRADER, plain.subaccountId, reason));
      await settle();
      assert.deepEqual(summary.cancelledComplexOrders, [iceberg.id, stop.id]);
      const statuses = [iceberg, stop, elsewhere].map(({ id }) => getParent(harness, id).status);
      assert.deepEqual(statuses, ['CANCELLED', 'CANCELLED', 'WAITING']);
      await moveTo(harness, '0.3', '0.31');
      await pass(harness, 5_000);
      assert.deepEqual(
        [
          getOrder(harness, plain.id).status,
          harness.venue.placed.filter(({ side }) => side === 'BUY').length,
        ],
        ['CANCELLED', 2],
      );
    });
  }
});

describe('kill switch and complex orders', () => {
  test('they are PAUSED with the switch and listed in its answer, and none fires', async () => {
    const harness = await openParents();
    const stop = await place(harness, stopBody());
    const iceberg = await place(harness, icebergBody());
    const state = value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.deepEqual(state.pausedComplexOrders, [stop.id, iceberg.id]);
    await pass(harness, 1_000);
    assert.equal(harness.gauges.get('complex_orders_paused'), 2);
    const placed = harness.venue.placed.length;
    await moveTo(harness, '0.3', '0.31');
    await fill(harness, sentTo(harness), '30');
    await pass(harness, 5_000);
    assert.deepEqual(
      [harness.venue.placed.length, getParent(harness, stop.id).pausedBy],
      [placed, 'kill_switch'],
    );
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, stopBody(), null)), 'kill_switch');
    assert.equal(resultCode(await harness.oms.complexOrders.resume(TRADER, stop.id)), 'kill_switch');
  });

  test('once it is off, those continue whose trigger was not crossed meanwhile', async () => {
    const harness = await openParents();
    harness.venue.onPlace = (order) => iocReply(order, '20');
    const crossed = await place(harness, stopBody());
    const other = await place(harness, stopBody({}, { trigger_price: '0.2' }));
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
    await moveTo(harness, '0.39', '0.41');
    await moveTo(harness, '0.47', '0.49');
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: false });
    await settle();
    await moveTo(harness, '0.39', '0.41');
    await pass(harness, 5_000);
    assert.deepEqual(
      [crossed, other].map(({ id }) => getParent(harness, id).status),
      ['PAUSED', 'WAITING'],
    );
    assert.equal(harness.venue.placed.length, 0);
    value(await harness.oms.complexOrders.resume(TRADER, crossed.id));
    await settle();
    assert.deepEqual([harness.venue.placed.length, getParent(harness, crossed.id).status], [1, 'FILLED']);
  });

  test('one that has fired, and whose child ends under the switch, waits for a resume request', async () => {
    const harness = await openParents();
    const { id } = await place(harness, stopBody({ price: '0.39' }, { max_slippage: undefined }));
    await moveTo(harness, '0.4', '0.42');
    const child = sentTo(harness);
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    const gone = toReport(child, { status: 'CANCELLED', reason: null });
    await moveTo(harness, '0.47', '0.49');
    harness.oms.onVenueReport(harness.venue.name, gone);
    await settle();
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
    await passSlowly(harness, 3);
    const { status, needsResume } = getParent(harness, id);
    assert.deepEqual([status, needsResume, harness.venue.placed.length], ['PAUSED', true, 1]);
    value(await harness.oms.complexOrders.resume(TRADER, id));
    await passSlowly(harness, 2);
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['WORKING', 2]);
  });

  test('it replaces a pause that only a resume request ends, and does not end it', async () => {
    const harness = await openParents();
    confirmCancels(harness);
    const { id, subaccountId } = await place(harness, icebergBody());
    const sessionId = await harness.oms.sessions.open(TRADER, { onDisconnect: 'SUBACCOUNT', subaccountId });
    await harness.oms.sessions.end(sessionId);
    await passSlowly(harness, 3);
    assert.equal(getParent(harness, id).pausedBy, 'guard');
    const { pausedComplexOrders } = value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.deepEqual(pausedComplexOrders, [id]);
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
    await passSlowly(harness, 3);
    const { status, needsResume } = getParent(harness, id);
    assert.deepEqual([status, needsResume, harness.venue.placed.length], ['PAUSED', true, 1]);
    value(await harness.oms.complexOrders.resume(TRADER, id));
    await settle();
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['WORKING', 2]);
  });
});

describe('the end of a market', () => {
  for (const status of ['CLOSED', 'SETTLED'] as const)
    test(`${status} ends its complex orders, with or without a child`, async () => {
      const harness = await openParents();
      confirmCancels(harness);
      const [stop, iceberg] = [await place(harness, stopBody()), await place(harness, icebergBody())];
      harness.market.set(openInstrument(1001, { status }));
      await passSlowly(harness, 2);
      const ended = [stop, iceberg].map(({ id }) => {
        const { status: now, reason, liveQty } = getParent(harness, id);
        return [now, reason, liveQty];
      });
      const both = ['CANCELLED', 'market_closed', 0n];
      assert.deepEqual(ended, [both, both]);
    });
});

describe('guards and complex orders', () => {
  test('a guard that fires cancels the complex orders of its key, paused ones too, and nothing is placed again', async () => {
    const harness = await openParents();
    confirmCancels(harness);
    const iceberg = await place(harness, icebergBody());
    const stop = await place(harness, stopBody());
    const { subaccountId } = iceberg;
    const sessionId = await harness.oms.sessions.open(TRADER, { onDisconnect: 'SUBACCOUNT', subaccountId });
    await harness.oms.sessions.end(sessionId);
    await passSlowly(harness, 3);
    value(await harness.oms.complexOrders.resume(TRADER, iceberg.id));
    await settle();
    assert.deepEqual(
      [iceberg, stop].map(({ id }) => getParent(harness, id).status),
      ['WORKING', 'PAUSED'],
    );
    const other = await place(harness, stopBody({ subaccount_id: 'sa_2' }));
    const guard = { subaccountId, timeoutMs: 5_000, scope: 'KEY', blockAfter: false } as const;
    value(await harness.oms.risk.setGuard(TRADER, guard));
    await passSlowly(harness, 8);
    const placed = harness.venue.placed.length;
    const ended = [iceberg, stop, other].map(({ id }) => {
      const { status, reason, pausedBy, liveQty } = getParent(harness, id);
      return [status, reason, pausedBy, liveQty];
    });
    assert.deepEqual(ended, [
      ['CANCELLED', 'guard', null, 0n],
      ['CANCELLED', 'guard', null, 0n],
      ['WAITING', null, null, 0n],
    ]);
    await moveTo(harness, '0.3', '0.31');
    assert.equal(harness.venue.placed.length, placed + 1, 'the stop of the other subaccount alone fires');
    assert.equal(resultCode(await harness.oms.complexOrders.resume(TRADER, stop.id)), 'order_not_open');
  });
});

describe('complex orders after a restart', () => {
  test('nothing is placed before the book has been live for two seconds', async () => {
    const before = await openParents();
    const { id } = await place(before, stopBody());
    const harness = await restart(before);
    await moveTo(harness, '0.39', '0.4');
    await pass(harness, 1_999);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [0, 'WAITING']);
    await pass(harness, 1);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).status], [1, 'WORKING']);
  });

  test('the child that is at its venue is found again, and no second one is placed', async () => {
    const before = await openParents();
    const { id } = await place(before, icebergBody());
    const child = sentTo(before);
    before.venue.onQuery = () => ({ kind: 'found', report: toReport(child) });
    const harness = await restart(before);
    await pass(harness, 10_000);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).liveQty], [1, qty('30')]);
    await fill(harness, child, '30');
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).childCount], [2, 2]);
  });

  test('a trigger that was durable without its child is continued once', async () => {
    const before = await openParents();
    const { id } = await place(before, stopBody());
    before.venue.onPlace = () => new Promise(() => {});
    await moveTo(before, '0.39', '0.4');
    before.venue.onPlace = (order) => iocReply(order, '20');
    before.venue.onQuery = () => ({ kind: 'absent' });
    const harness = await restart(before);
    await passSlowly(harness, 40);
    const parent = getParent(harness, id);
    assert.deepEqual([parent.status, parent.filledQty, parent.childCount], ['FILLED', qty('20'), 2]);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('a wall clock that was set back meanwhile does not delay the rest of a stop', async () => {
    const before = await openParents();
    before.venue.onPlace = (order) => iocReply(order, '12');
    const { id } = await place(before, stopBody());
    await moveTo(before, '0.39', '0.4');
    assert.equal(getParent(before, id).filledQty, qty('12'));
    before.clock.jumpWall(-3_600_000);
    before.venue.onPlace = (order) => iocReply(order, '8');
    const harness = await restart(before);
    await passSlowly(harness, 4);
    assert.deepEqual([getParent(harness, id).status, harness.venue.placed.length], ['FILLED', 2]);
  });

  test('after an outage longer than max_outage_ms it is PAUSED', async () => {
    const before = await openParents();
    const { id } = await place(before, stopBody({}, { max_outage_ms: 60_000 }));
    const kept = await place(before, stopBody());
    before.oms.stop();
    before.clock.advance(61_000);
    const harness = await restart(before);
    await moveTo(harness, '0.39', '0.4');
    await pass(harness, 5_000);
    assert.deepEqual([getParent(harness, id).status, getParent(harness, id).pausedBy], ['PAUSED', 'outage']);
    assert.equal(getParent(harness, kept.id).status, 'WORKING');
  });

  for (const [outageMs, status] of [
    [60_000, 'WAITING'],
    [60_001, 'PAUSED'],
  ] as const)
    test(`an outage of ${outageMs} ms leaves one with max_outage_ms 60000 ${status}`, async () => {
      const before = await openParents();
      const { id } = await place(before, stopBody({}, { max_outage_ms: 60_000 }));
      before.oms.stop();
      before.clock.advance(outageMs);
      assert.equal(getParent(await restart(before), id).status, status);
    });

  test('a pause that only a resume request ends keeps its cause through a long outage', async () => {
    const before = await openParents();
    const { id, subaccountId } = await place(before, stopBody({}, { max_outage_ms: 60_000 }));
    const sessionId = await before.oms.sessions.open(TRADER, { onDisconnect: 'SUBACCOUNT', subaccountId });
    await before.oms.sessions.end(sessionId);
    await settle();
    before.oms.stop();
    before.clock.advance(61_000);
    const { status, pausedBy } = getParent(await restart(before), id);
    assert.deepEqual([status, pausedBy], ['PAUSED', 'guard']);
  });

  test('so is one that was PAUSED by something that is over by then, and the kill switch still names it', async () => {
    const before = await openParents();
    const { id, instrumentId } = await place(before, stopBody({}, { max_outage_ms: 60_000 }));
    const killed = await place(before, stopBody({ subaccount_id: 'sa_2' }, { max_outage_ms: 60_000 }));
    const caller: Caller = { ...TRADER, subaccounts: [killed.subaccountId] };
    value(await before.oms.risk.setKillSwitch(caller, { enabled: true }));
    const instrument = before.market.instrument(instrumentId);
    assert.ok(instrument !== null);
    before.market.set({ ...instrument, status: 'PAUSED' });
    await passSlowly(before, 2);
    const causes = [id, killed.id].map((each) => getParent(before, each).pausedBy);
    assert.deepEqual(causes, ['market_paused', 'kill_switch']);
    before.oms.stop();
    before.clock.advance(61_000);
    before.market.set(instrument);
    const harness = await restart(before);
    const { pausedComplexOrders } = value(await harness.oms.risk.setKillSwitch(caller, { enabled: true }));
    assert.deepEqual(pausedComplexOrders, [killed.id]);
    value(await harness.oms.risk.setKillSwitch(caller, { enabled: false }));
    await moveTo(harness, '0.39', '0.4');
    await passSlowly(harness, 4);
    const after = [id, killed.id].map((each) => getParent(harness, each).pausedBy);
    assert.deepEqual([after, harness.venue.placed.length], [['outage', 'outage'], 0]);
  });

  test('the stored rows equal the replayed journal', async () => {
    const before = await openParents();
    confirmCancels(before);
    const { id } = await place(before, icebergBody());
    await place(before, stopBody());
    await fill(before, sentTo(before), '30');
    value(await before.oms.complexOrders.cancel(TRADER, id));
    await settle();
    const report = verifyLedger(before.storage.database);
    assert.deepEqual([report.ok, report.problems], [true, []]);
    const harness = await restart(before);
    assert.deepEqual(harness.oms.state.exposure.render(), before.oms.state.exposure.render());
  });
});

describe('a fill of a complex order that the venue voids', () => {
  const voided = async (status: 'OPEN' | 'PAUSED', prepare: (harness: Harness) => unknown = () => null) => {
    const harness = await openParents();
    const { id, instrumentId } = await place(harness, icebergBody({ qty: '30' }));
    const child = sentTo(harness);
    const pending = { ...venueFill(child, 't-1', '30', '0.44'), settlement: 'PENDING' as const };
    harness.oms.onVenueReport(harness.venue.name, toReport(child, { fills: [pending], status: 'FILLED' }));
    await settle();
    assert.equal(getParent(harness, id).status, 'FILLED');
    const instrument = harness.market.instrument(instrumentId);
    assert.ok(instrument !== null);
    harness.market.set({ ...instrument, status });
    await prepare(harness);
    const fills = [{ ...pending, settlement: 'VOID' as const }];
    harness.oms.onVenueReport(harness.venue.name, toReport(child, { fills, status: 'FILLED' }));
    await settle();
    return { harness, id };
  };

  test('the quantity is open again while the market is open', async () => {
    const { harness, id } = await voided('OPEN');
    const { status, filledQty, liveQty } = getParent(harness, id);
    assert.deepEqual([status, filledQty, liveQty], ['WORKING', 0n, qty('30')]);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('otherwise it is PAUSED', async () => {
    const { harness, id } = await voided('PAUSED');
    const { status, pausedBy } = getParent(harness, id);
    assert.deepEqual([status, pausedBy, harness.venue.placed.length], ['PAUSED', 'fill_voided', 1]);
  });

  for (const [of, subaccounts] of [
    ['account', '*'],
    ['subaccount', ['sa_1' as SubaccountId]],
  ] as const)
    test(`under the kill switch of its ${of} it is PAUSED since that was set`, async () => {
      let setAt = 0;
      const { harness, id } = await voided('OPEN', async (before) => {
        setAt = before.clock.now();
        value(await before.oms.risk.setKillSwitch({ ...TRADER, subaccounts }, { enabled: true }));
        await pass(before, 5_000);
      });
      const { status, pausedBy, pausedAt } = getParent(harness, id);
      assert.deepEqual([status, pausedBy, pausedAt], ['PAUSED', 'kill_switch', setAt]);
      assert.equal(harness.venue.placed.length, 1);
    });
});

describe('complex orders of another account', () => {
  const stranger: Caller = { ...TRADER, accountId: 'acc_2' as AccountId, keyId: 'key_2' as KeyId };

  test('they are answered like unknown ones, and are not changed', async () => {
    const harness = await openParents();
    const { complexOrders } = harness.oms;
    const { id } = await place(harness, stopBody());
    const before = getParent(harness, id);
    const answers = (of: ParentId) =>
      Promise.all([
        complexOrders.get(stranger, of),
        complexOrders.receipt(stranger, of),
        complexOrders.amend(stranger, of, { qty: '10' }),
        complexOrders.resume(stranger, of),
        complexOrders.cancel(stranger, of),
      ]);
    const refused = await answers(id);
    assert.deepEqual(refused.map(resultCode), Array(5).fill('not_found'));
    assert.deepEqual(refused, await answers('cpx_99' as ParentId));
    assert.deepEqual(getParent(harness, id), before);
  });
});

describe('keys of complex orders', () => {
  test('they share one name space with client order ids', async () => {
    const harness = await openParents();
    await place(harness, stopBody({ idempotency_key: 'k-1' }));
    const order = {
      subaccount_id: 'sa_1',
      instrument_id: 1001,
      side: 'BUY',
      type: 'LIMIT',
      price: '0.4',
      qty: '1',
    };
    const taken = await harness.oms.orders.submit(TRADER, { ...order, client_order_id: 'k-1' }, null);
    assert.equal(resultCode(taken), 'idempotency_conflict');
    await harness.oms.orders.submit(TRADER, { ...order, client_order_id: 'k-2' }, null);
    const second = await harness.oms.complexOrders.submit(TRADER, stopBody({ idempotency_key: 'k-2' }), null);
    assert.equal(resultCode(second), 'idempotency_conflict');
  });

  test('an exact repeat by a key without the subaccount is a conflict, and shows nothing of the order', async () => {
    const harness = await openParents();
    const body = stopBody({ idempotency_key: 'k-1' });
    const { id } = await place(harness, body);
    const elsewhere = { ...TRADER, subaccounts: ['sa_2' as SubaccountId] };
    const refused = await harness.oms.complexOrders.submit(elsewhere, body, null);
    assert.equal(resultCode(refused), 'idempotency_conflict');
    const again = value(await harness.oms.complexOrders.submit(TRADER, body, null));
    assert.deepEqual([again.parent.id, again.replayed], [id, true]);
  });

  test('a caller cannot take the client order id of a child', async () => {
    const harness = await openParents();
    const order = {
      subaccount_id: 'sa_1',
      instrument_id: 1001,
      side: 'BUY',
      type: 'LIMIT',
      price: '0.4',
      qty: '1',
    };
    const reserved = await harness.oms.orders.submit(TRADER, { ...order, client_order_id: 'cpx_1-1' }, null);
    assert.equal(resultCode(reserved), 'validation');
  });
});
