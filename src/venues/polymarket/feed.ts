import type { BookSides } from '../../core/books/apply.ts';
import { isCrossed } from '../../core/books/quote.ts';
import { present } from '../../core/kernel/assert.ts';
import type { Price, Qty } from '../../core/kernel/decimal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import type { Random } from '../../ports/random.ts';
import type { VenueListener } from '../../ports/venue.ts';
import {
  agreesWith,
  applyChanges,
  deltaOf,
  parseBook,
  parseChange,
  sameSides,
  type WireBook,
  type WireChange,
} from './books.ts';
import type { Catalogue } from './catalogue.ts';
import type { Client } from './client.ts';
import { type Listing, type Print, tradeOf } from './map.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf } from './read.ts';
import { Shard } from './shard.ts';
import { Tape } from './tape.ts';
import { sideOf } from './wire.ts';

export interface FeedDeps {
  readonly client: Pick<Client, 'ask' | 'read' | 'nowMs' | 'offsetMs'>;
  readonly catalogue: Pick<Catalogue, 'find' | 'byToken' | 'setTick' | 'settle' | 'doubt'>;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly wsMarketUrl: string;
  readonly watchedMax: number;
  readonly listener: Pick<VenueListener, 'onBook' | 'onTrades'>;
}

/** A book that is told, and what its word is worth. */
interface Watched {
  listing: Listing;
  readonly tokenId: string; // of YES: the book of NO is its mirror
  readonly shard: Shard;
  sides: BookSides | null; // null: lost, until the next snapshot
  atMs: number; // the venue's clock
  heardAtMs: number; // monotonic: last event or check that bore it out
  askedAtMs: number; // monotonic: last subscription
  crossedAtMs: number | null;
  isSuspect: boolean; // the venue's other book differed, while no event said so
}

const TOKENS_PER_SOCKET = 200;
const CHECK_EVERY_MS = 1_000;
const SNAPSHOT_WITHIN_MS = 10_000;
const CROSSED_MAX_MS = 1_000;
const QUIET_MS = 10_000;
const TRUSTED_MS = 30_000;
const BOOKS_AT_ONCE = 100;

/**
 * Books and prints of the instruments that somebody watches, in YES terms. The channel numbers nothing, so
 * a gap shows only in the best prices it sends along, and a silence only against the venue's other book.
 */
export class Feed {
  readonly #deps: FeedDeps;
  readonly #watched = new Map<string, Watched>(); // by token of YES
  readonly #wanted = new Set<string>(); // by condition: asked for before they were listed
  readonly #shards: Shard[] = [];
  readonly #tape: Tape;
  #timer: Timer | null = null;
  #checkedAtMs = 0;
  #isChecking = false;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#tape = new Tape(deps);
  }

  start(): void {
    this.#timer = this.#deps.clock.every(CHECK_EVERY_MS, () => this.#check());
  }

  stop(): void {
    this.#timer?.cancel();
    for (const shard of this.#shards) shard.stop();
  }

  /** Down while somebody watches through a socket that is not open. */
  get isUp(): boolean {
    return this.#shards.every((shard) => shard.isUp || shard.size === 0);
  }

  /** An instrument that is not listed yet is told from when it is. */
  watch(conditionId: string): void {
    const { catalogue, clock, log, watchedMax } = this.#deps;
    const listing = catalogue.find(conditionId);
    if (listing === null) return void this.#wanted.add(conditionId);
    this.#wanted.delete(conditionId);
    if (this.#watched.has(listing.yes)) return;
    if (this.#watched.size >= watchedMax) return log.warn('no more books are watched', { watchedMax });
    const shard = this.#shardWithRoom();
    const nowMs = clock.monotonicMs();
    this.#watched.set(listing.yes, {
      listing,
      tokenId: listing.yes,
      shard,
      sides: null,
      atMs: 0,
      heardAtMs: nowMs,
      askedAtMs: nowMs,
      crossedAtMs: null,
      isSuspect: false,
    });
    shard.add(listing.yes);
    void this.#tape.backfill(listing);
  }

  /** The catalogue has grown: what was asked for early may be in it. */
  listed(): void {
    for (const conditionId of this.#wanted) this.watch(conditionId);
  }

  unwatch(conditionId: string): void {
    this.#wanted.delete(conditionId);
    const listing = this.#deps.catalogue.find(conditionId);
    const watched = listing === null ? undefined : this.#watched.get(listing.yes);
    if (watched === undefined) return;
    this.#watched.delete(watched.tokenId);
    watched.shard.remove(watched.tokenId);
  }

  /** The book as it may be traded on now; null while its word is in doubt. */
  book(conditionId: string): BookSides | null {
    const listing = this.#deps.catalogue.find(conditionId);
    const watched = listing === null ? undefined : this.#watched.get(listing.yes);
    if (watched === undefined || watched.sides === null || watched.isSuspect) return null;
    const ageMs = this.#deps.clock.monotonicMs() - watched.heardAtMs;
    return watched.shard.isUp && ageMs <= TRUSTED_MS && !isCrossed(watched.sides) ? watched.sides : null;
  }

  #shardWithRoom(): Shard {
    const free = this.#shards.find((shard) => shard.size < TOKENS_PER_SOCKET);
    if (free !== undefined) return free;
    const shard = new Shard({
      ...this.#deps,
      url: this.#deps.wsMarketUrl,
      onUp: (tokens) => this.#asked(tokens),
      onEvent: (event) => this.#hear(event),
      onDown: (tokens, why) => {
        for (const token of tokens) this.#lose(this.#watched.get(token), why);
      },
    });
    this.#shards.push(shard);
    return shard;
  }

  #asked(tokens: Iterable<string>): void {
    for (const token of tokens) {
      const watched = this.#watched.get(token);
      if (watched !== undefined) watched.askedAtMs = this.#deps.clock.monotonicMs();
    }
  }

  #hear(event: unknown): void {
    const fields = fieldsOf(event);
    if (fields === null) return;
    switch (fields['event_type']) {
      case 'book':
        return this.#book(fields);
      case 'price_change':
        return this.#changes(fields);
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

  #book(fields: Fields): void {
    const watched = this.#watched.get(textOf(fields['asset_id']) ?? '');
    if (watched === undefined) return;
    const book = parseBook(fields);
    if (book === null) return this.#resync(watched, 'a book that can not be true');
    this.#replace(watched, book);
  }

  #replace(watched: Watched, book: WireBook): void {
    // Older never replaces newer: the venue's books come over several roads.
    if (watched.sides !== null && book.atMs < watched.atMs) return;
    watched.atMs = book.atMs;
    this.#set(watched, book.sides);
    this.#tell(watched);
  }

  /** A whole book is the truth of this moment, whenever it last changed. */
  #tell({ listing, sides }: Watched): void {
    const { listener, clock } = this.#deps;
    const { venueInstrumentId } = listing.instrument;
    listener.onBook({
      kind: 'snapshot',
      venueInstrumentId,
      ...present(sides, 'the book that is told'),
      at: clock.now(),
    });
  }

  #changes(fields: Fields): void {
    const atMs = millisecondsOf(fields['timestamp']);
    const rows: unknown = fields['price_changes'];
    if (!Array.isArray(rows) || atMs === null) return;
    const byToken = new Map<string, WireChange[]>();
    for (const row of rows as readonly unknown[]) {
      const tokenId = textOf(fieldsOf(row)?.['asset_id']) ?? '';
      const watched = this.#watched.get(tokenId);
      if (watched === undefined) continue; // the other token of the same market mirrors this one
      const change = parseChange(row);
      if (change === null) return this.#resync(watched, 'a change that can not be true');
      const changes = byToken.get(tokenId);
      if (changes === undefined) byToken.set(tokenId, [change]);
      else changes.push(change);
    }
    for (const [tokenId, changes] of byToken) this.#apply(this.#watched.get(tokenId), changes, atMs);
  }

  #apply(watched: Watched | undefined, changes: readonly WireChange[], atMs: number): void {
    // Before the snapshot, or told again from before it: the snapshot holds it already.
    if (watched === undefined || watched.sides === null || atMs < watched.atMs) return;
    const sides = applyChanges(watched.sides, changes);
    if (sides === null) return this.#resync(watched, 'a change that can not be true');
    const best = changes.at(-1)?.best ?? null;
    if (best !== null && !agreesWith(sides, best))
      return this.#resync(watched, 'best prices differ: a change is missing');
    watched.atMs = atMs;
    this.#set(watched, sides);
    const { venueInstrumentId } = watched.listing.instrument;
    const at = (atMs - this.#deps.client.offsetMs) as TimestampMs;
    this.#deps.listener.onBook({ kind: 'delta', venueInstrumentId, ...deltaOf(changes), at });
  }

  #set(watched: Watched, sides: BookSides): void {
    const nowMs = this.#deps.clock.monotonicMs();
    watched.sides = sides;
    watched.heardAtMs = nowMs;
    watched.isSuspect = false;
    watched.crossedAtMs = isCrossed(sides) ? (watched.crossedAtMs ?? nowMs) : null;
  }

  #print(fields: Fields): void {
    const listing = this.#deps.catalogue.byToken(textOf(fields['asset_id']) ?? '');
    const print = printOf(fields);
    if (listing === null || print === null) return;
    this.#tape.tell(tradeOf(listing, print));
  }

  #tick(fields: Fields): void {
    const watched = this.#watched.get(textOf(fields['asset_id']) ?? '');
    const tick = decimalOf(fields['new_tick_size']);
    if (watched === undefined || tick === null || tick <= 0n) return;
    this.#deps.catalogue.setTick(watched.listing.instrument.venueInstrumentId, tick as Price);
    watched.listing = this.#deps.catalogue.byToken(watched.tokenId) ?? watched.listing;
    this.#lose(watched, 'the tick changed');
    watched.askedAtMs = this.#deps.clock.monotonicMs(); // a book follows by itself; else it is asked for
  }

  #resolved(fields: Fields): void {
    const market = textOf(fields['market']);
    const winner = textOf(fields['winning_asset_id']);
    if (market !== null && winner !== null) this.#deps.catalogue.settle(market, winner);
  }

  #listed(fields: Fields): void {
    const conditionId = textOf(fields['condition_id']) ?? textOf(fields['market']);
    if (conditionId !== null) this.#deps.catalogue.doubt(conditionId);
  }

  #resync(watched: Watched, why: string): void {
    this.#lose(watched, why);
    watched.askedAtMs = this.#deps.clock.monotonicMs();
    watched.shard.askAgain(watched.tokenId);
  }

  #lose(watched: Watched | undefined, why: string): void {
    if (watched === undefined || watched.sides === null) return;
    watched.sides = null;
    watched.crossedAtMs = null;
    const { venueInstrumentId } = watched.listing.instrument;
    this.#deps.listener.onBook({ kind: 'lost', venueInstrumentId, why, at: this.#deps.clock.now() });
  }

  #check(): void {
    if (this.#wanted.size > 0) this.listed();
    const nowMs = this.#deps.clock.monotonicMs();
    const late: Watched[] = [];
    const quiet: Watched[] = [];
    for (const watched of this.#watched.values()) {
      if (watched.crossedAtMs !== null && nowMs - watched.crossedAtMs > CROSSED_MAX_MS) {
        this.#resync(watched, 'crossed');
      } else if (watched.sides === null) {
        if (watched.shard.isUp && nowMs - watched.askedAtMs > SNAPSHOT_WITHIN_MS) late.push(watched);
      } else if (nowMs - watched.heardAtMs >= QUIET_MS) quiet.push(watched);
    }
    for (const watched of late) {
      watched.askedAtMs = nowMs;
      watched.shard.askAgain(watched.tokenId);
    }
    if (this.#isChecking || nowMs - this.#checkedAtMs < QUIET_MS) return;
    this.#checkedAtMs = nowMs;
    this.#isChecking = true;
    void this.#compare([...late, ...quiet]).finally(() => {
      this.#isChecking = false;
    });
  }

  /** Asks for whole books of what did not come, and of what has been quiet for long. */
  async #compare(doubtful: readonly Watched[]): Promise<void> {
    for (let from = 0; from < doubtful.length; from += BOOKS_AT_ONCE) {
      const asked = doubtful.slice(from, from + BOOKS_AT_ONCE);
      const askedAtMs = this.#deps.clock.monotonicMs();
      const answer = await this.#deps.client.ask(
        '/books',
        asked.map(({ tokenId }) => ({ token_id: tokenId })),
      );
      const books = answer.kind === 'answer' && Array.isArray(answer.value) ? answer.value : [];
      for (const value of books as readonly unknown[]) {
        const book = parseBook(value);
        const watched = book === null ? undefined : this.#watched.get(book.tokenId);
        if (book !== null && watched !== undefined) this.#judge(watched, book, askedAtMs);
      }
    }
  }

  #judge(watched: Watched, book: WireBook, askedAtMs: number): void {
    if (watched.sides === null) return this.#replace(watched, book);
    if (watched.heardAtMs > askedAtMs) return; // it spoke meanwhile
    if (sameSides(watched.sides, book.sides)) {
      this.#set(watched, watched.sides);
      return this.#deps.listener.onBook({
        kind: 'alive',
        venueInstrumentId: watched.listing.instrument.venueInstrumentId,
        at: this.#deps.clock.now(),
      });
    }
    // That other book has been minutes behind before, and an event may be on its way.
    if (book.atMs < watched.atMs) return;
    if (watched.isSuspect) return watched.shard.reopen('silent while books moved');
    watched.isSuspect = true;
  }
}

function printOf(fields: Fields): Print | null {
  const tokenId = textOf(fields['asset_id']);
  const price = decimalOf(fields['price']);
  const qty = decimalOf(fields['size']);
  const side = sideOf(fields['side']);
  const atMs = millisecondsOf(fields['timestamp']);
  if (tokenId === null || price === null || qty === null || side === null || atMs === null) return null;
  if (qty === 0n) return null;
  const hash = textOf(fields['transaction_hash']);
  return { tokenId, price: price as Price, qty: qty as Qty, side, atMs, hash };
}
