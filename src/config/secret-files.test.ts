import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSecretFile, SecretFileError } from './secret-files.ts';

test('a key file that only its owner can access is read and trimmed', () => {
  assert.equal(readSecretFile(file('  the key\n', 0o600)), 'the key');
  assert.equal(readSecretFile(file('the key', 0o400)), 'the key');
});

test('a key file that others can access is refused with its name and the remedy, without its content', () => {
  for (const mode of [0o644, 0o640, 0o602]) {
    const path = file('the key', mode);
    assert.throws(
      () => readSecretFile(path),
      (error: unknown) =>
        error instanceof SecretFileError &&
        error.message.startsWith(`${path}: users other than its owner`) &&
        error.message.includes(`chmod 600 ${path}`) &&
        !error.message.includes('the key'),
    );
  }
});

test('a missing file, an empty one and a folder are refused by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-secret-'));
  assert.throws(() => readSecretFile(join(folder, 'none')), /none: ENOENT/);
  assert.throws(() => readSecretFile(file(' \n', 0o600)), /the file is empty/);
  chmodSync(folder, 0o700);
  assert.throws(() => readSecretFile(folder), /EISDIR/);
});

test('a file is closed after it was read or refused', { skip: process.platform !== 'linux' }, () => {
  const [good, bad] = [file('the key', 0o600), file('the key', 0o644)];
  const openFiles = (): number => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  for (let count = 0; count < 5; count += 1) {
    readSecretFile(good);
    assert.throws(() => readSecretFile(bad), SecretFileError);
  }
  assert.ok(openFiles() < before + 5, `${openFiles()} open files after ${before}`);
});

function file(text: string, mode: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'crossbook-secret-')), 'key.pem');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}
