import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoverageCounts } from './coverage-counts.ts';
import { missingIn } from './fault-coverage.ts';
import { OPEN_SEEDS, seedsFrom } from './known-failures.ts';
import { runMany } from './parallel-runner.ts';
import { runSeed } from './run-seed.ts';

/** Worlds of every kind, and then as many more over three venues as make three hundred of them. */
const SEEDS = [...seedsFrom(1, 300), ...seedsFrom(301, 225, true)];
const STRUCK_MIN = 25_000;
const TWICE = [1, 7, 8, 42];

test('one seed has one history: lived again, every event and the state at the end are the same', async () => {
  for (const seed of TWICE)
    assert.equal((await runSeed(seed)).hash, (await runSeed(seed)).hash, `seed ${seed}`);
});

test(`every invariant holds in ${SEEDS.length} worlds, all doubt ends, and the catalogue happens`, async () => {
  const tally = new CoverageCounts();
  const failures: string[] = [];
  const seeds = SEEDS.filter((seed) => !OPEN_SEEDS.has(seed));
  for (const [seed, what] of OPEN_SEEDS) console.log(`seed ${seed} is open: ${what}`);
  await runMany(seeds, (world) => {
    tally.add(world);
    if (world.failure !== null) failures.push(world.failure);
    return failures.length === 0;
  });
  console.log(tally.text());
  assert.deepEqual(failures, []);
  assert.ok(tally.struck >= STRUCK_MIN, `${tally.struck} faults`);
  assert.deepEqual(missingIn(tally), []);
});
