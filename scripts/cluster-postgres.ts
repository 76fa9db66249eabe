import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import {
  findBinaries,
  findFreePort,
  isOpenToAll,
  isRoot,
  prepareBinaries,
  UNPRIVILEGED_ID,
  whyNoPostgres,
} from '../test/support/postgres/postgres-binaries.ts';
import { KeptProcess, type ProcessSpec, untilTrue } from './cluster-process.ts';

const NAMES = ['a', 'b', 'c'] as const;
const DATABASE = 'crossbook';
const OUTSIDE_FILE = 'postgres-folder';

/** A server of the cluster: `a` is the primary, the others follow it. */
export interface DatabaseServer {
  readonly role: 'primary' | 'standby';
  readonly port: number;
  readonly process: KeptProcess;
}

/**
 * Starts a primary and two synchronous standbys, of which one must confirm each commit (`ANY 1`). The binaries are those of
 * the tests. PostgreSQL refuses to run as root, so root runs it as an unprivileged user.
 *
 * @param libraries  an empty folder for what the servers need while they run
 * @returns  the servers, and the URL of the database
 */
export async function startDatabase(
  dir: string,
  libraries: string,
  isRestarted: boolean,
): Promise<{ servers: readonly DatabaseServer[]; url: string }> {
  const found = findBinaries();
  if (found === null) throw new Error(whyNoPostgres() ?? 'no PostgreSQL');
  const folder = prepareFolder(dir);
  const binaries = prepareBinaries(found, libraries);
  const user = isRoot() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  const env = { PATH: process.env['PATH'], LD_LIBRARY_PATH: binaries.libraries, LC_ALL: 'C' };
  const options = { env, cwd: folder, ...user };
  const program = (name: string): string => join(binaries.folder, 'bin', name);
  const data = (name: string): string => join(folder, name);
  if (!existsSync(join(data('a'), 'PG_VERSION'))) {
    execFileSync(
      program('initdb'),
      ['-D', data('a'), '-U', 'crossbook', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      {
        ...options,
        stdio: 'pipe',
      },
    );
    for (const name of NAMES.slice(1)) {
      cpSync(data('a'), data(name), { recursive: true, preserveTimestamps: true });
      writeFileSync(join(data(name), 'standby.signal'), '');
      if (isRoot()) execFileSync('chown', ['-R', `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, data(name)]);
      execFileSync('chmod', ['-R', 'go-rwx', data(name)]);
    }
  }
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const servers = NAMES.map((name, index): DatabaseServer => {
    const spec: ProcessSpec = {
      command: [
        program('postgres'),
        '-D',
        data(name),
        ...settings(name, ports[index] ?? 0, ports[0]).flatMap((each) => ['-c', each]),
      ],
      options,
      log: join(dir, `postgres-${name}.log`),
      stopSignal: 'SIGINT', // a fast shutdown: it does not wait for clients
      isRestarted,
    };
    return {
      role: name === 'a' ? 'primary' : 'standby',
      port: ports[index] ?? 0,
      process: new KeptProcess(spec),
    };
  });
  const url = (database: string): string => `postgres://crossbook@127.0.0.1:${ports[0]}/${database}`;
  await untilTrue('both standbys follow the primary', () => hasStandbys(url('postgres')));
  await query(url('postgres'), `CREATE DATABASE ${DATABASE}`).catch(() => undefined); // it exists already
  return { servers, url: url(DATABASE) };
}

/** A folder that the user of PostgreSQL can enter; the next start finds the same one. */
function prepareFolder(dir: string): string {
  mkdirSync(dir, { recursive: true });
  const isReachable = !isRoot() || isOpenToAll(dir);
  const folder = isReachable ? join(dir, 'postgres') : findOutside(join(dir, OUTSIDE_FILE));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (isRoot()) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  return folder;
}

/** The folder for temporary files that the file names; made and noted where there is none. */
function findOutside(file: string): string {
  const noted = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  if (noted !== null && existsSync(noted)) return noted;
  if (noted !== null)
    throw new Error(`${noted} had the databases of ${dirname(file)}, and does not exist any more`);
  const made = mkdtempSync(join(tmpdir(), 'crossbook-cluster-'));
  writeFileSync(file, `${made}\n`);
  return made;
}

const settings = (name: string, port: number, primary: number): readonly string[] => [
  `port=${port}`,
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=100',
  'wal_keep_size=256MB',
  ...(name === 'a'
    ? [`synchronous_standby_names=ANY 1 (${NAMES.slice(1).join(', ')})`]
    : [`primary_conninfo=host=127.0.0.1 port=${primary} user=crossbook application_name=${name}`]),
];

async function hasStandbys(url: string): Promise<boolean> {
  const rows = await query(url, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`);
  return rows.length === NAMES.length - 1;
}

async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
