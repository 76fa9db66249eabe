import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FairModel, fairValue } from './market-series.ts';

const HOUR_MS = 3_600_000;
const model: FairModel = {
  seed: 1,
  code: 'A',
  question: 'A',
  inverted: false,
  chance: 0.5,
  swing: 0.3,
};
const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') });

test('the fair value moves at most 0.3 × swing + 0.012 in an hour', () => {
  const fair = fairValue(model);
  fc.assert(
    fc.property(times, (at) => {
      const moved = Math.abs(fair(at + HOUR_MS) - fair(at));
      assert.ok(moved <= 0.3 * model.swing + 0.012, `moved ${moved}`);
    }),
    { numRuns: 2_000 },
  );
});

test('the fair value stays within its swing and away from 0 and 1', () => {
  const fair = fairValue(model);
  const low = fairValue({ ...model, chance: 0.02, swing: 0.1 });
  fc.assert(
    fc.property(times, (at) => {
      assert.ok(Math.abs(fair(at) - model.chance) <= model.swing + 0.008);
      assert.ok(low(at) >= 0.045);
    }),
  );
});

test('the same seed gives the same value; another seed gives another', () => {
  const at = Date.parse('2026-11-21T09:30:00Z');
  assert.equal(fairValue(model)(at), fairValue({ ...model })(at));
  assert.notEqual(fairValue(model)(at), fairValue({ ...model, seed: 2 })(at));
});

test('entries of one question differ only by their bias; an inverted one is one minus the other', () => {
  const request = fairValue(model);
  const fine = fairValue({ ...model, code: 'A-FINE' });
  const inverted = fairValue({ ...model, code: 'A-NOT', inverted: true });
  fc.assert(
    fc.property(times, (at) => {
      assert.ok(Math.abs(request(at) - fine(at)) <= 0.016 + 1e-9);
      assert.ok(Math.abs(1 - request(at) - inverted(at)) <= 0.016 + 1e-9);
    }),
  );
});
