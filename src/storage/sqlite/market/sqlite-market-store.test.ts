import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import {
  marketStoreConformance,
  trade,
  walk,
} from '../../../../test/conformance/storage/market-store.conformance.ts';
import { pnlStoreConformance } from '../../../../test/conformance/storage/pnl-store.conformance.ts';
import { createMemoryMarketStore } from '../../../../test/support/storage/memory-market-store.ts';
import type { InstrumentId } from '../../../contract/model/ids.ts';
import { anInstrument, aSearch, instrument } from '../../../domain/instruments/instrument.fixture.ts';
import { SEARCH_START, toSearchRule } from '../../../domain/instruments/instrument-search.ts';
import type { MarketStore } from '../../../ports/market-store.ts';
import { openForWriting } from '../database.ts';
import { INSTRUMENT_COLUMNS, MARKET_SCHEMA, toInstrumentParams } from './market-tables.ts';
import { openSqliteMarketStore } from './sqlite-market-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossbook-market-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `market-${files}.db`);
}

const open = async (file = newFile()): Promise<MarketStore> => (await openSqliteMarketStore(file)).store;

marketStoreConformance('sqlite', open);
pnlStoreConformance('sqlite', open);

test('search on SQLite returns the same results as checking each instrument', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1001, max: 1030 }), { minLength: 1, maxLength: 12 });
  // Includes ids at block boundaries, where the index continues in the next set.
  const spread = ids.map((some) => some.map((id) => (id % 3 === 0 ? id + 32_768 - 1_015 : id)));
  const catalogue = spread.chain((some) => fc.tuple(...some.map((id) => anInstrument(id))));
  const rounds = fc.array(fc.record({ saved: catalogue, queries: fc.array(aSearch, { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 3,
  });
  const [store, model] = [await open(), createMemoryMarketStore()];
  await fc.assert(
    fc.asyncProperty(rounds, fc.integer({ min: 1, max: 5 }), async (history, limit) => {
      try {
        for (const { saved, queries } of history) {
          assert.deepEqual(await store.saveInstruments(saved), await model.saveInstruments(saved));
          for (const query of queries) await assertSameAnswers(store, model, query, limit);
        }
      } finally {
        const all = history.flatMap(({ saved }) => saved.map(({ instrumentId }) => instrumentId));
        for (const side of [store, model]) await side.forgetInstruments(all);
      }
    }),
    { numRuns: 100 },
  );
  await store.close();
});

async function assertSameAnswers(
  store: MarketStore,
  model: MarketStore,
  query: Parameters<typeof toSearchRule>[0],
  limit: number,
): Promise<void> {
  assert.deepEqual(await walk(store, query, limit), await walk(model, query, limit));
  const rule = toSearchRule(query);
  assert.deepEqual(await store.list(rule, 1010, 3), await model.list(rule, 1010, 3));
  assert.deepEqual(await store.near(rule, 3), await model.near(rule, 3));
}

test('all data is present after the file is closed and opened again', async () => {
  const file = newFile();
  const first = await open(file);
  await first.saveInstruments([instrument(1001), instrument(1002)]);
  await first.appendPrints([trade(1), trade(2)]);
  await first.reservePrintIds(500);
  await first.close();
  const second = await open(file);
  assert.deepEqual(await second.instruments([1002 as InstrumentId]), [instrument(1002)]);
  const rain = toSearchRule({ q: 'rain', venue: null, status: null, category: null });
  assert.equal((await second.search(rain, SEARCH_START, 9)).items.length, 2);
  const { prints, printIdReserved } = await second.load(9);
  assert.deepEqual(prints, [trade(1), trade(2)]);
  assert.equal(printIdReserved, 500);
  await second.close();
});

test('the settlement prices of a file without them follow from its results, and it has no events', async () => {
  const file = newFile();
  const last = INSTRUMENT_COLUMNS.indexOf('settlement_price');
  const columns = INSTRUMENT_COLUMNS.slice(0, last);
  const results = ['YES', 'NO', 'VOID', null] as const;
  const old = openForWriting(file, MARKET_SCHEMA.slice(0, 3));
  const insert = old.prepare(
    `INSERT INTO instruments (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  for (const [index, result] of results.entries())
    insert.run(...toInstrumentParams({ ...instrument(1001 + index), result }).slice(0, last));
  old.close();
  const store = await open(file);
  const read = await store.instruments([1001, 1002, 1003, 1004] as InstrumentId[]);
  assert.deepEqual(
    read.map(({ result, settlementPrice, event }) => [result, settlementPrice, event]),
    [
      ['YES', 100_000_000n, null],
      ['NO', 0n, null],
      ['VOID', null, null],
      [null, null, null],
    ],
  );
  await store.close();
});

test('the ids of Polymarket trades in an older file have the form of this version', async () => {
  const file = newFile();
  const old = openForWriting(file, MARKET_SCHEMA.slice(0, -1));
  const insert = old.prepare("INSERT INTO prints VALUES (?, ?, ?, ?, '0.48', '5', 'BUY', 1767225601000)");
  const ids = ['0xab:1767225601:Y:48000000:500000000:BUY', '0xab:1767225604:Y:48000000:500000000:BUY'];
  for (const [at, id] of [...ids, '1767225601300:Y:48000000:500000000:BUY'].entries())
    insert.run(at + 1, 1001, 'Polymarket', id);
  insert.run(9, 1002, 'Kalshi', ids[0] ?? '');
  old.close();
  const store = await open(file);
  const { prints } = await store.load(9);
  assert.deepEqual(
    prints.map(({ venueTradeId }) => venueTradeId),
    ['0xab:1:Y:48000000:500000000:BUY', ids[1], '1767225601300:Y:48000000:500000000:BUY', ids[0]],
    'the second of two that were one trade stays as it was',
  );
  await store.close();
});

test('P-04: a file that is not a database is moved away and replaced', async () => {
  const file = newFile();
  writeFileSync(file, 'this is not a database '.repeat(500));
  const { store, damaged } = await openSqliteMarketStore(file);
  assert.match(damaged?.why ?? '', /not a database/);
  assert.ok(existsSync(damaged?.file ?? ''));
  assert.deepEqual(await store.saveInstruments([instrument(1001)]), [1001]);
  await store.close();
});

test('a missing folder is an error, and no file is moved', async () => {
  await assert.rejects(open(join(folder, 'nowhere', 'market.db')), /cannot be opened/);
});

test('a failed save stores nothing, and the next one works', async () => {
  const store = await open();
  const broken = { ...instrument(1001), title: null as unknown as string };
  await assert.rejects(store.saveInstruments([instrument(1002), broken]));
  assert.deepEqual(await store.saveInstruments([instrument(1003)]), [1003]);
  const all = toSearchRule({ q: 'rain', venue: null, status: null, category: null });
  const { items } = await store.search(all, SEARCH_START, 9);
  assert.deepEqual(
    items.map(({ instrumentId }) => instrumentId),
    [1003],
  );
  await store.close();
});
