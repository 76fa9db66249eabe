import type { VenueName } from '../../src/contract/model/ids.ts';
import type { VenueInstrument } from '../../src/contract/model/instrument.ts';
import { seededRandom } from '../../src/matching-engine/seeded-noise.ts';
import type {
  OrderReport,
  Venue,
  VenueBookUpdate,
  VenueListener,
  VenueTrade,
} from '../../src/ports/venue.ts';
import type { DemoSettings } from '../../src/venues/demo/demo-settings.ts';
import { createDemo } from '../../src/venues/demo/demo-venue.ts';
import { RecordingListener } from '../../test/conformance/venue/recording-listener.ts';
import type { MachineClock } from './simulated-clock.ts';
import type { DemoDisk } from './simulated-disks.ts';

export const DEMO = 'Demo' as VenueName;
export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Demo as a remote exchange on another machine. Each process of the service that connects receives the
 * present state and then every change. A new process replaces one that has ended.
 */
export class RemoteExchange extends RecordingListener {
  readonly #demo: Venue;
  #listener: VenueListener | null = null;

  constructor(disk: DemoDisk, clock: MachineClock, seed: number, settings: Partial<DemoSettings>) {
    super();
    const store = disk.open();
    this.#demo = createDemo({
      name: DEMO,
      store,
      clock,
      random: seededRandom(seed),
      log: silentLog,
      seed,
      settings,
    });
  }

  open(): Promise<void> {
    return this.#demo.start(this);
  }

  /** The venue as one process of the service uses it. */
  connection(): Venue {
    return {
      ...this.#demo,
      start: async (listener) => this.#connect(listener),
      stop: async () => {
        this.#listener = null;
      },
    };
  }

  override onInstruments(instruments: readonly VenueInstrument[]): void {
    super.onInstruments(instruments);
    this.#listener?.onInstruments(instruments);
  }

  override onAssets(assets: RecordingListener['assets']): void {
    super.onAssets(assets);
    this.#listener?.onAssets(assets);
  }

  override onBook(update: VenueBookUpdate): void {
    super.onBook(update);
    this.#listener?.onBook(update);
  }

  override onTrades(trades: readonly VenueTrade[]): void {
    this.#listener?.onTrades(trades);
  }

  override onReport(report: OrderReport): void {
    this.#listener?.onReport(report);
  }

  #connect(listener: VenueListener): void {
    this.#listener = listener;
    listener.onInstruments([...this.instruments.values()]);
    listener.onAssets(this.assets);
    const at = [...this.instruments.values()].reduce(
      (latest, { updatedAt }) => Math.max(latest, updatedAt),
      0,
    );
    for (const venueInstrumentId of this.instruments.keys()) {
      const bids = this.levels(venueInstrumentId, 'BUY');
      const asks = this.levels(venueInstrumentId, 'SELL');
      listener.onBook({ kind: 'snapshot', venueInstrumentId, bids, asks, at: at as OrderReport['at'] });
    }
  }
}
