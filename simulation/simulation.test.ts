import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoverageCounts } from './coverage-counts.ts';
import { findMissing } from './fault-coverage.ts';
import { KNOWN_FAILURES, listSeeds } from './known-failures.ts';
import { runMany } from './parallel-runner.ts';
import { runSeed } from './run-seed.ts';
import { hasSessions, hasThreeVenues } from './simulation-options.ts';

/**
 * Simulations of every kind, then more with three venues until there are 320 of those, and 200 with sessions, agents and
 * webhooks.
 */
const SEEDS = [
  ...listSeeds(1, 400),
  ...listSeeds(401, 220, hasThreeVenues),
  ...listSeeds(401, 200, hasSessions),
];
const FAULTS_MIN = 25_000;
const TWICE = [1, 7, 8, 42];

test('the same seed gives the same history and the same final state', async () => {
  for (const seed of TWICE)
    assert.equal((await runSeed(seed)).hash, (await runSeed(seed)).hash, `seed ${seed}`);
});

test(`every invariant holds in ${SEEDS.length} simulations, no order stays in doubt, and every fault of the catalogue happens`, async () => {
  const counts = new CoverageCounts();
  const failures: string[] = [];
  const seeds = SEEDS.filter((seed) => !KNOWN_FAILURES.has(seed));
  for (const [seed, what] of KNOWN_FAILURES) console.log(`seed ${seed} fails for a known defect: ${what}`);
  await runMany(seeds, (summary) => {
    counts.add(summary);
    if (summary.failure !== null) failures.push(summary.failure);
    return failures.length === 0;
  });
  console.log(counts.render());
  assert.deepEqual(failures, []);
  assert.ok(counts.faultCount >= FAULTS_MIN, `${counts.faultCount} faults`);
  assert.deepEqual(findMissing(counts), []);
});
