import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from './api.ts';
import { ordersOf, resting } from './orders.ts';
import type { Asset, Order } from './records.ts';
import { startService } from './service.ts';

const service = await startService({
  settings: { 'sandbox.exchanges': true, 'orders.ack_wait_ms': 1_000 },
});
const api = service.api();

test('a trader breaks the answer to an order, asks again with the same key, and has one order', async () => {
  const instrument_id = await instrumentAt('Kalshi');
  const lost = ['drop_after_accept', '--param', 'method=POST', 'path=/portfolio', 'times=1'];
  const told = await service.cliOk('sandbox', 'fault', 'set', 'Kalshi', ...lost);
  assert.match(told, /^Kalshi: #1 drop_after_accept method=POST path=\/portfolio times=1/);
  const fields = resting({ instrument_id, client_order_id: 'once', price: '0.01' });
  const first = await api.ok<Order>('POST', '/v1/orders', fields);
  const again = await api.ok<Order>('POST', '/v1/orders', fields);
  assert.equal(again.id, first.id);
  const settled = await until('the order is no longer in doubt', async () => {
    const [order, ...others] = await ordersOf(api, 'sa_1', `&instrument_id=${instrument_id}`);
    assert.equal(others.length, 0);
    return order === undefined || order.status === 'PENDING_SUBMISSION' ? null : order;
  });
  assert.equal(settled.status, 'OPEN');
  assert.match(await service.cliOk('sandbox', 'fault', 'list', 'Kalshi'), /^no fault is on\n/);
});

test('faults are listed with what they do, and cleared by number, by name and all', async () => {
  const fault = (...args: readonly string[]): Promise<string> => service.cliOk('sandbox', 'fault', ...args);
  await fault('set', 'Polymarket', 'ws_silent');
  await fault('set', 'Polymarket', 'delay', '--param', 'ms=5');
  await fault('set', 'Polymarket', 'delay', '--param', 'ms=9');
  const listed = await fault('list', 'Polymarket');
  assert.match(listed, /#1 +ws_silent\n#2 +delay +ms=5\n#3 +delay +ms=9\n/);
  assert.match(listed, /early_expiry +stands: GTD orders expire at once/);
  assert.match(await fault('clear', 'Polymarket', '2'), /1 cleared, 2 on/);
  assert.match(await fault('clear', 'Polymarket', 'ws_silent'), /1 cleared, 1 on/);
  assert.match(await fault('clear', 'Polymarket'), /1 cleared, 0 on/);
});

const REFUSED: readonly (readonly [args: readonly string[], told: RegExp, code: number])[] = [
  [['set', 'Kalshi', 'dely'], /Kalshi knows no fault "dely"; it knows delay, delay_before,/, 2],
  [['clear', 'Kalshi', 'dely'], /knows no fault "dely"/, 2],
  [['clear', 'Kalshi', '99'], /Kalshi has no fault 99 switched on/, 5],
  [['set', 'Kalshi', 'delay', '--param', 'ms=soon'], /--param ms=soon: expected name=value/, 2],
  [['set', 'Kalshi', 'delay', '--param', 'speed=1'], /--param speed=1: expected name=value.*probability/, 2],
  [['set', 'Kalshi', 'delay', '--param', 'probability=2'], /probability is 0\.\.1/, 2],
  [['list', 'Demo'], /"Demo" has no local exchange to break: the names are Kalshi and Polymarket/, 2],
];

for (const [args, told, code] of REFUSED) {
  test(`sandbox fault ${args.join(' ')} is refused with what is known`, async () => {
    const refused = await service.cli('sandbox', 'fault', ...args);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, told);
  });
}

test('a check finds both exchanges well, and says of a wrong key that it is the key', async () => {
  for (const venue of ['Kalshi', 'Polymarket']) {
    const { code, stdout, stderr } = await service.cli('venue', 'check', venue);
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout, /✗/);
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(service.dataDir, 'sandbox', 'kalshi', 'key.pem'), stranger, { mode: 0o600 });
  const { code, stdout } = await service.cli('venue', 'check', 'Kalshi', '--json');
  assert.equal(code, 8);
  const wrong = (JSON.parse(stdout) as readonly Check[]).filter(({ ok }) => !ok);
  assert.ok(
    wrong.some(({ detail }) => /401|signature|key/i.test(detail)),
    stdout,
  );
});

test('under profile live there is nothing to break', async () => {
  await service.stop();
  service.configure({ profile: 'live' });
  const { code, stderr } = await service.cli('sandbox', 'fault', 'set', 'Kalshi', 'delay');
  assert.equal(code, 2, stderr);
  assert.match(stderr, /profile "live" has real venues/);
});

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

async function instrumentAt(venue: string): Promise<number> {
  const member = await until('an asset of the venue is listed', async () => {
    const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
    return assets.flatMap(({ members }) => members).find((each) => each.venue === venue) ?? null;
  });
  return member.instrument_id;
}
