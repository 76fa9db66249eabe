import { publishedFieldsDiffer } from '../../../domain/events/instrument-diff.ts';
import type { VenueName } from '../../../domain/model/ids.ts';
import type { Price } from '../../../domain/model/money.ts';
import type { Clock, Timer } from '../../../ports/environment.ts';
import type { Log } from '../../../ports/telemetry.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { parseMarket, parseMarketPage } from '../codec/gamma-messages.ts';
import { isEvenSplit, type Listing, toListing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { wait } from '../http/polymarket-rate-limiter.ts';
import type { Listings } from '../orders/polymarket-order-queries.ts';
import { MarketIndex } from './market-index.ts';

export interface CatalogueDeps {
  readonly client: Pick<PolymarketClient, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly name: VenueName;
  readonly instrumentsMax: number;
  readonly closedPagesMax: number;
  readonly refreshMs: number;
  readonly fullMs: number;
  readonly listener: Pick<VenueListener, 'onInstruments' | 'waitForCapacity'>;
}

const PAGE = 100; // the most that the venue gives
const IDS_AT_ONCE = 50; // of a lookup by id
const SWEEP_SLICE = 5_000; // markets looked through in one turn of the loop
const RECENT_PAGES_MAX = 50;
const TICK_MS = 1_000;
const LOOKUP_EVERY_MS = 5_000;
const RETRY_MS = 2_000;

/** What a walk over pages asks for. */
type Walk = Readonly<Record<string, string>>;

const CHANGED: Walk = { order: 'updatedAt', ascending: 'false' };

/** What is read again and again. */
interface Round {
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  dueAtMs: number; // on the monotonic clock
}

/**
 * The venue's markets: every open one at the start, page by page so that the loop is never held up, then
 * what changed, and from time to time all again. A market that left the open ones is asked for by its id
 * until its result is known.
 */
export class PolymarketCatalogue implements Listings {
  readonly #deps: CatalogueDeps;
  readonly #listed = new MarketIndex();
  readonly #doubted = new Set<string>();
  #rounds: readonly Round[] = [];
  #timer: Timer | null = null;
  #isStopped = false;
  #isWalking = false;
  #walkNumber = 0; // of the walk over the open markets that goes on, or was the last

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
  }

  find(conditionId: string): Listing | null {
    return this.#listed.find(conditionId);
  }

  byToken(tokenId: string): Listing | null {
    return this.#listed.byToken(tokenId);
  }

  /** Resolves once every open market has been told, however long the venue is away, or when stopped. */
  async start(): Promise<void> {
    const { clock, refreshMs, fullMs, log } = this.#deps;
    for (let isRead = false; !isRead; ) {
      isRead = await this.#openMarkets();
      if (this.#isStopped) return;
      if (isRead) break;
      log.warn('the open markets could not be read yet');
      await wait(clock, RETRY_MS);
    }
    const round = (everyMs: number, run: () => Promise<unknown>): Round => ({
      everyMs,
      run,
      dueAtMs: clock.monotonicMs() + everyMs,
    });
    this.#rounds = [
      round(fullMs, () => this.#openMarkets()),
      round(refreshMs, () => this.#recent()),
      round(LOOKUP_EVERY_MS, () => this.#lookUpDoubted()),
    ];
    this.#timer = clock.every(TICK_MS, () => this.#tick());
    this.#quietly(() => this.#walk({ closed: 'true', ...CHANGED }, this.#deps.closedPagesMax));
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  recheck(conditionId: string): void {
    this.#doubted.add(conditionId);
  }

  async fetch({ tokenId }: { readonly tokenId: string }): Promise<Listing | null> {
    for (const closed of ['false', 'true']) {
      const page = await this.#page({ clob_token_ids: tokenId, closed });
      if (page !== null) this.#take(page.items);
    }
    return this.byToken(tokenId);
  }

  /** A market's grid changed while it was open: told at once, since orders are built on it. */
  setTick(conditionId: string, tick: Price): void {
    const listing = this.find(conditionId);
    if (listing === null) return;
    const priceMax = (100_000_000n - tick) as Price;
    const updatedAt = this.#deps.clock.now();
    const instrument = { ...listing.instrument, priceTick: tick, priceMin: tick, priceMax, updatedAt };
    this.#keep([{ ...listing, instrument }]);
  }

  /** The venue declared the winner. */
  settle(conditionId: string, winningTokenId: string): void {
    const listing = this.find(conditionId);
    if (listing === null || (winningTokenId !== listing.yes && winningTokenId !== listing.no)) return;
    const result = winningTokenId === listing.yes ? 'YES' : 'NO';
    const updatedAt = this.#deps.clock.now();
    this.#keep([{ ...listing, instrument: { ...listing.instrument, status: 'SETTLED', result, updatedAt } }]);
  }

  /**
   * Every open market; those we held for open and that are not among them any more become doubtful.
   *
   * @returns whether the list was read to its end
   */
  async #openMarkets(): Promise<boolean> {
    this.#walkNumber += 1;
    if (!(await this.#walk({ closed: 'false' }, Number.POSITIVE_INFINITY))) return false;
    await this.#doubtUnseen();
    return true;
  }

  /** In slices, for there may be hundreds of thousands; who comes to be known meanwhile was seen by it. */
  async #doubtUnseen(): Promise<void> {
    let looked = 0;
    for (const { listing, seenIn } of this.#listed.all()) {
      const { venueInstrumentId: id, status } = listing.instrument;
      if (status !== 'SETTLED' && seenIn !== this.#walkNumber) this.#doubted.add(id);
      looked += 1;
      if (looked % SWEEP_SLICE === 0) await wait(this.#deps.clock, 0);
    }
  }

  /** What changed lately, newest first, until a page holds nothing new. */
  async #recent(): Promise<void> {
    for (const closed of ['false', 'true']) await this.#walk({ ...CHANGED, closed }, RECENT_PAGES_MAX);
  }

  /**
   * Reads pages until the last one, or until one brings nothing new of a walk by change.
   *
   * @returns whether the end was reached
   */
  async #walk(query: Walk, pagesMax: number): Promise<boolean> {
    let cursor: string | null = null;
    for (let pages = 0; pages < pagesMax && !this.#isStopped; pages += 1) {
      const page = await this.#page(cursor === null ? query : { ...query, after_cursor: cursor });
      if (page === null) return false;
      const changed = this.#take(page.items);
      if (page.next === null || page.next === cursor) return true;
      if ('order' in query && changed === 0) return true;
      cursor = page.next;
      await this.#deps.listener.waitForCapacity();
      await wait(this.#deps.clock, 0); // a page a turn: whoever else waits goes first
    }
    return false;
  }

  async #page(query: Walk): Promise<ReturnType<typeof parseMarketPage>> {
    const search = new URLSearchParams({ limit: String(PAGE), include_tag: 'true', ...query });
    const answer = await this.#deps.client.read('gamma', `/markets/keyset?${search.toString()}`, 'discovery');
    return answer.kind === 'answer' && answer.status === 200 ? parseMarketPage(answer.value) : null;
  }

  /** How many of the records brought something new. */
  #take(items: readonly unknown[]): number {
    const { name, clock, log } = this.#deps;
    const listings: Listing[] = [];
    const open: string[] = [];
    for (const item of items) {
      const market = parseMarket(item);
      if (market === null) continue;
      this.#doubted.delete(market.conditionId);
      if (!market.isClosed) open.push(market.conditionId);
      const listing = toListing(name, market, clock.now());
      if (listing !== null) listings.push(listing);
      if (isEvenSplit(market) && this.find(market.conditionId) === null) {
        log.warn('a market pays half to each side, which no result of ours says', { market: market.slug });
      }
    }
    const kept = this.#keep(listings);
    for (const id of open) this.#listed.markOpen(id, this.#walkNumber);
    return kept;
  }

  #keep(listings: readonly Listing[]): number {
    const fresh = listings.filter((it) => this.#isNews(it)).map((it) => this.#listed.store(it));
    if (fresh.length > 0) this.#deps.listener.onInstruments(fresh.map(({ instrument }) => instrument));
    return fresh.length;
  }

  /** Prices and volumes move a record's own date all day long; what we keep of it changes rarely. */
  #isNews(listing: Listing): boolean {
    const before = this.find(listing.instrument.venueInstrumentId);
    if (before === null) return this.#listed.size < this.#deps.instrumentsMax;
    // A result is for good: a record from the venue's cache may be older than the word on the socket.
    if (before.instrument.status === 'SETTLED' && listing.instrument.status !== 'SETTLED') return false;
    return (
      publishedFieldsDiffer(before.instrument, listing.instrument) ||
      before.isNegRisk !== listing.isNegRisk ||
      before.delaySeconds !== listing.delaySeconds
    );
  }

  async #lookUpDoubted(): Promise<void> {
    const ids = this.#doubted.values().take(IDS_AT_ONCE).toArray();
    if (ids.length === 0) return;
    for (const id of ids) this.#doubted.delete(id); // asked for once; the next full walk doubts again
    for (const closed of ['false', 'true']) {
      const search = new URLSearchParams({ limit: String(PAGE), include_tag: 'true', closed });
      for (const id of ids) search.append('condition_ids', id);
      const answer = await this.#deps.client.read(
        'gamma',
        `/markets/keyset?${search.toString()}`,
        'discovery',
      );
      const page = answer.kind === 'answer' && answer.status === 200 ? parseMarketPage(answer.value) : null;
      if (page !== null) this.#take(page.items);
    }
  }

  /** One round at a time. What falls due meanwhile waits, the longest due goes next, so none waits for ever. */
  #tick(): void {
    if (this.#isWalking || this.#isStopped) return;
    const nowMs = this.#deps.clock.monotonicMs();
    const [next] = this.#rounds
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
    if (next === undefined) return;
    next.dueAtMs = nowMs + next.everyMs;
    this.#quietly(next.run);
  }

  /** In the background: what fails is tried again by the clock. */
  #quietly(run: () => Promise<unknown>): void {
    this.#isWalking = true;
    run()
      .catch((error: unknown) => this.#deps.log.warn('markets could not be read', { why: String(error) }))
      .finally(() => {
        this.#isWalking = false;
      });
  }
}
