import type { VenueName } from '../../domain/model/ids.ts';
import type { DemoStore } from '../../ports/demo-store.ts';
import type { Clock, Random } from '../../ports/environment.ts';
import type { Log } from '../../ports/telemetry.ts';

/** How lively Demo is. Tests and the simulation turn off what they do not want. */
export interface DemoSettings {
  readonly historyDays: number; // trades told at the first start; 0: none, and the start waits for no timer
  readonly hasMarketMaker: boolean; // false: no house orders at all, books hold callers' orders only
  readonly marketMakerStepMs: number; // between two steps of makers and takers; 0: quotes stand still, nobody takes
  readonly takerTradesPerSecond: number; // over the whole venue; 0: no house taker
  readonly scheduleStepMs: number; // how late an opening, a closing or a GTD expiry may be; 0: never by itself
  readonly settledKept: number; // settled editions of a short-lived entry that Demo remembers
}

export const DEFAULT_DEMO_SETTINGS: DemoSettings = {
  historyDays: 14,
  hasMarketMaker: true,
  marketMakerStepMs: 200,
  takerTradesPerSecond: 2,
  scheduleStepMs: 100,
  settledKept: 8,
};

/** Books stand as first quoted and nothing happens by itself: what a test needs to predict each fill. */
export const STILL_DEMO_SETTINGS: DemoSettings = {
  ...DEFAULT_DEMO_SETTINGS,
  historyDays: 0,
  marketMakerStepMs: 0,
  takerTradesPerSecond: 0,
};

/** What Demo stands on. */
export interface DemoDeps {
  readonly name: VenueName;
  readonly store: DemoStore; // opened before and closed after by whoever made it
  readonly clock: Clock;
  readonly random: Random; // seeded: what the house does at random repeats with it
  readonly log: Log;
  readonly seed: number; // of fair values, results and history; keep it for a data folder's life
  readonly settings?: Partial<DemoSettings>;
}
