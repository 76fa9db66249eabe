// A key that lists, searches, previews and subscribes as fast as its limits allow, until the parent ends it.
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { tryCall } from './bench-client.ts';
import { createSigner, readKeyFile } from './signing-bench.ts';

export interface TenantsJob {
  readonly port: number;
  readonly keyFile: string;
  readonly orderBody: string; // of a preview
}

const ORDERS = '/v1/orders?subaccount_id=sa_1';
const LISTS_AT_ONCE = 6;
const STREAMS = 2;
const LIMITED_MS = 50; // after a rejection
const RESUBSCRIBE_MS = 60; // below the limit of frames per second

process.once('message', (job: TenantsJob) => {
  for (let at = 0; at < LISTS_AT_ONCE; at += 1) void repeat(job, 'GET', ORDERS);
  void repeat(job, 'GET', '/v1/markets');
  void repeat(job, 'GET', '/v1/markets/search?q=rain');
  void repeat(job, 'POST', '/v1/orders/preview', job.orderBody);
  for (let at = 0; at < STREAMS; at += 1) resubscribe(job);
});

async function repeat({ port, keyFile }: TenantsJob, method: string, path: string, body = ''): Promise<void> {
  let isFirst = true;
  for (;;) {
    const { status, text } = await tryCall(port, keyFile, method, path, body);
    // Previews are rejected with 403 while the other key has the kill switch on.
    if (status !== 200 && status !== 403 && status !== 429)
      throw new Error(`${method} ${path}: ${status} ${text}`);
    if (status !== 200) await delay(LIMITED_MS);
    if (isFirst) process.send?.('started');
    isFirst = false;
  }
}

function resubscribe({ port, keyFile }: TenantsJob): void {
  const signer = createSigner(readKeyFile(keyFile));
  const timestamp = String(Date.now());
  const path = '/v1/ws/orders';
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: {
      'X-Key-Id': signer.keyId,
      'X-Timestamp': timestamp,
      'X-Signature': signer.sign('GET', path, timestamp, ''),
    },
  });
  socket.on('open', () => {
    setInterval(() => {
      socket.send('{"action":"unsubscribe","subaccount_ids":"*"}');
      socket.send('{"action":"subscribe","subaccount_ids":["sa_1"]}');
    }, RESUBSCRIBE_MS * 2);
  });
}
