import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NODE_FAULTS } from './run-nodes-seed.ts';
import { runNodesSeeds } from './run-nodes-seeds.ts';

const SEEDS = 500;
const EACH_FAULT_MIN = 50;

test(`two nodes on one database keep every acknowledged order and one sender in ${SEEDS} simulations`, async (t) => {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  const { failures, faults, text } = await runNodesSeeds(seeds);
  t.diagnostic(text);
  assert.deepEqual(failures, []);
  for (const fault of [...NODE_FAULTS, 'behind']) assert.ok((faults.get(fault) ?? 0) >= EACH_FAULT_MIN, text);
});
