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
}

/** The view with the best prices of open instruments if it is printed as a table; other formats have the API's records. */
export async function withQuotes(
  { terminal }: Pick<CliContext, 'terminal'>,
  options: OutputOptions,
  markets: Pick<Crossbook['markets'], 'book'>,
  items: readonly Instrument[],
  view: View,
): Promise<View> {
  const open = items.filter(({ status }) => status === 'OPEN').map(({ instrument_id: id }) => id);
  if (!isTable(terminal, options) || open.length === 0 || open.length > QUOTED_MAX) return view;
  const quotes = await readQuotes(markets, open);
  const tableRows = items.map((item) => ({ ...item, ...quotes.get(item.instrument_id) }));
  const at = view.columns.indexOf('status') + 1;
  return { ...view, tableRows, columns: view.columns.toSpliced(at, 0, 'bid', 'ask') };
}

async function readQuotes(
  markets: Pick<Crossbook['markets'], 'book'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Quote>> {
  const quotes = new Map<number, Quote>();
  const signal = AbortSignal.timeout(WAIT_MS);
  const waiting = ids.values();
  const readRest = async (): Promise<void> => {
    for (const id of waiting) {
      // Without a book the row has no prices, and the list is still useful.
      const book = await markets.book(id, { depth: 1 }, { signal }).catch(() => null);
      quotes.set(id, { bid: book?.bids[0]?.price ?? null, ask: book?.asks[0]?.price ?? null });
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, readRest));
  return quotes;
}
