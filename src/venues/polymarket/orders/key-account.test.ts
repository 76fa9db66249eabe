import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { KeyAccount, type KeyAccountDeps } from './key-account.ts';

/** An account whose login waits until the test answers it. */
function openAccount() {
  const clock = new ManualClock();
  const login = Promise.withResolvers<{ why: string; isRefused: boolean } | null>();
  const counts = { logins: 0, sockets: 0 };
  const client = {
    credentials: null,
    obtainCredentials: () => {
      counts.logins += 1;
      return login.promise;
    },
    nowMs: () => 0,
  };
  const network = { socket: () => ((counts.sockets += 1), { close: () => {} }) };
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
