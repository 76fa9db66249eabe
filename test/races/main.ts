import { parseArgs } from 'node:util';
import { raceKillSwitch } from './kill-switch-races.ts';

/** `npm run long -- races --races 1000000 --seed 7`: races new orders against the kill switch. */
const { values } = parseArgs({
  options: { races: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [races, seed] = [Number(values.races), Number(values.seed)];
if (!Number.isSafeInteger(races) || races < 1 || !Number.isSafeInteger(seed)) {
  console.error('npm run long -- races --races N --seed N: whole numbers');
  process.exit(2);
}
const startedMs = performance.now();
const { sent, stopped } = await raceKillSwitch(races, seed);
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
console.log(
  `✔ ${races} races in ${seconds} s: ${sent} orders sent before the acknowledgement, ${stopped} stopped, 0 sent after it`,
);
