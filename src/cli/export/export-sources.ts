import { systemClock } from '#platform';
import type { CandleInterval, Crossbook, Page } from '../../../sdk/src/index.ts';
import type { Connection } from '../api-connection.ts';
import { invalid } from '../cli-failure.ts';

export interface SourceOptions {
  readonly interval?: string;
  readonly start?: string;
  readonly end?: string;
  readonly instrument?: string;
}

/** Reads the records of one kind page by page, in the order of the export. */
export interface Source {
  readonly pages: AsyncIterable<readonly object[]>;
  readonly pagesTotal: number | null; // null: unknown before the last page
}

export const KINDS = ['orders', 'fills', 'positions', 'prints', 'candles'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Creates the reader for one kind of record.
 *
 * @param id  the instrument of prints (default: all) or of candles (required)
 */
export async function createSource(
  connection: Connection,
  kind: Kind,
  id: string | undefined,
  options: SourceOptions,
): Promise<Source> {
  const { client } = connection;
  if (kind === 'prints') return { pages: prints(client, id), pagesTotal: null };
  if (kind === 'candles') return candles(client, id, options);
  const { instrument: instrument_id, start, end } = options;
  const subaccount_id = await connection.subaccount();
  if (kind === 'orders')
    return listed((paging) => client.orders.listPage({ subaccount_id, instrument_id, ...paging }));
  if (kind === 'fills')
    return listed((paging) => client.fills.listPage({ subaccount_id, instrument_id, start, end, ...paging }));
  return { pages: once(client.positions.list({ subaccount_id })), pagesTotal: 1 };
}

const PAGE = 1000;

const listed = (
  fetchPage: (paging: { limit: number; cursor: string | undefined }) => Promise<Page<object>>,
): Source => ({
  pages: (async function* (): AsyncGenerator<readonly object[]> {
    let cursor: string | undefined;
    do {
      const page: Page<object> = await fetchPage({ limit: PAGE, cursor });
      yield page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  })(),
  pagesTotal: null,
});

/** Reads every stored print, oldest first. */
async function* prints(
  client: Crossbook,
  instrument_id: string | undefined,
): AsyncGenerator<readonly object[]> {
  for (let after_id = 0; ; ) {
    const page = await client.prints.list({ instrument_id, after_id, limit: PAGE });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after_id = last.id;
  }
}

const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

/** Reads the candles from `start` to `end`, one response per window; without `start`, the newest. */
function candles(client: Crossbook, id: string | undefined, options: SourceOptions): Source {
  if (id === undefined) throw invalid('candles need an instrument: export candles ID.');
  const interval = (options.interval ?? '1h') as CandleInterval;
  const stepMs = INTERVAL_MS[interval];
  if (stepMs === undefined)
    throw invalid(`--interval ${interval}: expected one of ${Object.keys(INTERVAL_MS).join(', ')}.`);
  const query = { instrument_id: id, interval, limit: PAGE };
  if (options.start === undefined)
    return { pages: once(client.candles.list({ ...query, end: options.end })), pagesTotal: 1 };
  const startMs = timeMs('--start', options.start);
  const endMs = options.end === undefined ? systemClock.now() : timeMs('--end', options.end);
  const firstMs = startMs - (startMs % stepMs);
  const windowMs = stepMs * PAGE;
  const count = Math.max(0, Math.ceil((endMs - firstMs) / windowMs));
  const windows = Array.from({ length: count }, (_, at) => firstMs + at * windowMs);
  return { pages: windowed(windows), pagesTotal: count };

  async function* windowed(starts: readonly number[]): AsyncGenerator<readonly object[]> {
    for (const from of starts) {
      const start = Math.max(from, startMs);
      const to = Math.min(from + windowMs, endMs) - 1;
      const page = await client.candles.list({ ...query, start, end: to });
      yield page.filter(({ t }) => t >= from && t < from + windowMs);
    }
  }
}

function timeMs(option: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid(`${option} ${text}: expected RFC 3339, 2027-01-01T00:00:00Z.`);
  return ms;
}

async function* once(page: Promise<readonly object[]>): AsyncGenerator<readonly object[]> {
  yield await page;
}

/** Fixed columns, so that every export has the same header, also an empty one. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  orders:
    'id client_order_id subaccount_id status instrument_id generic_asset_id venue side outcome type tif expires_at price qty filled_qty remaining_qty avg_fill_price fees routing legs pending_action reason created_at updated_at tag'.split(
      ' ',
    ),
  fills:
    'id order_id client_order_id subaccount_id instrument_id venue venue_trade_id side outcome price qty sent_as.side sent_as.outcome sent_as.price fee liquidity realized_pnl timestamp settlement voids settlement_price tag'.split(
      ' ',
    ),
  positions:
    'instrument_id side qty avg_price unrealized_pnl subaccount_id venue outcome mark_price realized_pnl updated_at'.split(
      ' ',
    ),
  prints: ['id', 'instrument_id', 'venue', 'price', 'qty', 'side', 'timestamp'],
  candles: ['t', 'o', 'h', 'l', 'c', 'v'],
};
