// A replay at full speed: the time for a million recorded book updates.
import { performance } from 'node:perf_hooks';
import { call } from './bench-client.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { publish } from './figures.ts';
import { MARKETS, openLake, recordAll } from './lake-load.ts';

const UPDATES = 1_000_000;
const { rounds, orders } = options();
const updates = Math.min(UPDATES, orders * 5); // 1,000,000 by default

const { recorder, root, remove } = openLake();
const from = Date.now();
await recordAll(recorder, updates);
const end = Date.now() + 1_000;
await recorder.stop();

const ours: number[] = [];
for (let round = 0; round < rounds; round += 1) ours.push(await replay());
remove();
publish([
  {
    name: `replay of ${updates.toLocaleString('en-US')} book updates at full speed`,
    unit: 's',
    ours,
    bare: null,
    p50: null,
    p99: null,
    aim: updates === UPDATES ? '≤ 60' : '',
  },
]);

async function replay(): Promise<number> {
  const data = temporaryDataDir();
  const folders = ['--data-dir', data.dir, '--lake', root];
  const times = ['--from', String(from), '--to', String(end), '--speed', 'step'];
  const service = await startService(data.dir, 'none', '', ['--profile', 'replay', ...folders, ...times]);
  try {
    const started = performance.now();
    const seek = JSON.stringify({ op: 'seek', until: new Date(end).toISOString() });
    const { text } = await call(service.port, service.keyFile, 'POST', '/v1/replay', seek);
    const applied = (JSON.parse(text) as { updates: number }).updates;
    if (applied < updates - MARKETS) throw new Error(`only ${applied} updates were applied`);
    return (performance.now() - started) / 1_000;
  } finally {
    await service.stop();
    data.remove();
  }
}
