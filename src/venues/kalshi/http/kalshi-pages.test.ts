import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { decode, identifier, object } from '../../../contract/model/decoder.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { HttpResult, Network } from '../../../ports/network.ts';
import { UnknownFields } from '../../shared/unknown-fields.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';
import { KalshiClient } from './kalshi-client.ts';
import { listAll, page } from './kalshi-pages.ts';

const ITEM = object({ id: identifier });

/** A client whose requests are answered by a function of path and query. */
function createClient(answers: (path: string) => unknown): {
  client: KalshiClient;
  odd: string[];
  paths: string[];
} {
  const paths: string[] = [];
  const odd: string[] = [];
  const network: Network = {
    http: () => ({
      request: ({ path }): Promise<HttpResult> => {
        paths.push(path);
        return Promise.resolve({
          kind: 'answer',
          status: 200,
          headers: {},
          body: JSON.stringify(answers(path)),
        });
      },
      close: () => Promise.resolve(),
    }),
    socket: () => assert.fail('no socket is expected'),
  };
  const client = new KalshiClient({
    network,
    clock: new ManualClock(),
    random: { next: () => 0, hex: () => '' },
    signer: { headers: (_method: string, _path: string, _at: TimestampMs) => ({}) },
    settings: { ...KALSHI_DEFAULTS, keyId: 'k', privateKeyPem: '', clientIdSpace: 'a'.repeat(32) },
    unknownFields: new UnknownFields((what) => odd.push(what)),
    onCredentials: () => undefined,
  });
  return { client, odd, paths };
}

const list = (client: KalshiClient) =>
  listAll(client, {
    path: '/things',
    query: { limit: 2 },
    key: 'things',
    item: ITEM,
    getId: ({ id }) => id,
  });
const toThings = (...ids: readonly string[]) => ids.map((id) => ({ id }));

test('a list is read to its end, and each cursor is sent back unchanged', async () => {
  const { client, paths } = createClient((path) =>
    path.includes('cursor=')
      ? { things: toThings('c'), cursor: '' }
      : { things: toThings('a', 'b'), cursor: 'x/+=' },
  );
  assert.deepEqual(await list(client), { ok: true, items: toThings('a', 'b', 'c') });
  assert.equal(paths[1], '/trade-api/v2/things?limit=2&cursor=x%2F%2B%3D');
});

test('a list without a cursor has ended', async () => {
  const { client } = createClient(() => ({ things: toThings('a') }));
  assert.deepEqual(await list(client), { ok: true, items: toThings('a') });
});

test('a repeated page with another cursor is an error', async () => {
  const { client, paths } = createClient(() => ({
    things: toThings('a'),
    cursor: `c${paths.length}`,
  }));
  assert.deepEqual(await list(client), { ok: false, why: 'things: a page was returned twice' });
});

test('a repeated cursor is an error', async () => {
  const { client, paths } = createClient(() => ({
    things: toThings(`t${paths.length}`),
    cursor: 'same',
  }));
  assert.deepEqual(await list(client), { ok: false, why: 'things: a cursor was returned twice' });
});

test('a list with an undecodable entry is incomplete', async () => {
  const { client, odd } = createClient(() => ({ things: [{ id: 'a' }, { id: 7 }], cursor: '' }));
  assert.deepEqual(await list(client), { ok: false, why: '1 entries of things could not be decoded' });
  assert.deepEqual(odd, ['things.id: 7']);
});

test('a new field is counted and breaks nothing', async () => {
  const { client, odd } = createClient(() => ({
    things: [{ id: 'a', colour: 'red' }],
    cursor: '',
    total: 1,
  }));
  assert.deepEqual(await list(client), { ok: true, items: toThings('a') });
  assert.deepEqual(odd, []);
});

test('a page of more items than any request names is not read', () => {
  const read = (count: number) => {
    const things = Array.from({ length: count }, (_, id) => ({ id: `i${id}` }));
    return decode(page('things', ITEM), { things, cursor: '' }, 'things', () => undefined)?.items.length;
  };
  assert.deepEqual([2_000, 2_001].map(read), [2_000, undefined]);
});
