import type { ListingSchedule } from '../../../simulators/catalogue/recurring-events.ts';
import {
  ALICE,
  BOB,
  createSigner,
  QUESTIONS,
  TICKER,
} from '../../../simulators/kalshi/kalshi-simulator.fixture.ts';
import { KalshiSimulator } from '../../../simulators/kalshi/kalshi-simulator.ts';
import { TIERS } from '../../../simulators/kalshi/request-costs.ts';
import { MemoryExchangeStore } from '../../../simulators/shared/exchange-store.ts';
import { seededRandom } from '../../../simulators/shared/manual-clock.fixture.ts';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { MemoryNetwork, type NetworkHooks } from '../../../test/support/memory-network.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId, VenueName } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { Side } from '../../contract/model/order.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { ExternalVenue, Venue, VenueListener } from '../../ports/venue.ts';
import { KALSHI_DEFAULTS, type KalshiSettings } from './kalshi-settings.ts';
import { createKalshi } from './kalshi-venue.ts';

export { ALICE, BOB, createSigner, TICKER };

const START = Date.parse('2026-11-20T15:00:00Z');
const HOST = 'kalshi.test';
const STEP_MS = 10;
const PROPAGATION_MS = 400; // until a change is visible everywhere: the lists lag by 300 ms
const STEPS_MAX = 100_000;
const FIRST_QUOTES = [
  ['BUY', '0.44', '5'],
  ['BUY', '0.45', '5'],
  ['SELL', '0.55', '5'],
  ['SELL', '0.56', '5'],
] as const;
const noLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface KalshiHarnessOptions {
  readonly hooks?: Partial<NetworkHooks>;
  readonly settings?: Partial<KalshiSettings>;
  readonly readLagMs?: number;
  readonly tier?: string; // of the account
  readonly schedule?: ListingSchedule; // of later markets
}

/** The simulated exchange and adapters with accounts at it, in one process on a manual clock. */
export class KalshiHarness {
  readonly clock = new ManualClock(START);
  readonly exchange: KalshiSimulator;
  readonly network: MemoryNetwork;
  readonly #settings: Partial<KalshiSettings>;
  readonly #otherVenue: Venue;
  readonly #started: Venue[] = [];
  #others = 0;

  constructor(options: KalshiHarnessOptions = {}) {
    const { hooks = {}, settings = {}, readLagMs = 300, tier = 'prime', schedule } = options;
    this.#settings = settings;
    this.exchange = new KalshiSimulator({
      clock: this.clock,
      random: seededRandom(1),
      store: new MemoryExchangeStore(),
      events: QUESTIONS,
      keys: [ALICE.key, BOB.key],
      tier: requirePresent(
        TIERS.find(({ name }) => name === tier),
        'the tier',
      ),
      precision: 'direct',
      readLagMs,
      seed: 7,
      marketMaker: null,
      funds: { 0: '1000', 3: '50' },
      ...(schedule && { schedule }),
    });
    this.exchange.start();
    this.network = new MemoryNetwork({ clock: this.clock, hosts: new Map([[HOST, this.exchange]]), hooks });
    this.#otherVenue = this.createVenue(BOB, 'f'.repeat(32));
  }

  /** Places orders of the other account: by default two on each side of the first market. */
  async quote(quotes: readonly (readonly [Side, string, string])[] = FIRST_QUOTES): Promise<void> {
    await this.run(this.#otherVenue.start(new RecordingListener()));
    for (const [side, at, size] of quotes)
      await this.other(TICKER, side, parsePrice(at) as Price, parseQty(size) as Qty, 'GTC');
  }

  /** The adapter under test; each call advances the clock until it is done. */
  venue(clientIdSpace = 'a'.repeat(32)): Venue {
    return this.#driveClock(this.createVenue(ALICE, clientIdSpace));
  }

  /** The adapter under test without clock control; use `run` for its calls. */
  createUndrivenVenue(): ExternalVenue {
    return this.createVenue(ALICE, 'a'.repeat(32));
  }

  createVenue(signer: typeof ALICE, clientIdSpace: string): ExternalVenue {
    const venue = createKalshi(
      {
        name: 'Kalshi' as VenueName,
        network: this.network,
        clock: this.clock,
        random: seededRandom(2),
        log: noLog,
      },
      {
        ...KALSHI_DEFAULTS,
        restUrl: `http://${HOST}/trade-api/v2`,
        wsUrl: `ws://${HOST}/trade-api/ws/v2`,
        keyId: signer.key.keyId,
        privateKeyPem: signer.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        accountPrecision: '0.0001',
        simulated: true,
        clientIdSpace,
        ...this.#settings,
      },
    );
    this.#started.push(venue);
    return venue;
  }

  /** Places an order of the other account. */
  async other(ticker: string, side: Side, price: Price, qty: Qty, tif: 'GTC' | 'IOC' = 'IOC'): Promise<void> {
    this.#others += 1;
    const clientId = `cb-${this.#others}-1-1` as VenueClientId;
    const terms = { outcome: 'YES', type: 'LIMIT', tif, expiresAt: null } as const;
    await this.run(
      this.#otherVenue.place({ clientId, venueInstrumentId: ticker, side, price, qty, ...terms }),
    );
    await this.pass(PROPAGATION_MS);
  }

  async pass(ms: number): Promise<void> {
    const step = Math.max(STEP_MS, Math.ceil(ms / 200));
    for (let left = ms; left > 0; left -= step) await this.#step(Math.min(step, left));
  }

  /** Advances the clock until the work is done. */
  async run<Value>(work: Promise<Value>): Promise<Value> {
    const state = { isDone: false };
    const done = work.finally(() => {
      state.isDone = true;
    });
    done.catch(() => undefined);
    await this.#runPendingCallbacks();
    for (let steps = 0; !state.isDone && steps < STEPS_MAX; steps += 1) await this.#step(STEP_MS);
    return done;
  }

  async close(): Promise<void> {
    for (const venue of this.#started) await this.run(venue.stop());
    this.exchange.stop();
  }

  #driveClock(venue: Venue): Venue {
    const runAndPropagate = async <Value>(work: Promise<Value>): Promise<Value> => {
      const value = await this.run(work);
      await this.pass(PROPAGATION_MS);
      return value;
    };
    return {
      name: venue.name,
      capabilities: venue.capabilities,
      start: (listener: VenueListener) => runAndPropagate(venue.start(listener)),
      clientIdFor: (order) => venue.clientIdFor(order),
      place: (order) => runAndPropagate(venue.place(order)),
      amend: (amend) => runAndPropagate(venue.amend(amend)),
      cancel: (clientId, ticker) => runAndPropagate(venue.cancel(clientId, ticker)),
      order: (clientId, ticker) => runAndPropagate(venue.order(clientId, ticker)),
      reconcile: (mark) => runAndPropagate(venue.reconcile(mark)),
      findCashPool: (ticker) => venue.findCashPool?.(ticker) ?? null,
      balance: async () => this.run(venue.balance?.() ?? Promise.resolve(null)),
      openOrders: () => venue.openOrders?.() ?? [],
      cancelOpenOrder: (order) =>
        runAndPropagate(venue.cancelOpenOrder?.(order) ?? Promise.resolve('not supported')),
      positions: () => runAndPropagate(venue.positions()),
      watch: (ticker) => venue.watch(ticker),
      unwatch: (ticker) => venue.unwatch(ticker),
      health: () => runAndPropagate(venue.health()),
      stop: () => runAndPropagate(venue.stop()),
    };
  }

  async #step(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.#runPendingCallbacks();
  }

  async #runPendingCallbacks(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
