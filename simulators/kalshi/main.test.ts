import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { ALICE, KalshiHarness, orderBody } from './kalshi-simulator.fixture.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const PATH = '/portfolio/events/orders';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly control: string;
}

async function run(data: string): Promise<Running> {
  const keyFile = join(data, 'key.json');
  const { keyId, publicKey, user } = ALICE.key;
  writeFileSync(keyFile, JSON.stringify({ key_id: keyId, public_key: publicKey, user }));
  const args = [MAIN, '--data', data, '--key-file', keyFile, '--quiet-house'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  after(() => child.kill('SIGKILL')); // also when the test fails
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { url: string; control: string }) };
}

/** Places a bid in a catalogue market over a real connection. */
async function place(url: string): Promise<number> {
  const harness = new KalshiHarness();
  const skewMs = Date.now() - harness.clock.now();
  const headers = harness.sign('POST', PATH, ALICE, skewMs);
  const body = JSON.stringify(orderBody('bid', '1 @ 0.01', { ticker: 'KXQUAKE-QUAKE-8' }));
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  return (await fetch(`${url}/trade-api/v2${PATH}`, init)).status;
}

test('a killed process restarts with its orders; a second process on the same data is refused', async () => {
  const data = mkdtempSync(join(tmpdir(), 'simulator-kalshi-'));
  const first = await run(data);
  assert.equal(await place(first.url), 201);
  const second = spawn(process.execPath, [MAIN, '--data', data, '--key-file', join(data, 'key.json')], {
    stdio: 'ignore',
  });
  const [code] = (await once(second, 'exit')) as [number];
  assert.equal(code, 1);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const again = await run(data);
  const state = (await (await fetch(`${again.control}/state`)).json()) as { orders: { status: string }[] };
  assert.deepEqual(
    state.orders.map(({ status }) => status),
    ['resting'],
  );
  again.child.kill('SIGTERM');
  const [ended] = (await once(again.child, 'exit')) as [number];
  assert.equal(ended, 0);
  rmSync(data, { recursive: true });
});
