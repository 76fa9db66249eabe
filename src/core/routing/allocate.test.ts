import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Qty } from '../kernel/decimal.ts';
import { allocate } from './allocate.ts';
import { commonLot, ladderOf, type PricedLevel } from './ladder.ts';

interface Offer {
  readonly lot: bigint;
  readonly min: bigint;
  readonly levels: readonly PricedLevel[];
}

/** In words: lot, minimum, then `qty @ unit` levels. */
const offer = (lot: number, min: number, ...levels: readonly (readonly [number, number])[]): Offer => ({
  lot: BigInt(lot),
  min: BigInt(min),
  levels: levels.map(([qty, unit]) => ({ qty: BigInt(qty) as Qty, unit: BigInt(unit) })),
});

function sharesOf(offers: readonly Offer[], qty: bigint): readonly bigint[] {
  const scale = commonLot(offers.map(({ lot }) => lot));
  return allocate(
    offers.map(({ lot, min, levels }) => ladderOf(levels, lot, min, qty, scale)),
    qty,
  );
}

function costOf({ levels }: Offer, share: bigint): bigint {
  let left = share;
  return levels.reduce((cost, { qty, unit }) => {
    const taken = qty < left ? qty : left;
    left -= taken;
    return cost + taken * unit;
  }, 0n);
}

interface Outcome {
  readonly qty: bigint;
  readonly cost: bigint;
}

const outcomeOf = (offers: readonly Offer[], shares: readonly bigint[]): Outcome => ({
  qty: shares.reduce((sum, share) => sum + share, 0n),
  cost: offers.reduce((sum, one, index) => sum + costOf(one, shares[index] ?? 0n), 0n),
});

/** Every way to divide the quantity, tried one by one. */
function bruteForce(offers: readonly Offer[], qty: bigint): Outcome {
  const [first, ...others] = offers;
  if (first === undefined) return { qty: 0n, cost: 0n };
  const depth = first.levels.reduce((sum, level) => sum + level.qty, 0n);
  let best = bruteForce(others, qty);
  for (let share = first.lot; share <= depth && share <= qty; share += first.lot) {
    if (share < first.min) continue;
    const rest = bruteForce(others, qty - share);
    const whole = { qty: rest.qty + share, cost: rest.cost + costOf(first, share) };
    if (whole.qty > best.qty || (whole.qty === best.qty && whole.cost < best.cost)) best = whole;
  }
  return best;
}

const offers = (lots: readonly bigint[]) =>
  fc.array(
    fc.record({
      lot: fc.constantFrom(...lots),
      min: fc.bigInt({ min: 0n, max: 7n }),
      levels: fc
        .array(fc.record({ qty: fc.bigInt({ min: 1n, max: 9n }), unit: fc.bigInt({ min: -6n, max: 6n }) }), {
          maxLength: 3,
        })
        .map((levels) =>
          levels
            .toSorted((a, b) => Number(a.unit - b.unit))
            .map(({ qty, unit }) => ({ qty: qty as Qty, unit })),
        ),
    }),
    { minLength: 1, maxLength: 3 },
  );

const agreesWithBruteForce = (lots: readonly bigint[], numRuns: number): void =>
  fc.assert(
    fc.property(offers(lots), fc.bigInt({ min: 0n, max: 24n }), (made, qty) => {
      const shares = sharesOf(made, qty);
      for (const [index, { lot, min }] of made.entries()) {
        const share = shares[index] ?? -1n;
        assert.ok(share === 0n || (share >= min && share % lot === 0n), `share ${share}`);
      }
      assert.deepEqual(outcomeOf(made, shares), bruteForce(made, qty));
    }),
    { numRuns },
  );

test('fills as much as brute force at its cost: one lot size', () => agreesWithBruteForce([1n], 1_000));

test('fills as much as brute force at its cost: lots of 0.5, 1 and 2', () =>
  agreesWithBruteForce([1n, 2n, 4n], 3_000));

test('fills as much as brute force at its cost: lots that do not divide each other', () =>
  agreesWithBruteForce([2n, 3n, 5n], 3_000));

test('a coarse lot is passed over when finer ones fill more', () => {
  // Greedy would take 2 of the cheap coarse lot and then miss the last one.
  assert.deepEqual(sharesOf([offer(2, 0, [10, 1]), offer(3, 0, [3, 2])], 3n), [0n, 3n]);
});

test('a member below its minimum is left out, or given its minimum, whichever is better', () => {
  assert.deepEqual(sharesOf([offer(1, 5, [3, 1]), offer(1, 0, [10, 2])], 10n), [0n, 10n]);
  assert.deepEqual(sharesOf([offer(1, 5, [9, 3]), offer(1, 0, [8, 2])], 10n), [5n, 5n]);
});

test('a lot that spans two levels costs what both cost', () => {
  const ladder = ladderOf(offer(4, 0, [3, 1], [6, 2]).levels, 4n, 0n, 100n, 4n);
  assert.deepEqual(ladder.blocks, [
    { qty: 4n, rate: 5n },
    { qty: 4n, rate: 8n },
  ]);
});

test('lots without a sensible common multiple still give whole lots within the quantity', () => {
  const made = [offer(999_983, 0, [5_000_000, 1]), offer(1_000_003, 0, [5_000_000, 2]), offer(7, 0, [90, 3])];
  const shares = sharesOf(made, 6_500_000n);
  assert.ok(outcomeOf(made, shares).qty <= 6_500_000n);
  assert.ok(made.every(({ lot }, index) => (shares[index] ?? 1n) % lot === 0n));
  assert.ok(shares.every((share) => share > 0n));
});
