import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock, Timer } from '../../../ports/environment.ts';
import type { Log } from '../../../ports/telemetry.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { decode, listOf, type NoteUnknown, object } from '../codec/kalshi-decoder.ts';
import { EVENT, MARKET, SERIES, type WireMarket } from '../codec/kalshi-messages.ts';
import { EVENT_FEE, LIFECYCLE } from '../codec/kalshi-ws-messages.ts';
import { describeFailure, type KalshiClient, type Query } from '../http/kalshi-client.ts';
import { forEachPage } from '../http/kalshi-pages.ts';
import type { Frame } from '../ws/kalshi-connection.ts';
import type { KalshiCatalogue } from './kalshi-catalogue.ts';
import { isSettledAtFraction } from './kalshi-listing.ts';

export interface MarketSyncDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly catalogue: KalshiCatalogue;
  readonly listener: VenueListener;
  readonly log: Log;
  readonly note: NoteUnknown;
  readonly refreshMs: number;
  readonly settledDays: number;
}

const SLICE = 250; // markets mapped in one turn of the loop
const EVENT_PAGE = 200;
const MARKET_PAGE = 1_000;
const TICKERS_A_CALL = 100;
const TICK_MS = 1_000;
const RETRY_MS = 10_000;
const OVERLAP_MS = 60_000;
const SERIES_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NO_COMBOS = { mve_filter: 'exclude' };
const ALL_SERIES = object({ series: listOf(SERIES) }, ['cursor']);
const ONE_EVENT = object({ event: EVENT }, ['markets']);

/** Keeps the catalogue as the venue's lists are: whole at first, then what has changed. */
export class MarketSync {
  readonly #deps: MarketSyncDeps;
  readonly #wanted = new Set<string>(); // markets to be read again, by a word of the stream or their time
  readonly #whole = Promise.withResolvers<void>();
  #timer: Timer | null = null;
  #syncedAt: TimestampMs | null = null; // everything the venue changed before then has been told
  #seriesAtMs = 0;
  #nextAtMs = 0;
  #isSettledTold = false;
  #isBusy = false;
  #isStopped = false;

  constructor(deps: MarketSyncDeps) {
    this.#deps = deps;
  }

  /** True once every market that is not settled has been told. */
  get hasFullList(): boolean {
    return this.#syncedAt !== null;
  }

  /** Resolves when what can be traded has been told, however often that has to be tried, or at the stop. */
  start(): Promise<void> {
    this.#timer = this.#deps.clock.every(TICK_MS, () => this.#tick());
    this.#tick();
    return this.#whole.promise;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#whole.resolve();
  }

  /** Something about a market has changed, as the stream says; what exactly is read. */
  onFrame({ type, msg }: Frame): void {
    const { note } = this.#deps;
    if (type === 'market_lifecycle_v2') {
      const told = decode(LIFECYCLE, msg, type, note);
      if (told !== null) this.#wanted.add(told.market_ticker);
    } else if (type === 'event_fee_update') {
      const told = decode(EVENT_FEE, msg, type, note);
      if (told !== null) this.#start(() => this.#reloadEvent(told.event_ticker));
    }
  }

  /** News may have been missed: what changed since is read at the next moment. */
  refreshNow(): void {
    this.#nextAtMs = 0;
  }

  #tick(): void {
    const { clock, client, catalogue, refreshMs } = this.#deps;
    if (this.#isBusy || this.#isStopped) return;
    for (const ticker of catalogue.takeDue(client.time.now())) this.#wanted.add(ticker);
    if (this.#wanted.size > 0) return this.#start(() => this.#reload());
    if (clock.monotonicMs() < this.#nextAtMs) return;
    this.#nextAtMs = clock.monotonicMs() + refreshMs;
    this.#start(() => (this.hasFullList ? this.#changes() : this.#full()));
  }

  #start(run: () => Promise<void>): void {
    this.#isBusy = true;
    run()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#isBusy = false;
      });
  }

  #failed(error: unknown): void {
    this.#nextAtMs = this.#deps.clock.monotonicMs() + RETRY_MS;
    if (!this.#isStopped)
      this.#deps.log.warn('the catalogue of Kalshi could not be read', { why: String(error) });
  }

  /** Series and events first, for a market has neither category nor fees of its own. */
  async #full(): Promise<void> {
    const from = this.#deps.client.time.now();
    await this.#readSeries();
    for (const status of ['open', 'unopened', 'closed']) await this.#readEvents({ status });
    for (const status of ['open', 'unopened', 'paused', 'closed'])
      await this.#readMarkets({ status, ...NO_COMBOS });
    this.#syncedAt = from;
    this.#whole.resolve();
    this.#nextAtMs = this.#deps.clock.monotonicMs() + this.#deps.refreshMs;
    await this.#settled(from);
  }

  /** The last of what could be traded: positions in them are valued by their results. */
  async #settled(from: TimestampMs): Promise<void> {
    const since = Math.floor((from - this.#deps.settledDays * DAY_MS) / 1000);
    await this.#readEvents({ status: 'settled', min_close_ts: since });
    await this.#readMarkets({ status: 'settled', min_settled_ts: since, ...NO_COMBOS });
    this.#isSettledTold = true;
  }

  async #changes(): Promise<void> {
    const { client, clock } = this.#deps;
    const from = client.time.now();
    const since = Math.floor(((this.#syncedAt ?? from) - OVERLAP_MS) / 1000);
    if (clock.monotonicMs() - this.#seriesAtMs > SERIES_EVERY_MS) await this.#readSeries();
    await this.#readEvents({ min_updated_ts: since });
    await this.#readMarkets({ min_updated_ts: since, ...NO_COMBOS });
    this.#syncedAt = from;
    if (!this.#isSettledTold) await this.#settled(from);
  }

  async #reload(): Promise<void> {
    const tickers = this.#wanted.values().take(TICKERS_A_CALL).toArray();
    await this.#readMarkets({ tickers: tickers.join(',') });
    for (const ticker of tickers) this.#wanted.delete(ticker);
  }

  async #reloadEvent(ticker: string): Promise<void> {
    await this.#readEvent(ticker);
    await this.#readMarkets({ event_ticker: ticker });
  }

  async #readSeries(): Promise<void> {
    const answer = await this.#deps.client.get('/series', {}, ALL_SERIES);
    if (answer.kind !== 'ok') throw new Error(`series: ${describeFailure(answer)}`);
    this.#deps.catalogue.addSeries(answer.value.series);
    this.#seriesAtMs = this.#deps.clock.monotonicMs();
  }

  async #readEvents(query: Query): Promise<void> {
    const { client, catalogue } = this.#deps;
    const paging = { path: '/events', key: 'events', item: EVENT, ignored: ['milestones'] };
    const why = await forEachPage(
      client,
      { ...paging, query: { ...query, limit: EVENT_PAGE }, getId: (event) => event.event_ticker },
      async (events) => {
        catalogue.addEvents(events);
        await this.#breathe();
        return this.#whyStopped();
      },
    );
    if (why !== null) throw new Error(`events: ${why}`);
  }

  async #readMarkets(query: Query): Promise<void> {
    const why = await forEachPage(
      this.#deps.client,
      {
        path: '/markets',
        query: { ...query, limit: MARKET_PAGE },
        key: 'markets',
        item: MARKET,
        getId: (market) => market.ticker,
      },
      async (markets) => {
        await this.#tell(markets);
        return this.#whyStopped();
      },
    );
    if (why !== null) throw new Error(`markets: ${why}`);
  }

  /** In slices with a breath between, so that a large list keeps nobody's order waiting. */
  async #tell(markets: readonly WireMarket[]): Promise<void> {
    const { catalogue, client, listener, note } = this.#deps;
    for (const ticker of new Set(markets.map((market) => market.event_ticker))) {
      if (!catalogue.hasEvent(ticker)) await this.#readEvent(ticker);
    }
    for (const market of markets.filter(isSettledAtFraction)) {
      note('value', `market.settlement_value_dollars: ${market.ticker} paid a price between 0 and 1`);
    }
    for (let at = 0; at < markets.length; at += SLICE) {
      const told = catalogue.addMarkets(markets.slice(at, at + SLICE), client.time.now());
      if (told.length > 0) listener.onInstruments(told);
      await listener.waitForCapacity();
      await this.#breathe();
    }
  }

  async #readEvent(ticker: string): Promise<void> {
    if (ticker.startsWith('KXMVE')) return;
    const path = `/events/${encodeURIComponent(ticker)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_EVENT, '/events/:event_ticker');
    if (answer.kind === 'ok') this.#deps.catalogue.addEvents([answer.value.event]);
    else if (answer.kind !== 'failure') throw new Error(`event ${ticker}: ${answer.why}`);
  }

  #whyStopped(): string | null {
    return this.#isStopped ? 'stopped' : null;
  }

  #breathe(): Promise<void> {
    return new Promise((resolve) => {
      this.#deps.clock.after(0, resolve);
    });
  }
}
