// A signed order through the Python client, compared with the TypeScript client on the same service.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Crossbook } from '../sdk/src/index.ts';
import { options } from './bench-options.ts';
import { startService, temporaryDataDir } from './bench-service.ts';
import { median, publish, quantile } from './figures.ts';

const ORDERS = 200; // per round and client
const WARM_UP = 50;
const PYTHON_PATH = join(import.meta.dirname, '..', 'sdk-python', 'src');
const { rounds } = options();

interface OrderTimer {
  /** The milliseconds that each of so many orders took, one after another. */
  time(orders: number): Promise<readonly number[]>;
  stop(): Promise<void>;
}

const { dir, remove } = temporaryDataDir();
const service = await startService(dir);
const timers = [startPython(service.keyFile), await startTypeScript(service.keyFile)] as const;
try {
  for (const timer of timers) await timer.time(WARM_UP);
  const ours: number[] = [];
  const bare: number[] = [];
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [python, typeScript] = [await timers[0].time(ORDERS), await timers[1].time(ORDERS)];
    ours.push(median(python));
    bare.push(median(typeScript));
    all.push(...python);
  }
  const name = 'a signed order through the Python client, against the TypeScript client';
  publish([{ name, unit: 'ms', ours, bare, p50: median(all), p99: quantile(all, 0.99), aim: '' }]);
} finally {
  for (const timer of timers) await timer.stop();
  await service.stop();
  remove();
}

/** The blocking client in its own process. Throws if there is no Python with its packages. */
function startPython(keyFile: string): OrderTimer {
  const env = { ...process.env, PYTHONPATH: PYTHON_PATH };
  const python = ['python3', '/usr/bin/python3'].find(
    (each) => spawnSync(each, ['-c', 'import crossbook'], { env, stdio: 'ignore' }).status === 0,
  );
  if (python === undefined) throw new Error('no Python 3.11 with httpx, websockets and cryptography');
  const child = spawn(python, [join(import.meta.dirname, 'python_orders.py'), keyFile], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  return {
    time: async (orders) => {
      child.stdin.write(`${orders}\n`);
      const [line] = await once(lines, 'line');
      return JSON.parse(String(line)) as readonly number[];
    },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function startTypeScript(keyFile: string): Promise<OrderTimer> {
  const client = await Crossbook.fromKeyFile(keyFile);
  const { items } = await client.markets.search({ venue: 'Demo', status: 'OPEN', limit: 1 });
  const [market] = items;
  if (market === undefined) throw new Error('Demo has an open market');
  const { instrument_id, min_price: price, min_qty: qty } = market;
  return {
    time: async (orders) => {
      const times: number[] = [];
      for (let index = 0; index < orders; index += 1) {
        const started = performance.now();
        const order = await client.orders.create({
          subaccount_id: 'sa_1',
          instrument_id,
          side: 'BUY',
          type: 'LIMIT',
          price,
          qty,
        });
        times.push(performance.now() - started);
        await client.orders.cancel(order.id);
      }
      return times;
    },
    stop: async () => {},
  };
}
