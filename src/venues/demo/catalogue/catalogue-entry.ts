import type { SettlementResult } from '../../../domain/model/instrument.ts';

/** A grid of prices and quantities, as decimal text. */
export interface Grid {
  readonly tick: string;
  readonly lot: string;
  readonly min: string;
}

export const CENT: Grid = { tick: '0.01', lot: '1', min: '1' };
export const CENT_FRACTIONS: Grid = { tick: '0.01', lot: '0.01', min: '1' };
export const CENT_TENS: Grid = { tick: '0.01', lot: '10', min: '10' };
export const HALF_CENT: Grid = { tick: '0.005', lot: '1', min: '5' };
export const HALF_CENT_TENTHS: Grid = { tick: '0.005', lot: '0.1', min: '1' };
export const MILL: Grid = { tick: '0.001', lot: '1', min: '5' };
export const MILL_TENTHS: Grid = { tick: '0.001', lot: '0.1', min: '0.1' };

/**
 * When an edition lives, in minutes. Edition 0 opens `firstOpens` after the first start (negative:
 * before it), edition n `cadence × n` later; so no market of Demo ever goes stale.
 */
export interface ListingPlan {
  readonly firstOpens: number;
  readonly aligned: boolean; // to a UTC multiple of the cadence, for titles that name an hour
  readonly cadence: number;
  readonly listedBefore: number; // listed as UNOPENED so long before it opens
  readonly life: number; // from opening to closing
  readonly pause: { readonly after: number; readonly life: number } | null; // after opening
  readonly awaits: number; // from closing to its result
  readonly result: SettlementResult | null; // null: YES as often as the last price says
  readonly voidEvery: number; // each so many editions end VOID; 0: none
}

/** One catalogue entry, listed again in a new edition when its time has come. */
export interface CatalogueEntry {
  readonly code: string;
  readonly question: string; // entries with one question are priced alike
  readonly inverted: boolean;
  readonly category: string;
  /** `{date}`, `{month}`, `{year}` are the closing time's; `{time}` too, as 14:00. */
  readonly title: string;
  readonly about: string;
  readonly grid: Grid;
  readonly chance: number;
  readonly swing: number;
  readonly plan: ListingPlan;
}

export const MINUTES_OF_DAY = 1_440;

/** An open market: it opened `agoDays` before the first start and closes `aheadDays` after it. */
export function open(agoDays: number, aheadDays: number): ListingPlan {
  const life = (agoDays + aheadDays) * MINUTES_OF_DAY;
  return {
    firstOpens: -agoDays * MINUTES_OF_DAY,
    aligned: false,
    cadence: life,
    listedBefore: 0,
    life,
    pause: null,
    awaits: MINUTES_OF_DAY,
    result: null,
    voidEvery: 0,
  };
}

/** Listed now, opens `inDays` after the first start. */
export const unopened = (inDays: number, lifeDays: number): ListingPlan => ({
  ...open(0, lifeDays),
  firstOpens: inDays * MINUTES_OF_DAY,
  listedBefore: inDays * MINUTES_OF_DAY + MINUTES_OF_DAY,
});

/** Halted since two days before the first start, and until the day before it closes. */
export function paused(aheadDays: number): ListingPlan {
  const plan = open(20, aheadDays);
  const after = 18 * MINUTES_OF_DAY;
  return { ...plan, pause: { after, life: plan.life - after - MINUTES_OF_DAY } };
}

/** Trading is over; the result is `aheadDays` away. */
export const closed = (aheadDays: number): ListingPlan => ({
  ...open(30, -3),
  cadence: (30 + aheadDays) * MINUTES_OF_DAY,
  awaits: (3 + aheadDays) * MINUTES_OF_DAY,
});

/** Long decided. */
export const settled = (result: SettlementResult, agoDays: number): ListingPlan => ({
  ...open(agoDays + 30, -agoDays),
  cadence: 365 * MINUTES_OF_DAY,
  awaits: 60,
  result,
});

type Facts = Pick<CatalogueEntry, 'code' | 'title' | 'about' | 'grid' | 'chance' | 'plan'> &
  Partial<Pick<CatalogueEntry, 'question' | 'inverted' | 'swing'>>;

/** Entries of one category; an entry is a question of its own unless it names another. */
export const entriesOf = (category: string, facts: readonly Facts[]): readonly CatalogueEntry[] =>
  facts.map((fact) => ({
    category,
    question: fact.code,
    inverted: false,
    // A market at one half swings more than one near an end, as real ones do.
    swing: 0.05 + 0.35 * fact.chance * (1 - fact.chance),
    ...fact,
  }));
