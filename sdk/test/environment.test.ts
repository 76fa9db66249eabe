import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { credentialsFromEnv, credentialsFromFile } from '../src/environment.ts';
import { Crossbook } from '../src/index.ts';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeService } from './fake-server.ts';

const KEY = {
  base_url: 'http://127.0.0.1:8787',
  key_id: KEY_ID,
  private_key: PRIVATE_KEY,
  subaccounts: ['sa_1'],
};

async function withFile(content: unknown, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crossbook-sdk-'));
  const path = join(folder, 'key.json');
  await writeFile(path, JSON.stringify(content));
  try {
    await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a client made from a key file reaches the service it names', async () => {
  await using service = await FakeService.start();
  await withFile({ ...KEY, base_url: service.baseUrl }, async (path) => {
    const client = await Crossbook.fromKeyFile(path, { maxRetries: 0 });
    assert.equal((await client.account.get()).account_id, 'acc_1');
  });
});

test('an address that ends in /v1, or is given together with a key file, reaches the service', async () => {
  await using service = await FakeService.start();
  await withFile(KEY, async (path) => {
    for (const end of ['', '/', '/v1', '/v1/']) {
      const baseUrl = service.baseUrl + end;
      const client = await Crossbook.fromKeyFile(path, { maxRetries: 0, baseUrl });
      assert.equal((await client.account.get()).account_id, 'acc_1', baseUrl);
    }
  });
});

test('a key file, and the environment, may name several nodes: a client goes on at one that serves', async () => {
  await using gone = await FakeService.start();
  await using service = await FakeService.start();
  const base_url = `${gone.baseUrl}, ${service.baseUrl}`;
  await gone.close();
  await withFile({ ...KEY, base_url }, async (path) => {
    const client = await Crossbook.fromKeyFile(path);
    assert.equal((await client.account.get()).account_id, 'acc_1');
    const env = { CROSSBOOK_BASE_URL: base_url, CROSSBOOK_KEY_FILE: path };
    assert.equal((await credentialsFromEnv(env)).baseUrl, base_url);
  });
  const of = (baseUrl: string): Crossbook =>
    new Crossbook({ baseUrl, keyId: KEY_ID, privateKey: PRIVATE_KEY });
  for (const baseUrl of ['', `${service.baseUrl},`]) assert.throws(() => of(baseUrl), TypeError);
});

test('the error for an incomplete key file names the missing field and never shows the key', async () => {
  const { base_url: _, ...rest } = KEY;
  await withFile(rest, async (path) => {
    await assert.rejects(credentialsFromFile(path), (error: Error) => {
      assert.match(error.message, /base_url is missing/);
      return error instanceof TypeError && !error.message.includes(PRIVATE_KEY);
    });
  });
  await assert.rejects(credentialsFromFile('/nowhere/key.json'), { code: 'ENOENT' });
});

test('the key in the environment takes precedence over a key file', async () => {
  const env = {
    CROSSBOOK_KEY_ID: 'key_env',
    CROSSBOOK_PRIVATE_KEY: PRIVATE_KEY,
    CROSSBOOK_KEY_FILE: '/nowhere',
  };
  const defaults = { baseUrl: 'http://127.0.0.1:8787', keyId: 'key_env', privateKey: PRIVATE_KEY };
  assert.deepEqual(await credentialsFromEnv(env), defaults);
  const baseUrl = 'https://api.example.test';
  assert.deepEqual(await credentialsFromEnv({ ...env, CROSSBOOK_BASE_URL: baseUrl }), {
    ...defaults,
    baseUrl,
  });
});

test('half a key in the environment is refused rather than replaced by another', async () => {
  await assert.rejects(credentialsFromEnv({ CROSSBOOK_KEY_ID: 'key_env' }), TypeError);
  await assert.rejects(credentialsFromEnv({ CROSSBOOK_PRIVATE_KEY: PRIVATE_KEY }), TypeError);
});

test('the environment can name a key file and override its address', async () => {
  await withFile(KEY, async (path) => {
    const fromFile = { baseUrl: KEY.base_url, keyId: KEY_ID, privateKey: PRIVATE_KEY };
    assert.deepEqual(await credentialsFromEnv({ CROSSBOOK_KEY_FILE: path }), fromFile);
    const env = { CROSSBOOK_KEY_FILE: path, CROSSBOOK_BASE_URL: 'http://other:1' };
    assert.deepEqual(await credentialsFromEnv(env), { ...fromFile, baseUrl: 'http://other:1' });
  });
});
