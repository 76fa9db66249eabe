/** Order books, always whole: after a reconnect each book is sent again. */
import type { InstrumentRef } from '../scalars.ts';
import type { Feed } from './feed.ts';
import type { OrderbooksFrame } from './frames.ts';
import type { StreamOptions } from './stream.ts';

export interface OrderbooksOptions extends StreamOptions {
  readonly instrumentIds?: readonly InstrumentRef[] | undefined;
  readonly genericAssetIds?: readonly number[] | undefined;
}

export function orderbooksFeed(options: OrderbooksOptions): Feed<OrderbooksFrame> {
  const { instrumentIds, genericAssetIds } = options;
  return {
    topic: 'orderbooks',
    prepare: () => Promise.resolve(),
    query: () => ({
      instrument_id: listed(instrumentIds),
      generic_asset_id: listed(genericAssetIds),
    }),
    take: (frame) =>
      frame.type === 'book' || frame.type === 'aggregated_book' || frame.type === 'unavailable'
        ? frame
        : null,
  };
}

/** An empty list subscribes to nothing, the same as leaving it out. */
const listed = (ids: readonly InstrumentRef[] | undefined): string | undefined =>
  ids === undefined || ids.length === 0 ? undefined : ids.join(',');
