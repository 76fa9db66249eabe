import { decode, object, type Price, type Qty, type TimestampMs } from '#contract';
import type { PublicRecords, VenueCandle, VenueCandleQuery, VenueStats } from '#ports';
import { milliseconds, price, qty, text, toFields } from '../codec/polymarket-decoder.ts';
import { type Listing, toVenueTrade } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient, ReadBudget } from '../http/polymarket-client.ts';
import { readPastTrades } from './polymarket-trades.ts';

export interface PublicRecordsDeps {
  readonly client: Pick<PolymarketClient, 'read' | 'nowMs' | 'dataApi'>;
  readonly find: (conditionId: string) => Listing | null;
}

const STATS_AT_ONCE_MAX = 20;
const DAY_MS = 86_400_000;
const TRADES_FIRST = 500;
const TRADES_MAX = 10_000; // the venue's limit
const WINDOW_MS = 14 * DAY_MS; // the venue answers about 15 days
const RESOLVED_FIDELITY = 720; // minutes; finer points of a resolved market are not served

/** Several points make one candle, so that it has a range. */
const FIDELITY = { 1: 1, 60: 10, 1440: 720 } as const;

/** Figures and past prices of markets, read over HTTP. */
export function createPublicRecords({ client, find }: PublicRecordsDeps): PublicRecords {
  return {
    statsAtOnceMax: STATS_AT_ONCE_MAX,
    async stats(ids) {
      const listings = ids.flatMap((id) => find(id) ?? []);
      return Promise.all(listings.map((listing) => readStats(client, listing)));
    },
    async candles(query) {
      const listing = find(query.venueInstrumentId);
      const points = listing === null ? null : await readPoints(client, listing, query);
      return points === null ? null : toCandles(points, query);
    },
  };
}

type Client = PublicRecordsDeps['client'];

/** The venue publishes its volume in dollars only, so the contracts of its trades are added up. */
async function readStats(client: Client, listing: Listing): Promise<VenueStats> {
  const { venueInstrumentId } = listing.instrument;
  const [traded, openInterest] = await Promise.all([
    readTraded(client, listing),
    readOpenInterest(client, venueInstrumentId),
  ]);
  return { venueInstrumentId, ...traded, openInterest, at: client.nowMs() as TimestampMs };
}

async function readTraded(
  client: Client,
  listing: Listing,
): Promise<Pick<VenueStats, 'volume24h' | 'lastPrice'>> {
  const sinceMs = client.nowMs() - DAY_MS;
  for (const limit of [TRADES_FIRST, TRADES_MAX]) {
    const past = await readPastTrades(client, listing, limit);
    if (past === null) break;
    const trades = past.prints.map((print) => toVenueTrade(listing, print));
    const lastPrice = trades.at(-1)?.price ?? null;
    const isWholeDay = past.rows < limit || (trades[0]?.at ?? sinceMs) < sinceMs;
    if (!isWholeDay && limit < TRADES_MAX) continue;
    const ofDay = trades.filter(({ at }) => at >= sinceMs);
    const volume24h = ofDay.reduce((sum, trade) => sum + trade.qty, 0n) as Qty;
    return { volume24h: isWholeDay && past.isReadable ? volume24h : null, lastPrice };
  }
  return { volume24h: null, lastPrice: null };
}

export const OPEN_INTEREST = object({ market: text, value: qty });

/** A pair of YES and NO is backed by one dollar, so the venue's dollars are contracts. */
async function readOpenInterest(client: Client, conditionId: string): Promise<Qty | null> {
  const rows = await readJson(client, 'data', `/oi?market=${conditionId}`, 'public');
  const found = (Array.isArray(rows) ? (rows as readonly unknown[]) : [])
    .map((row) => decode(OPEN_INTEREST, row))
    .find((row) => row?.market === conditionId);
  return found?.value ?? null;
}

/** A price of the venue's history. */
interface Point {
  readonly atMs: number;
  readonly price: Price;
}

export const POINT = object({ t: milliseconds, p: price });

async function readPoints(
  client: Client,
  { yes, instrument }: Listing,
  { minutes, start, end }: VenueCandleQuery,
): Promise<readonly Point[] | null> {
  const fidelity = String(instrument.status === 'SETTLED' ? RESOLVED_FIDELITY : FIDELITY[minutes]);
  const ranges: Record<string, string>[] = [];
  if (end - start > 2 * WINDOW_MS) ranges.push({ interval: 'max' });
  else
    for (let from: number = start; from < end; from += WINDOW_MS) {
      const until = Math.min(end, from + WINDOW_MS);
      ranges.push({ startTs: String(Math.floor(from / 1_000)), endTs: String(Math.ceil(until / 1_000)) });
    }
  const points: Point[] = [];
  for (const range of ranges) {
    const search = new URLSearchParams({ market: yes, fidelity, ...range });
    const answer = toFields(await readJson(client, 'clob', `/prices-history?${search.toString()}`, 'books'));
    const history = answer?.['history'];
    if (!Array.isArray(history)) return null;
    for (const value of history as readonly unknown[]) {
      const point = decode(POINT, value);
      if (point !== null) points.push({ atMs: point.t, price: point.p });
    }
  }
  return points.toSorted((a, b) => a.atMs - b.atMs);
}

function toCandles(
  points: readonly Point[],
  { minutes, start, end }: VenueCandleQuery,
): readonly VenueCandle[] {
  const lengthMs = minutes * 60_000;
  const candles = new Map<number, VenueCandle>();
  for (const { atMs, price: at } of points) {
    const t = (atMs - (atMs % lengthMs)) as TimestampMs;
    if (t < start || t >= end) continue;
    const { open = at, high = at, low = at } = candles.get(t) ?? {};
    const range = { high: at > high ? at : high, low: at < low ? at : low };
    candles.set(t, { t, open, ...range, close: at, volume: null });
  }
  return [...candles.values()];
}

async function readJson(
  client: Client,
  origin: 'clob' | 'data',
  path: string,
  budget: ReadBudget,
): Promise<unknown> {
  const answer = await client.read(origin, path, budget);
  return answer.kind === 'answer' && answer.status === 200 ? answer.value : undefined;
}
