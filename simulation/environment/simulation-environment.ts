import { requirePresent } from '../../src/contract/model/assert.ts';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type { Oms } from '../../src/oms/oms.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import type { Venue, VenueBookUpdate } from '../../src/ports/venue.ts';
import type { DemoSettings } from '../../src/venues/demo/demo-settings.ts';
import { createMemoryStore, type MemoryStore } from '../../test/support/storage/memory-journal.ts';
import { createMemoryMarketStore } from '../../test/support/storage/memory-market-store.ts';
import type { SimulatedDisk } from '../../test/support/storage/simulated-disk.ts';
import { checkBooksUsed, PublishedBooks, type RoutingView } from '../check/book-checks.ts';
import { LimitPriceCheck, SelfTradeCheck } from '../check/fill-checks.ts';
import { QuoteChecks } from '../check/quote-checks.ts';
import { LimitsCheck } from '../check/risk-checks.ts';
import { type OmsView, SendChecks } from '../check/send-checks.ts';
import { SessionChecks } from '../check/session-checks.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { transitionChecks } from '../run-checks.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { type CrashPoint, findExpectedAnomalies, hasSessions, type Options } from '../simulation-options.ts';
import { findCrashPoints, type RequestInProgress } from './crash-points.ts';
import { Externals } from './external-venues.ts';
import { FaultyNetwork, type SentRequest } from './faulty-network.ts';
import { FillReversingVenue } from './fill-reversals.ts';
import { DEMO, RemoteExchange } from './remote-demo.ts';
import { Service } from './service-process.ts';
import { type MachineClock, settle, Time } from './simulated-clock.ts';
import { DemoDisk, type DemoRecord, LedgerDemoRecord, seededDisk } from './simulated-disks.ts';
import { TransitionChecker } from './transition-checker.ts';
import { toDemoVenueState, type VenueStateOrder } from './venue-state.ts';
import { WebhookReceivers } from './webhook-receivers.ts';

const RESTART_MS_MAX = 3_000;
const STALL_MS = 30_000;
const DRAIN_MS_MAX = 10_000;
const TARGETED_CRASH_CHANCE = 0.8;
const TARGETED_CRASHES_MAX = 8;

/** The consecutive processes of the service on one machine, the venues, and the time of all of them. */
export class SimulationEnvironment {
  readonly options: Options;
  readonly monitor: InvariantMonitor;
  readonly time: Time;
  readonly ledger: TransitionChecker;
  readonly sends: SendChecks;
  readonly quoteChecks: QuoteChecks;
  readonly sessionChecks: SessionChecks;
  /** The durable state of Demo: on a separate machine, or in our ledger. Null before the start. */
  #demoRecord: DemoRecord | null = null;
  readonly fillReversals: FillReversingVenue | null;
  readonly externals: Externals | null;
  readonly receivers: WebhookReceivers | null;
  webhooksSince = 0; // the entry after which the webhooks send events
  service: Service;
  areFaultsOn = false;
  /** Called when a process has started, before any caller uses it. */
  onUp: () => Promise<void> = async () => undefined;
  readonly #dice: Readonly<Record<'disk' | 'wire' | 'crash' | 'aim', SeededChoice>>;
  #targetedCrashesLeft = TARGETED_CRASHES_MAX;
  readonly #marketStore = createMemoryMarketStore();
  readonly #books = new PublishedBooks();
  readonly #remote: RemoteExchange | null;
  readonly #outside: MachineClock; // the venue's machine and the network
  #venue: Venue | null = null; // the exchange itself, without the faulty network
  #store: MemoryStore | null = null;

  constructor(options: Options, monitor: InvariantMonitor) {
    const { seed, startsAt } = options;
    this.options = options;
    this.monitor = monitor;
    this.time = new Time(new SeededChoice(seed, 'time'));
    this.#dice = {
      disk: new SeededChoice(seed, 'disk'),
      wire: new SeededChoice(seed, 'wire'),
      crash: new SeededChoice(seed, 'crash'),
      aim: new SeededChoice(seed, 'aim'),
    };
    this.#outside = this.time.machine(startsAt);
    const remoteDisk = new DemoDisk();
    const { hasFillReversals, voids, settleFillsMs } = options;
    this.fillReversals = hasFillReversals
      ? new FillReversingVenue(seed, this.#outside, voids, settleFillsMs)
      : null;
    const limits = new LimitsCheck();
    const before = limits.beforeTransition.bind(limits);
    this.quoteChecks = new QuoteChecks(monitor, () => this.service.clock.now());
    this.sessionChecks = new SessionChecks(monitor);
    const checks = [
      limits.check,
      this.quoteChecks.check,
      this.sessionChecks.check,
      new LimitPriceCheck().check,
      new SelfTradeCheck((clientId) => this.sends.prevented.has(clientId)).check,
      checkBooksUsed(() => this.#routingView),
      ...transitionChecks(findExpectedAnomalies(options)),
    ];
    this.ledger = new TransitionChecker(monitor, before, checks, (entry, state) =>
      this.quoteChecks.onDurable(entry, state),
    );
    this.externals =
      options.externals === null
        ? null
        : new Externals({ options, monitor, outside: this.#outside, faultsOn: () => this.areFaultsOn });
    this.receivers = hasSessions(seed)
      ? new WebhookReceivers(seed, this.#outside, monitor, () => this.areFaultsOn)
      : null;
    this.sends = new SendChecks(
      this.ledger,
      (name) => this.findOrderAtVenue(name),
      monitor,
      () => this.#hasStorageFailed,
      ({ legs }) => !options.venueSurvives && legs.every(({ venue }) => venue === DEMO),
      () => this.#getOmsView(),
      this.quoteChecks,
    );
    this.#remote = options.venueSurvives
      ? new RemoteExchange(remoteDisk, this.#outside, seed, this.#demoSettings)
      : null;
    this.#demoRecord = options.venueSurvives ? remoteDisk : null;
    this.service = this.#newService(1, this.time.machine(startsAt));
  }

  /** The durable state of Demo. */
  get demoDisk(): DemoRecord {
    return requirePresent(this.#demoRecord, 'the state of Demo in an opened simulation');
  }

  get store(): MemoryStore {
    return requirePresent(this.#store, 'the ledger of an opened simulation');
  }

  get engine(): Oms | null {
    return this.service.isAlive ? (this.service.app?.engine ?? null) : null;
  }

  get market(): MarketView | null {
    return this.service.isAlive ? (this.service.app?.market.view ?? null) : null;
  }

  #getOmsView(): OmsView | null {
    const { engine, market } = this;
    return engine === null || market === null ? null : { state: engine.state, market };
  }

  /** The exchange as other traders reach it, without the faulty network; null while it is down. */
  get venue(): Venue | null {
    return this.#remote !== null || this.engine !== null ? this.#venue : null;
  }

  /** One of our orders as its exchange records it now. */
  findOrderAtVenue(clientId: VenueClientId): VenueStateOrder | undefined {
    return toDemoVenueState(this.demoDisk.orders.get(clientId)) ?? this.externals?.findOrder(clientId);
  }

  /** Starts everything for the first time, without faults. */
  async open(): Promise<void> {
    await this.#remote?.open();
    this.externals?.exchanges.start();
    this.#store = await createMemoryStore(this.service.clock, this.#disk(this.service));
    this.#demoRecord ??= new LedgerDemoRecord(this.#store.database);
    this.#start();
    while (this.engine === null) await this.pass(10);
    await this.externals?.approveAssets(this);
  }

  /** Advances time, one timer after the other, and runs everything that becomes ready. */
  async pass(ms: number): Promise<void> {
    const until = this.time.nowMs + ms;
    for (;;) {
      this.monitor.step += 1;
      const isMore = this.time.step(until);
      await settle();
      if (this.monitor.violation !== null || !isMore) return;
    }
  }

  /** Crashes the process now and starts a new one later. */
  crash(): void {
    this.monitor.countFault('crash');
    this.service.crash();
  }

  /** SIGSTOP and SIGCONT, or a blocked event loop: all deadlines have passed when it continues. */
  stall(): void {
    this.monitor.countFault('stall');
    this.time.stall(STALL_MS);
  }

  /** SIGTERM: the process finishes its work and ends; the next one starts as after a crash. */
  drain(): void {
    const { service } = this;
    if (service.app === null || !service.isAlive) return;
    this.monitor.countFault('drain');
    const gone = (): void => service.crash();
    service.app.stop().then(gone, gone);
    this.#outside.after(DRAIN_MS_MAX, gone); // a second signal
  }

  #onCrash(point: CrashPoint | null, about: RequestInProgress | null): void {
    this.monitor.countCrash(this.#crashPointsAt(point, about));
    const wait = this.#dice.crash.whole(1, RESTART_MS_MAX);
    this.#outside.after(wait, () => {
      this.service = this.#newService(this.service.number + 1, this.service.clock.restart());
      this.#start();
    });
  }

  #crashPointsAt(point: CrashPoint | null, about: RequestInProgress | null): ReadonlySet<number> {
    const named = about === null ? undefined : this.ledger.legsByClientId.get(about.clientId);
    const order = named === undefined ? undefined : this.ledger.state.orders.get(named.orderId);
    return findCrashPoints({
      point,
      about,
      isUp: this.service.app !== null,
      unsynced: this.ledger.unsynced,
      generation: named?.generation ?? 1,
      legs: order?.legs.length ?? 1,
    });
  }

  /** Whether the process crashes here because the moment is a target crash point of the simulation. */
  #isTargeted(point: CrashPoint, about: RequestInProgress | null): boolean {
    const { targetCrashPoints } = this.options;
    if (targetCrashPoints.length === 0 || this.#targetedCrashesLeft === 0) return false;
    const points = this.#crashPointsAt(point, about);
    if (!targetCrashPoints.some((aim) => points.has(aim))) return false;
    if (!this.#dice.aim.chance(TARGETED_CRASH_CHANCE)) return false;
    this.#targetedCrashesLeft -= 1;
    return true;
  }

  #start(): void {
    this.#boot().catch((error: unknown) => this.#startFailed(error));
  }

  /** A start that fails, as on a failing disk, is a process that ends. */
  #startFailed(error: unknown): void {
    this.monitor.note(`process ${this.service.number} did not start: ${String(error)}`);
    if (String(error).includes('invariant broken')) this.monitor.violate('assertion', String(error));
    this.service.crash();
  }

  async #boot(): Promise<void> {
    const { service } = this;
    const disk = this.#disk(service);
    let store = requirePresent(this.#store, 'the ledger of an opened simulation');
    this.#books.restart();
    if (service.number > 1) {
      store = await store.restart(disk);
      this.ledger.restart((await store.journal.load()).seq);
      this.sends.restart(this.demoDisk);
      this.quoteChecks.restart();
      this.sessionChecks.restart(this.ledger.entries);
    }
    this.#store = store;
    await service.start({
      store,
      ledger: this.ledger,
      market: this.#marketStore,
      demoStore: await store.demo('demo'),
      demo: this.#demoSettings,
      wire: (made) => this.#wire(made),
      externals: this.externals?.connect(service, this.sends) ?? null,
      webhookSender: this.receivers?.connect(service) ?? null,
    });
    if (service.isAlive) await this.onUp();
  }

  #disk(service: Service): SimulatedDisk {
    return seededDisk(service, this.options, this.#dice.disk, this.monitor, () => this.areFaultsOn);
  }

  #wire(made: Venue): Venue {
    const listeners = {
      onSend: (sent: SentRequest): void => this.sends.onSend(sent),
      onBook: (update: VenueBookUpdate): void => this.#books.onUpdate(made.name, update, this.time.nowMs),
    };
    if (made.name !== DEMO) return this.externals?.observe(made, this.service, listeners) ?? made;
    this.#venue = this.#remote?.connection() ?? made;
    return new FaultyNetwork(this.#venue, {
      machine: this.service,
      network: this.options.venueSurvives ? this.#outside : this.service.clock,
      options: this.options,
      dice: this.#dice.wire,
      monitor: this.monitor,
      faultsOn: () => this.areFaultsOn,
      ...listeners,
      fillReversals: this.fillReversals,
    });
  }

  #newService(number: number, clock: MachineClock): Service {
    return new Service(number, clock, {
      options: this.options,
      monitor: this.monitor,
      dice: this.#dice.crash,
      faultsOn: () => this.areFaultsOn,
      isTargeted: (point, about) => this.#isTargeted(point, about),
      onCrash: (point, about) => this.#onCrash(point, about),
    });
  }

  /**
   * Market data at the routing step. A process that has ended may finish its current step, so its market is
   * still read.
   */
  get #routingView(): RoutingView {
    const market = this.service.app?.market.view ?? null;
    return { books: this.#books, market, nowMs: this.time.nowMs };
  }

  get #hasStorageFailed(): boolean {
    return (this.service.app?.engine.failure ?? null) !== null;
  }

  get #demoSettings(): Partial<DemoSettings> {
    const {
      makerQuotes: hasMarketMaker,
      makerStepMs: marketMakerStepMs,
      takerTradesPerSecond,
      scheduleStepMs,
    } = this.options;
    return { historyDays: 0, hasMarketMaker, marketMakerStepMs, takerTradesPerSecond, scheduleStepMs };
  }
}
