import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCredential } from './credentials.ts';
import { sealText } from './sealed-secrets.ts';

const MASTER_KEY = 'a master key of some length';

test("a credential sealed under its section's previous name opens for that section only", () => {
  const former = sealed('venues.one.key_file');
  assert.deepEqual(read('venues.kalshi.key_file', former), { text: 'secret', isSealed: true });
  assert.throws(
    () => read('venues.polymarket.private_key_file', former),
    /is sealed for venues\.one\.key_file/,
  );
  assert.throws(() => read('venues.Kalshi2.key_file', former), /is sealed for venues\.one\.key_file/);
  const second = sealed('venues.two.private_key_file');
  assert.equal(read('venues.polymarket.private_key_file', second).text, 'secret');
});

test('a credential sealed under its present name opens for that venue only', () => {
  const file = sealed('venues.Kalshi2.key_file');
  assert.equal(read('venues.Kalshi2.key_file', file).text, 'secret');
  assert.throws(() => read('venues.kalshi.key_file', file), /is sealed for venues\.Kalshi2\.key_file/);
});

const sealed = (purpose: string): string => writeSecret(sealText('secret', MASTER_KEY, purpose));

const read = (name: string, file: string) =>
  readCredential(name, file, { secrets: { masterKeyFile: writeSecret(MASTER_KEY) } });

function writeSecret(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'crossbook-credential-')), 'secret');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
