import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { HttpResult, Network } from '../../../ports/network.ts';
import { identifier, object, UnknownFields } from '../codec/kalshi-decoder.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';
import { KalshiClient } from './kalshi-client.ts';
import { listAll } from './kalshi-pages.ts';

const ITEM = object({ id: identifier });

/** A client whose requests are answered from a script, by path and query. */
function clientOf(answers: (path: string) => unknown): {
  client: KalshiClient;
  odd: string[];
  asked: string[];
} {
  const asked: string[] = [];
  const odd: string[] = [];
  const network: Network = {
    http: () => ({
      request: ({ path }): Promise<HttpResult> => {
        asked.push(path);
        return Promise.resolve({
          kind: 'answer',
          status: 200,
          headers: {},
          body: JSON.stringify(answers(path)),
        });
      },
      close: () => Promise.resolve(),
    }),
    socket: () => assert.fail('no socket is wanted'),
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
  return { client, odd, asked };
}

const list = (client: KalshiClient) =>
  listAll(client, { path: '/things', query: { limit: 2 }, key: 'things', item: ITEM, getId: ({ id }) => id });
const things = (...ids: readonly string[]) => ids.map((id) => ({ id }));

test('a list is read to its end, the cursor sent back as it came', async () => {
  const { client, asked } = clientOf((path) =>
    path.includes('cursor=')
      ? { things: things('c'), cursor: '' }
      : { things: things('a', 'b'), cursor: 'x/+=' },
  );
  assert.deepEqual(await list(client), { ok: true, items: things('a', 'b', 'c') });
  assert.equal(asked[1], '/trade-api/v2/things?limit=2&cursor=x%2F%2B%3D');
});

test('a list without a cursor has ended', async () => {
  const { client } = clientOf(() => ({ things: things('a') }));
  assert.deepEqual(await list(client), { ok: true, items: things('a') });
});

test('a page that comes again for another cursor is no end', async () => {
  const { client, asked } = clientOf(() => ({ things: things('a'), cursor: `c${asked.length}` }));
  assert.deepEqual(await list(client), { ok: false, why: 'things: a page came twice' });
});

test('a cursor that comes again is no end', async () => {
  const { client, asked } = clientOf(() => ({ things: things(`t${asked.length}`), cursor: 'same' }));
  assert.deepEqual(await list(client), { ok: false, why: 'things: a cursor came twice' });
});

test('a list with an entry that cannot be read is not the whole list', async () => {
  const { client, odd } = clientOf(() => ({ things: [{ id: 'a' }, { id: 7 }], cursor: '' }));
  assert.deepEqual(await list(client), { ok: false, why: '1 entries of things could not be read' });
  assert.deepEqual(odd, ['things.id: 7']);
});

test('a field that is new is counted and does no harm', async () => {
  const { client, odd } = clientOf(() => ({ things: [{ id: 'a', colour: 'red' }], cursor: '', total: 1 }));
  assert.deepEqual(await list(client), { ok: true, items: things('a') });
  assert.deepEqual(odd, []);
});
