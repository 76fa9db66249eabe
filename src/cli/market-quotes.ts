import { parsePrice, renderDecimal } from '#contract';
import type { Crossbook, Instrument } from '../../sdk/src/index.ts';
import type { CliContext } from './cli-context.ts';
import { isTable, type OutputOptions, type View } from './output.ts';

const QUOTED_MAX = 100; // more rows have no prices, since each needs a request
const REQUESTS_AT_A_TIME = 10;
/** A book that the service does not follow yet takes longer. Its prices are shown by the next call. */
const WAIT_MS = 1_500;

interface Quote {
  readonly bid: string | null;
  readonly ask: string | null;
  readonly spread: string | null;
  readonly last_price: string | null;
  readonly volume_24h: string | null; // null where it is not known, which is not zero
}

const QUOTE_COLUMNS = ['bid', 'ask', 'spread', 'last_price', 'volume_24h'];

/** The view with prices and volume of open instruments if it is printed as a table; other formats have the API's records. */
export async function withQuotes(
  { terminal }: Pick<CliContext, 'terminal'>,
  options: OutputOptions,
  markets: Pick<Crossbook['markets'], 'book' | 'stats'>,
  items: readonly Instrument[],
  view: View,
): Promise<View> {
  const open = items.filter(({ status }) => status === 'OPEN').map(({ instrument_id: id }) => id);
  if (!isTable(terminal, options) || open.length === 0 || open.length > QUOTED_MAX) return view;
  const quotes = await readQuotes(markets, open);
  const tableRows = items.map((item) => ({ ...item, ...quotes.get(item.instrument_id) }));
  const at = view.columns.indexOf('status') + 1;
  return { ...view, tableRows, columns: view.columns.toSpliced(at, 0, ...QUOTE_COLUMNS) };
}

async function readQuotes(
  markets: Pick<Crossbook['markets'], 'book' | 'stats'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Quote>> {
  const quotes = new Map<number, Quote>();
  const signal = AbortSignal.timeout(WAIT_MS);
  const waiting = ids.values();
  const readRest = async (): Promise<void> => {
    for (const id of waiting) {
      // Without a book or statistics the row has empty cells, and the list is still useful.
      const [book, stats] = await Promise.all([
        markets.book(id, { depth: 1 }, { signal }).catch(() => null),
        markets.stats(id, { signal }).catch(() => null),
      ]);
      const [bid, ask] = [book?.bids[0]?.price ?? null, book?.asks[0]?.price ?? null];
      const { last_price = null, volume_24h = null } = stats ?? {};
      quotes.set(id, { bid, ask, spread: subtract(ask, bid), last_price, volume_24h });
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, readRest));
  return quotes;
}

/** The difference of two prices; null if either is unknown. */
function subtract(high: string | null, low: string | null): string | null {
  const above = high === null ? null : parsePrice(high);
  const below = low === null ? null : parsePrice(low);
  return above === null || below === null ? null : renderDecimal(above - below);
}
