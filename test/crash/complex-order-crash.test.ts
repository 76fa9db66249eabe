import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Api, until } from '../api-assertions.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService, type TestService } from '../support/test-service.ts';
import { sized } from '../support/test-size.ts';
import { COMPLEX_POINTS } from './named-crash-points.ts';

interface ComplexOrder {
  readonly id: string;
  readonly status: string;
  readonly filled_qty: string;
}

const COMPLEX = '/v1/complex-orders';
const POINTS = COMPLEX_POINTS.slice(-sized({ full: COMPLEX_POINTS.length, quick: 2 }));
/** Fires at once: any offer is above its trigger. */
const body = (key: string): object => ({
  subaccount_id: 'sa_1',
  type: 'STOP',
  instrument_id: 1001,
  side: 'BUY',
  qty: '5',
  params: { trigger_price: '0.01', max_slippage: '0.9', fire_if_met: true },
  idempotency_key: key,
});

const bracket = (key: string): object => ({
  subaccount_id: 'sa_1',
  type: 'TP_SL',
  params: {
    entry: { instrument_id: 1001, side: 'BUY', type: 'MARKET', tif: 'IOC', qty: '5' },
    take_profit: { price: '0.99' },
    stop_loss: { trigger_price: '0.01' },
  },
  idempotency_key: key,
});
/** Its acceptance is that of its entry. */
const BRACKET_POINTS = COMPLEX_POINTS.filter(({ name }) => !name.startsWith('a complex order')).slice(
  0,
  sized({ full: COMPLEX_POINTS.length, quick: 0 }),
);

/** Kills the service at the point while it handles the order, then starts it and repeats the request. */
async function crashAt(
  name: string,
  order: object,
): Promise<{ readonly service: TestService; readonly api: Api; readonly id: string }> {
  const service = await startService({ isProcess: true });
  await service.kill();
  service.setCrashPoint({ name, pass: 1 });
  await service.start();
  service.armCrashPoint();
  await service
    .api()
    .call('POST', COMPLEX, order)
    .catch(() => undefined); // the process may end first
  await service.exited();
  service.setCrashPoint(null);
  await service.start();
  const api = service.api();
  const { id } = await api.ok<ComplexOrder>('POST', COMPLEX, order);
  return { service, api, id };
}

describe('kill -9 at each point of a bracket', () => {
  for (const { name } of BRACKET_POINTS) {
    test(`${name}: one entry is filled, and one take-profit rests for it`, async () => {
      const { service, api, id } = await crashAt(name, bracket('k-1'));
      await until('the take-profit rests', async () => {
        const found = await api.ok<ComplexOrder & { readonly live_qty: string }>('GET', `${COMPLEX}/${id}`);
        return found.live_qty === '5' ? found : null;
      });
      const orders = await api.ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1');
      const entries = orders.filter(({ side }) => side === 'BUY');
      const live = orders.filter(({ side, status }) => side === 'SELL' && status === 'OPEN');
      assert.deepEqual(
        [entries.map(({ filled_qty }) => filled_qty), live.map(({ qty }) => qty)],
        [['5'], ['5']],
      );
      await service.kill();
      assert.equal((await service.cli('verify')).code, 0);
      await service.start();
    });
  }
});

describe('kill -9 at each point of a complex order', () => {
  for (const { name } of POINTS) {
    test(`${name}: it is filled once, and never more`, async () => {
      const { service, api, id } = await crashAt(name, body('k-1'));
      const filled = await until('the complex order is filled', async () => {
        const found = await api.ok<ComplexOrder>('GET', `${COMPLEX}/${id}`);
        return found.status === 'FILLED' ? found : null;
      });
      const all = await api.ok<readonly ComplexOrder[]>('GET', `${COMPLEX}?subaccount_id=sa_1`);
      const children = await api.ok<readonly Order[]>('GET', `/v1/orders?subaccount_id=sa_1&parent_id=${id}`);
      const total = children.reduce((sum, child) => sum + Number(child.filled_qty), 0);
      assert.deepEqual([all.length, filled.filled_qty, total], [1, '5', 5]);
      const [position] = await api.ok<readonly { readonly qty: string }[]>(
        'GET',
        '/v1/positions?subaccount_id=sa_1',
      );
      assert.equal(position?.qty, '5');
      await service.kill();
      assert.equal((await service.cli('verify')).code, 0);
      await service.start();
    });
  }
});
