import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { InstrumentId, VenueName } from '../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import {
  encodeUpdate,
  type RecordedStatus,
  type RecordedUpdate,
} from '../domain/recording/recorded-update.ts';
import { listLakeFiles, listSpools, partPath, spoolFolder, spoolName } from './lake-files.ts';
import { LakeRecorder, type LakeRecorderDeps } from './lake-recorder.ts';

const DEMO = 'Demo' as VenueName;
const KALSHI = 'Kalshi' as VenueName;
const HOUR_MS = 3_600_000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NO_METRICS = { count: () => undefined, observe: () => undefined, gauge: () => undefined };
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'crossbook-lake-'));
  folders.push(root);
  return root;
}

function open(root: string, changes: Partial<LakeRecorderDeps> = {}) {
  const clock = (changes.clock as ManualClock | undefined) ?? new ManualClock();
  const deps = { clock, log: SILENT, metrics: NO_METRICS, root, bytesMax: 1e9, ...changes };
  const recorder = new LakeRecorder(deps);
  recorder.start();
  return { recorder, clock };
}

const bid = (id: number, price: string, venue = DEMO): RecordedUpdate => ({
  table: 'book',
  venue,
  venueMs: 1 as TimestampMs,
  instrumentId: id as InstrumentId,
  sequence: id,
  kind: 'DELTA',
  bids: [{ price: parsePrice(price) as Price, qty: parseQty('3') as Qty }],
  asks: [],
});

const statusOf = (kind: RecordedStatus['kind'], value: string | null = null): RecordedUpdate => ({
  table: 'status',
  venue: DEMO,
  instrumentId: null,
  kind,
  value,
});

/** All rows of a table, part by part in the order of their names. */
async function readTable(
  root: string,
  table: string,
  venue = '*',
): Promise<readonly Record<string, unknown>[]> {
  const parts = globSync(`v1/${table}/venue=${venue}/*/*/*.parquet`, { cwd: root }).toSorted();
  const rows = await Promise.all(
    parts.map(async (path) => parquetReadObjects({ file: await asyncBufferFromFile(join(root, path)) })),
  );
  return rows.flat();
}

const kinds = async (root: string, venue = '*'): Promise<readonly string[]> =>
  (await readTable(root, 'status', venue)).map(({ kind, value }) => `${String(kind)} ${String(value)}`);

/** Runs the timers of the recorder until the disk has done its part. */
async function flush(clock: ManualClock, isDone: () => boolean): Promise<void> {
  const probe = (): true | null => {
    if (isDone()) return true;
    clock.advance(200);
    return null;
  };
  await until('the recorder has written', probe, 60_000);
}

test('a stop leaves exact Parquet rows in order, a GAP at the end, and no spool', async () => {
  const root = createFolder();
  const { recorder } = open(root);
  recorder.record(statusOf('HEALTHY'));
  for (const [id, price] of [
    [1001, '0.30000001'],
    [1002, '0.4'],
  ] as const)
    recorder.record(bid(id, price));
  await recorder.stop();
  const rows = await readTable(root, 'book');
  assert.deepEqual(
    rows.map(({ instrument_id, price, side }) => [instrument_id, price, side]),
    [
      [1001n, '0.30000001', 'BUY'],
      [1002n, '0.4', 'BUY'],
    ],
  );
  assert.ok((rows[0]?.['recv_us'] as bigint) < (rows[1]?.['recv_us'] as bigint));
  assert.deepEqual(await kinds(root), ['HEALTHY null', 'GAP the service was stopped']);
  assert.deepEqual(readdirSync(spoolFolder(root)), []);
  assert.deepEqual(globSync('**/*.tmp', { cwd: root }), []);
});

test('a crash loses at most the incomplete last line; the next start encodes the rest and adds a GAP', async () => {
  const root = createFolder();
  const crashed = open(root);
  crashed.recorder.record(bid(1001, '0.3'));
  crashed.recorder.record(bid(1002, '0.4'));
  const { recorder, clock } = crashed;
  await flush(clock, () => recorder.status().queuedBytes === 0);
  const [spool = ''] = readdirSync(spoolFolder(root));
  appendFileSync(join(spoolFolder(root), spool), '{"recv_us":17829072000');
  // What a crash while encoding leaves behind.
  const half = join(root, 'v1', 'book', 'venue=Demo', 'date=2026-07-01', 'hour=12');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'part-9.parquet.tmp'), 'PAR1');
  const next = open(root, { clock: new ManualClock(1_782_907_200_000 + HOUR_MS) });
  await next.recorder.stop();
  assert.deepEqual(
    (await readTable(root, 'book')).map(({ price }) => price),
    ['0.3', '0.4'],
  );
  assert.deepEqual(await kinds(root), ['GAP the service ended without closing the recording']);
  assert.deepEqual(globSync('**/*.{tmp,ndjson}', { cwd: root }), []);
  const [span] = next.recorder.status().coverage;
  assert.equal(span?.gaps.at(-1)?.toUs, null);
  await recorder.stop();
});

test('parts and spools are listed by their times, whatever the number of digits, venue and table', () => {
  const root = createFolder();
  const day = { date: '2026-07-01' };
  const parts = [
    { ...day, hour: '09', number: 900_000 },
    { ...day, hour: '10', number: 9 },
    { ...day, hour: '10', number: 10 },
    { ...day, hour: '10', number: 1_000 },
    { date: '2026-07-02', hour: '00', number: 0 },
  ];
  mkdirSync(spoolFolder(root), { recursive: true });
  for (const part of parts.toReversed()) {
    writeFileSync(join(spoolFolder(root), spoolName(part)), '');
    for (const [table, venue] of [
      ['book', KALSHI],
      ['status', DEMO],
    ] as const) {
      const path = partPath(root, table, venue, part);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
    }
  }
  assert.deepEqual(listSpools(root), parts.map(spoolName));
  assert.deepEqual(
    listLakeFiles(root).map(({ part }) => part),
    parts.flatMap((part) => [part, part, part]),
  );
});

test('the spool that is being written is never taken for one of an earlier process', async () => {
  const root = createFolder();
  const { recorder, clock } = open(root);
  // The thread reads its first call after the spool was opened.
  recorder.record(bid(1001, '0.3'));
  await flush(clock, () => recorder.status().queuedBytes === 0);
  await until('the first call is answered', () => (recorder.status().bytes >= 0 ? true : null));
  for (let round = 0; round < 20; round += 1) {
    recorder.record(bid(1001, '0.4'));
    await flush(clock, () => recorder.status().queuedBytes === 0);
  }
  await recorder.stop();
  assert.equal((await readTable(root, 'book')).length, 21);
  assert.deepEqual(await kinds(root), ['GAP the service was stopped']);
});

test('an hour ends its part even without updates, and a new part asks for everything in full', async () => {
  const root = createFolder();
  const { recorder, clock } = open(root);
  let begun = 0;
  recorder.onPartBegun(() => {
    begun += 1;
    recorder.record(statusOf('HEALTHY'));
  });
  recorder.record(bid(1001, '0.3'));
  clock.advance(HOUR_MS);
  await flush(
    clock,
    () => existsSync(join(root, 'v1', 'book')) && globSync('**/*.parquet', { cwd: root }).length > 0,
  );
  assert.equal(begun, 0);
  recorder.record(bid(1001, '0.4'));
  clock.advance(0);
  assert.equal(begun, 1);
  await recorder.stop();
  assert.equal(globSync('v1/book/*/*/hour=*/*.parquet', { cwd: root }).length, 2);
});

test('an update of the next hour begins a part before any timer runs', async () => {
  const root = createFolder();
  const { recorder, clock } = open(root);
  const hourMs = Math.ceil(clock.now() / HOUR_MS) * HOUR_MS;
  clock.jumpWall(hourMs - 1 - clock.now());
  recorder.record(bid(1001, '0.3'));
  clock.jumpWall(1);
  recorder.record(bid(1001, '0.4'));
  await recorder.stop();
  const hours = globSync('v1/book/*/*/hour=*', { cwd: root });
  assert.equal(hours.length, 2, 'a part never contains two hours');
});

test('a stop and a gap are recorded for each venue', async () => {
  const root = createFolder();
  const blocker = join(root, 'v1');
  writeFileSync(blocker, 'a file where the folder should be');
  const { recorder, clock } = open(root);
  for (const venue of [DEMO, KALSHI]) recorder.record(bid(1001, '0.3', venue));
  await flush(clock, () => recorder.status().state === 'DROPPING');
  rmSync(blocker);
  await flush(clock, () => recorder.status().state === 'RECORDING');
  await recorder.stop();
  for (const venue of [DEMO, KALSHI])
    assert.deepEqual(
      await kinds(root, venue),
      ['GAP the disk failed: 2 updates', 'GAP the service was stopped'],
      venue,
    );
});

test('a part that is full is followed by another within the hour, which fills as far', async () => {
  const root = createFolder();
  const size = encodeUpdate(bid(1, '0.5'), 1_782_907_200_000_000).length;
  const { recorder } = open(root, { limits: { partBytes: 3 * size } });
  for (let id = 1; id <= 9; id += 1) recorder.record(bid(id, '0.5'));
  await recorder.stop();
  assert.equal((await readTable(root, 'book')).length, 9);
  assert.equal(globSync('v1/book/*/*/hour=12/*.parquet', { cwd: root }).length, 3);
});

test('a stop while updates are dropped says what was lost', async () => {
  const root = createFolder();
  const blocker = join(root, 'v1');
  writeFileSync(blocker, 'a file where the folder should be');
  const { recorder, clock } = open(root);
  for (const id of [1001, 1002]) recorder.record(bid(id, '0.3'));
  await flush(clock, () => recorder.status().state === 'DROPPING');
  recorder.record(bid(1001, '0.4'));
  rmSync(blocker);
  await recorder.stop();
  assert.deepEqual(await kinds(root), ['GAP the disk failed: 3 updates', 'GAP the service was stopped']);
});

test('a failed write drops what it was writing and what has come meanwhile', async () => {
  const root = createFolder();
  const disk = Promise.withResolvers<void>();
  let isWriting = false;
  const append = (): Promise<void> => {
    isWriting = true;
    return disk.promise;
  };
  const { recorder, clock } = open(root, {
    openFile: async () => ({ append, close: async () => undefined }),
  });
  for (let id = 1; id <= 3; id += 1) recorder.record(bid(id, '0.5'));
  await flush(clock, () => isWriting);
  for (let id = 1; id <= 2; id += 1) recorder.record(bid(id, '0.6'));
  disk.reject(new Error('the disk is gone'));
  await flush(clock, () => recorder.status().state === 'DROPPING');
  assert.equal(recorder.status().droppedUpdates, 5);
});

test('I-R1: while the disk does not answer, updates are dropped at a bound, and a GAP says so afterwards', async () => {
  const root = createFolder();
  const disk = Promise.withResolvers<void>();
  const written: string[] = [];
  const openFile = async () => ({
    append: async (text: string) => {
      await disk.promise;
      written.push(text);
    },
    close: async () => undefined,
  });
  const { recorder, clock } = open(root, { openFile, limits: { queueBytes: 2_000 } });
  recorder.onPartBegun(() => recorder.record(statusOf('HEALTHY')));
  const record = (count: number): void => {
    for (let id = 1; id <= count; id += 1) recorder.record(bid(id, '0.5'));
  };
  record(3);
  clock.advance(200);
  await yieldToEventLoop();
  record(10_000);
  const stuck = recorder.status();
  assert.equal(stuck.state, 'DROPPING');
  assert.ok(stuck.queuedBytes < 2_500, 'the queue is bounded');
  assert.ok(stuck.droppedUpdates > 9_900);
  assert.ok(stuck.lagMs >= 200);
  clock.advance(60_000); // as long as the disk hangs, nothing is resumed
  assert.equal(recorder.status().state, 'DROPPING');
  disk.resolve();
  await flush(clock, () => recorder.status().state === 'RECORDING' && recorder.status().queuedBytes === 0);
  record(1);
  await recorder.stop();
  const lines = written.join('');
  assert.match(lines, /"kind":"GAP","value":"the disk is too slow: 9\d{3} updates"/);
  assert.ok(lines.indexOf('too slow') < lines.lastIndexOf('"HEALTHY"'));
  const gaps = recorder.status().coverage.flatMap((each) => each.gaps);
  assert.ok(gaps.some(({ reason }) => reason.startsWith('the disk is too slow')));
});

test('the metrics of the recorder follow its status: the lag rises while the disk hangs and falls when it is back', async () => {
  const root = createFolder();
  const gauges = new Map<string, number>();
  const metrics = { ...NO_METRICS, gauge: (name: string, value: number) => void gauges.set(name, value) };
  const disk = Promise.withResolvers<void>();
  const openFile = async () => ({ append: () => disk.promise, close: async () => undefined });
  const { recorder, clock } = open(root, { openFile, metrics, limits: { queueBytes: 2_000 } });
  recorder.record(bid(1, '0.5'));
  clock.advance(200);
  await yieldToEventLoop();
  for (let id = 1; id <= 100; id += 1) recorder.record(bid(id, '0.5'));
  clock.advance(60_000);
  const { lagMs, droppedUpdates } = recorder.status();
  assert.ok(lagMs >= 60_000 && droppedUpdates > 0);
  assert.deepEqual(
    [gauges.get('recorder_lag_ms'), gauges.get('recorder_dropped_updates')],
    [lagMs, droppedUpdates],
  );
  disk.resolve();
  await flush(clock, () => gauges.get('recorder_lag_ms') === 0);
  await flush(clock, () => recorder.status().bytes > 0);
  await flush(clock, () => gauges.get('recorder_bytes') === recorder.status().bytes);
  await recorder.stop();
});

test('I-R1: a disk that fails loses only the recording, which resumes with a GAP when the disk is back', async () => {
  const root = createFolder();
  const blocker = join(root, 'v1');
  writeFileSync(blocker, 'a file where the folder should be');
  const { recorder, clock } = open(root);
  recorder.record(statusOf('HEALTHY'));
  recorder.record(bid(1001, '0.3'));
  await flush(clock, () => recorder.status().state === 'DROPPING');
  const droppedAt = clock.now();
  assert.equal(recorder.status().queuedBytes, 0);
  clock.advance(1_000);
  recorder.record(bid(1001, '0.32'));
  rmSync(blocker);
  await flush(clock, () => recorder.status().state === 'RECORDING');
  recorder.record(bid(1001, '0.35'));
  await recorder.stop();
  assert.deepEqual(
    (await readTable(root, 'book')).map(({ price }) => price),
    ['0.35'],
  );
  assert.deepEqual(await kinds(root), ['GAP the disk failed: 3 updates', 'GAP the service was stopped']);
  const [gap] = await readTable(root, 'status');
  assert.ok(Number(gap?.['recv_us']) <= (droppedAt + 1) * 1_000, 'since the disk failed');
});

test('the oldest hours are deleted when the files exceed the limit, the newest stay', async () => {
  const root = createFolder();
  for (const hour of [0, 1, 2]) {
    const { recorder } = open(root, { clock: new ManualClock(1_782_907_200_000 + hour * HOUR_MS) });
    for (let id = 1; id < 200; id += 1) recorder.record(bid(id, `0.${id}`));
    await recorder.stop();
  }
  const sizes = open(root, { clock: new ManualClock(1_782_907_200_000 + 5 * HOUR_MS) });
  await sizes.recorder.stop();
  const { bytes } = sizes.recorder.status();
  const clock = new ManualClock(1_782_907_200_000 + 5 * HOUR_MS);
  const pruned = open(root, { clock, bytesMax: Math.ceil(bytes / 2) });
  await pruned.recorder.stop();
  const hours = globSync('v1/*/*/*/*/*.parquet', { cwd: root }).map((path) => /hour=(\d\d)/.exec(path)?.[1]);
  assert.deepEqual([...new Set(hours)], ['14']);
  const [span, ...others] = pruned.recorder.status().coverage;
  assert.deepEqual([others, span?.venue], [[], 'Demo']);
  assert.ok(pruned.recorder.status().bytes <= bytes / 2);
});
