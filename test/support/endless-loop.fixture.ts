// A test file that never ends: its second test loops and blocks the event loop.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';

const { PIDS_FILE: pidsFile = '' } = process.env;

test('a test that ends', () => {
  // Started like a simulator, in its own process group, so it does not end with the group of its parent.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  appendFileSync(pidsFile, `${process.pid}\n${child.pid}\n`);
});

describe('a mass cancel', () => {
  test('stops after 200 orders', async () => {
    for (;;) await Promise.resolve();
  });
});
