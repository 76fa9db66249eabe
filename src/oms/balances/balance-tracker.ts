import type { VenueName } from '../../domain/model/ids.ts';
import type { Notional } from '../../domain/model/money.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { TouchedRecords } from '../../domain/projections/ledger-state.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Venue } from '../../ports/venue.ts';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';

export interface BalanceTrackerDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly clock: Clock;
  readonly log: Log;
}

/** A balance is read at least this often, and sooner after an order or a fill. */
const REFRESH_MS = 15_000;
const STEP_MS = 2_000; // shortest time between two reads of a venue
/** An older balance is shown as stale and blocks no order. */
export const STALE_MS = 45_000;

/** The cash of the venue's account at the last successful read. */
export interface AccountCash {
  readonly currency: string;
  readonly total: Notional | null;
  readonly available: Notional;
  readonly asOf: TimestampMs;
  readonly isStale: boolean;
}

interface VenueCash extends Omit<AccountCash, 'isStale'> {
  readonly readAtMs: number; // monotonic, before the request
}

interface Tracked {
  readonly venue: Venue;
  cash: VenueCash | null;
  wasStale: boolean;
  isDue: boolean;
  isReading: boolean;
  startedAtMs: number;
}

/**
 * Reads the cash of each venue that has a cash account: every 15 seconds, and within two seconds after an order or
 * a fill. A failed read keeps the last balance, which becomes stale.
 *
 * Source  docs/decisions/0131-balances.md
 */
export class BalanceTracker {
  readonly #deps: BalanceTrackerDeps;
  readonly #tracked = new Map<VenueName, Tracked>();
  #timer: Timer | null = null;
  #onChange: (venue: VenueName) => void = () => undefined;

  constructor(deps: BalanceTrackerDeps) {
    this.#deps = deps;
    for (const venue of deps.venues.all()) {
      if (venue.balance === undefined) continue;
      const startedAtMs = Number.NEGATIVE_INFINITY;
      const state = { cash: null, wasStale: true, isDue: true, isReading: false, startedAtMs };
      this.#tracked.set(venue.name, { venue, ...state });
    }
    if (this.#tracked.size > 0) deps.store.onDurable((touched) => this.#markDue(touched));
  }

  /** Calls the listener when the figures of a venue, or whether they are stale, changed. */
  onChange(listener: (venue: VenueName) => void): void {
    this.#onChange = listener;
  }

  start(): void {
    if (this.#tracked.size === 0) return;
    this.#step();
    this.#timer = this.#deps.clock.every(STEP_MS, () => this.#step());
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  /** False for a venue without a cash account: its orders need no cash. */
  hasAccount(venue: VenueName): boolean {
    return this.#tracked.has(venue);
  }

  /** Null before the first successful read, and for a venue without a cash account. */
  get(venue: VenueName): AccountCash | null {
    const tracked = this.#tracked.get(venue);
    const cash = tracked?.cash ?? null;
    if (tracked === undefined || cash === null) return null;
    const { currency, total, available, asOf } = cash;
    return { currency, total, available, asOf, isStale: this.#isStale(tracked) };
  }

  #isStale({ cash }: Tracked): boolean {
    return cash === null || this.#deps.clock.monotonicMs() - cash.readAtMs > STALE_MS;
  }

  #step(): void {
    const now = this.#deps.clock.monotonicMs();
    for (const tracked of this.#tracked.values()) {
      this.#reportStale(tracked);
      const isDue = tracked.isDue || now - tracked.startedAtMs >= REFRESH_MS;
      if (isDue && !tracked.isReading) void this.#read(tracked);
    }
  }

  #reportStale(tracked: Tracked): void {
    const isStale = this.#isStale(tracked);
    if (isStale === tracked.wasStale) return;
    tracked.wasStale = isStale;
    this.#onChange(tracked.venue.name);
  }

  async #read(tracked: Tracked): Promise<void> {
    const { clock, log } = this.#deps;
    const { venue } = tracked;
    const readAtMs = clock.monotonicMs();
    Object.assign(tracked, { isDue: false, isReading: true, startedAtMs: readAtMs });
    try {
      const read = await venue.balance?.();
      if (read === null || read === undefined) return;
      const before = tracked.cash;
      tracked.cash = { ...read, asOf: clock.now(), readAtMs };
      tracked.wasStale = false;
      if (before?.available !== read.available || before.total !== read.total) this.#onChange(venue.name);
    } catch (error) {
      log.warn('a balance could not be read', { venue: venue.name, why: String(error) });
    } finally {
      tracked.isReading = false;
    }
  }

  #markDue({ orders, fills }: TouchedRecords): void {
    for (const { venue } of fills.values()) this.#due(venue);
    for (const id of orders)
      for (const { venue } of this.#deps.store.state.orders.get(id)?.legs ?? []) this.#due(venue);
  }

  #due(venue: VenueName): void {
    const tracked = this.#tracked.get(venue);
    if (tracked !== undefined) tracked.isDue = true;
  }
}
