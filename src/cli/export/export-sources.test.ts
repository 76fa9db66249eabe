import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crossbook } from '../../../sdk/src/index.ts';
import { createSource, type Kind, type SourceOptions } from './export-sources.ts';

const MINUTE_MS = 60_000;

/** A service with this many records of each kind: it gives at most `limit` of them in one answer. */
function createClient(total: number): Crossbook {
  const listPage = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    const from = Number(cursor ?? 0);
    const to = Math.min(from + limit, total);
    const items = Array.from({ length: to - from }, (_, at) => ({ id: from + at + 1 }));
    return { items, next_cursor: to < total ? String(to) : null };
  };
  const prints = async ({ after_id: afterId, limit }: { after_id: number; limit: number }) =>
    Array.from({ length: Math.min(limit, total - afterId) }, (_, at) => ({ id: afterId + at + 1 }));
  const candles = async ({ start, end, limit }: { start: number; end: number; limit: number }) =>
    Array.from({ length: total }, (_, at) => ({ t: at * MINUTE_MS }))
      .filter(({ t }) => t >= start && t <= end)
      .slice(0, limit);
  return {
    orders: { listPage },
    fills: { listPage },
    prints: { list: prints },
    candles: { list: candles },
  } as unknown as Crossbook;
}

async function exported(kind: Kind, total: number, options: SourceOptions = {}) {
  const connection = {
    client: createClient(total),
    isLive: false,
    now: () => 0,
    subaccount: async () => 'sa_1',
  };
  const { pages } = await createSource(connection, kind, '1001', options);
  const rows: object[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

for (const kind of ['orders', 'fills', 'prints'] as const) {
  test(`an export of ${kind} has each record once, in order, also when the last page is full`, async () => {
    for (const total of [0, 1, 999, 1_000, 1_001, 2_000, 2_500]) {
      const expected = Array.from({ length: total }, (_, at) => ({ id: at + 1 }));
      assert.deepEqual(await exported(kind, total), expected, `${total}`);
    }
  });
}

test('an export of candles has each interval from the start to before the end once, over several answers', async () => {
  const range = (from: number, to: number): SourceOptions => ({
    interval: '1m',
    start: new Date(from * MINUTE_MS).toISOString(),
    end: new Date(to * MINUTE_MS).toISOString(),
  });
  for (const [from, to] of [
    [0, 1_000],
    [7, 1_008],
    [0, 2_500],
  ] as const) {
    const expected = Array.from({ length: to - from }, (_, at) => ({ t: (from + at) * MINUTE_MS }));
    assert.deepEqual(await exported('candles', 3_000, range(from, to)), expected);
  }
});
