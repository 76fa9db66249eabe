import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../../src/config/config.ts';
import { externalVenues, VENUE_DRIVERS } from '../../src/drivers/venue-drivers.ts';
import { attachOrStart, type SimulatorProcess } from '../../src/platform/simulator-process.ts';
import { systemClock, systemRandom } from '../../src/platform/system-environment.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';

/** A state-changing request of one node, as it passed on its way to an exchange. */
export interface VenueSend {
  readonly node: string;
  readonly line: string; // method and path
  /** Not sent before this moment: what had arrived by then was recorded by then. Wall clock. */
  readonly afterMs: number;
  readonly recordedAtMs: number;
}

const TICK_MS = 5;
const CHANGES = /^(?:POST|PUT|DELETE) \S+/;

/**
 * The simulators of Kalshi and Polymarket, which belong to the test and not to a node. Each node reaches them through proxies
 * that record its state-changing requests, so that a request of a former owner is found.
 */
export class ClusterExchanges {
  readonly folder = mkdtempSync(join(tmpdir(), 'crossbook-exchanges-'));
  readonly sends: VenueSend[] = [];
  readonly #processes = new Map<string, SimulatorProcess>(); // by venue section
  readonly #proxies: TcpProxy[] = [];
  readonly #ticks: [before: number, last: number] = [0, 0];
  readonly #timer = setInterval(() => {
    this.#ticks.shift();
    this.#ticks.push(Date.now());
  }, TICK_MS);

  static async start(): Promise<ClusterExchanges> {
    const exchanges = new ClusterExchanges();
    for (const { id, venue, driver } of externalVenues(DEFAULT_CONFIG, VENUE_DRIVERS)) {
      if (driver.simulator === null) continue;
      const dataDir = join(exchanges.folder, 'sandbox', id);
      mkdirSync(dataDir, { recursive: true });
      const spec = driver.simulator.prepare(dataDir, venue, systemRandom());
      exchanges.#processes.set(id, await attachOrStart(spec, systemClock));
    }
    return exchanges;
  }

  /** Creates the folder that is `sandbox.dir` of a node: keys, and addresses that lead through proxies. */
  async createFolder(node: string): Promise<string> {
    const folder = join(this.folder, `node-${node}`);
    for (const [id, { url, origins }] of this.#processes) {
      const [from, to] = [join(this.folder, 'sandbox', id), join(folder, id)];
      mkdirSync(to, { recursive: true });
      for (const file of readdirSync(from).filter((name) => /\.key$|^key\./.test(name)))
        copyFileSync(join(from, file), join(to, file));
      const listening = JSON.parse(readFileSync(join(from, 'listening.json'), 'utf8')) as object;
      const proxied: Record<string, string> = {};
      for (const [name, origin] of Object.entries(origins)) proxied[name] = await this.#proxy(node, origin);
      const addresses = { ...listening, url: await this.#proxy(node, url), origins: proxied };
      writeFileSync(join(to, 'listening.json'), JSON.stringify(addresses));
    }
    return folder;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const proxy of this.#proxies) proxy.close();
    await Promise.all([...this.#processes.values()].map((process) => process.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #proxy(node: string, url: string): Promise<string> {
    const proxy = await TcpProxy.listen(Number(new URL(url).port), (bytes) => {
      const [line] = CHANGES.exec(bytes.toString('latin1')) ?? [];
      if (line === undefined) return;
      this.sends.push({ node, line, afterMs: this.#ticks[0], recordedAtMs: Date.now() });
    });
    this.#proxies.push(proxy);
    return `http://127.0.0.1:${proxy.port}`;
  }
}
