import { decode, listOf, type OnIssue, object, optional, type TimestampMs } from '#contract';
import { type Clock, type Log, type Timer, type VenueListener, wait } from '#ports';
import type { PagesEnd } from '#venues/shared';
import {
  EVENT,
  FEE_CHANGE,
  MARKET,
  SERIES,
  SETTLEMENT,
  type WireEvent,
  type WireFeeChange,
  type WireMarket,
  type WireSeries,
} from '../codec/kalshi-messages.ts';
import { EVENT_FEE, LIFECYCLE } from '../codec/kalshi-ws-messages.ts';
import { describeFailure, type KalshiClient, type Query } from '../http/kalshi-client.ts';
import { forEachPage, listAll } from '../http/kalshi-pages.ts';
import type { Frame } from '../ws/kalshi-connection.ts';
import type { KalshiCatalogue } from './kalshi-catalogue.ts';
import { hasNoPayout } from './kalshi-listing.ts';

export interface MarketSyncDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly catalogue: KalshiCatalogue;
  readonly listener: VenueListener;
  readonly log: Log;
  readonly note: OnIssue;
  readonly refreshMs: number;
  readonly settledDays: number;
}

const BATCH = 250; // markets converted before yielding to the event loop
const EVENT_PAGE = 200;
const MARKET_PAGE = 1_000;
const TICKERS_PER_REQUEST = 100;
const TICK_MS = 1_000;
const RETRY_MS = 10_000;
const OVERLAP_MS = 60_000;
const SERIES_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UNCLOSED = ['open', 'unopened', 'paused'];
const NO_COMBOS = { mve_filter: 'exclude' };
const ALL_SERIES = object({ series: listOf(SERIES) }, ['cursor']);
const FEE_CHANGES = object({ series_fee_change_arr: optional(listOf(FEE_CHANGE)) }); // null: none, as Go writes it
const ONE_EVENT = object({ event: EVENT }, ['markets']);
const ONE_SERIES = object({ series: SERIES });

/** Keeps the catalogue equal to the venue's lists: reads them completely once, and then the changes. */
export class MarketSync {
  readonly #deps: MarketSyncDeps;
  readonly #outdated = new Set<string>(); // tickers to read again, after a lifecycle frame or at a scheduled time
  readonly #changedEvents = new Set<string>(); // their markets are to be read again, because they inherit from them
  readonly #changedSeries = new Set<string>();
  #feeChanges: readonly WireFeeChange[] = []; // to come
  #feeChangesFault: string | null = null; // why their last read failed; each reason is logged once in a row
  readonly #firstList = Promise.withResolvers<void>();
  #timer: Timer | null = null;
  #syncedAt: TimestampMs | null = null; // every change before this time has been published
  #seriesAtMs = 0;
  #nextAtMs = 0;
  #hasReadSettled = false;
  #listFault: string | null = null;
  #isBusy = false;
  #isStopped = false;

  constructor(deps: MarketSyncDeps) {
    this.#deps = deps;
  }

  /** True once every unsettled market has been published. */
  get hasFullList(): boolean {
    return this.#syncedAt !== null;
  }

  /** Why the last read of the lists did not reach their end; null if it did. What was read before is kept. */
  get listFault(): string | null {
    return this.#listFault;
  }

  /** Resolves when every tradable market has been published, after any number of attempts, or on `stop`. */
  start(): Promise<void> {
    this.#timer = this.#deps.clock.every(TICK_MS, () => this.#tick());
    this.#tick();
    return this.#firstList.promise;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#firstList.resolve();
  }

  /** A lifecycle frame says that a market changed; the market itself is read over HTTP. */
  onFrame({ type, msg }: Frame): void {
    const { note } = this.#deps;
    if (type === 'market_lifecycle_v2') {
      const message = decode(LIFECYCLE, msg, type, note);
      if (message === null) return;
      this.#outdated.add(message.market_ticker);
      if (this.hasFullList) this.#tick(); // at once
    } else if (type === 'event_fee_update') {
      const message = decode(EVENT_FEE, msg, type, note);
      if (message === null) return;
      this.#changedEvents.add(message.event_ticker);
      if (this.hasFullList) this.#tick();
    }
  }

  /**
   * Reads the markets in which a position of the account was settled since `since`, Unix ms. They may have left the
   * lists of recently settled markets while the service was down.
   *
   * @returns whether the settlements were read completely
   */
  async rereadSettled(since: number): Promise<boolean> {
    const listing = await listAll(this.#deps.client, {
      path: '/portfolio/settlements',
      query: { min_ts: Math.max(0, Math.floor(since / 1_000)), limit: MARKET_PAGE },
      key: 'settlements',
      item: SETTLEMENT,
      getId: ({ ticker }) => ticker,
    });
    if (!listing.ok) this.#deps.log.warn('Kalshi settlements could not be read', { why: listing.why });
    else for (const { ticker } of listing.items) this.#outdated.add(ticker);
    return listing.ok;
  }

  /**
   * Reads a market at once, also while lists are read. It is read again after them, because an answer that is older than
   * this one may be published later.
   */
  async reread(ticker: string): Promise<void> {
    this.#outdated.add(ticker);
    try {
      await this.#readMarkets({ tickers: ticker });
    } catch (error) {
      this.#deps.log.warn('Kalshi market could not be read', { ticker, why: String(error) });
    }
  }

  /** Lifecycle frames may have been missed: read the changes at the next tick. */
  refreshNow(): void {
    this.#nextAtMs = 0;
  }

  #tick(): void {
    const { clock, client, catalogue, refreshMs } = this.#deps;
    if (this.#isBusy || this.#isStopped) return;
    for (const ticker of catalogue.takeDue(client.time.now())) this.#outdated.add(ticker);
    this.#applyDueFees();
    if (this.#outdated.size > 0) return this.#run(() => this.#rereadMarkets());
    if (this.hasFullList && this.#changedEvents.size + this.#changedSeries.size > 0)
      return this.#run(() => this.#rereadHeirs());
    if (clock.monotonicMs() < this.#nextAtMs) return;
    this.#nextAtMs = clock.monotonicMs() + refreshMs;
    this.#run(() => (this.hasFullList ? this.#readChanges() : this.#readAll()));
  }

  #run(run: () => Promise<void>): void {
    this.#isBusy = true;
    run()
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => {
        this.#isBusy = false;
      });
  }

  #onFailure(error: unknown): void {
    this.#nextAtMs = this.#deps.clock.monotonicMs() + RETRY_MS;
    if (this.#isStopped) return;
    this.#listFault = error instanceof Error ? error.message : String(error);
    this.#deps.log.warn('Kalshi market list could not be read', { why: this.#listFault });
  }

  /** Series and events first, because a market inherits its category and fees from them. */
  async #readAll(): Promise<void> {
    const from = this.#deps.client.time.now();
    await this.#readSeries();
    await this.#readFeeChanges();
    for (const status of ['open', 'unopened', 'closed']) await this.#readEvents({ status });
    for (const status of [...UNCLOSED, 'closed']) await this.#readMarkets({ status, ...NO_COMBOS });
    this.#syncedAt = from;
    this.#listFault = null;
    this.#firstList.resolve();
    this.#nextAtMs = this.#deps.clock.monotonicMs() + this.#deps.refreshMs;
    await this.#readSettled(from);
  }

  /** Recently settled markets last: positions in them are valued by their results. */
  async #readSettled(from: TimestampMs): Promise<void> {
    const since = Math.floor((from - this.#deps.settledDays * DAY_MS) / 1000);
    await this.#readEvents({ status: 'settled', min_close_ts: since });
    await this.#readMarkets({ status: 'settled', min_settled_ts: since, ...NO_COMBOS });
    this.#hasReadSettled = true;
  }

  async #readChanges(): Promise<void> {
    const { client, clock } = this.#deps;
    const from = client.time.now();
    const since = Math.floor(((this.#syncedAt ?? from) - OVERLAP_MS) / 1000);
    if (clock.monotonicMs() - this.#seriesAtMs > SERIES_INTERVAL_MS) await this.#readSeries();
    await this.#readFeeChanges();
    await this.#readEvents({ min_updated_ts: since });
    await this.#readMarkets({ min_updated_ts: since, ...NO_COMBOS });
    this.#syncedAt = from;
    this.#listFault = null;
    if (!this.#hasReadSettled) await this.#readSettled(from);
  }

  async #rereadMarkets(): Promise<void> {
    const tickers = this.#outdated.values().take(TICKERS_PER_REQUEST).toArray();
    await takeFrom(this.#outdated, tickers, () => this.#readMarkets({ tickers: tickers.join(',') }));
  }

  /** The venue announces no change of a series, and its markets do not count as updated. Only open ones need their fees. */
  async #rereadHeirs(): Promise<void> {
    for (const event of this.#changedEvents)
      await takeFrom(this.#changedEvents, [event], async () => {
        await this.#readEvents({ tickers: event }); // as the list shows it: two forms of one event could differ for ever
        await this.#readMarkets({ event_ticker: event });
      });
    for (const series of this.#changedSeries)
      await takeFrom(this.#changedSeries, [series], async () => {
        for (const status of UNCLOSED)
          await this.#readMarkets({ series_ticker: series, status, ...NO_COMBOS });
      });
  }

  async #readSeries(): Promise<void> {
    const answer = await this.#deps.client.get('/series', {}, ALL_SERIES);
    if (answer.kind !== 'ok') throw new Error(`series: ${describeFailure(answer)}`);
    this.#addSeries(answer.value.series);
    this.#seriesAtMs = this.#deps.clock.monotonicMs();
  }

  /** A change that was announced and is no longer listed has happened, or was withdrawn before its time. */
  async #readFeeChanges(): Promise<void> {
    const answer = await this.#deps.client.get('/series/fee_changes', {}, FEE_CHANGES);
    this.#applyDueFees();
    const why = answer.kind === 'ok' ? null : describeFailure(answer);
    if (answer.kind === 'ok') this.#feeChanges = answer.value.series_fee_change_arr ?? [];
    else if (why !== this.#feeChangesFault)
      this.#deps.log.warn('Kalshi fee changes could not be read', { why });
    this.#feeChangesFault = why;
  }

  #applyDueFees(): void {
    const now = this.#deps.client.time.now();
    const due = this.#feeChanges.filter(({ scheduled_ts: at }) => at <= now);
    if (due.length === 0) return;
    this.#feeChanges = this.#feeChanges.filter((change) => !due.includes(change));
    const inOrder = due.sort((a, b) => a.scheduled_ts - b.scheduled_ts);
    for (const changed of this.#deps.catalogue.applyFeeChanges(inOrder)) this.#changedSeries.add(changed);
  }

  async #readEvents(query: Query): Promise<void> {
    const { client } = this.#deps;
    const paging = { path: '/events', key: 'events', item: EVENT, ignored: ['milestones'] };
    const end = await forEachPage(
      client,
      { ...paging, query: { ...query, limit: EVENT_PAGE }, getId: (event) => event.event_ticker },
      async ({ items }) => {
        this.#addEvents(items);
        await wait(this.#deps.clock, 0);
        return this.#isStopped ? 'stop' : 'more';
      },
    );
    requireEnd(end);
  }

  async #readMarkets(query: Query): Promise<void> {
    const end = await forEachPage(
      this.#deps.client,
      {
        path: '/markets',
        query: { ...query, limit: MARKET_PAGE },
        key: 'markets',
        item: MARKET,
        getId: (market) => market.ticker,
      },
      async ({ items }) => {
        await this.#publish(items);
        return this.#isStopped ? 'stop' : 'more';
      },
    );
    requireEnd(end);
  }

  /** Publishes in batches that yield to the event loop, so that a large list does not delay orders. */
  async #publish(markets: readonly WireMarket[]): Promise<void> {
    const { catalogue, client, listener, note } = this.#deps;
    for (const { ticker } of markets.filter(hasNoPayout))
      note({ kind: 'invalid_value', path: ticker, reason: 'is finalized without a payout', shown: '' });
    for (const ticker of new Set(markets.map((market) => market.event_ticker))) {
      if (!catalogue.hasEvent(ticker)) await this.#readEvent(ticker);
      const series = catalogue.findUnreadSeries(ticker);
      if (series !== null) await this.#readOneSeries(series);
    }
    for (let at = 0; at < markets.length; at += BATCH) {
      const message = catalogue.addMarkets(markets.slice(at, at + BATCH), client.time.now());
      if (message.length > 0) listener.onInstruments(message);
      await listener.waitForCapacity();
      await wait(this.#deps.clock, 0);
    }
  }

  async #readEvent(ticker: string): Promise<void> {
    if (ticker.startsWith('KXMVE')) return;
    const path = `/events/${encodeURIComponent(ticker)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_EVENT, '/events/:event_ticker');
    if (answer.kind === 'ok') this.#addEvents([answer.value.event]);
    else if (answer.kind !== 'failure') throw new Error(`event ${ticker}: ${answer.why}`);
  }

  /** A series that is newer than the last list of all: its markets have fees from the start. */
  async #readOneSeries(ticker: string): Promise<void> {
    const path = `/series/${encodeURIComponent(ticker)}`;
    const answer = await this.#deps.client.get(path, {}, ONE_SERIES, '/series/:series_ticker');
    if (answer.kind === 'ok') this.#addSeries([answer.value.series]);
    else if (answer.kind !== 'failure') throw new Error(`series ${ticker}: ${answer.why}`);
  }

  #addEvents(events: readonly WireEvent[]): void {
    for (const changed of this.#deps.catalogue.addEvents(events)) this.#changedEvents.add(changed);
  }

  #addSeries(series: readonly WireSeries[]): void {
    for (const changed of this.#deps.catalogue.addSeries(series)) this.#changedSeries.add(changed);
  }
}

/** Removes the names before they are read, because a name may be added again meanwhile; puts them back if that fails. */
async function takeFrom(
  names: Set<string>,
  taken: readonly string[],
  read: () => Promise<void>,
): Promise<void> {
  for (const name of taken) names.delete(name);
  try {
    await read();
  } catch (error) {
    for (const name of taken) names.add(name);
    throw error;
  }
}

function requireEnd(end: PagesEnd): void {
  if (end.kind !== 'complete') throw new Error(end.kind === 'stopped' ? 'stopped' : end.why);
}
