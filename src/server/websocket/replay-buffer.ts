import type { MarketData, Print } from '../../market-data/market-data-types.ts';

/** How many prints a reconnecting client can be given before it has to fetch history by itself. */
const REPLAY_MAX = 10_000;
const STORE_PAGE = 1_000;

type Prints = Pick<MarketData, 'printsSince' | 'prints'>;

/**
 * What a client missed after `afterId`, oldest first: from memory where it reaches back far enough, else
 * from the store up to where memory takes over. Null when some of it is no longer kept, or when it is
 * more than is replayed.
 */
export async function loadMissedPrints(
  marketData: Prints,
  afterId: number,
): Promise<readonly Print[] | null> {
  const recent = marketData.printsSince(afterId);
  if (recent !== null) return recent.length > REPLAY_MAX ? null : recent;
  return (await isKept(marketData, afterId)) ? fromStore(marketData, afterId) : null;
}

/**
 * A store whose oldest print comes later than the next id has dropped some. Ids skip at a restart too, and
 * then this says no without need: the client looks into history once and finds nothing missing.
 */
async function isKept(marketData: Prints, afterId: number): Promise<boolean> {
  const [oldest] = await marketData.prints({ instrumentId: null, limit: 1, afterId: 0 });
  return oldest === undefined || oldest.id <= afterId + 1;
}

async function fromStore(marketData: Prints, afterId: number): Promise<readonly Print[] | null> {
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
