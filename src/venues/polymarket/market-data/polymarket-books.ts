import { type Level, ONE, type Price, type Qty, type Side } from '#contract';
import { applySnapshot, type BookSides, isCrossed, LiveOrderBook } from '#domain';
import { DecimalCache } from '#venues/shared';
import {
  type Fields,
  parseSide,
  parseText,
  parseWireDecimal,
  parseWireTime,
  toFields,
} from '../codec/polymarket-decoder.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { MarketWs } from '../ws/polymarket-connection.ts';

/** A full book of one token, best first. */
export interface WireBook {
  readonly tokenId: string;
  readonly sides: BookSides;
  readonly atMs: number;
}

/** The best prices of a token after a change; null for an empty side. */
interface WireBest {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

/** The new state of one price level of a token, with the best prices if the message has them. */
export interface WireChange {
  readonly side: Side;
  readonly level: Level;
  readonly best: WireBest | null;
}

/**
 * Parses a book; null if it is invalid. The venue guarantees neither the order of rows nor unique prices.
 *
 * Parsed by hand: a book of 80 levels takes 10 µs, and 16 µs with `contract/model/decoder.ts` (2026-11, one core).
 */
export function parseBook(value: unknown): WireBook | null {
  const fields = toFields(value);
  const tokenId = parseText(fields?.['asset_id']);
  const atMs = parseWireTime(fields?.['timestamp']);
  const bids = parseLevels(fields?.['bids']);
  const asks = parseLevels(fields?.['asks']);
  if (tokenId === null || atMs === null || bids === null || asks === null) return null;
  bids.sort((a, b) => Number(b.price - a.price));
  asks.sort((a, b) => Number(a.price - b.price));
  const sides = applySnapshot({ bids, asks });
  return sides === null ? null : { tokenId, sides, atMs };
}

/**
 * Parses price changes, thousands per second. Prices are cached because they repeat; sizes rarely do.
 *
 * Parsed by hand: a change takes 0.08 µs, and 0.20 µs with `contract/model/decoder.ts` (2026-11, one core), which
 * would slow the whole feed by a tenth.
 */
export class ChangeReader {
  readonly #prices = new DecimalCache(parseWireDecimal);

  /** Null for an invalid change. */
  read(value: unknown): WireChange | null {
    const fields = toFields(value);
    if (fields === null) return null;
    const side = parseSide(fields['side']);
    const price = this.#parsePrice(fields['price']);
    const qty = parseWireDecimal(fields['size']);
    if (side === null || price === null || qty === null) return null;
    return { side, level: { price: price as Price, qty: qty as Qty }, best: this.#parseBest(fields) };
  }

  /** An empty side has price 0, price 1, or none. Only a message with both prices is compared. */
  #parseBest(fields: Fields): WireBest | null {
    const bid = this.#parsePrice(fields['best_bid']);
    const ask = this.#parsePrice(fields['best_ask']);
    return bid === null || ask === null ? null : { bid: toPriceOrNull(bid), ask: toPriceOrNull(ask) };
  }

  #parsePrice(value: unknown): bigint | null {
    return typeof value === 'string' ? this.#prices.parse(value) : parseWireDecimal(value);
  }
}

const toPriceOrNull = (units: bigint): Price | null => (units > 0n && units < ONE ? (units as Price) : null);

/** Converts changes to levels by side. A message may have several for one price; the last one counts. */
export function toDelta(changes: readonly WireChange[]): BookSides {
  const [first] = changes;
  if (changes.length === 1 && first !== undefined) {
    return first.side === 'BUY' ? { bids: [first.level], asks: NONE } : { bids: NONE, asks: [first.level] };
  }
  const bids = new Map<Price, Level>();
  const asks = new Map<Price, Level>();
  for (const { side, level } of changes) (side === 'BUY' ? bids : asks).set(level.price, level);
  return { bids: [...bids.values()], asks: [...asks.values()] };
}

const NONE: readonly Level[] = [];

function parseLevels(value: unknown): Level[] | null {
  if (!Array.isArray(value)) return null;
  const levels: Level[] = [];
  for (const item of value as readonly unknown[]) {
    const level = parseLevel(toFields(item));
    if (level === null) return null;
    if (level.qty > 0n) levels.push(level);
  }
  return levels;
}

function parseLevel(fields: Fields | null): Level | null {
  const price = parseWireDecimal(fields?.['price']);
  const qty = parseWireDecimal(fields?.['size']);
  return price === null || qty === null ? null : { price: price as Price, qty: qty as Qty };
}

const TRUSTED_MS = 30_000;

/** The result of applying changes. `early`: a current or future snapshot contains them. */
type Applied = 'applied' | 'early' | 'impossible' | 'gap';

/** The subscribed YES book of a market, and whether it may be traded on. The NO book is its mirror. */
export class WatchedBook {
  readonly listing: Listing; // as of the subscription
  readonly tokenId: string;
  readonly socket: MarketWs;
  subscribedAtMs: number; // monotonic ms: last subscription
  isSuspect = false; // the REST book differed although no event arrived
  #book: LiveOrderBook | null = null; // null: invalidated, until the next snapshot
  #atMs = 0; // the venue's clock
  #unmatchedBest: WireBest | null = null; // best prices of the newest message, if our book has others
  #confirmedAtMs: number; // monotonic ms: last event or check that confirmed it
  #crossedAtMs: number | null = null;

  constructor(listing: Listing, shard: MarketWs, nowMs: number) {
    this.listing = listing;
    this.tokenId = listing.yes;
    this.socket = shard;
    this.subscribedAtMs = nowMs;
    this.#confirmedAtMs = nowMs;
  }

  get id(): string {
    return this.listing.instrument.venueInstrumentId;
  }

  /** A live view of the book; null while it is invalidated. */
  get sides(): BookSides | null {
    return this.#book;
  }

  get confirmedAtMs(): number {
    return this.#confirmedAtMs;
  }

  /** A copy of the current sides; null if they must not be traded on. */
  tradable(nowMs: number): BookSides | null {
    const isTrusted = !this.isSuspect && this.socket.isUp && nowMs - this.#confirmedAtMs <= TRUSTED_MS;
    return this.#book !== null && isTrusted && !isCrossed(this.#book) ? this.#book.snapshot() : null;
  }

  /** For how long the book has been crossed; 0 while it is not. */
  crossedMs(nowMs: number): number {
    return this.#crossedAtMs === null ? 0 : nowMs - this.#crossedAtMs;
  }

  /**
   * The best prices of the newest message, while our book has others; a new object for each such message. A match
   * over several levels arrives as one message per level, and each has the best prices after the whole match.
   */
  get unmatchedBest(): object | null {
    return this.#unmatchedBest;
  }

  /** False if the snapshot is older than our book: REST and channel snapshots may arrive out of order. */
  replace({ sides, atMs }: WireBook, nowMs: number): boolean {
    if (this.#book !== null && atMs < this.#atMs) return false;
    this.#book = new LiveOrderBook(sides);
    this.#atMs = atMs;
    this.#unmatchedBest = null;
    this.confirm(nowMs);
    return true;
  }

  /** After `impossible` and `gap` the caller must invalidate the book. */
  apply(changes: readonly WireChange[], atMs: number, nowMs: number): Applied {
    const book = this.#book;
    if (book === null || atMs < this.#atMs) return 'early';
    if (this.#unmatchedBest !== null && atMs !== this.#atMs) return 'gap'; // no message of that match is left
    for (const { side, level } of changes) if (!book.set(side, level)) return 'impossible';
    const best = changes.at(-1)?.best ?? null;
    this.#unmatchedBest = best === null || hasBestPrices(book, best) ? null : best;
    this.#atMs = atMs;
    this.confirm(nowMs);
    return 'applied';
  }

  /** The book was confirmed by a snapshot, a change or an equal REST book. */
  confirm(nowMs: number): void {
    this.#confirmedAtMs = nowMs;
    this.isSuspect = false;
    const isCrossedNow = this.#book !== null && isCrossed(this.#book);
    this.#crossedAtMs = isCrossedNow ? (this.#crossedAtMs ?? nowMs) : null;
  }

  isSameAs({ sides }: WireBook): boolean {
    return this.#book !== null && hasSameSides(this.#book, sides);
  }

  /** Whether the last message of the channel about the book is newer, also while the book is invalidated. */
  isNewerThan({ atMs }: WireBook): boolean {
    return this.#atMs > atMs;
  }

  invalidate(): void {
    this.#book = null;
    this.#unmatchedBest = null;
    this.#crossedAtMs = null;
  }
}

/** Whether our book has the venue's best prices. */
function hasBestPrices({ bids, asks }: BookSides, best: WireBest): boolean {
  return (bids[0]?.price ?? null) === best.bid && (asks[0]?.price ?? null) === best.ask;
}

function hasSameSides(a: BookSides, b: BookSides): boolean {
  return hasSameLevels(a.bids, b.bids) && hasSameLevels(a.asks, b.asks);
}

const hasSameLevels = (a: readonly Level[], b: readonly Level[]): boolean =>
  a.length === b.length && a.every(({ price, qty }, at) => b[at]?.price === price && b[at]?.qty === qty);
