import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';

const ROOT = dirname(dirname(import.meta.dirname));

interface Started {
  readonly nodes: readonly { readonly url: string; readonly pid: number; readonly role: string }[];
  readonly postgres: readonly { readonly role: string; readonly pid: number }[];
}

async function readHealth(url: string): Promise<{ readonly role: string; readonly status: string } | null> {
  try {
    return (await (await fetch(`${url}/health`)).json()) as { role: string; status: string };
  } catch {
    return null;
  }
}

async function startCluster(
  dir: string,
): Promise<{ readonly child: ChildProcess; readonly started: Started }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'cluster.ts'), '--data-dir', dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const line = await until('the cluster is ready', () => (text.includes('\n') ? text : null), 90_000);
  return { child, started: JSON.parse(line) as Started };
}

test('npm run cluster: a killed owner is replaced and restarted, and a killed primary is waited for', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-cluster-'));
  const { child, started } = await startCluster(dir);
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const { nodes, postgres } = started;
  assert.deepEqual(
    [nodes.map(({ role }) => role), postgres.map(({ role }) => role)],
    [
      ['owner', 'standby'],
      ['primary', 'standby', 'standby'],
    ],
  );
  const [owner, standby] = nodes;
  const [primary] = postgres;
  assert.ok(owner !== undefined && standby !== undefined && primary !== undefined);
  const hasRole = (url: string, role: string, status: string) => async () => {
    const health = await readHealth(url);
    return health?.role === role && health.status === status ? true : null;
  };
  process.kill(owner.pid, 'SIGKILL');
  await until('the standby has taken over', hasRole(standby.url, 'owner', 'ok'), 20_000);
  await until('the former owner is a standby', hasRole(owner.url, 'standby', 'fail'), 20_000);
  process.kill(primary.pid, 'SIGKILL');
  await until('the owner is suspended', hasRole(standby.url, 'owner', 'fail'), 20_000);
  await until('the owner goes on with the same memory', hasRole(standby.url, 'owner', 'ok'), 20_000);
});
