import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized } from '../support/test-size.ts';
import { type FuzzFailure, fuzz, type Target } from './fuzz-run.ts';
import { TARGETS } from './fuzz-targets.ts';

// For all targets together; `npm run long -- fuzz --inputs 2000000` for more.
const INPUTS = sized({ full: 200_000, quick: 40_000 });
const SEED = 1;

for (const target of TARGETS) {
  test(`${target.name} handles arbitrary input without harm`, async () => {
    await fuzz(target, { seed: SEED, from: 0, inputs: Math.ceil(INPUTS * target.share) });
  });
}

test('the shares of all targets add up to 1', () => {
  const sum = TARGETS.reduce((total, { share }) => total + share, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9, String(sum));
});

/** Fails at the first input with a low random number. */
const brittle = (isStateful: boolean): Target => ({
  name: 'brittle',
  share: 1,
  isStateful,
  start: async () => ({
    attempt: (dice) => assert.ok(dice.next() > 0.02, 'low'),
    finish: () => undefined,
  }),
});

test('a failure prints the command that reproduces it, and that range does', async () => {
  const failureOf = (span: Parameters<typeof fuzz>[1], isStateful = false): Promise<FuzzFailure> =>
    fuzz(brittle(isStateful), span).then(
      () => assert.fail('it fails'),
      (error: unknown) => error as FuzzFailure,
    );
  const first = await failureOf({ seed: 7, from: 0, inputs: 10_000 });
  const at = Number(/--from (\d+) --inputs 1$/.exec(first.message)?.[1]);
  assert.ok(at > 0, first.message);
  const again = await failureOf({ seed: 7, from: at, inputs: 1 });
  assert.equal(again.message, first.message);
  const stateful = await failureOf({ seed: 7, from: 0, inputs: 10_000 }, true);
  assert.match(stateful.message, new RegExp(`--inputs ${at + 1}$`));
});
