import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Crossbook } from '../../../sdk/src/index.ts';
import { HealthLog, unhealthySince } from './health-log.ts';

const sample = (at: number, isWell: boolean) => ({ at, isWell, latencyMs: null });

test('a venue is unhealthy since the first bad check after its last good one', () => {
  assert.equal(unhealthySince([sample(1, false), sample(2, true), sample(3, false), sample(4, false)]), 3);
  assert.equal(unhealthySince([sample(1, false), sample(2, false)]), 1);
  assert.equal(unhealthySince([sample(1, false), sample(2, true)]), null);
  assert.equal(unhealthySince([]), null);
});

/** A log over a service whose answers the test sets, with its timers under the test's control. */
async function openLog(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
  const service = { health: [] as unknown, clock: 1_000_000, clockReads: 0 };
  const answer = <Value>(value: Value): Promise<Value> =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  const client = {
    venues: { health: () => answer(service.health) },
    time: () => {
      service.clockReads += 1;
      return answer({ timestamp: service.clock });
    },
  } as unknown as Crossbook;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const poll = async (): Promise<void> => {
    t.mock.timers.tick(5_000);
    await settle();
  };
  const create = (): HealthLog => {
    const log = new HealthLog(client);
    t.after(() => log.close());
    return log;
  };
  const open = async (): Promise<HealthLog> => {
    const log = create();
    await settle();
    return log;
  };
  return { service, poll, create, open };
}

const check = (venue: string, change: object = {}) => ({
  venue,
  healthy: true,
  latency_ms: 7,
  reason: null,
  ...change,
});

test('each check is a sample of each venue, except of disabled ones', async (t) => {
  const { service, poll, open } = await openLog(t);
  service.health = [check('Demo'), check('Kalshi', { healthy: false, reason: 'disabled' })];
  const log = await open();
  service.health = [check('Demo', { healthy: false, latency_ms: undefined, reason: 'silence' })];
  await poll();
  const { venues, samples, since } = log.state();
  assert.deepEqual([venues.map(({ venue }) => venue), since], [['Demo'], 1_000_000]);
  assert.deepEqual(
    [...samples],
    [
      [
        'Demo',
        [
          { at: 1_000_000, isWell: true, latencyMs: 7 },
          { at: 1_005_000, isWell: false, latencyMs: null },
        ],
      ],
    ],
  );
});

test('a service that does not answer is a problem since its first failure, until it answers', async (t) => {
  const { service, poll, open } = await openLog(t);
  service.health = [check('Demo')];
  const log = await open();
  service.health = new Error('no answer');
  await poll();
  service.health = new Error('still none');
  await poll();
  const { problem, venues } = log.state();
  assert.deepEqual([problem?.since, problem?.error.message, venues.length], [1_005_000, 'still none', 1]);
  service.health = [check('Demo')];
  await poll();
  assert.equal(log.state().problem, null);
});

test('the difference of the clocks is read each minute, positive if this computer is ahead', async (t) => {
  const { service, poll, open } = await openLog(t);
  service.clock = 1_000_000 - 30_000;
  const log = await open();
  assert.equal(log.state().clockOffMs, 30_000);
  service.clock = 1_060_000 + 5_000;
  for (let count = 0; count < 11; count += 1) await poll();
  assert.deepEqual([log.state().clockOffMs, service.clockReads], [30_000, 1]);
  await poll();
  assert.deepEqual([log.state().clockOffMs, service.clockReads], [-5_000, 2]);
});

test('an hour of samples is kept, listeners are called until they unsubscribe, and a closed log polls no more', async (t) => {
  const { service, poll, open } = await openLog(t);
  service.health = [check('Demo')];
  const log = await open();
  let calls = 0;
  const unsubscribe = log.subscribe(() => (calls += 1));
  for (let count = 0; count < 725; count += 1) await poll();
  const samples = log.state().samples.get('Demo') ?? [];
  assert.deepEqual([samples.length, samples.at(-1)?.at], [720, 1_000_000 + 725 * 5_000]);
  assert.ok(calls >= 725);
  unsubscribe();
  const before = calls;
  await poll();
  log.close();
  const closed = log.state();
  await poll();
  assert.deepEqual([calls, log.state()], [before, closed]);
});

test('health is known from the first check, even if no venue is enabled', async (t) => {
  const { service, poll, create, open } = await openLog(t);
  service.health = [check('Kalshi', { healthy: false, reason: 'disabled' })];
  assert.equal(create().state().isKnown, false);
  const log = await open();
  assert.deepEqual([log.state().venues, log.state().isKnown], [[], true]);
  service.health = new Error('down');
  const other = await open();
  await poll();
  assert.deepEqual([other.state().isKnown, other.state().problem?.error.message], [true, 'down']);
});
