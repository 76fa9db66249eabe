import { parseArgs } from 'node:util';
import { runWatched } from './watched-run.ts';

/** A test makes all cycles of its service. A cycle takes a few seconds, one at a named point some more. */
const MINUTES_MIN = 30;
const MINUTES_PER_CYCLE = 0.25;

/** `npm run crash -- --cycles 200 [--seed 7]`: the crash suite, for as long as it takes. */
const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
for (const [name, text] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(text)) {
    console.error(`--${name} ${text}: expected a whole number of 1 or more`);
    process.exit(2);
  }
}
const minutesMax = Math.ceil(MINUTES_MIN + Number(values.cycles) * MINUTES_PER_CYCLE);
process.exitCode = await runWatched({
  // One file after another: in parallel they would slow each other down.
  args: [
    '--test',
    '--test-concurrency=1',
    `--test-timeout=${minutesMax * 60_000}`,
    '--test-reporter=spec',
    'test/crash/*.test.ts',
  ],
  env: { CRASH_CYCLES: values.cycles, CRASH_SEED: values.seed },
  minutesMax,
});
