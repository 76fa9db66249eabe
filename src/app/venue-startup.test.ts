import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { VenueName } from '../contract/model/ids.ts';
import type { Venue } from '../ports/venue.ts';
import { VenueStarter } from './venue-startup.ts';

const runCallbacks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const venue = (name: string): Venue => ({ name: name as VenueName }) as Venue;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const isLocal = ({ name }: Venue): boolean => name === 'Demo';

test('an unresponsive venue does not delay the start, and a failed one is retried until it starts', async () => {
  const clock = new ManualClock();
  const attempts: string[] = [];
  const starting = new VenueStarter({ clock, log: silent, isLocal });
  const started = starting.all([venue('Demo'), venue('Kalshi'), venue('Polymarket')], async ({ name }) => {
    attempts.push(name);
    if (name === 'Kalshi') await new Promise(() => {});
    if (name === 'Polymarket' && attempts.length < 5) throw new Error('refused');
  });
  await Promise.resolve();
  for (let second = 0; second < 7; second += 1) {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await started;
  assert.deepEqual(attempts, ['Demo', 'Kalshi', 'Polymarket', 'Polymarket', 'Polymarket']);
});

test('the service does not start if a local venue cannot start', async () => {
  const starting = new VenueStarter({ clock: new ManualClock(), log: silent, isLocal });
  await assert.rejects(
    starting.all([venue('Demo')], async () => {
      throw new Error('disk');
    }),
    /disk/,
  );
});

test('no venue is started after a stop', async () => {
  const clock = new ManualClock();
  let attempts = 0;
  const starting = new VenueStarter({ clock, log: silent, isLocal });
  await starting.all([venue('Kalshi')], async () => {
    attempts += 1;
    throw new Error('refused');
  });
  starting.stop();
  clock.advance(60_000);
  assert.equal(attempts, 1);
});

test('the start waits one second for an external venue, and each further attempt waits longer', async () => {
  const clock = new ManualClock();
  const starting = new VenueStarter({ clock, log: silent, isLocal });
  let isStarted = false;
  const waiting = starting.all([venue('Kalshi')], () => new Promise(() => {}));
  void waiting.then(() => (isStarted = true));
  clock.advance(999);
  await runCallbacks();
  assert.equal(isStarted, false);
  clock.advance(1);
  await waiting;

  const attemptsAt: number[] = [];
  const failing = new VenueStarter({ clock, log: silent, isLocal });
  await failing.all([venue('Kalshi')], async () => {
    attemptsAt.push(clock.monotonicMs());
    throw new Error('refused');
  });
  for (let second = 0; second < 200; second += 1) {
    clock.advance(1_000);
    await runCallbacks();
  }
  const gaps = attemptsAt.slice(1).map((at, index) => at - (attemptsAt[index] ?? 0));
  assert.deepEqual(gaps.slice(0, 5), [2_000, 4_000, 8_000, 16_000, 30_000]);
  assert.ok(gaps.slice(5).every((gap) => gap === 30_000));
});

test('a venue that has started leaves no timer', async () => {
  const clock = new ManualClock();
  await new VenueStarter({ clock, log: silent, isLocal }).all(
    [venue('Demo'), venue('Kalshi')],
    async () => {},
  );
  assert.equal(clock.timersWaiting, 0);
});
