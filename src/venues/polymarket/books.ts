import { applySnapshot, type BookSides } from '../../core/books/apply.ts';
import type { Level } from '../../core/books/book.ts';
import { ONE, type Price, type Qty } from '../../core/kernel/decimal.ts';
import type { Side } from '../../core/orders/order.ts';
import { DecimalTexts } from '../decimaltexts.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf } from './read.ts';
import { sideOf } from './wire.ts';

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
  readonly #prices = new DecimalTexts(decimalOf);

  /** Null for a change that can not be read. */
  read(value: unknown): WireChange | null {
    const fields = fieldsOf(value);
    if (fields === null) return null;
    const side = sideOf(fields['side']);
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
    return typeof value === 'string' ? this.#prices.unitsOf(value) : decimalOf(value);
  }
}

const priceOrNull = (units: bigint): Price | null => (units > 0n && units < ONE ? (units as Price) : null);

/** The changes as we tell them: a message may hold several of one price, of which the last counts. */
export function deltaOf(changes: readonly WireChange[]): BookSides {
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
export function agreesWith({ bids, asks }: BookSides, best: NonNullable<WireChange['best']>): boolean {
  return (bids[0]?.price ?? null) === best.bid && (asks[0]?.price ?? null) === best.ask;
}

export function sameSides(a: BookSides, b: BookSides): boolean {
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
