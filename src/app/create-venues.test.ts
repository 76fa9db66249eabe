import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Config, DEFAULT_CONFIG } from '../config/config.ts';
import { SecretRedactor } from '../platform/secret-protection.ts';
import { systemClock, systemRandom } from '../platform/system-environment.ts';
import type { Network } from '../ports/network.ts';
import type { ExternalVenue } from '../ports/venue.ts';
import { createVenues } from './create-venues.ts';
import { kalshiDriver } from './drivers/kalshi-driver.ts';
import type { DriverContext, VenueDriver } from './venue-driver.ts';

/** Creates the venues of these settings with a driver that only records its contexts. */
function create(changes: Partial<Config>, kalshi: { readonly enabled: boolean }, running: readonly string[]) {
  const warnings: string[] = [];
  const created: DriverContext[] = [];
  const driver: VenueDriver = {
    ...kalshiDriver,
    create: (context) => {
      created.push(context);
      return {} as ExternalVenue;
    },
  };
  const venues = {
    ...DEFAULT_CONFIG.venues,
    kalshi: { ...DEFAULT_CONFIG.venues.kalshi, ...kalshi, restUrl: 'http://127.0.0.1:9000' },
  };
  const note = (message: string, facts?: object) => void warnings.push(`${message} ${JSON.stringify(facts)}`);
  createVenues(
    {
      config: { ...DEFAULT_CONFIG, ...changes, venues },
      clock: systemClock,
      random: systemRandom(),
      log: { info: () => {}, warn: note, error: note },
      network: {} as Network,
      secrets: new SecretRedactor(),
      space: '0'.repeat(32),
      drivers: [driver],
    },
    Object.fromEntries(
      running.map((id) => [id, { url: '', settings: { restUrl: 'http://127.0.0.1:9001' } }]),
    ),
  );
  return { warnings, created };
}

describe('external venues', () => {
  test('under sandbox each enabled one is warned of, because its address may forward to the real venue', () => {
    const { warnings, created } = create({}, { enabled: true }, []);
    assert.equal(created.length, 1);
    assert.deepEqual(warnings.length, 1);
    assert.match(warnings[0] ?? '', /orders are real \{"venue":"Kalshi"\}$/);
  });

  test('a simulator and a live venue are not warned of, and a venue that is off is not created', () => {
    const simulated = create({}, { enabled: false }, ['kalshi']);
    assert.deepEqual([simulated.warnings, simulated.created.length], [[], 1]);
    assert.equal(simulated.created[0]?.venue['restUrl'], 'http://127.0.0.1:9001');
    const live = create({ profile: 'live' }, { enabled: true }, []);
    assert.deepEqual([live.warnings, live.created[0]?.simulated], [[], false]);
    assert.equal(create({}, { enabled: false }, []).created.length, 0);
  });
});
