import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import type { Instrument, InstrumentId, TimestampMs } from '#contract';
import type { CandleInterval, MatchKeys, PnlKey, SearchPosition, SearchRule } from '#domain';
import type {
  EventQuery,
  PnlChange,
  PnlQuery,
  PnlScope,
  PrintQuery,
  StoredAsset,
  TimeQuery,
  TradeGap,
  TradePrint,
} from '#ports';
import type { OpportunityRecord, OpportunityRecordQuery } from '#relations';
import { openForReading, openForWriting } from '../database.ts';
import { serveCalls } from '../worker-calls.ts';
import { CatalogueReader, CatalogueWriter } from './catalogue-store.ts';
import { EventReader } from './event-store.ts';
import { MARKET_SCHEMA, toStoredAsset } from './market-tables.ts';
import { OpportunityReader, OpportunityWriter } from './sqlite-opportunity-store.ts';
import { PnlReader, PnlWriter } from './sqlite-pnl-store.ts';
import { PrintReader, PrintWriter } from './trade-print-store.ts';

/** The role of the thread: one thread writes the file, another one reads it without blocking the writer. */
export interface WorkerSpec {
  readonly role: 'writer' | 'reader';
  readonly file: string;
}

const spec = workerData as WorkerSpec;
const { database, methods } = spec.role === 'writer' ? openWriter(spec.file) : openReader(spec.file);
serveCalls(database, methods);

function openWriter(file: string) {
  const database = openForWriting(file, MARKET_SCHEMA);
  // A crash of the machine may lose the newest market data, but the file stays consistent.
  database.exec('PRAGMA synchronous = NORMAL');
  const catalogue = new CatalogueWriter(database);
  const prints = new PrintWriter(database);
  const pnl = new PnlWriter(database);
  const opportunities = new OpportunityWriter(database);
  const methods = {
    ready: () => true,
    keep: (name: string, value: string) => keep(database, name, value),
    stageInstruments: (instruments: readonly Instrument[]) => catalogue.stage(instruments),
    saveInstruments: () => catalogue.saveStaged(),
    forgetInstruments: (ids: readonly InstrumentId[]) => catalogue.forget(ids),
    saveAssets: (assets: readonly StoredAsset[]) => catalogue.saveAssets(assets),
    reservePrintIds: (id: number) => prints.reserveIds(id),
    appendPrints: (batch: readonly TradePrint[]) => prints.append(batch),
    saveTradeGap: (gap: TradeGap) => prints.saveGap(gap),
    prunePrints: (before: TimestampMs) => prints.prunePrints(before),
    pruneMinutes: (before: TimestampMs) => prints.pruneMinutes(before),
    appendOpportunities: (records: readonly OpportunityRecord[], recordsMax: number) =>
      opportunities.append(records, recordsMax),
    pruneOpportunities: (before: TimestampMs) => opportunities.prune(before),
    clearPnl: () => pnl.clear(),
    savePnl: (changes: readonly PnlChange[], through: number) => pnl.save(changes, through),
    thinPnl: (minutesBefore: TimestampMs, hoursBefore: TimestampMs) => pnl.thin(minutesBefore, hoursBefore),
  };
  return { database, methods };
}

function openReader(file: string) {
  const database = openForReading(file);
  const catalogue = new CatalogueReader(database);
  const events = new EventReader(database);
  const prints = new PrintReader(database);
  const pnl = new PnlReader(database);
  const opportunities = new OpportunityReader(database);
  const methods = {
    load: (printsMax: number) => ({
      assets: database.prepare('SELECT * FROM assets ORDER BY generic_asset_id').all().map(toStoredAsset),
      lastTrades: prints.lastTrades(),
      prints: prints.prints({ instrumentId: null, limit: printsMax, afterId: null }).toReversed(),
      printIdReserved: prints.idReserved(),
    }),
    bindings: (afterId: number, limit: number) => catalogue.bindings(afterId, limit),
    instruments: (ids: readonly InstrumentId[]) => catalogue.instruments(ids),
    matches: (keys: MatchKeys) => catalogue.matches(keys),
    search: (rule: SearchRule, position: SearchPosition, limit: number) =>
      catalogue.search(rule, position, limit),
    near: (rule: SearchRule, limit: number, afterId: number) => catalogue.near(rule, limit, afterId),
    list: (rule: SearchRule, afterId: number, limit: number) => catalogue.list(rule, afterId, limit),
    events: (query: EventQuery) => events.page(query),
    prints: (query: PrintQuery) => prints.prints(query),
    ticks: (query: TimeQuery) => prints.ticks(query),
    candles: (query: TimeQuery & { readonly interval: CandleInterval }) => prints.candles(query),
    opportunities: (query: OpportunityRecordQuery) => opportunities.list(query),
    opportunity: (number: number) => opportunities.get(number),
    pnlThrough: () => pnl.through(),
    pnlOpen: () => pnl.open(),
    pnlNewest: (key: PnlKey) => pnl.newest(key),
    pnlRows: (scope: PnlScope, end: TimestampMs | null) => pnl.rows(scope, end),
    pnlCurve: (query: PnlQuery) => pnl.curve(query),
  };
  return { database, methods };
}

function keep(database: DatabaseSync, name: string, value: string): string {
  database.prepare('INSERT OR IGNORE INTO kept (name, value) VALUES (?, ?)').run(name, value);
  return String(database.prepare('SELECT value FROM kept WHERE name = ?').get(name)?.['value']);
}

/** The functions of the writing thread. */
export type WriterMethods = ReturnType<typeof openWriter>['methods'];

/** The functions of the reading thread. */
export type ReaderMethods = ReturnType<typeof openReader>['methods'];
