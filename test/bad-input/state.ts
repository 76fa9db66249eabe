import assert from 'node:assert/strict';
import type { Api } from '../api.ts';
import type { Answer } from '../client.ts';
import { resting, submit, taking } from '../orders.ts';
import type { ApiError, Order } from '../records.ts';
import type { Service } from '../service.ts';

/** Something to lose: orders at rest, a filled one, a position and limits. */
export async function stateOf(api: Api): Promise<readonly Order[]> {
  const orders = [
    await submit(api, resting({ client_order_id: 'kept' })),
    await submit(api, resting({ subaccount_id: 'sa_2', outcome: 'NO' })),
    await submit(api, taking({ qty: '5' })),
  ];
  await api.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_2', max_open_orders: 50 });
  return orders;
}

/** All that a refused request must leave as it is. */
export async function snapshotOf(api: Api): Promise<string> {
  const parts = await Promise.all(
    ['sa_1', 'sa_2'].flatMap((id) => [
      api.ok(`GET`, `/v1/orders?subaccount_id=${id}`),
      api.ok('GET', `/v1/fills?subaccount_id=${id}`),
      api.ok('GET', `/v1/risk/limits?subaccount_id=${id}`),
      killSwitchOf(api, id),
    ]),
  );
  return JSON.stringify([...parts, await api.ok('GET', '/v1/risk/limits')]);
}

const killSwitchOf = async (api: Api, id: string): Promise<boolean> =>
  (await api.ok<{ kill_switch_active: boolean }>('GET', `/v1/risk?subaccount_id=${id}`)).kill_switch_active;

/** A refusal of the caller's fault in the one shape of errors; never a 5xx, never a success. */
export function assertRefused({ status, text }: Pick<Answer, 'status' | 'text'>, what: string): void {
  const told = `${what.slice(0, 600)} → ${status} ${text.slice(0, 400)}`;
  assert.ok(status >= 400 && status < 500, told);
  const body = parsed(text, told);
  assert.equal(typeof body.error, 'string', told);
  assert.equal(typeof body.message, 'string', told);
  assert.ok(body.details === null || typeof body.details === 'object', told);
  assert.ok(!/\bat \/|node_modules|node:|\.ts:\d/.test(text), `nothing internal is shown: ${told}`);
}

function parsed(text: string, told: string): ApiError {
  try {
    return JSON.parse(text) as ApiError;
  } catch {
    return assert.fail(`the body is JSON: ${told}`);
  }
}

/** The process lives, and the defects it logged are none. */
export function assertUnharmed(service: Service): void {
  assert.ok(service.isAlive, 'the process is alive');
  assert.ok(!/a request failed|defect|"level":"error"/.test(service.output), service.output.slice(-2_000));
}
