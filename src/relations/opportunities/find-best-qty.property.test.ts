import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Level } from '../../contract/model/book.ts';
import { type FeeSchedule, NO_FEES } from '../../contract/model/fee-schedule.ts';
import type { EventId, GenericAssetId, InstrumentId, VenueName } from '../../contract/model/ids.ts';
import { computeNotional, type Notional, ONE, type Price, type Qty } from '../../contract/model/money.ts';
import { OPPORTUNITY_KINDS } from '../../contract/model/opportunity-kind.ts';
import type { Outcome } from '../../contract/model/order.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import { chargeFill, computeFillFee, NO_CHARGES } from '../../domain/fees/fill-fees.ts';
import { createCrossSets, createInternalSet } from './create-sets.ts';
import { findBestQty } from './find-best-qty.ts';
import {
  computePayout,
  type LegSource,
  listScenarios,
  priceLegs,
  type SetDefinition,
} from './opportunity-set.ts';

const CENT = 1_000_000n;
const RUNS = 10_000;
const LOTS_MAX = 60n;

/** The schedules of the venues, in every rounding they have. */
const FEES: readonly FeeSchedule[] = [
  NO_FEES,
  feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.01' }), // Kalshi
  feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.0001' }), // Kalshi, direct members
  feeSchedule('0.05', { fillStep: '0.00001', fillRounding: 'down' }), // Polymarket
  feeSchedule('0.02', { fillStep: '0.01', fillRounding: 'half_up', exponent: 2 }),
  feeSchedule('0.05', { fillStep: '0.01', cashStep: '0.05' }),
];

/** A side with prices around `middle`, best first. The quantities are lots, and now and then a part of one. */
const aSide = (middle: number, isBid: boolean, lot: bigint): fc.Arbitrary<readonly Level[]> =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: 1, max: 4 }),
        lots: fc.integer({ min: 1, max: 12 }),
        part: fc.constantFrom(0n, 0n, 0n, 2n),
      }),
      { maxLength: 4 },
    )
    .map((steps) => {
      let price = BigInt(middle);
      return steps.flatMap(({ gap, lots, part }) => {
        price += isBid ? -BigInt(gap) : BigInt(gap);
        if (price <= 0n || price >= 100n) return [];
        const qty = BigInt(lots) * lot + (part === 0n ? 0n : lot / part);
        return [{ price: (price * CENT) as Price, qty: qty as Qty }];
      });
    });

const aSource: fc.Arbitrary<LegSource> = fc
  .record({
    middle: fc.integer({ min: 5, max: 95 }),
    overlap: fc.integer({ min: 0, max: 8 }), // a crossed book is the only one with an INTERNAL set
    lot: fc.constantFrom(ONE, ONE / 4n, 2n * ONE),
    fees: fc.constantFrom(...FEES),
    least: fc.constantFrom(0n, 1n, 5n),
    notionalMin: fc.constantFrom(null, null, (ONE * ONE) as Notional),
  })
  .chain(({ middle, overlap, lot, fees, least, notionalMin }) =>
    fc.record({ bids: aSide(middle + overlap, true, lot), asks: aSide(middle, false, lot) }).map((book) => ({
      book,
      fees,
      qtyStep: lot as Qty,
      qtyMin: (least * ONE) as Qty,
      buyNotionalMin: notionalMin,
    })),
  );

interface RandomSet {
  readonly set: SetDefinition;
  readonly sources: ReadonlyMap<InstrumentId, LegSource>;
  /** What each purchase takes, found from the books without the code under test. */
  readonly purchases: readonly { readonly levels: readonly Level[]; readonly source: LegSource }[];
}

const VENUE = 'Kalshi' as VenueName;
const toId = (at: number): InstrumentId => (1001 + at) as InstrumentId;

const flip = (levels: readonly Level[]): readonly Level[] =>
  levels.map(({ price, qty }) => ({ price: (ONE - price) as Price, qty }));
const buyYes = ({ book }: LegSource): readonly Level[] => book.asks;
const buyNo = ({ book }: LegSource): readonly Level[] => flip(book.bids);

const aSet: fc.Arbitrary<RandomSet> = fc
  .record({
    kind: fc.constantFrom(...OPPORTUNITY_KINDS),
    sources: fc.array(aSource, { minLength: 2, maxLength: 4 }),
    inverted: fc.tuple(fc.boolean(), fc.boolean()),
    isSecond: fc.boolean(),
  })
  .map(({ kind, sources, inverted, isSecond }) => {
    const byId = new Map(sources.map((source, at) => [toId(at), source]));
    const [a, b] = sources as [LegSource, LegSource];
    const at = (index: number, outcome: Outcome) => ({ venue: VENUE, instrumentId: toId(index), outcome });
    const buy = (source: LegSource, outcome: Outcome) => ({
      source,
      levels: outcome === 'YES' ? buyYes(source) : buyNo(source),
    });
    const base = { genericAssetId: null, eventId: 'evt_1' as EventId };
    if (kind === 'CROSS') {
      const members = inverted.map((isInverted, index) => ({
        venue: VENUE,
        instrumentId: toId(index),
        ticker: '',
        inverted: isInverted,
      }));
      const sets = createCrossSets(501 as GenericAssetId, members);
      const [yes, no] = isSecond ? ([1, 0] as const) : ([0, 1] as const);
      // YES of the asset is NO of an inverted instrument.
      const first = inverted[yes] ? buyNo(sources[yes] as LegSource) : buyYes(sources[yes] as LegSource);
      const second = inverted[no] ? buyYes(sources[no] as LegSource) : buyNo(sources[no] as LegSource);
      const purchases = [
        { levels: first, source: sources[yes] as LegSource },
        { levels: second, source: sources[no] as LegSource },
      ];
      return { set: sets[isSecond ? 1 : 0] as SetDefinition, sources: byId, purchases };
    }
    if (kind === 'INTERNAL') {
      const set = createInternalSet(VENUE, toId(0));
      return { set, sources: byId, purchases: [buy(a, 'YES'), buy(a, 'NO')] };
    }
    if (kind === 'LADDER') {
      const set = { ...base, kind, legs: [at(0, 'YES'), at(1, 'NO')] };
      return { set, sources: byId, purchases: [buy(a, 'YES'), buy(b, 'NO')] };
    }
    const outcome = kind === 'ALL_YES' ? 'YES' : 'NO';
    const set = { ...base, kind, legs: sources.map((_, index) => at(index, outcome)) };
    return { set, sources: byId, purchases: sources.map((source) => buy(source, outcome)) };
  });

/** The cost of an order that takes this quantity, fill by fill; null when the book holds less. */
function costOf(levels: readonly Level[], fees: FeeSchedule, qty: bigint): bigint | null {
  let [left, charges] = [qty, NO_CHARGES];
  for (const level of levels) {
    const taken = (left < level.qty ? left : level.qty) as Qty;
    const fee = computeFillFee(fees, level.price, taken);
    charges = chargeFill(fees, 'BUY', charges, computeNotional(level.price, taken), fee);
    left -= taken;
    if (left === 0n) return charges.cost;
  }
  return null;
}

const spent = (levels: readonly Level[], qty: bigint): bigint => {
  let [left, sum] = [qty, 0n];
  for (const level of levels) {
    const taken = left < level.qty ? left : level.qty;
    sum += taken * level.price;
    left -= taken;
  }
  return sum;
};

/** Tries every quantity from the smallest to the largest. */
function searchAll({ set: { kind }, purchases: all }: RandomSet): { qty: bigint; edge: bigint } | null {
  // NO at 1 or more with its fee is never bought; a leg of another kind cannot be left out.
  const purchases =
    kind === 'ALL_NO'
      ? all.filter(({ levels: [best], source: { fees } }) => {
          if (best === undefined) return false;
          const [rate, price] = [Number(fees.takerRate) / 1e8, Number(best.price) / 1e8];
          return price + rate * (price * (1 - price)) ** fees.exponent < 1;
        })
      : all;
  if (purchases.length < 2 || purchases.some(({ levels }) => levels.length === 0)) return null;
  const pays = kind === 'ALL_NO' ? BigInt(purchases.length - 1) * ONE : ONE;
  const quarter = ONE / 4n;
  let best: { qty: bigint; edge: bigint } | null = null;
  for (let qty = quarter; qty <= LOTS_MAX * 2n * ONE; qty += quarter) {
    const fits = purchases.every(
      ({ levels, source: { qtyStep, qtyMin, buyNotionalMin } }) =>
        qty % qtyStep === 0n && qty >= qtyMin && spent(levels, qty) >= (buyNotionalMin ?? 0n),
    );
    if (!fits) continue;
    const costs = purchases.map(({ levels, source }) => costOf(levels, source.fees, qty));
    if (costs.includes(null)) continue;
    const edge = pays * qty - costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n);
    if (edge > 0n && (best === null || edge > best.edge)) best = { qty, edge };
  }
  return best;
}

describe('the quantity of a set with the largest edge', () => {
  test(`equals that of an exhaustive search on ${RUNS} random sets`, () => {
    const found = new Map<string, number>();
    fc.assert(
      fc.property(aSet, (random) => {
        const { set, sources } = random;
        const legs = priceLegs(set, ({ instrumentId }) => sources.get(instrumentId) ?? null);
        const edge = legs === null ? null : findBestQty(set.kind, legs);
        const best = searchAll(random);
        assert.deepEqual(edge === null ? null : { qty: edge.qty, edge: edge.edgeTotal }, best);
        if (edge === null || legs === null) return;
        found.set(set.kind, (found.get(set.kind) ?? 0) + 1);
        const paid = edge.legs.reduce((sum, { cost }) => sum + cost, 0n);
        assert.equal(edge.capital, paid);
        assert.equal(computePayout(set.kind, legs.length) * edge.qty - paid, edge.edgeTotal);
        for (const { avgPrice, worstPrice, fee } of edge.legs)
          assert.ok(avgPrice <= worstPrice && fee >= 0n, 'prices are ascending and fees are not negative');
      }),
      { numRuns: RUNS, seed: 19 },
    );
    for (const kind of OPPORTUNITY_KINDS) assert.ok((found.get(kind) ?? 0) > 100, `${kind} was found`);
  });

  test('a set pays at least its payout in every scenario, and exactly that in one', () => {
    for (const kind of OPPORTUNITY_KINDS)
      for (const legs of kind.startsWith('ALL') ? [2, 3, 7] : [2]) {
        const paid = listScenarios(kind, legs).map((pays) => pays.filter(Boolean).length);
        assert.equal(BigInt(Math.min(...paid)) * ONE, computePayout(kind, legs), `${kind} of ${legs}`);
      }
  });
});
