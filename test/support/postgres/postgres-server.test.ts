import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { until } from '../../api-assertions.ts';
import { PostgresServer, sharedPostgres, whyNoPostgres } from './postgres-server.ts';

const skip = whyNoPostgres() ?? false;

test('the test server makes commits durable', { skip }, async () => {
  const server = await sharedPostgres();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    assert.deepEqual(await server.run(`SHOW ${setting}`), [{ [setting]: 'on' }]);
});

test('a killed server recovers its databases at the next start', { skip }, async (t) => {
  const server = await PostgresServer.create();
  t.after(() => server.stop());
  await server.run('CREATE TABLE kept (number int)');
  await server.run('INSERT INTO kept VALUES (7)');
  await server.kill();
  await assert.rejects(server.run('SELECT 1'));
  await server.start();
  assert.deepEqual(await server.run('SELECT * FROM kept'), [{ number: 7 }]);
});

test('a server ends when its test process is killed', { skip }, async () => {
  const module = pathToFileURL(new URL('./postgres-server.ts', import.meta.url).pathname).href;
  const script = `const { sharedPostgres } = await import(${JSON.stringify(module)});
    console.log((await sharedPostgres()).pid); process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const pid = Number(stdout);
  assert.ok(pid > 0, stdout);
  await until('the server has ended', () => (isRunning(pid) ? null : true));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
