import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionId, SubaccountId } from '../domain/model/ids.ts';
import type { Order } from '../domain/model/order.ts';
import { err, rejection } from '../domain/model/result.ts';
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
} from './oms.fixture.ts';
import { restingReply } from './scripted-venue.fixture.ts';
import type { CommandContext, SessionRequest } from './trading-service.ts';

const command = (sessionId: SessionId, change: Partial<CommandContext> = {}): CommandContext => ({
  sessionId,
  ack: 'VENUE',
  check: () => null,
  onDecided: () => {},
  ...change,
});

async function openCancelling(): Promise<OmsHarness> {
  const harness = await openOms();
  const publicKey = Buffer.alloc(32, 7).toString('base64');
  const permissions = ['read', 'trade'] as const;
  const { keyId, accountId } = TRADER;
  const key = { keyId, accountId, publicKey, permissions, subaccounts: '*', expiresAt: null } as const;
  value(await harness.oms.accountAdmin.createKey(key));
  harness.venue.onCancel = (clientId) => {
    const placed = harness.venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  return harness;
}

const openSession = ({ oms }: OmsHarness, change: Partial<SessionRequest> = {}): Promise<SessionId> =>
  oms.openSession(TRADER, { subaccountId: null, onDisconnect: 'SESSION', ...change });

async function placeIn({ oms }: OmsHarness, sessionId: SessionId, fields: object = {}): Promise<Order> {
  return value(await oms.submit(TRADER, orderBody(fields), null, command(sessionId))).order;
}

const reasonsOf = (harness: OmsHarness, orders: readonly Order[]): readonly (string | null)[] =>
  orders.map(({ id }) => getOrder(harness, id).cancelReason);

describe('I-43: the end of a session', () => {
  test('cancels its orders with the reason disconnect, and no others', async () => {
    const harness = await openCancelling();
    const sessionId = await openSession(harness);
    const [own, other] = [await placeIn(harness, sessionId), await submit(harness)];
    assert.deepEqual([own.sessionId, other.sessionId], [sessionId, null]);
    await harness.oms.endSession(sessionId);
    await settle();
    assert.deepEqual(reasonsOf(harness, [own, other]), ['disconnect', null]);
    assert.equal(getOrder(harness, own.id).status, 'CANCELLED');
  });

  test('with SUBACCOUNT cancels all orders there, however they were placed', async () => {
    const harness = await openCancelling();
    const scope = { onDisconnect: 'SUBACCOUNT', subaccountId: 'sa_1' as SubaccountId } as const;
    const sessionId = await openSession(harness, scope);
    const orders = [await submit(harness), await submit(harness, { subaccount_id: 'sa_2' })];
    await harness.oms.endSession(sessionId);
    await settle();
    assert.deepEqual(reasonsOf(harness, orders), ['disconnect', null]);
  });

  test('that cancels nothing is not recorded', async () => {
    const harness = await openCancelling();
    const before = harness.oms.state.seq;
    const sessionId = await openSession(harness, { onDisconnect: null });
    const order = await placeIn(harness, sessionId);
    await harness.oms.endSession(sessionId);
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
    const resting = await submit(harness);
    const before = harness.oms.state.seq;
    const stopped = command('ses_1' as SessionId, { check: () => STOPPED });
    const { oms } = harness;
    assert.deepEqual(await oms.submit(TRADER, orderBody(), null, stopped), err(STOPPED));
    assert.deepEqual(await oms.cancel(TRADER, resting.id, stopped), err(STOPPED));
    assert.deepEqual(await oms.amend(TRADER, resting.id, { qty: '11' }, stopped), err(STOPPED));
    assert.deepEqual(await oms.cancelAll(TRADER, null, 'cancel_all', stopped), err(STOPPED));
    const entries = value(await oms.submitBatch(TRADER, [orderBody()], stopped));
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
    const result = await harness.oms.submit(TRADER, market, null, command('ses_1' as SessionId, { check }));
    assert.equal(isClosed, true);
    assert.equal(resultCode(result), 'shutting_down');
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
    const { order } = value(await harness.oms.submit(TRADER, orderBody(), null, durable));
    assert.equal(order.status, 'PENDING_SUBMISSION');
    assert.ok(await harness.storage.journal.order(order.id));
    resolve();
    await settle();
    assert.equal(getOrder(harness, order.id).status, 'OPEN');
  });
});
