import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHealth } from './polymarket-health.ts';
import type { Ownership } from './signing/wallet-owner.ts';

interface Given {
  readonly latencyMs?: number | null;
  readonly blocked?: string;
  readonly heartbeat?: { readonly isOverdue: boolean; readonly fault: string | null };
  readonly pauses?: { readonly reason: string; readonly includesOrders: boolean };
  readonly hasCredentials?: boolean;
  readonly isPublic?: boolean;
  readonly isUserUp?: boolean;
  readonly isFeedUp?: boolean;
  readonly hasFullList?: boolean;
  readonly listFault?: string;
  readonly keyFault?: string;
  readonly keyNote?: string;
  readonly ownershipIssue?: Ownership;
}

const CREDENTIALS = { apiKey: 'key', secret: 'secret', passphrase: 'passphrase' };

function check(given: Given) {
  const { latencyMs = 7, hasCredentials = true, isPublic = false } = given;
  return checkHealth(
    {
      client: {
        measureClock: async () => latencyMs,
        pauses: () => given.pauses ?? null,
        credentials: hasCredentials ? CREDENTIALS : null,
      },
      venueStatus: { blockedReason: () => given.blocked ?? null },
      heartbeats: given.heartbeat ?? null,
      settings: { isPublic },
    },
    {
      accounts: { isUp: given.isUserUp ?? true, fault: given.keyFault ?? null, note: given.keyNote ?? null },
      feed: { isUp: given.isFeedUp ?? true },
      catalogue: { hasFullList: given.hasFullList ?? true, listFault: given.listFault ?? null },
      ownershipIssue: given.ownershipIssue ?? null,
    },
  );
}

const THROTTLED = { reason: 'the venue throttles orders', includesOrders: true };
const READS_THROTTLED = { reason: 'the venue throttles records', includesOrders: false };
const OVERDUE = { isOverdue: true, fault: 'heartbeat not accepted: reset' };
const LATE = { isOverdue: false, fault: 'heartbeat not accepted: reset' };

const CASES: readonly (readonly [string, Given, boolean, string | null])[] = [
  ['all is well', {}, true, null],
  ['all is well with heartbeats', { heartbeat: { isOverdue: false, fault: null } }, true, null],
  ['it does not answer', { latencyMs: null }, false, 'the venue does not answer'],
  ['orders are blocked', { blocked: 'cancel-only mode' }, false, 'cancel-only mode'],
  ['heartbeats are overdue', { heartbeat: OVERDUE }, false, OVERDUE.fault],
  ['a heartbeat failed and is not overdue', { heartbeat: LATE }, true, LATE.fault],
  ['orders are throttled', { pauses: THROTTLED }, false, THROTTLED.reason],
  ['only reads are throttled', { pauses: READS_THROTTLED }, true, READS_THROTTLED.reason],
  ['the session key is refused', { keyFault: 'refused' }, false, 'refused'],
  ['orders of a former key cannot be read', { keyNote: 'unread' }, true, 'unread'],
  ['there are no credentials', { hasCredentials: false }, false, 'no credentials'],
  ['the user channel is down', { isUserUp: false }, false, 'the user channel is down'],
  ['the market data channel is down', { isFeedUp: false }, false, 'the market data channel is down'],
  ['the market list is not read yet', { hasFullList: false }, false, 'the market list has not been read yet'],
  [
    'the market list could never be read completely',
    { hasFullList: false, listFault: 'open markets: a page was returned twice' },
    false,
    'the market list has not been read yet: open markets: a page was returned twice',
  ],
  [
    'a later read of a market list is incomplete',
    { listFault: 'changed markets: a cursor was returned twice' },
    true,
    'the market list is incomplete: changed markets: a cursor was returned twice',
  ],
  ['it has public data only', { isPublic: true, hasCredentials: false, isUserUp: false }, true, null],
  [
    'it has public data only and that channel is down',
    { isPublic: true, hasCredentials: false, isUserUp: false, isFeedUp: false },
    false,
    'the market data channel is down',
  ],
  [
    'everything fails',
    { latencyMs: null, blocked: 'x', heartbeat: OVERDUE, pauses: THROTTLED, hasCredentials: false },
    false,
    'the venue does not answer',
  ],
  [
    'a heartbeat failed while reads are throttled',
    { heartbeat: LATE, pauses: READS_THROTTLED },
    true,
    LATE.fault,
  ],
];

for (const [title, given, healthy, reason] of CASES)
  test(`health of Polymarket: ${title}`, async () => {
    const latencyMs = given.latencyMs === undefined ? 7 : given.latencyMs;
    assert.deepEqual(await check(given), { healthy, latencyMs, reason });
  });

test('health of Polymarket: a wallet of another owner is a fault, and one whose owner is in doubt a note', async () => {
  const detail = 'funder: …';
  const base = { latencyMs: 7, note: detail };
  assert.deepEqual(await check({ ownershipIssue: { kind: 'contradicts', detail }, isFeedUp: false }), {
    ...base,
    healthy: false,
    reason: detail,
  });
  assert.deepEqual(await check({ ownershipIssue: { kind: 'doubtful', detail } }), {
    ...base,
    healthy: true,
    reason: null,
  });
});
