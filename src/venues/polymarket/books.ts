import { applyDelta, applySnapshot, type BookSides } from '../../core/books/apply.ts';
import type { Level } from '../../core/books/book.ts';
import { type Price, type Qty } from '../../core/kernel/decimal.ts';
import type { Side } from '../../core/orders/order.ts';
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
  readonly tokenId: string;
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

export function parseChange(value: unknown): WireChange | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const tokenId = textOf(fields['asset_id']);
  const side = sideOf(fields['side']);
  const level = levelOf(fields);
  if (tokenId === null || side === null || level === null) return null;
  return { tokenId, side, level, best: bestOf(fields) };
}

/** The last word on each price counts: a message may hold several. Null for a change that can not be true. */
export function applyChanges(sides: BookSides, changes: readonly WireChange[]): BookSides | null {
  return applyDelta(sides, deltaOf(changes));
}

export function deltaOf(changes: readonly WireChange[]): BookSides {
  const bids = new Map<Price, Level>();
  const asks = new Map<Price, Level>();
  for (const { side, level } of changes) (side === 'BUY' ? bids : asks).set(level.price, level);
  return { bids: [...bids.values()], asks: [...asks.values()] };
}

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

/** An empty side is told as 0, as 1, or not at all; only a pair that was told is worth a comparison. */
function bestOf(fields: Fields): WireChange['best'] {
  const bid = decimalOf(fields['best_bid']);
  const ask = decimalOf(fields['best_ask']);
  if (bid === null || ask === null) return null;
  const isPrice = (units: bigint): boolean => units > 0n && units < 100_000_000n;
  return { bid: isPrice(bid) ? (bid as Price) : null, ask: isPrice(ask) ? (ask as Price) : null };
}
