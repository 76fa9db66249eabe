import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import {
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Fill, LegArrival } from '../../contract/model/order.ts';
import { type ContractValue, type TradeFigures, TradePerformance } from './trade-performance.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const money = (text: string): Notional => (price(text) * 100_000_000n) as Notional;

const fill = (change: Partial<Record<keyof Fill, unknown>>): Fill =>
  ({
    orderId: 'ord_1',
    instrumentId: 1 as InstrumentId,
    venue: 'Demo',
    tag: null,
    side: 'BUY',
    outcome: 'YES',
    price: price('0.4'),
    qty: qty('10'),
    fee: money('0.1'),
    liquidity: 'TAKER',
    timestamp: Date.UTC(2026, 6, 1, 23),
    settlement: 'FINAL',
    ...change,
  }) as Fill;
const arrival = (change: Partial<LegArrival> = {}): LegArrival => ({
  bid: price('0.38'),
  ask: price('0.4'),
  takes: qty('10'),
  takesNotional: money('3.95'),
  ...change,
});
const OPEN: ContractValue = { price: price('0.45'), isSettled: false, isRefunded: false };
const NAMES = { netPnl: 'pnl', midSlippage: 'mid', expectedSlippage: 'expected' } as const;
const shown = (figures: TradeFigures, ...names: readonly (keyof typeof NAMES)[]): string =>
  names.map((name) => `${NAMES[name]} ${renderNotional(figures[name])}`).join(', ');

test('trades are worth what their market paid or its mark; groups add up to the total', () => {
  const performance = new TradePerformance('tag');
  performance.add(fill({ tag: 'a' }), null);
  performance.add(fill({ tag: 'b', side: 'SELL', price: price('0.5'), qty: qty('4') }), null);
  performance.add(fill({ tag: 'a', instrumentId: 2, outcome: 'NO' }), null);
  const valueOf = (id: InstrumentId): ContractValue =>
    id === 1 ? OPEN : { price: price('0'), isSettled: true, isRefunded: false };
  const groups = performance.groups(valueOf);
  assert.deepEqual(
    groups.map((each) => [each.group, shown(each, 'netPnl'), each.fills]),
    [
      ['a', 'pnl 6.3', 2],
      ['b', 'pnl 0.1', 1],
    ],
  );
  const total = performance.total(valueOf);
  assert.deepEqual([shown(total, 'netPnl'), renderNotional(total.traded)], ['pnl 6.4', '10']);
  assert.deepEqual([total.settledMarkets, total.wonMarkets], [1, 1]);
});

test('a fill without a known fee is counted, and not in the fees', () => {
  const performance = new TradePerformance('tag');
  performance.add(fill({ tag: 'a' }), null);
  performance.add(fill({ tag: 'a', fee: null }), null);
  performance.add(fill({ tag: 'b', fee: null, instrumentId: 2 }), null);
  const counts = [...performance.groups(() => OPEN), performance.total(() => OPEN)].map((each) => [
    renderNotional(each.fees),
    each.fillsWithoutFee,
  ]);
  assert.deepEqual(counts, [
    ['0.1', 1],
    ['0', 1],
    ['0.1', 2],
  ]);
});

test('a market is won only if it gained after the highest published fee of the fills without a fee', () => {
  const settled = (at: string): ContractValue => ({ price: price(at), isSettled: true, isRefunded: false });
  const won = (fee: Notional | null, paid: string) => {
    const performance = new TradePerformance('tag');
    performance.add(fill({ fee }), null);
    return performance.total(() => settled(paid)).wonMarkets;
  };
  // 10 at 0.4: the highest published fee is 10 × 0.07 × 0.4 × 0.6.
  assert.deepEqual(
    [won(money('0'), '0.41'), won(null, '0.41'), won(null, '0.4168'), won(null, '0.4169')],
    [1, 0, 0, 1],
  );
});

test('a market that is refunded costs its fees, and one without a price says so', () => {
  const performance = new TradePerformance('venue');
  performance.add(fill({}), null);
  const refunded = performance.total(() => ({ price: null, isSettled: true, isRefunded: true }));
  assert.deepEqual(
    [shown(refunded, 'netPnl'), refunded.unvaluedFills, refunded.wonMarkets],
    ['pnl -0.1', 0, 0],
  );
  const unknown = performance.total(() => ({ price: null, isSettled: false, isRefunded: false }));
  assert.deepEqual([shown(unknown, 'netPnl'), unknown.unvaluedFills], ['pnl -0.1', 1]);
});

test('slippage counts what was worse than the mid and than the expected average', () => {
  const performance = new TradePerformance('day');
  performance.add(fill({}), arrival());
  performance.add(fill({ side: 'SELL', price: price('0.37'), qty: qty('1') }), arrival({ takes: qty('0') }));
  performance.add(fill({ liquidity: 'MAKER', price: price('0.38') }), arrival());
  performance.add(fill({}), arrival({ bid: null }));
  performance.add(fill({ timestamp: Date.UTC(2026, 6, 2) }), null);
  const [first, second] = performance.groups(() => OPEN);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(shown(first, 'midSlippage', 'expectedSlippage'), 'mid 0.02, expected 0.1');
  assert.deepEqual([first.group, first.midFills, first.expectedFills], ['2026-07-01', 3, 2]);
  assert.deepEqual([second.group, second.midFills, second.expectedFills], ['2026-07-02', 0, 0]);
});

test('settlements and reversed fills are no trades', () => {
  assert.deepEqual(
    [fill({}), fill({ orderId: null }), fill({ settlement: 'VOID' })].map((each) =>
      TradePerformance.isTrade(each),
    ),
    [true, false, false],
  );
});

test('groups are sorted by name, whatever traded first', () => {
  const trades = new TradePerformance('tag');
  for (const tag of ['b', 'c', 'a', null]) trades.add(fill({ tag }), null);
  assert.deepEqual(
    trades.groups(() => OPEN).map(({ group }) => group),
    ['', 'a', 'b', 'c'],
  );
});
