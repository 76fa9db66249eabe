import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../contract/access/access.ts';
import { APPROVAL_MS, APPROVALS_PENDING_MAX, type Approval } from '../contract/model/approval.ts';
import type { KeyId } from '../contract/model/ids.ts';
import { type Notional, ONE } from '../contract/model/money.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import { type OmsHarness, openOms, orderBody, resultCode, settle, TRADER, value } from './oms.fixture.ts';

const AGENT: Caller = { ...TRADER, keyId: 'key_agent' as KeyId };
const LARGE = { qty: '20', client_order_id: 'a-1' }; // costs 9.6

/** A key that needs an approval above 5, and may spend `dayCostMax`. */
async function openAgent(dayCostMax = 100n): Promise<OmsHarness> {
  const harness = await openOms();
  const amount = (units: bigint): Notional => (units * ONE * ONE) as Notional;
  value(
    await harness.oms.accountAdmin.createKey({
      ...AGENT,
      publicKey: 'AAAA',
      expiresAt: (harness.clock.now() + 86_400_000) as never,
      agent: {
        simulatedOnly: true,
        orderCostMax: null,
        dayCostMax: amount(dayCostMax),
        dayLossMax: null,
        ordersPerHour: null,
        venues: null,
        categories: null,
        genericAssetIds: null,
        approvalAbove: amount(5n),
      },
    }),
  );
  return harness;
}

const place = ({ oms }: OmsHarness, change: object = {}, caller = AGENT) =>
  oms.orders.submit(caller, orderBody({ ...LARGE, ...change }), null);

/** `status` of an order that waits or was decided on; else the code. */
function statusOf(result: Result<unknown, Rejection>): unknown {
  if (result.ok) return 'placed';
  return result.error.code === 'approval_required' ? result.error.details?.['status'] : result.error.code;
}

function onlyApproval({ oms }: OmsHarness): Approval {
  const [approval, ...others] = oms.approvals.list(TRADER, null);
  assert.ok(approval !== undefined && others.length === 0);
  return approval;
}

test('an order above the amount waits, also when it is sent again, and one at the amount does not', async () => {
  const harness = await openAgent();
  assert.equal(statusOf(await place(harness, { qty: '10', price: '0.5', client_order_id: 'a-0' })), 'placed');
  assert.deepEqual([statusOf(await place(harness)), statusOf(await place(harness))], ['PENDING', 'PENDING']);
  assert.equal(harness.venue.placed.length, 1);
  const { id, status, cost, orderId } = onlyApproval(harness);
  assert.deepEqual([status, cost / ONE / (ONE / 10n), orderId], ['PENDING', 96n, null]);
  assert.equal(statusOf(await place(harness, { qty: '21' })), 'idempotency_conflict');
  assert.equal(statusOf(await place(harness, {}, TRADER)), 'idempotency_conflict', 'another key');
  assert.ok(id.startsWith('apr_'));
});

test('an approval places the order once, however often it is sent and approved', async () => {
  const harness = await openAgent();
  const { oms, clock } = harness;
  await place(harness, { valid_until: clock.now() + 30_000 });
  const { id } = onlyApproval(harness);
  clock.advance(60_000);
  const decided = await Promise.all([1, 2, 3].map(() => oms.approvals.decide(TRADER, id, true)));
  assert.deepEqual(decided.map(resultCode), ['ok', 'ok', 'ok']);
  assert.equal(harness.venue.placed.length, 1);
  const { status, orderId, decidedBy } = onlyApproval(harness);
  assert.deepEqual([status, decidedBy], ['APPROVED', TRADER.keyId]);
  for (const change of [{}, { valid_until: clock.now() - 1 }]) {
    const repeated = value(await place(harness, change));
    assert.deepEqual([repeated.order.id, repeated.replayed], [orderId, true]);
  }
  assert.equal(resultCode(await oms.approvals.decide(TRADER, id, false)), 'approval_not_open');
  assert.equal(harness.venue.placed.length, 1);
});

test('a rejected or expired order is never placed', async () => {
  const harness = await openAgent();
  const { oms, clock } = harness;
  await place(harness);
  const { id } = onlyApproval(harness);
  assert.equal(resultCode(await oms.approvals.decide(TRADER, id, false)), 'ok');
  assert.equal(resultCode(await oms.approvals.decide(TRADER, id, false)), 'ok');
  assert.equal(resultCode(await oms.approvals.decide(TRADER, id, true)), 'approval_not_open');
  assert.equal(statusOf(await place(harness)), 'REJECTED');
  await place(harness, { client_order_id: 'a-2' });
  clock.advance(APPROVAL_MS);
  await settle();
  const [second] = oms.approvals.list(TRADER, 'EXPIRED');
  assert.ok(second !== undefined);
  assert.equal(resultCode(await oms.approvals.decide(TRADER, second.id, true)), 'approval_not_open');
  assert.equal(statusOf(await place(harness, { client_order_id: 'a-2' })), 'EXPIRED');
  assert.equal(harness.venue.placed.length, 0);
});

test('approving and rejecting at the same time: exactly one counts', async () => {
  const harness = await openAgent();
  await place(harness);
  const { id } = onlyApproval(harness);
  const results = await Promise.all([
    harness.oms.approvals.decide(TRADER, id, true),
    harness.oms.approvals.decide(TRADER, id, false),
  ]);
  assert.equal(results.filter(({ ok }) => ok).length, 1);
  const isPlaced = onlyApproval(harness).status === 'APPROVED';
  assert.equal(harness.venue.placed.length, isPlaced ? 1 : 0);
});

test('an approval survives a restart, before and after the decision', async () => {
  const first = await openAgent();
  await place(first);
  const { id } = onlyApproval(first);
  first.oms.stop();
  const second = await openOms({ ...first });
  assert.equal(second.venue.placed.length, 0);
  assert.equal(statusOf(await place(second)), 'PENDING');
  value(await second.oms.approvals.decide(TRADER, id, true));
  assert.equal(second.venue.placed.length, 1);
  second.oms.stop();
  const third = await openOms({ ...second });
  assert.equal(value(await place(third)).replayed, true);
  assert.equal(resultCode(await third.oms.approvals.decide(TRADER, id, true)), 'ok');
  assert.equal(third.venue.placed.length, 1);
});

test('an approval that expired while the service was down is not placed', async () => {
  const first = await openAgent();
  await place(first);
  first.oms.stop();
  first.clock.advance(APPROVAL_MS);
  const second = await openOms({ ...first });
  const { id } = onlyApproval(second);
  assert.equal(resultCode(await second.oms.approvals.decide(TRADER, id, true)), 'approval_not_open');
  second.clock.advance(0);
  await settle();
  assert.equal(onlyApproval(second).status, 'EXPIRED');
});

test('limits hold at the approval, and a refused order can be approved later', async () => {
  const harness = await openAgent(15n);
  const { oms } = harness;
  await place(harness);
  await place(harness, { client_order_id: 'a-2' });
  const [second, first] = oms.approvals.list(TRADER, 'PENDING');
  assert.ok(first !== undefined && second !== undefined);
  value(await oms.risk.setKillSwitch(TRADER, { enabled: true }));
  assert.equal(resultCode(await oms.approvals.decide(TRADER, first.id, true)), 'kill_switch');
  value(await oms.risk.setKillSwitch(TRADER, { enabled: false }));
  value(await oms.approvals.decide(TRADER, first.id, true));
  assert.equal(resultCode(await oms.approvals.decide(TRADER, second.id, true)), 'agent_policy');
  assert.equal(oms.approvals.list(TRADER, 'PENDING').length, 1);
});

test('a revoked key gets nothing placed, and other subaccounts see nothing', async () => {
  const harness = await openAgent();
  const { oms } = harness;
  await place(harness);
  const { id } = onlyApproval(harness);
  const elsewhere: Caller = { ...TRADER, subaccounts: ['sa_2'] as never };
  assert.deepEqual(oms.approvals.list(elsewhere, null), []);
  assert.equal(resultCode(await oms.approvals.decide(elsewhere, id, true)), 'not_found');
  assert.equal(resultCode(await oms.approvals.decide(TRADER, 'apr_99', true)), 'not_found');
  value(await oms.accountAdmin.revokeKey(AGENT.keyId));
  assert.equal(resultCode(await oms.approvals.decide(TRADER, id, true)), 'forbidden');
  assert.equal(harness.venue.placed.length, 0);
});

test('an order without a client order id gets the id of its approval, and at most 20 orders of a key wait', async () => {
  const harness = await openAgent();
  for (let count = 0; count < APPROVALS_PENDING_MAX; count += 1)
    assert.equal(statusOf(await place(harness, { client_order_id: undefined })), 'PENDING');
  assert.equal(statusOf(await place(harness, { client_order_id: undefined })), 'agent_policy');
  const [last] = harness.oms.approvals.list(TRADER, null);
  assert.equal(last?.clientOrderId, last?.id);
  value(await harness.oms.approvals.decide(TRADER, last?.id ?? '', true));
  assert.equal(harness.venue.placed.length, 1);
});
