import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';

test('venues list their capabilities and health', async () => {
  assert.deepEqual((await get('/v1/venues')).body, [
    {
      name: 'Demo',
      status: 'LIVE',
      problem: null,
      capabilities: {
        trading: true,
        simulated: true,
        amend: 'native',
        amend_qty_increase: true,
        tif: ['GTC', 'IOC', 'FOK', 'GTD'],
        tif_sell: ['GTC', 'IOC', 'FOK', 'GTD'],
        post_only: true,
        reduce_only: true,
        cancel_on_pause: true,
        self_trade: 'EMULATED',
      },
    },
  ]);
  assert.deepEqual((await get('/v1/venues/health')).body, [
    { venue: 'Demo', healthy: true, latency_ms: 0, checked_at: '2026-07-01T12:00:00.000Z', reason: null },
    { venue: 'Kalshi', healthy: false, checked_at: '2026-07-01T12:00:00.000Z', reason: 'timeout' },
  ]);
});

test('a venue has its health changes, latencies and remaining rate limits', async () => {
  const at = '2026-07-01T12:00:00.000Z';
  assert.deepEqual((await get('/v1/venues/Demo/health')).body, {
    venue: 'Demo',
    healthy: true,
    latency_ms: 0,
    checked_at: at,
    reason: null,
    changes: [{ at, healthy: true, reason: null }],
    latency: [{ t: 1782907200000, checks: 60, p50_ms: 28, p90_ms: 41, p99_ms: 77, max_ms: 90 }],
    budgets: [{ name: 'orders', left: 20, burst: 48, per_second: 32, for_cancels: false }],
  });
  assert.equal((await get('/v1/venues/Nowhere/health')).status, 404);
});
