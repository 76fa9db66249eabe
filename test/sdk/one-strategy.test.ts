import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../api-assertions.ts';
import { toKalshiKeySettings, toVenueSettings } from '../support/exchange-settings.ts';
import { PYTHON, PYTHON_SDK, PYTHON_SKIP } from '../support/python.ts';
import type { Book } from '../support/record-schemas.ts';
import { fetchVenueState } from '../support/service-exchanges.ts';
import { TestService } from '../support/test-service.ts';

/** One strategy file on Demo, on recorded market data, on the live market without orders, and live. */

const run = promisify(execFile);
const STRATEGY = join(import.meta.dirname, 'first_fill.py');
const MARKET = 'Kalshi:KXETHMAX-ETH-10K'; // of the strategy: another id in each service
const LAKE = join(import.meta.dirname, '..', 'data', 'lake');

const services: TestService[] = [];
after(async () => {
  for (const service of services.reverse()) await service.dispose();
});

async function open(options: ConstructorParameters<typeof TestService>[0]): Promise<TestService> {
  const service = new TestService(options);
  services.push(service);
  await service.start();
  return service;
}

/** Waits until the strategy's market has an offer. */
const awaitOffer = (service: TestService, key = service.key): Promise<true> =>
  until(`${MARKET} has an offer`, async () => {
    const { asks } = await service.api(key).ok<Book>('GET', `/v1/markets/${MARKET}/book`);
    return asks.length > 0 || null;
  });

async function runStrategy(target: string, keyFile: string): Promise<string> {
  const env = { ...process.env, PYTHONPATH: join(PYTHON_SDK, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await run(PYTHON, [STRATEGY, target, keyFile], { env, timeout: 120_000 });
  return stdout.trim();
}

const keyFileOf = ({ dataDir }: TestService): string => join(dataDir, 'sandbox-key.json');

test('a strategy goes from Demo over a replay and shadow to live without a changed line', {
  skip: PYTHON_SKIP,
}, async () => {
  const demo = await open({ settings: { 'sandbox.exchanges': true } });
  await awaitOffer(demo);
  assert.equal(await runStrategy('demo', keyFileOf(demo)), 'BUY Kalshi TAKER');

  const times = '--from 2026-11-23T13:00:45Z --to 2026-11-23T13:01:40Z --speed 0.1'.split(' ');
  const replay = await open({ startOptions: ['--profile', 'replay', '--lake', LAKE, ...times] });
  await awaitOffer(replay);
  assert.equal(await runStrategy('replay', keyFileOf(replay)), 'BUY Kalshi TAKER');

  const shadow = await open({ settings: { profile: 'shadow', ...toVenueSettings(demo) } });
  const before = await fetchVenueState(demo, 'Kalshi');
  await awaitOffer(shadow);
  assert.equal(await runStrategy('shadow', keyFileOf(shadow)), 'BUY Kalshi TAKER');
  assert.deepEqual(await fetchVenueState(demo, 'Kalshi'), before);

  const venue = {
    ...toVenueSettings(demo),
    ...toKalshiKeySettings(demo),
    'venues.polymarket.enabled': false,
  };
  const live = await open({ settings: { profile: 'live', ...venue } });
  await live.cliOk('account', 'new', 'acc_1');
  await live.cliOk('subaccount', 'new', 'sa_1', '--account', 'acc_1');
  const key = await live.newKey('--permissions', 'read,trade');
  const keyFile = join(live.dataDir, 'strategy-key.json');
  writeFileSync(keyFile, JSON.stringify({ ...key, base_url: live.url }), { mode: 0o600 });
  await awaitOffer(live, key);
  assert.equal(await runStrategy('live', keyFile), 'BUY Kalshi TAKER');
  assert.notDeepEqual(await fetchVenueState(demo, 'Kalshi'), before);
});
