import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { createTestApi, listen, toPages } from '../../test/support/http/http-fakes.ts';
import { fillNumbered, instrumentNumbered, orderNumbered } from '../../test/support/http/http-records.ts';
import type { Instrument } from '../contract/model/instrument.ts';
import { ok } from '../contract/model/result.ts';
import { decodeCursor, encodeCursor } from './pagination.ts';

const GOOD = { 'x-signature': 'good' };
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

test('a cursor decodes to its position, for its own list only', () => {
  const cursor = encodeCursor('orders of sa_1', 1042);
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  assert.equal(decodeCursor('orders of sa_1', cursor), 1042);
  assert.equal(decodeCursor('orders of sa_2', cursor), null);
});

test('a forged or damaged cursor is invalid', () => {
  const cursor = encodeCursor('list', 7);
  const forged = [
    '',
    'x',
    '7',
    `${cursor}x`,
    cursor.slice(1),
    `${cursor}=`,
    encode('8'),
    encode('7.'),
    encode('0.abc'),
    '\u{1F600}',
  ];
  for (const each of forged) assert.equal(decodeCursor('list', each), null, each);
});

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Orders 9, 8, … 1 behind the port, in pages of two. */
const nineOrders = {
  orders: async (_: unknown, { limit = 100, before = 10 }: { limit?: number; before?: number }) => {
    const shown = numbers(1, before - 1)
      .reverse()
      .slice(0, limit)
      .map(orderNumbered);
    return ok(toPages(shown.slice(0, 2), shown.slice(2, 4), shown.slice(4)));
  },
};

test('pages follow their cursors to the last, each record once', async () => {
  const { server } = await createTestApi({ queries: nineOrders });
  const ids: string[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const more = cursor === undefined ? '' : `&cursor=${cursor}`;
    const answer = await server.inject({
      url: `/v1/orders?subaccount_id=sa_1&limit=4${more}`,
      headers: GOOD,
    });
    const page: { id: string }[] = answer.json();
    ids.push(...page.map(({ id }) => id));
    sizes.push(page.length);
    cursor = answer.headers['x-next-cursor']?.toString();
  } while (cursor !== undefined);
  assert.deepEqual(
    ids,
    numbers(1, 9)
      .reverse()
      .map((number) => `ord_${number}`),
  );
  assert.deepEqual(sizes, [4, 4, 1]);
});

test('a page has each of its records, whatever part of the rows is rendered at a time', async () => {
  const { server } = await createTestApi({
    marketData: {
      async *list({ limit }) {
        yield numbers(1, limit ?? 0).map(instrumentNumbered);
      },
    },
  });
  for (const limit of [99, 100, 101, 199, 200, 250, 999]) {
    const answer = await server.inject({ url: `/v1/markets?limit=${limit}`, headers: GOOD });
    const ids = answer.json().map((record: { instrument_id: number }) => record.instrument_id);
    assert.deepEqual(ids, numbers(1, limit));
    const cursor = String(answer.headers['x-next-cursor']);
    const next = await server.inject({ url: `/v1/markets?limit=1&cursor=${cursor}`, headers: GOOD });
    assert.equal(next.statusCode, 200, `after ${limit}`);
  }
});

test('a page that ends exactly with the list has no next cursor', async () => {
  const { server } = await createTestApi({ queries: nineOrders });
  const answer = await server.inject({ url: '/v1/orders?subaccount_id=sa_1&limit=9', headers: GOOD });
  assert.equal(answer.json().length, 9);
  assert.equal(answer.headers['x-next-cursor'], undefined);
});

test('a cursor of another list, or under other filters, is invalid_cursor', async () => {
  const { server } = await createTestApi({ queries: nineOrders });
  const first = await server.inject({ url: '/v1/orders?subaccount_id=sa_1&limit=2', headers: GOOD });
  const cursor = String(first.headers['x-next-cursor']);
  const elsewhere = [
    `/v1/orders?subaccount_id=sa_1&limit=2&status=OPEN&cursor=${cursor}`,
    `/v1/fills?subaccount_id=sa_1&limit=2&cursor=${cursor}`,
    `/v1/markets?limit=2&cursor=${cursor}`,
    '/v1/orders?subaccount_id=sa_1&limit=2&cursor=eyJrIjoxMDAxfQ',
    '/v1/orders?subaccount_id=sa_1&limit=2&cursor=',
  ];
  for (const url of elsewhere) {
    const answer = await server.inject({ url, headers: GOOD });
    assert.deepEqual([answer.statusCode, answer.json().error], [422, 'invalid_cursor'], url);
  }
});

test('markets and fills are paged by their ids', async () => {
  const calls: unknown[] = [];
  const { server } = await createTestApi({
    queries: {
      fills: async (_, { limit, before }) => {
        calls.push(['fills', limit, before]);
        return ok(toPages(numbers(5, 7).reverse().map(fillNumbered)));
      },
    },
    marketData: {
      list: ({ limit, afterId }) => {
        calls.push(['markets', limit, afterId]);
        return toPages(numbers(5, 7).map(instrumentNumbered));
      },
    },
  });
  for (const path of ['/v1/fills?subaccount_id=sa_1&limit=2', '/v1/markets?limit=2']) {
    const first = await server.inject({ url: path, headers: GOOD });
    await server.inject({ url: `${path}&cursor=${String(first.headers['x-next-cursor'])}`, headers: GOOD });
  }
  assert.deepEqual(calls, [
    ['fills', 3, undefined],
    ['fills', 3, 6],
    ['markets', 3, null],
    ['markets', 3, 6],
  ]);
});

test('a complete list is one array, whatever the page size of the store', async () => {
  const cuts = [[], [[]], [[], []], [[1]], [[1], [2]], [[], [1], [], [2, 3], []], [[1], [], []]];
  for (const cut of cuts) {
    const list = () => toPages(...cut.map((page) => page.map(instrumentNumbered)));
    const { server } = await createTestApi({ marketData: { list } });
    const answer = await server.inject({ url: '/v1/markets', headers: GOOD });
    const ids = answer.json().map((record: { instrument_id: number }) => record.instrument_id);
    assert.deepEqual(ids, cut.flat(), JSON.stringify(cut));
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test('each further page of a long list costs a read token, and a short list costs one in all', async () => {
  for (const [pages, tokens] of [
    [1, 1],
    [2, 2],
    [5, 5],
  ] as const) {
    const list = () => toPages(...numbers(1, pages).map((id) => [instrumentNumbered(id)]));
    const { server, rates } = await createTestApi({ marketData: { list } });
    const answer = await server.inject({ url: '/v1/markets', headers: GOOD });
    assert.equal(answer.json().length, pages);
    assert.equal(rates.taken.length, tokens, `${pages} pages`);
  }
});

test('a long list is sent in parts while the store is still reading', async () => {
  const barrier = Promise.withResolvers<void>();
  const { server } = await createTestApi({
    marketData: {
      async *list() {
        yield [instrumentNumbered(1)];
        yield [instrumentNumbered(2)];
        await barrier.promise;
        yield [instrumentNumbered(3)];
      },
    },
  });
  const port = await listen(server);
  try {
    const response = await request(port);
    let text = '';
    for await (const piece of response) {
      text += String(piece);
      if (text.includes('"instrument_id":2')) barrier.resolve(); // the third page exists only after the first two arrived
    }
    assert.deepEqual(
      JSON.parse(text).map((record: { instrument_id: number }) => record.instrument_id),
      [1, 2, 3],
    );
    assert.equal(response.headers['content-length'], undefined);
  } finally {
    await server.close();
  }
});

test('a list that fails after its start is invalid JSON, and one that fails at once is a 500', async () => {
  const { server, log } = await createTestApi({
    marketData: {
      async *list({ q }) {
        if (q === 'at once') throw new Error('disk');
        yield [instrumentNumbered(1)];
        yield [instrumentNumbered(2)];
        throw new Error('disk');
      },
    },
  });
  const port = await listen(server);
  try {
    await assert.rejects(async () => {
      for await (const _ of await request(port)) continue;
    });
    assert.equal((await request(port, '?q=at+once')).statusCode, 500);
    assert.equal(log.errors.length, 2);
  } finally {
    await server.close();
  }
});

test('reading from the store ends when the caller disconnects during a list', async () => {
  const released = Promise.withResolvers<void>();
  const { server } = await createTestApi({
    marketData: {
      async *list() {
        try {
          for (let id = 1; ; id += 1) yield [instrumentNumbered(id)];
        } finally {
          released.resolve();
        }
      },
    },
  });
  const port = await listen(server);
  try {
    const response = await request(port);
    response.once('data', () => response.destroy());
    response.on('error', () => {});
    await released.promise;
  } finally {
    await server.close();
  }
});

function request(port: number, query = ''): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: `/v1/markets${query}`, headers: GOOD, agent: false }, resolve)
      .on('error', reject);
  });
}

/** 25 instruments in a page, whose rendering is recorded as one piece of work in this iteration of the loop. */
function* recordedPages(pages: number, render: () => void): Generator<readonly Instrument[]> {
  for (let page = 0; page < pages; page += 1) {
    const first = Object.defineProperty({ ...instrumentNumbered(page * 25 + 1) }, 'title', {
      get: () => {
        render();
        return 'title';
      },
    });
    yield [first, ...numbers(page * 25 + 2, page * 25 + 25).map(instrumentNumbered)];
  }
}

test('ten lists at once render at most one page in an iteration of the event loop', async () => {
  const rendered: number[] = [];
  let iteration = 0;
  const { server } = await createTestApi({
    marketData: {
      async *list() {
        yield* recordedPages(8, () => rendered.push(iteration));
      },
    },
  });
  let isDone = false;
  const count = (): void => {
    iteration += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.inject({ url: '/v1/markets', headers: GOOD })),
  );
  isDone = true;
  for (const answer of answers) {
    const ids = answer.json().map((record: { instrument_id: number }) => record.instrument_id);
    assert.deepEqual(ids, numbers(1, 200));
  }
  assert.equal(rendered.length, 80);
  assert.equal(new Set(rendered).size, 80, 'each page in a separate iteration');
});

test('a list that is rejected because too many wait closes its read of the store', async () => {
  let closed = 0;
  const { server } = await createTestApi({
    marketData: {
      async *list() {
        try {
          for (let id = 1; ; id += 1) yield [instrumentNumbered(id)];
        } finally {
          closed += 1;
        }
      },
    },
  });
  const port = await listen(server);
  const open = await Promise.all([request(port), request(port)]);
  const waiting: http.ClientRequest[] = [];
  try {
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 23; count += 1) {
      const sent = http.get({ port, host: '127.0.0.1', path: '/v1/markets', headers: GOOD, agent: false });
      sent.on('response', ({ statusCode }) => statuses.push(statusCode)).on('error', () => {});
      waiting.push(sent);
    }
    await until('three are rejected', () => (statuses.length === 3 ? true : null));
    assert.deepEqual([statuses, closed], [[429, 429, 429], 3]);
  } finally {
    for (const sent of waiting) sent.destroy();
    for (const answer of open) answer.on('error', () => {}).destroy();
    await server.close();
  }
});

test('a caller that leaves while its list waits frees the place of the list', async () => {
  const { server } = await createTestApi({
    marketData: {
      async *list() {
        for (let id = 1; ; id += 1) yield [instrumentNumbered(id)];
      },
    },
  });
  const port = await listen(server);
  try {
    const open = await Promise.all([request(port), request(port)]);
    let refused = 0;
    const others = Array.from({ length: 25 }, () => {
      const waiting = http.get({ port, host: '127.0.0.1', path: '/v1/markets', headers: GOOD, agent: false });
      waiting.on('response', ({ statusCode }) => {
        if (statusCode === 429) refused += 1;
      });
      return waiting.on('error', () => {});
    });
    await until('twenty wait, the others are rejected', () => (refused === 5 ? true : null));
    for (const waiting of others) waiting.destroy();
    for (const answer of open) answer.on('error', () => {}).destroy();
    const next = await request(port);
    assert.equal(next.statusCode, 200);
    next.on('error', () => {}).destroy();
  } finally {
    await server.close();
  }
});
