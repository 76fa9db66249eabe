import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields, VALIDATION } from '../api-assertions.ts';
import { divideHalfEven, known, ONE, parseUnits, renderUnits } from '../support/decimal.ts';
import {
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getFills,
  getPositions,
  RAIN,
  signedQty,
  submit,
} from '../support/order-bodies.ts';
import type { Fill, Order, Position } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const SUB = 'sa_1';

/** A position in YES terms with exact integers: cost is in 1e-16. */
interface Holding {
  readonly net: bigint;
  readonly cost: bigint; // of |net|; the average price is cost / |net|
  readonly realized: bigint;
}

const FLAT: Holding = { net: 0n, cost: 0n, realized: 0n };
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Adds one fill by the rules of the contract: an increase averages, a reduction takes its share of the cost,
 * crossing zero restarts.
 */
function grown({ net, cost, realized }: Holding, fill: Fill): Holding {
  const delta = signedQty(fill);
  const price = fill.outcome === 'YES' ? parseUnits(fill.price) : ONE - parseUnits(fill.price);
  if (net === 0n || net > 0n === delta > 0n)
    return { net: net + delta, cost: cost + abs(delta) * price, realized };
  const closed = abs(delta) < abs(net) ? abs(delta) : abs(net);
  const share = divideHalfEven(cost * closed, abs(net));
  const gained = net > 0n ? price * closed - share : share - price * closed;
  const left = net + delta;
  const isCrossed = left !== 0n && left > 0n !== net > 0n;
  return {
    net: left,
    cost: isCrossed ? abs(left) * price : cost - share,
    realized: realized + gained,
  };
}

const oldestFirst = (fills: readonly Fill[]) =>
  [...fills].sort((a, b) => Number(a.id.slice(4)) - Number(b.id.slice(4)));

async function assertPositionsAreFills(): Promise<readonly Position[]> {
  const [fills, positions] = [oldestFirst(await getFills(api, SUB)), await getPositions(api, SUB)];
  const holdings = new Map<number, Holding>();
  for (const fill of fills)
    holdings.set(fill.instrument_id, grown(holdings.get(fill.instrument_id) ?? FLAT, fill));
  const held = [...holdings].filter(([, { net }]) => net !== 0n).sort(([a], [b]) => a - b);
  assert.deepEqual(
    positions.map((each) => each.instrument_id),
    held.map(([id]) => id),
  );
  for (const [at, [, { net, cost, realized }]] of held.entries()) {
    const position = positions[at] as Position;
    assert.deepEqual([position.side, position.outcome], [net > 0n ? 'BUY' : 'SELL', 'YES']);
    assert.equal(position.qty, renderUnits(abs(net)));
    assert.equal(position.avg_price, renderUnits(divideHalfEven(cost, abs(net))));
    assert.equal(position.realized_pnl, renderUnits(realized, 16));
    const gain = parseUnits(known(position.mark_price)) * net - (net > 0n ? cost : -cost);
    assert.equal(position.unrealized_pnl, renderUnits(gain, 16));
  }
  const total = [...holdings.values()].reduce((sum, { realized }) => sum + realized, 0n);
  assert.equal(
    renderUnits(
      fills.reduce((sum, fill) => sum + parseUnits(fill.realized_pnl, 16), 0n),
      16,
    ),
    renderUnits(total, 16),
  );
  return positions;
}

const STEPS: readonly (readonly [what: string, order: Fields])[] = [
  ['a first buy opens', { qty: '7' }],
  ['a buy at another price averages', { qty: '400' }],
  ['a sale reduces and realizes, the average stays', { side: 'SELL', qty: '30' }],
  ['a buy of NO nets against YES', { outcome: 'NO', qty: '11' }],
  ['a sale through zero turns to NO and starts a new average', { side: 'SELL', qty: '600' }],
  ['more NO averages', { outcome: 'NO', qty: '13' }],
  ['selling NO reduces it', { side: 'SELL', outcome: 'NO', qty: '50' }],
  ['fractions and fine prices stay exact', { instrument_id: 1013, qty: '33.3' }],
  ['and reduce exactly', { instrument_id: 1013, side: 'SELL', qty: '11.1' }],
  ['a third market is a separate position', { instrument_id: 1002, outcome: 'NO', qty: '5' }],
];

for (const [what, order] of STEPS) {
  test(`${what}: positions are the signed sum of fills`, async () => {
    const { filled_qty: filled } = await submit(api, createTakingOrder({ subaccount_id: SUB, ...order }));
    assert.ok(parseUnits(filled) > 0n);
    await assertPositionsAreFills();
  });
}

test('a closed position is not listed, and its profit remains in its fills', async () => {
  const held = (await getPositions(api, SUB)).find((each) => each.instrument_id === 1002);
  await submit(api, createRestingOrder({ instrument_id: 1002, price: '0.99', qty: held?.qty, tif: 'IOC' }));
  const positions = await assertPositionsAreFills();
  assert.equal(
    positions.find((each) => each.instrument_id === 1002),
    undefined,
  );
});

test('after random trades, the positions equal the sum of the fills', async () => {
  for (let round = 0; round < 40; round += 1) {
    const side = (round * 7) % 5 < 2 ? 'BUY' : 'SELL';
    const outcome = (round * 3) % 4 < 2 ? 'YES' : 'NO';
    await submit(
      api,
      createTakingOrder({
        subaccount_id: SUB,
        instrument_id: round % 3 === 0 ? RAIN : 1006,
        side,
        outcome,
        qty: String(1 + ((round * 13) % 29)),
      }),
    );
  }
  await assertPositionsAreFills();
});

test('fills are listed newest first, and narrowed by order, market and time', async () => {
  const fills = await getFills(api, SUB);
  const numbers = fills.map(({ id }) => Number(id.slice(4)));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => b - a),
  );
  const ofRain = fills.filter((each) => each.instrument_id === RAIN);
  assert.deepEqual(await getFills(api, SUB, `&instrument_id=${RAIN}`), ofRain);
  const [from, to] = [fills.at(-5)?.timestamp ?? 0, fills.at(5)?.timestamp ?? 0];
  const within = fills.filter(({ timestamp }) => timestamp >= from && timestamp < to);
  assert.deepEqual(await getFills(api, SUB, `&start=${from}&end=${to}`), within);
  assert.deepEqual(await getFills(api, 'sa_2'), []);
});

test('positions are the same after a crash', async () => {
  const stable = ({ instrument_id, side, qty, avg_price, realized_pnl }: Position) => [
    instrument_id,
    side,
    qty,
    avg_price,
    realized_pnl,
  ];
  const before = (await getPositions(api, SUB)).map(stable);
  await service.kill();
  await service.start();
  assert.deepEqual((await assertPositionsAreFills()).map(stable), before);
});

for (const [side, closing] of [
  ['BUY', 'SELL'],
  ['SELL', 'BUY'],
] as const) {
  test(`a position that a ${side} opened is closed by one reduce-only order`, async () => {
    const target = { subaccount_id: 'sa_2', instrument_id: RAIN };
    await submit(api, createTakingOrder({ subaccount_id: 'sa_2', side, qty: '7' }));
    const order = await api.ok<Fields>('POST', '/v1/positions/close', target);
    assert.deepEqual(
      [
        order['side'],
        order['outcome'],
        order['qty'],
        order['filled_qty'],
        order['reduce_only'],
        order['type'],
      ],
      [closing, 'YES', '7', '7', true, 'MARKET'],
    );
    assert.deepEqual(await getPositions(api, 'sa_2'), []);
  });
}

test('a position is closed at a limit too; a wrong target or price is refused', async () => {
  const path = '/v1/positions/close';
  const target = { subaccount_id: 'sa_2', instrument_id: RAIN };
  await api.refused([422, 'nothing_to_reduce'], 'POST', path, target);
  await submit(api, createTakingOrder({ subaccount_id: 'sa_2', qty: '7' }));
  const resting = await api.ok<Order>('POST', path, { ...target, price: '0.99', tif: 'GTC' });
  assert.deepEqual([resting.status, resting.price, resting.qty], ['OPEN', '0.99', '7']);
  await api.refused([422, 'nothing_to_reduce'], 'POST', path, target);
  for (const [body, field] of [
    [{ subaccount_id: 'sa_2' }, 'instrument_id'],
    [{ ...target, generic_asset_id: 1 }, 'instrument_id'],
    [{ ...target, tif: 'GTC' }, 'price'],
    [{ ...target, qty: '1' }, 'qty'],
    [{ ...target, price: 'x' }, 'price'],
  ] as const) {
    const refusal = await api.refused(VALIDATION, 'POST', path, body);
    assert.deepEqual(readFields(refusal), [field]);
  }
  await api.refused([404, 'not_found'], 'POST', path, { ...target, subaccount_id: 'sa_77' });
  await api.ok('DELETE', `/v1/orders/${resting.id}`);
  await api.ok('POST', path, target);
});
