import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CATALOGUE_VERSION, eventsAt } from '../catalogue/event-catalogue.ts';
import { getLaterEditions } from '../catalogue/recurring-events.ts';
import { readCatalogueVersion, readFirstStart, SqliteExchangeStore } from '../shared/exchange-store.ts';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import { systemClock, systemRandom } from '../shared/process-environment.ts';
import { runSimulator } from '../shared/run-simulator.ts';
import { KalshiSimulator } from './kalshi-simulator.ts';
import { TIERS } from './request-costs.ts';
import { readKeyFile } from './simulator-keys.ts';

const USAGE = `usage: main.ts --data DIR --key-file FILE… [--port N] [--control-port N] [--tier NAME]
  [--precision direct|other] [--read-lag-ms N] [--quiet-house] [--stay]`;

const { values, positionals } = parseArgs({
  allowPositionals: true, // further key files, from shell expansion
  options: {
    data: { type: 'string' },
    'key-file': { type: 'string', multiple: true },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    tier: { type: 'string', default: 'premier' },
    precision: { type: 'string', default: 'direct' },
    'read-lag-ms': { type: 'string', default: '300' },
    'quiet-house': { type: 'boolean', default: false },
    stay: { type: 'boolean', default: false },
  },
});

const keyFiles = [...(values['key-file'] ?? []), ...positionals];
const tier = TIERS.find(({ name }) => name === values.tier);
const precision = values.precision;
if (values.data === undefined || keyFiles.length === 0 || tier === undefined) throw new Error(USAGE);
if (precision !== 'direct' && precision !== 'other') throw new Error(USAGE);

mkdirSync(values.data, { recursive: true });
const store = new SqliteExchangeStore(join(values.data, 'kalshi.sqlite'));
const version = readCatalogueVersion(store, CATALOGUE_VERSION);
const startedAt = readFirstStart(store, systemClock.now());
const exchange = new KalshiSimulator({
  clock: systemClock,
  random: systemRandom,
  store,
  events: eventsAt(startedAt, version),
  schedule: (now) => getLaterEditions(startedAt, now, version),
  keys: keyFiles.map(readKeyFile),
  tier,
  precision,
  readLagMs: Number(values['read-lag-ms']),
  seed: DEFAULT_MARKET_MAKER.seed,
  marketMaker: values['quiet-house'] ? null : DEFAULT_MARKET_MAKER,
  funds: { 0: '100000', 2: '100000', 3: '100000' },
});
await runSimulator(exchange, {
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  data: values.data,
  stay: values.stay,
});
store.close();
