// `npm run long -- soak --minutes 30`: runs the real service under a steady load and reports resource growth.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import type { Api } from '../test/api-assertions.ts';
import { createRestingOrder, createTakingOrder } from '../test/support/order-bodies.ts';
import type { Order } from '../test/support/record-schemas.ts';
import { TestService } from '../test/support/test-service.ts';

const CALLERS_MIN = 4;
const PER_CALLER_MAX = 10; // orders a second: each caller waits for its answers
const STREAMS = ['tradeprints', 'positions', 'orders', 'fills'];
const TAKES_EVERY = 10; // every tenth order trades
const MIB = 1024 * 1024;

/** The measurements of one interval. */
interface Row {
  readonly second: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly handles: number;
  readonly journalMb: number;
  readonly orders: number;
  readonly p50: number; // ms, from sending an order to its response
  readonly p99: number;
}

class Soak {
  readonly #service: TestService;
  readonly #restMs: number;
  readonly #callers: number;
  #latencies: number[] = [];
  #isOver = false;
  failures = 0;

  /** @param perSecond  orders of all callers together; each is cancelled afterwards */
  constructor(service: TestService, perSecond: number) {
    this.#service = service;
    this.#callers = Math.max(CALLERS_MIN, Math.ceil(perSecond / PER_CALLER_MAX));
    this.#restMs = (1_000 * this.#callers) / perSecond;
  }

  /** Starts the callers; resolves when all have stopped. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#callers }, () => this.#call(this.#service.api())));
  }

  /** Sends on a fixed schedule: a late response does not delay the next order. */
  async #call(api: Api): Promise<void> {
    let dueMs = performance.now();
    for (let count = 1; !this.#isOver; count += 1) {
      dueMs += this.#restMs;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
      await this.#order(api, count % TAKES_EVERY === 0, dueMs);
    }
  }

  async #order(api: Api, isTaking: boolean, dueMs: number): Promise<void> {
    const fields = isTaking ? createTakingOrder({ qty: '1' }) : createRestingOrder({ qty: '1' });
    const { status, text } = await api.call('POST', '/v1/orders', fields);
    this.#latencies.push(performance.now() - dueMs);
    if (status !== 200) this.failures += 1;
    else if (!isTaking) await api.call('DELETE', `/v1/orders/${(JSON.parse(text) as Order).id}`);
  }

  async row(second: number): Promise<Row> {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    this.#latencies = [];
    const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
    const metrics = await (await fetch(`${this.#service.url}/metrics`)).text();
    const metric = (name: string): number =>
      Number(new RegExp(`^crossbook_${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? Number.NaN);
    const journal = ['ledger.db', 'ledger.db-wal'].map((name) => join(this.#service.dataDir, name));
    return {
      second,
      heapMb: metric('nodejs_heap_size_used_bytes') / MIB,
      rssMb: metric('process_resident_memory_bytes') / MIB,
      handles: metric('nodejs_active_handles_total'),
      journalMb: journal.reduce((sum, path) => sum + statSync(path).size, 0) / MIB,
      orders: sorted.length,
      p50: at(0.5),
      p99: at(0.99),
    };
  }

  stop(): void {
    this.#isOver = true;
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      'per-second': { type: 'string', default: '20' },
      'every-s': { type: 'string', default: '10' },
    },
  });
  const [minutes, perSecond, everyS] = [values.minutes, values['per-second'], values['every-s']].map(Number);
  if (![minutes, perSecond, everyS].every((number) => number !== undefined && number > 0)) {
    console.error('usage: npm run long -- soak [--minutes N] [--per-second ORDERS] [--every-s SECONDS]');
    return 2;
  }
  await using opened = new AsyncDisposableStack();
  const service = opened.adopt(new TestService({}), (it) => it.dispose());
  await service.start();
  const api = service.api();
  const base = service.url.replace('http', 'ws');
  const streams = STREAMS.map((name) => new WebSocket(base + api.socketTarget(`/v1/ws/${name}`)));
  const soak = new Soak(service, perSecond ?? 0);
  const running = soak.run();
  console.log('      s  heap MB   rss MB  handles  journal MB   orders   p50 ms   p99 ms');
  const rows: Row[] = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < (minutes ?? 0) * 60_000) {
    await new Promise((resolve) => setTimeout(resolve, (everyS ?? 0) * 1_000));
    rows.push(await soak.row(Math.round((performance.now() - startedMs) / 1_000)));
    console.log(renderRow(rows.at(-1) as Row));
  }
  soak.stop();
  await running;
  for (const stream of streams) stream.terminate();
  return conclude(rows, soak.failures);
}

const renderRow = ({ second, heapMb, rssMb, handles, journalMb, orders, p50, p99 }: Row): string =>
  [
    String(second).padStart(7),
    heapMb.toFixed(1).padStart(8),
    rssMb.toFixed(1).padStart(8),
    String(handles).padStart(8),
    journalMb.toFixed(2).padStart(11),
    String(orders).padStart(8),
    p50.toFixed(1).padStart(8),
    p99.toFixed(1).padStart(8),
  ].join(' ');

/** The heap fluctuates, so the minimum of the last third is compared with the minimum of the second. */
function conclude(rows: readonly Row[], failures: number): number {
  const third = Math.floor(rows.length / 3);
  const lowest = (part: readonly Row[]): string => Math.min(...part.map(({ heapMb }) => heapMb)).toFixed(1);
  const p99s = rows.map(({ p99 }) => p99).toSorted((a, b) => a - b);
  const middle = p99s[Math.floor(p99s.length / 2)] ?? 0;
  const heap =
    third === 0
      ? ''
      : `, lowest heap ${lowest(rows.slice(third, 2 * third))} MB in the second third and ${lowest(rows.slice(2 * third))} MB in the last`;
  const rss = Math.max(...rows.map(({ rssMb }) => rssMb)).toFixed(0);
  const orders = rows.reduce((sum, row) => sum + row.orders, 0);
  console.log(
    `${orders} orders, ${failures} not accepted, p99 ${middle.toFixed(1)} ms (median of the rows; highest ` +
      `${(p99s.at(-1) ?? 0).toFixed(1)} ms)${heap}, RSS up to ${rss} MB`,
  );
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
