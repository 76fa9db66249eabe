import assert from 'node:assert/strict';
import { getOrders } from '../support/order-bodies.ts';
import type { BatchEntry } from '../support/record-schemas.ts';
import { sized } from '../support/test-size.ts';
import { INVALID_BODIES, targetsFor } from './odd-bodies.ts';
import { checkRefusal, startServiceWithState, testHarmless } from './response-assertions.ts';

const setup = await startServiceWithState();
const { api } = setup;
const [order] = await getOrders(api, 'sa_1', '&status=OPEN');
const TARGETS = targetsFor(order?.id ?? assert.fail('an order rests'));
const TRIES = sized({ full: 30, quick: 6 }); // of each kind at each target

for (const [way, make] of Object.entries(INVALID_BODIES)) {
  testHarmless(`a body with ${way} is refused at every call, and changes nothing`, setup, async (dice) => {
    for (const target of TARGETS) {
      const { method, path } = target;
      for (let count = 0; count < TRIES; count += 1) {
        const body = make(dice, target);
        const answer = await api.call(method, path, body);
        const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body;
        checkRefusal(`${method} ${path} ${String(sent).slice(0, 1_000)}`, answer, [404, 422]);
      }
    }
  });
}

testHarmless('each invalid order of a batch is rejected separately', setup, async (dice) => {
  const orders = TARGETS.filter(({ path }) => path === '/v1/orders');
  for (let count = 0; count < 20; count += 1) {
    const items = Array.from({ length: dice.between(1, 50) }, () => {
      const item = dice.pick(['a wrong value', 'a field that does not exist', 'a missing field'] as const);
      return dice.happens(0.1)
        ? dice.pick([null, 1, 'order', [], true])
        : INVALID_BODIES[item]?.(dice, dice.pick(orders));
    });
    const entries = await api.ok<readonly BatchEntry[]>('POST', '/v1/orders/batch', { orders: items });
    assert.equal(entries.length, items.length);
    for (const [at, { index, id, status, error }] of entries.entries()) {
      const reported = `${JSON.stringify(items[at])} → ${JSON.stringify(entries[at])}`.slice(0, 2_000);
      assert.deepEqual([index, id, status, typeof error], [at, null, 'REJECTED', 'string'], reported);
    }
  }
});
