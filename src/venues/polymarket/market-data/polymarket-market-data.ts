import type { Price } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { Clock, Random } from '../../../ports/environment.ts';
import type { Network } from '../../../ports/network.ts';
import type { Log } from '../../../ports/telemetry.ts';
import type { VenueListener } from '../../../ports/venue.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf } from '../codec/polymarket-decoder.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { MarketWsPool } from '../ws/market-ws-pool.ts';
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
  readonly client: Pick<PolymarketClient, 'postQuery' | 'read' | 'nowMs' | 'offsetMs'>;
  readonly catalogue: Pick<PolymarketCatalogue, 'find' | 'byToken' | 'setTick' | 'settle' | 'recheck'>;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly wsMarketUrl: string;
  readonly watchedMax: number;
  readonly listener: Pick<VenueListener, 'onBook' | 'onTrades'>;
}

const IMPOSSIBLE = 'a change that can not be true';

/**
 * Books and prints of the instruments that somebody watches, in YES terms. The channel numbers nothing, so
 * a gap shows only in the best prices it sends along, and a silence only against the venue's other book.
 */
export class PolymarketMarketData {
  readonly #deps: PolymarketMarketDataDeps;
  readonly #books = new Map<string, WatchedBook>(); // by token of YES
  readonly #wanted = new Set<string>(); // by condition: asked for before they were listed
  readonly #shards: MarketWsPool;
  readonly #reader = new ChangeReader();
  readonly #tape: PolymarketTrades;
  readonly #audit: BookAuditor;

  constructor(deps: PolymarketMarketDataDeps) {
    this.#deps = deps;
    this.#tape = new PolymarketTrades(deps);
    this.#shards = new MarketWsPool({
      ...deps,
      url: deps.wsMarketUrl,
      onUp: (tokens) => this.#asked(tokens),
      onEvent: (event) => this.#hear(event),
      onDown: (tokens, why) => this.#down(tokens, why),
    });
    this.#audit = new BookAuditor({
      ...deps,
      books: this.#books,
      onLate: (book) => this.#askAgain(book),
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
    this.#shards.stop();
  }

  /** Down while somebody watches through a socket that is not open. */
  get isUp(): boolean {
    return this.#shards.isUp;
  }

  /** An instrument that is not listed yet is told from when it is. */
  watch(conditionId: string): void {
    const { catalogue, clock, log, watchedMax } = this.#deps;
    const listing = catalogue.find(conditionId);
    if (listing === null) return void this.#wanted.add(conditionId);
    this.#wanted.delete(conditionId);
    if (this.#books.has(listing.yes)) return;
    if (this.#books.size >= watchedMax) return log.warn('no more books are watched', { watchedMax });
    const shard = this.#shards.getSocketWithRoom();
    this.#books.set(listing.yes, new WatchedBook(listing, shard, clock.monotonicMs()));
    shard.add(listing.yes);
    void this.#tape.backfill(listing);
  }

  /** The catalogue has grown: what was asked for early may be in it. */
  watchPending(): void {
    for (const conditionId of this.#wanted) this.watch(conditionId);
  }

  unwatch(conditionId: string): void {
    this.#wanted.delete(conditionId);
    const book = this.#find(conditionId);
    if (book === undefined) return;
    this.#books.delete(book.tokenId);
    book.socket.remove(book.tokenId);
  }

  /** The book as it may be traded on now; null while its word is in doubt. */
  book(conditionId: string): BookSides | null {
    return this.#find(conditionId)?.tradable(this.#deps.clock.monotonicMs()) ?? null;
  }

  #find(conditionId: string): WatchedBook | undefined {
    const listing = this.#deps.catalogue.find(conditionId);
    return listing === null ? undefined : this.#books.get(listing.yes);
  }

  #asked(tokens: Iterable<string>): void {
    for (const token of tokens) {
      const book = this.#books.get(token);
      if (book !== undefined) book.subscribedAtMs = this.#deps.clock.monotonicMs();
    }
  }

  #down(tokens: Iterable<string>, why: string): void {
    for (const token of tokens) this.#lose(this.#books.get(token), why);
  }

  #hear(event: unknown): void {
    const fields = fieldsOf(event);
    if (fields === null) return;
    switch (fields['event_type']) {
      case 'price_change':
        return this.#changes(fields);
      case 'book':
        return this.#whole(fields);
      case 'last_trade_price':
        return this.#print(fields);
      case 'tick_size_change':
        return this.#tick(fields);
      case 'market_resolved':
        return this.#resolved(fields);
      case 'new_market':
        return this.#listed(fields);
      default: // best prices come with the changes too; what else there may be is not ours
    }
  }

  #whole(fields: Fields): void {
    const book = this.#bookOf(fields);
    if (book === undefined) return;
    const whole = parseBook(fields);
    if (whole === null) return this.#resync(book, 'a book that can not be true');
    this.#replace(book, whole);
  }

  /** A whole book is the truth of this moment, whenever it last changed. */
  #replace(book: WatchedBook, whole: WireBook): void {
    const { listener, clock } = this.#deps;
    if (!book.replace(whole, clock.monotonicMs())) return;
    listener.onBook({ kind: 'snapshot', venueInstrumentId: book.id, ...whole.sides, at: clock.now() });
  }

  /** The rows of a book are applied together: they are of one moment, and so are the best prices beside them. */
  #changes(fields: Fields): void {
    const atMs = millisecondsOf(fields['timestamp']);
    const rows: unknown = fields['price_changes'];
    if (!Array.isArray(rows) || atMs === null) return;
    let told: WatchedBook | undefined;
    let changes: WireChange[] = [];
    for (const row of rows as readonly unknown[]) {
      const token = textOf(fieldsOf(row)?.['asset_id']) ?? '';
      if (token === told?.listing.no) continue; // it mirrors that of YES
      const book = token === told?.tokenId ? told : this.#books.get(token);
      if (book === undefined) continue;
      if (told !== undefined && book !== told) {
        this.#apply(told, changes, atMs);
        changes = [];
      }
      told = book;
      const change = this.#reader.read(row);
      if (change === null) this.#resync(book, IMPOSSIBLE);
      else changes.push(change);
    }
    if (told !== undefined) this.#apply(told, changes, atMs);
  }

  #apply(book: WatchedBook, changes: readonly WireChange[], atMs: number): void {
    const { clock, client, listener } = this.#deps;
    switch (book.apply(changes, atMs, clock.monotonicMs())) {
      case 'early':
        return;
      case 'impossible':
        return this.#resync(book, IMPOSSIBLE);
      case 'gap':
        return this.#resync(book, 'best prices differ: a change is missing');
      case 'applied': {
        const at = (atMs - client.offsetMs) as TimestampMs;
        listener.onBook({ kind: 'delta', venueInstrumentId: book.id, ...toDelta(changes), at });
      }
    }
  }

  #print(fields: Fields): void {
    const listing = this.#deps.catalogue.byToken(textOf(fields['asset_id']) ?? '');
    if (listing !== null) this.#tape.onPrint(listing, fields);
  }

  #tick(fields: Fields): void {
    const book = this.#bookOf(fields);
    const tick = decimalOf(fields['new_tick_size']);
    if (book === undefined || tick === null || tick <= 0n) return;
    this.#deps.catalogue.setTick(book.id, tick as Price);
    this.#lose(book, 'the tick changed');
    book.subscribedAtMs = this.#deps.clock.monotonicMs(); // a book follows by itself; else it is asked for
  }

  #resolved(fields: Fields): void {
    const market = textOf(fields['market']);
    const winner = textOf(fields['winning_asset_id']);
    if (market !== null && winner !== null) this.#deps.catalogue.settle(market, winner);
  }

  #listed(fields: Fields): void {
    const conditionId = textOf(fields['condition_id']) ?? textOf(fields['market']);
    if (conditionId !== null) this.#deps.catalogue.recheck(conditionId);
  }

  #bookOf(fields: Fields | null): WatchedBook | undefined {
    return this.#books.get(textOf(fields?.['asset_id']) ?? '');
  }

  #resync(book: WatchedBook, why: string): void {
    this.#lose(book, why);
    this.#askAgain(book);
  }

  #askAgain(book: WatchedBook): void {
    book.subscribedAtMs = this.#deps.clock.monotonicMs();
    book.socket.requestSnapshot(book.tokenId);
  }

  #lose(book: WatchedBook | undefined, why: string): void {
    if (book === undefined || book.sides === null) return;
    book.invalidate();
    this.#deps.listener.onBook({ kind: 'lost', venueInstrumentId: book.id, why, at: this.#deps.clock.now() });
  }
}
