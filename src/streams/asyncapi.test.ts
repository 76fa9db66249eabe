import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { asyncApiDocument, CHANNELS } from './asyncapi.ts';

const POSITION =
  '"instrument_id":1001,"side":"BUY","qty":"4","avg_price":"0.47","unrealized_pnl":"0.04","subaccount_id":"sa_1","venue":"Demo","outcome":"YES","mark_price":"0.48","realized_pnl":"0","updated_at":"2026-07-01T12:00:00.011Z"';

// The frames of the contract's section on streams, copied verbatim.
const EXAMPLES: readonly [keyof typeof CHANNELS, string, string][] = [
  [
    'tradeprints',
    'connected',
    '{"type":"connected","seq":1,"stream":"tradeprints","connection_id":"c_81","heartbeat_ms":15000,"timestamp":1782907200000}',
  ],
  ['tradeprints', 'subscribed', '{"type":"subscribed","seq":2,"id":null,"instrument_ids":"*"}'],
  [
    'tradeprints',
    'tradeprint',
    '{"type":"tradeprint","seq":3,"id":70012,"instrument_id":1001,"venue":"Demo","price":"0.47","qty":"4","side":"BUY","timestamp":1782907200008}',
  ],
  ['tradeprints', 'heartbeat', '{"type":"heartbeat","seq":4,"timestamp":1782907215008}'],
  [
    'tradeprints',
    'error',
    '{"type":"error","seq":5,"id":7,"error":"validation","message":"unknown instrument","details":{"instrument_ids":[99]}}',
  ],
  [
    'positions',
    'snapshot',
    `{"type":"snapshot","seq":3,"subaccount_id":"sa_1","positions":[{${POSITION}}],"timestamp":1782907200020}`,
  ],
  ['positions', 'position', `{"type":"position","seq":4,${POSITION}}`],
  ['tradeprints', 'unsubscribed', '{"type":"unsubscribed","seq":7,"id":2,"instrument_ids":[1001]}'],
  ['positions', 'pong', '{"type":"pong","seq":8,"id":4,"timestamp":1782907201000}'],
];

test('the frames of the contract fit the published schemas', () => {
  for (const [channel, type, text] of EXAMPLES) {
    const schema = CHANNELS[channel].sent[type];
    assert.ok(schema !== undefined && fits(schema, JSON.parse(text)), text);
  }
});

test('client frames of the contract fit as well', () => {
  const { tradeprints, positions } = CHANNELS;
  assert.ok(
    fits(tradeprints.received['subscribe'], { action: 'subscribe', id: 1, instrument_ids: [1001, 1002] }),
  );
  assert.ok(
    fits(tradeprints.received['unsubscribe'], { action: 'unsubscribe', id: 2, instrument_ids: [1002] }),
  );
  assert.ok(fits(positions.received['subscribe'], { action: 'subscribe', id: 3, subaccount_ids: ['sa_2'] }));
  assert.ok(fits(positions.received['ping'], { action: 'ping', id: 4 }));
});

test('every reference of the document resolves, and no internal keyword is published', () => {
  const document = asyncApiDocument('1.0.0');
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(references.length > 20);
  for (const reference of references)
    assert.notEqual(at(document, reference.split('/')), undefined, reference);
  assert.equal(text.includes('"expects"'), false);
});

test('the document states its format and title', () => {
  const document = asyncApiDocument('9.9.9');
  assert.equal(at(document, ['asyncapi']), '3.0.0');
  assert.equal(at(document, ['info', 'version']), '9.9.9');
  assert.equal(at(document, ['channels', 'positions', 'address']), '/v1/ws/positions');
});

const fits = (schema: TSchema | undefined, value: unknown): boolean =>
  schema !== undefined && Compile(schema).Check(value);

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  );
