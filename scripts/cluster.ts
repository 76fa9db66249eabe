// Runs `npm run cluster`: a database with two synchronous standbys, and the nodes of one journal, on this machine.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../test/support/postgres/postgres-binaries.ts';
import { startDatabase } from './cluster-postgres.ts';
import { KeptProcess, stopProcesses, untilTrue } from './cluster-process.ts';

const USAGE = `npm run cluster -- [--nodes N] [--data-dir DIR] [--no-restart] [--set NAME=VALUE …]

Starts PostgreSQL with two synchronous standbys, N nodes (default 2) and the simulators of their venues. Every node answers
callers: a standby forwards their requests to the owner. Prints one line of JSON once all are ready, and runs until a stop
signal. A process that is killed starts again within 2 seconds, unless --no-restart is given. --set changes a setting of
every node, with the value as in TOML: --set edge.enabled=false`;

interface Node {
  readonly name: string;
  readonly url: string;
  readonly process: KeptProcess;
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '2' },
    'data-dir': { type: 'string', default: join('data', 'cluster') },
    'no-restart': { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
const count = Number(values.nodes);
if (values.help || !Number.isInteger(count) || count < 1 || count > 9) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}
const dir = resolve(values['data-dir']);
const isRestarted = !values['no-restart'];
const stopped = new Promise<void>((resolveStop) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolveStop());
});
mkdirSync(dir, { recursive: true, mode: 0o755 });
const libraries = mkdtempSync(join(tmpdir(), 'crossbook-postgres-'));
try {
  const started = startCluster(libraries);
  started.catch(() => undefined); // it also fails when it is stopped before it is ready
  await Promise.race([started.then(() => stopped), stopped]);
} catch (error) {
  console.error(`cluster: ${String(error)}; the logs are in ${dir}`);
  process.exitCode = 1;
}
await stopProcesses();
stopSimulators();
rmSync(libraries, { recursive: true, force: true });
process.exit();

/** Prints the line of JSON once all are ready. */
async function startCluster(folder: string): Promise<void> {
  const { servers, url } = await startDatabase(dir, folder, isRestarted);
  writeFileSync(join(dir, 'journal-url'), `${url}\n`); // `crossbook cluster status --data-dir DIR`
  const nodes: Node[] = [];
  for (let index = 0; index < count; index += 1) {
    const node = await startNode(String.fromCharCode(97 + index), url);
    nodes.push(node);
    await untilTrue(`node ${node.name} is ready`, async () => (await readRole(node)) !== null);
  }
  const roles = await Promise.all(nodes.map(readRole));
  const listed = nodes.map(({ name, url: api, process: { pid } }, index) => ({
    name,
    url: api,
    pid,
    role: roles[index],
  }));
  const postgres = servers.map(({ role, port, process: { pid } }) => ({ role, port, pid }));
  const key_file = join(dir, 'node-a', 'sandbox-key.json');
  nameAllNodes(key_file, nodes);
  console.log(JSON.stringify({ nodes: listed, postgres, key_file }));
}

/** A client with this key goes on at another node when its own is away. */
function nameAllNodes(keyFile: string, nodes: readonly Node[]): void {
  const key = JSON.parse(readFileSync(keyFile, 'utf8')) as Readonly<Record<string, unknown>>;
  const base_url = nodes.map(({ url }) => url).join(',');
  writeFileSync(keyFile, `${JSON.stringify({ ...key, base_url }, null, 2)}\n`);
}

/** The nodes leave the simulators to each other, and the last one leaves them running. */
function stopSimulators(): void {
  for (const file of globSync(join(dir, 'sandbox', '*', 'listening.json'))) {
    try {
      process.kill((JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number }).pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  }
}

async function startNode(name: string, journalUrl: string): Promise<Node> {
  const folder = join(dir, `node-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await findFreePort();
  const settings = join(folder, 'crossbook.toml');
  writeFileSync(settings, renderSettings(name, port, journalUrl));
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const spec = {
    command: [process.execPath, main, '--config', settings, '--data-dir', folder, 'start'],
    options: { env: process.env },
    log: join(dir, `node-${name}.log`),
    stopSignal: 'SIGTERM' as const,
    isRestarted,
  };
  return { name, url: `http://127.0.0.1:${port}`, process: new KeptProcess(spec) };
}

/** Those that make the cluster, and then those of `--set`, which replace them. */
function renderSettings(name: string, port: number, journalUrl: string): string {
  const own = {
    host: '127.0.0.1',
    port,
    'node.name': name,
    'journal.url': journalUrl,
    'sandbox.dir': join(dir, 'sandbox'),
    'edge.enabled': true,
  };
  const texts = new Map(Object.entries(own).map(([key, value]) => [key, JSON.stringify(value)]));
  for (const text of values.set) {
    const [key = '', ...value] = text.split('=');
    texts.set(key.trim(), value.join('=').trim());
  }
  return [...texts].map(([key, value]) => `${key} = ${value}\n`).join('');
}

async function readRole({ url: api }: Node): Promise<string | null> {
  const health = (await (await fetch(`${api}/health`)).json()) as { readonly role?: string };
  return health.role ?? null;
}
