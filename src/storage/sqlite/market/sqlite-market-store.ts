import { existsSync, renameSync } from 'node:fs';
import { errorMessage, type Instrument, type InstrumentId } from '#contract';
import type { MarketStore } from '#ports';
import { READER_CALLS_MAX, WorkerClient } from '../worker-calls.ts';
import type { NearPage } from './catalogue-store.ts';
import type { ReaderMethods, WorkerSpec, WriterMethods } from './market.worker.ts';

const NAME = 'market store';
const WORKER = new URL('./market.worker.ts', import.meta.url);

// Copying a message to a thread blocks the sender: about 5 µs per instrument.
const INSTRUMENTS_PER_MESSAGE = 250;

// SQLite's errors for a damaged file. A locked or unreachable file has other errors.
const DAMAGE = /not a database|malformed/;

export interface OpenedMarketStore {
  readonly store: MarketStore;
  /** Where a damaged file was moved and why; null when the file was valid or new. */
  readonly damaged: { readonly file: string; readonly why: string } | null;
}

/**
 * Opens `market.db`, creating it if missing. It uses one writing and one reading thread, so that neither a search
 * nor the disk blocks the main thread. A damaged file is moved away and replaced by a new one: the venues send all
 * listings again, and the ledger keeps the ids of instruments with orders.
 */
export async function openSqliteMarketStore(file: string): Promise<OpenedMarketStore> {
  try {
    return { store: await openThreads(file), damaged: null };
  } catch (error) {
    if (!DAMAGE.test(errorMessage(error)) || !existsSync(file)) throw error;
    const movedTo = moveDamagedFile(file);
    return { store: await openThreads(file), damaged: { file: movedTo, why: errorMessage(error) } };
  }
}

async function openThreads(file: string): Promise<MarketStore> {
  const writer = new WorkerClient<WriterMethods>(NAME, WORKER, { role: 'writer', file } satisfies WorkerSpec);
  await writer.call('ready');
  const reader = new WorkerClient<ReaderMethods>(
    NAME,
    WORKER,
    { role: 'reader', file } satisfies WorkerSpec,
    READER_CALLS_MAX,
  );
  return createThreadedStore(writer, reader);
}

function createThreadedStore(
  writer: WorkerClient<WriterMethods>,
  reader: WorkerClient<ReaderMethods>,
): MarketStore {
  const inOrder = createSequence();
  return {
    load: (printsMax) => reader.call('load', printsMax),
    getOrSet: (name, value) => inOrder(() => writer.call('keep', name, value)),
    bindings: (afterId, limit) => reader.call('bindings', afterId, limit),
    saveInstruments: (instruments) => inOrder(() => saveInParts(writer, instruments)),
    forgetInstruments: (ids) => inOrder(() => writer.call('forgetInstruments', ids)),
    saveAssets: (assets) => inOrder(() => writer.call('saveAssets', assets)),
    instruments: (ids) => reader.call('instruments', ids),
    matches: (keys) => reader.call('matches', keys),
    search: (rule, position, limit) => reader.call('search', rule, position, limit),
    near: (rule, limit) => searchNear((left, afterId) => reader.call('near', rule, left, afterId), limit),
    list: (rule, afterId, limit) => reader.call('list', rule, afterId, limit),
    events: (query) => reader.call('events', query),
    reservePrintIds: (id) => inOrder(() => writer.call('reservePrintIds', id)),
    appendPrints: (prints) => inOrder(() => writer.call('appendPrints', prints)),
    saveTradeGap: (gap) => inOrder(() => writer.call('saveTradeGap', gap)),
    prints: (query) => reader.call('prints', query),
    ticks: (query) => reader.call('ticks', query),
    candles: (query) => reader.call('candles', query),
    prune: async (printsBefore, minutesBefore) => {
      while ((await inOrder(() => writer.call('prunePrints', printsBefore))) > 0) continue;
      await inOrder(() => writer.call('pruneMinutes', minutesBefore));
    },
    pnl: {
      lastFillNumber: () => reader.call('pnlThrough'),
      openRows: () => reader.call('pnlOpen'),
      newest: (key) => reader.call('pnlNewest', key),
      rows: (scope, end) => reader.call('pnlRows', scope, end),
      curve: (query) => reader.call('pnlCurve', query),
      clear: () => inOrder(() => writer.call('clearPnl')),
      save: (changes, through) => inOrder(() => writer.call('savePnl', changes, through)),
      downsample: (minutesBefore, hoursBefore) =>
        inOrder(() => writer.call('thinPnl', minutesBefore, hoursBefore)),
    },
    opportunities: {
      append: (records, recordsMax) => inOrder(() => writer.call('appendOpportunities', records, recordsMax)),
      list: (query) => reader.call('opportunities', query),
      get: (number) => reader.call('opportunity', number),
      prune: async (before) => {
        while ((await inOrder(() => writer.call('pruneOpportunities', before))) > 0) continue;
      },
    },
    close: async () => {
      await reader.close();
      await inOrder(() => writer.close());
    },
  };
}

/** Sends a large batch in parts, so that the event loop can run other work between them; it is written at once. */
async function saveInParts(
  writer: WorkerClient<WriterMethods>,
  instruments: readonly Instrument[],
): Promise<readonly InstrumentId[]> {
  for (let at = 0; at < instruments.length; at += INSTRUMENTS_PER_MESSAGE)
    await writer.call('stageInstruments', instruments.slice(at, at + INSTRUMENTS_PER_MESSAGE));
  return writer.call('saveInstruments');
}

/** Of one search over all its steps, so that a text whose parts are common ends. */
const NEAR_CANDIDATES_MAX = 5_000;

/** Searches in steps: the reading thread serves other calls between two of them. */
async function searchNear(
  step: (limit: number, afterId: number) => Promise<NearPage>,
  limit: number,
): Promise<readonly Instrument[]> {
  const items: Instrument[] = [];
  let candidates = 0;
  for (let afterId: number | null = 0; afterId !== null && candidates < NEAR_CANDIDATES_MAX; ) {
    const page: NearPage = await step(limit - items.length, afterId);
    items.push(...page.items);
    candidates += page.candidates;
    afterId = items.length < limit ? page.afterId : null;
  }
  return items;
}

/** Runs tasks one after the other in call order; a failed task does not stop the next one. */
function createSequence(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}

function moveDamagedFile(file: string): string {
  const movedTo = `${file}.damaged`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
  }
  return movedTo;
}
