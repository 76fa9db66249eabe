import type { InstrumentId, VenueName } from '../core/kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Holdings } from '../ports/holdings.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Venue } from '../ports/venue.ts';
import type { MarketVenue } from './venues.ts';

export interface WatchlistDeps {
  readonly venues: readonly MarketVenue[];
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly holdings: Holdings;
  readonly idleMs: number; // unwanted for so long, an instrument is let go
  readonly onReleased: (id: InstrumentId) => void;
}

/** What is to be watched. */
export interface Watched {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

interface Seat {
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
export class Watchlist {
  readonly #deps: WatchlistDeps;
  readonly #seats: ReadonlyMap<VenueName, Seat>;

  constructor(deps: WatchlistDeps) {
    this.#deps = deps;
    const seats = deps.venues.flatMap(({ name, venue, capabilities, watchedMax }) =>
      venue === null || capabilities.books === 'told'
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

  isWatched(venue: VenueName, id: InstrumentId): boolean {
    return this.#seats.get(venue)?.watched.has(id) ?? false;
  }

  /**
   * Has the instrument told from now on.
   *
   * @returns false when there is no room: all that are watched have something at stake
   */
  want({ instrumentId: id, venue, venueInstrumentId }: Watched): boolean {
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
  sweep(): void {
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

  #hasRoom(seat: Seat): boolean {
    if (seat.watched.size < seat.max) return true;
    for (const id of seat.watched.keys()) if (this.#release(seat, id)) return true;
    return false;
  }

  #release(seat: Seat, id: InstrumentId): boolean {
    const entry = seat.watched.get(id);
    if (entry === undefined || this.#deps.holdings.has(id)) return false;
    seat.watched.delete(id);
    seat.venue.unwatch(entry.venueInstrumentId);
    this.#deps.onReleased(id);
    return true;
  }
}
