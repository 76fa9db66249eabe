import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { questionsAt } from '../catalogue/all-events.ts';
import { laterEditions } from '../catalogue/recurring-events.ts';
import { firstStartOf, SqliteTruth } from '../shared/exchange-store.ts';
import { HOUSE_USUAL } from '../shared/market-maker.ts';
import { machineClock, machineRandom } from '../shared/process-environment.ts';
import { serve } from '../shared/run-simulator.ts';
import { PolymarketSandbox } from './polymarket-simulator.ts';
import { SETTINGS_USUAL } from './simulator-settings.ts';

/** Runs the exchange: `main.ts --data FOLDER [--port 0] [--control-port 0] [--seed 7] [--stay]`. */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    seed: { type: 'string', default: String(HOUSE_USUAL.seed) },
    stay: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) throw new Error('--data FOLDER is required');
mkdirSync(values.data, { recursive: true });
const house = { ...HOUSE_USUAL, seed: Number(values.seed) };
const truth = new SqliteTruth(join(values.data, 'polymarket.db'));
const startedAt = firstStartOf(truth, machineClock.now());
const exchange = new PolymarketSandbox(
  { clock: machineClock, random: machineRandom, truth },
  { ...SETTINGS_USUAL, house },
  questionsAt(startedAt),
  (now) => laterEditions(startedAt, now),
);
await serve(exchange, {
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  data: values.data,
  stay: values.stay,
});
