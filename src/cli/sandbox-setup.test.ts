import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMemoryAccountAdmin } from '../admin/account-admin.fixture.ts';
import type { AccountId } from '../contract/model/ids.ts';
import { derivePublicKey, type KeyFile } from './key-file.ts';
import { ensureSandbox } from './sandbox-setup.ts';

const URL_1 = 'http://127.0.0.1:8787';

test('a first start creates the account, its two subaccounts and a key with all permissions', async () => {
  const { operating, state, path } = await sandbox();
  const key = await ensureSandbox(operating, path, URL_1);
  assert.deepEqual(operating.accounts(), ['acc_1']);
  assert.deepEqual(
    [...state.subaccounts.values()].map(({ subaccountId, name }) => [subaccountId, name]),
    [
      ['sa_1', 'Desk one'],
      ['sa_2', 'Desk two'],
    ],
  );
  assert.deepEqual([key.permissions, key.subaccounts, key.expiresAt], [['read', 'trade', 'risk'], '*', null]);
  const file = read(path);
  assert.deepEqual([file.base_url, file.key_id, file.subaccounts], [URL_1, key.keyId, ['sa_1', 'sa_2']]);
  assert.equal(derivePublicKey(file.private_key), key.publicKey);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a later start leaves the file unchanged', async () => {
  const { operating, path } = await sandbox();
  await ensureSandbox(operating, path, URL_1);
  const before = readFileSync(path, 'utf8');
  await ensureSandbox(operating, path, URL_1);
  assert.deepEqual([readFileSync(path, 'utf8'), operating.keys().length], [before, 1]);
});

test('a new port is written to the file, and the key stays', async () => {
  const { operating, path } = await sandbox();
  await ensureSandbox(operating, path, URL_1);
  const before = read(path);
  await ensureSandbox(operating, path, 'http://127.0.0.1:9000');
  assert.deepEqual(read(path), { ...before, base_url: 'http://127.0.0.1:9000' });
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a file that names this node among others stays, and one that names only others does not', async () => {
  const { operating, path } = await sandbox();
  await ensureSandbox(operating, path, URL_1);
  const nodes = { ...read(path), base_url: `http://127.0.0.1:9000, ${URL_1}/` };
  writeFileSync(path, JSON.stringify(nodes));
  await ensureSandbox(operating, path, URL_1);
  assert.deepEqual(read(path), nodes);
  await ensureSandbox(operating, path, 'http://127.0.0.1:9');
  assert.equal(read(path).base_url, 'http://127.0.0.1:9');
});

test('after the data was deleted, the key of the file is registered again', async () => {
  const { operating, path } = await sandbox();
  const first = await ensureSandbox(operating, path, URL_1);
  const fresh = (await createMemoryAccountAdmin()).operating;
  const second = await ensureSandbox(fresh, path, URL_1);
  assert.deepEqual([second.keyId, second.publicKey], [first.keyId, first.publicKey]);
});

test('a missing file is replaced with a new key, and the old key is unchanged', async () => {
  const { operating, path } = await sandbox();
  await ensureSandbox(operating, path, URL_1);
  await ensureSandbox(operating, `${path}.2`, URL_1);
  assert.equal(operating.keys().length, 2);
});

test('the next start completes an interrupted setup', async () => {
  const { operating, state, path } = await sandbox();
  await operating.createAccount('acc_1' as AccountId);
  await ensureSandbox(operating, path, URL_1);
  assert.equal(state.subaccounts.size, 2);
});

test('a revoked key is not restored', async () => {
  const { operating, path } = await sandbox();
  const { keyId } = await ensureSandbox(operating, path, URL_1);
  await operating.revokeKey(keyId);
  assert.equal((await ensureSandbox(operating, path, URL_1)).status, 'REVOKED');
});

test('a damaged file is reported and not replaced', async () => {
  const { operating, path } = await sandbox();
  writeFileSync(path, '{"key_id":');
  await assert.rejects(ensureSandbox(operating, path, URL_1), /sandbox-key\.json is not a key file/);
  assert.equal(readFileSync(path, 'utf8'), '{"key_id":');
});

const sandbox = async () => ({
  ...(await createMemoryAccountAdmin()),
  path: join(mkdtempSync(join(tmpdir(), 'crossbook-sandbox-')), 'sandbox-key.json'),
});

const read = (path: string): KeyFile => JSON.parse(readFileSync(path, 'utf8')) as KeyFile;
