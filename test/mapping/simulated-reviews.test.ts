import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SimulationCounts, simulateReviews } from './simulated-reviews.ts';

const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1);

test('in simulated reviews no two outcomes of an event are ever the same contract as one listing', async () => {
  const all: SimulationCounts[] = [];
  for (const seed of SEEDS) all.push(await simulateReviews(seed));
  const total = (name: keyof SimulationCounts): number => all.reduce((sum, counts) => sum + counts[name], 0);
  for (const name of [
    'proposed',
    'withheld',
    'approved',
    'refusedOutcomes',
    'suspended',
    'approvedAgain',
  ] as const)
    assert.ok(total(name) >= 5, `${name}: ${total(name)}`);
});

test('a simulation depends on its seed alone', async () => {
  assert.deepEqual(await simulateReviews(5), await simulateReviews(5));
});

test('the simulation detects contested pairs that are proposed', async () => {
  const runs = SEEDS.map((seed) => simulateReviews(seed, 'contested pairs are proposed'));
  const failures = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected');
  assert.ok(failures.length > 0);
  for (const failure of failures)
    assert.match(String((failure as PromiseRejectedResult).reason), /two listings are proposed/);
});

test('the simulation detects an asset with two outcomes of one event', async () => {
  const runs = SEEDS.map((seed) => simulateReviews(seed, 'outcomes of one event share an asset'));
  const failures = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected');
  assert.ok(failures.length > 0);
  for (const failure of failures)
    assert.match(String((failure as PromiseRejectedResult).reason), /two outcomes of the event of/);
});
