import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { connectServiceManager } from './service-manager.ts';

// Node cannot open a Unix datagram socket either.
const RECEIVER = `
import os, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('bound', flush=True)
while True:
    message, files, _, _ = socket.recv_fds(receiver, 4096, 4)
    for file in files:
        os.close(file)  # the sender waits for this
    print(message.decode().strip().replace(chr(10), ' '), flush=True)
`;

const isMissing = ['systemd-notify', 'python3'].find(
  (tool) => spawnSync(tool, ['--version']).error !== undefined,
);
const skip = isMissing === undefined ? false : `${isMissing} is not installed`;

/** The messages that arrive at a socket in the place of systemd's, without its own barriers. */
async function receive(t: TestContext): Promise<{ socket: string; next: () => Promise<string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-notify-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const socket = join(folder, 'notify');
  const child = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    return line.done || !line.value.startsWith('BARRIER') ? String(line.value) : next();
  };
  assert.equal(await next(), 'bound');
  return { socket, next };
}

test('systemd learns that the service listens, lives and stops', { skip }, async (t) => {
  const { socket, next } = await receive(t);
  const clock = new ManualClock();
  const warnings: string[] = [];
  const note = (text: string): void => void warnings.push(text);
  const log = { info: note, warn: note, error: note };
  const env = { PATH: process.env.PATH, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '60000000' };
  const manager = connectServiceManager({ env, pid: process.pid, clock, log });
  manager.ready();
  assert.equal(await next(), `READY=1 MAINPID=${process.pid}`);
  clock.advance(20_000);
  assert.equal(await next(), 'WATCHDOG=1');
  clock.advance(20_000);
  assert.equal(await next(), 'WATCHDOG=1');
  const stopped = manager.stopping();
  assert.equal(await next(), 'STOPPING=1');
  await stopped;
  assert.deepEqual(warnings, []);
});

test('without systemd, or when it watches another process, nothing is sent', async () => {
  const clock = new ManualClock();
  const log = { info: assert.fail, warn: assert.fail, error: assert.fail };
  const manager = connectServiceManager({ env: {}, pid: 1, clock, log });
  manager.ready();
  await manager.stopping();
});
