import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CATALOGUE_VERSION, eventsAt } from '../catalogue/event-catalogue.ts';
import { getLaterEditions } from '../catalogue/recurring-events.ts';
import { readCatalogueVersion, readFirstStart, SqliteExchangeStore } from '../shared/exchange-store.ts';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import { systemClock, systemRandom } from '../shared/process-environment.ts';
import { runSimulator } from '../shared/run-simulator.ts';
import { PolymarketSimulator } from './polymarket-simulator.ts';
import { DEFAULT_SETTINGS } from './simulator-context.ts';

/** Runs the simulator: `main.ts --data FOLDER [--seed 7] [--stay]` and the ports of its origins, 0
 * for any: `[--port 0] [--gamma-port 0] [--data-port 0] [--relayer-port 0]
 * [--control-port 0]`. */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    'gamma-port': { type: 'string', default: '0' },
    'data-port': { type: 'string', default: '0' },
    'relayer-port': { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    seed: { type: 'string', default: String(DEFAULT_MARKET_MAKER.seed) },
    stay: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) throw new Error('--data FOLDER is required');
mkdirSync(values.data, { recursive: true });
const marketMaker = { ...DEFAULT_MARKET_MAKER, seed: Number(values.seed) };
const store = new SqliteExchangeStore(join(values.data, 'polymarket.db'));
const version = readCatalogueVersion(store, CATALOGUE_VERSION);
const startedAt = readFirstStart(store, systemClock.now());
const exchange = new PolymarketSimulator(
  { clock: systemClock, random: systemRandom, store },
  { ...DEFAULT_SETTINGS, marketMaker },
  eventsAt(startedAt, version),
  (now) => getLaterEditions(startedAt, now, version),
);
await runSimulator(exchange, {
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  data: values.data,
  stay: values.stay,
  origins: {
    gamma: { server: exchange.origins.gamma, port: Number(values['gamma-port']) },
    data: { server: exchange.origins.data, port: Number(values['data-port']) },
    relayer: { server: exchange.origins.relayer, port: Number(values['relayer-port']) },
  },
});
