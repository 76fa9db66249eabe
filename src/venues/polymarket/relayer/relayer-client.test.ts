import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { HttpRequest, Network } from '../../../ports/network.ts';
import type { RelayerCredentials } from '../polymarket-settings.ts';
import { parseTransaction, RelayerClient } from './relayer-client.ts';

test('only the three final states of the relayer end a transaction; a word that is not known does not', () => {
  const read = (state?: string) => parseTransaction({ transactionID: 't-1', state })?.state;
  for (const [state, expected] of [
    ['STATE_NEW', 'pending'],
    ['STATE_EXECUTED', 'pending'],
    ['STATE_MINED', 'pending'],
    ['STATE_CONFIRMED', 'confirmed'],
    ['STATE_INVALID', 'failed'],
    ['STATE_FAILED', 'failed'],
    ['STATE_REPLACED', 'pending'],
    ['', 'pending'],
    [undefined, 'pending'],
  ] as const)
    assert.equal(read(state), expected, String(state));
});

test('both spellings of a record are read alike, and one without an id is none', () => {
  const expected = {
    id: 't-1',
    state: 'failed',
    type: 'SAFE',
    wallet: '0xcd',
    hash: '0xab',
    nonce: '7',
    signature: '0x12',
    error: 'reverted',
  };
  const shared = { state: 'STATE_FAILED', type: 'SAFE', nonce: '7', signature: '0x12' };
  const camel = {
    ...shared,
    proxyAddress: '0xcd',
    transactionID: 't-1',
    transactionHash: '0xab',
    errorMsg: 'reverted',
  };
  const snake = {
    ...shared,
    proxy_address: '0xcd',
    transaction_id: 't-1',
    transaction_hash: '0xab',
    error_msg: 'reverted',
  };
  assert.deepEqual([camel, snake].map(parseTransaction), [expected, expected]);
  for (const other of [shared, { ...camel, transactionID: '' }, null, 'text', []])
    assert.equal(parseTransaction(other), null);
});

test('a builder key signs time, method, path without the query, and body; a relayer key signs nothing', async () => {
  const builder = { kind: 'builder', apiKey: 'key', passphrase: 'words', secret: 'c2VjcmV0' } as const;
  const sign = (text: string): string =>
    createHmac('sha256', Buffer.from('secret'))
      .update(text)
      .digest('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_');
  const open = (credentials: RelayerCredentials) => {
    const sent: HttpRequest[] = [];
    const http = {
      request: async (request: HttpRequest) => {
        sent.push(request);
        return { kind: 'lost', why: 'no answer' };
      },
    };
    const network = { http: () => http } as unknown as Network;
    return {
      sent,
      client: new RelayerClient({ network, url: 'https://relayer.test', credentials, nowMs: () => 7_999 }),
    };
  };
  const { client, sent } = open(builder);
  await client.submit('{"a":1}');
  await client.readTransaction('t-1');
  await client.readNonce('0xab', 'WALLET');
  assert.deepEqual(
    sent.map(({ headers }) => headers?.['POLY_BUILDER_SIGNATURE']),
    ['7POST/submit{"a":1}', '7GET/transaction', '7GET/nonce'].map(sign),
  );
  assert.equal(sent[1]?.path, '/transaction?id=t-1');
  const keyed = open({ kind: 'relayer_key', apiKey: 'key', address: '0xab' });
  await keyed.client.submit('{}');
  assert.deepEqual(
    [keyed.sent[0]?.headers?.['RELAYER_API_KEY'], keyed.sent[0]?.headers?.['POLY_BUILDER_SIGNATURE']],
    ['key', undefined],
  );
});
