import type { TimestampMs } from '../../../domain/model/time.ts';
import { DecimalCache } from '../../shared/decimal-cache.ts';
import { signedUnits, type ValueOf } from './kalshi-decoder.ts';
import type { BOOK_DELTA } from './kalshi-ws-messages.ts';

export type BookDelta = ValueOf<typeof BOOK_DELTA>;

/** Reads changes of books, which come by the thousand a second, without the reports that a shape gives. */
export class DeltaReader {
  readonly #decimals = new DecimalCache(signedUnits);

  /** Null for anything out of the ordinary: then the full shape has its say. */
  read(msg: unknown): BookDelta | null {
    if (typeof msg !== 'object' || msg === null) return null;
    const { market_ticker, price_dollars, delta_fp, side, ts_ms } = msg as Readonly<Record<string, unknown>>;
    if (typeof market_ticker !== 'string' || typeof price_dollars !== 'string') return null;
    if (typeof delta_fp !== 'string' || typeof ts_ms !== 'number') return null;
    if (side !== 'yes' && side !== 'no') return null;
    const price = this.#decimals.unitsOf(price_dollars);
    const change = this.#decimals.unitsOf(delta_fp);
    if (price === null || change === null || price < 0n) return null;
    return { market_ticker, price_dollars: price, delta_fp: change, side, ts_ms: ts_ms as TimestampMs };
  }
}
