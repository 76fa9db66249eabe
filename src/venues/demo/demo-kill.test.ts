import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import type { OrderReport } from '../../ports/venue.ts';
import { FixedClock } from '../../storage/ledger.fixture.ts';
import { openSqliteReader } from '../../storage/sqlite/reader-thread.ts';
import { LEDGER_FILE, openStore } from '../../storage/sqlite/sqlite-store.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo } from './demo-harness.fixture.ts';

const TRADER = fileURLToPath(new URL('./demo-kill.fixture.ts', import.meta.url));
const KILLS = 3;

/** Kills the trading process after about `count` answers. Returns the answers, what its ledger has, and its first mark. */
async function tradeAndKill(
  t: TestContext,
  folder: string,
  count: number,
): Promise<{
  answered: VenueClientId[];
  intended: ReadonlySet<VenueClientId>;
  reported: ReadonlySet<VenueClientId>;
  mark: string;
}> {
  const child = spawn(process.execPath, [TRADER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const answered: VenueClientId[] = [];
  let mark = '';
  for await (const line of createInterface(child.stdout)) {
    const [kind, value = ''] = line.split(' ');
    if (kind === 'open') mark = value;
    else answered.push(value as VenueClientId);
    if (answered.length === count) child.kill('SIGKILL');
  }
  await exited;
  const reader = await openSqliteReader(join(folder, LEDGER_FILE));
  const rows = await reader.all('SELECT cause FROM entries', []);
  await reader.close();
  const causes = rows.map((row) => String(row['cause']).split(' '));
  const ofKind = (wanted: string): ReadonlySet<VenueClientId> =>
    new Set(causes.flatMap(([kind, id]) => (kind === wanted ? [id as VenueClientId] : [])));
  return { answered, intended: ofKind('intent'), reported: ofKind('report'), mark };
}

const filledSum = (reports: readonly OrderReport[], side: 'BUY' | 'SELL'): bigint =>
  reports
    .flatMap(({ fills }) => fills)
    .reduce((sum, fill) => sum + (fill.side === side ? BigInt(fill.qty) : 0n), 0n);

test('after kill -9 each order has an intent, each report has an order, and buys equal sells', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-demo-kill-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { answered, intended, reported, mark } = await tradeAndKill(t, folder, 100 * kill);
    const options = { dataDir: folder, profile: 'sandbox', clock: new FixedClock(), pid: process.pid };
    const store = await openStore(options);
    const venue = createTestDemo(await store.demo('demo', 'demo.db'), {
      clock: new ManualClock(new Date().toISOString()),
      settings: { hasMarketMaker: false },
    });
    const listener = new RecordingListener();
    await venue.start(listener);

    const all = (await venue.reconcile(null)).reports;
    const since = new Set((await venue.reconcile(mark)).reports.map(({ clientId }) => clientId));
    assert.equal(new Set(all.map(({ clientId }) => clientId)).size, all.length);
    assert.equal(new Set(all.map(({ venueOrderId }) => venueOrderId)).size, all.length);
    for (const { clientId } of all)
      assert.ok(intended.has(clientId), `the intent of ${clientId} was durable`);
    for (const clientId of answered) {
      assert.ok(reported.has(clientId), `the report of ${clientId} was durable`);
      assert.ok(since.has(clientId), `${clientId} changed since the mark`);
    }
    for (const clientId of reported) assert.equal((await venue.order(clientId, '')).kind, 'found', clientId);
    for (const { filledQty, fills, clientId } of all) {
      const sum = fills.reduce((total, fill) => total + fill.qty, 0n);
      assert.equal(sum, filledQty, clientId);
    }
    assert.equal(filledSum(all, 'BUY'), filledSum(all, 'SELL'));
    await venue.stop();
    await store.close();
  }
});
