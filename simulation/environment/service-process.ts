import { composeApp, type RunningApp } from '../../src/app/compose.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/config/config.ts';
import { seededRandom } from '../../src/matching-engine/seeded-noise.ts';
import { SecretRedactor } from '../../src/platform/secret-protection.ts';
import type { DemoStore } from '../../src/ports/demo-store.ts';
import type { MarketStore } from '../../src/ports/market-store.ts';
import type { Metrics } from '../../src/ports/telemetry.ts';
import type { ExternalVenue, Venue } from '../../src/ports/venue.ts';
import type { WebhookSender } from '../../src/ports/webhook-sender.ts';
import type { DemoSettings } from '../../src/venues/demo/demo-settings.ts';
import type { MemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { CrashPoint, Options } from '../simulation-options.ts';
import type { RequestInProgress } from './crash-points.ts';
import type { MachineClock } from './simulated-clock.ts';
import { bindToProcess, type Machine } from './simulated-disks.ts';
import type { TransitionChecker } from './transition-checker.ts';

export interface ServiceDeps {
  readonly options: Options;
  readonly monitor: InvariantMonitor;
  readonly dice: SeededChoice; // for crashes
  readonly faultsOn: () => boolean;
  /** True if the simulation crashes the process at this moment. */
  readonly isTargeted: (point: CrashPoint, about: RequestInProgress | null) => boolean;
  readonly onCrash: (point: CrashPoint | null, about: RequestInProgress | null) => void;
}

/** The parts with which one process is started. */
export interface StartParts {
  readonly store: MemoryStore;
  readonly ledger: TransitionChecker;
  readonly market: MarketStore;
  readonly demoStore: DemoStore;
  readonly demo: Partial<DemoSettings>;
  readonly wire: (venue: Venue) => Venue;
  readonly externals: Readonly<Record<string, ExternalVenue>> | null;
  readonly webhookSender: WebhookSender | null;
}

/** One process of the service, from its start to its crash. */
export class Service implements Machine {
  readonly clock: MachineClock;
  readonly number: number; // 1 for the first process of a simulation
  app: RunningApp | null = null;
  isAlive = true;
  store: MemoryStore | null = null;
  readonly #deps: ServiceDeps;

  constructor(number: number, clock: MachineClock, deps: ServiceDeps) {
    this.number = number;
    this.clock = clock;
    this.#deps = deps;
  }

  async start(boot: StartParts): Promise<void> {
    const { options, monitor } = this.#deps;
    this.store = boot.store;
    const assembly = await composeApp({
      config: createConfig(options),
      stores: {
        ledger: {
          journal: boot.ledger.wrapJournal(boot.store.journal),
          replay: boot.store.replay,
          notifications: boot.store.notifications,
        },
        market: bindToProcess(boot.market, this),
        demo: { demo: boot.demoStore },
      },
      clock: this.clock,
      random: seededRandom(options.seed + this.number),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (message, facts) => this.#logged(message, JSON.stringify(facts ?? {})),
      },
      metrics: NO_METRICS,
      metricsText: async () => '',
      secrets: new SecretRedactor(),
      version: 'sim',
      demo: boot.demo,
      wire: boot.wire,
      ...(boot.externals === null ? {} : { externals: boot.externals }),
      ...(boot.webhookSender === null ? {} : { webhookSender: boot.webhookSender }),
    });
    if (!this.isAlive) return;
    monitor.note(`process ${this.number} is up`);
    this.app = assembly;
  }

  mayCrash(point: CrashPoint, about: RequestInProgress | null = null): void {
    const { options, dice, faultsOn, isTargeted, monitor } = this.#deps;
    if (!this.isAlive || !faultsOn()) return;
    const probability = options.crashAt[point] ?? 0;
    const isDrawn = probability > 0 && dice.chance(probability);
    if (!isDrawn && !isTargeted(point, about)) return;
    monitor.countFault(`crash ${point}`);
    this.crash(point, about);
  }

  /** kill -9: data that is not durable at this moment is lost. */
  crash(point: CrashPoint | null = null, about: RequestInProgress | null = null): void {
    if (!this.isAlive) return;
    this.#deps.monitor.note(`process ${this.number} is gone`);
    this.isAlive = false;
    this.store?.crash();
    this.clock.stop();
    this.#deps.onCrash(point, about);
  }

  /** The service logs a failed assertion. Here it ends the simulation. */
  #logged(message: string, facts: string): void {
    this.#deps.monitor.note(`log ${message} ${facts}`);
    if (facts.includes('invariant broken')) this.#deps.monitor.violate('assertion', `${message}: ${facts}`);
  }
}

const NO_METRICS: Metrics = { count: () => undefined, observe: () => undefined, gauge: () => undefined };

const createConfig = (options: Options): Config => ({
  ...DEFAULT_CONFIG,
  orders: {
    ...DEFAULT_CONFIG.orders,
    ackWaitMs: options.ackWaitMs,
    intentAgeMsMax: options.intentAgeMsMax,
    settlementWaitMs: 30_000,
    terminalInMemoryMax: options.terminalInMemoryMax,
  },
  retention: { ...DEFAULT_CONFIG.retention, printsInMemoryMax: 100 },
});
