import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VenueName } from '../src/contract/model/ids.ts';
import type { MarketStatus } from '../src/contract/model/instrument.ts';
import {
  SEARCH_START,
  type SearchPosition,
  toSearchRule,
} from '../src/domain/instruments/instrument-search.ts';
import type { MarketStore } from '../src/ports/market-store.ts';
import { openSqliteMarketStore } from '../src/storage/sqlite/market/sqlite-market-store.ts';
import { instrumentAt, instruments } from './listings-bench.ts';

const BATCH = 10_000;
const PAGE = 50;
const ROUNDS = 40;
const LIST_PAGE = 500;
const { ticker: TICKER } = instrumentAt(777);

export interface SearchFigures {
  readonly instruments: number;
  readonly loadSeconds: number;
  readonly listSeconds: number; // listing all of them, in pages
  readonly fileMiB: number;
  readonly rssMiB: number; // maximum of the whole process
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
  { name: 'an exact ticker', q: TICKER },
  { name: 'part of a ticker', q: TICKER.slice(5, -1) },
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
  { name: 'no filter', q: null },
  { name: 'a sentence', q: 'will the price of bitcoin be above on march' },
  { name: 'page 40 of a common word', q: 'ethereum', pages: 40 },
  { name: 'from the titles into the rest', q: 'chess', pages: 5 },
];

/** Loads `count` instruments into a new store, lists them all, and times the queries in mixed rounds. */
export async function benchSearch(count: number): Promise<SearchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-search-'));
  const file = join(folder, 'market.db');
  const { store } = await openSqliteMarketStore(file);
  try {
    const loadSeconds = await seconds(() => load(store, count));
    const listSeconds = await seconds(() => listAll(store));
    const runs = await timeQueries(store);
    const all = runs.flatMap(({ times }) => times);
    return {
      instruments: count,
      loadSeconds,
      listSeconds,
      fileMiB: statSync(file).size / 2 ** 20,
      rssMiB: process.resourceUsage().maxRSS / 1024,
      queries: runs.map(({ query, hits, times }) => ({ name: query.name, hits, ...percentiles(times) })),
      ...percentiles(all),
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function load(store: MarketStore, count: number): Promise<void> {
  for (let at = 0; at < count; at += BATCH)
    await store.saveInstruments(instruments(at, Math.min(BATCH, count - at)));
}

async function listAll(store: MarketStore): Promise<void> {
  const everything = toSearchRule({ q: null, ...toFilters({}) });
  for (let last = 0, isMore = true; isMore; ) {
    const page = await store.list(everything, last, LIST_PAGE);
    last = page.at(-1)?.instrumentId ?? last;
    isMore = page.length === LIST_PAGE;
  }
}

async function timeQueries(store: MarketStore) {
  const runs = await Promise.all(
    QUERIES.map(async (query) => ({
      query,
      rule: toSearchRule({ q: query.q, ...toFilters(query) }),
      position: await pageTo(store, query),
      hits: 0,
      times: [] as number[],
    })),
  );
  // The first round warms the page cache, as in a running service.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const run of runs) {
      const start = performance.now();
      const { items } = await store.search(run.rule, run.position, PAGE);
      if (round >= 0) run.times.push(performance.now() - start);
      run.hits = items.length;
    }
  }
  return runs;
}

/** The position where the timed page starts. */
async function pageTo(store: MarketStore, query: Query): Promise<SearchPosition> {
  const rule = toSearchRule({ q: query.q, ...toFilters(query) });
  let position: SearchPosition = SEARCH_START;
  for (let page = 0; page < (query.pages ?? 0); page += 1)
    position = (await store.search(rule, position, PAGE)).next ?? position;
  return position;
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

const toFilters = ({ venue, status, category }: Pick<Query, 'venue' | 'status' | 'category'>) => ({
  venue: (venue ?? null) as VenueName | null,
  status: status ?? null,
  category: category ?? null,
});

function percentiles(times: readonly number[]): { readonly p50Ms: number; readonly p99Ms: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number): number => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
  return { p50Ms: at(50), p99Ms: at(99) };
}

/** Renders the figures as a text table. */
export function renderFigures(figures: SearchFigures): string {
  const rows = figures.queries.map(
    ({ name, hits, p50Ms, p99Ms }) =>
      `${name.padEnd(42)}${String(hits).padStart(5)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}`,
  );
  return [
    `${figures.instruments} instruments loaded in ${figures.loadSeconds.toFixed(1)} s, listed in ${figures.listSeconds.toFixed(1)} s, file ${figures.fileMiB.toFixed(0)} MiB, highest RSS ${figures.rssMiB.toFixed(0)} MiB`,
    `${'query'.padEnd(42)} hits   p50 ms   p99 ms`,
    ...rows,
    `${'all, mixed'.padEnd(47)}${figures.p50Ms.toFixed(2).padStart(9)}${figures.p99Ms.toFixed(2).padStart(9)}`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(renderFigures(await benchSearch(Number(process.argv[2] ?? 1_000_000))));
}
