import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { SocketListener } from '../../../ports/network.ts';
import { KeyAccount, type KeyAccountDeps } from './key-account.ts';
import { OVERLAP_MS } from './polymarket-order-queries.ts';

/** An account whose login waits until the test answers it. */
function openAccount(more: { readonly client?: object; readonly network?: object } = {}) {
  const clock = new ManualClock();
  const login = Promise.withResolvers<{ why: string; isRefused: boolean } | null>();
  const counts = { logins: 0, sockets: 0 };
  const client = {
    credentials: null,
    obtainCredentials: () => {
      counts.logins += 1;
      return login.promise;
    },
    nowMs: () => clock.now(),
    ...more.client,
  };
  const network = more.network ?? { socket: () => ((counts.sockets += 1), { close: () => {} }) };
  const deps = {
    client,
    wallet: { address: '0xab', isSessionKey: false },
    expiresAt: null,
    isFormer: false,
    venueStatus: { block: () => {} },
    listener: { onReport: () => {}, onAnomaly: () => {} },
    clock,
    network,
    random: { next: () => 0.5, hex: () => 'ab' },
    wsUserUrl: 'ws://localhost/ws/user',
    ordersKept: 10,
  };
  return { clock, login, counts, account: new KeyAccount(deps as unknown as KeyAccountDeps) };
}

for (const [answer, missing] of [
  ['gives credentials', null],
  ['gives none', { why: 'no answer', isRefused: false }],
] as const)
  test(`a login that ends after the stop, and ${answer}, opens and repeats nothing`, async () => {
    const { clock, login, counts, account } = openAccount();
    const loggingIn = account.logIn();
    account.stop();
    login.resolve(missing);
    await loggingIn;
    assert.deepEqual([counts, clock.timersWaiting], [{ logins: 1, sockets: 0 }, 0]);
  });

test('a login without credentials is repeated after ten seconds, and opens the channel once it has them', async () => {
  const { clock, login, counts, account } = openAccount();
  const loggingIn = account.logIn();
  login.resolve({ why: 'no answer', isRefused: false });
  await loggingIn;
  clock.advance(9_999);
  assert.equal(counts.logins, 1);
  clock.advance(1);
  assert.equal(counts.logins, 2);
  account.stop();
});

test('each connection of the channel reads the trades since the last time that they were read', async () => {
  const network = {
    socket: (_url: string, _headers: unknown, listener: SocketListener) => {
      queueMicrotask(() => listener.onOpen());
      return { send: () => {}, ping: () => {}, close: () => {} };
    },
  };
  const answers = ['failed', 'failed', 'all', 'failed', 'all'];
  const read: { readonly after: number; readonly at: number; readonly answer: string }[] = [];
  const { clock, login, account } = openAccount({
    network,
    client: {
      credentials: { apiKey: 'key', secret: '', passphrase: '' },
      listPrivate: async (path: string, { after }: { readonly after: string }) => {
        assert.equal(path, '/data/trades');
        const answer = answers[read.length] ?? 'all';
        read.push({ after: Number(after) * 1_000 + OVERLAP_MS, at: clock.now(), answer });
        return answer === 'all' ? { kind: 'all', items: [] } : { kind: 'failed', why: 'down' };
      },
    },
  });
  const openedAt = clock.now();
  login.resolve(null);
  await account.logIn();
  for (let connections = 0; connections < 5; connections += 1) {
    clock.advance(60_000); // of silence, which replaces the socket
    await new Promise((resolve) => void setImmediate(resolve));
  }
  account.stop();
  const [, , third, , fifth] = read;
  assert.equal(fifth?.answer, 'all');
  assert.deepEqual(
    read.slice(0, 5).map(({ after }) => after),
    [openedAt, openedAt, openedAt, third?.at, third?.at],
  );
});
