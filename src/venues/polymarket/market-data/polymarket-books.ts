import type { Level } from '../../../domain/model/book.ts';
import { ONE, type Price, type Qty } from '../../../domain/model/money.ts';
import type { Side } from '../../../domain/model/order.ts';
import { isCrossed } from '../../../domain/order-books/book-quotes.ts';
import { applySnapshot, type BookSides, LiveOrderBook } from '../../../domain/order-books/live-order-book.ts';
import { DecimalCache } from '../../shared/decimal-cache.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf } from '../codec/polymarket-decoder.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import { parseSide } from '../codec/polymarket-messages.ts';
import type { MarketWs } from '../ws/market-ws-pool.ts';

/** A whole book of one token as the venue tells it, best first. */
export interface WireBook {
  readonly tokenId: string;
  readonly sides: BookSides;
  readonly atMs: number;
}

/** One level of a token, as it stands now, and the best prices beside it where they were told. */
export interface WireChange {
  readonly side: Side;
  readonly level: Level;
  readonly best: { readonly bid: Price | null; readonly ask: Price | null } | null;
}

/** Null for a book that can not be true. Neither order nor a single row of each price is promised. */
export function parseBook(value: unknown): WireBook | null {
  const fields = fieldsOf(value);
  const tokenId = textOf(fields?.['asset_id']);
  const atMs = millisecondsOf(fields?.['timestamp']);
  const bids = levelsOf(fields?.['bids']);
  const asks = levelsOf(fields?.['asks']);
  if (tokenId === null || atMs === null || bids === null || asks === null) return null;
  bids.sort((a, b) => Number(b.price - a.price));
  asks.sort((a, b) => Number(a.price - b.price));
  const sides = applySnapshot({ bids, asks });
  return sides === null ? null : { tokenId, sides, atMs };
}

/** Reads changes, which come by the thousand a second. Prices are few and kept; sizes are hardly ever alike. */
export class ChangeReader {
  readonly #prices = new DecimalCache(decimalOf);

  /** Null for a change that can not be read. */
  read(value: unknown): WireChange | null {
    const fields = fieldsOf(value);
    if (fields === null) return null;
    const side = parseSide(fields['side']);
    const price = this.#priceOf(fields['price']);
    const qty = decimalOf(fields['size']);
    if (side === null || price === null || qty === null) return null;
    return { side, level: { price: price as Price, qty: qty as Qty }, best: this.#bestOf(fields) };
  }

  /** An empty side is told as 0, as 1, or not at all; only a pair that was told is worth a comparison. */
  #bestOf(fields: Fields): WireChange['best'] {
    const bid = this.#priceOf(fields['best_bid']);
    const ask = this.#priceOf(fields['best_ask']);
    return bid === null || ask === null ? null : { bid: priceOrNull(bid), ask: priceOrNull(ask) };
  }

  #priceOf(value: unknown): bigint | null {
    return typeof value === 'string' ? this.#prices.parse(value) : decimalOf(value);
  }
}

const priceOrNull = (units: bigint): Price | null => (units > 0n && units < ONE ? (units as Price) : null);

/** The changes as we tell them: a message may hold several of one price, of which the last counts. */
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

/** Whether our book has the best prices that the venue says it has. */
function agreesWith({ bids, asks }: BookSides, best: NonNullable<WireChange['best']>): boolean {
  return (bids[0]?.price ?? null) === best.bid && (asks[0]?.price ?? null) === best.ask;
}

function sameSides(a: BookSides, b: BookSides): boolean {
  return sameLevels(a.bids, b.bids) && sameLevels(a.asks, b.asks);
}

const sameLevels = (a: readonly Level[], b: readonly Level[]): boolean =>
  a.length === b.length && a.every(({ price, qty }, at) => b[at]?.price === price && b[at]?.qty === qty);

function levelsOf(value: unknown): Level[] | null {
  if (!Array.isArray(value)) return null;
  const levels: Level[] = [];
  for (const item of value as readonly unknown[]) {
    const level = levelOf(fieldsOf(item));
    if (level === null) return null;
    if (level.qty > 0n) levels.push(level);
  }
  return levels;
}

function levelOf(fields: Fields | null): Level | null {
  const price = decimalOf(fields?.['price']);
  const qty = decimalOf(fields?.['size']);
  return price === null || qty === null ? null : { price: price as Price, qty: qty as Qty };
}

const TRUSTED_MS = 30_000;

/** What became of changes: `early` ones are in the snapshot that is there or will come. */
type Applied = 'applied' | 'early' | 'impossible' | 'gap';

/** One book of YES, whose mirror is the book of NO, and what its word is worth. */
export class WatchedBook {
  readonly listing: Listing; // as it was when its book came to be watched
  readonly tokenId: string;
  readonly socket: MarketWs;
  subscribedAtMs: number; // monotonic: last subscription
  isSuspect = false; // the venue's other book differed, while no event said so
  #held: LiveOrderBook | null = null; // null: lost, until the next snapshot
  #atMs = 0; // the venue's clock
  #heardAtMs: number; // monotonic: last event or check that bore it out
  #crossedAtMs: number | null = null;

  constructor(listing: Listing, shard: MarketWs, nowMs: number) {
    this.listing = listing;
    this.tokenId = listing.yes;
    this.socket = shard;
    this.subscribedAtMs = nowMs;
    this.#heardAtMs = nowMs;
  }

  get id(): string {
    return this.listing.instrument.venueInstrumentId;
  }

  /** A view, which changes with the book; null while it is lost. */
  get sides(): BookSides | null {
    return this.#held;
  }

  get confirmedAtMs(): number {
    return this.#heardAtMs;
  }

  /** The sides at this moment; null unless they may be traded on. */
  tradable(nowMs: number): BookSides | null {
    const isTrusted = !this.isSuspect && this.socket.isUp && nowMs - this.#heardAtMs <= TRUSTED_MS;
    return this.#held !== null && isTrusted && !isCrossed(this.#held) ? this.#held.snapshot() : null;
  }

  /** For how long its sides have met; zero while they do not. */
  crossedMs(nowMs: number): number {
    return this.#crossedAtMs === null ? 0 : nowMs - this.#crossedAtMs;
  }

  /** False for one that is older than what is held: the venue's books come over several roads. */
  replace({ sides, atMs }: WireBook, nowMs: number): boolean {
    if (this.#held !== null && atMs < this.#atMs) return false;
    this.#held = new LiveOrderBook(sides);
    this.#atMs = atMs;
    this.confirm(nowMs);
    return true;
  }

  /** After `impossible` and `gap` the book is not to be trusted, and has to be lost. */
  apply(changes: readonly WireChange[], atMs: number, nowMs: number): Applied {
    const held = this.#held;
    if (held === null || atMs < this.#atMs) return 'early';
    for (const { side, level } of changes) if (!held.set(side, level)) return 'impossible';
    const best = changes.at(-1)?.best ?? null;
    if (best !== null && !agreesWith(held, best)) return 'gap';
    this.#atMs = atMs;
    this.confirm(nowMs);
    return 'applied';
  }

  /** It was borne out: told anew, changed, or found as it is. */
  confirm(nowMs: number): void {
    this.#heardAtMs = nowMs;
    this.isSuspect = false;
    const isMet = this.#held !== null && isCrossed(this.#held);
    this.#crossedAtMs = isMet ? (this.#crossedAtMs ?? nowMs) : null;
  }

  isSameAs({ sides }: WireBook): boolean {
    return this.#held !== null && sameSides(this.#held, sides);
  }

  isNewerThan({ atMs }: WireBook): boolean {
    return this.#atMs > atMs;
  }

  invalidate(): void {
    this.#held = null;
    this.#crossedAtMs = null;
  }
}
