import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstrumentId } from '../src/contract/model/ids.ts';
import { PRICE_ONE, type Price, type Qty } from '../src/contract/model/money.ts';
import { DEMO, listing } from '../src/domain/instruments/instrument.fixture.ts';
import type { RecordedBook } from '../src/domain/recording/recorded-update.ts';
import { systemClock } from '../src/platform/system-environment.ts';
import { LakeRecorder } from '../src/recorder/lake-recorder.ts';

/** Markets whose books change, one after another. */
export const MARKETS = 200;
const CENT = PRICE_ONE / 100n;
const BYTES_MAX = 100_000_000_000;
const QUEUE_BYTES_MAX = 8_000_000;

/** A recorder on a temporary folder, with the given number of markets described. */
export function openLake(): {
  readonly recorder: LakeRecorder;
  readonly root: string;
  readonly remove: () => void;
} {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-bench-lake-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const metrics = { count: () => undefined, observe: () => undefined, gauge: () => undefined };
  const recorder = new LakeRecorder({ clock: systemClock, log, metrics, root, bytesMax: BYTES_MAX });
  recorder.start();
  for (let id = 1; id <= MARKETS; id += 1) {
    const listed = listing({ venueInstrumentId: `BENCH-${id}`, ticker: `BENCH-${id}` });
    const instrument = { ...listed, instrumentId: id as InstrumentId, genericAssetId: null };
    recorder.record({ table: 'instrument', venue: DEMO, instrument });
  }
  recorder.record({ table: 'status', venue: DEMO, instrumentId: null, kind: 'HEALTHY', value: null });
  return { recorder, root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Records as fast as the disk takes the updates, without losing one. */
export async function recordAll(recorder: LakeRecorder, updates: number): Promise<void> {
  for (let sent = 0; sent < updates; ) {
    while (sent < updates && recorder.status().queuedBytes < QUEUE_BYTES_MAX)
      for (let burst = 0; burst < 1_000 && sent < updates; burst += 1, sent += 1)
        recorder.record(toBookUpdate(sent));
    await pause(10);
  }
}

/** A change of one level on each side of one of the markets; the first update of each is its snapshot. */
export function toBookUpdate(number: number): RecordedBook {
  const price = BigInt(1 + (number % 49)) * CENT;
  const qty = (BigInt(1 + (number % 500)) * PRICE_ONE) as Qty;
  return {
    table: 'book',
    venue: DEMO,
    venueMs: systemClock.now(),
    instrumentId: (1 + (number % MARKETS)) as InstrumentId,
    sequence: number,
    kind: number < MARKETS ? 'SNAPSHOT' : 'DELTA',
    bids: [{ price: price as Price, qty }],
    asks: [{ price: (PRICE_ONE - price) as Price, qty }],
  };
}
