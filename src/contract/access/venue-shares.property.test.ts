import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type OrderBudget, VenueShares } from './venue-shares.ts';

const budgets = fc.record({
  burst: fc.integer({ min: 4, max: 60 }),
  perSecond: fc.integer({ min: 1, max: 60 }),
  waitMsMax: fc.constantFrom(0, 250, 1_000),
});
const steps = fc.array(
  fc.record({ passMs: fc.integer({ min: 0, max: 400 }), noisy: fc.integer({ min: 0, max: 30 }) }),
  { minLength: 1, maxLength: 120 },
);
const TOLERANCE = 1e-6;

/** Three keys that have joined at a full budget. `send` returns true when the order passed. */
function openShares(rule: Omit<OrderBudget, 'left'>, keys: readonly string[]) {
  const budget = { ...rule, left: rule.burst };
  const shares = new VenueShares(budget, 0);
  let sent = 0;
  const send = (key: string, atMs: number): boolean => {
    shares.refresh(budget, atMs);
    if (shares.findWaitMs(key, 1) !== 0) return false;
    shares.spend(key, 1);
    sent += 1;
    return true;
  };
  const restore = (key: string): void => {
    shares.restore(key, 1);
    sent -= 1;
  };
  for (const key of keys) assert.ok(send(key, 0));
  return { shares, send, restore, countSent: () => sent };
}

for (const keys of [
  ['quiet', 'noisy'],
  ['quiet', 'noisy', 'louder'],
])
  test(`I-46: ${keys.length} keys: the quiet one is never refused within its share, and together they keep the budget`, () => {
    fc.assert(
      fc.property(budgets, steps, (rule, taken) => {
        const { shares, send, restore, countSent } = openShares(rule, keys);
        const perSecond = rule.perSecond / keys.length;
        const burst = Math.max(1, rule.burst / keys.length);
        let level = burst - 1; // of the quiet key, by an independent count
        let nowMs = 0;
        for (const { passMs, noisy } of taken) {
          nowMs += passMs;
          level = Math.min(burst, level + (passMs * perSecond) / 1_000);
          for (let count = 0; count < noisy; count += 1)
            for (const key of keys.slice(1)) if (send(key, nowMs) && noisy % 5 === 4) restore(key); // it was never sent
          const isWithin = level >= 1 + TOLERANCE;
          const isActive = shares.view('quiet').activeKeys === keys.length && nowMs < 59_000;
          const hasPassed = (isWithin || noisy % 2 === 0) && send('quiet', nowMs);
          if (isWithin && isActive) assert.ok(hasPassed, `refused at ${nowMs} ms with ${level}`);
          if (hasPassed) level = Math.max(0, level - 1);
          const budget = rule.burst + (nowMs * rule.perSecond) / 1_000;
          if (nowMs < 59_000) assert.ok(countSent() <= budget + TOLERANCE, `${countSent()} of ${budget}`);
        }
      }),
      { numRuns: 200 },
    );
  });
