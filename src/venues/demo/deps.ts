import type { VenueName } from '../../core/kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DemoStore } from '../../ports/demostore.ts';
import type { Log } from '../../ports/log.ts';
import type { Random } from '../../ports/random.ts';
import type { DemoSettings } from './settings.ts';

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
