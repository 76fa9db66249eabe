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
import type { VenueClientId } from '../../domain/model/ids.ts';
import type { OrderReport } from '../../ports/venue.ts';
import { openSqliteDemoStore } from '../../storage/sqlite/demo/sqlite-demo-store.ts';
import { openSqliteReader } from '../../storage/sqlite/reader-thread.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo } from './demo-harness.fixture.ts';

const TRADER = fileURLToPath(new URL('./demo-kill.fixture.ts', import.meta.url));
const KILLS = 3;

/** Kills the trading process after about `count` answers. Returns the answers, its durable notes and first mark. */
async function tradeAndKill(
  t: TestContext,
  folder: string,
  count: number,
): Promise<{ answered: VenueClientId[]; noted: VenueClientId[]; mark: string }> {
  const notesFile = join(folder, 'notes.db');
  const child = spawn(process.execPath, [TRADER, join(folder, 'demo.db'), notesFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
  const notes = await openSqliteReader(notesFile);
  const rows = await notes.all('SELECT client_id FROM notes', []);
  await notes.close();
  return { answered, noted: rows.map((row) => String(row['client_id']) as VenueClientId), mark };
}

const filledSum = (reports: readonly OrderReport[], side: 'BUY' | 'SELL'): bigint =>
  reports
    .flatMap(({ fills }) => fills)
    .reduce((sum, fill) => sum + (fill.side === side ? BigInt(fill.qty) : 0n), 0n);

test('after kill -9 each noted order is found once, by query and by mark, and buys equal sells', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-demo-kill-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { answered, noted, mark } = await tradeAndKill(t, folder, 100 * kill);
    const store = await openSqliteDemoStore(join(folder, 'demo.db'));
    const venue = createTestDemo(store, {
      clock: new ManualClock(new Date().toISOString()),
      settings: { hasMarketMaker: false },
    });
    const listener = new RecordingListener();
    await venue.start(listener);

    const all = (await venue.reconcile(null)).reports;
    const since = new Set((await venue.reconcile(mark)).reports.map(({ clientId }) => clientId));
    assert.equal(new Set(all.map(({ clientId }) => clientId)).size, all.length);
    assert.equal(new Set(all.map(({ venueOrderId }) => venueOrderId)).size, all.length);
    const known = new Set(noted);
    for (const clientId of answered) {
      assert.ok(known.has(clientId), `the note of ${clientId} was durable`);
      assert.ok(since.has(clientId), `${clientId} changed since the mark`);
    }
    for (const clientId of noted) assert.equal((await venue.order(clientId, '')).kind, 'found', clientId);
    for (const { filledQty, fills, clientId } of all) {
      const sum = fills.reduce((total, fill) => total + fill.qty, 0n);
      assert.equal(sum, filledQty, clientId);
    }
    assert.equal(filledSum(all, 'BUY'), filledSum(all, 'SELL'));
    await venue.stop();
    await store.close();
  }
});
