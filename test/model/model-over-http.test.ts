import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Api } from '../api-assertions.ts';
import type { ApiError, Order } from '../support/record-schemas.ts';
import { startService, type TestService } from '../support/test-service.ts';
import { assertAgrees, type SystemUnderTest } from './model-agreement.ts';
import { type Call, type CallerName, steps, toLimitBody, toOrderBody } from './model-calls.ts';
import { orderLine } from './order-model.ts';

const RUNS = 2; // each starts a new service
const PRICES = { BUY: '0.01', SELL: '0.99' }; // where Demo's market maker does not trade
const RIGHTS = ['--permissions', 'read,trade,risk'];

interface RiskRecord {
  readonly open_orders: number;
  readonly position_qty: string;
  readonly kill_switch_active: boolean;
}

/** The service over HTTP, with signed concurrent calls; a restart is a kill -9. */
class ServiceUnderTest implements SystemUnderTest {
  readonly #service: TestService;
  readonly #callers: Readonly<Record<CallerName, Api>>;

  private constructor(service: TestService, callers: Readonly<Record<CallerName, Api>>) {
    this.#service = service;
    this.#callers = callers;
  }

  static async open(): Promise<ServiceUnderTest> {
    const service = await startService({ isProcess: true });
    await service.cliOk('account', 'new', 'acc_2');
    await service.cliOk('subaccount', 'new', 'sa_1', '--account', 'acc_2');
    return new ServiceUnderTest(service, {
      wide: service.api(),
      narrow: service.api(await service.newKey('--account', 'acc_1', ...RIGHTS, '--subaccounts', 'sa_2')),
      stranger: service.api(await service.newKey('--account', 'acc_2', ...RIGHTS)),
    });
  }

  call(calls: readonly Call[], orders: number): Promise<readonly string[]> {
    return Promise.all(calls.map((call) => this.#makeCall(call, orders)));
  }

  async restart(): Promise<void> {
    await this.#service.kill();
    await this.#service.start();
  }

  fill(): Promise<void> {
    assert.fail('Demo trades by itself');
  }

  async observe() {
    const orders: [number, string][] = [];
    const stopped: string[] = [];
    const risks: string[] = [];
    for (const [account, who, sub] of [
      ['acc_1', 'wide', 'sa_1'],
      ['acc_1', 'wide', 'sa_2'],
      ['acc_2', 'stranger', 'sa_1'],
    ] as const) {
      for (const order of await this.#callers[who].ok<readonly Order[]>(
        'GET',
        `/v1/orders?subaccount_id=${sub}`,
      )) {
        const { id, instrument_id, side, outcome, client_order_id, status, filled_qty, qty, reason } = order;
        if (reason === 'kill_switch') stopped.push(id);
        const terms = [sub, instrument_id, side, outcome, client_order_id];
        orders.push([
          Number(id.slice('ord_'.length)),
          orderLine(id, account, terms, status, [filled_qty, qty]),
        ]);
      }
      const risk = await this.#callers[who].ok<RiskRecord>('GET', `/v1/risk?subaccount_id=${sub}`);
      const { open_orders, position_qty, kill_switch_active } = risk;
      risks.push(`${account} ${sub} open ${open_orders} held ${position_qty} killed ${kill_switch_active}`);
    }
    const lines = orders.toSorted(([a], [b]) => a - b).map(([, line]) => line);
    return { lines: [...lines, ...risks], stopped };
  }

  async #makeCall(call: Call, orders: number): Promise<string> {
    const api = this.#callers[call.who];
    const order = `/v1/orders/ord_${'nth' in call && orders > 0 ? (call.nth % orders) + 1 : 999_999}`;
    const { status, text } = await {
      submit: () => api.call('POST', '/v1/orders', toOrderBody(call as never, PRICES)),
      cancel: () => api.call('DELETE', order),
      cancelAll: () => {
        const { sub } = call as Extract<Call, { call: 'cancelAll' }>;
        return api.call('POST', '/v1/orders/cancel-all', sub === null ? {} : { subaccount_id: sub });
      },
      amend: () => api.call('PATCH', order, { qty: String((call as { qty: number }).qty) }),
      limit: () => api.call('PUT', '/v1/risk/limits', toLimitBody(call as never)),
      kill: () =>
        api.call('POST', '/v1/risk/kill-switch', { enabled: (call as { enabled: boolean }).enabled }),
    }[call.call]();
    return status === 200 ? 'ok' : (JSON.parse(text) as ApiError).error;
  }
}

test('the service agrees with the model over HTTP, with concurrent callers and across kill -9', async () => {
  await fc.assert(
    fc.asyncProperty(steps(false, 20), async (walked) => assertAgrees(await ServiceUnderTest.open(), walked)),
    { numRuns: RUNS, endOnFailure: true },
  );
});
