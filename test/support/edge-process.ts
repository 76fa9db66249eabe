import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../api-assertions.ts';
import { program } from './program.ts';

export type Settings = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The contract tests call their service through a node that does not own the journal: `CROSSBOOK_TEST_EDGE=1`. */
export const isBehindEdge = process.env['CROSSBOOK_TEST_EDGE'] === '1';

/** The text of a settings file. */
export const renderSettings = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join('');

/** A node that never owns the journal and forwards all requests to the owner. */
export class EdgeProcess {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'crossbook-edge-'));
  readonly #child: ChildProcess;
  #output = '';

  constructor(settings: Settings, env: NodeJS.ProcessEnv) {
    const file = join(this.#dataDir, 'crossbook.toml');
    const own = { 'node.name': 'edge', 'node.may_own': false, 'edge.enabled': true };
    writeFileSync(file, renderSettings({ ...settings, ...own }));
    const args = [program('src/main.ts'), '--config', file, '--data-dir', this.#dataDir, 'start'];
    this.#child = spawn(process.execPath, args, { env, stdio: 'pipe' });
    process.once('exit', this.#killChild);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString('utf8');
      });
  }

  readonly #killChild = (): void => void this.#child.kill('SIGKILL');

  get pid(): number {
    return this.#child.pid ?? assert.fail('the edge runs');
  }

  /** Waits until it reaches the owner; returns its URL. */
  async untilForwarding(): Promise<string> {
    return until('the edge forwards requests', async () => {
      if (this.#child.exitCode !== null) assert.fail(`the edge did not start:\n${this.#output}`);
      const url = /stop {2}/.test(this.#output) ? /listening +(\S+)/.exec(this.#output)?.[1] : undefined;
      if (url === undefined) return null;
      // Without a signature the owner answers 401; the edge itself would answer 503.
      const response = await fetch(`${url}/v1/positions`).catch(() => null);
      return response?.status === 401 ? url : null;
    });
  }

  async kill(): Promise<void> {
    process.off('exit', this.#killChild);
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
