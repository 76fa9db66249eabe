import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { VenueName } from '../domain/model/ids.ts';
import type { Venue } from '../ports/venue.ts';
import { VenueStarter } from './venue-startup.ts';

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
