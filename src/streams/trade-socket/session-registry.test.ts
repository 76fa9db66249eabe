import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Caller } from '../../contract/access/access.ts';
import type { AccountId, KeyId, SessionId, SubaccountId } from '../../contract/model/ids.ts';
import type { StreamConnection } from '../stream-connection.ts';
import { type SessionQuery, SessionRegistry } from './session-registry.ts';

const SA_1 = 'sa_1' as SubaccountId;
const toCaller = (keyId: string): Caller => ({
  keyId: keyId as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions: ['trade'],
  subaccounts: '*',
});
const OWNER = toCaller('key_1');
const QUERY: SessionQuery = { subaccountId: SA_1, onDisconnect: 'SESSION', graceMs: 1_000, session: null };

/** A registry with one open session. */
async function openRegistry() {
  const clock = new ManualClock();
  const ended: SessionId[] = [];
  let opened = 0;
  const registry = new SessionRegistry({
    trading: {
      sessions: {
        open: async () => `ses_${(opened += 1)}` as SessionId,
        end: async (id) => void ended.push(id),
      },
    },
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const first = await registry.open(OWNER, QUERY);
  assert.ok(first.ok);
  const { sessionId } = first.value;
  const toConnection = () => {
    const closes: number[] = [];
    const connection = { close: (code: number) => void closes.push(code) } as unknown as StreamConnection;
    return { connection, closes };
  };
  const comeBack = (change: Partial<SessionQuery> = {}, caller = OWNER) =>
    registry.open(caller, { ...QUERY, session: sessionId, ...change });
  return { registry, clock, ended, sessionId, toConnection, comeBack };
}

test('a session without a connection ends after its grace time, and not while it has one', async () => {
  const { registry, clock, ended, sessionId, toConnection } = await openRegistry();
  clock.advance(999);
  const { connection } = toConnection();
  registry.attach(sessionId, connection);
  clock.advance(60_000);
  assert.deepEqual(ended, []);
  registry.detach(sessionId, connection, false);
  clock.advance(999);
  assert.deepEqual(ended, []);
  clock.advance(1);
  assert.deepEqual(ended, [sessionId]);
  const late = toConnection();
  registry.attach(sessionId, late.connection);
  assert.equal(late.closes.length, 1, 'it has ended');
});

test('a session whose key has ended has no grace time', async () => {
  const { registry, clock, ended, sessionId, toConnection } = await openRegistry();
  const { connection } = toConnection();
  registry.attach(sessionId, connection);
  registry.detach(sessionId, connection, true);
  clock.advance(0);
  assert.deepEqual(ended, [sessionId]);
});

test('the end of a connection that was replaced ends nothing', async () => {
  const { registry, clock, ended, sessionId, toConnection } = await openRegistry();
  const [earlier, later] = [toConnection(), toConnection()];
  registry.attach(sessionId, earlier.connection);
  registry.attach(sessionId, later.connection);
  assert.deepEqual([earlier.closes.length, later.closes.length], [1, 0]);
  registry.detach(sessionId, earlier.connection, true);
  clock.advance(60_000);
  assert.deepEqual(ended, []);
  registry.detach(sessionId, later.connection, false);
  clock.advance(1_000);
  assert.deepEqual(ended, [sessionId]);
});

for (const [title, change, keyId, code] of [
  ['the same terms', {}, 'key_1', 'ok'],
  ['no terms', { subaccountId: null, onDisconnect: null }, 'key_1', 'ok'],
  ['another key', {}, 'key_2', 'not_found'],
  ['another subaccount', { subaccountId: 'sa_2' as SubaccountId }, 'key_1', 'validation'],
  ['another scope', { onDisconnect: 'SUBACCOUNT' }, 'key_1', 'validation'],
  ['an unknown session', { session: 'ses_9' as SessionId }, 'key_1', 'not_found'],
] as const)
  test(`a return to a session with ${title} is answered with ${code}`, async () => {
    const { comeBack, sessionId } = await openRegistry();
    const found = await comeBack(change, toCaller(keyId));
    assert.equal(found.ok ? 'ok' : found.error.code, code);
    if (found.ok) assert.equal(found.value.sessionId, sessionId);
  });

test('a return sets the grace time, with or without a connection', async () => {
  const { registry, clock, ended, sessionId, toConnection, comeBack } = await openRegistry();
  await comeBack({ graceMs: 3_000 });
  clock.advance(2_999);
  assert.deepEqual(ended, []);
  const { connection } = toConnection();
  registry.attach(sessionId, connection);
  await comeBack({ graceMs: 5_000 });
  registry.detach(sessionId, connection, false);
  clock.advance(4_999);
  assert.deepEqual(ended, []);
  clock.advance(1);
  assert.deepEqual(ended, [sessionId]);
});

test('a stop ends every session once, and leaves no timer', async () => {
  const { registry, clock, ended, sessionId, toConnection } = await openRegistry();
  const second = await registry.open(toCaller('key_2'), QUERY);
  assert.ok(second.ok);
  const { connection } = toConnection();
  registry.attach(sessionId, connection);
  registry.endAll();
  assert.deepEqual(ended, [sessionId, second.value.sessionId], 'at once');
  registry.detach(sessionId, connection, false);
  clock.advance(60_000);
  assert.deepEqual(ended, [sessionId, second.value.sessionId]);
  assert.equal(clock.timersWaiting, 0);
});
