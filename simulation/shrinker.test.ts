import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSeed } from './run-seed.ts';
import { listFaults, type ShrinkOptions } from './shrink-options.ts';
import { renderCommand, shrink } from './shrinker.ts';
import { drawOptions } from './simulation-options.ts';

const SEED = 236; // with three venues and many kinds of faults

test('a failure is reduced to its last action and to the faults that it needs', async () => {
  const options = drawOptions(SEED);
  const [needed, ...others] = listFaults(options);
  assert.ok(needed !== undefined && others.length > 2);
  const breaks = async ({ actions, without }: ShrinkOptions): Promise<boolean> =>
    (actions ?? options.actions) >= 17 && !without.has(needed);
  const least = await shrink(options, breaks);
  assert.deepEqual(least, { actions: 17, without: new Set(others) });
  assert.equal(
    renderCommand(SEED, least),
    `npm run sim -- --seed 236 --actions 17 --without ${others.join(',')}`,
  );
});

test('an excluded fault never happens, and fewer actions make fewer calls', async () => {
  const without = new Set(listFaults(drawOptions(SEED)));
  const { monitor } = await runSeed(SEED, { shrinkOptions: { actions: 20, without } });
  assert.deepEqual([...monitor.faults.keys()], []);
  const submitted = [...monitor.calls].filter(([name]) => name.startsWith('submit '));
  assert.ok(submitted.reduce((sum, [, count]) => sum + count, 0) <= 4 * 20);
});
