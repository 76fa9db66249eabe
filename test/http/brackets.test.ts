import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VALIDATION } from '../api-assertions.ts';
import { renderUnits, sumDecimals } from '../support/decimal.ts';
import { createIceberg } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const COMPLEX = '/v1/complex-orders';

type Side = 'BUY' | 'SELL';
type Outcome = 'YES' | 'NO';

interface Exit {
  readonly kind: string;
  readonly trigger_price: string | null;
  readonly price: string | null;
  readonly qty: string;
}

interface Planned {
  readonly legs: readonly { readonly qty: string; readonly expected: { readonly cost: string } }[];
}

interface Accepted {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly state: { readonly overfill_qty_max: string };
}

interface Preview {
  readonly entry: Planned | null;
  readonly exits: readonly Exit[];
  readonly first_child: Planned;
  readonly reserved: string;
  readonly max_cost: string;
  readonly max_loss: string;
  readonly warnings: readonly string[];
}

/** Prices far from the market: the entry rests, its exit is on the other side. */
const PRICES = {
  BUY: { entry: '0.02', profit: '0.9', trigger: '0.01' },
  SELL: { entry: '0.98', profit: '0.1', trigger: '0.99' },
} as const;

function bracket(side: Side, outcome: Outcome, params: object = {}): Record<string, unknown> {
  const { entry, profit, trigger } = PRICES[side];
  return {
    subaccount_id: 'sa_1',
    type: 'TP_SL',
    params: {
      entry: { instrument_id: 1001, side, outcome, type: 'LIMIT', price: entry, qty: '3' },
      take_profit: { price: profit },
      stop_loss: { trigger_price: trigger },
      ...params,
    },
  };
}
const preview = (body: object): Promise<Preview> => api.ok('POST', `${COMPLEX}/preview`, body);

const countAll = async (): Promise<readonly number[]> => {
  const lists = ['complex-orders', 'orders'].map((path) =>
    api.ok<readonly object[]>('GET', `/v1/${path}?subaccount_id=sa_1`),
  );
  return (await Promise.all(lists)).map(({ length }) => length);
};

async function refuses(path: string, body: object, field: string, method: 'POST' | 'PATCH' = 'POST') {
  const answer = await api.call(method, path, body);
  api.readRefusal(VALIDATION, method, path, answer);
  const { details } = JSON.parse(answer.text) as {
    readonly details: { readonly fields: readonly { readonly field: string }[] };
  };
  assert.ok(
    details.fields.some((issue) => issue.field === field),
    `${field}: ${answer.text}`,
  );
}

/** What selling three contracts short at the worst price of the stop costs. */
const STOP_COST = { BUY: '2.97', SELL: '2.97' } as const;

describe('the preview of a bracket', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const outcome of ['YES', 'NO'] as const)
      test(`${side} ${outcome}: the entry as an order, the exits on its other side, the cost of both`, async () => {
        const { entry: price, profit, trigger } = PRICES[side];
        const before = await countAll();
        const found = await preview(bracket(side, outcome));
        const leg = { leg: 1, venue: 'Demo', instrument_id: 1001, outcome, qty: '3', sent_as: null };
        assert.deepEqual(
          found.entry?.legs.map(({ expected, ...entry }) => [entry, expected.cost]),
          [[{ ...leg, price }, side === 'BUY' ? '0.06' : '-2.94']],
        );
        assert.deepEqual(
          found.first_child.legs.map(({ expected, ...exit }) => [exit, expected.cost]),
          [[{ ...leg, price: profit }, side === 'BUY' ? '-2.7' : '0.3']],
        );
        assert.deepEqual(found.exits, [
          { kind: 'TAKE_PROFIT', trigger_price: null, price: profit, qty: '3' },
          { kind: 'STOP_LOSS', trigger_price: trigger, price: null, qty: '3' },
        ]);
        assert.deepEqual([found.max_cost, found.max_loss, found.reserved], ['0.06', '0.06', '0']);
        assert.deepEqual(await countAll(), before, 'nothing is stored');
      });

  test('one exit alone, with a limit for the stop, and a smaller quantity', async () => {
    const profit = await preview(bracket('BUY', 'YES', { stop_loss: undefined }));
    assert.deepEqual(
      profit.exits.map(({ kind }) => kind),
      ['TAKE_PROFIT'],
    );
    const stopLoss = { trigger_price: '0.01', price: '0.01' };
    const loss = await preview({
      ...bracket('BUY', 'YES', { take_profit: undefined, stop_loss: stopLoss }),
      qty: '2',
    });
    const stop = { kind: 'STOP_LOSS', trigger_price: '0.01', price: '0.01', qty: '2' };
    assert.deepEqual([loss.exits, loss.entry?.legs[0]?.qty], [[stop], '3']);
  });

  test('of any other type it has neither', async () => {
    const { entry, exits } = await preview(createIceberg());
    assert.deepEqual([entry, exits], [null, []]);
  });

  test('it is refused as the order is', async () => {
    const [before, body] = [await countAll(), bracket('BUY', 'YES')];
    const entryOf = (change: object): object => {
      const params = body['params'] as { readonly entry: object };
      return bracket('BUY', 'YES', { entry: { ...params.entry, ...change } });
    };
    for (const [refused, field] of [
      [bracket('BUY', 'YES', { take_profit: { price: '0.01' } }), 'params.take_profit.price'],
      [bracket('SELL', 'NO', { take_profit: { price: '0.99' } }), 'params.take_profit.price'],
      [bracket('BUY', 'NO', { take_profit: { price: '0.905' } }), 'params.take_profit.price'],
      [bracket('BUY', 'YES', { attach_to: 'ord_1' }), 'params.attach_to'],
      [{ ...body, side: 'BUY' }, 'side'],
      [{ ...body, outcome: 'NO' }, 'outcome'],
      [{ ...body, qty: '4' }, 'qty'],
      [{ ...body, price: '0.5' }, 'price'],
      [{ ...body, reduce_only: false }, 'reduce_only'],
      [entryOf({ client_order_id: 'own' }), 'params.entry.client_order_id'],
      [entryOf({ price: '0.021' }), 'params.entry.price'],
      [entryOf({ side: 'HOLD' }), 'params.entry.side'],
    ] as const)
      for (const path of [`${COMPLEX}/preview`, COMPLEX]) await refuses(path, refused, field);
    assert.deepEqual(await countAll(), before);
  });
});

describe('overlap_after_ms', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const outcome of ['YES', 'NO'] as const)
      test(`${side} ${outcome}: the preview reserves the stop in addition to the entry`, async () => {
        const found = await preview(bracket(side, outcome, { overlap_after_ms: 3_000 }));
        const total = renderUnits(sumDecimals(['0.06', STOP_COST[side]]));
        assert.deepEqual([found.max_cost, found.max_loss, found.reserved], [total, total, '3']);
        assert.ok(found.warnings.some((text) => text.includes('twice the quantity')));
      });

  test('it is echoed, stays as it was accepted, and 0 is allowed', async () => {
    for (const overlap of [0, 3_600_000]) {
      const body = bracket('BUY', 'YES', { overlap_after_ms: overlap });
      const { id, params, state } = await api.ok<Accepted>('POST', COMPLEX, body);
      assert.deepEqual([params['overlap_after_ms'], state.overfill_qty_max], [overlap, '3']);
      const change = { params: { overlap_after_ms: 5_000 } };
      await refuses(`${COMPLEX}/${id}`, change, 'params.overlap_after_ms', 'PATCH');
      const read = await api.ok<Accepted>('GET', `${COMPLEX}/${id}`);
      assert.equal(read.params['overlap_after_ms'], overlap);
      await api.ok('DELETE', `${COMPLEX}/${id}`);
      await api.ok('DELETE', `/v1/orders/${String(params['attach_to'])}`);
    }
    const { params, state } = await api.ok<Accepted>('POST', COMPLEX, bracket('BUY', 'YES'));
    assert.deepEqual([params['overlap_after_ms'], state.overfill_qty_max], [null, '0']);
  });

  for (const [why, params] of [
    ['longer than an hour', { overlap_after_ms: 3_600_001 }],
    ['negative', { overlap_after_ms: -1 }],
    ['a fraction', { overlap_after_ms: 1.5 }],
    ['a text', { overlap_after_ms: '3000' }],
    ['without a stop loss', { overlap_after_ms: 3_000, stop_loss: undefined }],
    ['without a take-profit', { overlap_after_ms: 3_000, take_profit: undefined }],
  ] as const)
    test(`${why}: refused and named`, async () => {
      const before = await countAll();
      for (const path of [`${COMPLEX}/preview`, COMPLEX])
        await refuses(path, bracket('BUY', 'YES', params), 'params.overlap_after_ms');
      assert.deepEqual(await countAll(), before);
    });

  test('a STOP does not have it', () =>
    refuses(
      COMPLEX,
      {
        subaccount_id: 'sa_1',
        type: 'STOP',
        instrument_id: 1001,
        side: 'SELL',
        qty: '5',
        params: { trigger_price: '0.01', overlap_after_ms: 3_000 },
      },
      'params.overlap_after_ms',
    ));
});
