import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUSE_USUAL } from '../common/house.ts';
import { machineClock, machineRandom } from '../common/machine.ts';
import { serve } from '../common/serve.ts';
import { firstStartOf, SqliteTruth } from '../common/truth.ts';
import { laterEditions } from '../world/editions.ts';
import { questionsAt } from '../world/questions.ts';
import { PolymarketSandbox } from './exchange.ts';
import { SETTINGS_USUAL } from './settings.ts';

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
