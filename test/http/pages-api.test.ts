import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder, getOrders, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

interface Identified {
  readonly id: string;
}

const service = await startService();
const api = service.api();
const INVALID_CURSOR = [422, 'invalid_cursor'] as const;
for (let at = 0; at < 12; at += 1) {
  await submit(api, createRestingOrder());
  await submit(api, createTakingOrder({ qty: '1' }));
}

/** Every page of a list, by the cursor in the header. */
async function walk(
  target: string,
  between = () => Promise.resolve<unknown>(null),
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = cursor === '' ? target : `${target}&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.call('GET', page);
    ids.push(...(api.read('GET', page, answer) as Identified[]).map(({ id }) => id));
    const next = answer.headers['x-next-cursor'];
    cursor = typeof next === 'string' ? next : null;
    await between();
  }
  return ids;
}

for (const path of ['/v1/orders', '/v1/fills']) {
  const target = `${path}?subaccount_id=sa_1`;

  test(`${path}: without a limit everything, and no cursor`, async () => {
    const answer = await api.call('GET', target);
    assert.equal(answer.headers['x-next-cursor'], undefined);
    assert.ok((api.read('GET', target, answer) as Identified[]).length >= 12);
  });

  test(`${path}: pages of any size add up to everything`, async () => {
    const all = (await api.ok<Identified[]>('GET', target)).map(({ id }) => id);
    for (const limit of [1, 5, all.length - 1, all.length, all.length + 1, 1_000]) {
      assert.deepEqual(await walk(`${target}&limit=${limit}`), all, `by ${limit}`);
    }
  });

  test(`${path}: new records neither repeat nor hide an older record`, async () => {
    const all = (await api.ok<Identified[]>('GET', target)).map(({ id }) => id);
    assert.deepEqual(
      await walk(`${target}&limit=4`, () => submit(api, createTakingOrder({ qty: '1' }))),
      all,
    );
  });

  test(`${path}: a cursor is bound to its list`, async () => {
    const answer = await api.call('GET', `${target}&limit=2`);
    const cursor = encodeURIComponent(String(answer.headers['x-next-cursor']));
    for (const other of [
      `${path}?subaccount_id=sa_2&limit=2&cursor=${cursor}`,
      `${target}&instrument_id=1001&limit=2&cursor=${cursor}`,
      `${path === '/v1/fills' ? '/v1/orders' : '/v1/fills'}?subaccount_id=sa_1&limit=2&cursor=${cursor}`,
      `${target}&limit=2&cursor=x${cursor}`,
      `${target}&limit=2&cursor=1`,
    ]) {
      await api.refused(INVALID_CURSOR, 'GET', other);
    }
  });

  test(`${path}: needs its subaccount, and a limit from 1 to 1000`, async () => {
    await api.refused(VALIDATION, 'GET', path);
    await api.refused(VALIDATION, 'GET', `${path}?subaccount_id=`);
    for (const limit of ['0', '1001', '-1', 'all'])
      await api.refused(VALIDATION, 'GET', `${target}&limit=${limit}`);
  });
}

test('a cursor of a filtered list is not valid for the whole list', async () => {
  const open = (await getOrders(api, 'sa_1', '&status=OPEN')).map(({ id }) => id);
  assert.deepEqual(await walk('/v1/orders?subaccount_id=sa_1&status=OPEN&limit=3'), open);
});

test('a list of thousands contains each record once', async () => {
  const orders = Array.from({ length: 50 }, () => createRestingOrder({ subaccount_id: 'sa_2', tif: 'IOC' }));
  for (let at = 0; at < 50; at += 1) await api.ok('POST', '/v1/orders/batch', { orders });
  const all = (await getOrders(api, 'sa_2')).map(({ id }) => id);
  assert.deepEqual([all.length, new Set(all).size], [2_500, 2_500]);
  assert.deepEqual(await walk('/v1/orders?subaccount_id=sa_2&limit=1000'), all);
});

test('a whole list that is read while orders are placed contains each older order once, newest first', async () => {
  const before = (await getOrders(api, 'sa_2')).map(({ id }) => id);
  const placing = Array.from({ length: 20 }, () =>
    submit(api, createRestingOrder({ subaccount_id: 'sa_2' })),
  );
  const lists = Array.from({ length: 4 }, () => getOrders(api, 'sa_2'));
  const placed = new Set((await Promise.all(placing)).map(({ id }) => id));
  for (const listed of await Promise.all(lists)) {
    const ids = listed.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id) => !placed.has(id)),
      before,
    );
    const numbers = ids.map((id) => Number(id.slice('ord_'.length)));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
  }
});
