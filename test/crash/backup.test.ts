import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  createRestingOrder,
  createTakingOrder,
  getFills,
  getOrder,
  submit,
} from '../support/order-bodies.ts';
import { program } from '../support/program.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService, TestService } from '../support/test-service.ts';
import { checkAgainstVenue } from './demo-file-check.ts';

const MAIN = program('src/main.ts');

const backups = mkdtempSync(join(tmpdir(), 'crossbook-backups-'));
after(() => rmSync(backups, { recursive: true }));

/** Places orders one after another, filled and resting ones alternately, until `work` is done. */
async function tradeDuring<Value>(service: TestService, work: () => Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const traded = (async () => {
    for (let count = 0; !over.signal.aborted; count += 1)
      await submit(service.api(), count % 2 === 0 ? createRestingOrder() : createTakingOrder());
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await traded;
  }
}

const journal = async (service: TestService): Promise<readonly string[]> =>
  (await service.cliOk('audit', 'export')).trimEnd().split('\n');

test('a service killed under load continues from its newest backup, with the state of one journal number', async (t) => {
  const service = await startService({ isProcess: true });
  const kept = await submit(service.api(), createRestingOrder({ client_order_id: 'kept' }));
  await tradeDuring(service, async () => {
    for (let count = 0; count < 2; count += 1) await service.cliOk('backup', '--to', backups);
  });
  const lost = await submit(service.api(), createTakingOrder({ client_order_id: 'lost' }));
  await service.kill();

  const other = new TestService({});
  t.after(() => other.dispose());
  const restored = await other.cliOk('restore', '--from', backups);
  assert.match(await other.cliOk('verify'), /hash chain is intact and the tables match/);
  const [before, entries] = [await journal(service), await journal(other)];
  const seq = Number(/head (\d+):/.exec(restored)?.[1]);
  assert.deepEqual(entries.slice(0, seq), before.slice(0, seq));
  assert.equal(entries.length, seq + 1);
  assert.ok(before.length > seq);

  await other.start();
  const api = other.api();
  await checkAgainstVenue(api, other.dataDir);
  assert.equal((await getOrder(api, kept.id)).status, 'OPEN');
  assert.equal((await submit(api, createRestingOrder({ client_order_id: 'kept' }))).id, kept.id);
  // The order after the backup is unknown, and its number belongs to no other order.
  await api.refused([404, 'not_found'], 'GET', `/v1/orders/${lost.id}`);
  const again = await submit(api, createTakingOrder({ client_order_id: 'lost' }));
  assert.ok(numberOf(again) > numberOf(lost) + 1_000_000_000);
  const [fill] = await getFills(api);
  assert.equal(fill?.order_id, again.id);
  await checkAgainstVenue(api, other.dataDir);
  await other.kill();
  await other.start();
  assert.equal(numberOf(await submit(other.api(), createRestingOrder())), numberOf(again) + 1);
  await other.stop();
  assert.match(await other.cliOk('verify'), /hash chain is intact and the tables match/);
  const refused = await other.cli('restore', '--from', backups);
  assert.deepEqual([refused.code, /holds the same ledger with \d+ newer/.test(refused.stderr)], [1, true]);
});

const numberOf = ({ id }: Order): number => Number(id.slice('ord_'.length));

test('--every repeats until a stop signal', async (t) => {
  const service = new TestService({});
  t.after(() => service.dispose());
  await service.start();
  const to = mkdtempSync(join(backups, 'every-'));
  const args = [MAIN, '--data-dir', service.dataDir, 'backup', '--to', to, '--every', '1s', '--keep', '1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let heads = 0;
  for await (const chunk of child.stdout) {
    heads += String(chunk).match(/^head /gm)?.length ?? 0;
    if (heads >= 2) break;
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(readdirSync(to).length, 1);
});
