// Runs `npm run cluster`: a database with two synchronous standbys, and the nodes of one journal, on this machine.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../test/support/postgres/postgres-binaries.ts';
import { startDatabase } from './cluster-postgres.ts';
import { KeptProcess, untilTrue } from './cluster-process.ts';

const USAGE = `npm run cluster -- [--nodes N] [--data-dir DIR] [--no-restart] [--set NAME=VALUE …]

Starts PostgreSQL with two synchronous standbys, N nodes (default 2) and the simulators of their venues. Prints one line of
JSON once all are ready, and runs until a stop signal. A process that is killed starts again within 2 seconds, unless
--no-restart is given. --set changes a setting of every node, with the value as in TOML: --set edge.enabled=true`;

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
const { servers, url } = await startDatabase(dir, isRestarted);
writeFileSync(join(dir, 'journal-url'), `${url}\n`); // `crossbook cluster status --data-dir DIR`
const nodes: Node[] = [];
for (let index = 0; index < count; index += 1) {
  const node = await startNode(String.fromCharCode(97 + index));
  nodes.push(node);
  await untilTrue(`node ${node.name} is ready`, async () => (await readRole(node)) !== null);
}
const roles = await Promise.all(nodes.map(readRole));
console.log(
  JSON.stringify({
    nodes: nodes.map(({ name, url: api, process: { pid } }, index) => ({
      name,
      url: api,
      pid,
      role: roles[index],
    })),
    postgres: servers.map(({ role, port, process: { pid } }) => ({ role, port, pid })),
    key_file: join(dir, 'node-a', 'sandbox-key.json'),
  }),
);
await stopped;
for (const node of nodes.toReversed()) await node.process.stop();
stopSimulators();
for (const server of servers) await server.process.stop();
process.exit(0);

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

async function startNode(name: string): Promise<Node> {
  const folder = join(dir, `node-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await findFreePort();
  const settings = join(folder, 'crossbook.toml');
  const lines = {
    host: '127.0.0.1',
    port,
    'node.name': name,
    'journal.url': url,
    'sandbox.dir': join(dir, 'sandbox'),
  };
  const own = Object.entries(lines).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  const set = values.set.map((text) => `${text.replace('=', ' = ')}\n`);
  writeFileSync(settings, [...own, ...set].join(''));
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

async function readRole({ url: api }: Node): Promise<string | null> {
  const health = (await (await fetch(`${api}/health`)).json()) as { readonly role?: string };
  return health.role ?? null;
}
