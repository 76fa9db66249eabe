import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { MemoryStore } from '../../test/support/storage/memory-journal.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { SimulatedDisk } from '../../test/support/storage/simulated-disk.ts';
import type { SubaccountId } from '../contract/model/ids.ts';
import { ok } from '../contract/model/result.ts';
import type { WebhookDelivery } from '../domain/notifications/webhook.ts';
import { resultCode, settle, TRADER, value } from '../oms/oms.fixture.ts';
import { StateStore } from '../orders/state-store.ts';
import type { MessageChannels } from '../ports/message-channel.ts';
import type { WebhookAnswer } from '../ports/webhook-sender.ts';
import { WebhookService } from './webhook-service.ts';

const DAY_MS = 86_400_000;
const OK: WebhookAnswer = { kind: 'answer', status: 200, body: 'ok' };
const DOWN: WebhookAnswer = { kind: 'failed', why: 'connect ECONNREFUSED' };
const HOOK = { url: 'https://example.com/', events: ['kill_switch'] } as const;

interface Sent {
  readonly url: string;
  readonly id: string;
  readonly body: { readonly type: string; readonly sequence: number };
}

/** One process: webhooks over a ledger in memory, and a receiver whose answers a test sets. */
async function open(
  from: { storage?: MemoryStore; clock?: ManualClock; disk?: SimulatedDisk; channels?: MessageChannels } = {},
) {
  const clock = from.clock ?? new ManualClock();
  const storage = from.storage ?? (await createMemoryStore(clock, from.disk));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const store = new StateStore({ journal: storage.journal, clock, log, terminalInMemoryMax: 10 });
  await store.load();
  let ids = store.state.seq * 100;
  const sent: Sent[] = [];
  const receiver: { answer: (message: Sent) => Promise<WebhookAnswer> } = { answer: async () => OK };
  const reads: number[] = [];
  const { notifications } = storage;
  const read = notifications.entriesAfter.bind(notifications);
  notifications.entriesAfter = (seq, limit) => {
    reads.push(seq);
    return read(seq, limit);
  };
  const webhooks = new WebhookService({
    store,
    notifications,
    records: { order: () => ({}), parent: () => ({}), subject: (subject) => ({ kind: subject.kind }) },
    sender: {
      post: (url, headers, body) => {
        const message = { url, id: headers['webhook-id'] ?? '', body: JSON.parse(body) as Sent['body'] };
        sent.push(message);
        return receiver.answer(message);
      },
    },
    channels: from.channels ?? {},
    addresses: { isPrivateAllowed: false, isLoopbackAllowed: false, ownPorts: () => new Set() },
    mayAct: () => true,
    checkSubaccount: (_, id) => ok(id as SubaccountId),
    clock,
    random: { next: () => 0, hex: (bytes) => String((ids += 1)).padStart(bytes * 2, '0') },
    log,
    metrics: { count: () => {}, observe: () => {}, gauge: () => {} },
  });
  await webhooks.start();
  const switchKill = (enabled: boolean): Promise<void> =>
    store.commit('test', 'test', [
      {
        type: 'KillSwitchSet',
        killSwitch: { accountId: TRADER.accountId, subaccountId: null, enabled, updatedAt: clock.now() },
      },
    ]);
  return { clock, storage, store, webhooks, sent, receiver, reads, switchKill };
}

type Process = Awaited<ReturnType<typeof open>>;

async function listDeliveries({ webhooks }: Process, id: string) {
  return (await Array.fromAsync(value(webhooks.deliveries(TRADER, id, {})))).flat();
}

/** A disk that, once held, syncs one more commit and then none. */
function holdableDisk() {
  const sync = { isHeld: false };
  const never = new Promise<void>(() => {});
  let commits = 0;
  const disk = { beforeSync: async () => (sync.isHeld && ++commits > 1 ? never : undefined) };
  return { disk, sync };
}

describe('messages', () => {
  test('without an active webhook the journal is not read', async () => {
    const one = await open();
    await one.switchKill(true);
    const { id } = value(await one.webhooks.create(TRADER, HOOK));
    value(await one.webhooks.change(TRADER, id, { enabled: false }));
    await settle();
    one.reads.length = 0;
    await one.switchKill(false);
    await settle();
    assert.deepEqual(one.reads, []);
    assert.deepEqual(one.sent, []);
  });

  test('events before the creation of a webhook, or while it was disabled, are not sent', async () => {
    const one = await open();
    await one.switchKill(true);
    const { id } = value(await one.webhooks.create(TRADER, HOOK));
    value(await one.webhooks.change(TRADER, id, { enabled: false }));
    await one.switchKill(false);
    value(await one.webhooks.change(TRADER, id, { enabled: true }));
    await one.switchKill(true);
    await settle();
    assert.deepEqual(
      one.sent.map(({ body }) => body.sequence),
      [1],
    );
  });

  test('after a restart no webhook is sent what was before its creation, also where another one reads older entries', async () => {
    const { disk, sync } = holdableDisk();
    const one = await open({ disk });
    value(await one.webhooks.create(TRADER, { ...HOOK, events: ['guard.fired'] })); // its position is not stored
    for (let at = 0; at < 4; at += 1) await one.switchKill(at % 2 === 0);
    value(await one.webhooks.create(TRADER, HOOK));
    sync.isHeld = true;
    await one.switchKill(true); // durable; the commit of its message never is
    await settle();
    const two = await open({ storage: await one.storage.restart(), clock: one.clock });
    await settle();
    assert.ok((two.reads[0] ?? 9) < 4, 'older entries were read');
    assert.deepEqual(
      two.sent.map(({ body }) => body.sequence),
      [1],
    );
  });

  test('a process that ends between the event and its message loses nothing', async () => {
    const { disk, sync } = holdableDisk();
    const one = await open({ disk });
    const { id } = value(await one.webhooks.create(TRADER, HOOK));
    sync.isHeld = true;
    await one.switchKill(true); // durable; the commit of the message never is
    await settle();
    assert.deepEqual(one.sent, []);
    const two = await open({ storage: await one.storage.restart(), clock: one.clock });
    await settle();
    assert.deepEqual(
      two.sent.map((each) => each.id),
      [`msg_${id.slice(3)}_1`],
    );
  });

  test('a process that ends during an attempt sends the same message again, and no other', async () => {
    const one = await open();
    value(await one.webhooks.create(TRADER, HOOK));
    one.receiver.answer = () => new Promise(() => {});
    await one.switchKill(true);
    await settle();
    const two = await open({ storage: await one.storage.restart(), clock: one.clock });
    await settle();
    assert.equal(one.sent.length, 1);
    assert.deepEqual(two.sent, one.sent);
    const three = await open({ storage: await two.storage.restart(), clock: two.clock });
    await settle();
    assert.deepEqual(three.sent, []);
  });

  test('a position without messages is stored now and then, so that a start reads few entries again', async () => {
    const one = await open();
    value(await one.webhooks.create(TRADER, { ...HOOK, events: ['guard.fired'] }));
    for (let at = 0; at < 1_200; at += 1) await one.switchKill(at % 2 === 0);
    await settle();
    const two = await open({ storage: await one.storage.restart(), clock: one.clock });
    await settle();
    assert.ok((two.reads[0] ?? 0) >= 200, `reads from entry ${two.reads[0]}`);
  });
});

describe('attempts', () => {
  test('a failed message is sent again after 5 s, 5 min and 30 min, and the outcome of each is kept', async () => {
    const one = await open();
    const { id } = value(await one.webhooks.create(TRADER, HOOK));
    one.receiver.answer = async () => DOWN;
    await one.switchKill(true);
    await settle();
    for (const [seconds, attempts] of [
      [4, 1],
      [1, 2],
      [299, 2],
      [1, 3],
      [1_799, 3],
      [1, 4],
    ] as const) {
      // The timer of a long wait is divided, so time passes in steps.
      for (let left = seconds; left > 0; left -= 60) {
        one.clock.advance(Math.min(left, 60) * 1_000);
        await settle();
      }
      assert.equal(one.sent.length, attempts, `${seconds} s later`);
    }
    assert.equal(new Set(one.sent.map((each) => each.id)).size, 1);
    const [delivery] = await listDeliveries(one, id);
    assert.deepEqual(
      delivery?.attempts.map(({ error }) => error),
      Array.from({ length: 4 }, () => DOWN.why),
    );
  });

  test('410 disables the webhook, and enabling it sends what is pending', async () => {
    const one = await open();
    const { id } = value(await one.webhooks.create(TRADER, HOOK));
    one.receiver.answer = async () => ({ kind: 'answer', status: 410, body: '' });
    await one.switchKill(true);
    await settle();
    assert.equal(value(one.webhooks.get(TRADER, id)).disabledReason, 'gone');
    assert.equal(resultCode(await one.webhooks.test(TRADER, id)), 'validation');
    one.clock.advance(60_000);
    await settle();
    assert.equal(one.sent.length, 1);
    one.receiver.answer = async () => OK;
    value(await one.webhooks.change(TRADER, id, { enabled: true }));
    await settle();
    assert.equal(one.sent.length, 2);
    assert.equal((await listDeliveries(one, id))[0]?.status, 'DELIVERED');
  });

  test('a receiver that never answers has at most four requests, and does not hold back another one', async () => {
    const one = await open();
    value(await one.webhooks.create(TRADER, { ...HOOK, url: 'https://slow.example/' }));
    value(await one.webhooks.create(TRADER, { ...HOOK, url: 'https://quick.example/' }));
    one.receiver.answer = ({ url }) => (url.includes('slow') ? new Promise(() => {}) : Promise.resolve(OK));
    for (let at = 0; at < 10; at += 1) await one.switchKill(at % 2 === 0);
    await settle();
    await settle();
    const bySlow = Map.groupBy(one.sent, ({ url }) => url.includes('slow'));
    assert.deepEqual([bySlow.get(true)?.length, bySlow.get(false)?.length], [4, 10]);
  });

  test('receivers that never answer have at most sixteen requests together', async () => {
    const one = await open();
    for (let at = 0; at < 6; at += 1) value(await one.webhooks.create(TRADER, HOOK));
    one.receiver.answer = () => new Promise(() => {});
    for (let at = 0; at < 5; at += 1) await one.switchKill(at % 2 === 0);
    await settle();
    await settle();
    assert.equal(one.sent.length, 16);
  });

  test('a message that became due by a change of the wall clock is sent within a minute', async () => {
    const one = await open();
    value(await one.webhooks.create(TRADER, HOOK));
    one.receiver.answer = async () => DOWN;
    await one.switchKill(true);
    await settle();
    one.clock.advance(5_000);
    await settle();
    assert.equal(one.sent.length, 2, 'the next one is due in five minutes');
    one.clock.jumpWall(300_000);
    one.clock.advance(60_000);
    await settle();
    assert.equal(one.sent.length, 3);
  });

  test('a channel is used for accounts that have a receiver there, and for no other', async () => {
    const receivers = new Set<string>([TRADER.accountId]);
    const received: string[] = [];
    const telegram = {
      hasReceiver: (accountId: string) => receivers.has(accountId),
      send: async (accountId: string) => {
        received.push(accountId);
        return OK;
      },
    };
    const one = await open({ channels: { telegram } as unknown as MessageChannels });
    const { id } = value(await one.webhooks.create(TRADER, { ...HOOK, url: 'telegram' }));
    await one.switchKill(true);
    await settle();
    receivers.clear();
    await one.switchKill(false);
    await settle();
    assert.deepEqual(received, [TRADER.accountId]);
    const [latest] = await listDeliveries(one, id);
    assert.equal(latest?.attempts[0]?.error, 'notifications.telegram has no receiver of this account');
  });

  test('a message that is replayed keeps its id, and one that is pending is not sent twice', async () => {
    const one = await open();
    value(await one.webhooks.create(TRADER, HOOK));
    const held = Promise.withResolvers<WebhookAnswer>();
    one.receiver.answer = () => held.promise;
    await one.switchKill(true);
    await settle();
    const { id = '' } = one.sent[0] ?? {};
    value(await one.webhooks.replay(TRADER, id));
    await settle();
    assert.equal(one.sent.length, 1);
    held.resolve(OK);
    await settle();
    value(await one.webhooks.replay(TRADER, id));
    await settle();
    assert.deepEqual(one.sent[1], one.sent[0]);
  });

  test('messages are removed after 30 days, and at once those of a deleted webhook', async () => {
    const one = await open();
    const kept = value(await one.webhooks.create(TRADER, HOOK));
    const deleted = value(await one.webhooks.create(TRADER, HOOK));
    await one.switchKill(true);
    await settle();
    await one.webhooks.remove(TRADER, deleted.id);
    one.clock.advance(29 * DAY_MS);
    await one.switchKill(false);
    await settle();
    assert.equal((await listDeliveries(one, kept.id)).length, 2);
    assert.deepEqual(await one.storage.notifications.delivery(deleted.id, 1), null);
    one.clock.advance(2 * DAY_MS);
    await one.switchKill(true);
    await settle();
    const sequences = (await listDeliveries(one, kept.id)).map(({ sequence }) => sequence);
    assert.deepEqual(sequences, [3, 2]);
  });
});

test('expired messages beyond the size of one removal go with the next one at once', async () => {
  const one = await open();
  const { id: webhookId } = value(await one.webhooks.create(TRADER, HOOK));
  const times = { createdAt: one.clock.now(), nextAt: null, attemptsBefore: 0, attempts: [] };
  const row = { webhookId, type: 'kill_switch', body: '{}', status: 'DELIVERED', ...times } as const;
  for (let first = 2_001; first <= 3_001; first += 143) {
    const deliveries = Array.from(
      { length: 143 },
      (_, at): WebhookDelivery => ({ ...row, sequence: first + at }),
    );
    await one.storage.notifications.save({ deliveries });
  }
  one.clock.advance(31 * DAY_MS);
  await one.switchKill(true);
  await settle();
  await settle();
  const left = await Promise.all(
    [2_001, 3_000, 3_001].map((at) => one.storage.notifications.delivery(webhookId, at)),
  );
  assert.deepEqual(left, [null, null, null]);
});

test('a key sees the webhooks whose subaccounts it may use, and an account has at most 20', async () => {
  const { webhooks } = await open();
  const limited = { ...TRADER, subaccounts: ['sa_1' as SubaccountId] };
  const own = value(await webhooks.create(limited, HOOK));
  const all = value(await webhooks.create(TRADER, HOOK));
  assert.deepEqual(webhooks.list(limited), [own]);
  assert.deepEqual(webhooks.list(TRADER), [own, all]);
  assert.equal(resultCode(await webhooks.change(limited, all.id, { enabled: false })), 'not_found');
  assert.equal(resultCode(await webhooks.replay(limited, `msg_${all.id.slice(3)}_1`)), 'not_found');
  for (let at = 2; at < 20; at += 1) value(await webhooks.create(TRADER, HOOK));
  assert.equal(resultCode(await webhooks.create(TRADER, HOOK)), 'validation');
});
