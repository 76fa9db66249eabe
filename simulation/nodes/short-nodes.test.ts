import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized } from '../../test/support/test-size.ts';
import { runNodesSeeds } from './run-nodes-seeds.ts';

const SEEDS = sized({ full: 60, quick: 6 });
const REPEATED = 3;

test(`two nodes on one database keep every acknowledged order and one sender in ${SEEDS} simulations`, async () => {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  const { failures, takeovers, refusals, text } = await runNodesSeeds(seeds);
  assert.deepEqual(failures, []);
  assert.ok(takeovers > 0 && refusals > 0, text);
});

test('a simulation of two nodes with the same seed has the same history', async () => {
  const seeds = Array.from({ length: REPEATED }, (_, index) => index + 1);
  const withoutTime = ({ text }: { readonly text: string }) => text.replace(/in \d+ s/, '');
  assert.equal(withoutTime(await runNodesSeeds(seeds)), withoutTime(await runNodesSeeds(seeds)));
});
