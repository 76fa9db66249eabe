import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Api, until } from '../api-assertions.ts';
import type { Key } from './api-client.ts';
import { EdgeProcess, isBehindEdge, renderSettings, type Settings } from './edge-process.ts';
import { findLongTasks } from './long-tasks.ts';
import { sharedPostgres } from './postgres/postgres-server.ts';
import { program, sourceProgram } from './program.ts';
import type { CliResult, RunningService } from './running-service.ts';
import { Contract, type OpenApi } from './schema-check.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const CLOCK_FIXTURE = join(import.meta.dirname, 'clock-shift.fixture.ts');
const LONG_TASKS_FIXTURE = join(import.meta.dirname, 'long-tasks.fixture.ts');
const CRASH_POINT_FIXTURE = join(ROOT, 'test', 'crash', 'crash-point.fixture.ts');

export type { Settings } from './edge-process.ts';

/** Limits so high that they do not affect tests of other behaviour. */
const NO_RATES: Settings = Object.fromEntries(
  ['read', 'write', 'risk', 'failed_auth'].flatMap((bucket) => [
    [`rate.${bucket}.per_second`, 1_000_000],
    [`rate.${bucket}.burst`, 1_000_000],
  ]),
);

export interface ServiceOptions {
  readonly settings?: Settings; // by their dotted names in the TOML file
  readonly rates?: 'default';
  readonly clockShiftMs?: number;
  readonly startOptions?: readonly string[]; // of `crossbook start`
  /**
   * A process for the service, which can be killed and whose event loop is watched. Default of `startService`: it runs in this
   * process, except with options of the command line, with the journal in PostgreSQL and with exchanges whose clock is moved.
   */
  readonly isProcess?: boolean;
  /** The database of the journal; default: a new one with `CROSSBOOK_TEST_JOURNAL=postgres`, else SQLite. */
  readonly journalUrl?: string;
}

/**
 * A crash point by its name. Once it is armed, the process kills itself when it passes the point for the nth
 * time.
 */
export interface ArmedCrashPoint {
  readonly name: string;
  readonly pass: number;
}

const NEEDS_PROCESS = 'this test needs a process: startService({ isProcess: true })';

/** Starts the real service on a free port with an empty folder; both end with the test file. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const service = new TestService({ isProcess: isOnPostgres || needsProcess(options), ...options });
  after(() => service.dispose());
  await service.start();
  return service;
}

const isOnPostgres = isBehindEdge || process.env['CROSSBOOK_TEST_JOURNAL'] === 'postgres';

/** Local exchanges read a moved clock from the environment that they inherit. */
const needsProcess = ({
  startOptions = [],
  journalUrl,
  clockShiftMs = 0,
  settings,
}: ServiceOptions): boolean =>
  startOptions.length > 0 ||
  journalUrl !== undefined ||
  (clockShiftMs !== 0 && settings?.['sandbox.exchanges'] === true);

export class TestService {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'crossbook-contract-'));
  readonly #configFile = join(this.dataDir, 'crossbook.toml');
  readonly #longTasksFile = `${this.dataDir}.long-tasks`;
  readonly #readyNs = new Map<number, bigint>();
  #clockShiftMs: number;
  #child: ChildProcess | null = null;
  readonly #isProcess: boolean;
  #running: RunningService | null = null; // in this process
  #output = '';
  #url = ''; // of the service
  #settings: Settings = {};
  #edge: EdgeProcess | null = null;
  #edgeUrl: string | null = null;
  #contract: Contract | null = null;
  #keysMade = 0;
  #crashPoint: ArmedCrashPoint | null = null;
  #fileBlocksMax: number | null = null;
  #journalUrl: string | null;
  readonly #startOptions: readonly string[];

  constructor(options: ServiceOptions) {
    const { settings = {}, rates, clockShiftMs = 0, startOptions = [], journalUrl } = options;
    this.#isProcess = options.isProcess ?? true;
    this.#startOptions = startOptions;
    this.#journalUrl = journalUrl ?? null;
    this.#clockShiftMs = clockShiftMs;
    process.once('exit', this.#killChild);
    const usual = { 'log.level': 'warn', 'sandbox.exchanges': false, 'venues.demo.history_days': 0 };
    this.configure({ ...(rates === 'default' ? {} : NO_RATES), ...usual, ...settings });
  }

  get url(): string {
    return this.#edgeUrl ?? this.#url;
  }

  get pid(): number {
    assert.ok(this.#isProcess, NEEDS_PROCESS);
    return this.#child?.pid ?? assert.fail('the service runs');
  }

  /** Its output and log since the last start. */
  get output(): string {
    return this.#running?.output ?? this.#output;
  }

  get isAlive(): boolean {
    if (!this.#isProcess) return this.#running?.isAlive ?? false;
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get contract(): Contract {
    return this.#contract ?? assert.fail('the service has started');
  }

  /** The key that the first start created, with all permissions. */
  get key(): Key {
    return JSON.parse(readFileSync(join(this.dataDir, 'sandbox-key.json'), 'utf8')) as Key;
  }

  readonly now = (): number => Date.now() + this.#clockShiftMs;
  readonly #killChild = (): void => void this.#child?.kill('SIGKILL');

  api(key: Key = this.key): Api {
    return new Api(this.contract, () => this.url, key, this.now);
  }

  /** Writes the settings that the next start reads. */
  configure(settings: Settings): void {
    this.#settings = isBehindEdge ? { 'edge.enabled': true, ...settings } : settings;
    writeFileSync(this.#configFile, renderSettings(this.#settings));
  }

  /** The next start keeps its journal in this database. */
  useJournal(url: string): void {
    this.#journalUrl = url;
  }

  async start(clockShiftMs = this.#clockShiftMs): Promise<void> {
    this.#clockShiftMs = clockShiftMs;
    const hasExchanges = this.#settings['sandbox.exchanges'] === true;
    assert.ok(this.#isProcess || !hasExchanges || clockShiftMs === 0, NEEDS_PROCESS);
    if (isOnPostgres) this.#journalUrl ??= await (await sharedPostgres()).createDatabase();
    await this.#launchAnywhere();
    this.#url = await until('the service listens', () => this.#listening());
    // After a kill the next process is a standby until the lease of the killed one has run out.
    if (isOnPostgres) await until('the service owns its journal', () => this.#isOwner());
    if (this.#isProcess) this.#readyNs.set(this.pid, process.hrtime.bigint());
    if (isBehindEdge) {
      this.#edge ??= new EdgeProcess(this.#settings, this.#env());
      this.#edgeUrl = await this.#edge.untilForwarding();
    }
    if (this.#contract === null) {
      const response = await fetch(`${this.#url}/v1/openapi.json`);
      this.#contract = new Contract((await response.json()) as OpenApi);
    }
  }

  /** The next process ends itself at this point. Null: the next process runs normally. */
  setCrashPoint(point: ArmedCrashPoint | null): void {
    assert.ok(this.#isProcess, NEEDS_PROCESS);
    this.#crashPoint = point;
    rmSync(this.#armedFile, { force: true });
  }

  /** From now on passes of the planted point are counted, during the start or later. */
  armCrashPoint(): void {
    writeFileSync(this.#armedFile, '');
  }

  /** The next process may write no file larger than this many blocks, as on a full disk. Null: no limit. */
  limitFiles(blocks: number | null): void {
    assert.ok(this.#isProcess, NEEDS_PROCESS);
    this.#fileBlocksMax = blocks;
  }

  /** Resolves once the process has ended, for any reason. */
  async exited(): Promise<void> {
    if (this.#child !== null && this.isAlive) await once(this.#child, 'exit');
  }

  get #armedFile(): string {
    return join(this.dataDir, 'crash-point-armed');
  }

  /** The modules of a service in this process load only where one runs. */
  async #launchAnywhere(): Promise<void> {
    if (this.#isProcess) return this.launch();
    assert.ok(!this.isAlive, 'the service is started once');
    const { RunningService } = await loadRunningService();
    this.#running = new RunningService(this.#configFile, this.dataDir, this.now);
  }

  /** Starts the process without waiting for it. */
  launch(): void {
    assert.ok(this.#isProcess, NEEDS_PROCESS);
    assert.ok(!this.isAlive, 'the service is started once');
    const hooks = this.#crashPoint === null ? [] : ['--import', CRASH_POINT_FIXTURE];
    const command = [
      process.execPath,
      '--import',
      LONG_TASKS_FIXTURE,
      ...hooks,
      ...this.#args('start', ...this.#startOptions),
    ];
    const [program = '', ...args] =
      this.#fileBlocksMax === null
        ? command
        : ['sh', '-c', `ulimit -f ${this.#fileBlocksMax}; exec "$@"`, 'sh', ...command];
    const child = spawn(program, args, { env: this.#env(), stdio: 'pipe' });
    this.#output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString('utf8');
      });
    }
    this.#child = child;
  }

  /** Ends the process like a power cut, without a shutdown. */
  kill(): Promise<void> {
    assert.ok(this.#isProcess, NEEDS_PROCESS);
    return this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    return this.#end('SIGTERM');
  }

  /**
   * Runs one command line while the service runs, or on its folder when it is stopped: in this process, unless it starts a
   * service or needs the moved clock.
   */
  async cli(...args: readonly string[]): Promise<CliResult> {
    if (args[0] === 'start' || this.#clockShiftMs !== 0) return this.cliWith({}, ...args);
    const { RunningService } = await loadRunningService();
    return RunningService.runCommand([...this.#options(), ...args], this.#env());
  }

  /** The same in a process, with additional environment variables. */
  async cliWith(more: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<CliResult> {
    const env = { ...this.#env(), ...more };
    const child = spawn(process.execPath, this.#args(...args), { env, stdio: 'pipe' });
    const [stdout, stderr, code] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, 'close').then(([exitCode]) => exitCode as number),
    ]);
    return { code, stdout, stderr };
  }

  /** Creates a key with the command line, as an operator does: `newKey('--permissions', 'read')`. */
  async newKey(...options: readonly string[]): Promise<Key> {
    this.#keysMade += 1;
    const file = join(this.dataDir, `key-${this.#keysMade}.json`);
    await this.cliOk('key', 'new', ...options, '--out', file);
    return JSON.parse(readFileSync(file, 'utf8')) as Key;
  }

  /** Creates a key that expires after `ms`. Null if the command ran so late that this time was over. */
  async newShortKey(
    ms: number,
    ...more: readonly string[]
  ): Promise<{ readonly key: Key; readonly expires: string } | null> {
    this.#keysMade += 1;
    const file = join(this.dataDir, `key-${this.#keysMade}.json`);
    const expires = new Date(this.now() + ms).toISOString();
    const options = ['--permissions', 'read', '--expires', expires, '--out', file, ...more];
    const { code, stderr } = await this.cli('key', 'new', ...options);
    if (/is in the past/.test(stderr)) return null;
    assert.equal(code, 0, stderr);
    return { key: JSON.parse(readFileSync(file, 'utf8')) as Key, expires };
  }

  async cliOk(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.cli(...args);
    assert.equal(code, 0, `crossbook ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Fails when the service blocked its event loop: see `findLongTasks`. */
  async dispose(): Promise<void> {
    await Promise.all([this.#isProcess ? this.kill() : this.stop(), this.#edge?.kill()]);
    process.off('exit', this.#killChild);
    const longTasks = findLongTasks(this.#longTasksFile, this.#readyNs);
    rmSync(this.dataDir, { recursive: true, force: true });
    rmSync(this.#longTasksFile, { force: true });
    assert.equal(longTasks.join('\n'), '', 'the service blocked its event loop');
  }

  #args(...args: readonly string[]): string[] {
    // A crash point is a line of the sources.
    const main = (this.#crashPoint === null ? program : sourceProgram)('src/main.ts');
    return [main, ...this.#options(), ...args];
  }

  #options(): string[] {
    return ['--config', this.#configFile, '--data-dir', this.dataDir];
  }

  #env(): NodeJS.ProcessEnv {
    const { PATH, TMPDIR, HOME, NODE_COMPILE_CACHE } = process.env;
    return {
      PATH,
      TMPDIR,
      HOME,
      NODE_COMPILE_CACHE,
      CROSSBOOK_PORT: '0',
      LONG_TASKS_FILE: this.#longTasksFile,
      ...(this.#journalUrl === null ? {} : { CROSSBOOK_JOURNAL_URL: this.#journalUrl }),
      ...this.#clockEnv(),
      ...(this.#crashPoint === null
        ? {}
        : {
            CRASH_POINT: this.#crashPoint.name,
            CRASH_PASS: String(this.#crashPoint.pass),
            CRASH_ARMED_FILE: this.#armedFile,
          }),
    };
  }

  /** Its local exchanges inherit its environment, and so use the same clock. */
  #clockEnv(): NodeJS.ProcessEnv {
    if (this.#clockShiftMs === 0) return {};
    return {
      CLOCK_SHIFT_MS: String(this.#clockShiftMs),
      NODE_OPTIONS: `--import ${pathToFileURL(CLOCK_FIXTURE).href}`,
    };
  }

  #listening(): string | null {
    if (!this.isAlive) assert.fail(`the service did not start:\n${this.output}`);
    // The last line of the banner, so that everything before it has been printed.
    return /stop {2}/.test(this.output) ? (/listening +(\S+)/.exec(this.output)?.[1] ?? null) : null;
  }

  async #isOwner(): Promise<true | null> {
    const health = await fetch(`${this.#url}/health`)
      .then((response) => response.json() as Promise<{ readonly role?: string }>)
      .catch(() => null); // the port changes hands
    return health?.role === 'owner' ? true : null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isAlive) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    this.#child = null;
  }
}

const loadRunningService = (): Promise<typeof import('./running-service.ts')> =>
  import(program('test/support/running-service.ts'));

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
