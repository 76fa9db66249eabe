import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Connect } from './postgres-connection.ts';
import { ShardLease } from './shard-lease.ts';

/** A connection whose statements fail while `isBroken`, and that remembers whether it was ended. */
class FakeClient {
  isBroken = false;
  isEnded = false;

  query(): Promise<{ rows: readonly object[] }> {
    return this.isBroken
      ? Promise.reject(new Error('the connection broke'))
      : Promise.resolve({ rows: [{ resign: false }] });
  }

  end(): Promise<void> {
    this.isEnded = true;
    return Promise.resolve();
  }
}

/** A lease whose later connections wait until the test opens them. */
function openLease() {
  const clock = new ManualClock();
  const first = new FakeClient();
  const opening: PromiseWithResolvers<Client>[] = [];
  const connect = (() => {
    const attempt = Promise.withResolvers<Client>();
    opening.push(attempt);
    return attempt.promise;
  }) as Connect;
  const shard = { epoch: 1, end: { seq: 0, hash: '', commits: 0 } };
  const lease = new ShardLease(
    { url: 'postgres://localhost/ledger', node: 'a', start: '1', clock, connect },
    { client: first as unknown as Client, owner: 'a/1', shard, requestedAtMs: 0 },
  );
  return { clock, lease, first, opening };
}

const settle = async (): Promise<void> => {
  await new Promise((resolve) => void setImmediate(resolve));
};

test('a connection that opens while the shard is given up is ended', async () => {
  const { clock, lease, first, opening } = openLease();
  first.isBroken = true;
  clock.advance(500);
  await settle(); // the renewal failed
  assert.equal(first.isEnded, true);
  clock.advance(500); // the next one opens a connection …
  const resigned = lease.resign(); // … and so does this
  const clients = [new FakeClient(), new FakeClient()];
  assert.equal(opening.length, 2);
  for (const [index, attempt] of opening.entries()) attempt.resolve(clients[index] as unknown as Client);
  await resigned;
  await settle();
  assert.deepEqual(
    clients.map(({ isEnded }) => isEnded),
    [true, true],
  );
  assert.equal(lease.lost, null);
});
