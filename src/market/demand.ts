import type { Instrument } from '../core/instruments/instrument.ts';
import type { InstrumentId, VenueName } from '../core/kernel/ids.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Holdings } from '../ports/holdings.ts';
import type { Log } from '../ports/log.ts';
import type { Books } from './books.ts';
import type { Catalogue } from './catalogue.ts';
import type { Watchlist } from './watchlist.ts';

const SWEEP_EVERY_MS = 5_000;

export interface DemandDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly books: Books;
  readonly catalogue: Catalogue;
  readonly watchlist: Watchlist;
  readonly holdings: Holdings;
  readonly isVenueHealthy: (venue: VenueName) => boolean;
  readonly firstBookMs: number; // how long a reader waits for a book that was never asked for
}

interface Waiting {
  readonly told: PromiseWithResolvers<void>;
  readonly timer: Timer;
}

/** Brings books that a venue tells only when asked: to readers, to routing, and where we hold something. */
export class Demand {
  readonly #deps: DemandDeps;
  readonly #waiting = new Map<InstrumentId, Waiting>();
  #timer: Timer | null = null;

  constructor(deps: DemandDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = this.#deps.clock.every(SWEEP_EVERY_MS, () => void this.#sweep());
  }

  stop(): void {
    this.#timer?.cancel();
    for (const id of this.#waiting.keys()) this.arrived(id);
  }

  /**
   * Has the book told from now on, without waiting for it. A market that is not on has none to tell.
   *
   * @returns whether it is on its way or here
   */
  want(instrument: Instrument): boolean {
    return isOn(instrument) && this.#deps.watchlist.want(instrument);
  }

  /** Resolves when the book has been told once, at the latest after a bounded wait; at once where there is nothing to wait for. */
  async firstBook(instrument: Instrument): Promise<void> {
    const { books, watchlist, isVenueHealthy } = this.#deps;
    const { instrumentId, venue } = instrument;
    if (!watchlist.isOnDemand(venue) || !this.want(instrument)) return;
    if (!books.isTold(instrumentId) && isVenueHealthy(venue)) await this.#wait(instrumentId);
  }

  /** Its first book is here. */
  arrived(id: InstrumentId): void {
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
      timer: clock.after(firstBookMs, () => this.arrived(id)),
    };
    this.#waiting.set(id, waiting);
    return waiting.told.promise;
  }

  async #sweep(): Promise<void> {
    const { watchlist, log } = this.#deps;
    try {
      for (const venue of watchlist.venues) await this.#wantHeld(venue);
    } catch (error) {
      log.error('what we hold could not be looked up to be watched', { error: String(error) });
    }
    watchlist.sweep();
  }

  /** What we hold is watched though nobody asks for it, as after a start. */
  async #wantHeld(venue: VenueName): Promise<void> {
    const { holdings, catalogue, watchlist } = this.#deps;
    const missing = [...holdings.ids(venue)].filter((id) => !watchlist.isWatched(venue, id));
    for (const instrument of await catalogue.lookup(missing)) this.want(instrument);
  }
}

/** A paused market may be resumed, and its book is shown meanwhile. */
export const isOn = ({ status }: Pick<Instrument, 'status'>): boolean =>
  status === 'OPEN' || status === 'PAUSED';
