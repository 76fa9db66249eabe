import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstrumentId } from '../contract/model/ids.ts';
import { PRICE_ONE, type Price, type Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { KALSHI } from '../domain/instruments/instrument.fixture.ts';
import { systemClock } from '../platform/system-environment.ts';
import { findParts, readUpdates } from './lake-reader.ts';
import { LakeRecorder } from './lake-recorder.ts';

const UPDATES = 150_000; // a part of 64 MiB has more
const QUEUE_BYTES_MAX = 8_000_000;

test('a part with more updates than a call can have arguments is read completely', async () => {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-large-part-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const metrics = { count: () => undefined, observe: () => undefined, gauge: () => undefined };
  const recorder = new LakeRecorder({ clock: systemClock, log, metrics, root, bytesMax: 1e12 });
  recorder.start();
  const level = { price: (PRICE_ONE / 2n) as Price, qty: PRICE_ONE as bigint as Qty };
  for (let sequence = 0; sequence < UPDATES; sequence += 1) {
    while (recorder.status().queuedBytes > QUEUE_BYTES_MAX) await pause(10);
    const instrumentId = 1 as InstrumentId;
    const book = { instrumentId, sequence, kind: 'SNAPSHOT', bids: [level], asks: [] } as const;
    recorder.record({ table: 'book', venue: KALSHI, venueMs: 1 as TimestampMs, ...book });
  }
  await recorder.stop();
  let read = 0;
  const toUs = Number.MAX_SAFE_INTEGER;
  for await (const { update } of readUpdates(findParts(root, 0, toUs), toUs))
    if (update.table === 'book') read += 1;
  assert.equal(read, UPDATES);
});
