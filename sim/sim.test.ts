import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_SEEDS } from './open.ts';
import { failureText, Tally } from './report.ts';
import { runSeed } from './run.ts';

const SEEDS = 400; // every fourth with all three venues
const TWICE = [1, 7, 8, 42];

test('one seed has one history: lived again, every event and the state at the end are the same', async () => {
  for (const seed of TWICE)
    assert.equal((await runSeed(seed)).hash, (await runSeed(seed)).hash, `seed ${seed}`);
});

test(`every invariant holds in ${SEEDS} worlds of faults and crashes, and all doubt ends`, async () => {
  const tally = new Tally();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const open = OPEN_SEEDS.get(seed);
    if (open !== undefined) {
      console.log(`seed ${seed} is open: ${open}`);
      continue;
    }
    const report = await runSeed(seed);
    tally.add(report);
    assert.equal(report.violation, null, failureText(report));
  }
  console.log(tally.text());
});

test('the worlds are rough: each kind of fault strikes many times, and every status is reached', async () => {
  const faults = new Map<string, number>();
  const moves = new Set<string>();
  for (let seed = SEEDS + 1; seed <= SEEDS + 40; seed += 1) {
    const { witness } = await runSeed(seed);
    for (const [name, count] of witness.faults) faults.set(name, (faults.get(name) ?? 0) + count);
    for (const move of witness.moves.keys()) moves.add(move.split(' → ')[1] ?? '');
  }
  for (const name of ['crash', 'lost', 'replyLost', 'replyLate', 'duplicate', 'queryFails', 'wallJump']) {
    assert.ok((faults.get(name) ?? 0) > 0, `${name} struck`);
  }
  for (const status of ['OPEN', 'PARTIAL', 'FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'])
    assert.ok(moves.has(status), status);
});
