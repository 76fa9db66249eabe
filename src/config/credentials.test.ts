import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from './config.ts';
import { credentialSettings, hasMasterKey, masterKey, readCredential } from './credentials.ts';
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

test('every setting that names a credential file is listed under its section', () => {
  assert.deepEqual(
    credentialSettings(DEFAULT_CONFIG).map(({ name, venue }) => `${venue} ${name}`),
    [
      'Kalshi venues.kalshi.key_file',
      'Polymarket venues.polymarket.session_key_file',
      'Polymarket venues.polymarket.former_session_key_file',
      'Polymarket venues.polymarket.private_key_file',
      'Polymarket venues.polymarket.credentials_file',
      'Polymarket venues.polymarket.relayer_credentials_file',
    ],
  );
});

test('a master key has at least 16 characters', () => {
  assert.equal(masterKey(writeSecret('x'.repeat(16))), 'x'.repeat(16));
  assert.throws(() => masterKey(writeSecret('x'.repeat(15))), /fewer than 16 characters/);
  assert.throws(() => masterKey(''), /no master key: set secrets\.master_key_file, or CROSSBOOK_MASTER_KEY/);
  assert.deepEqual([hasMasterKey('a file'), hasMasterKey('')], [true, false]);
});

test('the master key is removed from the environment when it is read, and a file takes precedence over it', () => {
  const file = writeSecret('the key of the file');
  const script = `import { hasMasterKey, masterKey, takeMasterKey } from ${JSON.stringify(import.meta.resolve('./credentials.ts'))};
    takeMasterKey();
    takeMasterKey();
    console.log(JSON.stringify([hasMasterKey(''), masterKey(''), masterKey(${JSON.stringify(file)}),
      Object.keys(process.env).filter((name) => name === 'CROSSBOOK_MASTER_KEY')]));`;
  const env = { ...process.env, CROSSBOOK_MASTER_KEY: 'the key of the environment' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env,
  });
  assert.deepEqual(JSON.parse(stdout), [true, 'the key of the environment', 'the key of the file', []]);
});

const sealed = (purpose: string): string => writeSecret(sealText('secret', MASTER_KEY, purpose));

const read = (name: string, file: string) =>
  readCredential(name, file, { secrets: { masterKeyFile: writeSecret(MASTER_KEY) } });

function writeSecret(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'crossbook-credential-')), 'secret');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
