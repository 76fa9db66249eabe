import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { boolean, object, oneOf, optional, price, text, time } from '../../src/contract/model/decoder.ts';
import * as MESSAGES from '../../src/venues/kalshi/codec/kalshi-messages.ts';
import * as STREAM from '../../src/venues/kalshi/codec/kalshi-ws-messages.ts';
import { page } from '../../src/venues/kalshi/http/kalshi-pages.ts';
import { KALSHI_OPERATIONS, KALSHI_STREAM_MESSAGES } from './kalshi-shapes.ts';
import KNOWN from './known-versions.json' with { type: 'json' };
import { POLYMARKET_SHAPES } from './polymarket-shapes.ts';
import { findDrift } from './spec-drift.ts';
import type { Spec } from './spec-samples.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const BEFORE = `
openapi: 3.0.0
info: { version: '1' }
paths:
  /orders:
    get:
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                properties:
                  orders: { type: array, items: { $ref: '#/components/schemas/Order' } }
                  cursor: { type: string }
  /orders/{id}:
    delete:
      responses:
        '204': { description: done }
        '200': { $ref: '#/components/responses/One' }
components:
  responses:
    One:
      content:
        application/json:
          schema:
            allOf:
              - { type: object, properties: { order: { $ref: '#/components/schemas/Order' } } }
              - { type: object, properties: { reduced: { type: boolean } } }
  schemas:
    Order:
      type: object
      properties:
        id: { type: string }
        status: { type: string, enum: [resting, canceled] }
        price: { type: string }
        created: { type: string, format: date-time }
        levels: { type: array, items: { type: array, minItems: 2, items: { type: string } } }
        user: { oneOf: [{ type: 'null' }, { type: object, properties: { name: { type: string } } }] }
        self: { $ref: '#/components/schemas/Order' }
`;

const ORDER = object(
  {
    id: text,
    status: oneOf('resting', 'canceled'),
    price,
    created: optional(time),
    user: optional(object({ name: text })),
  },
  ['levels', 'self'],
);
const UNREAD = ['status', 'price', 'created', 'levels', 'user', 'self'];
const SHAPES = [
  { name: 'GET /orders', decoder: page('orders', ORDER) },
  { name: 'DELETE /orders/{order_id}', decoder: object({ order: ORDER, reduced: boolean }) },
];

/** The differences with a specification in which texts were replaced, without the fields that are not read. */
function compare(...changes: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const changed = changes.reduce((spec, [from, to]) => {
    assert.ok(spec.includes(from), from);
    return spec.replace(from, to);
  }, BEFORE);
  return findDrift(parse(changed) as Spec, SHAPES)
    .filter(({ kind }) => kind !== 'unread field')
    .map(({ kind, where, what }) => `${kind}: ${where} ${what}`.trim());
}

const DELETED = 'DELETE /orders/{order_id}';

describe('a published specification', () => {
  test('that the decoders read completely has no difference', () => {
    assert.deepEqual(compare(), []);
  });

  test('names the fields that are known and not read', () => {
    const unread = findDrift(parse(BEFORE) as Spec, SHAPES).map(({ kind, what }) => `${kind} ${what}`);
    assert.deepEqual(unread, [
      'unread field orders.levels',
      'unread field orders.self',
      'unread field order.levels',
      'unread field order.self',
    ]);
  });

  test('with a new field', () => {
    assert.deepEqual(
      compare(['id: { type: string }', 'id: { type: string }\n        queue: { type: integer }']),
      ['new field: GET /orders orders.queue', `new field: ${DELETED} order.queue`],
    );
  });

  test('with a new field in an inner object, and in the answer itself', () => {
    assert.deepEqual(
      compare(['{ name: { type: string } }', '{ name: { type: string }, mail: { type: string } }']),
      ['new field: GET /orders orders.user.mail', `new field: ${DELETED} order.user.mail`],
    );
    assert.deepEqual(compare(['cursor: {', 'total: { type: integer }\n                  cursor: {']), [
      'new field: GET /orders total',
    ]);
  });

  test('without an optional field, and without a required one', () => {
    assert.deepEqual(compare(['created: { type: string, format: date-time }', '']), [
      'field gone: GET /orders orders.created',
      `field gone: ${DELETED} order.created`,
    ]);
    assert.deepEqual(
      compare(['        price: { type: string }\n', '']).filter((each) => !each.startsWith('field gone')),
      [
        'unreadable: GET /orders orders.price is not a decimal',
        `unreadable: ${DELETED} order.price is not a decimal`,
      ],
    );
  });

  test('without a field that was never published is no difference, without another one it is', () => {
    const name = 'GET /orders';
    const decoder = page('orders', object({ id: text, why: optional(text), how: optional(text) }, UNREAD));
    const gone = findDrift(parse(BEFORE) as Spec, [{ name, decoder, unpublished: ['orders.why'] }]);
    assert.deepEqual(
      gone.filter(({ kind }) => kind !== 'unread field').map(({ kind, what }) => `${kind} ${what}`),
      ['field gone orders.how'],
    );
  });

  test('with a new value of an enum, and with none that is known', () => {
    assert.deepEqual(compare(['[resting, canceled]', '[paused, resting, canceled]']), [
      'new value: GET /orders orders.status "paused"',
      `new value: ${DELETED} order.status "paused"`,
    ]);
    assert.match(
      compare(['[resting, canceled]', '[paused]']).join(),
      /unreadable: GET \/orders orders.status/,
    );
  });

  test('with another type of a field', () => {
    assert.match(
      compare(['price: { type: string }', 'price: { type: object }']).join(),
      /unreadable: GET .*price/,
    );
  });

  test('without an operation, in which the names of parameters do not matter', () => {
    assert.deepEqual(compare(['    delete:', '    post:']), [`operation gone: ${DELETED}`]);
    assert.deepEqual(compare(['  /orders:', '  /v3/orders:']), ['operation gone: GET /orders']);
  });

  test('of streams is compared by the type of a message', () => {
    const spec = parse(`
components:
  messages:
    fill: { payload: { $ref: '#/components/schemas/Fill' } }
    other: { payload: { type: object, properties: { type: { const: trade }, msg: { type: object, properties: {} } } } }
  schemas:
    Fill:
      type: object
      properties:
        type: { type: string, enum: [fill] }
        msg: { type: object, properties: { id: { type: string }, extra: { type: string } } }
`) as Spec;
    const shapes = ['fill', 'trade', 'gone'].map((name) => ({
      name,
      decoder: object({ id: optional(text) }),
    }));
    assert.deepEqual(
      findDrift(spec, shapes).map(({ kind, where, what }) => `${kind}: ${where} ${what}`.trim()),
      ['new field: fill extra', 'field gone: trade id', 'operation gone: gone'],
    );
  });

  test('of streams with two messages of one type is compared with both', () => {
    const message = (fields: string) =>
      `{ payload: { type: object, properties: { type: { const: moved }, msg: { type: object, properties: { ${fields} } } } } }`;
    const compareMessages = (first: string, second: string) => {
      const spec = parse(`components: { messages: { a: ${message(first)}, b: ${message(second)} } }`) as Spec;
      const shapes = [{ name: 'moved', decoder: object({ id: text, at: optional(text) }, ['known']) }];
      return findDrift(spec, shapes).map(({ kind, what }) => `${kind}: ${what}`);
    };
    const [id, at, extra] = ['id: { type: string }', 'at: { type: string }', 'extra: { type: string }'];
    assert.deepEqual(compareMessages(`${id}, ${at}`, id), []);
    assert.deepEqual(compareMessages(id, `${id}, ${at}`), []);
    assert.deepEqual(compareMessages(`${id}, ${at}`, `${id}, known: { type: string }, ${extra}`), [
      'unread field: known',
      'new field: extra',
    ]);
    assert.deepEqual(compareMessages(id, id), ['field gone: at']);
  });
});

const ORDER_EVENT = `
components:
  messages:
    order: { payload: { $ref: '#/components/schemas/OrderEvent' } }
  schemas:
    OrderEvent:
      type: object
      properties:
        event_type: { type: string, const: order }
        id: { type: string }
        owner: { type: string }
        maker_address: { type: string }
        asset_id: { type: string }
        side: { type: string, enum: [BUY, SELL] }
        price: { type: string }
        original_size: { type: string }
        size_matched: { type: string }
        status: { type: string }
        type: { type: string, enum: [PLACEMENT, UPDATE, CANCELLATION] }
        order_type: { type: string, enum: [GTC, GTD, FOK] }
        expiration: { type: string }
        created_at: { type: string }
        timestamp: { type: string }
        outcome: { type: string }
`;
const OPEN_ORDERS = `
paths:
  /data/orders:
    get:
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                properties:
                  next_cursor: { type: string }
                  data:
                    type: array
                    items:
                      type: object
                      properties:
                        id: { type: string }
                        status: { type: string, enum: [ORDER_STATUS_LIVE, ORDER_STATUS_MATCHED] }
                        owner: { type: string }
                        maker_address: { type: string }
                        asset_id: { type: string }
                        side: { type: string, enum: [BUY, SELL] }
                        price: { type: string }
                        original_size: { type: string }
                        size_matched: { type: string }
                        order_type: { type: string }
                        expiration: { type: string }
                        created_at: { type: integer }
                        market: { type: string }
`;

describe('a specification of Polymarket', () => {
  /** The differences with the order messages of this specification, after a change of it. */
  function comparePolymarket(
    text: string,
    file: 'polymarket-clob' | 'polymarket-user-channel',
    name: string,
    [from, to]: readonly [string, string] = ['', ''],
  ): readonly string[] {
    assert.ok(text.includes(from), from);
    const shapes = POLYMARKET_SHAPES[file].filter((shape) => shape.name === name);
    assert.equal(shapes.length, 1);
    return findDrift(parse(text.replace(from, to)) as Spec, shapes)
      .filter(({ kind }) => kind !== 'unread field')
      .map(({ kind, what }) => `${kind} ${what}`.trim());
  }
  const compareEvent = (...change: [] | [readonly [string, string]]) =>
    comparePolymarket(ORDER_EVENT, 'polymarket-user-channel', 'order', ...change);
  const compareList = (...change: [] | [readonly [string, string]]) =>
    comparePolymarket(OPEN_ORDERS, 'polymarket-clob', 'GET /data/orders', ...change);

  test('as it was recorded has no difference', () => {
    assert.deepEqual(compareEvent(), []);
    assert.deepEqual(compareList(), []);
  });

  test('with a new field', () => {
    const added = '        queue: { type: integer }\n';
    assert.deepEqual(compareEvent(['        id: {', `${added}        id: {`]), ['new field queue']);
    assert.deepEqual(compareList(['id: {', 'queue: { type: integer }\n                        id: {']), [
      'new field data.queue',
    ]);
  });

  test('without a field that is read', () => {
    assert.deepEqual(compareEvent(['        expiration: { type: string }\n', '']), ['field gone expiration']);
    assert.deepEqual(compareList(['                        price: { type: string }\n', '']), [
      'unreadable data.price is not a decimal',
      'field gone data.price',
    ]);
  });

  test('with another value of an enum', () => {
    assert.deepEqual(compareList(['ORDER_STATUS_MATCHED', 'ORDER_STATUS_EXECUTED']), [
      'new value data.status "ORDER_STATUS_EXECUTED"',
    ]);
    assert.deepEqual(compareEvent(['SELL]', 'ASK]']), ['new value side "ASK"']);
    assert.deepEqual(compareEvent(['PLACEMENT, UPDATE, CANCELLATION', 'PLACED, UPDATE, CANCELLATION']), []); // its status says it
  });

  test('without an operation or a message', () => {
    assert.deepEqual(compareList(['/data/orders', '/orders']), ['operation gone']);
    assert.deepEqual(compareEvent(['const: order', 'const: order_v2']), ['operation gone']);
  });
});

describe('the operations that are compared', () => {
  const files = globSync('src/venues/kalshi/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.fixture.ts'],
  });
  const source = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const table = readFileSync(join(import.meta.dirname, 'kalshi-shapes.ts'), 'utf8');

  test('include every path that the adapter names', () => {
    const named = [
      ...source.matchAll(/'(\/(?:portfolio|historical|exchange|account|markets|events|series)[a-z_/:]*)'/g),
    ];
    const paths = new Set(named.map(([, path = '']) => path.replace(/:([a-z_]+)/g, '{$1}')));
    const listed = new Set(KALSHI_OPERATIONS.map(({ name }) => name.split(' ')[1]));
    assert.ok(paths.size > 10, 'the paths of the adapter are found');
    assert.deepEqual(
      [...paths].filter((path) => !listed.has(path) && path !== '/portfolio/'),
      [],
    );
  });

  test('include every shape of an answer or a message', () => {
    const shapes = Object.entries({ ...MESSAGES, ...STREAM }).flatMap(([name, value]) =>
      typeof value === 'object' && 'expects' in value && value.expects === 'an object' ? [name] : [],
    );
    assert.ok(shapes.length > 15, 'the shapes are found');
    const isListed = (name: string): boolean => new RegExp(`[^A-Z_]${name}[^A-Z_]`).test(table);
    const partial = new Set(['CANDLE', 'MARKET_FIGURES']); // of CANDLES, and fewer fields of MARKET
    assert.deepEqual(
      shapes.filter((name) => !isListed(name) && !partial.has(name)),
      [],
    );
  });

  test('include every path of Polymarket that the adapter reads', () => {
    const named = globSync('src/venues/polymarket/**/*.ts', {
      cwd: ROOT,
      exclude: ['**/*.test.ts', '**/*.fixture.ts'],
    }).flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/['`](\/[a-z][a-z0-9/-]+)\/?['`?$]/g),
    ]);
    const paths = new Set(named.map(([, path = '']) => path.replace(/\/$/, '')));
    const listed = new Set(
      Object.values(POLYMARKET_SHAPES)
        .flat()
        .map(({ name }) => (name.split(' ')[1] ?? '').replace(/\/\{.*/, '')),
    );
    assert.ok(paths.size > 15, 'the paths of the adapter are found');
    const others = new Set([
      '/auth/api-keys', // `venue check` only
      '/auth/ban-status/closed-only',
      '/version',
      '/balance-allowance/update', // its answer is not read
      '/markets', // not described by the venue
      '/v1/user/session-signers',
    ]);
    assert.deepEqual(
      [...paths].filter((path) => !listed.has(path) && !others.has(path)),
      [],
    );
  });

  test('include every message type of a stream that the adapter reads', () => {
    const types = [...source.matchAll(/(?<!_)type === '([a-z_0-9]+)'/g)].map(([, type]) => type);
    const answers = new Set(['subscribed', 'error', 'unsubscribed', 'ok', 'ticker']);
    const listed = new Set(KALSHI_STREAM_MESSAGES.map(({ name }) => name));
    assert.deepEqual(
      [...new Set(types)].filter((type) => !listed.has(type ?? '') && !answers.has(type ?? '')),
      [],
    );
  });
});

test('the known versions of clients are those that the tests use', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const used = Object.entries(devDependencies).filter(([name]) => /kalshi|polymarket/.test(name));
  assert.deepEqual(
    Object.fromEntries(Object.entries(KNOWN.clients).map(([name, { version }]) => [name, version])),
    Object.fromEntries(used),
  );
});
