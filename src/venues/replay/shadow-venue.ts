import { createLruCache, type Price, type TimestampMs } from '#contract';
import { applyReplayDelta, applyReplayPrint, applyReplaySnapshot, displayedTouch, loseBook } from '#domain';
import type {
  ExternalVenue,
  PublicRecords,
  Venue,
  VenueBookUpdate,
  VenueCapabilities,
  VenueListener,
  VenueTrade,
} from '#ports';
import { MODEL_CAPABILITIES, ModelVenue, type ModelVenueDeps } from './model-venue.ts';

const TRADES_KNOWN_MAX = 50_000;
const US_PER_MS = 1_000;

/**
 * A venue with the market data of a real one, and orders that never leave the service: the model of `domain/replay` fills them
 * on the live books. Only `start`, `watch`, `unwatch`, `publicRecords`, `health` and `stop` of the real adapter are called.
 *
 * Orders live in memory: after a restart the venue does not know them, and the order management closes them.
 */
export class ShadowVenue extends ModelVenue implements ExternalVenue {
  readonly capabilities: VenueCapabilities;
  readonly publicRecords?: PublicRecords;
  readonly #feed: ExternalVenue;
  readonly #knownTrades = createLruCache<string, true>(TRADES_KNOWN_MAX);
  /** Since when the book of an instrument has been known without interruption. */
  readonly #knownSince = new Map<string, TimestampMs>();
  #downWhy: string | null = 'the market data has not started';

  constructor(feed: ExternalVenue, { clock, model }: Omit<ModelVenueDeps, 'name'>) {
    const { name, capabilities } = feed;
    super({ name, clock, model }, `shadow-${clock.now()}`); // ids of fills differ after a restart
    this.#feed = feed;
    if (feed.publicRecords !== undefined) this.publicRecords = feed.publicRecords;
    const { buyNotionalMin, bookDelivery, tif, tifSell, tifsBelowMin } = capabilities;
    this.capabilities = {
      ...MODEL_CAPABILITIES,
      deadServiceNote: 'Resting orders of profile shadow end with the service.',
      bookDelivery,
      tif,
      ...(tifSell !== undefined && { tifSell }),
      ...(tifsBelowMin !== undefined && { tifsBelowMin }),
      ...(buyNotionalMin !== undefined && { buyNotionalMin }),
    };
  }

  watch: Venue['watch'] = (id) => this.#feed.watch(id);
  unwatch: Venue['unwatch'] = (id) => this.#feed.unwatch(id);
  check: ExternalVenue['check'] = () => this.#feed.check();

  health: Venue['health'] = async () => {
    const health = await this.#feed.health();
    this.#downWhy = health.healthy ? null : (health.reason ?? 'the venue is not healthy');
    return health;
  };

  override async stop(): Promise<void> {
    await super.stop();
    await this.#feed.stop();
  }

  /** Best prices of others; null: that side is empty, or the book is not known. */
  findTouch(venueInstrumentId: string): { readonly bid: Price | null; readonly ask: Price | null } {
    const market = this.exchange.market(venueInstrumentId);
    return market === null ? { bid: null, ask: null } : displayedTouch(market);
  }

  protected begin(listener: VenueListener): Promise<void> {
    return this.#feed.start({
      onInstruments: (instruments) => {
        listener.onInstruments(instruments);
        for (const instrument of instruments) this.exchange.list(instrument);
      },
      waitForCapacity: () => listener.waitForCapacity(),
      onAssets: (assets) => listener.onAssets(assets),
      onBook: (update) => this.#applyBook(update),
      onTrades: (trades) => {
        listener.onTrades(trades);
        for (const trade of trades) this.#applyTrade(trade);
      },
      onTradesMissed: (missed) => listener.onTradesMissed?.(missed),
      lastTradeAt: (venueInstrumentId) => listener.lastTradeAt?.(venueInstrumentId) ?? null,
      onReport: () => undefined, // orders of the real account are none of this ledger's
      onAnomaly: () => undefined,
    });
  }

  protected whyOutOfReach(): string | null {
    return this.#downWhy;
  }

  #applyBook(update: VenueBookUpdate): void {
    if (update.kind === 'alive') return this.listener?.onBook(update);
    const { venueInstrumentId: id } = update;
    if (update.kind === 'lost') {
      this.#knownSince.delete(id);
      this.differing.delete(id);
      this.exchange.change(id, (market) => ({ market: loseBook(market), fills: [] }));
      return this.listener?.onBook(update);
    }
    const { bids, asks, kind } = update;
    const now = this.clock.now();
    this.passOn(update);
    if (kind === 'snapshot' && !this.#knownSince.has(id)) this.#knownSince.set(id, now);
    this.exchange.change(id, (market) =>
      kind === 'snapshot'
        ? applyReplaySnapshot(market, { bids, asks }, now * US_PER_MS)
        : applyReplayDelta(market, { bids, asks }, now * US_PER_MS),
    );
  }

  /** A trade counts once, and only for the time since the book has been known: a venue repeats earlier ones. */
  #applyTrade({ venueInstrumentId: id, venueTradeId, price, qty, side, at }: VenueTrade): void {
    const key = `${id} ${venueTradeId}`;
    const knownSince = this.#knownSince.get(id);
    if (this.#knownTrades.get(key) === true) return;
    this.#knownTrades.set(key, true);
    if (knownSince === undefined || at < knownSince) return;
    const print = { price, qty, taker: side, tradedAt: at };
    this.exchange.change(id, (market) => applyReplayPrint(market, print, this.clock.now() * US_PER_MS));
  }
}
