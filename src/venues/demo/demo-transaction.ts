import type { LevelDelta } from '../../domain/matching-engine/book-order.ts';
import type { Level } from '../../domain/model/book.ts';
import type { VenueClientId } from '../../domain/model/ids.ts';
import type { VenueInstrument } from '../../domain/model/instrument.ts';
import type { Price } from '../../domain/model/money.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { DemoCommit, DemoCounters, DemoFill, DemoListing, DemoOrder } from '../../ports/demo-store.ts';
import type { OrderReport, VenueAsset, VenueBookUpdate, VenueFill, VenueTrade } from '../../ports/venue.ts';

interface Touched {
  readonly bids: Map<Price, Level>;
  readonly asks: Map<Price, Level>;
}

/** Everything one turn of the exchange did: what to make durable, then what to tell, in one piece. */
export class DemoTransaction {
  readonly at: TimestampMs;
  readonly orders = new Map<VenueClientId, DemoOrder>(); // as they stand after the turn
  readonly fills: DemoFill[] = [];
  readonly listings = new Map<string, DemoListing>();
  readonly listed: string[] = [];
  readonly delisted: string[] = [];
  assets: readonly VenueAsset[] = [];
  readonly trades: VenueTrade[] = [];
  readonly #books = new Map<string, Touched>();

  constructor(at: TimestampMs) {
    this.at = at;
  }

  /** True when something of it must survive a crash; house quotes and house trades need not. */
  get isDurable(): boolean {
    return this.orders.size + this.listings.size + this.delisted.length > 0;
  }

  get isEmpty(): boolean {
    return !this.isDurable && this.trades.length === 0 && this.#books.size === 0;
  }

  toCommit(counters: DemoCounters): DemoCommit {
    const { orders, fills, listings, delisted } = this;
    return {
      counters,
      orders: [...orders.values()],
      fills: [...fills],
      listings: [...listings.values()],
      delisted: [...delisted],
    };
  }

  addLevels(venueInstrumentId: string, levels: readonly LevelDelta[]): void {
    if (levels.length === 0) return;
    let book = this.#books.get(venueInstrumentId);
    if (book === undefined) {
      book = { bids: new Map(), asks: new Map() };
      this.#books.set(venueInstrumentId, book);
    }
    for (const { side, price, qty } of levels) {
      (side === 'BUY' ? book.bids : book.asks).set(price, { price, qty });
    }
  }

  changedInstruments(): VenueInstrument[] {
    return [...this.listings.values()].map((listing) => listing.instrument);
  }

  /** A book that was listed in this turn begins with an empty snapshot, so that its changes have a base. */
  toBookUpdates(): VenueBookUpdate[] {
    const { at } = this;
    const begun = this.listed.map(
      (venueInstrumentId): VenueBookUpdate => ({
        kind: 'snapshot',
        venueInstrumentId,
        bids: [],
        asks: [],
        at,
      }),
    );
    const changed = [...this.#books].map(
      ([venueInstrumentId, { bids, asks }]): VenueBookUpdate => ({
        kind: 'delta',
        venueInstrumentId,
        bids: [...bids.values()],
        asks: [...asks.values()],
        at,
      }),
    );
    return [...begun, ...changed];
  }

  /** One report per order that changed, with the fills of this turn. */
  toReports(): OrderReport[] {
    return [...this.orders.values()].map((order) => this.toReport(order));
  }

  toReport(order: DemoOrder): OrderReport {
    const fills = this.fills.filter(({ clientId }) => clientId === order.clientId);
    return toOrderReport(
      order,
      fills.map(({ fill }) => fill),
    );
  }
}

/** What Demo says of an order: its whole state, and those fills. */
export const toOrderReport = (order: DemoOrder, fills: readonly VenueFill[]): OrderReport => ({
  clientId: order.clientId,
  venueOrderId: order.venueOrderId,
  status: order.status,
  expiresAt: order.expiresAt,
  reason: order.reason,
  price: order.price,
  qty: order.qty,
  filledQty: order.filledQty,
  fills,
  at: order.at,
});

/** One thing to tell, once it may be told. */
interface Entry {
  readonly tell: () => void;
  readonly told: PromiseWithResolvers<void>;
  isReady: boolean;
}

/**
 * Tells things in the order they happened, each once it is durable: nobody hears of a trade that a
 * crash could take back, and no older level of a book overwrites a newer one.
 */
export class EventOutbox {
  readonly #waiting: Entry[] = [];
  #failure: Error | null = null;

  /** Why nothing is told any more; null while all is well. */
  get failure(): Error | null {
    return this.#failure;
  }

  /**
   * Resolves when `tell` has run.
   *
   * @param durable  null for what needs no commit: told at once unless something before it waits
   */
  push(durable: Promise<void> | null, tell: () => void): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const entry: Entry = { tell, told: Promise.withResolvers<void>(), isReady: durable === null };
    this.#waiting.push(entry);
    if (durable === null) this.#drain();
    else
      durable.then(
        () => this.#ready(entry),
        (error: unknown) => this.#fail(error),
      );
    return entry.told.promise;
  }

  /** Resolves when everything pushed so far has been told; rejects when it never will be. */
  drained(): Promise<void> {
    return this.push(null, () => undefined);
  }

  #ready(entry: Entry): void {
    entry.isReady = true;
    this.#drain();
  }

  #drain(): void {
    for (let next = this.#waiting[0]; next?.isReady === true; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.tell();
      next.told.resolve();
    }
  }

  /** Memory is ahead of the disk from here on; only a restart can tell what is true. */
  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { told } of this.#waiting.splice(0)) told.reject(this.#failure);
  }
}
