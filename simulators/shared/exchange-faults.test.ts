import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultInjector } from '../../src/matching-engine/fault-injector.ts';
import { createAdminApi } from './admin-api.ts';
import { createFaultInjector } from './exchange-faults.ts';
import { seededRandom } from './manual-clock.fixture.ts';
import type { Controls, SimulatorReply } from './simulator-types.ts';

const createFaults = (): FaultInjector =>
  createFaultInjector(seededRandom(3), { own_fault: 'of this exchange' });

test('a fault triggers for matching requests, as often as set', () => {
  const faults = createFaults();
  faults.add({ name: 'status', method: 'POST', path: '/orders', times: 2 });
  assert.equal(faults.trigger('status', { method: 'GET', path: '/orders' }), null);
  assert.equal(faults.trigger('status', { method: 'POST', path: '/fills' }), null);
  assert.equal(faults.trigger('delay', { method: 'POST', path: '/orders' }), null);
  const target = { method: 'POST', path: '/v2/orders/1' };
  assert.deepEqual(
    [1, 2, 3].map(() => faults.trigger('status', target) !== null),
    [true, true, false],
  );
});

test('a probability limits triggers, but does not affect an active fault', () => {
  const faults = createFaults();
  faults.add({ name: 'ws_gap', probability: 0.25 });
  const triggered = Array.from({ length: 4_000 }, () => faults.trigger('ws_gap')).filter(
    (each) => each !== null,
  );
  assert.ok(triggered.length > 850 && triggered.length < 1_150, `${triggered.length} of 4000`);
  faults.add({ name: 'ws_silent', probability: 0 });
  assert.equal(faults.trigger('ws_silent'), null);
  assert.notEqual(faults.findActive('ws_silent'), null);
});

test('faults are removed by id, by name, or all at once', () => {
  const faults = createFaults();
  const [first, , third] = ['status', 'status', 'delay'].map((name) => faults.add({ name }));
  assert.ok(typeof first === 'object' && typeof third === 'object');
  faults.remove(first.id);
  assert.equal(faults.list().length, 2);
  faults.remove('status');
  assert.deepEqual(faults.list(), [third]);
  faults.remove(null);
  assert.deepEqual(faults.list(), []);
});

test('an unknown fault or an invalid number is rejected with the reason', () => {
  const faults = createFaults();
  const unknown = faults.add({ name: 'no_such' });
  assert.match(typeof unknown === 'string' ? unknown : '', /^name must be one of .*own_fault$/);
  for (const wrong of [{ probability: 2 }, { times: 0 }, { ms: -1 }, { status: 'x' }]) {
    assert.equal(typeof faults.add({ name: 'status', ...wrong }), 'string', JSON.stringify(wrong));
  }
  assert.deepEqual(faults.list(), []);
});

test('the admin API sets faults, returns the state, and rejects unknown commands', async () => {
  const faults = createFaults();
  const done: unknown[] = [];
  const note = (command: unknown): null => {
    done.push(command);
    return null;
  };
  const controls: Controls = { faults, state: () => ({ orders: [] }), market: note, venue: note };
  const api = createAdminApi(controls, () => ({ lease_ms: 60_000 }));
  const ask = async (method: string, target: string, body: unknown = null): Promise<[number, unknown]> => {
    const [path = '', query = ''] = target.split('?');
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const request = { method, path, query: new URLSearchParams(query), headers: {}, body: bytes };
    const reply = (await api.handle(request)) as SimulatorReply;
    return [reply.status, JSON.parse(reply.body)];
  };
  assert.equal((await ask('PUT', '/faults', { name: 'own_fault' }))[0], 200);
  assert.equal((await ask('PUT', '/faults', { name: 'no_such' }))[0], 400);
  assert.equal(faults.list().length, 1);
  await ask('DELETE', '/faults?name=own_fault');
  assert.equal(faults.list().length, 0);
  assert.deepEqual(await ask('GET', '/state'), [200, { orders: [] }]);
  assert.deepEqual(await ask('PUT', '/attach'), [200, { lease_ms: 60_000 }]);
  const settle = { market: 'M', verb: 'settle', result: 'yes' };
  assert.equal((await ask('PUT', '/market', settle))[0], 200);
  assert.equal((await ask('PUT', '/market', { market: 'M', verb: 'settle' }))[0], 400);
  assert.equal((await ask('PUT', '/venue', { verb: 'resume' }))[0], 200);
  assert.equal((await ask('PUT', '/venue', { verb: 'explode' }))[0], 400);
  assert.deepEqual(done, [settle, { verb: 'resume' }]);
  assert.equal((await ask('GET', '/other'))[0], 404);
});
