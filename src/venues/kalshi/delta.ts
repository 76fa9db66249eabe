import { parseDecimal } from '../../core/kernel/decimal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { ValueOf } from './shape.ts';
import type { BOOK_DELTA } from './wirestream.ts';

export type BookDelta = ValueOf<typeof BOOK_DELTA>;

const KEPT_MAX = 20_000;

/**
 * Reads changes of books, which come by the thousand a second, without the reports that a shape gives. The
 * same few prices and sizes come again and again, so their text is read once.
 */
export class DeltaReader {
  readonly #decimals = new Map<string, bigint>();

  /** Null for anything out of the ordinary: then the full shape has its say. */
  read(msg: unknown): BookDelta | null {
    if (typeof msg !== 'object' || msg === null) return null;
    const { market_ticker, price_dollars, delta_fp, side, ts_ms } = msg as Readonly<Record<string, unknown>>;
    if (typeof market_ticker !== 'string' || typeof price_dollars !== 'string') return null;
    if (typeof delta_fp !== 'string' || typeof ts_ms !== 'number') return null;
    if (side !== 'yes' && side !== 'no') return null;
    const price = this.#decimal(price_dollars);
    const change = this.#decimal(delta_fp);
    if (price === null || change === null || price < 0n) return null;
    return { market_ticker, price_dollars: price, delta_fp: change, side, ts_ms: ts_ms as TimestampMs };
  }

  #decimal(text: string): bigint | null {
    const known = this.#decimals.get(text);
    if (known !== undefined) return known;
    const isNegative = text.startsWith('-');
    const magnitude = parseDecimal(isNegative ? text.slice(1) : text);
    if (magnitude === null) return null;
    if (this.#decimals.size >= KEPT_MAX) this.#decimals.clear();
    const value = isNegative ? -magnitude : magnitude;
    this.#decimals.set(text, value);
    return value;
  }
}
