import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Config, DEFAULT_CONFIG } from '../config/config.ts';
import { sealText } from '../config/sealed-secrets.ts';
import { SecretFileError } from '../config/secret-files.ts';
import { kalshiDriver } from '../drivers/kalshi-driver.ts';
import type { DriverContext, VenueDriver } from '../drivers/venue-driver.ts';
import { SecretRedactor } from '../platform/secret-protection.ts';
import { systemClock, systemRandom } from '../platform/system-environment.ts';
import type { Network } from '../ports/network.ts';
import type { ExternalVenue } from '../ports/venue.ts';
import { createVenues, prepareDrivers } from './create-venues.ts';

/** A network whose answers and closing reasons repeat every message that it received. */
const NETWORK: Network = {
  http: () => ({
    request: async ({ path }) => ({ kind: 'answer', status: 400, headers: {}, body: path }),
    close: async () => {},
  }),
  socket: (url, _, listener) => {
    listener.onText(url);
    return { send: () => {}, ping: () => {}, close: () => {} };
  },
};

/** Creates the venues of these settings with a driver that only records its contexts. */
function create(
  changes: Partial<Config>,
  kalshi: { readonly enabled: boolean; readonly plainKey?: boolean },
  running: readonly string[],
) {
  const warnings: string[] = [];
  const secrets = new SecretRedactor();
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
      network: NETWORK,
      secrets,
      space: '0'.repeat(32),
      drivers: [driver],
    },
    Object.fromEntries(
      running.map((id) => [id, { url: '', settings: { restUrl: 'http://127.0.0.1:9001' } }]),
    ),
  );
  return { warnings, created, secrets };
}

test('a standby prepares the driver of each configured venue once, and creates no adapter', () => {
  const prepared: string[] = [];
  const unpreparedOf = (name: string): VenueDriver => ({
    ...kalshiDriver,
    schema: { ...kalshiDriver.schema, driver: name },
    create: () => assert.fail('an adapter was created'),
  });
  const driverOf = (name: string): VenueDriver => ({
    ...unpreparedOf(name),
    prepare: () => void prepared.push(name),
  });
  const venues = { ...DEFAULT_CONFIG.venues, second: DEFAULT_CONFIG.venues.kalshi };
  const drivers = [driverOf('kalshi'), driverOf('unused'), unpreparedOf('polymarket')];
  prepareDrivers({ ...DEFAULT_CONFIG, venues }, drivers);
  assert.deepEqual(prepared, ['kalshi']);
});

describe('external venues', () => {
  test('under sandbox each enabled one is warned of, because its address may forward to the real venue', () => {
    const { warnings, created } = create({}, { enabled: true }, []);
    assert.equal(created.length, 1);
    assert.deepEqual(warnings.length, 1);
    assert.match(warnings[0] ?? '', /orders are real \{"venue":"Kalshi"\}$/);
  });

  test('no warning is logged for a simulator and a live venue, and a disabled venue is not created', () => {
    const simulated = create({}, { enabled: false }, ['kalshi']);
    assert.deepEqual([simulated.warnings, simulated.created.length], [[], 1]);
    assert.equal(simulated.created[0]?.venue['restUrl'], 'http://127.0.0.1:9001');
    const live = create({ profile: 'live' }, { enabled: true }, []);
    assert.deepEqual([live.warnings, live.created[0]?.simulated], [[], false]);
    assert.equal(create({}, { enabled: false }, []).created.length, 0);
  });

  test('the settings of a simulator replace those of the venue, and money is simulated under sandbox only', () => {
    const simulated = create({}, { enabled: false }, ['kalshi']).created[0];
    assert.deepEqual([simulated?.venue['restUrl'], simulated?.simulated], ['http://127.0.0.1:9001', true]);
    const local = create({}, { enabled: true }, []).created[0];
    assert.deepEqual([local?.venue['restUrl'], local?.simulated], ['http://127.0.0.1:9000', true]);
    assert.equal(local?.clientIdSpace, '0'.repeat(32));
  });

  test('a secret that a venue repeats is redacted, and other text is not', async () => {
    const { created, secrets } = create({}, { enabled: true }, []);
    const context = created[0] ?? assert.fail('no venue');
    context.hideSecret('a-signing-key-that-stays');
    context.hideSentSecret('a-passphrase-that-is-sent');
    const client = context.network.http('http://127.0.0.1', { connectionsMax: 1 });
    const path = '/a-signing-key-that-stays/a-passphrase-that-is-sent';
    const result = await client.request({ method: 'GET', path, headers: {}, body: null, timeoutMs: 1 });
    assert.equal(result.kind === 'answer' && result.body, '/a-signing-key-that-stays/[redacted]');
    assert.equal(secrets.redact(path), '/[redacted]/[redacted]', 'the log hides both');
  });

  test('a credential is read for its section, and under live an unencrypted one causes a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'crossbook-venues-'));
    const write = (name: string, text: string): string => {
      const file = join(folder, name);
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    };
    const master = 'a master key of some length';
    const masterKeyFile = write('master', master);
    const sealed = write('sealed', sealText('key', master, 'venues.kalshi.key_file'));
    const plain = write('plain', 'key');
    for (const [profile, warned] of [
      ['live', 1],
      ['sandbox', 0],
    ] as const) {
      const { created, warnings } = create({ profile, secrets: { masterKeyFile } }, { enabled: true }, []);
      const before = warnings.length;
      assert.equal(created[0]?.credential('key_file', sealed), 'key');
      assert.equal(warnings.length, before, 'a sealed one is not warned of');
      assert.equal(created[0]?.credential('key_file', plain), 'key');
      assert.equal(warnings.length, before + warned, profile);
    }
    const live = create({ profile: 'live' }, { enabled: true }, []).created[0];
    assert.throws(
      () => live?.credential('private_key_file', plain),
      (error: Error) =>
        error instanceof SecretFileError &&
        !error.message.includes('key\n') &&
        /plain_key/.test(error.message),
    );
    for (const [profile, settings] of [
      ['live', { enabled: true, plainKey: true }],
      ['sandbox', { enabled: true }],
    ] as const)
      assert.equal(
        create({ profile }, settings, []).created[0]?.credential('private_key_file', plain),
        'key',
      );
    rmSync(folder, { recursive: true });
  });
});
