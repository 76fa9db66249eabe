import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { type Api, until } from '../api-assertions.ts';
import { createRestingOrder, getOrders } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { open } from '../ws/test-stream.ts';

const IDLE_WANTED = 10_000;
const FILES_KEPT = 1_000; // for everything else in each of the two processes
const POOLED = 100; // connections that our own client keeps for later
const service = await startService({ isProcess: true, rates: 'default' });
const everything = ['--permissions', 'read,trade,risk'];
const flooding = service.api(await service.newKey(...everything));
const calm = service.api(await service.newKey(...everything, '--subaccounts', 'sa_2'));

/** Sends without waiting, far beyond its rate limit, until it is stopped; counts the answers. */
function flood(api: Api, atOnce: number): { stop(): Promise<ReadonlyMap<number, number>> } {
  const answers = new Map<number, number>();
  const over = new AbortController();
  const one = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { status } = await api.call('POST', '/v1/orders', createRestingOrder());
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, one));
  return {
    stop: async () => {
      over.abort();
      await all;
      return answers;
    },
  };
}

/** As many as the system allows one process, up to ten thousand. */
async function idleSockets(): Promise<readonly Socket[]> {
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  const files = userLimits.open_files.soft;
  const count = Math.min(IDLE_WANTED, (files === 'unlimited' ? IDLE_WANTED * 2 : files) - FILES_KEPT);
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  const opened: Promise<void>[] = [];
  for (let left = count; left > 0; left -= 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    opened.push(
      new Promise((resolve) => {
        socket.once('connect', () => resolve()).once('close', () => resolve());
      }),
    );
    sockets.push(socket);
    if (left % 500 === 0) await Promise.all(opened.splice(0));
  }
  await Promise.all(opened);
  return sockets;
}

const handles = async (): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const handles = /^crossbook_nodejs_active_handles_total (\d+)/m.exec(text)?.[1];
  return Number(handles ?? assert.fail('the handles are measured'));
};

test('under a flood, idle sockets and readers who do not read: others trade, cancel and pull the switch', async (t) => {
  const before = await handles();
  const idle = await idleSockets();
  after(() => idle.forEach((socket) => socket.destroy()));
  t.diagnostic(`${idle.length} idle sockets`);
  const pausedStreams = await Promise.all(
    Array.from({ length: 5 }, () => open(service, '/v1/ws/tradeprints', flooding)),
  );
  for (const stream of pausedStreams) stream.socket.pause();
  const storm = flood(flooding, 40);

  const placed: Order[] = [];
  for (let count = 0; count < 30; count += 1)
    placed.push(await calm.ok<Order>('POST', '/v1/orders', createRestingOrder({ subaccount_id: 'sa_2' })));
  assert.ok(placed.every(({ status }) => status === 'OPEN'));
  for (const { id } of placed.slice(0, 10)) {
    const { status } = await calm.ok<Order>('DELETE', `/v1/orders/${id}`);
    assert.equal(status, 'CANCELLED');
  }
  await calm.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  await calm.refused(
    [403, 'kill_switch'],
    'POST',
    '/v1/orders',
    createRestingOrder({ subaccount_id: 'sa_2' }),
  );
  await calm.ok('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_2' });
  const left = await until('nothing rests', async () => {
    const open = await getOrders(calm, 'sa_2', '&status=OPEN');
    return open.length === 0 ? open : null;
  });
  assert.deepEqual(left, []);

  // The flooding key has used up its limit for orders, but not its limit for risk calls.
  await flooding.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  await flooding.ok('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' });
  const answers = await storm.stop();
  assert.deepEqual(
    [...answers.keys()].filter((status) => ![200, 403, 429].includes(status)),
    [],
  );
  assert.ok((answers.get(429) ?? 0) > 0, 'the flood was beyond its budget');

  for (const socket of idle) socket.destroy();
  for (const stream of pausedStreams) stream.socket.terminate();
  await until('what was held for them is let go', async () =>
    (await handles()) <= before + POOLED ? true : null,
  );
  assert.doesNotMatch(service.output, /a request failed|"level":"error"/i);
});
