/** What became of a write whose outcome is unknown. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type NewOrder, type Order, OutcomeUnknownError } from '../src/index.ts';
import { findOrders } from '../src/reconcile.ts';
import { refuse } from './fake-routes.ts';
import { FakeRuntime, FakeService, type Scripted } from './fake-server.ts';
import { order } from './records.ts';

const NEW_ORDER: NewOrder = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.4',
  qty: '10',
};
const list = (...orders: Partial<Order>[]): Scripted => ({
  body: orders.map((each) => ({ ...order, ...each })),
});

/** Pauses move the clock of the client and of the service. */
class MovedRuntime extends FakeRuntime {
  override now(): number {
    return service.auth.now();
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await super.sleep(ms, signal);
    service.auth.clockOffsetMs += ms;
  }
}

let service: FakeService;
describe('reconcile', () => {
  before(async () => {
    service = await FakeService.start();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  /** The error of a call whose four attempts got no answer; later requests get the answers `then`. */
  async function inDoubt(
    call: (client: ReturnType<FakeService['client']>) => Promise<unknown>,
    attempts: number,
    ...then: Scripted[]
  ): Promise<OutcomeUnknownError> {
    service.answer(...Array.from({ length: attempts }, () => 'cut' as const), ...then);
    const error = await call(service.client({}, new MovedRuntime())).catch((reason: unknown) => reason);
    assert.ok(error instanceof OutcomeUnknownError);
    assert.equal(service.seen.length, attempts);
    return error;
  }

  const create = (client: ReturnType<FakeService['client']>) =>
    client.orders.create({ ...NEW_ORDER, client_order_id: 'desk-1' });

  test('an order that arrived is found by its key, also later', async () => {
    for (const earlier of [0, 2]) {
      service.reset();
      const error = await inDoubt(create, 4, ...Array.from({ length: earlier }, () => list()), list({}));
      assert.equal((await error.reconcile())?.id, order.id);
      assert.equal(service.seen.length, 5 + earlier);
      const { method, path, query } = service.seen.at(-1) ?? {};
      assert.deepEqual(
        [method, path, query],
        ['GET', '/v1/orders', 'client_order_id=desk-1&subaccount_id=sa_1'],
      );
    }
  });

  test('absence is proved only after the signature of the last attempt has expired', async () => {
    const error = await inDoubt(create, 4);
    const signedAt = Number(service.seen[3]?.headers['x-timestamp']);
    assert.equal(await error.reconcile(), null);
    const lookups = service.seen.slice(4);
    assert.ok(lookups.every(({ method }) => method === 'GET'));
    const times = lookups.map(({ headers }) => Number(headers['x-timestamp']));
    assert.ok((times.at(-2) ?? 0) <= signedAt + 31_000, 'no look-up too many');
    assert.ok((times.at(-1) ?? 0) > signedAt + 31_000);
  });

  test('a look-up that began before the signature expired proves nothing, however late it ends', async () => {
    for (const [startMs, looks] of [
      [30_900, 2],
      [31_000, 2],
      [31_001, 1],
    ] as const) {
      let [now, seen] = [startMs, 0];
      const transport = {
        request: <Body>(): Promise<Body> => {
          now += 60_000; // the answer takes long, and the order arrives meanwhile
          return Promise.resolve((seen++ === 0 ? [] : [order]) as Body);
        },
      };
      const doubt = {
        error: new OutcomeUnknownError({ message: 'x', clientOrderIds: ['a'] }),
        name: 'POST /v1/orders',
        keys: [{ client_order_id: 'a' }],
        orderId: null,
        signedAtMs: 0,
      };
      const deps = { transport, signer: { now: () => now }, runtime: new FakeRuntime() };
      const [found] = await findOrders(doubt, deps, {});
      assert.deepEqual([seen, found?.id ?? null], [looks, looks === 1 ? null : order.id]);
    }
  });

  test('without proof within the time the error is thrown again, and an abort ends the look-up', async () => {
    const error = await inDoubt(create, 4);
    await assert.rejects(error.reconcile({ timeoutMs: 3_000 }), (again) => again === error);
    await assert.rejects(error.reconcile({ signal: AbortSignal.abort(new Error('enough')) }), {
      message: 'enough',
    });
  });

  test('the orders of a batch are found in their order', async () => {
    const orders = ['b-1', 'b-2', 'b-3'].map((client_order_id) => ({ ...NEW_ORDER, client_order_id }));
    const found = [list({ id: 'ord_1' }), list(), list({ id: 'ord_3' }), list({ id: 'ord_2' })];
    const error = await inDoubt((client) => client.orders.batch(orders), 4, ...found);
    const ids = (await error.reconcileAll()).map((each) => each?.id);
    assert.deepEqual(ids, ['ord_1', 'ord_2', 'ord_3']);
    await assert.rejects(error.reconcileAll({ timeoutMs: 0 }), /outcome|may or may not/);
  });

  test('of a batch of several only reconcileAll knows which order is meant', async () => {
    const orders = ['b-1', 'b-2'].map((client_order_id) => ({ ...NEW_ORDER, client_order_id }));
    const error = await inDoubt((client) => client.orders.batch(orders), 4);
    await assert.rejects(error.reconcile(), { name: 'TypeError', message: /reconcileAll/ });
  });

  test('an amend and a cancel in doubt read their order; one that is not there is null', async () => {
    const cancelled = { body: { ...order, status: 'CANCELLED' } };
    const cancel = await inDoubt((client) => client.orders.cancel('ord_1042'), 4, cancelled);
    assert.equal((await cancel.reconcile())?.status, 'CANCELLED');
    assert.equal(service.seen.at(-1)?.path, '/v1/orders/ord_1042');
    service.reset();
    const amend = await inDoubt(
      (client) => client.orders.amend(1042, { qty: '8' }),
      1,
      refuse(404, 'not_found'),
    );
    assert.equal(await amend.reconcile(), null);
    assert.equal(service.seen.at(-1)?.path, '/v1/orders/1042');
  });

  test('what names no order is not looked up, and says what to do', async () => {
    const limits = await inDoubt((client) => client.risk.setLimits({ max_open_orders: 5 }), 1);
    await assert.rejects(limits.reconcile(), { name: 'TypeError', message: /read the state, then decide/ });
    service.reset();
    const stop = { subaccount_id: 'sa_1', instrument_id: 1001, side: 'SELL', qty: '1' } as const;
    const terms = { ...stop, type: 'STOP', params: { trigger_price: '0.4' } } as const;
    const complex = await inDoubt((client) => client.complexOrders.create(terms), 4);
    await assert.rejects(complex.reconcile(), { name: 'TypeError', message: /again with the same key/ });
    assert.equal(service.seen.length, 4);
    await assert.rejects(
      new OutcomeUnknownError({ message: 'x', clientOrderIds: [] }).reconcile(),
      TypeError,
    );
  });
});
