import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPythonWheel, PYTHON_CLIENT_DIR } from '../platform/python-wheel.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

test('`sdk python` writes the wheel into a new folder and prints its path', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-sdk-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const terminal = fakeTerminal();
  const out = join(dir, 'new', 'folder');
  assert.equal(
    await runCli(['sdk', 'python', '--out', out, '--data-dir', dir], terminal, async () => fakeParts()),
    0,
  );
  const { fileName, content } = await buildPythonWheel(PYTHON_CLIENT_DIR);
  assert.deepEqual(terminal.printed, [join(out, fileName)]);
  assert.deepEqual(readFileSync(join(out, fileName)), content);
});

test('a folder that cannot be created is an error with its cause', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-sdk-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const terminal = fakeTerminal();
  writeFileSync(join(dir, 'file'), '');
  const out = join(dir, 'file', 'below');
  assert.equal(
    await runCli(['sdk', 'python', '--out', out, '--data-dir', dir], terminal, async () => fakeParts()),
    1,
  );
  assert.match(terminal.notices.join('\n'), /cannot write .*ENOTDIR/);
});
