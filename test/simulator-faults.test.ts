import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sendAdminCommand } from '../src/admin/admin-client.ts';
import { getAdminSocketPath } from '../src/admin/admin-protocol.ts';
import { auditLines } from '../src/storage/sqlite/journal/ledger-audit.ts';
import { LEDGER_FILE } from '../src/storage/sqlite/sqlite-store.ts';
import { until } from './api-assertions.ts';
import { parseUnits, sumDecimals } from './support/decimal.ts';
import { createRestingOrder, createTakingOrder, getFills, getOrders } from './support/order-bodies.ts';
import type { Asset, Order } from './support/record-schemas.ts';
import { startService } from './support/test-service.ts';

const SETTINGS = { 'sandbox.exchanges': true, 'orders.ack_wait_ms': 1_000, 'log.level': 'warn' } as const;
const service = await startService({ settings: SETTINGS });
const api = service.api();

test('a trader breaks the answer to an order, asks again with the same key, and has one order', async () => {
  const instrument_id = await instrumentAt('Kalshi');
  const lost = ['drop_after_accept', '--param', 'method=POST', 'path=/portfolio', 'times=1'];
  const output = await service.cliOk('sandbox', 'fault', 'set', 'Kalshi', ...lost);
  assert.match(output, /^Kalshi: #1 drop_after_accept method=POST path=\/portfolio times=1/);
  const fields = createRestingOrder({ instrument_id, client_order_id: 'once', price: '0.01' });
  const first = await api.ok<Order>('POST', '/v1/orders', fields);
  const again = await api.ok<Order>('POST', '/v1/orders', fields);
  assert.equal(again.id, first.id);
  const settled = await until('the order is no longer in doubt', async () => {
    const [order, ...others] = await getOrders(api, 'sa_1', `&instrument_id=${instrument_id}`);
    assert.equal(others.length, 0);
    return order === undefined || order.status === 'PENDING_SUBMISSION' ? null : order;
  });
  assert.equal(settled.status, 'OPEN');
  assert.match(await service.cliOk('sandbox', 'fault', 'list', 'Kalshi'), /^no active fault\n/);
});

test('faults are listed with what they do, and cleared by number, by name and all', async () => {
  const fault = (...args: readonly string[]): Promise<string> => service.cliOk('sandbox', 'fault', ...args);
  await fault('set', 'Polymarket', 'ws_silent');
  await fault('set', 'Polymarket', 'delay', '--param', 'ms=5');
  await fault('set', 'Polymarket', 'delay', '--param', 'ms=9');
  const listed = await fault('list', 'Polymarket');
  assert.match(listed, /#1 +ws_silent\n#2 +delay +ms=5\n#3 +delay +ms=9\n/);
  assert.match(listed, /early_expiry +while active: GTD orders expire at once/);
  assert.match(await fault('clear', 'Polymarket', '2'), /1 cleared, 2 on/);
  assert.match(await fault('clear', 'Polymarket', 'ws_silent'), /1 cleared, 1 on/);
  assert.match(await fault('clear', 'Polymarket'), /1 cleared, 0 on/);
});

const REFUSED: readonly (readonly [args: readonly string[], output: RegExp, code: number])[] = [
  [['set', 'Kalshi', 'dely'], /Kalshi has no fault "dely"; the faults are delay, delay_before,/, 2],
  [['clear', 'Kalshi', 'dely'], /has no fault "dely"/, 2],
  [['clear', 'Kalshi', '99'], /Kalshi has no active fault 99/, 5],
  [['set', 'Kalshi', 'delay', '--param', 'ms=soon'], /--param ms=soon: expected name=value/, 2],
  [['set', 'Kalshi', 'delay', '--param', 'speed=1'], /--param speed=1: expected name=value.*probability/, 2],
  [['set', 'Kalshi', 'delay', '--param', 'probability=2'], /probability is 0\.\.1/, 2],
  [['list', 'Nowhere'], /"Nowhere" is not a configured venue: the names are Demo, Kalshi, Poly/, 2],
  [['set', 'Demo', 'ws_gap'], /Demo has no fault "ws_gap"; the faults are delay, drop_after_accept,/, 2],
  [['set', 'Demo', 'delay', '--param', 'probability=2'], /probability is 0\.\.1/, 2],
];

for (const [args, output, code] of REFUSED) {
  test(`sandbox fault ${args.join(' ')} is refused with the known names`, async () => {
    const refused = await service.cli('sandbox', 'fault', ...args);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, output);
  });
}

test('the venue check passes for both exchanges and places its order, and names the key when it is wrong', async () => {
  for (const venue of ['Kalshi', 'Polymarket']) {
    const { code, stdout, stderr } = await service.cli('venue', 'check', venue, '--place', '--yes');
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout, /✗/);
    assert.match(stdout, /✓ {2}cancel +cancelled, nothing was filled/);
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

const demoFault = (...args: readonly string[]): Promise<string> => service.cliOk('sandbox', 'fault', ...args);

const settled = (id: string): Promise<Order> =>
  until('the order is no longer in doubt', async () => {
    const order = await api.ok<Order>('GET', `/v1/orders/${id}`);
    return order.status === 'PENDING_SUBMISSION' ? null : order;
  });

test('Demo loses an answer: the order is found there, and repeated it is the same order', async () => {
  await demoFault('set', 'Demo', 'drop_after_accept', '--param', 'method=place', 'times=1');
  const fields = createRestingOrder({ client_order_id: 'lost-at-demo' });
  const first = await api.ok<Order>('POST', '/v1/orders', fields);
  assert.equal((await settled(first.id)).status, 'OPEN');
  assert.equal((await api.ok<Order>('POST', '/v1/orders', fields)).id, first.id);
  assert.match(await demoFault('list', 'Demo'), /^no active fault\n/);
});

test('Demo never hears of an order: it is proven absent and rejected, not sent again', async () => {
  await demoFault('set', 'Demo', 'lost_request', '--param', 'method=place', 'times=1');
  const { id } = await api.ok<Order>('POST', '/v1/orders', createRestingOrder());
  assert.equal((await settled(id)).status, 'REJECTED');
});

test('while Demo is down, its health shows it and orders are rejected; it recovers when the fault ends', async () => {
  await demoFault('set', 'Demo', 'status');
  const health = (healthy: boolean) =>
    until(`Demo is ${healthy ? 'well' : 'down'}`, async () => {
      const list = await api.ok<readonly { venue: string; healthy: boolean; reason: string | null }[]>(
        'GET',
        '/v1/venues/health',
      );
      return list.find((each) => each.venue === 'Demo' && each.healthy === healthy) ?? null;
    });
  assert.match((await health(false)).reason ?? '', /injected fault: the venue is down/);
  const order = await api.ok<Order>('POST', '/v1/orders', createRestingOrder());
  assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_unavailable']);
  await demoFault('clear', 'Demo');
  await health(true);
  assert.equal((await api.ok<Order>('POST', '/v1/orders', createRestingOrder())).status, 'OPEN');
});

test('Demo answers late, and reports everything twice: one fill is one fill', async () => {
  await demoFault('set', 'Demo', 'delay', '--param', 'ms=1500', 'method=place', 'times=1');
  await demoFault('set', 'Demo', 'report_duplicate');
  const order = await api.ok<Order>('POST', '/v1/orders', createTakingOrder());
  const { status, filled_qty } = await settled(order.id);
  assert.equal(status, 'FILLED');
  const fills = await until('its fills are on disk', async () => {
    const list = await getFills(api, 'sa_1', `&order_id=${order.id}`);
    return list.length === 0 ? null : list;
  });
  assert.equal(sumDecimals(fills.map(({ qty }) => qty)), parseUnits(filled_qty));
  await demoFault('clear', 'Demo');
});

test('each fault that is switched is in the audit', () => {
  const output = [...auditLines(join(service.dataDir, LEDGER_FILE))].filter((line) =>
    line.includes('"cause":"fault"'),
  );
  assert.ok(output.some((line) => line.includes('set Demo drop_after_accept method=place times=1')));
  assert.ok(output.some((line) => line.includes('set Kalshi drop_after_accept')));
  assert.ok(output.some((line) => line.includes('clear Demo all')));
});

test('faults of the settings are on from the start, and an unknown one stops it', async () => {
  await service.stop();
  service.configure({ ...SETTINGS, 'sandbox.faults': ['Demo status', 'Kalshi delay ms=7'] });
  await service.start();
  assert.match(await demoFault('list', 'Demo'), /^#1 +status/);
  assert.match(await demoFault('list', 'Kalshi'), /^#\d+ +delay +ms=7\n\n/);
  await service.stop();
  service.configure({ ...SETTINGS, 'sandbox.faults': ['Demo ws_gap'] });
  const refused = await service.cli('start');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Demo has no fault "ws_gap"/);
});

test('under profile live no fault can be set: by command, by settings, or by direct calls', async () => {
  service.configure({ profile: 'live', 'sandbox.faults': ['Demo status'] });
  const setting = await service.cli('start');
  assert.equal(setting.code, 2);
  assert.match(setting.stderr, /sandbox\.faults: profile "live" uses real venues/);
  service.configure({ profile: 'live' });
  const command = await service.cli('sandbox', 'fault', 'set', 'Kalshi', 'delay');
  assert.equal(command.code, 2, command.stderr);
  assert.match(command.stderr, /profile "live" has real venues/);
  // A ledger of the sandbox is refused, so this service has its own.
  const live = await startService({ settings: { profile: 'live' } });
  const address = getAdminSocketPath(live.dataDir);
  for (const name of ['fault.list', 'fault.set', 'fault.clear', 'fault.note']) {
    const reply = await sendAdminCommand(address, name, {
      fault: { name: 'status' },
      which: null,
      detail: 'x',
    });
    assert.match(
      reply?.ok === false ? reply.error.message : 'taken',
      /profile "live" does not support fault injection/,
      name,
    );
  }
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
