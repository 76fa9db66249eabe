import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ROOT } from './steps.ts';
import { runWatched } from './tests/watched-run.ts';

/** A test makes all cycles of its service. A cycle takes a few seconds, one at a named point some more. */
const MINUTES_MIN = 30;
const MINUTES_PER_CYCLE = 0.25;
/** A round of a cluster repairs a node or a database server as well. */
const MINUTES_PER_ROUND = 2;

/**
 * `npm run long -- crash --cycles 200 [--seed 7]`: the crash suite of one service, for as long as it takes.
 * `npm run long -- crash --cluster --rounds 20 [--seed 7]`: failures of two nodes and three database servers.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    cluster: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
  },
});
const { cluster: isCluster, cycles, rounds, seed } = values;
for (const [name, text] of Object.entries({ cycles, rounds, seed })) {
  if (!/^[1-9]\d*$/.test(text)) {
    console.error(`--${name} ${text}: expected a whole number of 1 or more`);
    process.exit(2);
  }
}
const minutesMax = Math.ceil(
  MINUTES_MIN + (isCluster ? Number(rounds) * MINUTES_PER_ROUND : Number(cycles) * MINUTES_PER_CYCLE),
);
const CLUSTER_FILE = 'test/crash/cluster-crash.test.ts';
const files = globSync('test/crash/*.test.ts', { cwd: ROOT }).filter(
  (file) => (file === CLUSTER_FILE) === isCluster,
);
const { exitCode, hang } = await runWatched({
  // One file after another: in parallel they would slow each other down.
  args: [
    '--test',
    '--test-concurrency=1',
    `--test-timeout=${minutesMax * 60_000}`,
    '--test-reporter=spec',
    ...files.sort(),
  ],
  env: isCluster ? { CRASH_ROUNDS: rounds, CRASH_SEED: seed } : { CRASH_CYCLES: cycles, CRASH_SEED: seed },
  minutesMax,
});
if (hang !== null) console.error(`✖ ${hang.file} › ${hang.title}\n  ${hang.message}`);
process.exitCode = exitCode;
