import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  fill,
  getParent,
  icebergBody,
  moveTo,
  passSlowly,
  place,
  restart,
  stopBody,
} from '../complex-orders/engine/parents.fixture.ts';
import type { KeyId, SessionId, SubaccountId } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import type { Parent } from '../contract/model/parent.ts';
import { err, rejection } from '../contract/model/result.ts';
import {
  getOrder,
  type OmsHarness,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { qty, restingReply, venueFill } from '../oms/scripted-venue.fixture.ts';
import type { CommandContext } from './command-context.ts';
import type { SessionRequest } from './trading-service.ts';

const command = (sessionId: SessionId, change: Partial<CommandContext> = {}): CommandContext => ({
  sessionId,
  ack: 'VENUE',
  check: () => null,
  onDecided: () => {},
  ...change,
});

async function openCancelling(subaccounts: '*' | readonly SubaccountId[] = '*'): Promise<OmsHarness> {
  const harness = await openOms();
  const publicKey = Buffer.alloc(32, 7).toString('base64');
  const permissions = ['read', 'trade'] as const;
  const { keyId, accountId } = TRADER;
  const key = { keyId, accountId, publicKey, permissions, subaccounts, expiresAt: null } as const;
  value(await harness.oms.accountAdmin.createKey(key));
  harness.venue.onCancel = (clientId) => {
    const placed = harness.venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  return harness;
}

const openSession = ({ oms }: OmsHarness, change: Partial<SessionRequest> = {}): Promise<SessionId> =>
  oms.sessions.open(TRADER, { subaccountId: null, onDisconnect: 'SESSION', ...change });

async function placeIn({ oms }: OmsHarness, sessionId: SessionId, fields: object = {}): Promise<Order> {
  return value(await oms.orders.submit(TRADER, orderBody(fields), null, command(sessionId))).order;
}

const MARKET = { type: 'MARKET', price: undefined, tif: 'IOC' };

/** `BUY 10 @ 0.44`, sold again at 0.60 or once the bid is 0.30. */
const bracketBody = (change: object = {}, entry: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'TP_SL',
  params: {
    entry: { instrument_id: 1001, side: 'BUY', type: 'LIMIT', price: '0.44', qty: '10', ...entry },
    take_profit: { price: '0.6' },
    stop_loss: { trigger_price: '0.3' },
  },
  ...change,
});

const reasonsOf = (harness: OmsHarness, orders: readonly Order[]): readonly (string | null)[] =>
  orders.map(({ id }) => getOrder(harness, id).cancelReason);

describe('I-43: the end of a session', () => {
  test('cancels its orders with the reason disconnect, and no others', async () => {
    const harness = await openCancelling();
    const sessionId = await openSession(harness);
    const [own, other] = [await placeIn(harness, sessionId), await submit(harness)];
    assert.deepEqual([own.sessionId, other.sessionId], [sessionId, null]);
    await harness.oms.sessions.end(sessionId);
    await settle();
    assert.deepEqual(reasonsOf(harness, [own, other]), ['disconnect', null]);
    assert.equal(getOrder(harness, own.id).status, 'CANCELLED');
  });

  for (const onDisconnect of ['SESSION', 'SUBACCOUNT'] as const)
    test(`with ${onDisconnect} leaves orders alone that are over`, async () => {
      const harness = await openCancelling();
      const sessionId = await openSession(harness, { onDisconnect });
      harness.venue.onPlace = (order) =>
        restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't-1', '10', '0.48')] });
      const filled = await placeIn(harness, sessionId);
      harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
      const rejected = await placeIn(harness, sessionId);
      harness.venue.onPlace = (order) => restingReply(order);
      const live = await placeIn(harness, sessionId);
      await harness.oms.sessions.end(sessionId);
      await settle();
      assert.deepEqual(reasonsOf(harness, [filled, rejected, live]), [null, null, 'disconnect']);
      assert.deepEqual([harness.venue.cancelled.length, harness.errors], [1, []]);
    });

  test('with SUBACCOUNT cancels all orders there, however they were placed', async () => {
    const harness = await openCancelling();
    const scope = { onDisconnect: 'SUBACCOUNT', subaccountId: 'sa_1' as SubaccountId } as const;
    const sessionId = await openSession(harness, scope);
    const orders = [await submit(harness), await submit(harness, { subaccount_id: 'sa_2' })];
    await harness.oms.sessions.end(sessionId);
    await settle();
    assert.deepEqual(reasonsOf(harness, orders), ['disconnect', null]);
  });

  for (const [granted, reasons] of [
    [['sa_1' as SubaccountId], ['disconnect', null]],
    [['sa_2' as SubaccountId], [null, 'disconnect']],
    ['*', ['disconnect', 'disconnect']],
  ] as const)
    test(`with SUBACCOUNT for all subaccounts cancels in those of its key: ${String(granted)}`, async () => {
      const harness = await openCancelling(granted);
      const sessionId = await openSession(harness, { onDisconnect: 'SUBACCOUNT', subaccountId: null });
      const other = { ...TRADER, keyId: 'key_other' as KeyId }; // of all subaccounts
      const orders: Order[] = [];
      for (const id of ['sa_1', 'sa_2'])
        orders.push(
          value(await harness.oms.orders.submit(other, orderBody({ subaccount_id: id }), null)).order,
        );
      await harness.oms.sessions.end(sessionId);
      await settle();
      assert.deepEqual(reasonsOf(harness, orders), reasons);
    });

  for (const way of ['a disconnect', 'a crash'] as const) {
    test(`by ${way} with SUBACCOUNT pauses the complex orders there, also those without a live child`, async () => {
      const first = await openCancelling();
      first.market.setTouch(1001, '0.47', '0.49');
      const bodies = [stopBody(), icebergBody(), stopBody({ subaccount_id: 'sa_2' })];
      const placed: Parent[] = [];
      for (const body of bodies) placed.push(await place(first, body));
      const scope = { onDisconnect: 'SUBACCOUNT', subaccountId: 'sa_1' as SubaccountId } as const;
      const sessionId = await openSession(first, scope);
      if (way === 'a disconnect') await first.oms.sessions.end(sessionId);
      await settle();
      const harness = way === 'a disconnect' ? first : await restart(first);
      await passSlowly(harness, 4);
      await moveTo(harness, '0.39', '0.41');
      await passSlowly(harness, 2);
      const causes = placed.map(({ id }) => getParent(harness, id).pausedBy);
      assert.deepEqual(causes, ['guard', 'guard', null]);
      const counts = placed.map(({ id }) => getParent(harness, id).childCount);
      assert.deepEqual([counts[0], counts[1], counts[2] !== 0], [0, 1, true], 'nothing was placed again');
    });
  }

  test('cancels the entry of a bracket, and its exit keeps what the entry has filled', async () => {
    const harness = await openCancelling();
    harness.market.setTouch(1001, '0.47', '0.49');
    const sessionId = await openSession(harness);
    const bodies = [bracketBody(), bracketBody({ idempotency_key: 'b-2' })];
    const exits: Parent[] = [];
    for (const body of bodies) {
      const submitted = await harness.oms.complexOrders.submit(TRADER, body, null, command(sessionId));
      exits.push(value(submitted).parent);
      await settle();
    }
    const [filling] = harness.venue.placed;
    assert.ok(filling !== undefined);
    await fill(harness, filling, '4');
    harness.venue.onCancel = (clientId) => {
      const placed = harness.venue.placed.find((order) => order.clientId === clientId);
      assert.ok(placed !== undefined);
      const fills = placed === filling ? [venueFill(placed, `t-${placed.clientId}-4`, '4', '0.44')] : [];
      return restingReply(placed, { status: 'CANCELLED', reason: 'requested', fills });
    };
    await harness.oms.sessions.end(sessionId);
    await settle();
    const states = exits
      .map(({ id }) => getParent(harness, id))
      .map(({ status, reason }) => [status, reason]);
    assert.deepEqual(states, [
      ['WORKING', null],
      ['CANCELLED', 'entry_unfilled'],
    ]);
    const entries = [...harness.oms.state.orders.values()].filter(({ parentId }) => parentId === null);
    assert.deepEqual(
      entries.map(({ status, reason }) => [status, reason]),
      [
        ['CANCELLED', 'disconnect'],
        ['CANCELLED', 'disconnect'],
      ],
    );
  });

  test('with SESSION leaves complex orders: they work while their caller is away', async () => {
    const harness = await openCancelling();
    harness.market.setTouch(1001, '0.47', '0.49');
    const { id } = await place(harness, stopBody());
    await harness.oms.sessions.end(await openSession(harness));
    await settle();
    assert.equal(getParent(harness, id).status, 'WAITING');
  });

  test('that cancels nothing is not recorded', async () => {
    const harness = await openCancelling();
    const before = harness.oms.state.seq;
    const sessionId = await openSession(harness, { onDisconnect: null });
    const order = await placeIn(harness, sessionId);
    await harness.oms.sessions.end(sessionId);
    await settle();
    assert.equal(getOrder(harness, order.id).status, 'OPEN');
    assert.equal(harness.oms.state.sessions.size, 0);
    assert.ok(harness.oms.state.seq > before);
  });

  test('comes with a crash: the next start cancels its orders before it accepts any', async () => {
    const first = await openCancelling();
    const sessionId = await openSession(first);
    const order = await placeIn(first, sessionId);
    const { clock, venue, market, storage } = first;
    storage.crash();
    first.oms.stop();
    const second = await openOms({ clock, venue, market, storage: await storage.restart() });
    assert.equal(getOrder(second, order.id).cancelReason, 'disconnect');
    assert.equal(second.oms.state.sessions.size, 0);
    await settle();
    assert.equal(getOrder(second, order.id).status, 'CANCELLED');
  });
});

describe('a command of a session', () => {
  const STOPPED = rejection('shutting_down', 'the connection closed');

  test('I-41: has no effect when its check refuses in the step that decides', async () => {
    const harness = await openCancelling();
    harness.market.setTouch(1001, '0.47', '0.49');
    const resting = await submit(harness);
    const waiting = await place(harness, stopBody());
    const before = harness.oms.state.seq;
    const stopped = command('ses_1' as SessionId, { check: () => STOPPED });
    const { oms } = harness;
    assert.deepEqual(await oms.orders.submit(TRADER, orderBody(), null, stopped), err(STOPPED));
    assert.deepEqual(await oms.orders.cancel(TRADER, resting.id, stopped), err(STOPPED));
    assert.deepEqual(await oms.orders.amend(TRADER, resting.id, { qty: '11' }, stopped), err(STOPPED));
    assert.deepEqual(await oms.orders.cancelAll(TRADER, null, 'cancel_all', stopped), err(STOPPED));
    const { complexOrders } = oms;
    assert.deepEqual(await complexOrders.submit(TRADER, stopBody(), null, stopped), err(STOPPED));
    assert.deepEqual(await complexOrders.submit(TRADER, bracketBody(), null, stopped), err(STOPPED));
    assert.deepEqual(await complexOrders.amend(TRADER, waiting.id, { qty: '10' }, stopped), err(STOPPED));
    assert.deepEqual(await complexOrders.cancel(TRADER, waiting.id, stopped), err(STOPPED));
    const entries = value(await oms.orders.submitBatch(TRADER, [orderBody()], stopped));
    assert.deepEqual(
      entries.map((entry) => entry.ok || entry.refusal.code),
      ['shutting_down'],
    );
    assert.equal(oms.state.seq, before);
  });

  test('I-41: is checked after the wait for data, not before', async () => {
    const harness = await openCancelling();
    let isClosed = false;
    harness.market.onWaitForBooks = async () => {
      isClosed = true;
    };
    const check = (): typeof STOPPED | null => (isClosed ? STOPPED : null);
    const market = orderBody({ type: 'MARKET', price: undefined, tif: 'IOC' });
    const closing = command('ses_1' as SessionId, { check });
    const result = await harness.oms.orders.submit(TRADER, market, null, closing);
    assert.equal(isClosed, true);
    assert.equal(resultCode(result), 'shutting_down');
    isClosed = false;
    const bracket = await harness.oms.complexOrders.submit(TRADER, bracketBody({}, MARKET), null, closing);
    assert.deepEqual([isClosed, resultCode(bracket)], [true, 'shutting_down']);
  });

  test('on a complex order has taken effect before its children are over', async () => {
    const harness = await openCancelling();
    harness.market.setTouch(1001, '0.47', '0.49');
    const { id } = await place(harness, icebergBody());
    harness.venue.onCancel = () => new Promise(() => undefined);
    let decided = 0;
    const counted = (ack: CommandContext['ack']) =>
      command('ses_1' as SessionId, { ack, onDecided: () => void (decided += 1) });
    const amended = await harness.oms.complexOrders.amend(TRADER, id, { qty: '90' }, counted('VENUE'));
    assert.deepEqual([decided, value(amended).parent.qty], [1, qty('90')]);
    const cancelled = harness.oms.complexOrders.cancel(TRADER, id, counted('VENUE'));
    await settle();
    assert.equal(decided, 2, 'the answer still waits for the venue');
    const durable = await harness.oms.complexOrders.cancel(TRADER, id, counted('DURABLE'));
    assert.deepEqual([value(durable).parent.status, decided], ['CANCELLING', 3]);
    harness.clock.advance(250);
    assert.equal(value(await cancelled).parent.status, 'CANCELLING');
  });

  test('with ack DURABLE is answered before the venue replies, and the order is durable by then', async () => {
    const harness = await openCancelling();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { onPlace } = harness.venue;
    harness.venue.onPlace = async (order) => {
      await promise;
      return onPlace(order);
    };
    const durable = command('ses_1' as SessionId, { ack: 'DURABLE' });
    const { order } = value(await harness.oms.orders.submit(TRADER, orderBody(), null, durable));
    assert.equal(order.status, 'PENDING_SUBMISSION');
    assert.ok(await harness.storage.journal.order(order.id));
    resolve();
    await settle();
    assert.equal(getOrder(harness, order.id).status, 'OPEN');
  });
});
