import { Backoff, errorMessage, type Instrument, type InstrumentId, type VenueName } from '#contract';
import { isStillTrading, toSearchRule } from '#domain';
import type { Clock, ListingMatcher, Log, MarketStore, Metrics, Proposal, Timer } from '#ports';
import { type CatalogueSlice, toListing } from '#relations';
import type { InstrumentCatalogue } from './instrument-catalogue.ts';
import { ProposalList } from './proposal-list.ts';

const PAIRS_PER_PART = 200;
/** Passes over listings that change while they are compared. Later changes wait for the next call. */
const PASSES_MAX = 3;
const ATTEMPTS_MAX = 3;
const BACK_OFF = { firstMs: 1_000, maxMs: 60_000 };

interface FinderDeps {
  readonly store: Pick<MarketStore, 'list' | 'instruments'>;
  readonly catalogue: Pick<InstrumentCatalogue, 'getCached' | 'onUpdated'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly venueOrder: readonly VenueName[];
  readonly openMatcher: (venueOrder: readonly VenueName[]) => ListingMatcher;
}

/**
 * Finds pairs of listings that may be the same contract. The first call sends the whole catalogue to a matcher; a
 * later one sends the listings that were updated since. When the matcher is lost, a new one starts after a back-off.
 */
export class ProposalFinder {
  readonly #deps: FinderDeps;
  readonly #updated = new Set<InstrumentId>(); // since their records were sent
  #list = new ProposalList();
  #matcher: ListingMatcher | null = null;
  #running: Promise<readonly Proposal[]> | null = null;
  readonly #backoff = new Backoff(BACK_OFF);
  #isHealthy = true;
  #pause: { readonly timer: Timer; readonly end: () => void } | null = null;
  #isStopped = false;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
    deps.catalogue.onUpdated(({ instrumentId }) => {
      if (this.#matcher !== null) this.#updated.add(instrumentId);
    });
  }

  /** False while the last matcher was lost and no later one has succeeded. */
  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  /**
   * All pairs of the listings that trade now, best score first; without those of which a listing has changed in the
   * meantime. Concurrent calls share one result. Rejects when several matchers in a row were lost.
   */
  find(): Promise<readonly Proposal[]> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Pending and later calls reject. Waits for nothing. */
  stop(): void {
    this.#isStopped = true;
    this.#matcher?.close();
    this.#pause?.timer.cancel();
    this.#pause?.end();
  }

  async #run(): Promise<readonly Proposal[]> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isStopped) throw new Error('the service is stopping');
      try {
        const proposals = await this.#refresh();
        this.#isHealthy = true;
        this.#backoff.reset();
        return proposals;
      } catch (error) {
        this.#lose(error);
        if (this.#isStopped || attempt === ATTEMPTS_MAX) throw error;
        await this.#waitMs(this.#backoff.next());
      }
    }
  }

  #lose(error: unknown): void {
    this.#matcher?.close();
    this.#matcher = null;
    this.#updated.clear();
    this.#list = new ProposalList();
    if (this.#isStopped) return;
    this.#isHealthy = false;
    const { log, metrics } = this.#deps;
    metrics.count('matching_failures_total');
    log.error('finding mapping proposals failed; it starts again', { why: errorMessage(error) });
  }

  #waitMs(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = { timer: this.#deps.clock.after(ms, resolve), end: resolve };
    return promise;
  }

  async #refresh(): Promise<readonly Proposal[]> {
    if (this.#matcher === null) {
      this.#matcher = this.#deps.openMatcher(this.#deps.venueOrder);
      await this.#sendCatalogue(this.#matcher);
    }
    await this.#takeChanges(this.#matcher);
    for (let pass = 1; pass <= PASSES_MAX && this.#updated.size > 0; pass += 1) {
      await this.#sendUpdated(this.#matcher);
      await this.#takeChanges(this.#matcher);
    }
    if (this.#updated.size === 0) return this.#list.all;
    return this.#list.all.filter(
      ({ a, b }) => !this.#updated.has(a.instrumentId) && !this.#updated.has(b.instrumentId),
    );
  }

  async #sendCatalogue(matcher: ListingMatcher): Promise<void> {
    const { store, catalogue, venueOrder } = this.#deps;
    for (const venue of venueOrder) {
      const rule = toSearchRule({ q: null, venue, status: null, category: null });
      for (let afterId = 0; ; ) {
        const page = await store.list(rule, afterId, matcher.sliceMax);
        await matcher.apply(toSlice(page.map((it) => catalogue.getCached(it.instrumentId) ?? it)));
        const last = page.at(-1);
        if (last === undefined || page.length < matcher.sliceMax) break;
        afterId = last.instrumentId;
      }
    }
  }

  async #sendUpdated(matcher: ListingMatcher): Promise<void> {
    const ids = [...this.#updated];
    for (let at = 0; at < ids.length; at += matcher.sliceMax) {
      const some = ids.slice(at, at + matcher.sliceMax);
      // From here a further update counts as another one.
      for (const id of some) this.#updated.delete(id);
      const instruments = await this.#load(some);
      this.#list.setRecords(instruments.filter(({ instrumentId }) => this.#list.has(instrumentId)));
      await matcher.apply(toSlice(instruments));
    }
  }

  async #takeChanges(matcher: ListingMatcher): Promise<void> {
    for (let isLast = false; !isLast; ) {
      const changes = await matcher.takeChanges(PAIRS_PER_PART);
      this.#list.clear(changes.cleared);
      const ids = new Set(changes.pairs.flatMap(({ a, b }) => [a, b]));
      const missing = [...ids].filter((id) => !this.#list.has(id));
      this.#list.setRecords(await this.#load(missing));
      this.#list.add(changes.pairs);
      isLast = changes.isLast;
    }
  }

  /** Leaves the cache as it is: a whole catalogue would displace what other callers use. */
  async #load(ids: readonly InstrumentId[]): Promise<readonly Instrument[]> {
    const { catalogue, store } = this.#deps;
    const missing = ids.filter((id) => catalogue.getCached(id) === null);
    const stored = missing.length === 0 ? [] : await store.instruments(missing);
    const records = new Map(stored.map((it) => [it.instrumentId, it]));
    return ids.flatMap((id) => catalogue.getCached(id) ?? records.get(id) ?? []);
  }
}

/** A listing that no longer trades is removed. */
const toSlice = (instruments: readonly Instrument[]): CatalogueSlice => ({
  listed: instruments.flatMap((it) =>
    isStillTrading(it.status) ? [[it.instrumentId, toListing(it)] as const] : [],
  ),
  removed: instruments.flatMap((it) => (isStillTrading(it.status) ? [] : [it.instrumentId])),
});
