import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api } from '../api-assertions.ts';
import type { Answer } from '../support/api-client.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getFills,
  getOrders,
  getPositions,
  submit,
} from '../support/order-bodies.ts';
import type { ApiError, RiskState } from '../support/record-schemas.ts';
import { SeededRandom } from '../support/seeded-values.ts';
import { startService, type TestService } from '../support/test-service.ts';

const SEED = Number(process.env['BAD_INPUT_SEED'] ?? 1);
const SUBACCOUNTS = ['sa_1', 'sa_2'];

/** Starts a service with orders, positions and limits that no refused request may change. */
export async function startServiceWithState(settings = {}): Promise<{ service: TestService; api: Api }> {
  const service = await startService({ settings });
  const api = service.api();
  for (const subaccount_id of SUBACCOUNTS) {
    await submit(api, createRestingOrder({ subaccount_id, client_order_id: `rests-in-${subaccount_id}` }));
    await submit(api, createTakingOrder({ subaccount_id }));
    await api.ok('PUT', '/v1/risk/limits', { subaccount_id, max_open_orders: 40 });
  }
  await api.ok('PUT', '/v1/risk/limits', { max_position_qty: '100000' });
  return { service, api };
}

/**
 * A test with random input. Afterwards the callers' data is unchanged, no request failed with 5xx, the
 * process is the same, and it accepts an order as before.
 */
export function testHarmless(
  name: string,
  { service, api }: { service: TestService; api: Api },
  run: (dice: SeededRandom) => Promise<void>,
): void {
  test(name, async (t) => {
    t.diagnostic(`seed ${SEED}; another one: BAD_INPUT_SEED=2`);
    const before = await readState(api);
    const other = new UnaffectedCaller(api);
    await run(new SeededRandom(SEED));
    await other.stop();
    assert.deepEqual(await readState(api), before);
    assert.equal(service.isAlive, true);
    assert.doesNotMatch(service.output, /a request failed|"level":"error"/i);
  });
}

/** A caller with valid requests, which must all succeed. */
class UnaffectedCaller {
  #isDone = false;
  readonly #polling: Promise<void>;

  constructor(api: Api) {
    this.#polling = this.#poll(api);
  }

  async #poll(api: Api): Promise<void> {
    while (!this.#isDone) {
      await api.ok('GET', '/v1/risk?subaccount_id=sa_1');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  stop(): Promise<void> {
    this.#isDone = true;
    return this.#polling;
  }
}

/** All data that refused requests must not change; marks and times change by themselves. */
async function readState(api: Api): Promise<unknown> {
  const ofEach = SUBACCOUNTS.map(async (subaccount) => {
    const positions = await getPositions(api, subaccount);
    const { timestamp: _, ...risk } = await api.ok<RiskState & { timestamp: number }>(
      'GET',
      `/v1/risk?subaccount_id=${subaccount}`,
    );
    return {
      orders: await getOrders(api, subaccount),
      fills: await getFills(api, subaccount),
      positions: positions.map((p) => [p.instrument_id, p.side, p.qty, p.avg_price, p.realized_pnl]),
      limits: await api.ok('GET', `/v1/risk/limits?subaccount_id=${subaccount}`),
      risk,
    };
  });
  return [await Promise.all(ofEach), await api.ok('GET', '/v1/risk/limits')];
}

/** Fails unless the answer is a refusal with a 4xx status, in the error format of §8. */
export function checkRefusal(what: string, answer: Answer, statuses?: readonly number[]): ApiError {
  const reported = `${what}: ${answer.status} ${answer.text}`.slice(0, 3_000);
  assert.ok(answer.status >= 400 && answer.status < 500, reported);
  if (statuses !== undefined) assert.ok(statuses.includes(answer.status), reported);
  const error = parseError(answer.text, reported);
  assert.match(error.error, /^[a-z_]+$/, reported);
  assert.equal(typeof error.message, 'string', reported);
  assert.ok(error.details === null || typeof error.details === 'object', reported);
  assert.match(String(answer.headers['x-request-id']), /^req_\w+$/, reported);
  assert.equal(error.request_id, answer.headers['x-request-id'], reported);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', reported);
  assert.match(String(answer.headers['x-server-time']), /^\d{13}$/, reported);
  return error;
}

function parseError(text: string, reported: string): ApiError {
  try {
    return JSON.parse(text) as ApiError;
  } catch {
    assert.fail(`no JSON in ${reported}`);
  }
}
