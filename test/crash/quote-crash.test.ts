import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../api-assertions.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

/** Points at which a call has placed some of its quotes, amended them, or neither. */
const POINTS = [
  'an order has passed its checks and is not durable',
  'an order is durable and its caller not answered',
  'a call is in the audit chain, and not answered',
];

const body = (quoteSeq: number, bid: string, ask: string): object => ({
  subaccount_id: 'sa_1',
  quote_seq: quoteSeq,
  quotes: [{ instrument_id: 1001, bid: { price: bid, qty: '5' }, ask: { price: ask, qty: '5' } }],
});

describe('kill -9 while quotes are put', () => {
  for (const name of POINTS) {
    test(`${name}: no quote rests after the start, and each side has one order once they are put again`, async () => {
      const service = await startService({ isProcess: true });
      await service.api().ok('PUT', '/v1/quotes', body(9, '0.02', '0.98'));
      await service.kill();
      service.setCrashPoint({ name, pass: 1 });
      await service.start();
      service.armCrashPoint();
      await service
        .api()
        .call('PUT', '/v1/quotes', body(1, '0.03', '0.97'))
        .catch(() => undefined); // the process may end first
      await service.exited();
      service.setCrashPoint(null);
      await service.start();
      const api = service.api();
      const live = async (): Promise<readonly Order[]> =>
        (await api.ok<readonly Order[]>('GET', '/v1/orders?subaccount_id=sa_1')).filter(
          ({ status }) => status === 'OPEN' || status === 'PENDING_SUBMISSION',
        );
      await until('no quote rests', async () => ((await live()).length === 0 ? true : null));
      await api.ok('PUT', '/v1/quotes', body(1, '0.03', '0.97'));
      const sides = (await live()).map(({ side, price }) => `${side} ${price}`);
      assert.deepEqual(sides.toSorted(), ['BUY 0.03', 'SELL 0.97']);
      await service.kill();
      assert.equal((await service.cli('verify')).code, 0);
      await service.start();
    });
  }
});
