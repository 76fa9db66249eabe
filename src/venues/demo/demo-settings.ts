import type { VenueName } from '#contract';
import type { Clock, DemoStore, Log, Random } from '#ports';

/** How active Demo is. Tests and the simulation switch parts of it off. */
export interface DemoSettings {
  readonly historyDays: number; // trade history published at the first start; 0: none, and the start waits for no timer
  readonly hasMarketMaker: boolean; // false: no quotes, so books hold callers' orders only
  readonly marketMakerStepMs: number; // between two steps of makers and takers; 0: quotes never change, no takers
  readonly takerTradesPerSecond: number; // over the whole venue; 0: no takers
  readonly quoteRoundMs: number; // each book is quoted again within this time, even without a trade in it
  readonly fastSwing: number; // dollars by which quotes move around fair value within seconds; 0: they do not
  readonly scheduleStepMs: number; // how late an opening, a closing or a GTD expiry may be; 0: no steps
  readonly settledKept: number; // settled editions kept of each short-lived entry
}

export const DEFAULT_DEMO_SETTINGS: DemoSettings = {
  historyDays: 14,
  hasMarketMaker: true,
  marketMakerStepMs: 200,
  takerTradesPerSecond: 2,
  quoteRoundMs: 6_000,
  fastSwing: 0,
  scheduleStepMs: 100,
  settledKept: 8,
};

/** Every book moves within a second, and trades are frequent: a strategy has something to do at once. */
export const LIVELY_DEMO_SETTINGS: Partial<DemoSettings> = {
  takerTradesPerSecond: 20,
  quoteRoundMs: 1_000,
  fastSwing: 0.03,
};

/** Books keep their first quotes and no timer trades, so a test can predict each fill. */
export const STILL_DEMO_SETTINGS: DemoSettings = {
  ...DEFAULT_DEMO_SETTINGS,
  historyDays: 0,
  marketMakerStepMs: 0,
  takerTradesPerSecond: 0,
};

export interface DemoDeps {
  readonly name: VenueName;
  readonly store: DemoStore; // opened and closed by the caller
  readonly clock: Clock;
  readonly random: Random; // for the market maker; a seeded one repeats its trades
  readonly log: Log;
  readonly seed: number; // of fair values, results and history; must not change for a data folder
  readonly settings?: Partial<DemoSettings>;
}
