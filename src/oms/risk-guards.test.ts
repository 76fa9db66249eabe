import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../contract/access/access.ts';
import type { KeyId, SubaccountId } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import type { GuardRequest, GuardState } from '../orders/trading-service.ts';
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

const OTHER: Caller = { ...TRADER, keyId: 'key_other' as KeyId };
const SA_1 = 'sa_1' as SubaccountId;
const SA_2 = 'sa_2' as SubaccountId;

const request = (change: Partial<GuardRequest> = {}): GuardRequest => ({
  subaccountId: null,
  timeoutMs: 5_000,
  scope: 'KEY',
  blockAfter: true,
  ...change,
});

async function openGuarded(from: Parameters<typeof openOms>[0] = {}): Promise<OmsHarness> {
  const harness = await openOms(from);
  for (const { keyId } of [TRADER, OTHER]) {
    const key = { accountId: TRADER.accountId, permissions: ['read', 'trade'] as const, expiresAt: null };
    const publicKey = Buffer.alloc(32, keyId).toString('base64');
    value(
      await harness.oms.accountAdmin.createKey({
        ...key,
        keyId,
        publicKey,
        permissions: [...key.permissions],
        subaccounts: '*',
      }),
    );
  }
  harness.venue.onCancel = (clientId) => {
    const placed = harness.venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  return harness;
}

const set = async (
  harness: OmsHarness,
  change: Partial<GuardRequest> = {},
  caller = TRADER,
): Promise<GuardState> => value(await harness.oms.risk.setGuard(caller, request(change)));

/** Kills the process, and starts the next one after this time. */
async function restartAfter(first: OmsHarness, ms: number): Promise<OmsHarness> {
  const { clock, venue, market, storage } = first;
  storage.crash();
  first.oms.stop();
  clock.advance(ms);
  return openOms({ clock, venue, market, storage: await storage.restart() });
}

async function pass(harness: OmsHarness, ms: number): Promise<void> {
  harness.clock.advance(ms);
  await settle();
}

const trySubmit = async ({ oms }: OmsHarness, change: object = {}, caller = TRADER): Promise<string> =>
  resultCode(await oms.orders.submit(caller, orderBody(change), null));

const placeAs = async ({ oms }: OmsHarness, caller: Caller, change: object = {}): Promise<Order> =>
  value(await oms.orders.submit(caller, orderBody(change), null)).order;

const seqOf = ({ oms }: OmsHarness): number => oms.state.seq;

describe('I-42: a guard that is not renewed', () => {
  test('fires at its deadline, not before, and cancels the orders of its key with the reason guard', async () => {
    const harness = await openGuarded();
    const [own, foreign] = [await submit(harness), await placeAs(harness, OTHER)];
    await set(harness);
    await pass(harness, 4_999);
    assert.equal(getOrder(harness, own.id).status, 'OPEN');
    await pass(harness, 1);
    const cancelled = getOrder(harness, own.id);
    assert.deepEqual([cancelled.status, cancelled.reason], ['CANCELLED', 'guard']);
    assert.equal(getOrder(harness, foreign.id).status, 'OPEN');
    const { guard, deadlineAt } = value(harness.oms.risk.guard(TRADER, null));
    assert.deepEqual([guard?.firedCount, guard?.blocked, guard?.latestAt, deadlineAt], [1, true, null, null]);
  });

  test('refuses new orders of its key until it is set again', async () => {
    const harness = await openGuarded();
    await set(harness);
    await pass(harness, 5_000);
    assert.equal(await trySubmit(harness), 'guard_fired');
    assert.equal(resultCode(await harness.oms.orders.preview(TRADER, orderBody())), 'guard_fired');
    assert.equal(await trySubmit(harness, {}, OTHER), 'ok');
    await set(harness);
    assert.equal(await trySubmit(harness), 'ok');
  });

  test('blocks nothing with block_after false, and nothing once it is disarmed', async () => {
    const harness = await openGuarded();
    await set(harness, { blockAfter: false });
    await pass(harness, 5_000);
    assert.equal(await trySubmit(harness), 'ok');
    await set(harness);
    await pass(harness, 5_000);
    assert.equal(await trySubmit(harness), 'guard_fired');
    const { guard, deadlineAt } = await set(harness, { timeoutMs: 0 });
    assert.deepEqual([guard?.latestAt, deadlineAt], [null, null]);
    const order = await submit(harness);
    await pass(harness, 600_000);
    assert.equal(getOrder(harness, order.id).status, 'OPEN');
  });

  test('of a subaccount cancels and blocks there only', async () => {
    const harness = await openGuarded();
    const [inOne, inTwo] = [await submit(harness), await submit(harness, { subaccount_id: 'sa_2' })];
    await set(harness, { subaccountId: SA_1 });
    await pass(harness, 5_000);
    assert.equal(getOrder(harness, inOne.id).status, 'CANCELLED');
    assert.equal(getOrder(harness, inTwo.id).status, 'OPEN');
    assert.equal(await trySubmit(harness), 'guard_fired');
    assert.equal(await trySubmit(harness, { subaccount_id: 'sa_2' }), 'ok');
  });

  test('with scope SUBACCOUNT cancels the orders of all keys, and another key lifts its block', async () => {
    const harness = await openGuarded();
    const foreign = await placeAs(harness, OTHER);
    await set(harness, { subaccountId: SA_1, scope: 'SUBACCOUNT' });
    await pass(harness, 5_000);
    assert.equal(getOrder(harness, foreign.id).reason, 'guard');
    assert.equal(await trySubmit(harness, {}, OTHER), 'guard_fired');
    await set(harness, { subaccountId: SA_2, scope: 'SUBACCOUNT', timeoutMs: 0 }, OTHER);
    assert.equal(await trySubmit(harness, {}, OTHER), 'guard_fired', 'another subaccount');
    await set(harness, { subaccountId: SA_1, timeoutMs: 0 }, OTHER);
    assert.equal(await trySubmit(harness, {}, OTHER), 'guard_fired', 'only the scope SUBACCOUNT lifts it');
    await set(harness, { subaccountId: SA_1, scope: 'SUBACCOUNT', timeoutMs: 0 }, OTHER);
    assert.equal(await trySubmit(harness, {}, OTHER), 'ok');
    assert.equal(await trySubmit(harness), 'ok');
  });

  test('set for all subaccounts lifts the blocks of each of them', async () => {
    const harness = await openGuarded();
    for (const subaccountId of [SA_1, SA_2]) await set(harness, { subaccountId, scope: 'SUBACCOUNT' });
    await pass(harness, 5_000);
    const subaccounts = [SA_1, SA_2];
    const codes = async () =>
      Promise.all(subaccounts.map((id) => trySubmit(harness, { subaccount_id: id }, OTHER)));
    assert.deepEqual(await codes(), ['guard_fired', 'guard_fired']);
    await set(harness, { subaccountId: null, scope: 'SUBACCOUNT', timeoutMs: 0 }, OTHER);
    assert.deepEqual(await codes(), ['ok', 'ok']);
  });

  test('is counted each time it fires, also by its record, which keeps that when it is set again', async () => {
    const harness = await openGuarded();
    for (const fired of [0, 1, 2]) {
      const { guard } = await set(harness);
      assert.deepEqual([guard?.firedCount, guard?.lastFiredAt !== null], [fired, fired > 0]);
      await pass(harness, 5_000);
    }
    await set(harness, { subaccountId: SA_1, scope: 'SUBACCOUNT' });
    await pass(harness, 5_000);
    const counts = harness.counts.filter((each) => each.startsWith('guards_fired_total'));
    const ofKey = 'guards_fired_total KEY';
    assert.deepEqual(counts, [ofKey, ofKey, ofKey, 'guards_fired_total SUBACCOUNT']);
  });

  test('is refused for a subaccount that the key does not have', async () => {
    const harness = await openGuarded();
    const narrow = { ...TRADER, subaccounts: [SA_2] };
    assert.equal(
      resultCode(await harness.oms.risk.setGuard(narrow, request({ subaccountId: SA_1 }))),
      'forbidden',
    );
    assert.equal(resultCode(harness.oms.risk.guard(narrow, SA_1)), 'forbidden');
  });
});

describe('the durable deadline of a guard', () => {
  test('is the promised one or up to ten seconds later, and a renewal each second writes one entry in ten', async () => {
    const harness = await openGuarded();
    const order = await submit(harness);
    const before = seqOf(harness);
    for (let second = 0; second < 30; second += 1) {
      const { guard, deadlineAt } = await set(harness);
      assert.equal(deadlineAt, harness.clock.now() + 5_000);
      const slackMs = (guard?.latestAt ?? 0) - (deadlineAt ?? 0);
      assert.ok(slackMs >= 0 && slackMs <= 10_000, String(slackMs));
      await pass(harness, 1_000);
    }
    assert.ok(seqOf(harness) - before <= 4, String(seqOf(harness) - before));
    assert.equal(getOrder(harness, order.id).status, 'OPEN');
  });

  test('is written at once when it becomes earlier, or the terms change', async () => {
    const harness = await openGuarded();
    await set(harness, { timeoutMs: 600_000 });
    const { guard, deadlineAt } = await set(harness, { timeoutMs: 5_000 });
    assert.ok((guard?.latestAt ?? 0) <= (deadlineAt ?? 0) + 10_000);
    const changed = await set(harness, { blockAfter: false });
    assert.equal(changed.guard?.blockAfter, false);
  });

  test('that passed while the service was down fires at the start, before any new order', async () => {
    const first = await openGuarded();
    const order = await submit(first);
    await set(first);
    const second = await restartAfter(first, 15_000);
    assert.equal(getOrder(second, order.id).cancelReason, 'guard');
    assert.equal(await trySubmit(second), 'guard_fired');
    await settle();
    assert.ok(second.venue.cancelled.length > 0, 'the cancel is sent once the orders are reconciled');
  });

  test('of two guards that passed meanwhile fires both', async () => {
    const first = await openGuarded();
    const orders = [await submit(first), await placeAs(first, OTHER)];
    for (const caller of [TRADER, OTHER]) await set(first, {}, caller);
    const second = await restartAfter(first, 15_000);
    const reasons = orders.map(({ id }) => getOrder(second, id).cancelReason);
    assert.deepEqual(reasons, ['guard', 'guard']);
    for (const caller of [TRADER, OTHER]) assert.equal(await trySubmit(second, {}, caller), 'guard_fired');
  });

  test('is on disk before a renewal is answered that writes nothing itself', async () => {
    const synced = Promise.withResolvers<void>();
    let isHeld = false;
    const harness = await openGuarded({
      disk: { beforeSync: () => (isHeld ? synced.promise : Promise.resolve()) },
    });
    isHeld = true;
    const answered: string[] = [];
    const calls = ['first', 'renewal'].map((name) => set(harness).then(() => answered.push(name)));
    await settle();
    assert.deepEqual(answered, []);
    synced.resolve();
    await Promise.all(calls);
    assert.equal(answered.length, 2);
  });

  test('is not moved by a wall clock that was set back before the start', async () => {
    const first = await openGuarded();
    const order = await submit(first);
    await set(first);
    first.clock.jumpWall(-3_600_000);
    const second = await restartAfter(first, 1_000);
    const { deadlineAt } = value(second.oms.risk.guard(TRADER, null));
    assert.equal(deadlineAt, second.clock.now() + 15_000, 'its timeout and the slack at most');
    await pass(second, 14_999);
    assert.equal(getOrder(second, order.id).status, 'OPEN');
    await pass(second, 1);
    assert.equal(getOrder(second, order.id).cancelReason, 'guard');
  });

  test('that has not passed at the start stays armed until it does', async () => {
    const first = await openGuarded();
    const order = await submit(first);
    await set(first);
    const second = await restartAfter(first, 14_999);
    assert.equal(getOrder(second, order.id).status, 'OPEN');
    await pass(second, 1);
    assert.equal(getOrder(second, order.id).cancelReason, 'guard');
  });
});
