import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { fakeTrading } from '../../../test/support/http/http-fakes.ts';

const ratioOf = async (orders: number, fills: number): Promise<string | null> => {
  const trading = fakeTrading({ risk: { activityLastHour: () => ({ orders, fills }) } });
  const { status, body } = await get('/v1/limits', { trading });
  assert.equal(status, 200);
  const { orders_1h, fills_1h, order_to_fill_1h } = body as Record<string, unknown>;
  assert.deepEqual([orders_1h, fills_1h], [orders, fills]);
  return order_to_fill_1h as string | null;
};

test('the limits show the buckets of the key with their rules, and the budgets of each venue', async () => {
  const { body } = await get('/v1/limits');
  const { buckets, venues } = body as {
    buckets: readonly { bucket: string; left: number; burst: number; per_second: number }[];
    venues: readonly { venue: string; budgets: readonly unknown[]; orders: unknown }[];
  };
  assert.deepEqual(
    buckets.map(({ bucket, burst, per_second }) => [bucket, burst, per_second]),
    [
      ['read', 200, 100],
      ['write', 100, 50],
      ['risk', 20, 10],
      ['quotes', 800, 400],
    ],
  );
  assert.ok(buckets.every(({ left }) => left === 199));
  assert.ok(venues.length > 0);
  for (const { orders } of venues)
    assert.deepEqual(orders, {
      active_keys: 2,
      left: 7.25,
      share_left: 4,
      share_burst: 4,
      share_per_second: 4,
      used_1m: 3,
    });
});

test('the limits show the open streams of the key and their maximum', async () => {
  const streamLimiter = { max: 100, count: () => 7 };
  const { body } = await get('/v1/limits', { deps: { streamLimiter } });
  assert.deepEqual((body as Record<string, unknown>)['streams'], { open: 7, max: 100 });
});

test('the ratio of orders to fills has two decimals, and is null without a fill', async () => {
  assert.equal(await ratioOf(3, 0), null);
  assert.equal(await ratioOf(7, 2), '3.5');
  assert.equal(await ratioOf(10, 3), '3.33');
});
