// Time of one routing plan from order to legs: three venues with a hundred levels each.
import { hrtime } from 'node:process';
import type { Level } from '../src/contract/model/book.ts';
import { type FeeSchedule, NO_FEES } from '../src/contract/model/fee-schedule.ts';
import type { InstrumentId, VenueName } from '../src/contract/model/ids.ts';
import type { Notional, Price, Qty } from '../src/contract/model/money.ts';
import type { TimestampMs } from '../src/contract/model/time.ts';
import { planOrder } from '../src/domain/routing/route-order.ts';
import type { RouteCandidate, RouteRequest } from '../src/domain/routing/route-types.ts';
import { type Figure, median, publish } from './figures.ts';

const LEVELS = 100;
const ROUNDS = 5;
const PLANS = 2_000;
const CONTRACT = 100_000_000n;

/** The fees of Demo, Kalshi (rounded to whole cents) and Polymarket. */
const KALSHI_FEES: FeeSchedule = {
  takerRate: 7_000_000n,
  makerRate: 0n,
  exponent: 1,
  fillStep: 10_000_000_000n as Notional, // a millionth of a dollar
  fillRounding: 'up',
  cashStep: 100_000_000_000_000n as Notional, // a cent
};
const POLYMARKET_FEES: FeeSchedule = {
  ...KALSHI_FEES,
  takerRate: 5_000_000n,
  fillStep: 100_000_000_000n as Notional,
  fillRounding: 'down',
  cashStep: null,
};
const NO_FEES_ANYWHERE = [NO_FEES, NO_FEES, NO_FEES];
const VENUE_FEES = [NO_FEES, KALSHI_FEES, POLYMARKET_FEES];

const figures = [
  measure('SPLIT over 30 of 300 levels', createSplit(3_000n), members([1, 1, 1])),
  measure('SPLIT over all 300 levels', createSplit(40_000n), members([1, 1, 1])),
  measure('SPLIT over 30 levels, lots 1, 0.1, 0.01', createSplit(3_000n), members([1, 0.1, 0.01])),
  measure("SPLIT over 30 levels, each venue's own fees", createSplit(3_000n), members([1, 1, 1], VENUE_FEES)),
  measure(
    'SPLIT over 30 levels, own fees, lots 1, 0.01, 0.01',
    createSplit(3_000n),
    members([1, 0.01, 0.01], VENUE_FEES),
  ),
  measure('SPLIT over all 300 levels, own fees', createSplit(40_000n), members([1, 1, 1], VENUE_FEES)),
  measure('BEST_PRICE over 100 levels', { ...createSplit(9_000n), mode: 'BEST_PRICE' }, members([1, 1, 1])),
];
publish(figures);

function measure(name: string, request: RouteRequest, candidates: readonly RouteCandidate[]): Figure {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => timePlans(request, candidates)).slice(1); // the first is a warm-up
  const all = rounds.flat().toSorted((a, b) => a - b);
  return {
    name: `routing plan: ${name}`,
    unit: 'µs',
    ours: rounds.map(median),
    bare: null,
    p50: all[Math.floor(all.length * 0.5)] ?? null,
    p99: all[Math.floor(all.length * 0.99)] ?? null,
    aim: '≤ 30 µs',
  };
}

function timePlans(request: RouteRequest, candidates: readonly RouteCandidate[]): readonly number[] {
  return Array.from({ length: PLANS }, () => {
    const start = hrtime.bigint();
    const plan = planOrder(request, candidates);
    const took = Number(hrtime.bigint() - start) / 1_000;
    if (!plan.ok || plan.value.legs.length === 0) throw new Error('the plan has no legs');
    return took;
  });
}

function createSplit(contracts: bigint): RouteRequest {
  const qty = (contracts * CONTRACT) as Qty;
  return { mode: 'SPLIT', side: 'BUY', outcome: 'YES', type: 'MARKET', tif: 'IOC', price: null, qty };
}

/** Three members with ticks of 0.001 and books of uneven depth; the middle one is inverted. */
function members(
  lots: readonly number[],
  fees: readonly FeeSchedule[] = NO_FEES_ANYWHERE,
): readonly RouteCandidate[] {
  return lots.map((lot, index) => ({
    venue: ['Demo', 'Kalshi', 'Polymarket'][index] as VenueName,
    instrumentId: (index + 1) as InstrumentId,
    venueInstrumentId: `M-${index}`,
    inverted: index === 1,
    holdsTokens: false,
    held: 0n as Qty,
    book: {
      instrumentId: (index + 1) as InstrumentId,
      bids: levels(index, lot, -1n),
      asks: levels(index, lot, 1n),
      timestamp: 1_782_907_200_000 as TimestampMs,
      sequence: 1,
    },
    bookAgeMs: 5,
    unusable: null,
    priceTick: 100_000n as Price,
    priceMin: 100_000n as Price,
    priceMax: 99_900_000n as Price,
    priceBands: null,
    qtyStep: BigInt(Math.round(lot * 1e8)) as Qty,
    qtyMin: BigInt(Math.round(lot * 1e8)) as Qty,
    closeQtyMin: BigInt(Math.round(lot * 1e8)) as Qty,
    buyNotionalMin: null,
    fees: fees[index] ?? NO_FEES,
    tifs: ['GTC', 'IOC', 'FOK', 'GTD'],
  }));
}

/** A hundred levels from the middle outwards, each with 60 to 140 contracts plus a fraction in lot steps. */
function levels(member: number, lot: number, direction: bigint): readonly Level[] {
  const step = BigInt(Math.round(lot * 1e8));
  return Array.from({ length: LEVELS }, (_, level) => ({
    price: (50_000_000n + direction * BigInt(level + 1 + member) * 100_000n) as Price,
    qty: (BigInt(60 + ((level * 37 + member * 11) % 81)) * CONTRACT + BigInt(level % 7) * step) as Qty,
  }));
}
