import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApi } from '../../test/support/http/http-fakes.ts';

const WHEEL = {
  project: 'crossbook',
  fileName: 'crossbook-1.1.0-py3-none-any.whl',
  content: Buffer.from([0, 1, 0xff]),
  sha256: 'ab'.repeat(32),
  requiresPython: '>=3.11',
};

async function createIndex() {
  let builds = 0;
  const pythonClient = async () => {
    builds += 1;
    return WHEEL;
  };
  const { server } = await createTestApi({ deps: { pythonClient } });
  const get = (url: string) => server.inject({ url, headers: { host: '127.0.0.1:8787' } });
  return { get, builds: () => builds };
}

test('the index lists the project, and the project its file with hash and Python version', async () => {
  const { get } = await createIndex();
  const root = await get('/sdk/python/');
  assert.equal(root.statusCode, 200);
  assert.match(root.body, /<a href="crossbook\/">crossbook<\/a>/);
  const project = await get('/sdk/python/crossbook/');
  assert.match(String(project.headers['content-type']), /^text\/html/);
  assert.match(
    project.body,
    /<a href="\.\.\/crossbook-1\.1\.0-py3-none-any\.whl#sha256=(?:ab){32}" data-requires-python="&gt;=3\.11">crossbook-1\.1\.0-py3-none-any\.whl<\/a>/,
  );
});

test('the file is served as it was made, and is made once', async () => {
  const { get, builds } = await createIndex();
  for (let time = 0; time < 2; time++) {
    const file = await get(`/sdk/python/${WHEEL.fileName}`);
    assert.deepEqual(file.rawPayload, WHEEL.content);
    assert.equal(file.headers['content-type'], 'application/zip');
  }
  assert.equal(builds(), 1);
});

test('an address without its slash leads to the one with it, and another file is not found', async () => {
  const { get } = await createIndex();
  for (const [url, location] of [
    ['/sdk/python', 'python/'],
    ['/sdk/python/crossbook', 'crossbook/'],
  ] as const) {
    const response = await get(url);
    assert.deepEqual([response.statusCode, response.headers['location']], [301, location]);
  }
  const missing = await get('/sdk/python/crossbook-1.0.0-py3-none-any.whl');
  assert.equal(missing.statusCode, 404);
  assert.equal(missing.json<{ error: string }>().error, 'not_found');
});

test('without the Python client its paths do not exist', async () => {
  const { server } = await createTestApi();
  assert.equal((await server.inject({ url: '/sdk/python/' })).statusCode, 404);
});
