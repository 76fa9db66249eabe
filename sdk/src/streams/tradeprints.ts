/** The print feed. It resumes after the last received print, by its global id. */
import type { Prints } from '../resources/marketdata.ts';
import type { InstrumentRef } from '../scalars.ts';
import type { Feed } from './feed.ts';
import type { TradePrintFrame } from './frames.ts';
import type { StreamOptions } from './stream.ts';

export interface TradePrintOptions extends StreamOptions {
  /** Only these instruments; all if absent. */
  readonly instrumentIds?: readonly InstrumentRef[] | undefined;
  /** Starts after this print; if absent, with the next print. */
  readonly afterId?: number | undefined;
}

/**
 * Prints in ascending order of their ids, each once. The newest print is read before the first connection as
 * the position to resume from, so nothing is lost even if the socket breaks before any print.
 */
export function tradePrintFeed(prints: Prints, options: TradePrintOptions): Feed<TradePrintFrame> {
  let lastId = options.afterId;
  const instrumentIds = options.instrumentIds;
  return {
    topic: 'tradeprints',
    async prepare(signal) {
      lastId ??= (await prints.list({ limit: 1 }, { signal }))[0]?.id ?? 0;
    },
    query: () => ({ instrument_id: instrumentIds?.join(','), after_id: lastId }),
    take(frame) {
      if (frame.type !== 'tradeprint' || frame.id <= (lastId ?? 0)) return null;
      lastId = frame.id;
      return frame;
    },
  };
}
