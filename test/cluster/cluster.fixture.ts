import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Api, until } from '../api-assertions.ts';
import { sharedPostgres } from '../support/postgres/postgres-server.ts';
import type { Order } from '../support/record-schemas.ts';
import { type Settings, TestService } from '../support/test-service.ts';

export interface Health {
  readonly status: string;
  readonly role: string;
  readonly checks: Readonly<Record<string, string>>;
}

/** Two nodes with one journal in PostgreSQL and the same simulated venues: the first owns the journal. */
export interface Cluster {
  readonly journalUrl: string;
  readonly exchangesFolder: string; // `sandbox/` in it has the simulators
  readonly owner: TestService;
  readonly standby: TestService;
}

export async function startCluster(t: TestContext, settings: Settings = {}): Promise<Cluster> {
  const journalUrl = await (await sharedPostgres()).createDatabase();
  // The simulators keep their state and keys in this folder, and a node uses those that run there already.
  const exchanges = mkdtempSync(join(tmpdir(), 'crossbook-exchanges-'));
  const shared = { ...settings, 'sandbox.dir': join(exchanges, 'sandbox') };
  const owner = new TestService({ journalUrl, settings: { ...shared, 'node.name': 'a' } });
  const standby = new TestService({ journalUrl, settings: { ...shared, 'node.name': 'b' } });
  t.after(async () => {
    await Promise.all([owner.dispose(), standby.dispose()]);
    stopSimulators(exchanges);
    rmSync(exchanges, { recursive: true, force: true });
  });
  await owner.start();
  await standby.start();
  return { journalUrl, exchangesFolder: exchanges, owner, standby };
}

/** The nodes leave the simulators to each other, and the last one leaves them running. */
function stopSimulators(folder: string): void {
  for (const file of globSync(join(folder, 'sandbox', '*', 'listening.json'))) {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number };
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/** `GET /health`; null while the node does not answer. */
export async function readHealth(node: Pick<TestService, 'url'>): Promise<Health | null> {
  try {
    return (await (await fetch(`${node.url}/health`)).json()) as Health;
  } catch {
    return null;
  }
}

export const untilRole = (
  node: Pick<TestService, 'url'>,
  role: string,
  deadlineMs?: number,
): Promise<Health> =>
  until(
    `${node.url} is the ${role}`,
    async () => {
      const health = await readHealth(node);
      return health?.role === role ? health : null;
    },
    deadlineMs,
  );

/** What a caller wrote down about an order: before it was sent, and after each answer. */
interface Attempt {
  readonly key: string; // its client order id
  id: string | null; // once acknowledged
}

/**
 * Callers that place orders at whichever node takes them, and write down each answer. An order without an answer is
 * repeated with the same client order id.
 */
export class Callers {
  readonly attempts: Attempt[] = [];
  /** Answers other than an order, and calls without an answer, with the time of their send. */
  readonly refusals: { readonly what: string; readonly atMs: number }[] = [];
  longestMs = 0; // of an answer
  readonly #apis: readonly Api[];
  readonly #body: object;
  readonly #name: string;
  #isStopped = false;
  #running: readonly Promise<void>[] = [];
  #acknowledgedAt = 0;

  /** @param name  begins each client order id */
  constructor(apis: readonly Api[], body: object, name = 'caller') {
    this.#apis = apis;
    this.#body = body;
    this.#name = name;
  }

  /** Milliseconds between the first and the last refusal; null: there was none. */
  get refusedMs(): number | null {
    const [first, last] = [this.refusals[0], this.refusals.at(-1)];
    return first === undefined || last === undefined ? null : Math.round(last.atMs - first.atMs);
  }

  start(count: number): void {
    this.#running = Array.from({ length: count }, (_, caller) => this.#run(caller));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  get acknowledged(): readonly Attempt[] {
    return this.attempts.filter(({ id }) => id !== null);
  }

  /** Milliseconds from `sinceMs` to the first order that was sent and acknowledged after it. */
  async nextAcknowledged(sinceMs: number): Promise<number> {
    const { length } = this.acknowledged;
    await until('an order is acknowledged', () => (this.acknowledged.length > length ? true : null));
    return Math.round(this.#acknowledgedAt - sinceMs);
  }

  /** Fails unless every acknowledged order is in the journal once, under the id that was acknowledged. */
  async checkAll(api: Api): Promise<void> {
    for (const { key, id } of this.attempts) {
      const found = await api.ok<readonly Order[]>(
        'GET',
        `/v1/orders?subaccount_id=sa_1&client_order_id=${key}`,
      );
      assert.deepEqual(
        found.map((order) => order.id),
        [id],
        key,
      );
    }
  }

  async #run(caller: number): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const attempt: Attempt = { key: `${this.#name}-${caller}-${count}`, id: null };
      this.attempts.push(attempt);
      await this.#place(attempt);
    }
  }

  async #place(attempt: Attempt): Promise<void> {
    for (let tries = 0; attempt.id === null; tries += 1) {
      const api = this.#apis[tries % this.#apis.length];
      assert.ok(api !== undefined);
      const atMs = performance.now();
      try {
        const body = { ...this.#body, client_order_id: attempt.key };
        const { status, text } = await api.call('POST', '/v1/orders', body);
        if (status !== 200) {
          assert.equal(status, 503, text);
          this.refusals.push({ what: text, atMs });
        } else {
          attempt.id = (JSON.parse(text) as Order).id;
          this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - atMs));
          this.#acknowledgedAt = performance.now();
        }
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        this.refusals.push({ what: String(error), atMs });
        // The node does not answer: the order is repeated at the other one.
      }
      if (attempt.id === null) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
