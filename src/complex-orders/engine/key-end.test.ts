import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import type { KeyId } from '../../contract/model/ids.ts';
import { getOrder, type OmsHarness, orderBody, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import {
  fill,
  getParent,
  icebergBody,
  iocReply,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
  stopBody,
} from './parents.fixture.ts';

const OTHER: Caller = { ...TRADER, keyId: 'key_2' as KeyId };

/** The caller's key is a known one, which expires in an hour. */
async function openWithKeys(): Promise<OmsHarness> {
  const harness = await openParents();
  const { oms, clock } = harness;
  const terms = { accountId: TRADER.accountId, publicKey: 'AAAA', permissions: TRADER.permissions } as const;
  for (const { keyId } of [TRADER, OTHER]) {
    const expiresAt = (clock.now() + (keyId === TRADER.keyId ? 3_600_000 : 7_200_000)) as never;
    value(await oms.accountAdmin.createKey({ ...terms, keyId, subaccounts: '*', expiresAt }));
  }
  return harness;
}

const revoke = async ({ oms }: OmsHarness, { keyId }: Caller = TRADER): Promise<void> => {
  value(await oms.accountAdmin.revokeKey(keyId));
};

/** A long position of so many YES contracts. */
async function hold(harness: OmsHarness, size: string, caller = TRADER): Promise<void> {
  value(await harness.oms.orders.submit(caller, orderBody({ qty: size }), null));
  await fill(harness, sentTo(harness), size);
}

const takeNext = (harness: OmsHarness, size: string): void => {
  harness.venue.onPlace = (order) => iocReply(order, size);
};

describe('a complex order whose key has ended', () => {
  test('one that may open a position is PAUSED, and its resting child stays as an order of that key does', async () => {
    const harness = await openWithKeys();
    const { id } = await place(harness, icebergBody());
    await revoke(harness);
    await pass(harness, 1_000);
    const { status, pausedBy, liveQty } = getParent(harness, id);
    assert.deepEqual([status, pausedBy, liveQty], ['PAUSED', 'key_ended', qty('30')]);
    await fill(harness, sentTo(harness), '30');
    await passSlowly(harness, 3);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('the expiry of the key counts as its end', async () => {
    const harness = await openWithKeys();
    const { id } = await place(harness, icebergBody());
    await pass(harness, 3_599_000);
    assert.equal(getParent(harness, id).status, 'WORKING');
    await pass(harness, 1_000);
    assert.equal(getParent(harness, id).pausedBy, 'key_ended');
  });

  test('a stop that protects a position still fires, and its child can only reduce', async () => {
    const harness = await openWithKeys();
    await hold(harness, '20');
    const { id } = await place(harness, stopBody());
    await revoke(harness);
    await pass(harness, 1_000);
    assert.equal(getParent(harness, id).status, 'WAITING');
    takeNext(harness, '20');
    await moveTo(harness, '0.4', '0.42');
    const { status, childOrderIds } = getParent(harness, id);
    const [child] = childOrderIds;
    assert.ok(child !== undefined);
    assert.deepEqual([status, getOrder(harness, child).reduceOnly], ['FILLED', true]);
  });

  test('it is not PAUSED while its resting child takes all that can be reduced', async () => {
    const harness = await openWithKeys();
    await hold(harness, '20');
    const { id } = await place(harness, stopBody({ price: '0.39' }, { max_slippage: undefined }));
    await revoke(harness);
    await moveTo(harness, '0.4', '0.42');
    await passSlowly(harness, 3);
    const { status, liveQty } = getParent(harness, id);
    assert.deepEqual([status, liveQty, sentTo(harness).tif], ['WORKING', qty('20'), 'GTC']);
    await fill(harness, sentTo(harness), '20');
    assert.equal(getParent(harness, id).status, 'FILLED');
  });

  test('it sells no more than is held, and is PAUSED once nothing is left', async () => {
    const harness = await openWithKeys();
    await hold(harness, '8');
    const { id } = await place(harness, stopBody());
    await revoke(harness);
    takeNext(harness, '8');
    await moveTo(harness, '0.4', '0.42');
    await passSlowly(harness, 3);
    const { filledQty, pausedBy } = getParent(harness, id);
    assert.deepEqual([sentTo(harness).qty, filledQty, pausedBy], [qty('8'), qty('8'), 'key_ended']);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('a stop without a position waits, and protects one that is opened later', async () => {
    const harness = await openWithKeys();
    const { id } = await place(harness, stopBody());
    await revoke(harness);
    await moveTo(harness, '0.4', '0.42');
    await pass(harness, 1_000);
    assert.deepEqual([harness.venue.placed.length, getParent(harness, id).pausedBy], [0, 'key_ended']);
    await moveTo(harness, '0.47', '0.49');
    await hold(harness, '20', OTHER);
    await pass(harness, 1_000);
    assert.equal(getParent(harness, id).status, 'WAITING');
    takeNext(harness, '20');
    await moveTo(harness, '0.4', '0.42');
    assert.equal(getParent(harness, id).status, 'FILLED');
  });

  test('a resume request with another key takes it over', async () => {
    const harness = await openWithKeys();
    const { id } = await place(harness, icebergBody());
    await fill(harness, sentTo(harness), '30');
    await revoke(harness);
    await passSlowly(harness, 3);
    const before = harness.venue.placed.length;
    value(await harness.oms.complexOrders.resume(OTHER, id));
    await fill(harness, sentTo(harness), '30');
    await passSlowly(harness, 3);
    assert.ok(harness.venue.placed.length > before);
    const last = getParent(harness, id).childOrderIds.at(-1);
    assert.ok(last !== undefined);
    const { keyId, reduceOnly, price: limit } = getOrder(harness, last);
    assert.deepEqual([keyId, reduceOnly, limit], ['key_2', false, price('0.44')]);
    await revoke(harness, OTHER);
    await pass(harness, 1_000);
    assert.equal(getParent(harness, id).pausedBy, 'key_ended');
  });

  test('so does one for an order that goes on without its key: it is not held to reducing any more', async () => {
    const harness = await openWithKeys();
    await hold(harness, '8');
    const { id } = await place(harness, stopBody());
    await revoke(harness);
    await pass(harness, 1_000);
    const taken = value(await harness.oms.complexOrders.resume(OTHER, id)).parent;
    assert.deepEqual([taken.status, taken.actingKeyId], ['WAITING', 'key_2']);
    takeNext(harness, '20');
    await moveTo(harness, '0.4', '0.42');
    assert.deepEqual([sentTo(harness).qty, getParent(harness, id).status], [qty('20'), 'FILLED']);
  });

  test('a guard of the key that took it over cancels it, and a guard of its first key does not', async () => {
    const harness = await openWithKeys();
    const { id, subaccountId } = await place(harness, stopBody());
    const guard = { subaccountId, timeoutMs: 5_000, scope: 'KEY', blockAfter: false } as const;
    value(await harness.oms.risk.setGuard(TRADER, guard));
    await revoke(harness);
    await pass(harness, 1_000);
    value(await harness.oms.complexOrders.resume(OTHER, id));
    await passSlowly(harness, 5);
    const fired = value(harness.oms.risk.guard(TRADER, subaccountId)).guard?.firedCount;
    assert.deepEqual([fired, getParent(harness, id).status], [1, 'WAITING']);
    value(await harness.oms.risk.setGuard(OTHER, guard));
    await passSlowly(harness, 5);
    const { status, reason } = getParent(harness, id);
    assert.deepEqual([status, reason], ['CANCELLED', 'guard']);
    await moveTo(harness, '0.4', '0.42');
    await passSlowly(harness, 3);
    assert.equal(harness.venue.placed.length, 0);
  });

  test('after a restart it is still PAUSED, and a takeover is still known', async () => {
    const harness = await openWithKeys();
    const paused = await place(harness, icebergBody());
    const taken = await place(harness, icebergBody({ price: '0.43' }));
    await revoke(harness);
    await pass(harness, 1_000);
    value(await harness.oms.complexOrders.resume(OTHER, taken.id));
    harness.oms.stop();
    const { venue, market, clock } = harness;
    const again = await openParents({ venue, market, clock, storage: await harness.storage.restart() });
    await passSlowly(again, 3);
    const causes = [paused, taken].map(({ id }) => getParent(again, id).pausedBy);
    assert.deepEqual(causes, ['key_ended', null]);
  });
});
