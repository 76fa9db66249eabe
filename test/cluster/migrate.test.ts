import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestingOrder, createTakingOrder, submit } from '../support/order-bodies.ts';
import { sharedPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import type { Order } from '../support/record-schemas.ts';
import { TestService } from '../support/test-service.ts';

const skip = whyNoPostgres() ?? false;

test('a ledger moves from SQLite to PostgreSQL with its hashes, tables and ids', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const service = new TestService({});
  t.after(() => service.dispose());
  await service.start();
  const resting = await submit(service.api(), createRestingOrder({ client_order_id: 'before' }));
  const filled = await submit(service.api(), createTakingOrder());
  await service.stop();
  const head = /head (\S+)/.exec(await service.cliOk('audit', 'verify'))?.[1];
  const moved = await service.cliOk('migrate', '--to', url);
  assert.match(moved, /entries moved, and the hash chain and every table are the same/);
  assert.equal(/head (\S+)/.exec(moved)?.[1], head);
  const again = await service.cli('migrate', '--to', url);
  assert.deepEqual([again.code, /is not empty/.test(again.stderr)], [1, true], again.stderr);

  // A start without the URL would go on with the old ledger, in addition to the one that moved.
  const old = await service.cli('account', 'new', 'acc_9');
  assert.deepEqual(
    [old.code, /was moved to postgres:\/\/.*set journal\.url/.test(old.stderr)],
    [1, true],
    old.stderr,
  );

  service.useJournal(url);
  await service.start();
  for (const order of [resting, filled]) {
    const found = await service.api().ok<Order>('GET', `/v1/orders/${order.id}`);
    assert.deepEqual([found.status, found.instrument_id], [order.status, order.instrument_id]);
  }
  const repeated = await submit(service.api(), createRestingOrder({ client_order_id: 'before' }));
  assert.equal(repeated.id, resting.id);
  await submit(service.api(), createTakingOrder());
  assert.match(await service.cliOk('verify'), /hash chain is intact and the tables match/);
});
