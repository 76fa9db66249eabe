import type { Instrument, InstrumentId, VenueName } from '#contract';
import type { Clock, Holdings, Log, Metrics, Timer, Venue } from '#ports';
import type { InstrumentCatalogue } from './instrument-catalogue.ts';
import type { MarketVenue } from './market-data-types.ts';
import type { OrderBooks } from './order-books.ts';

const SWEEP_EVERY_MS = 5_000;
const WAITING_MAX = 1_000; // readers that wait for a first book at the same time

interface BookSubscriberDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly books: OrderBooks;
  readonly catalogue: InstrumentCatalogue;
  readonly subscriptions: SubscriptionTable;
  readonly holdings: Holdings;
  readonly isVenueHealthy: (venue: VenueName) => boolean;
  readonly firstBookMs: number; // how long a reader waits for the first snapshot
}

interface Waiting {
  readonly arrived: PromiseWithResolvers<void>;
  readonly timer: Timer;
}

/**
 * Subscribes to books of venues that publish a book only on subscription: for readers, for routing, and for
 * every instrument with a position or an open order.
 */
export class BookSubscriber {
  readonly #deps: BookSubscriberDeps;
  readonly #waiting = new Map<InstrumentId, Waiting>();
  #waitingCount = 0;
  #timer: Timer | null = null;

  constructor(deps: BookSubscriberDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = this.#deps.clock.every(SWEEP_EVERY_MS, () => void this.#sweep());
  }

  stop(): void {
    this.#timer?.cancel();
    for (const id of this.#waiting.keys()) this.onFirstBook(id);
  }

  /**
   * Subscribes to the book without waiting for it. A market that is neither open nor paused has no book.
   *
   * @returns true when the book is subscribed
   */
  subscribe(instrument: Instrument): boolean {
    return isOpenOrPaused(instrument) && this.#deps.subscriptions.subscribe(instrument);
  }

  /** As `subscribe`, for a caller that holds no full record. The market must be open or paused. */
  subscribeContract(contract: Pick<Instrument, 'instrumentId' | 'venue' | 'venueInstrumentId'>): boolean {
    return this.#deps.subscriptions.subscribe(contract);
  }

  /**
   * Resolves after the first snapshot or after `firstBookMs`; at once when no snapshot is pending or too many
   * readers are waiting.
   */
  async waitForFirstBook(instrument: Instrument): Promise<void> {
    const { books, subscriptions, isVenueHealthy } = this.#deps;
    const { instrumentId, venue } = instrument;
    if (!subscriptions.isOnDemand(venue) || !this.subscribe(instrument)) return;
    if (books.hasSnapshot(instrumentId) || !isVenueHealthy(venue)) return;
    if (this.#waitingCount >= WAITING_MAX) return;
    this.#waitingCount += 1;
    await this.#wait(instrumentId);
    this.#waitingCount -= 1;
  }

  /** Ends the wait of every reader of this book. */
  onFirstBook(id: InstrumentId): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.timer.cancel();
    waiting.arrived.resolve();
  }

  #wait(id: InstrumentId): Promise<void> {
    const { clock, firstBookMs } = this.#deps;
    const waiting = this.#waiting.get(id) ?? {
      arrived: Promise.withResolvers<void>(),
      timer: clock.after(firstBookMs, () => this.onFirstBook(id)),
    };
    this.#waiting.set(id, waiting);
    return waiting.arrived.promise;
  }

  async #sweep(): Promise<void> {
    const { subscriptions, log } = this.#deps;
    try {
      for (const venue of subscriptions.venues) await this.#subscribeHeld(venue);
    } catch (error) {
      log.error('held instruments could not be subscribed', { error: String(error) });
    }
    subscriptions.releaseIdle();
  }

  /** Keeps held instruments subscribed without a reader, for example after a restart. */
  async #subscribeHeld(venue: VenueName): Promise<void> {
    const { holdings, catalogue, subscriptions } = this.#deps;
    const missing = [...holdings.ids(venue)].filter((id) => !subscriptions.isSubscribed(venue, id));
    for (const instrument of await catalogue.lookup(missing)) this.subscribe(instrument);
  }
}

/** A paused market may resume, so its book stays visible. */
export const isOpenOrPaused = ({ status }: Pick<Instrument, 'status'>): boolean =>
  status === 'OPEN' || status === 'PAUSED';

interface SubscriptionTableDeps {
  readonly venues: readonly MarketVenue[];
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly holdings: Holdings;
  readonly idleMs: number; // a subscription without a request for this long is released
  readonly onReleased: (id: InstrumentId) => void;
}

interface SubscribedInstrument {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

interface VenueSubscriptions {
  readonly venue: Venue;
  readonly max: number;
  /** Least recently requested first. */
  readonly entries: Map<InstrumentId, { readonly venueInstrumentId: string; readonly requestedAtMs: number }>;
}

/**
 * The book subscriptions of each venue that publishes books only on subscription. Each request renews a
 * subscription. Idle subscriptions are released, and so is the least recently requested one when the venue's
 * limit is reached. An instrument with a position or an open order is never released: its book values the
 * position.
 */
export class SubscriptionTable {
  readonly #deps: SubscriptionTableDeps;
  readonly #venues: ReadonlyMap<VenueName, VenueSubscriptions>;

  constructor(deps: SubscriptionTableDeps) {
    this.#deps = deps;
    const venues = deps.venues.flatMap(({ name, venue, capabilities, watchedMax }) =>
      venue === null || capabilities.bookDelivery === 'all'
        ? []
        : [[name, { venue, max: watchedMax, entries: new Map() }] as const],
    );
    this.#venues = new Map(venues);
  }

  /** The venues that publish books only on subscription. */
  get venues(): readonly VenueName[] {
    return [...this.#venues.keys()];
  }

  isOnDemand(venue: VenueName): boolean {
    return this.#venues.has(venue);
  }

  isSubscribed(venue: VenueName, id: InstrumentId): boolean {
    return this.#venues.get(venue)?.entries.has(id) ?? false;
  }

  /**
   * Subscribes to the instrument's book, or renews its subscription.
   *
   * @returns false when the limit is reached and every subscribed instrument is held
   */
  subscribe({ instrumentId: id, venue, venueInstrumentId }: SubscribedInstrument): boolean {
    const subscriptions = this.#venues.get(venue);
    if (subscriptions === undefined) return true;
    const wasSubscribed = subscriptions.entries.delete(id);
    if (!wasSubscribed && !this.#hasRoom(subscriptions) && !this.#deps.holdings.has(id)) {
      this.#deps.metrics.count('market_watch_refused', { venue });
      return false;
    }
    subscriptions.entries.set(id, { venueInstrumentId, requestedAtMs: this.#deps.clock.monotonicMs() });
    if (!wasSubscribed) subscriptions.venue.watch(venueInstrumentId);
    return true;
  }

  /** Releases subscriptions that were not requested for `idleMs`. */
  releaseIdle(): void {
    const { clock, idleMs, metrics } = this.#deps;
    const before = clock.monotonicMs() - idleMs;
    for (const [name, subscriptions] of this.#venues) {
      for (const [id, { requestedAtMs }] of subscriptions.entries) {
        if (requestedAtMs > before) break;
        this.#release(subscriptions, id);
      }
      metrics.gauge('market_watched', subscriptions.entries.size, { venue: name });
    }
  }

  #hasRoom(subscriptions: VenueSubscriptions): boolean {
    if (subscriptions.entries.size < subscriptions.max) return true;
    for (const id of subscriptions.entries.keys()) if (this.#release(subscriptions, id)) return true;
    return false;
  }

  #release(subscriptions: VenueSubscriptions, id: InstrumentId): boolean {
    const entry = subscriptions.entries.get(id);
    if (entry === undefined || this.#deps.holdings.has(id)) return false;
    subscriptions.entries.delete(id);
    subscriptions.venue.unwatch(entry.venueInstrumentId);
    this.#deps.onReleased(id);
    return true;
  }
}
