import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryStore, type MemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { ApiKey, Caller } from '../contract/access/access.ts';
import { mayStillAct, type StandingEffect } from '../contract/access/standing-effect.ts';
import type { KeyId, SubaccountId } from '../contract/model/ids.ts';
import type { Fill } from '../contract/model/order.ts';
import { ok } from '../contract/model/result.ts';
import { AccountAdminService } from '../oms/account-admin.ts';
import { settle, TRADER, value } from '../oms/oms.fixture.ts';
import { StateStore } from '../orders/state-store.ts';
import type { WebhookAnswer } from '../ports/webhook-sender.ts';
import { AlertService, type AlertSources } from './alert-service.ts';
import { WebhookService } from './webhook-service.ts';

const SA_1 = 'sa_1' as SubaccountId;
const OWNER: Caller = { ...TRADER, keyId: 'key_owner' as KeyId, permissions: ['read', 'alerts'] };
const OTHER: Caller = { ...OWNER, keyId: 'key_other' as KeyId };
const OK: WebhookAnswer = { kind: 'answer', status: 200, body: '' };
const DOWN: WebhookAnswer = { kind: 'failed', why: 'connect ECONNREFUSED' };
const LIFE_MS = 60_000;
const HOOK = { url: 'https://example.com/', events: ['kill_switch', 'risk.usage'] } as const;
const CONDITION = {
  kind: 'fill',
  subaccountId: null,
  instrumentId: null,
  venue: null,
  price: null,
  direction: null,
  percent: null,
  minEdge: null,
} as const;
const FILL = {
  id: 'fil_1',
  orderId: 'ord_1',
  accountId: TRADER.accountId,
  subaccountId: SA_1,
} as never as Fill;

/** One process: the webhooks and alerts of two keys, over a ledger in memory. */
async function open(from: { clock?: ManualClock; storage?: MemoryStore } = {}) {
  const clock = from.clock ?? new ManualClock();
  const storage = from.storage ?? (await createMemoryStore(clock));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const store = new StateStore({ journal: storage.journal, clock, log, terminalInMemoryMax: 10 });
  await store.load();
  let ids = store.state.seq * 100;
  const random = {
    next: () => 0,
    hex: (bytes: number) => (ids += 1).toString(16).padStart(bytes * 2, '0'),
  };
  const admin = new AccountAdminService({ store, random, notifications: storage.notifications });
  if (from.storage === undefined) {
    await admin.createAccount(TRADER.accountId);
    const expiresAt = (clock.now() + LIFE_MS) as NonNullable<ApiKey['expiresAt']>;
    for (const [key, end] of [[OWNER, expiresAt] as const, [OTHER, null] as const])
      value(await admin.createKey({ ...key, publicKey: key.keyId, expiresAt: end }));
  }
  const sent: string[] = [];
  const receiver = { answer: OK };
  const { notifications } = storage;
  const mayAct = (effect: StandingEffect): boolean =>
    mayStillAct(effect, 'alerts', store.state.keys, clock.now());
  const parts = {
    notifications,
    mayAct,
    checkSubaccount: (_: Caller, id: string) => ok(id as SubaccountId),
    clock,
    random,
    log,
  };
  const webhooks = new WebhookService({
    ...parts,
    store,
    records: { order: () => ({}), parent: () => ({}), subject: () => ({}) },
    sender: {
      post: async (_, __, body) => {
        sent.push((JSON.parse(body) as { type: string }).type);
        return receiver.answer;
      },
    },
    channels: {},
    addresses: { isPrivateAllowed: false, isLoopbackAllowed: false, ownPorts: () => new Set() },
    metrics: { count: () => {}, observe: () => {}, gauge: () => {} },
  });
  await webhooks.start();
  const emit: { filled: (fill: Fill) => void } = { filled: () => {} };
  const state = { usage: 0 };
  const sources: AlertSources = {
    mark: () => null,
    prefetchInstrument: async () => null,
    onMarkChanged: () => {},
    onFill: (listener) => void (emit.filled = listener),
    onOpportunity: () => {},
    venueHealth: () => [],
    subaccounts: () => [SA_1],
    limitShares: () => [
      { limit: 'max_open_orders', isOfAccount: false, used: '1', max: '1', percent: state.usage },
    ],
    ordersInDoubt: () => [],
    renderOrder: () => ({}),
    demandOpportunities: () => {},
    renderFill: () => ({}),
    renderAlert: () => ({}),
  };
  const alerts = new AlertService({ ...parts, webhooks, sources });
  await alerts.start();
  const switchKill = (): Promise<void> => {
    const enabled = !(store.state.killSwitches.values().next().value?.enabled ?? false);
    const killSwitch = { accountId: TRADER.accountId, subaccountId: null, enabled, updatedAt: clock.now() };
    return store.commit('test', 'test', [{ type: 'KillSwitchSet', killSwitch }]);
  };
  return { clock, storage, store, admin, webhooks, alerts, sent, receiver, emit, state, switchKill };
}

type Process = Awaited<ReturnType<typeof open>>;

const narrow = ({ store }: Process, change: Partial<ApiKey>): void => {
  const key = store.state.keys.get(OWNER.keyId);
  assert.ok(key !== undefined);
  store.state.keys.set(OWNER.keyId, { ...key, ...change });
};

/** Each way in which a key may lose its right. `true`: a restart keeps it. */
const ENDS: readonly (readonly [name: string, end: (process: Process) => unknown, isStored: boolean])[] = [
  ['revoked', ({ admin }) => admin.revokeKey(OWNER.keyId), true],
  ['expired', ({ clock }) => clock.advance(LIFE_MS), true],
  ['without the permission', (process) => narrow(process, { permissions: ['read'] }), false],
  ['with fewer subaccounts', (process) => narrow(process, { subaccounts: [SA_1] }), false],
];

interface Effect {
  readonly name: string;
  readonly type: string; // of the message that it sends
  /** Returns what makes it act, later. */
  readonly arrange: (process: Process) => Promise<(process: Process) => unknown>;
}

const hookOf = async ({ webhooks }: Process, caller: Caller, events: (typeof HOOK)['events'][number][]) =>
  value(await webhooks.create(caller, { url: HOOK.url, events }));

const EFFECTS: readonly Effect[] = [
  {
    name: 'a webhook creates the message of an event',
    type: 'kill_switch',
    arrange: async (process) => {
      await hookOf(process, OWNER, ['kill_switch']);
      return ({ switchKill }) => switchKill();
    },
  },
  {
    name: 'a webhook repeats a message that failed',
    type: 'kill_switch',
    arrange: async (process) => {
      await hookOf(process, OWNER, ['kill_switch']);
      process.receiver.answer = DOWN;
      await process.switchKill();
      await settle();
      process.receiver.answer = OK;
      process.sent.length = 0;
      return ({ clock }) => clock.advance(5_000);
    },
  },
  {
    name: 'a webhook sends a message about the state of the service',
    type: 'risk.usage',
    arrange: async (process) => {
      await hookOf(process, OWNER, ['risk.usage']);
      process.clock.advance(1_000);
      return ({ state, clock }) => {
        state.usage = 100;
        clock.advance(1_000);
      };
    },
  },
  {
    name: 'an alert of the key fires at a webhook of another key',
    type: 'alert',
    arrange: async (process) => {
      const { id } = await hookOf(process, OTHER, ['kill_switch']);
      const terms = { to: [id], cooldownMs: 0, once: false, description: null };
      value(await process.alerts.create(OWNER, { when: CONDITION, ...terms }));
      return ({ emit }) => emit.filled(FILL);
    },
  },
  {
    name: 'an alert of another key fires at a webhook of the key',
    type: 'alert',
    arrange: async (process) => {
      const { id } = await hookOf(process, OWNER, ['kill_switch']);
      const terms = { to: [id], cooldownMs: 0, once: false, description: null };
      value(await process.alerts.create(OTHER, { when: CONDITION, ...terms }));
      return ({ emit }) => emit.filled(FILL);
    },
  },
];

async function restart(one: Process): Promise<Process> {
  one.alerts.stop();
  await one.webhooks.stop();
  const two = await open({ clock: one.clock, storage: await one.storage.restart() });
  await settle();
  two.sent.length = 0;
  return two;
}

describe('a webhook or an alert acts as long as its key may', () => {
  for (const { name, type, arrange } of EFFECTS) {
    test(`${name}, while the key may`, async () => {
      const one = await open();
      const act = await arrange(one);
      await act(one);
      await settle();
      assert.deepEqual(one.sent, [type]);
    });

    for (const [ended, end, isStored] of ENDS) {
      test(`${name}, but not when the key is ${ended}`, async () => {
        const one = await open();
        const act = await arrange(one);
        await end(one);
        await act(one);
        await settle();
        assert.deepEqual(one.sent, []);
        if (!isStored) return;
        const two = await restart(one);
        await act(two);
        await settle();
        assert.deepEqual(two.sent, [], 'and not after a restart');
      });
    }
  }
});

describe('what a key left behind', () => {
  test('is listed as ended, and another key can take it over or delete it', async () => {
    const one = await open();
    const { id } = await hookOf(one, OWNER, ['kill_switch']);
    const terms = { to: [id], cooldownMs: 0, once: false, description: null };
    value(await one.alerts.create(OWNER, { when: CONDITION, ...terms }));
    await one.admin.revokeKey(OWNER.keyId);
    await one.switchKill();
    const found = value(one.webhooks.get(OTHER, id));
    assert.deepEqual(
      [found.keyId, found.status, found.disabledReason],
      [OWNER.keyId, 'DISABLED', 'key_ended'],
    );
    assert.deepEqual(
      one.alerts.list(OTHER).map(({ isKeyEnded }) => isKeyEnded),
      [true],
    );
    const taken = value(await one.webhooks.change(OTHER, id, { enabled: true }));
    assert.deepEqual([taken.keyId, taken.status], [OTHER.keyId, 'ACTIVE']);
    await one.switchKill();
    await settle();
    assert.deepEqual(one.sent, ['kill_switch'], 'the event of the time between is not sent');
    value(await one.webhooks.remove(OTHER, id));
  });

  test('a change without `enabled` does not start it again', async () => {
    const one = await open();
    const { id } = await hookOf(one, OWNER, ['kill_switch']);
    await one.admin.revokeKey(OWNER.keyId);
    const changed = value(await one.webhooks.change(OTHER, id, { description: 'looked at' }));
    assert.deepEqual([changed.status, changed.disabledReason], ['DISABLED', 'key_ended']);
  });

  test('a webhook of an earlier version names no key, and ends with the last key that could have created it', async () => {
    const one = await open();
    const hook = await hookOf(one, OWNER, ['kill_switch']);
    await one.storage.notifications.save({ webhooks: [{ ...hook, keyId: null }] });
    await one.admin.revokeKey(OWNER.keyId);
    const two = await restart(one);
    await two.switchKill();
    await settle();
    assert.deepEqual(two.sent, ['kill_switch']);
    await two.admin.revokeKey(OTHER.keyId);
    await two.switchKill();
    await settle();
    assert.deepEqual(two.sent, ['kill_switch']);
  });
});
