import type { Level, Price, TimestampMs, VenueClientId, VenueInstrument } from '#contract';
import type { LevelDelta } from '#matching-engine';
import type {
  DemoCommit,
  DemoCounters,
  DemoFill,
  DemoListing,
  DemoOrder,
  OrderReport,
  VenueAsset,
  VenueBookUpdate,
  VenueFill,
  VenueTrade,
} from '#ports';

interface ChangedLevels {
  readonly bids: Map<Price, Level>;
  readonly asks: Map<Price, Level>;
}

/** Everything that one step of the exchange changed: first committed, then published, as a whole. */
export class DemoTransaction {
  readonly at: TimestampMs;
  readonly orders = new Map<VenueClientId, DemoOrder>(); // their state after the step
  readonly fills: DemoFill[] = [];
  readonly listings = new Map<string, DemoListing>();
  readonly listed: string[] = [];
  readonly delisted: string[] = [];
  assets: readonly VenueAsset[] = [];
  readonly trades: VenueTrade[] = [];
  readonly #books = new Map<string, ChangedLevels>();

  constructor(at: TimestampMs) {
    this.at = at;
  }

  /** True if some of it must survive a crash. Quotes and trades of the market maker need not. */
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

  /** A newly listed book starts with an empty snapshot, to which its first changes apply. */
  toBookUpdates(): VenueBookUpdate[] {
    const { at } = this;
    const snapshots = this.listed.map(
      (venueInstrumentId): VenueBookUpdate => ({
        kind: 'snapshot',
        venueInstrumentId,
        bids: [],
        asks: [],
        at,
      }),
    );
    const deltas = [...this.#books].map(
      ([venueInstrumentId, { bids, asks }]): VenueBookUpdate => ({
        kind: 'delta',
        venueInstrumentId,
        bids: [...bids.values()],
        asks: [...asks.values()],
        at,
      }),
    );
    return [...snapshots, ...deltas];
  }

  /** One report per changed order, with the fills of this transaction. */
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

/** The full state of an order, with the given fills. */
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
