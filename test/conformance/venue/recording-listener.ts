import type { Level } from '../../../src/contract/model/book.ts';
import type { VenueClientId } from '../../../src/contract/model/ids.ts';
import type { VenueInstrument } from '../../../src/contract/model/instrument.ts';
import type { Price } from '../../../src/contract/model/money.ts';
import type { Side } from '../../../src/contract/model/order.ts';
import type {
  OrderReport,
  VenueAnomaly,
  VenueAsset,
  VenueBookUpdate,
  VenueListener,
  VenueTrade,
} from '../../../src/ports/venue.ts';

interface RecordedBook {
  readonly BUY: Map<Price, Level>;
  readonly SELL: Map<Price, Level>;
}

/** A listener that records everything a venue publishes, and maintains its books. */
export class RecordingListener implements VenueListener {
  readonly instruments = new Map<string, VenueInstrument>();
  readonly trades: VenueTrade[] = [];
  readonly reports: OrderReport[] = [];
  readonly anomalies: VenueAnomaly[] = [];
  assets: readonly VenueAsset[] = [];
  /** Every published status of each instrument, oldest first. */
  readonly statuses = new Map<string, string[]>();
  readonly #books = new Map<string, RecordedBook>();

  onInstruments(instruments: readonly VenueInstrument[]): void {
    for (const instrument of instruments) {
      const { venueInstrumentId, status } = instrument;
      this.instruments.set(venueInstrumentId, instrument);
      this.statuses.set(venueInstrumentId, [...(this.statuses.get(venueInstrumentId) ?? []), status]);
    }
  }

  waitForCapacity(): Promise<void> {
    return Promise.resolve();
  }

  onAssets(assets: readonly VenueAsset[]): void {
    this.assets = assets;
  }

  onBook(update: VenueBookUpdate): void {
    if (update.kind === 'alive') return;
    if (update.kind === 'lost') {
      this.#books.delete(update.venueInstrumentId);
      return;
    }
    if (update.kind === 'snapshot') {
      this.#books.set(update.venueInstrumentId, { BUY: new Map(), SELL: new Map() });
    }
    const book = this.#books.get(update.venueInstrumentId);
    if (book === undefined) throw new Error(`a delta before any snapshot of ${update.venueInstrumentId}`);
    applyLevels(book.BUY, update.bids);
    applyLevels(book.SELL, update.asks);
  }

  onTrades(trades: readonly VenueTrade[]): void {
    for (const trade of trades) this.trades.push(trade);
  }

  onReport(report: OrderReport): void {
    this.reports.push(report);
  }

  onAnomaly(anomaly: VenueAnomaly): void {
    this.anomalies.push(anomaly);
  }

  /** Best first; empty without a book. */
  levels(venueInstrumentId: string, side: Side): Level[] {
    const levels = [...(this.#books.get(venueInstrumentId)?.[side].values() ?? [])];
    return levels.sort((a, b) => Number(side === 'BUY' ? b.price - a.price : a.price - b.price));
  }

  getReports(clientId: VenueClientId): OrderReport[] {
    return this.reports.filter((report) => report.clientId === clientId);
  }
}

function applyLevels(side: Map<Price, Level>, levels: readonly Level[]): void {
  for (const level of levels) {
    if (level.qty === 0n) side.delete(level.price);
    else side.set(level.price, level);
  }
}
