import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FeeSchedule, NO_FEES } from '../../contract/model/fee-schedule.ts';
import type { Notional, Price, Qty } from '../../contract/model/money.ts';
import { feeSchedule } from '../fees/fee-schedule.fixture.ts';
import { planSplit } from './allocation.ts';
import { planOrder } from './route-order.ts';
import type { RouteCandidate, RouteRequest } from './route-types.ts';
import { createBook, member } from './routing.fixture.ts';
import { findEligibleRoutes } from './venue-eligibility.ts';

/** A venue's fees as its documentation states them, in plain integers: money is in 1e-12. */
interface Tariff {
  readonly schedule: FeeSchedule;
  readonly rate: number; // 1e-4
  readonly fillStep: number;
  readonly rounding: FeeSchedule['fillRounding'];
  readonly cashStep: number;
}

const TARIFFS: readonly Tariff[] = [
  { schedule: NO_FEES, rate: 0, fillStep: 1, rounding: 'up', cashStep: 1 },
  {
    schedule: feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' }),
    rate: 700,
    fillStep: 1e6,
    rounding: 'up',
    cashStep: 1e10,
  },
  {
    schedule: feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.0001' }),
    rate: 700,
    fillStep: 1e6,
    rounding: 'up',
    cashStep: 1e8,
  },
  {
    schedule: feeSchedule('0.05', { fillStep: '0.00001', fillRounding: 'down' }),
    rate: 500,
    fillStep: 1e7,
    rounding: 'down',
    cashStep: 1,
  },
  {
    // A waived fee: cash still moves in whole cents, and without a fee no rounding is returned.
    schedule: feeSchedule('0', { fillStep: '0.000001', cashStep: '0.01' }),
    rate: 0,
    fillStep: 1e6,
    rounding: 'up',
    cashStep: 1e10,
  },
  {
    // No venue has these steps, but the search must not depend on small steps.
    schedule: feeSchedule('0.04', { fillStep: '0.03', fillRounding: 'half_up', cashStep: '0.05' }),
    rate: 400,
    fillStep: 3e10,
    rounding: 'half_up',
    cashStep: 5e10,
  },
];

interface Quote {
  readonly tariff: Tariff;
  readonly inverted: boolean;
  readonly lot: number; // halves of a contract
  readonly min: number;
  readonly worthMin: number; // cents
  readonly holdsTokens: boolean; // a SELL has that minimum too
  readonly bids: readonly (readonly [mills: number, halves: number])[];
  readonly asks: readonly (readonly [mills: number, halves: number])[];
}

const HALF = 50_000_000n;
const MILL = 100_000n;
const halves = (count: number): Qty => (BigInt(count) * HALF) as Qty;
const mills = (count: number): Price => (BigInt(count) * MILL) as Price;

/** Cents or tenths of a cent; few values, so that equal prices occur. */
const side = (from: number, to: number, order: number, qtyMax = 12) =>
  fc
    .tuple(
      fc.constantFrom(1, 10),
      fc.uniqueArray(fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: qtyMax })), {
        maxLength: 4,
        selector: ([price]) => price,
      }),
    )
    .map(([tick, levels]) =>
      levels
        .map(([at, qty]) => [tick === 10 ? at * 10 : 500 + (at - 50) * 3, qty] as const)
        .sort((a, b) => (a[0] - b[0]) * order),
    );

const quotes = fc.array(
  fc.record({
    tariff: fc.constantFrom(...TARIFFS),
    inverted: fc.boolean(),
    lot: fc.constantFrom(1, 1, 2, 4),
    min: fc.constantFrom(1, 1, 1, 4, 5),
    worthMin: fc.constantFrom(0, 0, 0, 100),
    holdsTokens: fc.boolean(),
    bids: side(42, 49, -1),
    asks: side(51, 58, 1),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Two members whose levels hold many lots each, so that the search skips runs of shares. */
const longQuotes = fc.array(
  fc.record({
    tariff: fc.constantFrom(...TARIFFS),
    inverted: fc.boolean(),
    lot: fc.constantFrom(1, 1, 2),
    min: fc.constantFrom(1, 9),
    worthMin: fc.constantFrom(0, 0, 100),
    holdsTokens: fc.boolean(),
    bids: side(42, 49, -1, 70),
    asks: side(51, 58, 1, 70),
  }),
  { minLength: 2, maxLength: 2 },
);

const orders: fc.Arbitrary<RouteRequest> = fc
  .record({
    mode: fc.constantFrom('BEST_PRICE' as const, 'SPLIT' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    outcome: fc.constantFrom('YES' as const, 'NO' as const),
    limit: fc.option(fc.integer({ min: 40, max: 60 })),
    size: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ limit, size, ...rest }) => ({
    ...rest,
    type: limit === null ? 'MARKET' : 'LIMIT',
    tif: 'IOC',
    price: limit === null ? null : mills(limit * 10),
    qty: halves(size),
  }));

function createCandidate(quote: Quote, index: number): RouteCandidate {
  const made = member(['Kalshi', 'Demo', 'Polymarket'][index] ?? '', {
    inverted: quote.inverted,
    priceTick: mills(1),
    priceMin: mills(1),
    priceMax: mills(999),
    qtyStep: halves(quote.lot),
    qtyMin: halves(quote.min),
    fees: quote.tariff.schedule,
    buyNotionalMin:
      quote.worthMin === 0 ? null : ((BigInt(quote.worthMin) * 100_000_000_000_000n) as Notional),
    holdsTokens: quote.holdsTokens,
  });
  const [bids, asks] = [quote.bids, quote.asks].map((levels) =>
    levels.map(([price, qty]) => ({ price: mills(price), qty: halves(qty) })),
  );
  return { ...made, book: createBook(made.instrumentId, bids ?? [], asks ?? []) };
}

/** The member's levels for the taker within the limit, in terms of the order's outcome, best first. */
function createLevels(
  quote: Quote,
  { side, outcome, price }: RouteRequest,
): readonly (readonly [number, number])[] {
  const wantsYes = (outcome === 'YES') !== quote.inverted;
  const takesAsks = (side === 'BUY') === wantsYes;
  const limit = price === null ? null : Number(price / MILL);
  return (takesAsks ? quote.asks : quote.bids)
    .map(([at, qty]) => [wantsYes ? at : 1000 - at, qty] as const)
    .filter(([at]) => limit === null || (side === 'BUY' ? at <= limit : at >= limit));
}

/** Cost of a share in 1e-12; null when the venue rejects it as too large, too small, or below its minimum notional. */
function computeCost(quote: Quote, order: RouteRequest, share: number): number | null {
  const { cashStep } = quote.tariff;
  if (share % quote.lot !== 0 || share < quote.min) return null;
  let [left, notional, cost, gathered] = [share, 0, 0, 0];
  for (const [at, depth] of createLevels(quote, order)) {
    const taken = Math.min(depth, left);
    if (taken === 0) break;
    left -= taken;
    notional += at * taken * 5e8;
    const fee = computeFee(quote.tariff, at, taken);
    const exact = order.side === 'BUY' ? at * taken * 5e8 + fee : fee - at * taken * 5e8;
    const paid = Math.ceil(exact / cashStep) * cashStep;
    gathered += paid - exact;
    cost += paid;
    // Accumulated whole steps are returned, as long as the fill's net fee is not negative.
    for (let net = fee + paid - exact; gathered >= cashStep && net >= cashStep; net -= cashStep) {
      gathered -= cashStep;
      cost -= cashStep;
    }
  }
  if (left > 0) return null;
  const spent = order.side === 'BUY' ? notional : 1000 * share * 5e8 - notional;
  if ((order.side === 'BUY' || quote.holdsTokens) && spent < quote.worthMin * 1e10) return null;
  return cost;
}

function computeFee({ rate, fillStep, rounding }: Tariff, at: number, taken: number): number {
  const exact = rate * taken * at * (1000 - at) * 50;
  if (rounding === 'up') return Math.ceil(exact / fillStep) * fillStep;
  if (rounding === 'down') return Math.floor(exact / fillStep) * fillStep;
  return exact < fillStep ? 0 : Math.floor(exact / fillStep + 0.5) * fillStep;
}

interface Total {
  readonly qty: number;
  readonly cost: number;
}

/** All possible divisions. */
function bruteForce(made: readonly Quote[], order: RouteRequest, size: number): Total {
  const [quote, ...others] = made;
  if (quote === undefined) return { qty: 0, cost: 0 };
  let best = bruteForce(others, order, size);
  for (let share = 1; share <= size; share += 1) {
    const cost = computeCost(quote, order, share);
    if (cost === null) continue;
    const rest = bruteForce(others, order, size - share);
    const whole = { qty: rest.qty + share, cost: rest.cost + cost };
    if (whole.qty > best.qty || (whole.qty === best.qty && whole.cost < best.cost)) best = whole;
  }
  return best;
}

/** The cost of the legs by the venues' rules, and by the plan. */
function computeTotal(
  made: readonly Quote[],
  candidates: readonly RouteCandidate[],
  order: RouteRequest,
): Total | null {
  const plan = planOrder(order, candidates);
  if (!plan.ok) return null;
  const { legs, decision } = plan.value;
  let total: Total = { qty: 0, cost: 0 };
  for (const [index, leg] of legs.entries()) {
    const at = candidates.findIndex(({ instrumentId }) => instrumentId === leg.instrumentId);
    const share = Number(leg.qty / HALF);
    const cost = computeCost(made[at] ?? assert.fail('a leg belongs to a member'), order, share);
    if (cost === null) assert.fail(`a leg that its venue refuses: ${share}`);
    const estimate = decision.legs?.[index];
    assert.equal(Number((estimate?.cost ?? 0n) / 10_000n), cost, 'the plan knows what its leg costs');
    total = { qty: total.qty + share, cost: total.cost + cost };
  }
  return total;
}

test('gap 0: SPLIT fills the same quantity as brute force, at the same cost including fees and rounding', () => {
  fc.assert(
    fc.property(quotes, orders, (made, requested) => {
      const order: RouteRequest = { ...requested, mode: 'SPLIT' };
      const total = computeTotal(made, made.map(createCandidate), order);
      if (total !== null) assert.deepEqual(total, bruteForce(made, order, Number(order.qty / HALF)));
    }),
    { numRuns: 5_000 },
  );
});

test('gap 0 with levels of many lots', () => {
  fc.assert(
    fc.property(longQuotes, orders, fc.integer({ min: 40, max: 160 }), (made, requested, size) => {
      const order: RouteRequest = { ...requested, mode: 'SPLIT', qty: halves(size) };
      const total = computeTotal(made, made.map(createCandidate), order);
      if (total !== null) assert.deepEqual(total, bruteForce(made, order, size));
    }),
    { numRuns: 1_000 },
  );
});

/** As `totalOf`, for a search with a step limit. */
function endedAfter(
  triedMax: number,
  made: readonly Quote[],
  order: RouteRequest,
): (Total & { isLeast: boolean }) | null {
  const candidates = made.map(createCandidate);
  const { routes } = findEligibleRoutes(order, candidates);
  if (routes.length === 0) return null;
  const { shares, isLeast } = planSplit(order, routes, triedMax);
  let total: Total = { qty: 0, cost: 0 };
  for (const { route, qty } of shares) {
    const share = Number(qty / HALF);
    const cost = computeCost(made[candidates.indexOf(route.candidate)] as Quote, order, share);
    if (cost === null) assert.fail(`a leg that its venue refuses: ${share}`);
    total = { qty: total.qty + share, cost: total.cost + cost };
  }
  return { ...total, isLeast };
}

test('a search that stops at its step limit claims minimal cost only when the cost is minimal', () => {
  const outcomes = { proven: 0, unproven: 0, missed: 0 };
  fc.assert(
    fc.property(
      fc.oneof(quotes, longQuotes),
      orders,
      fc.integer({ min: 3, max: 9 }),
      (made, requested, triedMax) => {
        const order: RouteRequest = { ...requested, mode: 'SPLIT' };
        const ended = endedAfter(triedMax, made, order);
        if (ended === null) return;
        const { isLeast, ...total } = ended;
        const least = bruteForce(made, order, Number(order.qty / HALF));
        if (isLeast) assert.deepEqual(total, least);
        else assert.ok(total.qty < least.qty || (total.qty === least.qty && total.cost >= least.cost));
        outcomes[isLeast ? 'proven' : 'unproven'] += 1;
        if (total.qty !== least.qty || total.cost !== least.cost) outcomes.missed += 1;
      },
    ),
    { numRuns: 3_000, seed: 44 },
  );
  assert.ok(
    outcomes.proven > 500 && outcomes.unproven > 100 && outcomes.missed > 10,
    JSON.stringify(outcomes),
  );
});

test('gap 0: BEST_PRICE and FOK choose the full fill with the minimal cost including fees', () => {
  fc.assert(
    fc.property(quotes, orders, (made, requested) => {
      const order: RouteRequest = { ...requested, tif: 'FOK' };
      const total = computeTotal(made, made.map(createCandidate), order);
      if (total === null) return;
      const size = Number(order.qty / HALF);
      const costs = made.map((quote) => computeCost(quote, order, size) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...costs);
      assert.deepEqual(
        total,
        least === Number.POSITIVE_INFINITY ? { qty: 0, cost: 0 } : { qty: size, cost: least },
      );
    }),
    { numRuns: 3_000 },
  );
});
