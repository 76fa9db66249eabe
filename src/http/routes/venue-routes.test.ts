import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { fakeMarketData } from '../../../test/support/http/http-fakes.ts';
import type { VenueName } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';

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

test('a venue states as its problem what its health states, and one that is off has none', async () => {
  const capabilities = fakeMarketData().venues()[0]?.capabilities ?? assert.fail('there is a venue');
  const [name, at] = ['Kalshi' as VenueName, Date.UTC(2026, 6, 1) as TimestampMs];
  const problemOf = async (status: 'LIVE' | 'DISABLED', health: object | null) => {
    const state = { venue: name, latencyMs: null, checkedAt: at, healthy: false, reason: null, ...health };
    const marketData = {
      venues: () => [{ name, status, capabilities }],
      venueHealth: () => (health === null ? [] : [state]),
    };
    return (await get('/v1/venues', { marketData })).body[0].problem;
  };
  for (const [health, problem] of [
    [null, 'not checked yet'],
    [{ healthy: false, reason: 'timeout' }, 'timeout'],
    [{ healthy: false, reason: null }, 'not healthy'],
    [{ healthy: true, reason: 'requested a pause' }, 'requested a pause'],
    [{ healthy: true, reason: null }, null],
  ] as const) {
    assert.equal(await problemOf('LIVE', health), problem);
    assert.equal(await problemOf('DISABLED', health), null);
  }
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
