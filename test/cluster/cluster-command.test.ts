import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { type Key, SignedClient } from '../support/api-client.ts';
import { whyNoPostgres } from '../support/postgres/postgres-server.ts';

const ROOT = dirname(dirname(import.meta.dirname));

async function stopCluster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** As root, the databases are in a separate folder that their user can enter. */
function removeFolders(dir: string): void {
  const note = join(dir, 'postgres-folder');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}

interface Started {
  readonly nodes: readonly { readonly url: string; readonly pid: number; readonly role: string }[];
  readonly postgres: readonly { readonly role: string; readonly pid: number }[];
  readonly key_file: string;
}

const clientOf = ({ key_file }: Started, url: string): SignedClient =>
  new SignedClient(() => url, JSON.parse(readFileSync(key_file, 'utf8')) as Key);

async function readHealth(url: string): Promise<{ readonly role: string; readonly status: string } | null> {
  try {
    return (await (await fetch(`${url}/health`)).json()) as { role: string; status: string };
  } catch {
    return null;
  }
}

async function startCluster(
  dir: string,
  args: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly started: Started }> {
  const script = join(ROOT, 'scripts', 'cluster.ts');
  const child = spawn(process.execPath, [script, '--data-dir', dir, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const line = await until('the cluster is ready', () => (text.includes('\n') ? text : null));
  return { child, started: JSON.parse(line) as Started };
}

test('npm run cluster: a killed owner is replaced and restarted, and a killed primary is waited for', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-cluster-'));
  const { child, started } = await startCluster(dir);
  t.after(async () => {
    await stopCluster(child);
    removeFolders(dir);
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
  for (const { url } of nodes)
    assert.equal((await clientOf(started, url).call('GET', '/v1/account')).status, 200, 'every node answers');
  process.kill(owner.pid, 'SIGKILL');
  await until('the standby has taken over', hasRole(standby.url, 'owner', 'ok'));
  await until('the former owner forwards to the new one', hasRole(owner.url, 'standby', 'ok'));
  process.kill(primary.pid, 'SIGKILL');
  await until('the owner is suspended', hasRole(standby.url, 'owner', 'fail'));
  await until('the owner goes on with the same memory', hasRole(standby.url, 'owner', 'ok'));
});

test('npm run cluster: a second start in the same folder has the orders of the first, and both leave no process', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-cluster-')); // mode 700: as root, the databases are elsewhere
  t.after(() => removeFolders(dir));
  const clientOfOwner = (started: Started): SignedClient => clientOf(started, started.nodes[0]?.url ?? '');
  const listOrders = async (started: Started): Promise<readonly unknown[]> => {
    const { status, text } = await clientOfOwner(started).call('GET', ORDERS);
    assert.equal(status, 200, text);
    return (JSON.parse(text) as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  const first = await startCluster(dir, ['--nodes', '1']);
  t.after(() => stopCluster(first.child));
  const placed = await clientOfOwner(first.started).call('POST', '/v1/orders', ORDER);
  assert.equal(placed.status, 200, placed.text);
  const before = await listOrders(first.started);
  await stopCluster(first.child);
  assert.deepEqual(listRunning(first.started), []);
  const second = await startCluster(dir, ['--nodes', '1', '--set', 'edge.enabled=false']);
  t.after(() => stopCluster(second.child));
  const after = await listOrders(second.started);
  await stopCluster(second.child);
  assert.deepEqual(listRunning(second.started), []);
  assert.deepEqual([before.length, after], [1, before]);
});

const ORDERS = '/v1/orders?subaccount_id=sa_1';
const ORDER = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  price: '0.02',
  qty: '5',
};

/** The processes of the printed line that still exist. */
const listRunning = ({ nodes, postgres }: Started): readonly number[] =>
  [...nodes, ...postgres].map(({ pid }) => pid).filter(isRunning);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
