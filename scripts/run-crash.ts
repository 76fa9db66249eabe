import { parseArgs } from 'node:util';
import { runNode } from './steps.ts';

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
process.env['CRASH_CYCLES'] = values.cycles;
process.env['CRASH_SEED'] = values.seed;
// Runs the files one after another: in parallel they would slow each other down.
process.exitCode = runNode([
  '--test',
  '--test-concurrency=1',
  '--test-reporter=spec',
  'test/crash/*.test.ts',
]);
