import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until, VALIDATION } from '../api-assertions.ts';
import { createIceberg, createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from '../ws/stream-frames.ts';
import { open } from '../ws/test-stream.ts';

interface ComplexOrder {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly qty: string;
  readonly filled_qty: string;
  readonly live_qty: string;
  readonly child_order_ids: readonly string[];
  readonly paused_by: string | null;
  readonly state: { readonly trigger_price: string | null; readonly capped: boolean };
}

const service = await startService({ isProcess: true });
const api = service.api();
const assertFrame = await frameValidator(service);
const CONFLICT = [409, 'idempotency_conflict'] as const;
const COMPLEX = '/v1/complex-orders';

/** Far from the market, so that it waits. */
const stopBody = (change: object = {}, params: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'STOP',
  instrument_id: 1001,
  side: 'SELL',
  qty: '5',
  params: { trigger_price: '0.01', ...params },
  ...change,
});

const create = (body: object): Promise<ComplexOrder> => api.ok<ComplexOrder>('POST', COMPLEX, body);
const get = (id: string): Promise<ComplexOrder> => api.ok<ComplexOrder>('GET', `${COMPLEX}/${id}`);
const getChildren = (id: string): Promise<readonly Order[]> =>
  api.ok<readonly Order[]>('GET', `/v1/orders?subaccount_id=sa_1&parent_id=${id}`);
const becomes = (id: string, isReached: (found: ComplexOrder) => boolean): Promise<ComplexOrder> =>
  until(`the change of ${id}`, async () => {
    const found = await get(id);
    return isReached(found) ? found : null;
  });
const readId = ({ text }: { readonly text: string }): string => (JSON.parse(text) as ComplexOrder).id;
const listIds = async (): Promise<readonly string[]> =>
  (await api.ok<readonly ComplexOrder[]>('GET', `${COMPLEX}?subaccount_id=sa_1`)).map(({ id }) => id);
const endAll = (): Promise<unknown> => api.ok('POST', '/v1/orders/cancel-all');

describe('complex orders over HTTP', () => {
  test('an iceberg shows one part at a time, and its cancel ends that part', async () => {
    const { id } = await create(createIceberg());
    await becomes(id, ({ live_qty }) => live_qty === '4');
    const [child] = await getChildren(id);
    assert.deepEqual([child?.status, child?.qty, child?.client_order_id], ['OPEN', '4', `${id}-1`]);
    const cancelled = await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${id}`);
    assert.deepEqual(
      [cancelled.status, cancelled.reason, cancelled.live_qty],
      ['CANCELLED', 'user_cancel', '0'],
    );
    const [ended] = await getChildren(id);
    assert.deepEqual([ended?.status, ended?.reason], ['CANCELLED', 'complex_order']);
    assert.equal((await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${id}`)).status, 'CANCELLED');
  });

  test('a stop that is met fires, fills and shows each decision with its book', async () => {
    const met = stopBody({ side: 'BUY' }, { trigger_price: '0.02', max_slippage: '0.9' });
    await api.refused([422, 'trigger_already_met'], 'POST', COMPLEX, met);
    const { id } = await create(
      stopBody({ side: 'BUY' }, { trigger_price: '0.02', max_slippage: '0.9', fire_if_met: true }),
    );
    await becomes(id, ({ status }) => status === 'FILLED');
    const { filled_qty, child_order_ids } = await get(id);
    assert.deepEqual([filled_qty, child_order_ids.length > 0], ['5', true]);
    interface Decision {
      readonly decision: string;
      readonly book: { readonly ask: string | null } | null;
    }
    const receipt = await api.ok<{ readonly decisions: readonly Decision[] }>(
      'GET',
      `${COMPLEX}/${id}/receipt`,
    );
    const kinds = receipt.decisions.map(({ decision }) => decision);
    assert.deepEqual(kinds.slice(0, 4), ['accepted', 'triggered', 'child_placed', 'child']);
    assert.equal(kinds.at(-1), 'ended');
    assert.ok(receipt.decisions[1]?.book?.ask !== null);
  });

  test('a preview says what would happen and stores nothing', async () => {
    interface Preview {
      readonly would_trigger_now: boolean;
      readonly children_max: number | null;
      readonly max_cost: string;
      readonly reserved: string;
    }
    const before = await listIds();
    const preview = await api.ok<Preview>('POST', `${COMPLEX}/preview`, createIceberg());
    assert.deepEqual([preview.would_trigger_now, preview.children_max, preview.reserved], [false, 3, '10']);
    const stop = stopBody({ side: 'BUY' }, { trigger_price: '0.02' });
    assert.equal((await api.ok<Preview>('POST', `${COMPLEX}/preview`, stop)).would_trigger_now, true);
    assert.deepEqual(await listIds(), before);
  });

  test('lists are newest first, filtered, and paged', async () => {
    const [first, second] = [await create(stopBody()), await create(stopBody())];
    const waiting = await api.ok<readonly ComplexOrder[]>(
      'GET',
      `${COMPLEX}?subaccount_id=sa_1&status=WAITING&type=STOP&instrument_id=1001`,
    );
    assert.deepEqual(waiting.map(({ id }) => id).slice(0, 2), [second.id, first.id]);
    const page = await api.call('GET', `${COMPLEX}?subaccount_id=sa_1&status=WAITING&limit=1`);
    const cursor = page.headers['x-next-cursor'];
    assert.ok(typeof cursor === 'string');
    const next = `${COMPLEX}?subaccount_id=sa_1&status=WAITING&limit=1&cursor=${cursor}`;
    assert.deepEqual((await api.ok<readonly ComplexOrder[]>('GET', next))[0]?.id, first.id);
    assert.deepEqual(await api.ok('GET', `${COMPLEX}?subaccount_id=sa_2`), []);
  });

  test('an amend changes only what it names', async () => {
    const { id } = await create(stopBody());
    const amended = await api.ok<ComplexOrder & { readonly params: Record<string, unknown> }>(
      'PATCH',
      `${COMPLEX}/${id}`,
      { qty: '4', params: { trigger_price: '0.02' } },
    );
    assert.deepEqual(
      [amended.qty, amended.params['trigger_price'], amended.status],
      ['4', '0.02', 'WAITING'],
    );
    await api.ok('DELETE', `${COMPLEX}/${id}`);
    await api.refused([409, 'order_not_open'], 'PATCH', `${COMPLEX}/${id}`, { qty: '3' });
  });

  test('a repeat with its key returns the first answer', async () => {
    const body = stopBody({ idempotency_key: 'once' });
    const first = await api.call('POST', COMPLEX, body);
    const again = await api.call('POST', COMPLEX, body);
    assert.deepEqual(
      [again.status, again.headers['idempotent-replayed'], readId(again)],
      [200, 'true', readId(first)],
    );
    await api.refused(CONFLICT, 'POST', COMPLEX, stopBody({ idempotency_key: 'once', qty: '6' }));
    await api.refused(CONFLICT, 'POST', '/v1/orders', createRestingOrder({ client_order_id: 'once' }));
  });

  test('a bracket exits what its entry has filled, and is stored once', async () => {
    const body = {
      subaccount_id: 'sa_1',
      type: 'TP_SL',
      params: {
        entry: { instrument_id: 1001, side: 'BUY', type: 'MARKET', tif: 'IOC', qty: '3' },
        take_profit: { price: '0.99' },
        stop_loss: { trigger_price: '0.01' },
      },
      tag: 'swing:1',
      idempotency_key: 'bracket-1',
    };
    const { id } = await create(body);
    await becomes(id, ({ live_qty }) => live_qty === '3');
    const found = await api.ok<
      ComplexOrder & { readonly unprotected_qty: string; readonly params: { readonly attach_to: string } }
    >('GET', `${COMPLEX}/${id}`);
    assert.deepEqual([found.status, found.qty, found.unprotected_qty], ['WORKING', '3', '0']);
    const entry = await api.ok<Order>('GET', `/v1/orders/${found.params.attach_to}`);
    assert.deepEqual([entry.status, entry.side], ['FILLED', 'BUY']);
    const [child] = await getChildren(id);
    const list = (path: string): Promise<readonly { readonly id: string; readonly tag: string }[]> =>
      api.ok('GET', `/v1/${path}?subaccount_id=sa_1&tag=swing:1`);
    const tagged = await list('orders');
    assert.deepEqual(
      tagged.map((each) => [each.id, each.tag]),
      [child?.id, entry.id].map((each) => [each, 'swing:1']),
      'the entry and the exit inherit the tag',
    );
    assert.deepEqual(
      (await list('complex-orders')).map((each) => [each.id, each.tag]),
      [[id, 'swing:1']],
    );
    const traded = await list('fills');
    assert.ok(traded.length > 0 && traded.every((each) => each.tag === 'swing:1'));
    const refused = { ...body, tag: 'two words', idempotency_key: 'bracket-2' };
    await api.refused([422, 'validation'], 'POST', COMPLEX, refused);
    await api.refused([409, 'idempotency_conflict'], 'POST', COMPLEX, { ...body, tag: 'swing:2' });
    assert.deepEqual([child?.side, child?.price, child?.qty], ['SELL', '0.99', '3']);
    assert.equal((await create(body)).id, id);
    await service.kill();
    await service.start();
    assert.deepEqual([(await get(id)).live_qty, (await getChildren(id)).length], ['3', 1]);
    const cancelled = await api.ok<ComplexOrder & { readonly unprotected_qty: string }>(
      'DELETE',
      `${COMPLEX}/${id}`,
    );
    assert.deepEqual([cancelled.status, cancelled.unprotected_qty], ['CANCELLED', '3']);
  });

  test('the limit of an OCO rests and its legs are listed; two limits could overfill', async () => {
    const leg = { instrument_id: 1001, side: 'BUY', outcome: 'YES' };
    const limit = { ...leg, type: 'LIMIT', price: '0.02' };
    const stop = { ...leg, type: 'STOP', params: { trigger_price: '0.99' } };
    const body = { subaccount_id: 'sa_1', type: 'OCO', qty: '3', params: { legs: [limit, stop] } };
    const { id } = await create(body);
    await becomes(id, ({ live_qty }) => live_qty === '3');
    const record = await api.ok<ComplexOrder & { readonly side: null; readonly params: object }>(
      'GET',
      `${COMPLEX}/${id}`,
    );
    const { legs } = record.params as { readonly legs: readonly { readonly type: string }[] };
    assert.deepEqual([record.side, legs.map(({ type }) => type)], [null, ['LIMIT', 'STOP']]);
    await api.ok('DELETE', `${COMPLEX}/${id}`);
    const other = { ...limit, outcome: 'NO' };
    const resting = { ...body, params: { legs: [limit, other] } };
    await api.refused([422, 'legs_can_overfill'], 'POST', COMPLEX, resting);
    const both = { ...resting, params: { ...resting.params, allow_overfill: true } };
    const preview = await api.ok<{ readonly reserved: string }>('POST', `${COMPLEX}/preview`, both);
    const { id: two } = await create(both);
    interface Overfill {
      readonly overfill_qty_max: string;
      readonly overfilled_qty: string;
    }
    const { state } = await becomes(two, ({ live_qty }) => live_qty === '6');
    const { overfill_qty_max, overfilled_qty } = state as unknown as Overfill;
    assert.deepEqual([preview.reserved, overfill_qty_max, overfilled_qty], ['6', '3', '0']);
    assert.equal((await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${two}`)).status, 'CANCELLED');
  });

  test('a trailing stop states the trigger that follows the best price', async () => {
    const { id } = await create({ ...stopBody({ type: 'TRAILING_STOP' }), params: { trail: '0.9' } });
    const { status } = await becomes(id, ({ state }) => state.trigger_price !== null);
    assert.equal(status, 'WAITING');
    const cancelled = await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${id}`);
    assert.equal(cancelled.status, 'CANCELLED');
  });

  test('a HEDGED_PAIR needs two legs that hedge each other, and shows both', async () => {
    const leg = { instrument_id: 1001, side: 'BUY', outcome: 'YES', price: '0.4' };
    const pair = (second: object) => ({
      subaccount_id: 'sa_1',
      type: 'HEDGED_PAIR',
      qty: '2',
      params: { legs: [leg, { ...leg, ...second }], unhedged_qty_max: '1' },
    });
    await api.refused([422, 'not_a_hedge'], 'POST', COMPLEX, pair({}));
    const preview = await api.ok<{ readonly hedge: { readonly kind: string; readonly qty: string } }>(
      'POST',
      `${COMPLEX}/preview`,
      pair({ outcome: 'NO' }),
    );
    assert.deepEqual([preview.hedge.kind, preview.hedge.qty], ['INTERNAL', '0']);
    const created = await create(pair({ outcome: 'NO' }));
    const { hedge } = created as ComplexOrder & {
      readonly hedge: { readonly legs: readonly { readonly outcome: string }[] };
    };
    assert.deepEqual([created.status, hedge.legs.map(({ outcome }) => outcome)], ['WORKING', ['YES', 'NO']]);
    await api.ok('DELETE', `${COMPLEX}/${created.id}`);
  });

  test('a TWAP places its first part at once, and its cancel ends it', async () => {
    const twap = { duration_ms: 86_400_000, slices: 2 };
    const { id } = await create({ ...createIceberg({ type: 'TWAP', qty: '6' }), params: twap });
    await becomes(id, ({ live_qty }) => live_qty === '3');
    const [child] = await getChildren(id);
    assert.deepEqual([child?.qty, child?.price], ['3', '0.02']);
    const cancelled = await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${id}`);
    assert.deepEqual([cancelled.status, cancelled.live_qty], ['CANCELLED', '0']);
  });

  test('a PEG rests no worse than its price, and a POV waits for volume', async () => {
    const peg = await create({ ...createIceberg({ type: 'PEG', qty: '3' }), params: { reference: 'NEAR' } });
    await becomes(peg.id, ({ live_qty }) => live_qty === '3');
    const [child] = await getChildren(peg.id);
    assert.deepEqual([child?.price, (await get(peg.id)).state.capped], ['0.02', false]);
    const share = { participation: '0.01', window_ms: 3_600_000 };
    const pov = await create({ ...createIceberg({ type: 'POV', qty: '3' }), params: share });
    for (const { id } of [peg, pov])
      assert.equal((await api.ok<ComplexOrder>('DELETE', `${COMPLEX}/${id}`)).status, 'CANCELLED');
  });

  for (const [why, body, field] of [
    ['an unknown type', stopBody({ type: 'VWAP' }), 'type'],
    ['a parameter of another type', createIceberg({}, { trigger_price: '0.4' }), 'params.trigger_price'],
    ['an unknown parameter', stopBody({}, { speed: 1 }), 'params.speed'],
    ['no trigger', { ...stopBody(), params: {} }, 'params.trigger_price'],
    ['a number as price', stopBody({}, { trigger_price: 0.4 }), 'params.trigger_price'],
    ['slippage besides a price', stopBody({ price: '0.3' }, { max_slippage: '0.1' }), 'params.max_slippage'],
    ['an iceberg without price', createIceberg({ price: undefined }), 'price'],
    ['more shown than ordered', createIceberg({}, { display_qty: '11' }), 'params.display_qty'],
    ['too much jitter', createIceberg({}, { display_jitter: '0.6' }), 'params.display_jitter'],
    ['a price off the grid', createIceberg({ price: '0.021' }), 'price'],
    ['GTD without expiry', createIceberg({ tif: 'GTD' }), 'expires_at'],
    ['IOC', createIceberg({ tif: 'IOC' }), 'tif'],
    ['an exit of no order', { subaccount_id: 'sa_1', type: 'TP_SL', params: {} }, 'params.attach_to'],
    ['a generic asset', { ...createIceberg(), generic_asset_id: 501 }, 'generic_asset_id'],
    ['post-only without price', stopBody({ post_only: true }), 'post_only'],
  ] as const) {
    test(`${why} is refused and named`, async () => {
      const answer = await api.call('POST', COMPLEX, body);
      api.readRefusal(VALIDATION, 'POST', COMPLEX, answer);
      const { details } = JSON.parse(answer.text) as {
        readonly details: { readonly fields: readonly { field: string }[] };
      };
      assert.ok(
        details.fields.some((issue) => issue.field === field),
        answer.text,
      );
    });
  }

  test('an unknown or malformed id is not found', async () => {
    for (const id of ['cpx_999999', 'cpx_0', 'nonsense'])
      await api.refused([404, 'not_found'], 'GET', `${COMPLEX}/${id}`);
  });
});

describe('complex orders, cancel-all and the kill switch', () => {
  test('cancel-all of orders also ends complex orders', async () => {
    const { id } = await create(createIceberg());
    await becomes(id, ({ live_qty }) => live_qty === '4');
    const summary = await api.ok<{ readonly cancelled_complex_order_ids: readonly string[] }>(
      'POST',
      '/v1/orders/cancel-all',
      { subaccount_id: 'sa_1' },
    );
    assert.ok(summary.cancelled_complex_order_ids.includes(id));
    await becomes(id, ({ status }) => status === 'CANCELLED');
    assert.equal((await getChildren(id)).length, 1);
  });

  test('cancel-all of complex orders leaves plain orders alone', async () => {
    const plain = await submit(api, createRestingOrder());
    const { id } = await create(stopBody());
    const summary = await api.ok<{ readonly cancelled_complex_order_ids: readonly string[] }>(
      'POST',
      `${COMPLEX}/cancel-all`,
      { subaccount_id: 'sa_1' },
    );
    assert.ok(summary.cancelled_complex_order_ids.includes(id));
    assert.equal((await api.ok<Order>('GET', `/v1/orders/${plain.id}`)).status, 'OPEN');
  });

  test('the kill switch pauses them, says so, and they continue when it is off', async () => {
    await endAll();
    const { id } = await create(stopBody());
    const on = await api.ok<{ readonly paused_complex_orders: readonly string[] }>(
      'POST',
      '/v1/risk/kill-switch',
      { enabled: true },
    );
    assert.deepEqual(on.paused_complex_orders, [id]);
    assert.equal((await get(id)).paused_by, 'kill_switch');
    await api.refused([403, 'kill_switch'], 'POST', COMPLEX, stopBody());
    await api.refused([403, 'kill_switch'], 'POST', `${COMPLEX}/${id}/resume`);
    await api.ok('POST', '/v1/risk/kill-switch', { enabled: false });
    await becomes(id, ({ status }) => status === 'WAITING');
    assert.equal((await api.ok<ComplexOrder>('POST', `${COMPLEX}/${id}/resume`)).status, 'WAITING');
  });
});

test('the stream starts with those that are not over, then sends each change', async () => {
  await endAll();
  const { id } = await create(stopBody());
  const stream = await open(service, '/v1/ws/complex-orders?subaccount_id=sa_1');
  const snapshot = await stream.next('snapshot');
  assertFrame('complex-orders', snapshot);
  assert.deepEqual(
    (snapshot['complex_orders'] as readonly ComplexOrder[]).map((each) => each.id),
    [id],
  );
  await api.ok('DELETE', `${COMPLEX}/${id}`);
  const frame = await stream.next('complex_order');
  assertFrame('complex-orders', frame);
  const { id: changed, status } = frame['complex_order'] as ComplexOrder;
  assert.deepEqual([changed, status], [id, 'CANCELLED']);
});

test('another account sees nothing of them', async () => {
  const { id } = await create(stopBody());
  await service.cliOk('account', 'new', 'acc_2');
  await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
  const other = service.api(await service.newKey('--permissions', 'read,trade', '--account', 'acc_2'));
  for (const [method, path, body] of [
    ['GET', `${COMPLEX}/${id}`, undefined],
    ['GET', `${COMPLEX}/${id}/receipt`, undefined],
    ['PATCH', `${COMPLEX}/${id}`, { qty: '1' }],
    ['DELETE', `${COMPLEX}/${id}`, undefined],
    ['POST', `${COMPLEX}/${id}/resume`, undefined],
    ['GET', `${COMPLEX}?subaccount_id=sa_1`, undefined],
  ] as const)
    await other.refused([404, 'not_found'], method, path, body);
});

test('after kill -9 they continue: a waiting stop waits, and an iceberg keeps its one part', async () => {
  await endAll();
  const stop = await create(stopBody());
  const iceberg = await create(createIceberg());
  await becomes(iceberg.id, ({ live_qty }) => live_qty === '4');
  await service.kill();
  await service.start();
  assert.equal((await get(stop.id)).status, 'WAITING');
  assert.deepEqual([(await get(iceberg.id)).live_qty, (await getChildren(iceberg.id)).length], ['4', 1]);
  assert.deepEqual((await service.cli('verify')).code, 0);
});
