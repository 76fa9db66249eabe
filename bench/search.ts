import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Instrument, MarketStatus } from '../src/core/instruments/instrument.ts';
import { SEARCH_START, type SearchPosition, searchRule } from '../src/core/instruments/search.ts';
import type { Price, Qty } from '../src/core/kernel/decimal.ts';
import type { InstrumentId, VenueName } from '../src/core/kernel/ids.ts';
import type { TimestampMs } from '../src/core/kernel/time.ts';
import type { MarketStore } from '../src/ports/marketstore.ts';
import { openSqliteMarketStore } from '../src/store/sqlite/market/store.ts';

const BATCH = 10_000;
const PAGE = 50;
const ROUNDS = 40;

export interface SearchFigures {
  readonly instruments: number;
  readonly loadSeconds: number;
  readonly fileMiB: number;
  readonly rssMiB: number; // highest seen, the whole process
  readonly queries: readonly QueryFigures[];
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface QueryFigures {
  readonly name: string;
  readonly hits: number; // on the first page
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Query {
  readonly name: string;
  readonly q: string | null;
  readonly venue?: string;
  readonly status?: MarketStatus;
  readonly category?: string;
  readonly pages?: number; // how deep to page before timing the next one
}

const QUERIES: readonly Query[] = [
  { name: 'one common word', q: 'will' },
  { name: 'two common words', q: 'bitcoin above' },
  { name: 'common words that seldom meet', q: 'rain bitcoin' },
  { name: 'a rare word', q: 'reykjavik' },
  { name: 'a word of the description only', q: 'settlement source' },
  { name: 'an exact ticker', q: 'KXBTC-26MAR14-T104250' },
  { name: 'part of a ticker', q: '26MAR14-T1042' },
  { name: 'one character', q: 'z' },
  { name: 'two characters', q: 'q4' },
  { name: 'short and long words', q: 'in nyc 31' },
  { name: 'a number with its comma', q: '$104,250' },
  { name: 'no such word', q: 'xylophone' },
  { name: 'runs that are there, a word that is not', q: 'aboveain' },
  { name: 'a common word in a rare category', q: 'will', category: 'Chess' },
  { name: 'a common word at the small venue', q: 'above', venue: 'Demo' },
  { name: 'a common word in a rare status', q: 'above', status: 'PAUSED' },
  { name: 'all filters', q: 'rain', venue: 'Kalshi', status: 'SETTLED', category: 'weather' },
  { name: 'filters without words', q: null, venue: 'Demo', status: 'SETTLED' },
  { name: 'nothing asked', q: null },
  { name: 'a sentence', q: 'will the price of bitcoin be above on march' },
  { name: 'page 40 of a common word', q: 'ethereum', pages: 40 },
  { name: 'from the titles into the rest', q: 'chess', pages: 5 },
];

/** Loads `count` instruments into a new store and times the queries, mixed, in rounds. */
export async function benchSearch(count: number): Promise<SearchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-search-'));
  const file = join(folder, 'market.db');
  const { store } = await openSqliteMarketStore(file);
  try {
    const start = performance.now();
    for (let at = 0; at < count; at += BATCH)
      await store.saveInstruments(instruments(at, Math.min(BATCH, count - at)));
    const loadSeconds = (performance.now() - start) / 1000;
    const queries = await timeQueries(store);
    const all = queries.flatMap(({ times }) => times).sort((a, b) => a - b);
    return {
      instruments: count,
      loadSeconds,
      fileMiB: statSync(file).size / 2 ** 20,
      rssMiB: process.resourceUsage().maxRSS / 1024,
      queries: queries.map(({ query, hits, times }) => ({
        name: query.name,
        hits,
        p50Ms: percentile(
          times.sort((a, b) => a - b),
          50,
        ),
        p99Ms: percentile(times, 99),
      })),
      p50Ms: percentile(all, 50),
      p99Ms: percentile(all, 99),
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function timeQueries(store: MarketStore) {
  const runs = QUERIES.map((query) => ({ query, hits: 0, times: [] as number[] }));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const run of runs) {
      const rule = searchRule({ q: run.query.q, ...filtersOf(run.query) });
      const position =
        round === -2 ? await pageTo(store, run.query) : (positions.get(run.query) ?? SEARCH_START);
      positions.set(run.query, position);
      const start = performance.now();
      const { items } = await store.search(rule, position, PAGE);
      // The first rounds warm the page cache, as any running service is warm.
      if (round >= 0) run.times.push(performance.now() - start);
      run.hits = items.length;
    }
  }
  return runs;
}

const positions = new Map<Query, SearchPosition>();

async function pageTo(store: MarketStore, query: Query): Promise<SearchPosition> {
  const rule = searchRule({ q: query.q, ...filtersOf(query) });
  let position: SearchPosition = SEARCH_START;
  for (let page = 0; page < (query.pages ?? 0); page += 1)
    position = (await store.search(rule, position, PAGE)).next ?? position;
  return position;
}

const filtersOf = ({ venue, status, category }: Query) => ({
  venue: (venue ?? null) as VenueName | null,
  status: status ?? null,
  category: category ?? null,
});

const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
const CITIES = ['NYC', 'London', 'Paris', 'Chicago', 'Austin', 'Miami', 'Denver', 'Seattle', 'Reykjavik'];
const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'Dogecoin', 'XRP'];
const TEAMS = ['Lakers', 'Celtics', 'Warriors', 'Chelsea', 'Arsenal', 'Real Madrid', 'Yankees', 'Dodgers'];
const NAMES = ['Carlsen', 'Nakamura', 'Ding', 'Gukesh', 'Firouzja', 'Caruana'];
const STATUSES: readonly MarketStatus[] = [
  'SETTLED',
  'SETTLED',
  'CLOSED',
  'OPEN',
  'OPEN',
  'OPEN',
  'UNOPENED',
];

/** Listings as the venues write them: long runs of strikes and days of one event, then the next event. */
export function instruments(first: number, count: number): readonly Instrument[] {
  return Array.from({ length: count }, (_, index) => instrumentAt(first + index));
}

function instrumentAt(index: number): Instrument {
  const event = Math.floor(index / 40);
  const strike = index % 40;
  const day = 1 + (event % 28);
  const month = MONTHS[Math.floor(event / 28) % MONTHS.length] ?? 'March';
  const code = `26${month.slice(0, 3).toUpperCase()}${String(day).padStart(2, '0')}`;
  const { title, series, category, subject } = subjectOf(event, strike, `${month} ${day}, 2026`);
  const ticker = `${series}-${code}-T${event * 7 + strike * 250}`;
  const venue = index % 500 === 0 ? 'Demo' : index % 3 === 0 ? 'Polymarket' : 'Kalshi';
  return {
    instrumentId: (1001 + index) as InstrumentId,
    venue: venue as VenueName,
    venueInstrumentId:
      venue === 'Polymarket' ? `0x${(index * 2654435761).toString(16).padStart(64, '0')}` : ticker,
    ticker,
    slug: `${ticker.toLowerCase()}-${index}`,
    title,
    description: `Resolves YES if ${subject} as reported by the settlement source named in the rules, and NO otherwise. The contract closes at ${1 + (index % 12)} PM Eastern on ${month} ${day}, 2026.`,
    category,
    status: index % 5_000 === 7 ? 'PAUSED' : (STATUSES[index % STATUSES.length] ?? 'OPEN'),
    priceTick: 1_000_000n as Price,
    priceMin: 1_000_000n as Price,
    priceMax: 99_000_000n as Price,
    qtyStep: 100_000_000n as Qty,
    qtyMin: 100_000_000n as Qty,
    openTime: 1_767_225_600_000 as TimestampMs,
    closeTime: 1_798_761_600_000 as TimestampMs,
    result: null,
    updatedAt: 1_767_225_600_000 as TimestampMs,
    genericAssetId: null,
  };
}

function subjectOf(event: number, strike: number, date: string) {
  const pick = (from: readonly string[]): string => from[Math.floor(event / 5) % from.length] ?? '';
  if (event % 400 === 399) {
    const subject = `${pick(NAMES)} wins game ${strike + 1}`;
    return { series: 'KXCHESS', category: 'Chess', subject, title: `Will ${subject} on ${date}?` };
  }
  if (event % 5 < 2) {
    const level = `$${(80_000 + ((event * 37) % 400) * 250 + strike * 250).toLocaleString('en-US')}`;
    const subject = `the price of ${pick(COINS)} is above ${level}`;
    return {
      series: 'KXBTC',
      category: 'Crypto',
      subject,
      title: `${pick(COINS)} above ${level} on ${date}?`,
    };
  }
  if (event % 5 < 4) {
    const subject = `${pick(TEAMS)} score more than ${strike * 3 + 60} points in Q${1 + (strike % 4)}`;
    return { series: 'KXNBA', category: 'Sports', subject, title: `Will the ${subject} on ${date}?` };
  }
  const subject = `it rains more than ${strike / 10} inches in ${pick(CITIES)}`;
  return {
    series: 'KXRAIN',
    category: 'Weather',
    subject,
    title: `Rain in ${pick(CITIES)} on ${date}: over ${strike / 10} in?`,
  };
}

/** The figures as a table for people. */
export function renderFigures(figures: SearchFigures): string {
  const rows = figures.queries.map(
    ({ name, hits, p50Ms, p99Ms }) =>
      `${name.padEnd(42)}${String(hits).padStart(5)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}`,
  );
  return [
    `${figures.instruments} instruments loaded in ${figures.loadSeconds.toFixed(1)} s, file ${figures.fileMiB.toFixed(0)} MiB, highest RSS ${figures.rssMiB.toFixed(0)} MiB`,
    `${'query'.padEnd(42)} hits   p50 ms   p99 ms`,
    ...rows,
    `${'all, mixed'.padEnd(47)}${figures.p50Ms.toFixed(2).padStart(9)}${figures.p99Ms.toFixed(2).padStart(9)}`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(renderFigures(await benchSearch(Number(process.argv[2] ?? 1_000_000))));
}
