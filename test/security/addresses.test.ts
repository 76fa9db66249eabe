import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { sendRaw } from '../bad-input/raw-socket.ts';
import { startService } from '../support/test-service.ts';
import { open } from '../ws/test-stream.ts';

const SHARE = 8;
const service = await startService({ settings: { 'http.connections_local_max': SHARE } });
const api = service.api();

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Null while there is no connection to be had to ask by. */
async function metric(line: RegExp): Promise<number | null> {
  const answer = await fetch(`${service.url}/metrics`);
  const text = await answer.text();
  return answer.status === 200 ? Number(line.exec(text)?.[1] ?? assert.fail(`${line} is measured`)) : null;
}

test('an address that has its share of connections, streams among them, is refused more with a reason', async () => {
  const stream = await open(service, '/v1/ws/tradeprints', api);
  await api.ok('GET', '/v1/venues'); // its connection is kept and used below
  const [answered] = await sendRaw(
    service.url,
    Buffer.from('GET /v1/time HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  assert.equal(answered?.status, 200);
  const held: Socket[] = [];
  for (let left = SHARE; left > 0; left -= 1) held.push(await connected());
  const [refused] = await sendRaw(service.url, Buffer.from('GET /v1/time HTTP/1.1\r\nHost: x\r\n\r\n'));
  assert.equal(refused?.status, 429);
  const { error, message, details } = JSON.parse(refused.text) as Record<string, unknown>;
  assert.equal(error, 'rate_limited');
  assert.equal(message, `too many connections from this address: at most ${SHARE} may be open`);
  assert.deepEqual(details, { bucket: 'connections', outcome: 'not_stored', retry_after_ms: 1_000 });
  // Existing connections continue to work.
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  for (const socket of held) socket.destroy();
  await until('the places are free again', async () => {
    const open = await metric(/^crossbook_http_connections (\d+)/m);
    return open !== null && open <= SHARE / 2 ? true : null;
  });
  assert.ok(Number(await metric(/^crossbook_http_connections_refused_total\{why="address"\} (\d+)/m)) > 0);
  stream.socket.terminate();
});
