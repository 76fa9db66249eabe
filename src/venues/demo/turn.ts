import type { Level } from '../../core/books/book.ts';
import type { LevelDelta } from '../../core/exchange/order.ts';
import type { VenueInstrument } from '../../core/instruments/instrument.ts';
import type { Price } from '../../core/kernel/decimal.ts';
import type { VenueClientId } from '../../core/kernel/ids.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { DemoCommit, DemoCounters, DemoFill, DemoListing, DemoOrder } from '../../ports/demostore.ts';
import type { OrderReport, VenueAsset, VenueBookUpdate, VenueFill, VenueTrade } from '../../ports/venue.ts';

interface Touched {
  readonly bids: Map<Price, Level>;
  readonly asks: Map<Price, Level>;
}

/** Everything one turn of the exchange did: what to make durable, then what to tell, in one piece. */
export class Turn {
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

  touch(venueInstrumentId: string, levels: readonly LevelDelta[]): void {
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

  instruments(): VenueInstrument[] {
    return [...this.listings.values()].map((listing) => listing.instrument);
  }

  /** A book that was listed in this turn begins with an empty snapshot, so that its changes have a base. */
  bookUpdates(): VenueBookUpdate[] {
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
  reports(): OrderReport[] {
    return [...this.orders.values()].map((order) => this.report(order));
  }

  report(order: DemoOrder): OrderReport {
    const fills = this.fills.filter(({ clientId }) => clientId === order.clientId);
    return reportOf(
      order,
      fills.map(({ fill }) => fill),
    );
  }
}

/** What Demo says of an order: its whole state, and those fills. */
export const reportOf = (order: DemoOrder, fills: readonly VenueFill[]): OrderReport => ({
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
