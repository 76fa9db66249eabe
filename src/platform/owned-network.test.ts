import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualOwnership } from '../../test/support/manual-ownership.ts';
import type { HttpRequest, Network } from '../ports/network.ts';
import { createOwnedNetwork } from './owned-network.ts';

/** A network that records what reaches it. */
function recordingNetwork(): { readonly network: Network; readonly seen: string[] } {
  const seen: string[] = [];
  const network: Network = {
    http: () => ({
      request: async ({ method, path }) => {
        seen.push(`${method} ${path}`);
        return { kind: 'answer', status: 200, headers: {}, body: '' };
      },
      close: async () => {},
    }),
    socket: (url) => {
      seen.push(`socket ${url}`);
      return { send: () => {}, ping: () => {}, close: () => {} };
    },
  };
  return { network, seen };
}

const request = (method: HttpRequest['method']): HttpRequest => ({
  method,
  path: '/orders',
  headers: {},
  body: null,
  timeoutMs: 1_000,
});

test('J-06: without proven ownership no state-changing request and no stream reaches the socket', async () => {
  const { network, seen } = recordingNetwork();
  const ownership = new ManualOwnership();
  const owned = createOwnedNetwork(network, ownership);
  const client = owned.http('http://venue', { connectionsMax: 1 });
  ownership.isHeld = false;
  const results = await Promise.all(
    (['POST', 'PUT', 'DELETE'] as const).map((method) => client.request(request(method))),
  );
  assert.deepEqual(
    results.map(({ kind }) => kind),
    ['unsent', 'unsent', 'unsent'],
  );
  const closed = new Promise<string>((onClosed) =>
    owned.socket('ws://venue', {}, { onOpen: () => {}, onText: () => {}, onPong: () => {}, onClosed }),
  );
  assert.match(await closed, /ownership of the journal is in doubt/);
  assert.deepEqual(seen, []);
});

test('reads are sent without ownership, and everything with it', async () => {
  const { network, seen } = recordingNetwork();
  const ownership = new ManualOwnership();
  const owned = createOwnedNetwork(network, ownership);
  const client = owned.http('http://venue', { connectionsMax: 1 });
  ownership.isHeld = false;
  assert.equal((await client.request(request('GET'))).kind, 'answer');
  ownership.isHeld = true;
  assert.equal((await client.request(request('POST'))).kind, 'answer');
  owned.socket(
    'ws://venue',
    {},
    { onOpen: () => {}, onText: () => {}, onPong: () => {}, onClosed: () => {} },
  );
  assert.deepEqual(seen, ['GET /orders', 'POST /orders', 'socket ws://venue']);
});
