import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sharedPostgres, whyNoPostgres } from '../../../test/support/postgres/postgres-server.ts';
import { createMemoryMarketStore } from '../../../test/support/storage/memory-market-store.ts';
import type { GenericAssetId, InstrumentId } from '../../contract/model/ids.ts';
import { instrument } from '../../domain/instruments/instrument.fixture.ts';
import { openSharedIdStore } from '../../market-data/shared-id-store.ts';
import { JournalLostError } from '../../ports/journal.ts';
import type { MarketStore } from '../../ports/market-store.ts';
import { FixedClock } from '../ledger.fixture.ts';
import { connect } from './postgres-connection.ts';
import { openPostgresStore, type PostgresStore } from './postgres-store.ts';

const skip = whyNoPostgres() ?? false;

async function newJournal(): Promise<string> {
  return (await sharedPostgres()).createDatabase();
}

/** A node that owns the journal until the next one takes it, with its market data. */
async function openNode(
  t: TestContext,
  url: string,
  local = createMemoryMarketStore(),
): Promise<{ store: PostgresStore; local: MarketStore; market: MarketStore }> {
  const store = await openPostgresStore({ url, node: 'n', profile: 'sandbox', clock: new FixedClock() });
  t.after(() => store.close());
  return { store, local, market: await openSharedIdStore(local, store.sharedIds) };
}

const listing = (id: number, venueInstrumentId: string) => instrument(id, { venueInstrumentId });

const readIds = async (market: MarketStore): Promise<readonly (readonly [number, string])[]> =>
  (await market.bindings(0, 10)).map(({ instrumentId, venueInstrumentId }) => [
    instrumentId,
    venueInstrumentId,
  ]);

test('J-08: a node with an empty data folder has the ids of the journal', { skip }, async (t) => {
  const url = await newJournal();
  const first = await openNode(t, url);
  await first.market.saveInstruments([listing(1001, 'A'), listing(1002, 'B')]);
  const asset = {
    genericAssetId: 501 as GenericAssetId,
    title: 'Rain',
    description: null,
    category: 'Weather',
    members: [],
  };
  await first.market.saveAssets([{ key: 'Demo:A', asset }]);
  await first.market.reservePrintIds(100_000);
  const cursorKey = await first.market.getOrSet('cursor_key', 'first');
  await first.store.close();
  const second = await openNode(t, url);
  assert.deepEqual(await readIds(second.market), [
    [1001, 'A'],
    [1002, 'B'],
  ]);
  const { assets, printIdReserved } = await second.market.load(10);
  assert.deepEqual([assets, printIdReserved], [[{ key: 'Demo:A', asset }], 100_000]);
  assert.equal(await second.market.getOrSet('cursor_key', 'second'), cursorKey);
  await second.market.saveInstruments([listing(1002, 'B'), listing(1003, 'C')]);
  assert.equal((await readIds(second.market)).length, 3);
});

test('J-08: a record whose id means another contract in the journal is removed', { skip }, async (t) => {
  const url = await newJournal();
  const first = await openNode(t, url);
  await first.market.saveInstruments([listing(1001, 'A'), listing(1002, 'B')]);
  await first.store.close();
  const local = createMemoryMarketStore();
  await local.saveInstruments([listing(1001, 'A'), listing(1002, 'other'), listing(1005, 'E')]);
  const second = await openNode(t, url, local);
  const ids = [1001, 1002, 1005] as InstrumentId[];
  assert.deepEqual(
    (await second.local.instruments(ids)).map(({ instrumentId }) => instrumentId),
    [1001],
  );
  await second.market.saveInstruments([listing(1003, 'E')]); // assigned after the highest id of the journal
  assert.deepEqual((await readIds(second.market)).at(-1), [1003, 'E']);
});

test('a journal without ids takes those of the node', { skip }, async (t) => {
  const local = createMemoryMarketStore();
  await local.saveInstruments([listing(1001, 'A'), listing(1007, 'G')]);
  const { market } = await openNode(t, await newJournal(), local);
  assert.deepEqual(await readIds(market), [
    [1001, 'A'],
    [1007, 'G'],
  ]);
});

test('J-08: a former owner adds no id', { skip }, async (t) => {
  const url = await newJournal();
  const { market, local } = await openNode(t, url);
  await market.saveInstruments([listing(1001, 'A')]);
  const client = await connect(url);
  await client.query(`UPDATE shards SET epoch = epoch + 1, owner = 'b/1'`);
  await assert.rejects(market.saveInstruments([listing(1002, 'B')]), JournalLostError);
  const { rows } = await client.query('SELECT * FROM instrument_ids');
  await client.end();
  assert.equal(rows.length, 1);
  assert.deepEqual(await local.instruments([1002 as InstrumentId]), []);
});
