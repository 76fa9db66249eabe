import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../contract/model/ids.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { VenueState } from '../market-data/market-data-types.ts';
import { toHealthReport } from './api-servers.ts';

type Venues = Readonly<Record<string, readonly [status: 'LIVE' | 'DISABLED', healthy: boolean]>>;

function reportFor(
  venues: Venues,
  failure: Error | null = null,
  isMatchingHealthy = true,
  blocked: string | null = null,
) {
  const data = {
    venues: () =>
      Object.entries(venues).map(([name, [status]]) => ({ name: name as VenueName, status }) as VenueState),
    venueHealth: () =>
      Object.entries(venues).map(([name, [, healthy]]) => ({
        venue: name as VenueName,
        healthy,
        latencyMs: null,
        checkedAt: 0 as TimestampMs,
        reason: null,
      })),
  };
  return toHealthReport(
    {
      engine: { failure, isSuspended: false, findVenueBlock: () => blocked },
      market: { data, isMatchingHealthy: () => isMatchingHealthy },
    },
    61_900,
  );
}

test('the service is degraded while one of its live venues is down, and stays ok', () => {
  const report = reportFor({ Demo: ['LIVE', true], Kalshi: ['LIVE', false], Polymarket: ['LIVE', true] });
  assert.deepEqual(report, {
    status: 'ok',
    role: 'owner',
    uptimeSeconds: 61,
    checks: { storage: 'ok', venues: 'degraded', matching: 'ok' },
  });
  const recovered = reportFor({ Demo: ['LIVE', true], Kalshi: ['LIVE', true], Polymarket: ['LIVE', true] });
  assert.equal(recovered.checks.venues, 'ok');
});

test('the service stays ok while mapping proposals cannot be found', () => {
  const { status, checks } = reportFor({ Demo: ['LIVE', true] }, null, false);
  assert.deepEqual([status, checks['matching']], ['ok', 'degraded']);
});

test('a disabled venue does not degrade the service', () => {
  assert.equal(reportFor({ Demo: ['LIVE', true], Kalshi: ['DISABLED', false] }).checks.venues, 'ok');
});

test('a service without storage fails, whatever its venues', () => {
  const { status, checks } = reportFor({ Demo: ['LIVE', true] }, new Error('disk full'));
  assert.deepEqual([status, checks.storage, checks.venues], ['fail', 'fail', 'ok']);
});

test('a healthy live venue that gets no new orders degrades the service, a disabled one does not', () => {
  const blocked = 'not reconciled yet: an order could not be read';
  assert.equal(reportFor({ Demo: ['LIVE', true] }, null, true, blocked).checks.venues, 'degraded');
  assert.equal(reportFor({ Demo: ['DISABLED', true] }, null, true, blocked).checks.venues, 'ok');
});
