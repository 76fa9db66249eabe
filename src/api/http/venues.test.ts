import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from './testing/call.ts';

test('venues tell what they can do and how they are', async () => {
  assert.deepEqual((await get('/v1/venues')).body, [
    {
      name: 'Demo',
      status: 'LIVE',
      capabilities: {
        trading: true,
        simulated: true,
        amend: 'native',
        amend_qty_increase: true,
        tif: ['GTC', 'IOC', 'FOK', 'GTD'],
      },
    },
  ]);
  assert.deepEqual((await get('/v1/venues/health')).body, [
    { venue: 'Demo', healthy: true, latency_ms: 0, checked_at: '2026-07-01T12:00:00.000Z', reason: null },
    { venue: 'Kalshi', healthy: false, checked_at: '2026-07-01T12:00:00.000Z', reason: 'timeout' },
  ]);
});
