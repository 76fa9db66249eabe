import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { WireStatus } from './codec/kalshi-messages.ts';
import type { Answer } from './http/kalshi-client.ts';
import { checkHealth, type HealthDeps } from './kalshi-health.ts';

const ACTIVE = { exchange_active: true, trading_active: true };
const PAUSED = { exchange_active: false, trading_active: false };
const TRADING_PAUSED = { exchange_active: true, trading_active: false };
const STOPPED = 'the exchange is paused, cancels included';

interface Given {
  readonly status?: object; // of the whole exchange, which is that of shard 0
  readonly shards?: Readonly<Record<number, object>>; // reported for each shard
  readonly listed?: readonly number[]; // shards with a listed market
  readonly answer?: Answer<WireStatus>;
  readonly streamDownMs?: number | null;
  readonly isListed?: boolean;
  readonly listFault?: string;
  readonly credentialError?: string | null;
  readonly note?: string;
}

/** The health of a venue that answers after 7 milliseconds. */
function check(given: Given) {
  const clock = new ManualClock();
  const shards = Object.entries(given.shards ?? {});
  const status = {
    ...(given.status ?? ACTIVE),
    exchange_index_statuses: shards.map(([index, state]) => ({ exchange_index: Number(index), ...state })),
  } as unknown as WireStatus;
  const get = async () => {
    clock.advance(7);
    return given.answer ?? { kind: 'ok', value: status };
  };
  return checkHealth({
    client: { get } as unknown as HealthDeps['client'],
    clock,
    shards: () => new Set(given.listed ?? [0]),
    streamDownMs: () => given.streamDownMs ?? null,
    isListed: () => given.isListed ?? true,
    getListFault: () => given.listFault ?? null,
    getNote: () => given.note ?? null,
    keyId: 'key-7',
    getCredentialError: () => given.credentialError ?? null,
  });
}

const REFUSED: Answer<WireStatus> = {
  kind: 'failure',
  failure: { status: 503, code: 'busy', message: 'later', isReadable: true },
};

const CASES: readonly (readonly [
  title: string,
  given: Given,
  healthy: boolean,
  reason: string | null,
  latencyMs?: null,
])[] = [
  ['all is well', {}, true, null],
  ['all is well, also where no market is listed yet', { listed: [] }, true, null],
  ['the exchange is paused', { status: PAUSED }, false, STOPPED],
  ['trading is paused', { status: TRADING_PAUSED }, false, 'trading is paused'],
  ['the exchange is paused before a market is listed', { status: PAUSED, listed: [] }, false, STOPPED],
  ['one of two shards is paused', { shards: { 1: PAUSED }, listed: [0, 1] }, true, `shard 1: ${STOPPED}`],
  [
    'trading of one of two shards is paused',
    { shards: { 0: ACTIVE, 1: TRADING_PAUSED }, listed: [0, 1] },
    true,
    'shard 1: trading is paused',
  ],
  [
    'two of three shards are paused',
    { shards: { 1: PAUSED, 2: TRADING_PAUSED }, listed: [0, 1, 2] },
    true,
    `shard 1: ${STOPPED}; shard 2: trading is paused`,
  ],
  ['both shards are paused', { shards: { 0: PAUSED, 1: PAUSED }, listed: [0, 1] }, false, STOPPED],
  ['a shard without a listed market is paused', { shards: { 1: PAUSED }, listed: [0] }, true, null],
  ['the only listed shard is paused', { shards: { 1: PAUSED }, listed: [1] }, false, STOPPED],
  [
    'the only listed shard trades while shard 0 is paused',
    { status: PAUSED, shards: { 1: ACTIVE }, listed: [1] },
    true,
    null,
  ],
  ['the market list has not been read', { isListed: false }, false, 'the market list has not been read yet'],
  [
    'the market list could never be read completely',
    { isListed: false, listFault: 'markets: a cursor was returned twice' },
    false,
    'the market list has not been read yet: markets: a cursor was returned twice',
  ],
  [
    'a later read of the market list is incomplete',
    { listFault: 'markets: a page was returned twice' },
    true,
    'the market list is incomplete: markets: a page was returned twice',
  ],
  ['a reconnect lasts five seconds', { streamDownMs: 5_000 }, true, null],
  ['the stream is down for longer', { streamDownMs: 5_001 }, false, 'the stream is down'],
  ['the key was rejected', { credentialError: 'expired' }, false, 'the API key key-7 was rejected: expired'],
  [
    'the key was rejected before the market list was read',
    { credentialError: 'expired', isListed: false, streamDownMs: 9_000 },
    false,
    'the API key key-7 was rejected: expired',
  ],
  [
    'the exchange is paused while the stream is down too',
    { status: PAUSED, streamDownMs: 9_000, isListed: false },
    false,
    STOPPED,
  ],
  ['it does not answer', { answer: { kind: 'lost', why: 'reset' } }, false, 'unreachable: reset', null],
  ['it answers with an error', { answer: REFUSED }, false, 'unreachable: HTTP 503 busy later', null],
  [
    'it does not answer and has rejected the key',
    { answer: { kind: 'lost', why: 'reset' }, credentialError: 'expired' },
    false,
    'the API key key-7 was rejected: expired',
    null,
  ],
];

for (const [title, given, healthy, reason, latencyMs = 7] of CASES)
  test(`health of Kalshi: ${title}`, async () =>
    assert.deepEqual(await check(given), { healthy, latencyMs, reason }));

test('health of Kalshi: unknown fields are a note, which is no reason', async () => {
  const note = 'the venue sends 1 field that this version does not know: market.colour';
  assert.deepEqual(await check({ note }), { healthy: true, latencyMs: 7, reason: null, note });
});
