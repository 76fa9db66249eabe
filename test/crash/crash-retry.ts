import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../api-assertions.ts';
import type { Order } from '../support/record-schemas.ts';
import type { Attempt, CallerRecords } from './caller-records.ts';
import { anyOrder } from './crash-expectations.ts';
import type { TraderSetup } from './crash-trader.ts';

const REPEATS = 40;
const REPLAYS = 12;
const AT_ONCE = 8;
const RECONCILED_MS_MAX = 60_000; // after a start a venue accepts no order before it has been reconciled
const ASK_AGAIN_MS = 100;
const REPLAYABLE_MS = 20_000; // well inside the window, so that the timestamp is not the reason for a refusal

/**
 * Repeats calls after a crash: with the same idempotency keys, and with the same bytes, which must be refused
 * as replays.
 */
export async function retry(setup: TraderSetup): Promise<void> {
  const { api, records, dice } = setup;
  const keyed = records.attempts.filter(({ key }) => key !== null);
  const answered = keyed.filter(({ outcome }) => outcome === 'accepted');
  const repeated = answered.length === 0 ? [] : Array.from({ length: REPEATS }, () => dice.pick(answered));
  await Promise.all(repeated.map((attempt) => repeat(api, records, attempt)));
  await replay(setup);
  const [isKilled] = records.killSwitch;
  if (isKilled === true) await release(setup);
  const unknown = keyed.filter(({ outcome }) => outcome === 'unknown');
  while (unknown.length > 0)
    await Promise.all(
      unknown.splice(0, AT_ONCE).map(async (attempt) => {
        await repeat(api, records, attempt);
        if (attempt.outcome === 'accepted') await repeat(api, records, attempt);
      }),
    );
}

/** The same key returns the same order, and if it was answered before, the same bytes. */
async function repeat(api: Api, records: CallerRecords, attempt: Attempt): Promise<void> {
  const answer = await submitOnceReconciled(api, attempt.fields);
  const what = `${JSON.stringify(attempt)} again: ${answer.status} ${answer.text}`;
  if (attempt.answer !== null) {
    assert.equal(answer.status, 200, what);
    assert.equal(answer.text, attempt.answer, what);
    assert.equal(answer.headers['idempotent-replayed'], 'true', what);
    return;
  }
  assert.ok(answer.status < 500, what);
  if (answer.status !== 200) attempt.outcome = 'refused';
  else records.recordAccepted(attempt, api.read('POST', '/v1/orders', answer) as Order, answer.text);
}

/** Asks again while the venue of a new order is not reconciled: nothing of such a request is stored. */
async function submitOnceReconciled(api: Api, fields: Attempt['fields']): ReturnType<Api['call']> {
  const endMs = performance.now() + RECONCILED_MS_MAX;
  for (;;) {
    const answer = await api.call('POST', '/v1/orders', fields);
    const isWaiting = answer.status === 503 && answer.text.includes('not reconciled yet');
    if (!isWaiting || performance.now() > endMs) return answer;
    await pause(ASK_AGAIN_MS);
  }
}

/** A signature that was used before the crash is refused after it too. */
async function replay({ api, records, dice }: TraderSetup): Promise<void> {
  const fresh = records.used.filter(({ sentAtMs }) => Date.now() - sentAtMs < REPLAYABLE_MS);
  for (let count = 0; count < REPLAYS && fresh.length > 0; count += 1) {
    const { method, target, body, headers } = dice.pick(fresh);
    const answer = await api.send(method, target, body, headers);
    api.readRefusal([401, 'replay'], method, target, answer);
  }
  records.used = fresh;
}

/**
 * While the kill switch is on no new order is accepted. It is disabled again, so that the next cycle has
 * orders.
 */
async function release({ api, records, dice, listings }: TraderSetup): Promise<void> {
  await api.refused([403, 'kill_switch'], 'POST', '/v1/orders', anyOrder(dice, listings, null));
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: false });
  records.killSwitch = new Set([false]);
}
