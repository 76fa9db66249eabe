import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { until } from '../api-assertions.ts';
import { createTakingOrder } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

interface RecorderRecord {
  readonly enabled: boolean;
  readonly state: string;
  readonly bytes: number;
  readonly spans: readonly { readonly venue: string; readonly from: string; readonly to: string }[];
  readonly gaps: readonly { readonly venue: string; readonly to: string | null; readonly reason: string }[];
}

const RECORDING = {
  'record.enabled': true,
  'sandbox.exchanges': false,
  'venues.demo.history_days': 0,
  'log.level': 'warn',
};
const service = await startService({ isProcess: true, settings: RECORDING });
const lake = join(service.dataDir, 'lake', 'v1');
const read = (): Promise<RecorderRecord> => service.api().ok('GET', '/v1/recorder');
const recorded = (): Promise<RecorderRecord> =>
  until('something is on disk, and the gap of the start is over', async () => {
    const record = await read();
    const isOpen = record.gaps.some(({ to }) => to === null);
    return record.bytes > 0 && record.spans.length > 0 && !isOpen ? record : null;
  });

test('a running service reports what it records, and the command line prints it', async () => {
  const { enabled, state, spans } = await recorded();
  assert.deepEqual([enabled, state, spans[0]?.venue], [true, 'RECORDING', 'Demo']);
  const printed = JSON.parse(await service.cliOk('record', 'status', '-o', 'json')) as RecorderRecord;
  assert.equal(printed.state, 'RECORDING');
});

test('after a kill the next start encodes what was written, and reports the gap', async () => {
  await recorded();
  await service.kill();
  assert.equal(readdirSync(join(lake, 'spool')).length, 1);
  await service.start();
  const listParts = (): readonly string[] =>
    globSync('book/venue=Demo/date=*/hour=*/part-*.parquet', { cwd: lake });
  await until('the spool of the killed process is encoded, and its gap reported', async () => {
    const { gaps } = await read();
    const isReported = gaps.some(
      ({ reason }) => reason === 'the service ended without closing the recording',
    );
    return isReported && listParts().length > 0 ? true : null;
  });
  const parts = listParts();
  const file = await asyncBufferFromFile(join(lake, parts[0] ?? ''));
  const rows = await parquetReadObjects({ file });
  assert.ok(rows.some(({ kind }) => kind === 'SNAPSHOT'));
  assert.deepEqual(globSync('**/*.tmp', { cwd: lake }), []);
});

test('I-R1: orders are accepted while the recorder cannot write', async () => {
  await service.stop();
  assert.deepEqual(readdirSync(join(lake, 'spool')), []);
  rmSync(lake, { recursive: true });
  writeFileSync(lake, 'a file where the folder should be');
  await service.start();
  const api = service.api();
  await until('the recorder drops updates', async () => ((await read()).state === 'DROPPING' ? true : null));
  const order = await api.ok<{ status: string }>('POST', '/v1/orders', createTakingOrder());
  assert.notEqual(order.status, 'REJECTED');
  assert.ok(existsSync(lake));
});
