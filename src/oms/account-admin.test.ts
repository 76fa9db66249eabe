import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiKey } from '../contract/access/access.ts';
import type { AccountId, KeyId, OrderId, SubaccountId } from '../contract/model/ids.ts';
import { isLive } from '../contract/model/order.ts';
import type { NewKey, OrderListQuery } from '../orders/trading-service.ts';
import {
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

const key = (change: Partial<NewKey> = {}): NewKey => ({
  keyId: 'key_a' as KeyId,
  accountId: TRADER.accountId,
  publicKey: 'AAAA',
  permissions: ['read'],
  subaccounts: '*',
  expiresAt: null,
  ...change,
});

/** The first part of a refusal's message (its field), or `ok`. */
async function findRefusedField({ oms }: OmsHarness, change: Partial<NewKey>): Promise<string> {
  const created = await oms.accountAdmin.createKey(key(change));
  return created.ok ? 'ok' : (created.error.message.split(' ')[0] ?? '');
}

test('a key needs an existing account, at least one permission and subaccounts of the account', async () => {
  const harness = await openOms();
  assert.equal(await findRefusedField(harness, { keyId: 'a b' as KeyId }), 'key_id');
  assert.equal(await findRefusedField(harness, { accountId: 'acc_9' as AccountId }), 'account_id');
  assert.equal(await findRefusedField(harness, { permissions: [] }), 'permissions');
  assert.equal(
    await findRefusedField(harness, { subaccounts: ['sa_1', 'sa_9'] as SubaccountId[] }),
    'subaccounts',
  );
  assert.equal(await findRefusedField(harness, { subaccounts: ['sa_1'] as SubaccountId[] }), 'ok');
  assert.equal(await findRefusedField(harness, {}), 'key_id', 'a key id is unique');
  assert.deepEqual(harness.oms.access.key('key_a')?.subaccounts, ['sa_1']);
});

test('a revoked key stays revoked, also after a restart, and its listeners are called once', async () => {
  const harness = await openOms();
  const revoked: ApiKey[] = [];
  harness.oms.access.onKeyRevoked((each) => revoked.push(each));
  value(await harness.oms.accountAdmin.createKey(key()));
  for (let time = 0; time < 2; time += 1)
    assert.equal(value(await harness.oms.accountAdmin.revokeKey('key_a' as KeyId)).status, 'REVOKED');
  assert.deepEqual(
    revoked.map(({ keyId }) => keyId),
    ['key_a'],
  );
  assert.equal(resultCode(await harness.oms.accountAdmin.revokeKey('other' as KeyId)), 'validation');
  assert.equal(
    resultCode(await harness.oms.accountAdmin.createKey(key())),
    'validation',
    'its key id stays in use',
  );
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  assert.equal(next.oms.access.key('key_a')?.status, 'REVOKED');
});

test('account and subaccount ids are unique, and a subaccount needs an existing account', async () => {
  const { oms } = await openOms();
  const { accountAdmin } = oms;
  assert.equal(resultCode(await accountAdmin.createAccount(TRADER.accountId)), 'validation');
  const subaccount = (accountId: string, subaccountId: string) =>
    accountAdmin.createSubaccount({
      accountId: accountId as AccountId,
      subaccountId: subaccountId as SubaccountId,
      name: 'Main',
    });
  assert.equal(resultCode(await subaccount('acc_9', 'sa_3')), 'validation');
  assert.equal(resultCode(await subaccount('acc_1', 'sa_1')), 'validation');
  assert.equal(resultCode(await subaccount('acc_1', 's a')), 'validation');
  assert.equal(resultCode(await subaccount('acc_1', 'sa_3')), 'ok');
});

test('orders are listed newest first, per subaccount, from the cursor of the previous page', async () => {
  const harness = await openOms();
  for (const change of [{ client_order_id: 'k' }, { instrument_id: 1002 }, { subaccount_id: 'sa_2' }, {}])
    await submit(harness, change);
  const listed = async (query: Partial<OrderListQuery>): Promise<OrderId[]> => {
    const ids: OrderId[] = [];
    const whole = { subaccountId: 'sa_1' as SubaccountId, ...query };
    for await (const page of value(await harness.oms.queries.orders(TRADER, whole)))
      ids.push(...page.map(({ id }) => id));
    return ids;
  };
  assert.deepEqual(await listed({}), ['ord_4', 'ord_2', 'ord_1']);
  assert.deepEqual(await listed({ limit: 2 }), ['ord_4', 'ord_2']);
  assert.deepEqual(await listed({ before: 4 }), ['ord_2', 'ord_1']);
  assert.deepEqual(await listed({ clientOrderId: 'k' }), ['ord_1']);
  assert.deepEqual(await listed({ clientOrderId: 'a b' }), [], 'not a valid client order id');
  assert.deepEqual(await listed({ subaccountId: 'sa_2' as SubaccountId }), ['ord_3']);
});

test('a key lists its granted subaccounts, each with its kill switch', async () => {
  const { oms } = await openOms();
  const NARROW = { ...TRADER, subaccounts: ['sa_2'] as SubaccountId[] };
  value(await oms.risk.setKillSwitch(NARROW, { enabled: true }));
  const listSubaccounts = (caller: typeof TRADER) =>
    oms.queries
      .subaccounts(caller)
      .map(({ subaccountId, killSwitchActive }) => [subaccountId, killSwitchActive]);
  assert.deepEqual(listSubaccounts(TRADER), [
    ['sa_1', false],
    ['sa_2', true],
  ]);
  assert.deepEqual(listSubaccounts(NARROW), [['sa_2', true]]);
});

describe('what a revoked key leaves', () => {
  async function openWithOrders() {
    const harness = await openOms();
    const owner = { ...TRADER, keyId: 'key_a' as KeyId };
    value(await harness.oms.accountAdmin.createKey({ ...key(), ...owner }));
    for (const caller of [owner, owner, TRADER])
      value(await harness.oms.orders.submit(caller, orderBody(), null));
    harness.venue.onCancel = (clientId) => {
      const placed = harness.venue.placed.find((order) => order.clientId === clientId);
      assert.ok(placed !== undefined);
      return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
    };
    const live = (): readonly KeyId[] =>
      [...harness.oms.state.orders.values()].filter(({ status }) => isLive(status)).map(({ keyId }) => keyId);
    return { harness, owner, live };
  }

  test('its resting orders stay and are counted', async () => {
    const { harness, owner, live } = await openWithOrders();
    const { left } = value(await harness.oms.accountAdmin.revokeKey(owner.keyId));
    assert.deepEqual(left, { webhooks: 0, alerts: 0, approvals: 0, complexOrders: 0, orders: 2 });
    await settle();
    assert.deepEqual(live(), ['key_a', 'key_a', TRADER.keyId]);
  });

  test('its resting orders are cancelled on request, at once or later, and those of other keys are not', async () => {
    for (const isFirst of [true, false]) {
      const { harness, owner, live } = await openWithOrders();
      if (!isFirst) value(await harness.oms.accountAdmin.revokeKey(owner.keyId));
      value(await harness.oms.accountAdmin.revokeKey(owner.keyId, true));
      await settle();
      assert.deepEqual(live(), [TRADER.keyId]);
    }
  });
});
