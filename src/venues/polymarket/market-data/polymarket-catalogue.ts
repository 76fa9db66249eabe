import { PRICE_ONE, type Price, resolveAt, type VenueName } from '#contract';
import { publishedFieldsDiffer } from '#domain';
import { type Clock, type Log, type Timer, type VenueListener, wait } from '#ports';
import { type ListPage, type PagedList, type PageVerdict, readPages, type Unread } from '#venues/shared';
import { findUnknownVersion, parseMarket, parseMarketPage } from '../codec/gamma-messages.ts';
import { parseText, toFields } from '../codec/polymarket-decoder.ts';
import { type Listing, toListing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import type { FetchedListing, Listings } from '../orders/polymarket-order-queries.ts';
import { MarketAcceptance } from './market-acceptance.ts';
import { MarketIndex } from './market-index.ts';
import { ResolutionLookups } from './resolution-lookups.ts';

export interface CatalogueDeps {
  readonly client: Pick<PolymarketClient, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly name: VenueName;
  readonly instrumentsMax: number;
  readonly closedPagesMax: number;
  readonly refreshMs: number;
  readonly fullMs: number;
  readonly resultWaitMs: number;
  readonly listener: Pick<VenueListener, 'onInstruments' | 'waitForCapacity' | 'onAnomaly'>;
}

const PAGE = 100; // the venue's maximum
const IDS_AT_ONCE = 50; // per lookup by id
const SWEEP_SLICE = 5_000; // markets checked before yielding to the event loop
const RECENT_PAGES_MAX = 50;
const TICK_MS = 1_000;
const LOOKUP_EVERY_MS = 5_000;
const RETRY_MS = 2_000;

/** Query parameters of a paged read. */
type PageQuery = Readonly<Record<string, string>>;

const CHANGED: PageQuery = { order: 'updatedAt', ascending: 'false' };

type ListName = 'open markets' | 'changed open markets' | 'changed closed markets';

/** A periodic read. */
interface PeriodicRead {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  dueAtMs: number; // on the monotonic clock
}

/**
 * The venue's markets. Reads all open ones at the start, page by page with yields to the event loop, then changed
 * ones, and at longer intervals all again. A market that is no longer open is read by its id until its result
 * is known.
 */
export class PolymarketCatalogue implements Listings {
  readonly #deps: CatalogueDeps;
  readonly #listed = new MarketIndex();
  readonly #toRecheck = new Set<string>();
  readonly #unknownVersions = new Set<string>();
  readonly #resolutions: ResolutionLookups;
  readonly #acceptance: MarketAcceptance;
  #periodicReads: readonly PeriodicRead[] = [];
  #timer: Timer | null = null;
  #isStopped = false;
  #isReading = false;
  #readNumber = 0; // of the current or last full read of the open markets
  #hasFullList = false;
  readonly #listFaults = new Map<ListName, string>();

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
    this.#resolutions = new ResolutionLookups({
      ...deps,
      find: (id) => this.find(id),
      settle: (listing, payout) => this.#settle(listing, payout),
    });
    this.#acceptance = new MarketAcceptance({
      ...deps,
      find: (id) => this.find(id),
      publish: (listing) => {
        if (!this.#isStopped) this.#publishChanged([listing]);
      },
    });
  }

  find(conditionId: string): Listing | null {
    return this.#listed.find(conditionId);
  }

  byToken(tokenId: string): Listing | null {
    return this.#listed.byToken(tokenId);
  }

  /** True once every open market has been published. */
  get hasFullList(): boolean {
    return this.#hasFullList;
  }

  /** Why the last read of a list did not reach its end; null if all did. What was read before is kept. */
  get listFault(): string | null {
    return this.#listFaults.values().next().value ?? null;
  }

  /** Resolves once all open markets are published, retrying while the venue is down; or when stopped. */
  async start(): Promise<void> {
    const { clock, refreshMs, fullMs, closedPagesMax } = this.#deps;
    while (!(await this.#readOpenMarkets())) {
      if (this.#isStopped) return;
      await wait(clock, RETRY_MS);
    }
    if (this.#isStopped) return;
    const periodic = (everyMs: number, run: () => Promise<unknown>): PeriodicRead => ({
      everyMs,
      run,
      dueAtMs: clock.monotonicMs() + everyMs,
    });
    this.#periodicReads = [
      periodic(fullMs, () => this.#readOpenMarkets()),
      periodic(refreshMs, () => this.#readChanged()),
      periodic(LOOKUP_EVERY_MS, () => this.#readSingleMarkets()),
    ];
    this.#timer = clock.every(TICK_MS, () => this.#tick());
    if (closedPagesMax > 0) this.#runInBackground(() => this.#readChangedMarkets('closed', closedPagesMax));
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** Reads at once whether a market takes orders; for one whose venue refused an order. */
  readAcceptance(conditionId: string): Promise<void> {
    return this.#acceptance.read(conditionId);
  }

  recheck(conditionId: string): void {
    this.#toRecheck.add(conditionId);
  }

  async fetch({ tokenId }: { readonly tokenId: string }): Promise<FetchedListing> {
    let isComplete = true;
    for (const filter of ['clob_token_ids', 'position_ids']) {
      for (const closed of ['false', 'true']) {
        const page = await this.#readPage('a market', { [filter]: tokenId, closed });
        if ('why' in page) isComplete = false;
        else this.#storePage(page.items);
      }
      if (this.byToken(tokenId) !== null) break;
    }
    return { listing: this.byToken(tokenId), isComplete };
  }

  /** The tick size of an open market changed: published at once, because orders depend on it. */
  setTick(conditionId: string, tick: Price): void {
    const listing = this.find(conditionId);
    if (listing === null) return;
    const priceMax = (100_000_000n - tick) as Price;
    const updatedAt = this.#deps.clock.now();
    const instrument = { ...listing.instrument, priceTick: tick, priceMin: tick, priceMax, updatedAt };
    this.#publishChanged([{ ...listing, instrument }]);
  }

  /** The venue declared the winner. */
  settle(conditionId: string, winningTokenId: string): void {
    const listing = this.find(conditionId);
    if (listing === null || (winningTokenId !== listing.yes && winningTokenId !== listing.no)) return;
    this.#settle(listing, winningTokenId === listing.yes ? PRICE_ONE : (0n as Price));
  }

  /** @param payout  of one YES token */
  #settle(listing: Listing, payout: Price): void {
    const resolution = resolveAt(payout);
    const updatedAt = this.#deps.clock.now();
    this.#publishChanged([
      { ...listing, instrument: { ...listing.instrument, status: 'SETTLED', ...resolution, updatedAt } },
    ]);
  }

  /**
   * Reads all open markets. Markets that are not in the list any more are read again by id.
   *
   * @returns whether the list was read completely
   */
  async #readOpenMarkets(): Promise<boolean> {
    this.#readNumber += 1;
    const open = { closed: 'false' };
    if (!(await this.#readMarkets('open markets', open, Number.POSITIVE_INFINITY))) return false;
    this.#hasFullList = true;
    await this.#recheckUnseen();
    return true;
  }

  /** Yields between slices, as there may be hundreds of thousands. Markets added meanwhile count as seen. */
  async #recheckUnseen(): Promise<void> {
    let checked = 0;
    for (const { listing, seenIn } of this.#listed.all()) {
      const { venueInstrumentId: id, status } = listing.instrument;
      if (status !== 'SETTLED' && seenIn !== this.#readNumber) this.#toRecheck.add(id);
      checked += 1;
      if (checked % SWEEP_SLICE === 0) await wait(this.#deps.clock, 0);
    }
  }

  /** Reads recently changed markets, newest first, until a page has nothing new. */
  async #readChanged(): Promise<void> {
    await this.#readChangedMarkets('open', RECENT_PAGES_MAX);
    await this.#readChangedMarkets('closed', RECENT_PAGES_MAX);
  }

  #readChangedMarkets(state: 'open' | 'closed', pagesMax: number): Promise<boolean> {
    const query = { ...CHANGED, closed: String(state === 'closed') };
    return this.#readMarkets(`changed ${state} markets`, query, pagesMax);
  }

  /**
   * Reads pages until the last one, or, if sorted by change, until one has nothing new.
   *
   * @returns whether the end was reached
   */
  async #readMarkets(name: ListName, query: PageQuery, pagesMax: number): Promise<boolean> {
    let pages = 0;
    const end = await readPages(
      this.#createList(name, query),
      async ({ items, next }): Promise<PageVerdict> => {
        const changed = this.#storePage(items);
        pages += 1;
        const isEnough = pages >= pagesMax || ('order' in query && changed === 0);
        if (isEnough || this.#isStopped) return 'stop';
        if (next === null) return 'more';
        await this.#deps.listener.waitForCapacity();
        await wait(this.#deps.clock, 0); // yields to the event loop after each page
        return this.#isStopped ? 'stop' : 'more';
      },
    );
    if (this.#isStopped) return false;
    if (end.kind === 'incomplete') this.#onIncomplete(name, end.why);
    else this.#listFaults.delete(name);
    return end.kind === 'complete';
  }

  #createList(name: ListName, query: PageQuery): PagedList<unknown, ListPage<unknown>> {
    return {
      name,
      getId: (item) => parseText(toFields(item)?.['conditionId']),
      read: (cursor) => this.#readPage(name, cursor === null ? query : { ...query, after_cursor: cursor }),
    };
  }

  #onIncomplete(name: ListName, why: string): void {
    this.#listFaults.set(name, why);
    this.#deps.log.warn('a list of markets is incomplete', { list: name, why });
  }

  async #readPage(name: string, query: PageQuery): Promise<ListPage<unknown> | Unread> {
    const search = new URLSearchParams({ limit: String(PAGE), include_tag: 'true', ...query });
    const answer = await this.#deps.client.read('gamma', `/markets/keyset?${search.toString()}`, 'discovery');
    if (answer.kind === 'failed') return { why: `${name}: ${answer.why}` };
    if (answer.status !== 200) return { why: `${name}: HTTP ${answer.status} from gamma_url` };
    return parseMarketPage(answer.value) ?? { why: `${name}: an unknown shape from gamma_url` };
  }

  /** Stores the markets of a page. Returns how many were new or changed. */
  #storePage(items: readonly unknown[]): number {
    const { name, clock } = this.#deps;
    const listings: Listing[] = [];
    const open: string[] = [];
    for (const item of items) {
      const market = parseMarket(item);
      if (market === null) {
        this.#reportVersion(item);
        continue;
      }
      this.#toRecheck.delete(market.conditionId);
      if (!market.isClosed) open.push(market.conditionId);
      const listing = toListing(name, market, clock.now());
      if (listing !== null) listings.push(listing);
    }
    const kept = this.#publishChanged(listings);
    for (const id of open) this.#listed.markOpen(id, this.#readNumber);
    return kept;
  }

  /** Reports each unknown version once: its markets cannot be traded, and are not listed as something else. */
  #reportVersion(item: unknown): void {
    const version = findUnknownVersion(item);
    if (version === null || this.#unknownVersions.has(version)) return;
    this.#unknownVersions.add(version);
    const detail = `markets of version ${version} are not listed, such as ${parseText(toFields(item)?.['slug'])}`;
    this.#deps.listener.onAnomaly({ kind: 'unknown_shape', detail });
  }

  #publishChanged(listings: readonly Listing[]): number {
    const corrected = listings.map((listing) => this.#acceptance.correct(listing));
    const fresh = corrected.filter((it) => this.#isChanged(it)).map((it) => this.#listed.store(it));
    for (const listing of fresh) this.#resolutions.track(listing);
    if (fresh.length > 0) this.#deps.listener.onInstruments(fresh.map(({ instrument }) => instrument));
    return fresh.length;
  }

  /** The venue's update time also changes with prices and volumes, so the fields that we use are compared. */
  #isChanged(listing: Listing): boolean {
    const before = this.find(listing.instrument.venueInstrumentId);
    if (before === null) return this.#listed.size < this.#deps.instrumentsMax;
    // A result is final: a cached REST record may be older than the event of the channel.
    if (before.instrument.status === 'SETTLED' && listing.instrument.status !== 'SETTLED') return false;
    return (
      publishedFieldsDiffer(before.instrument, listing.instrument) ||
      before.isNegRisk !== listing.isNegRisk ||
      before.protocol !== listing.protocol ||
      before.yes !== listing.yes ||
      before.no !== listing.no ||
      before.delaySeconds !== listing.delaySeconds
    );
  }

  async #readSingleMarkets(): Promise<void> {
    await this.#readRechecks();
    await this.#resolutions.run();
  }

  async #readRechecks(): Promise<void> {
    const ids = this.#toRecheck.values().take(IDS_AT_ONCE).toArray();
    if (ids.length === 0) return;
    for (const id of ids) this.#toRecheck.delete(id); // read once; the next full read adds them again if needed
    let isComplete = true;
    for (const closed of ['false', 'true']) {
      const search = new URLSearchParams({ limit: String(PAGE), include_tag: 'true', closed });
      for (const id of ids) search.append('condition_ids', id);
      const answer = await this.#deps.client.read(
        'gamma',
        `/markets/keyset?${search.toString()}`,
        'discovery',
      );
      const page = answer.kind === 'answer' && answer.status === 200 ? parseMarketPage(answer.value) : null;
      if (page !== null) this.#storePage(page.items);
      isComplete &&= page !== null;
    }
    if (!isComplete) for (const id of ids) this.#toRecheck.add(id);
  }

  /** Runs one periodic read at a time. The one that has been due longest runs first, so none starves. */
  #tick(): void {
    void this.#acceptance.pollPaused();
    if (this.#isReading || this.#isStopped) return;
    const nowMs = this.#deps.clock.monotonicMs();
    const [next] = this.#periodicReads
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
    if (next === undefined) return;
    next.dueAtMs = nowMs + next.everyMs;
    this.#runInBackground(next.run);
  }

  /** Runs in the background; a failed read is repeated at its next due time. */
  #runInBackground(run: () => Promise<unknown>): void {
    this.#isReading = true;
    run()
      .catch((error: unknown) => this.#deps.log.warn('markets could not be read', { why: String(error) }))
      .finally(() => {
        this.#isReading = false;
      });
  }
}
