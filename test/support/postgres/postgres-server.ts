import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../../api-assertions.ts';
import {
  type Binaries,
  findBinaries,
  findFreePort,
  isRoot,
  prepareBinaries,
  UNPRIVILEGED_ID,
  whyNoPostgres,
} from './postgres-binaries.ts';

export { whyNoPostgres };

const READY_MS_MAX = 30_000;

/**
 * Ends the server and removes its folder when the standard input closes: so no server outlives its test process, even
 * after kill -9.
 */
const GUARD = `folder=$1; shift; "$@" & server=$!
trap '' TERM INT
cat > /dev/null
kill -QUIT $server 2> /dev/null; wait $server; rm -rf "$folder"`;

let shared: Promise<PostgresServer> | null = null;

/** Settings of the server, by their names. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/** The server of this test process, started at its first use. It ends with the process. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.create();
  return shared;
}

/** A real PostgreSQL server over a temporary folder, with durable commits (`fsync` on), for local connections only. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #binaries: Binaries;
  readonly #settings: ServerSettings;
  #process: ChildProcess | null = null;
  #databases = 0;

  private constructor(folder: string, binaries: Binaries, port: number, settings: ServerSettings) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#settings = settings;
    this.port = port;
  }

  /** Creates the folder and starts the server. */
  static async create(settings: ServerSettings = {}): Promise<PostgresServer> {
    const server = await PostgresServer.#prepare(settings);
    execFileSync(
      join(server.#binaries.folder, 'bin', 'initdb'),
      ['-D', server.#data, '-U', 'crossbook', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...server.#spawnOptions, stdio: 'pipe' },
    );
    await server.start();
    return server;
  }

  /** Copies a running server as its standby, which `settings` must connect to it, and starts the copy. */
  static async copy(primary: PostgresServer, settings: ServerSettings): Promise<PostgresServer> {
    const server = await PostgresServer.#prepare(settings);
    mkdirSync(server.#data, { mode: 0o700 });
    const client = new Client({ connectionString: primary.url('postgres') });
    await client.connect();
    try {
      await client.query(`SELECT pg_backup_start('copy', true)`);
      // Files of the running server may vanish meanwhile, which cp reports; the log that is copied last repairs the rest.
      spawnSync('cp', ['-a', `${primary.#data}/.`, server.#data]);
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      spawnSync('cp', ['-a', `${primary.#data}/pg_wal/.`, join(server.#data, 'pg_wal')]);
      rmSync(join(server.#data, 'postmaster.pid'), { force: true });
      writeFileSync(join(server.#data, 'backup_label'), rows[0]?.labelfile ?? '');
      writeFileSync(join(server.#data, 'standby.signal'), '');
    } finally {
      await client.end();
    }
    if (isRoot()) execFileSync('chown', ['-R', `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, server.#data]);
    await server.start();
    return server;
  }

  static async #prepare(settings: ServerSettings): Promise<PostgresServer> {
    const found = findBinaries();
    if (found === null) throw new Error(whyNoPostgres() ?? 'no PostgreSQL');
    const folder = mkdtempSync(join(tmpdir(), 'crossbook-postgres-'));
    return new PostgresServer(folder, prepareBinaries(found, folder), await findFreePort(), settings);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  get #spawnOptions(): { env: NodeJS.ProcessEnv; uid?: number; gid?: number; cwd: string } {
    const env = { PATH: process.env['PATH'], LD_LIBRARY_PATH: this.#binaries.libraries, LC_ALL: 'C' };
    return { env, cwd: this.#folder, ...(isRoot() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}) };
  }

  /** Starts the server again after `kill`. Resolves once it accepts connections. */
  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '32MB',
      max_connections: 100,
      fsync: 'on',
      logging_collector: 'off',
      ...this.#settings,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [join(this.#binaries.folder, 'bin', 'postgres'), '-D', this.#data, ...options];
    const child = spawn('sh', ['-c', GUARD, 'sh', this.#folder, ...command], {
      ...this.#spawnOptions,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true, // an interrupt of the terminal must reach the tests first
    });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    this.#process = child;
    await until('PostgreSQL accepts connections', () => this.#isReady(), READY_MS_MAX);
  }

  async #isReady(): Promise<true | null> {
    const client = new Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return null;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The process id of the server itself. */
  get pid(): number {
    const [line = ''] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(line);
  }

  /** Ends the server like a power cut: connections break, and the next start recovers from the log. */
  async kill(): Promise<void> {
    const { pid } = this;
    // The guard first: it would remove the folder.
    this.#process?.kill('SIGKILL');
    this.#process?.stdin?.destroy();
    this.#process = null;
    process.kill(pid, 'SIGKILL');
    await until('the server has ended', () => (isRunning(pid) ? null : true));
  }

  /** Ends the server and removes its folder. The shared server is ended with its process instead. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.ref();
    child.stdin?.end();
    await ended;
    this.#process = null;
  }

  /** Ends the server like `kill`, and removes its folder. */
  async discard(): Promise<void> {
    if (this.#process !== null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  url(database: string): string {
    return `postgres://crossbook@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database; returns its URL. */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${process.pid}_${this.#databases}`;
    await this.run(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Runs SQL as the administrator. */
  async run(sql: string, database = 'postgres'): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
