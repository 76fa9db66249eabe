import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Price, Qty } from '../../contract/model/money.ts';
import { planOrder } from './route-order.ts';
import type { RouteCandidate, RouteRequest } from './route-types.ts';
import { createBook, member } from './routing.fixture.ts';

/** Small books in whole cents and half contracts, so that the model below is plain integers. */
interface Quote {
  readonly inverted: boolean;
  readonly lot: number; // half contracts
  readonly min: number;
  readonly bids: readonly (readonly [cents: number, halves: number])[];
  readonly asks: readonly (readonly [cents: number, halves: number])[];
}

const HALF = 50_000_000n;
const CENT = 1_000_000n;
const halves = (count: number): Qty => (BigInt(count) * HALF) as Qty;
const cents = (count: number): Price => (BigInt(count) * CENT) as Price;

const side = (prices: fc.Arbitrary<number>, order: number) =>
  fc
    .uniqueArray(fc.tuple(prices, fc.integer({ min: 1, max: 9 })), {
      maxLength: 3,
      selector: ([price]) => price,
    })
    .map((levels) => levels.sort((a, b) => (a[0] - b[0]) * order));

const quotes: fc.Arbitrary<readonly Quote[]> = fc.array(
  fc.record({
    inverted: fc.boolean(),
    lot: fc.constantFrom(1, 2, 4),
    min: fc.integer({ min: 1, max: 6 }),
    bids: side(fc.integer({ min: 44, max: 49 }), -1),
    asks: side(fc.integer({ min: 51, max: 56 }), 1),
  }),
  { minLength: 1, maxLength: 3 },
);

const requests: fc.Arbitrary<RouteRequest> = fc
  .record({
    mode: fc.constantFrom('BEST_PRICE' as const, 'SPLIT' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    outcome: fc.constantFrom('YES' as const, 'NO' as const),
    tif: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const),
    limit: fc.option(fc.integer({ min: 42, max: 58 })),
    size: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ limit, size, tif, ...rest }) => ({
    ...rest,
    type: limit === null ? 'MARKET' : 'LIMIT',
    tif: limit === null && tif === 'GTC' ? 'IOC' : tif,
    price: limit === null ? null : cents(limit),
    qty: halves(size),
  }));

const createCandidate = (quote: Quote, index: number): RouteCandidate => {
  const made = member(['Kalshi', 'Demo', 'Polymarket'][index] ?? '', {
    inverted: quote.inverted,
    qtyStep: halves(quote.lot),
    qtyMin: halves(quote.min),
  });
  const [bids, asks] = [quote.bids, quote.asks].map((levels) =>
    levels.map(([price, qty]) => ({ price: cents(price), qty: halves(qty) })),
  );
  return { ...made, book: createBook(made.instrumentId, bids ?? [], asks ?? []) };
};

/** The member's prices for the taker in signed cents (negative for SELL), cheapest first. */
function computePrices(
  quote: Quote,
  { side, outcome, price }: RouteRequest,
): readonly (readonly [number, number])[] {
  const wantsYes = (outcome === 'YES') !== quote.inverted;
  const takesAsks = side === 'BUY' ? wantsYes : !wantsYes;
  const limit = price === null ? null : Number(price / CENT);
  return (takesAsks ? quote.asks : quote.bids)
    .map(([at, qty]) => [wantsYes ? at : 100 - at, qty] as const)
    .filter(([at]) => limit === null || (side === 'BUY' ? at <= limit : at >= limit))
    .map(([at, qty]) => [side === 'BUY' ? at : -at, qty] as const);
}

function computeCost(
  levels: readonly (readonly [number, number])[],
  share: number,
): { qty: number; cost: number } {
  let qty = 0;
  let cost = 0;
  for (const [price, depth] of levels) {
    const taken = Math.min(depth, share - qty);
    qty += taken;
    cost += taken * price;
  }
  return { qty, cost };
}

/** All divisions of the quantity that the members' lots and minimums allow. */
function bestSplit(made: readonly Quote[], order: RouteRequest, size: number): { qty: number; cost: number } {
  const [quote, ...others] = made;
  if (quote === undefined) return { qty: 0, cost: 0 };
  const levels = computePrices(quote, order);
  let best = bestSplit(others, order, size);
  for (let share = quote.lot; share <= size; share += quote.lot) {
    const here = computeCost(levels, share);
    if (here.qty < share) break;
    if (share < quote.min) continue;
    const rest = bestSplit(others, order, size - share);
    const whole = { qty: rest.qty + share, cost: rest.cost + here.cost };
    if (whole.qty > best.qty || (whole.qty === best.qty && whole.cost < best.cost)) best = whole;
  }
  return best;
}

test('I-06, I-08: for all books, legs are valid, within the limit and never above the order', () => {
  fc.assert(
    fc.property(quotes, requests, (made, order) => {
      const candidates = made.map(createCandidate);
      const plan = planOrder(order, candidates);
      if (!plan.ok) return assert.equal(plan.error.code, 'validation');
      const { legs, shortfall } = plan.value;
      let sum: bigint = shortfall?.qty ?? 0n;
      for (const leg of legs) {
        const at = candidates.findIndex(({ instrumentId }) => instrumentId === leg.instrumentId);
        const { lot, min, inverted } = made[at] ?? assert.fail('a leg belongs to a member');
        assert.ok(leg.qty % halves(lot) === 0n && leg.qty >= halves(min));
        assert.equal(leg.price, order.price);
        assert.equal(leg.outcome === order.outcome, !inverted);
        sum += leg.qty;
      }
      assert.equal(sum, order.qty);
      assert.equal(new Set(legs.map(({ instrumentId }) => instrumentId)).size, legs.length);
      if (order.mode === 'BEST_PRICE' || order.tif === 'FOK') {
        assert.ok(legs.length === 0 || (legs.length === 1 && legs[0]?.qty === order.qty));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('SPLIT fills the same quantity as brute force, at the same cost', () => {
  fc.assert(
    fc.property(quotes, requests, (made, requested) => {
      const order: RouteRequest = { ...requested, mode: 'SPLIT', tif: 'IOC' };
      const candidates = made.map(createCandidate);
      const plan = planOrder(order, candidates);
      if (!plan.ok) return;
      const parts = plan.value.legs.map((leg) => {
        const at = candidates.findIndex(({ instrumentId }) => instrumentId === leg.instrumentId);
        return computeCost(
          computePrices(made[at] ?? assert.fail('a leg belongs to a member'), order),
          Number(leg.qty / HALF),
        );
      });
      const total = {
        qty: parts.reduce((sum, part) => sum + part.qty, 0),
        cost: parts.reduce((sum, part) => sum + part.cost, 0),
      };
      assert.deepEqual(total, bestSplit(made, order, Number(order.qty / HALF)));
    }),
    { numRuns: 2_000 },
  );
});

test('BEST_PRICE and FOK take the cheapest full fill', () => {
  fc.assert(
    fc.property(quotes, requests, (made, requested) => {
      const order: RouteRequest = { ...requested, tif: 'FOK' };
      const candidates = made.map(createCandidate);
      const plan = planOrder(order, candidates);
      if (!plan.ok) return;
      const size = Number(order.qty / HALF);
      const costs = made.map((quote) => {
        const whole = computeCost(computePrices(quote, order), size);
        return size % quote.lot === 0 && size >= quote.min && whole.qty === size ? whole.cost : Infinity;
      });
      const cheapest = costs.indexOf(Math.min(...costs));
      const expected = costs[cheapest] === Infinity ? undefined : candidates[cheapest]?.instrumentId;
      assert.equal(plan.value.legs[0]?.instrumentId, expected);
    }),
    { numRuns: 2_000 },
  );
});

/** What a plan closes and opens, in half contracts, at its cost in cents. */
interface Filled {
  readonly closed: number;
  readonly qty: number;
  readonly cost: number;
}

/** All ways to take a quantity from the members: shares are zero, or lots of at least the minimum. */
function* listDivisions(
  made: readonly Quote[],
  depths: readonly number[],
  mins: readonly number[],
  size: number,
  at = 0,
): Generator<readonly number[]> {
  const quote = made[at];
  if (quote === undefined) return yield [];
  const most = Math.min(size, depths[at] ?? 0);
  for (let share = 0; share <= most; share += quote.lot) {
    if (share > 0 && share < (mins[at] ?? 0)) continue;
    for (const rest of listDivisions(made, depths, mins, size - share, at + 1)) yield [share, ...rest];
  }
}

/**
 * Closes as much as possible at the least cost, then opens as much as possible at the least cost; every tie.
 *
 * @param closesAny  what is held can be closed in less than the minimum
 */
function listExits(
  made: readonly Quote[],
  held: readonly number[],
  order: RouteRequest,
  closesAny: boolean,
): readonly Filled[] {
  const size = Number(order.qty / HALF);
  const books = made.map((quote) => computePrices(quote, order));
  const depths = books.map((levels) => levels.reduce((sum, [, qty]) => sum + qty, 0));
  const costOf = (shares: readonly number[]): number =>
    shares.reduce((sum, share, at) => sum + computeCost(books[at] ?? [], share).cost, 0);
  const closings = pickBest(
    [
      ...listDivisions(
        made,
        depths.map((depth, at) => Math.min(depth, held[at] ?? 0)),
        made.map(({ lot, min }) => (closesAny ? lot : min)),
        size,
      ),
    ],
    costOf,
  );
  return closings.flatMap((closed) => {
    const left = depths.map((depth, at) => depth - (closed[at] ?? 0));
    const mins = made.map(({ min }, at) => ((closed[at] ?? 0) > 0 ? 0 : min));
    const sum = closed.reduce((total, share) => total + share, 0);
    const openings = order.reduceOnly
      ? [made.map(() => 0)]
      : [...listDivisions(made, left, mins, size - sum)];
    const totals = openings.map((opened) => opened.map((share, at) => share + (closed[at] ?? 0)));
    return pickBest(totals, costOf).map((shares) => ({
      closed: sum,
      qty: shares.reduce((total, share) => total + share, 0),
      cost: costOf(shares),
    }));
  });
}

/** The divisions of the largest quantity that cost least. */
function pickBest(
  divisions: readonly (readonly number[])[],
  costOf: (shares: readonly number[]) => number,
): readonly (readonly number[])[] {
  const qtyOf = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share, 0);
  const most = Math.max(...divisions.map(qtyOf));
  const largest = divisions.filter((shares) => qtyOf(shares) === most);
  const least = Math.min(...largest.map(costOf));
  return largest.filter((shares) => costOf(shares) === least);
}

test('SPLIT closes what is held first, at the least cost, and a reduce-only order nothing beyond it: as brute force', () => {
  const holdings = fc.tuple(
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 9 }),
  );
  const modes = fc.constantFrom(
    { reduceOnly: false, closesAny: false },
    { reduceOnly: true, closesAny: false },
    { reduceOnly: true, closesAny: true },
  );
  fc.assert(
    fc.property(quotes, requests, holdings, modes, (made, requested, held, { reduceOnly, closesAny }) => {
      const order: RouteRequest = { ...requested, mode: 'SPLIT', tif: 'IOC', reduceOnly };
      const candidates = made.map((quote, at) => ({
        ...createCandidate(quote, at),
        held: halves(Math.floor((held[at] ?? 0) / quote.lot) * quote.lot),
        ...(closesAny && { closeQtyMin: halves(quote.lot) }),
      }));
      const plan = planOrder(order, candidates);
      if (!plan.ok) return;
      const shares = candidates.map(({ instrumentId }) =>
        Number((plan.value.legs.find((leg) => leg.instrumentId === instrumentId)?.qty ?? 0n) / HALF),
      );
      const heldQtys = candidates.map((each) => Number(each.held / HALF));
      if (reduceOnly) assert.ok(shares.every((share, at) => share <= (heldQtys[at] ?? 0)));
      const found = {
        qty: shares.reduce((sum, share) => sum + share, 0),
        cost: shares.reduce(
          (sum, share, at) => sum + computeCost(computePrices(made[at] ?? assert.fail(), order), share).cost,
          0,
        ),
      };
      const exits = listExits(made, heldQtys, order, closesAny);
      const fillable = order.reduceOnly ? 0 : bestSplit(made, order, Number(order.qty / HALF)).qty;
      // Lots and minimums may keep the rest from being filled after everything is closed: then less is closed.
      if (exits.every(({ qty }) => qty < fillable)) return assert.equal(found.qty, fillable);
      assert.ok(
        exits.some(({ qty: most, cost }) => most === found.qty && cost === found.cost),
        `${JSON.stringify(shares)} of ${JSON.stringify(heldQtys)}: ${JSON.stringify(found)} is none of ${JSON.stringify(exits)}`,
      );
      const closed = shares.reduce((sum, share, at) => sum + Math.min(share, heldQtys[at] ?? 0), 0);
      assert.ok(closed >= (exits[0]?.closed ?? 0));
    }),
    { numRuns: 1_000 },
  );
});
