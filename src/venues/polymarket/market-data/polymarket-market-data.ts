import { decode, type TimestampMs } from '#contract';
import type { BookSides } from '#domain';
import type { Clock, Log, Network, Random, VenueListener } from '#ports';
import { NEW_MARKET, RESOLUTION, TICK_CHANGE } from '../codec/channel-events.ts';
import { type Fields, parseText, parseWireTime, toFields } from '../codec/polymarket-decoder.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { MarketWsPool } from '../ws/polymarket-connection.ts';
import { BookAuditor } from './book-audit.ts';
import {
  ChangeReader,
  parseBook,
  toDelta,
  WatchedBook,
  type WireBook,
  type WireChange,
} from './polymarket-books.ts';
import type { PolymarketCatalogue } from './polymarket-catalogue.ts';
import { PolymarketTrades } from './polymarket-trades.ts';

export interface PolymarketMarketDataDeps {
  readonly client: Pick<PolymarketClient, 'postQuery' | 'read' | 'nowMs' | 'offsetMs' | 'dataApi'>;
  readonly catalogue: Pick<PolymarketCatalogue, 'find' | 'byToken' | 'setTick' | 'settle' | 'recheck'>;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly wsMarketUrl: string;
  readonly watchedMax: number;
  readonly listener: Pick<VenueListener, 'onBook' | 'onTrades' | 'onTradesMissed' | 'lastTradeAt'>;
}

const IMPOSSIBLE = 'invalid price change';
const GAP = 'best prices differ: a change was missed';
const MATCH_COMPLETE_MS = 100; // within which all messages of a match arrive

/**
 * Order books and trades of the subscribed instruments, in YES terms. The channel has no sequence numbers: a gap
 * is detected by the best prices in the messages of a moment, and a silent channel by comparing with the REST books.
 */
export class PolymarketMarketData {
  readonly #deps: PolymarketMarketDataDeps;
  readonly #books = new Map<string, WatchedBook>(); // by token of YES
  readonly #pending = new Set<string>(); // condition ids subscribed before they were listed
  readonly #sockets: MarketWsPool;
  readonly #reader = new ChangeReader();
  readonly #trades: PolymarketTrades;
  readonly #audit: BookAuditor;

  constructor(deps: PolymarketMarketDataDeps) {
    this.#deps = deps;
    this.#trades = new PolymarketTrades(deps);
    this.#sockets = new MarketWsPool({
      ...deps,
      url: deps.wsMarketUrl,
      onUp: (tokens) => this.#onSubscribed(tokens),
      onEvent: (event) => this.#onEvent(event),
      onDown: (tokens, why) => this.#onDown(tokens, why),
    });
    this.#audit = new BookAuditor({
      ...deps,
      books: this.#books,
      onLate: (book) => this.#resubscribe(book),
      onCrossed: (book) => this.#resync(book, 'crossed'),
      onWhole: (book, whole) => this.#replace(book, whole),
      onAlive: ({ id }) =>
        deps.listener.onBook({ kind: 'alive', venueInstrumentId: id, at: deps.clock.now() }),
    });
  }

  start(): void {
    this.#audit.start(() => this.watchPending());
  }

  stop(): void {
    this.#audit.stop();
    this.#sockets.stop();
    this.#trades.gaps.stop();
    for (const book of this.#books.values()) book.invalidate();
  }

  /** False while a socket with subscriptions is not open. */
  get isUp(): boolean {
    return this.#sockets.isUp;
  }

  /** Subscribes to an instrument; one that is not listed yet is subscribed once it is. */
  watch(conditionId: string): void {
    const { catalogue, clock, log, watchedMax } = this.#deps;
    const listing = catalogue.find(conditionId);
    if (listing === null) return this.#watchUnlisted(conditionId);
    this.#pending.delete(conditionId);
    if (this.#books.has(listing.yes)) return;
    if (this.#books.size >= watchedMax) return log.warn('book subscription limit reached', { watchedMax });
    const socket = this.#sockets.getSocketWithRoom();
    this.#books.set(listing.yes, new WatchedBook(listing, socket, clock.monotonicMs()));
    socket.add(listing.yes);
    if (socket.isUp) this.#trades.gaps.onSubscribed(conditionId); // else once it is up
  }

  /** A held market that closed before the start is not in the lists, so it is read by its id. */
  #watchUnlisted(conditionId: string): void {
    if (!this.#pending.has(conditionId)) this.#deps.catalogue.recheck(conditionId);
    this.#pending.add(conditionId);
  }

  /** Subscribes to the instruments that were requested before they were listed, if they are now. */
  watchPending(): void {
    for (const conditionId of this.#pending) this.watch(conditionId);
  }

  unwatch(conditionId: string): void {
    this.#pending.delete(conditionId);
    const book = this.#find(conditionId);
    if (book === undefined) return;
    this.#books.delete(book.tokenId);
    this.#trades.gaps.onInterrupted(book.id);
    book.invalidate();
    book.socket.remove(book.tokenId);
  }

  /** The current book; null while it is not known to be current. */
  book(conditionId: string): BookSides | null {
    return this.#find(conditionId)?.tradable(this.#deps.clock.monotonicMs()) ?? null;
  }

  #find(conditionId: string): WatchedBook | undefined {
    const listing = this.#deps.catalogue.find(conditionId);
    return listing === null ? undefined : this.#books.get(listing.yes);
  }

  #onSubscribed(tokens: Iterable<string>): void {
    for (const token of tokens) {
      const book = this.#books.get(token);
      if (book === undefined) continue;
      book.subscribedAtMs = this.#deps.clock.monotonicMs();
      this.#trades.gaps.onSubscribed(book.id);
    }
  }

  #onDown(tokens: Iterable<string>, why: string): void {
    for (const token of tokens) {
      const book = this.#books.get(token);
      if (book === undefined) continue;
      this.#trades.gaps.onInterrupted(book.id);
      this.#invalidate(book, why);
    }
  }

  #onEvent(event: unknown): void {
    const fields = toFields(event);
    if (fields === null) return;
    switch (fields['event_type']) {
      case 'price_change':
        return this.#onPriceChange(fields);
      case 'book':
        return this.#onBook(fields);
      case 'last_trade_price':
        return this.#onTrade(fields);
      case 'tick_size_change':
        return this.#onTickChange(fields);
      case 'market_resolved':
        return this.#onResolved(fields);
      case 'new_market':
        return this.#onNewMarket(fields);
      default: // other events carry nothing new: best prices are in the changes
    }
  }

  #onBook(fields: Fields): void {
    const book = this.#findByToken(fields);
    if (book === undefined) return;
    const whole = parseBook(fields);
    if (whole === null) return this.#resync(book, 'invalid book snapshot');
    this.#replace(book, whole);
  }

  /** Replaces a book by a snapshot. */
  #replace(book: WatchedBook, whole: WireBook): void {
    const { listener, clock } = this.#deps;
    if (!book.replace(whole, clock.monotonicMs())) return;
    listener.onBook({ kind: 'snapshot', venueInstrumentId: book.id, ...whole.sides, at: clock.now() });
  }

  /** Applies all rows of one book together: they, and their best prices, describe the same moment. */
  #onPriceChange(fields: Fields): void {
    const atMs = parseWireTime(fields['timestamp']);
    const rows: unknown = fields['price_changes'];
    if (!Array.isArray(rows) || atMs === null) return;
    let current: WatchedBook | undefined;
    let changes: WireChange[] = [];
    for (const row of rows as readonly unknown[]) {
      const token = parseText(toFields(row)?.['asset_id']) ?? '';
      if (token === current?.listing.no) continue; // the NO book mirrors the YES book
      const book = token === current?.tokenId ? current : this.#books.get(token);
      if (book === undefined) continue;
      if (current !== undefined && book !== current) {
        this.#apply(current, changes, atMs);
        changes = [];
      }
      current = book;
      const change = this.#reader.read(row);
      if (change === null) this.#resync(book, IMPOSSIBLE);
      else changes.push(change);
    }
    if (current !== undefined) this.#apply(current, changes, atMs);
  }

  #apply(book: WatchedBook, changes: readonly WireChange[], atMs: number): void {
    const { clock, client, listener } = this.#deps;
    switch (book.apply(changes, atMs, clock.monotonicMs())) {
      case 'early':
        return;
      case 'impossible':
        return this.#resync(book, IMPOSSIBLE);
      case 'gap':
        return this.#resync(book, GAP);
      case 'applied': {
        const at = (atMs - client.offsetMs) as TimestampMs;
        listener.onBook({ kind: 'delta', venueInstrumentId: book.id, ...toDelta(changes), at });
        this.#checkBestLater(book);
      }
    }
  }

  /** Requests a book whose best prices still differ once every message of the match has arrived. */
  #checkBestLater(book: WatchedBook): void {
    const best = book.unmatchedBest;
    if (best === null) return;
    this.#deps.clock.after(MATCH_COMPLETE_MS, () => {
      if (book.unmatchedBest === best) this.#resync(book, GAP);
    });
  }

  #onTrade(fields: Fields): void {
    const listing = this.#deps.catalogue.byToken(parseText(fields['asset_id']) ?? '');
    if (listing !== null) this.#trades.onPrint(listing, fields);
  }

  #onTickChange(fields: Fields): void {
    const change = decode(TICK_CHANGE, fields);
    const book = this.#books.get(change?.asset_id ?? '');
    if (book === undefined || change === null || change.new_tick_size <= 0n) return;
    this.#deps.catalogue.setTick(book.id, change.new_tick_size);
    this.#invalidate(book, 'the tick changed');
    book.subscribedAtMs = this.#deps.clock.monotonicMs(); // the venue sends a new book; the auditor requests one if it does not
  }

  #onResolved(fields: Fields): void {
    const resolution = decode(RESOLUTION, fields);
    if (resolution === null) return;
    const { market, winning_asset_id: winner } = resolution;
    if (winner === null) this.#deps.catalogue.recheck(market);
    else this.#deps.catalogue.settle(market, winner);
  }

  #onNewMarket(fields: Fields): void {
    const listed = decode(NEW_MARKET, fields);
    const conditionId = listed?.condition_id ?? listed?.market ?? null;
    if (conditionId !== null) this.#deps.catalogue.recheck(conditionId);
  }

  #findByToken(fields: Fields | null): WatchedBook | undefined {
    return this.#books.get(parseText(fields?.['asset_id']) ?? '');
  }

  #resync(book: WatchedBook, why: string): void {
    this.#invalidate(book, why);
    this.#resubscribe(book);
  }

  #resubscribe(book: WatchedBook): void {
    book.subscribedAtMs = this.#deps.clock.monotonicMs();
    book.socket.requestSnapshot(book.tokenId);
  }

  #invalidate(book: WatchedBook, why: string): void {
    if (book.sides === null) return;
    book.invalidate();
    this.#deps.listener.onBook({ kind: 'lost', venueInstrumentId: book.id, why, at: this.#deps.clock.now() });
  }
}
