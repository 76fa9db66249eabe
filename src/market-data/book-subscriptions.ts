import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import type { Clock, Timer } from '../ports/environment.ts';
import type { Holdings } from '../ports/market-view.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { Venue } from '../ports/venue.ts';
import type { InstrumentCatalogue } from './instrument-catalogue.ts';
import type { MarketVenue } from './market-data-types.ts';
import type { OrderBooks } from './order-books.ts';

const SWEEP_EVERY_MS = 5_000;

interface BookSubscriberDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly books: OrderBooks;
  readonly catalogue: InstrumentCatalogue;
  readonly subscriptions: SubscriptionTable;
  readonly holdings: Holdings;
  readonly isVenueHealthy: (venue: VenueName) => boolean;
  readonly firstBookMs: number; // how long a reader waits for a book that was never asked for
}

interface Waiting {
  readonly told: PromiseWithResolvers<void>;
  readonly timer: Timer;
}

/** Brings books that a venue tells only when asked: to readers, to routing, and where we hold something. */
export class BookSubscriber {
  readonly #deps: BookSubscriberDeps;
  readonly #waiting = new Map<InstrumentId, Waiting>();
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
   * Has the book told from now on, without waiting for it. A market that is not on has none to tell.
   *
   * @returns whether it is on its way or here
   */
  subscribe(instrument: Instrument): boolean {
    return isOpenOrPaused(instrument) && this.#deps.subscriptions.subscribe(instrument);
  }

  /** Resolves when the book has been told once, at the latest after a bounded wait; at once where there is nothing to wait for. */
  async waitForFirstBook(instrument: Instrument): Promise<void> {
    const { books, subscriptions, isVenueHealthy } = this.#deps;
    const { instrumentId, venue } = instrument;
    if (!subscriptions.isOnDemand(venue) || !this.subscribe(instrument)) return;
    if (!books.hasSnapshot(instrumentId) && isVenueHealthy(venue)) await this.#wait(instrumentId);
  }

  /** Its first book is here. */
  onFirstBook(id: InstrumentId): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.timer.cancel();
    waiting.told.resolve();
  }

  #wait(id: InstrumentId): Promise<void> {
    const { clock, firstBookMs } = this.#deps;
    const waiting = this.#waiting.get(id) ?? {
      told: Promise.withResolvers<void>(),
      timer: clock.after(firstBookMs, () => this.onFirstBook(id)),
    };
    this.#waiting.set(id, waiting);
    return waiting.told.promise;
  }

  async #sweep(): Promise<void> {
    const { subscriptions, log } = this.#deps;
    try {
      for (const venue of subscriptions.venues) await this.#wantHeld(venue);
    } catch (error) {
      log.error('what we hold could not be looked up to be watched', { error: String(error) });
    }
    subscriptions.releaseIdle();
  }

  /** What we hold is watched though nobody asks for it, as after a start. */
  async #wantHeld(venue: VenueName): Promise<void> {
    const { holdings, catalogue, subscriptions } = this.#deps;
    const missing = [...holdings.ids(venue)].filter((id) => !subscriptions.isSubscribed(venue, id));
    for (const instrument of await catalogue.lookup(missing)) this.subscribe(instrument);
  }
}

/** A paused market may be resumed, and its book is shown meanwhile. */
export const isOpenOrPaused = ({ status }: Pick<Instrument, 'status'>): boolean =>
  status === 'OPEN' || status === 'PAUSED';

interface SubscriptionTableDeps {
  readonly venues: readonly MarketVenue[];
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly holdings: Holdings;
  readonly idleMs: number; // unwanted for so long, an instrument is let go
  readonly onReleased: (id: InstrumentId) => void;
}

/** What is to be watched. */
interface SubscribedInstrument {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

interface VenueSubscriptions {
  readonly venue: Venue;
  readonly max: number;
  /** Least recently wanted first. */
  readonly watched: Map<InstrumentId, { readonly venueInstrumentId: string; readonly wantedAtMs: number }>;
}

/**
 * Which instruments each venue is asked to tell books of, where it tells only those. Whoever wants one
 * says so; what nobody wants any more is let go, and so is the least recently wanted where there are too
 * many. Never one where we have something at stake: its book values what we hold.
 */
export class SubscriptionTable {
  readonly #deps: SubscriptionTableDeps;
  readonly #seats: ReadonlyMap<VenueName, VenueSubscriptions>;

  constructor(deps: SubscriptionTableDeps) {
    this.#deps = deps;
    const seats = deps.venues.flatMap(({ name, venue, capabilities, watchedMax }) =>
      venue === null || capabilities.bookDelivery === 'all'
        ? []
        : [[name, { venue, max: watchedMax, watched: new Map() }] as const],
    );
    this.#seats = new Map(seats);
  }

  /** The venues that tell only what they are asked for. */
  get venues(): readonly VenueName[] {
    return [...this.#seats.keys()];
  }

  isOnDemand(venue: VenueName): boolean {
    return this.#seats.has(venue);
  }

  isSubscribed(venue: VenueName, id: InstrumentId): boolean {
    return this.#seats.get(venue)?.watched.has(id) ?? false;
  }

  /**
   * Has the instrument told from now on.
   *
   * @returns false when there is no room: all that are watched have something at stake
   */
  subscribe({ instrumentId: id, venue, venueInstrumentId }: SubscribedInstrument): boolean {
    const seat = this.#seats.get(venue);
    if (seat === undefined) return true;
    const wasWatched = seat.watched.delete(id);
    if (!wasWatched && !this.#hasRoom(seat) && !this.#deps.holdings.has(id)) {
      this.#deps.metrics.count('market_watch_refused', { venue });
      return false;
    }
    seat.watched.set(id, { venueInstrumentId, wantedAtMs: this.#deps.clock.monotonicMs() });
    if (!wasWatched) seat.venue.watch(venueInstrumentId);
    return true;
  }

  /** Lets go what nobody has wanted for long. */
  releaseIdle(): void {
    const { clock, idleMs, metrics } = this.#deps;
    const before = clock.monotonicMs() - idleMs;
    for (const [name, seat] of this.#seats) {
      for (const [id, { wantedAtMs }] of seat.watched) {
        if (wantedAtMs > before) break;
        this.#release(seat, id);
      }
      metrics.gauge('market_watched', seat.watched.size, { venue: name });
    }
  }

  #hasRoom(seat: VenueSubscriptions): boolean {
    if (seat.watched.size < seat.max) return true;
    for (const id of seat.watched.keys()) if (this.#release(seat, id)) return true;
    return false;
  }

  #release(seat: VenueSubscriptions, id: InstrumentId): boolean {
    const entry = seat.watched.get(id);
    if (entry === undefined || this.#deps.holdings.has(id)) return false;
    seat.watched.delete(id);
    seat.venue.unwatch(entry.venueInstrumentId);
    this.#deps.onReleased(id);
    return true;
  }
}
