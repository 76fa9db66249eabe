import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { OrderId } from '../../contract/model/ids.ts';
import {
  type Notional,
  parsePrice,
  parseQty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Fill, Order } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { LedgerEvent } from '../events/event-schema.ts';
import { compareWithFacts, computeShadowResults, ShadowReportReader } from './shadow-report.ts';

const SINCE = 1_000 as TimestampMs;
const CENT_FEE = 100_000_000_000_000n as Notional; // 0.01

let reader: ShadowReportReader;
beforeEach(() => {
  reader = new ShadowReportReader(SINCE);
});

const add = (event: object, at = 2_000): void =>
  reader.add({ at: at as TimestampMs, events: [event as LedgerEvent] });

interface Terms {
  readonly side?: 'BUY' | 'SELL';
  readonly outcome?: 'YES' | 'NO';
  readonly qty?: string;
  readonly at?: number;
}

function accept(id: string, { side = 'BUY', outcome = 'YES', qty = '10', at }: Terms = {}): void {
  const leg = {
    leg: 1,
    venue: 'Kalshi',
    instrumentId: 7,
    venueInstrumentId: 'K-7',
    outcome,
    qty: parseQty(qty),
  };
  const order = { id, clientOrderId: `c-${id}`, side, legs: [leg] } as unknown as Order;
  add({ type: 'OrderAccepted', order }, at);
}

function fill(
  orderId: string | null,
  price: string,
  qty: string,
  outcome = 'YES',
  fee: Notional | null = CENT_FEE,
): void {
  const terms = { orderId, leg: 1, instrumentId: 7, outcome, settlement: 'FINAL' };
  const values = { price: parsePrice(price), qty: parseQty(qty), fee };
  add({ type: 'FillRecorded', fill: { ...terms, ...values } as unknown as Fill });
}

const observe = (orderId: string, since: 'ORDER' | 'FILL', afterMs: number, bid: string, ask: string): void =>
  add({
    type: 'BookObserved',
    orderId: orderId as OrderId,
    leg: 1,
    since,
    afterMs,
    bid: parsePrice(bid),
    ask: parsePrice(ask),
  });

function result() {
  const [found] = computeShadowResults(reader);
  assert.ok(found !== undefined);
  const { orders, filledOrders, qty, filledQty, slippage, adverse, fees, pnl } = found;
  const show = (value: bigint | null | undefined): string =>
    value === null || value === undefined ? 'unknown' : renderDecimal(value);
  return {
    orders: `${filledOrders} of ${orders}`,
    filled: `${renderDecimal(filledQty)} of ${renderDecimal(qty)}`,
    slippage: show(slippage),
    adverse: [...adverse.values()].map(show),
    fees: fees === null ? 'unknown' : renderNotional(fees),
    pnl: pnl === null ? 'unknown' : renderNotional(pnl),
  };
}

describe('results of an instrument', () => {
  test('sum up orders, slippage against arrival, the moves after the fill, and PnL at the last mid price', () => {
    accept('o1');
    observe('o1', 'ORDER', 0, '0.4', '0.42');
    fill('o1', '0.42', '10');
    observe('o1', 'FILL', 0, '0.4', '0.42');
    observe('o1', 'FILL', 1_000, '0.38', '0.4');
    observe('o1', 'FILL', 10_000, '0.44', '0.46');
    accept('o2', { qty: '30' });
    assert.deepEqual(result(), {
      orders: '1 of 2',
      filled: '10 of 40',
      slippage: '0.01',
      adverse: ['0.02', '-0.04', 'unknown'],
      fees: '0.01',
      pnl: '0.29', // 10 × (0.45 − 0.42) − 0.01
    });
  });

  test('are the same for a sale of YES and a purchase of NO', () => {
    const results = (['YES', 'NO'] as const).map((outcome) => {
      reader = new ShadowReportReader(SINCE);
      accept('o1', { side: outcome === 'YES' ? 'SELL' : 'BUY', outcome });
      observe('o1', 'ORDER', 0, '0.4', '0.42');
      fill('o1', outcome === 'YES' ? '0.4' : '0.6', '10', outcome);
      observe('o1', 'FILL', 0, '0.4', '0.42');
      observe('o1', 'FILL', 1_000, '0.42', '0.44');
      return result();
    });
    assert.deepEqual(results[0], results[1]);
    assert.deepEqual(
      [results[0]?.slippage, results[0]?.adverse[0], results[0]?.pnl],
      ['0.01', '0.02', '-0.31'],
    );
  });

  test('weigh each order by its filled quantity, and leave out what was not observed', () => {
    accept('o1');
    observe('o1', 'ORDER', 0, '0.4', '0.4');
    fill('o1', '0.44', '1');
    accept('o2');
    observe('o2', 'ORDER', 0, '0.4', '0.4');
    fill('o2', '0.4', '3');
    accept('o3');
    fill('o3', '0.9', '10');
    assert.equal(result().slippage, '0.01');
  });

  test('take the settlement price once the market is resolved', () => {
    accept('o1');
    observe('o1', 'ORDER', 0, '0.4', '0.42');
    fill('o1', '0.42', '10');
    fill(null, '1', '10');
    assert.equal(result().pnl, '5.79');
  });

  test('have no PnL of an open position without a mid price', () => {
    accept('o1');
    fill('o1', '0.42', '10');
    assert.equal(result().pnl, 'unknown');
  });

  test('have neither fees nor PnL once the fee of a fill is not known', () => {
    accept('o1');
    fill('o1', '0.42', '5');
    fill('o1', '0.42', '2', 'YES', null);
    fill('o1', '0.42', '3');
    fill(null, '1', '10');
    assert.deepEqual([result().fees, result().pnl], ['unknown', 'unknown']);
  });

  test('leave out orders from before the period', () => {
    accept('o1', { at: 999 });
    fill('o1', '0.42', '10');
    assert.deepEqual(computeShadowResults(reader), []);
  });
});

test('model and fact are joined by client order id, instrument and side', () => {
  accept('o1');
  fill('o1', '0.42', '10');
  accept('o2');
  const model = reader;
  reader = new ShadowReportReader(SINCE);
  accept('o1');
  fill('o1', '0.43', '4');
  accept('o2', { side: 'SELL' });
  const [only, ...others] = compareWithFacts(model, reader);
  assert.deepEqual(others, []);
  assert.ok(only !== undefined);
  assert.deepEqual(
    [only.clientOrderId, renderDecimal(only.model.filledQty), renderDecimal(only.fact.filledQty)],
    ['c-o1', '10', '4'],
  );
});
