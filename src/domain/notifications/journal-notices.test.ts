import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId, OrderId, ParentId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import type { Fill } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { LedgerEntry, LedgerEvent } from '../events/event-schema.ts';
import { getOwner, toNotices } from './journal-notices.ts';
import { isSubscribed } from './webhook.ts';

const ACCOUNT = 'acc_1' as AccountId;
const SA_1 = 'sa_1' as SubaccountId;
const ORDER = 'ord_1' as OrderId;
const fill = (orderId: OrderId | null): Fill =>
  ({ id: 'fil_1', orderId, accountId: ACCOUNT, subaccountId: SA_1 }) as Fill;
const entry = (seq: number, ...events: readonly unknown[]): LedgerEntry => ({
  seq,
  at: (seq * 1_000) as TimestampMs,
  cause: 'test',
  actor: 'test',
  events: events as readonly LedgerEvent[],
});
const list = (...entries: readonly LedgerEntry[]): readonly string[] =>
  toNotices(entries).map(({ seq, type }) => `${seq} ${type}`);

test('the changes of one order are one notice, at its last change', () => {
  const orders = [
    entry(1, { type: 'OrderAccepted', order: { id: ORDER } }, { type: 'OrderRouted', orderId: ORDER }),
    entry(2, { type: 'LegAcknowledged', orderId: ORDER }, { type: 'LegAcknowledged', orderId: 'ord_2' }),
    entry(3, { type: 'OrderAnswered', orderId: ORDER }),
    entry(4, { type: 'FillRecorded', fill: fill(ORDER) }),
    entry(5, { type: 'OrderAnswered', orderId: ORDER }),
  ];
  assert.deepEqual(list(...orders), ['2 order.updated', '4 fill.created', '4 order.updated']);
});

test('each kind of event has its type', () => {
  const parentId = 'cpx_1' as ParentId;
  const decided = ['triggered', 'child_placed', 'paused', 'ended'].map((decision, index) =>
    entry(index + 1, { type: 'ParentDecided', parentId, decision }),
  );
  assert.deepEqual(list(...decided), [
    '1 complex_order.triggered',
    '3 complex_order.paused',
    '4 complex_order.ended',
  ]);
  const venue = 'Kalshi' as VenueName;
  assert.deepEqual(
    list(
      entry(1, { type: 'FillRecorded', fill: fill(null) }),
      entry(1, { type: 'FillRecorded', fill: { ...fill(null), liquidity: 'ADOPTED' } }),
      entry(2, { type: 'FillVoided', fill: fill(null) }),
      entry(3, { type: 'KillSwitchSet', killSwitch: {} }),
      entry(4, { type: 'GuardFired', guard: {} }),
      entry(5, { type: 'AssetSuspended', review: {} }),
      entry(6, { type: 'AnomalyRecorded', venue, kind: 'position_break', orderId: null, detail: 'x' }),
      entry(6, { type: 'AnomalyRecorded', venue, kind: 'balance_break', orderId: null, detail: 'x' }),
      entry(6, { type: 'AnomalyRecorded', venue, kind: 'balance_break_closed', orderId: null, detail: 'x' }),
      entry(7, { type: 'AnomalyRecorded', venue, kind: 'unknown_fill', orderId: ORDER, detail: 'x' }),
    ),
    [
      '1 position.settled',
      '2 fill.voided',
      '3 kill_switch',
      '4 guard.fired',
      '5 match.suspended',
      '6 position.break',
      '6 balance.break',
    ],
  );
});

test('a position break names the instrument, without the sums over all accounts', () => {
  const detail = 'M-1001: 7 YES there, 10 by our fills';
  const event = { type: 'AnomalyRecorded', venue: 'Demo', kind: 'position_break', orderId: null, detail };
  const [notice] = toNotices([entry(1, event)]);
  assert.deepEqual(notice?.subject, { kind: 'break', venue: 'Demo', detail: 'M-1001' });
});

test('an event reaches the webhooks of its account and subaccount, and one without an account reaches all', () => {
  const hook = { events: ['fill.created'] as const, accountId: ACCOUNT, subaccounts: [SA_1] };
  const event = { type: 'fill.created' as const, ...getOwner({ kind: 'fill', fill: fill(ORDER) }) };
  assert.ok(isSubscribed(hook, event));
  assert.ok(isSubscribed(hook, { ...event, subaccountId: null }));
  assert.ok(isSubscribed(hook, { ...event, accountId: null, subaccountId: null }));
  assert.ok(!isSubscribed(hook, { ...event, subaccountId: 'sa_2' as SubaccountId }));
  assert.ok(!isSubscribed(hook, { ...event, accountId: 'acc_2' as AccountId }));
  assert.ok(!isSubscribed(hook, { ...event, type: 'order.updated' }));
});
