import { composeApp, type RunningApp } from '../../src/app/compose.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/config/config.ts';
import { seededRandom } from '../../src/domain/matching-engine/seeded-noise.ts';
import { SecretRedactor } from '../../src/platform/secret-protection.ts';
import type { DemoStore } from '../../src/ports/demo-store.ts';
import type { MarketStore } from '../../src/ports/market-store.ts';
import type { Metrics } from '../../src/ports/telemetry.ts';
import type { ExternalVenue, Venue } from '../../src/ports/venue.ts';
import type { DemoSettings } from '../../src/venues/demo/demo-settings.ts';
import type { MemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { CrashPoint, Options } from '../simulation-options.ts';
import type { About } from './crash-points.ts';
import type { MachineClock } from './simulated-clock.ts';
import { type Machine, mortal } from './simulated-disks.ts';
import type { TransitionChecker } from './transition-checker.ts';

export interface ServiceDeps {
  readonly options: Options;
  readonly monitor: InvariantMonitor;
  readonly dice: SeededChoice; // for crashes
  readonly faultsOn: () => boolean;
  /** True if the simulation crashes the process at this moment. */
  readonly isAimedAt: (point: CrashPoint, about: About | null) => boolean;
  readonly onCrash: (point: CrashPoint | null, about: About | null) => void;
}

/** The parts with which one process is started. */
export interface Boot {
  readonly store: MemoryStore;
  readonly watch: TransitionChecker;
  readonly market: MarketStore;
  readonly demoStore: DemoStore;
  readonly demo: Partial<DemoSettings>;
  readonly wire: (venue: Venue) => Venue;
  readonly externals: Readonly<Record<string, ExternalVenue>> | null;
}

/** One process of the service, from its start to its crash. */
export class Service implements Machine {
  readonly clock: MachineClock;
  readonly number: number; // 1 for the first process of a simulation
  assembly: RunningApp | null = null;
  isAlive = true;
  store: MemoryStore | null = null;
  readonly #deps: ServiceDeps;

  constructor(number: number, clock: MachineClock, deps: ServiceDeps) {
    this.number = number;
    this.clock = clock;
    this.#deps = deps;
  }

  async start(boot: Boot): Promise<void> {
    const { options, monitor } = this.#deps;
    this.store = boot.store;
    const assembly = await composeApp({
      config: configOf(options),
      stores: {
        ledger: { journal: boot.watch.over(boot.store.journal), replay: boot.store.replay },
        market: mortal(boot.market, this),
        demo: { demo: boot.demoStore },
      },
      clock: this.clock,
      random: seededRandom(options.seed + this.number),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (message, facts) => this.#logged(message, JSON.stringify(facts ?? {})),
      },
      metrics: UNMEASURED,
      metricsText: async () => '',
      secrets: new SecretRedactor(),
      version: 'sim',
      demo: boot.demo,
      wire: boot.wire,
      ...(boot.externals === null ? {} : { externals: boot.externals }),
    });
    if (!this.isAlive) return;
    monitor.note(`process ${this.number} is up`);
    this.assembly = assembly;
  }

  mayCrash(point: CrashPoint, about: About | null = null): void {
    const { options, dice, faultsOn, isAimedAt, monitor } = this.#deps;
    if (!this.isAlive || !faultsOn()) return;
    const probability = options.crashAt[point] ?? 0;
    const isDrawn = probability > 0 && dice.chance(probability);
    if (!isDrawn && !isAimedAt(point, about)) return;
    monitor.fault(`crash ${point}`);
    this.crash(point, about);
  }

  /** kill -9: data that is not durable at this moment is lost. */
  crash(point: CrashPoint | null = null, about: About | null = null): void {
    if (!this.isAlive) return;
    this.#deps.monitor.note(`process ${this.number} is gone`);
    this.isAlive = false;
    this.store?.crash();
    this.clock.stop();
    this.#deps.onCrash(point, about);
  }

  /** A failed assertion of the engine is logged; here it ends the simulation. */
  #logged(message: string, facts: string): void {
    this.#deps.monitor.note(`log ${message} ${facts}`);
    if (facts.includes('invariant broken')) this.#deps.monitor.violate('assertion', `${message}: ${facts}`);
  }
}

const UNMEASURED: Metrics = { count: () => undefined, observe: () => undefined, gauge: () => undefined };

const configOf = (options: Options): Config => ({
  ...DEFAULT_CONFIG,
  orders: {
    ...DEFAULT_CONFIG.orders,
    ackWaitMs: options.ackWaitMs,
    intentAgeMsMax: options.intentAgeMsMax,
    terminalInMemoryMax: options.terminalInMemoryMax,
  },
  retention: { ...DEFAULT_CONFIG.retention, printsInMemoryMax: 100 },
});
