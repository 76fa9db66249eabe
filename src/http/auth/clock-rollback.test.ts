import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { MemoryReplayStore } from '../../../test/support/memory-replay-store.ts';
import { SeededRandom } from '../../../test/support/seeded-values.ts';
import { signText, VECTOR_KEY } from '../../../test/support/test-signer.ts';
import { SignatureUser } from '../../../test/support/used-signatures.ts';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { type Authenticator, createAuthenticator, type SignedRequest } from './authenticator.ts';
import { ClockRollbackPolicy } from './clock-rollback-policy.ts';
import { loadUsedSignatures } from './replay-protection.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 30_000;

test('a call that an earlier run may have used is never accepted again, to the millisecond', () => {
  const clock = new ManualClock();
  const previousRunsUntil = clock.now();
  const policy = new ClockRollbackPolicy({ clock, windowMs: WINDOW_MS, previousRunsUntil });
  const accepted = [-1, 0, 1].map((ms) => policy.canAccept((previousRunsUntil + ms) as TimestampMs));
  assert.deepEqual(accepted, [false, false, true]);
  const bounds = [-WINDOW_MS - 1, -WINDOW_MS, WINDOW_MS, WINDOW_MS + 1];
  const free = new ClockRollbackPolicy({ clock, windowMs: WINDOW_MS, previousRunsUntil: 0 });
  assert.deepEqual(
    bounds.map((ms) => free.canAccept((clock.now() + ms) as TimestampMs)),
    [false, true, true, false],
  );
});

/** A run of the service; the next one has the same clock and the same store. */
async function start(clock: ManualClock, store = new MemoryReplayStore()): Promise<Authenticator> {
  const auth = createAuthenticator({
    trading: { access: { key: (keyId) => (keyId === VECTOR_KEY.keyId ? VECTOR_KEY : null) } },
    clock,
    config: {
      profile: 'live',
      auth: { headerPrefixes: ['X-'], windowMs: WINDOW_MS },
      rate: { ...DEFAULT_CONFIG.rate, failedAuth: { perSecond: 1e6, burst: 1e6 } },
    },
    used: await loadUsedSignatures({ store, clock, windowMs: WINDOW_MS }),
  });
  return new SignatureUser(auth);
}

/** A state-changing call signed at the given time; each `body` is a different call. */
function signedAt(at: number, allowsStaleTimestamp: boolean, body = '{"enabled":true}'): SignedRequest {
  const path = allowsStaleTimestamp ? '/v1/risk/kill-switch' : '/v1/orders';
  const signature = signText(`POST\n${path}\n\n${at}\n${hash('sha256', body)}`);
  return {
    method: 'POST',
    path,
    query: '',
    headers: { 'x-key-id': VECTOR_KEY.keyId, 'x-timestamp': String(at), 'x-signature': signature },
    body: Buffer.from(body),
    address: '127.0.0.1',
    isMutating: true,
    allowsStaleTimestamp,
    reducesRisk: allowsStaleTimestamp,
  };
}

/** `fresh`, `belated`, or the code it was refused with. */
async function send(auth: Authenticator, request: SignedRequest): Promise<string> {
  const result = await auth.authenticate(request);
  if (!result.ok) return result.error.code;
  return result.value.isTimestampFresh ? 'fresh' : 'belated';
}

/** A service that ran for an hour and used signatures all along, when its clock is set back. */
async function setBack(byMs: number) {
  const clock = new ManualClock();
  const store = new MemoryReplayStore();
  const auth = await start(clock, store);
  const first = signedAt(clock.now(), true, '{"enabled":true,"first":1}');
  assert.equal(await send(auth, first), 'fresh');
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(60_000);
    assert.equal(await send(auth, signedAt(clock.now(), false)), 'fresh');
  }
  const trueNow = () => clock.now() + byMs;
  clock.jumpWall(-byMs);
  return { auth, clock, store, first, trueNow };
}

test('after a clock rollback orders are refused until the clock has caught up, and calls that reduce risk are accepted', async () => {
  const { auth, clock } = await setBack(HOUR_MS / 2);
  clock.advance(1_000);
  assert.equal(await send(auth, signedAt(clock.now(), false)), 'stale_timestamp');
  const kill = signedAt(clock.now(), true);
  assert.equal(await send(auth, kill), 'belated');
  assert.equal(await send(auth, kill), 'replay');
  clock.advance(HOUR_MS / 2);
  assert.equal(await send(auth, kill), 'stale_timestamp');
  assert.equal(await send(auth, signedAt(clock.now() + WINDOW_MS, false)), 'fresh');
  assert.equal(await send(auth, signedAt(clock.now() + WINDOW_MS, true)), 'fresh');
});

test('after a server clock rollback, correctly clocked clients pass and future timestamps are rejected', async () => {
  const { auth, clock, trueNow } = await setBack(HOUR_MS / 2);
  const kill = signedAt(trueNow(), true);
  assert.equal(await send(auth, kill), 'belated');
  assert.equal(await send(auth, kill), 'replay');
  clock.advance(10 * WINDOW_MS);
  assert.equal(await send(auth, kill), 'replay', 'however long ago');
  assert.equal(await send(auth, signedAt(trueNow() + WINDOW_MS, true)), 'belated');
  assert.equal(await send(auth, signedAt(trueNow() + WINDOW_MS + 1, true)), 'stale_timestamp');
  assert.equal(await send(auth, signedAt(clock.now() - WINDOW_MS - 1, true)), 'stale_timestamp');
  assert.equal(await send(auth, signedAt(trueNow(), false)), 'stale_timestamp');
});

test('a signature used before a clock rollback is not accepted again', async () => {
  const { auth, clock, first } = await setBack(HOUR_MS);
  assert.equal(
    await send(auth, first),
    'replay',
    'it would be timely once more, and was long forgotten elsewhere',
  );
  clock.advance(HOUR_MS);
  assert.equal(await send(auth, first), 'stale_timestamp');
});

test('a start cannot know evicted signatures of earlier runs, so it accepts no timestamp of their time', async () => {
  const { clock, store, trueNow } = await setBack(HOUR_MS / 2);
  const auth = await start(clock, store);
  assert.equal(await send(auth, signedAt(clock.now(), true)), 'stale_timestamp');
  clock.advance(HOUR_MS / 2 + 2 * WINDOW_MS);
  assert.equal(await send(auth, signedAt(clock.now(), true)), 'fresh');
  assert.ok(trueNow() > clock.now());
});

test('the oldest signatures of a very busy key are evicted, and none of them is accepted again', async () => {
  const { auth, trueNow } = await setBack(HOUR_MS);
  const calls = Array.from({ length: 1_001 }, (_, n) => signedAt(trueNow() - 2_000 + n, true));
  for (const call of calls) assert.equal(await send(auth, call), 'belated');
  for (const call of calls) assert.equal(await send(auth, call), 'replay');
});

test('after the eviction only calls older than the evicted ones may have been used, and others pass', async () => {
  const { auth, trueNow } = await setBack(HOUR_MS);
  const first = trueNow() - 2_000;
  for (let n = 0; n <= 1_000; n += 1) assert.equal(await send(auth, signedAt(first + n, true)), 'belated');
  const unused = (at: number): SignedRequest => signedAt(at, true, '{"enabled":true,"unused":1}');
  assert.equal(await send(auth, unused(first)), 'replay', 'as old as the evicted one');
  assert.equal(await send(auth, unused(first + 1)), 'belated');
});

test('a call that reduces risk passes out of order while its key has made few calls', async () => {
  const { auth, trueNow } = await setBack(HOUR_MS);
  for (const earlierMs of [0, 1_000, 5_000, 2_000])
    assert.equal(
      await send(auth, signedAt(trueNow() - earlierMs, true)),
      'belated',
      `${earlierMs} ms earlier`,
    );
});

test('only calls that are allowed to be stale pass after a clock rollback, not everything that reduces risk', async () => {
  const { auth, clock } = await setBack(HOUR_MS / 2);
  const kill = signedAt(clock.now(), true);
  assert.equal(await send(auth, { ...kill, allowsStaleTimestamp: false }), 'stale_timestamp');
  assert.equal(await send(auth, { ...kill, reducesRisk: false }), 'belated');
  const query = `key_id=${VECTOR_KEY.keyId}&ts=${clock.now()}&sig=`;
  const path = '/v1/ws/positions';
  const sig = encodeURIComponent(signText(`WS\n${path}\n\n${clock.now()}`));
  const handshake = { ...kill, method: 'GET', path, query: query + sig, headers: {}, body: Buffer.alloc(0) };
  const opened = auth.authenticateHandshake(handshake);
  assert.equal(opened.ok ? 'ok' : opened.error.code, 'stale_timestamp', 'a handshake is never stale');
});

test('no signature is accepted twice, whatever the clock does and over restarts', async () => {
  const taken = { fresh: 0, belated: 0 };
  for (let seed = 1; seed <= 60; seed += 1) {
    const dice = new SeededRandom(seed);
    const clock = new ManualClock();
    const store = new MemoryReplayStore();
    let auth = await start(clock, store);
    let trueNow: number = clock.now();
    const used: SignedRequest[] = [];
    const pass = (ms: number): void => {
      clock.advance(ms);
      trueNow += ms;
    };
    for (let step = 0; step < 80; step += 1) {
      pass(dice.pick([1, 1_000, 20_000, 70_000, 300_000]));
      if (dice.happens(0.1)) clock.jumpWall(dice.between(-HOUR_MS, HOUR_MS));
      if (dice.happens(0.1)) auth = await start(clock, store);
      const at = dice.pick([clock.now(), trueNow]) + dice.between(-WINDOW_MS, WINDOW_MS);
      const request = signedAt(at, dice.happens(0.7), `{"step":${step}}`);
      const outcome = await send(auth, request);
      if (outcome === 'fresh' || outcome === 'belated') {
        taken[outcome] += 1;
        used.push(request);
      }
      await Promise.resolve(); // the disk has it
      for (const old of used) {
        const again = await send(auth, old);
        assert.ok(['replay', 'stale_timestamp'].includes(again), `seed ${seed}, step ${step}: ${again}`);
      }
    }
  }
  assert.ok(taken.fresh > 500 && taken.belated > 50, JSON.stringify(taken));
});
