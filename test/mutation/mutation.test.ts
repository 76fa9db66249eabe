import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';
import { runDetection } from './run-mutants.ts';
import { findLastLine, runNode, toVerdict } from './run-node.ts';

/** One of each kind that is detected quickly; `npm run mutants` plants all. */
const SPOT_CHECK = [
  'gateway-ignores-the-kill-switch',
  'sent-again-after-a-timeout',
  'the-last-room-of-a-position-is-refused',
  'a-repeated-fill-counts-twice',
  'no-counts-as-yes',
  'a-signature-works-twice',
];

const findMutant = (name: string): Mutant => {
  const mutant = MUTANTS.find((each) => each.name === name);
  assert.ok(mutant !== undefined, name);
  return mutant;
};

for (const name of SPOT_CHECK) {
  test(`planted: ${name} is detected`, async () => {
    const mutant = findMutant(name);
    assert.equal((await runDetection(mutant.seenBy, mutant)).verdict.kind, 'caught');
  });
}

test('without a planted defect the tests pass', async () => {
  const { seenBy } = findMutant('no-counts-as-yes');
  assert.equal((await runDetection(seenBy, null)).verdict.kind, 'missed');
});

test('a run that does not end, or ends without a failed test, proves nothing', async () => {
  const verdictOf = async (program: string, msMax: number) =>
    toVerdict(await runNode(['-e', program], null, msMax), findLastLine).kind;
  assert.equal(await verdictOf('for (;;);', 300), 'unknown');
  assert.equal(await verdictOf('process.exit(1)', 60_000), 'unknown');
  assert.equal(await verdictOf('console.log("a title"); process.exit(1)', 60_000), 'caught');
  assert.equal(await verdictOf('', 60_000), 'missed');
});
