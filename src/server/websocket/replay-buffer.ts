import type { MarketData, Print } from '../../market-data/market-data-types.ts';

/** The maximum number of prints replayed to a reconnecting client; beyond it the client must fetch the history. */
const REPLAY_MAX = 10_000;
const STORE_PAGE = 1_000;

type Prints = Pick<MarketData, 'printsSince' | 'prints'>;

/**
 * Loads the prints after `afterId`, oldest first: from memory if it reaches back far enough, else from the
 * store up to the start of memory. Null when some of them were deleted, or when there are too many.
 */
export async function loadMissedPrints(
  marketData: Prints,
  afterId: number,
): Promise<readonly Print[] | null> {
  const recent = marketData.printsSince(afterId);
  if (recent !== null) return recent.length > REPLAY_MAX ? null : recent;
  return (await isStillStored(marketData, afterId)) ? loadFromStore(marketData, afterId) : null;
}

/**
 * False when the store may have deleted prints after `afterId`: its oldest print is later than the next id.
 * Ids also skip at a restart; the client then reads the history once and finds no missing print.
 */
async function isStillStored(marketData: Prints, afterId: number): Promise<boolean> {
  const [oldest] = await marketData.prints({ instrumentId: null, limit: 1, afterId: 0 });
  return oldest === undefined || oldest.id <= afterId + 1;
}

async function loadFromStore(marketData: Prints, afterId: number): Promise<readonly Print[] | null> {
  const stored: Print[] = [];
  let last = afterId;
  while (stored.length <= REPLAY_MAX) {
    const page = await marketData.prints({ instrumentId: null, limit: STORE_PAGE, afterId: last });
    stored.push(...page);
    last = page.at(-1)?.id ?? last;
    const recent = marketData.printsSince(last);
    if (recent !== null) return stored.length + recent.length > REPLAY_MAX ? null : stored;
    if (page.length === 0) return stored;
  }
  return null;
}
