import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import { sharedPostgres, whyNoPostgres } from '../support/postgres/postgres-server.ts';
import type { Order } from '../support/record-schemas.ts';
import { TestService } from '../support/test-service.ts';
import { untilRole } from './cluster.fixture.ts';

const skip = whyNoPostgres() ?? false;

async function startOn(t: TestContext, journalUrl: string): Promise<TestService> {
  const service = new TestService({ journalUrl });
  t.after(() => service.dispose());
  await service.start();
  return service;
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const placeOrder = (service: TestService): Promise<Order> => submit(service.api(), createRestingOrder());

test('an order in PostgreSQL survives kill -9 of the service, and verify agrees', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const service = await startOn(t, url);
  const placed = await placeOrder(service);
  await service.kill();
  await service.start();
  await untilRole(service, 'owner'); // once the killed owner's lease has run out
  const found = await service.api().ok<Order>('GET', `/v1/orders/${placed.id}`);
  assert.equal(found.status, placed.status);
  assert.match(await service.cliOk('verify'), /hash chain is intact and the tables match/);
  assert.match(await service.cliOk('audit', 'verify'), /the hash chain is intact/);
  const demo = await query(url, 'SELECT client_id FROM demo_orders');
  assert.equal(demo.length, 1, 'the state of Demo is in the same database');
});

test('a second node is refused while the first owns the journal', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const service = await startOn(t, url);
  const second = new TestService({ journalUrl: url });
  t.after(() => second.dispose());
  const { code, stderr } = await second.cli('account', 'list');
  assert.equal(code, 1);
  assert.match(stderr, /is in use by node/);
  await placeOrder(service);
  await service.stop();
  assert.match(await second.cliOk('account', 'list'), /acc_/);
});

test('verify and audit find a changed row and a changed entry', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const service = await startOn(t, url);
  const placed = await placeOrder(service);
  await service.stop();
  const number = Number(placed.id.slice('ord_'.length));
  await query(url, `UPDATE orders SET status = 'FILLED' WHERE number = ${number}`);
  const verified = await service.cli('verify');
  assert.equal(verified.code, 1);
  assert.match(verified.stdout, new RegExp(`orders row ${number}: differs`));
  await query(url, `UPDATE entries SET actor = 'other' WHERE seq = 2`);
  const audited = await service.cli('audit', 'verify');
  assert.equal(audited.code, 1);
  assert.match(audited.stdout, /entry 2 does not match its hash/);
});
