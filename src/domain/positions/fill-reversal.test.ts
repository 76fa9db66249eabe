import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type InstrumentId, toFillId, toOrderId } from '../../contract/model/ids.ts';
import { NOTIONAL_ZERO, type Notional, type Price, type Qty } from '../../contract/model/money.ts';
import type { Fill } from '../../contract/model/order.ts';
import type { Position } from '../../contract/model/position.ts';
import { AT, DEMO, newOrder, TRADER } from '../order-state/order.fixture.ts';
import { recomputeWithoutFill, toCompensatingFill } from './fill-reversal.ts';
import { addFillToPnl, type PnlState, replayPnl, toMinute } from './pnl-curve.ts';
import { applyFill } from './position-accounting.ts';

const trade = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
  price: fc.bigInt({ min: 1n, max: 99n }).map((cents) => (cents * 1_000_000n) as Price),
  qty: fc.bigInt({ min: 1n, max: 40n }).map((lots) => (lots * 100_000_000n) as Qty),
});

type Trade = typeof trade extends fc.Arbitrary<infer Value> ? Value : never;

/** The recorded fills of trades in sequence, and the resulting position. */
function lived(trades: readonly Trade[]): { readonly fills: Fill[]; readonly held: Position | null } {
  let held: Position | null = null;
  const fills = trades.map((each, index): Fill => {
    const { subaccountId } = newOrder();
    const owner = {
      accountId: TRADER.accountId,
      subaccountId,
      instrumentId: 1001 as InstrumentId,
      venue: DEMO,
    };
    const applied = applyFill(held, { ...owner, ...each, at: AT });
    held = applied.position.net === 0n ? null : applied.position;
    return {
      ...owner,
      ...each,
      id: toFillId(index + 1),
      orderId: toOrderId(1),
      leg: 1,
      generation: 1,
      clientOrderId: null,
      tag: null,
      venueTradeId: `t${index}`,
      fee: 7n as Notional,
      liquidity: 'TAKER',
      realizedPnl: applied.realizedPnl,
      timestamp: AT,
      settlement: 'PENDING',
      voids: null,
      tokenSide: null,
    };
  });
  return { fills, held };
}

test('a fill counts at its own time, or at that of the fill recorded before it if that is later', () => {
  const day = { side: 'BUY', outcome: 'YES', price: 40_000_000n as Price, qty: 100_000_000n as Qty } as const;
  const { fills } = lived([day, day, day]);
  for (const [first, second, third] of [
    [0, 0, 0],
    [0, 60_000, 120_000],
    [60_000, 0, 120_000],
    [120_000, 60_000, 0],
    [0, 120_000, 60_000],
  ] as const) {
    const times = [first, second, third].map((ms) => AT + ms);
    let state: PnlState | null = null;
    for (const [at, fill] of fills.entries()) {
      state = addFillToPnl(state, { ...fill, timestamp: times[at] as typeof AT });
      assert.equal(state.filledAt, Math.max(...times.slice(0, at + 1)));
    }
  }
});

const sumPnl = (fills: readonly Fill[]): bigint =>
  fills.reduce((sum, { realizedPnl }) => sum + realizedPnl, 0n);
const toFigures = (position: Position | null): object =>
  position === null || position.net === 0n
    ? { net: 0n }
    : { net: position.net, cost: position.cost, realizedPnl: position.realizedPnl };

test('I-10: without a fill, position, cost and PnL are as if it had never happened', () => {
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 12 }), fc.nat(), (trades, at) => {
      const gone = at % trades.length;
      const { fills } = lived(trades);
      const other = lived(trades.filter((_, index) => index !== gone));
      const voided = fills[gone] as Fill;
      const { position, realizedPnl } = recomputeWithoutFill(fills, voided.id, AT);
      assert.deepEqual(toFigures(position), toFigures(other.held));
      assert.equal(sumPnl(fills) + realizedPnl, sumPnl(other.fills), 'all records add up');
    }),
  );
});

test('several voided fills give the same result in any order', () => {
  fc.assert(
    fc.property(fc.array(trade, { minLength: 3, maxLength: 10 }), fc.boolean(), (trades, isReversed) => {
      const { fills } = lived(trades);
      const targets = isReversed ? [1, 0] : [0, 1];
      let history = fills;
      for (const [count, target] of targets.entries()) {
        const voided = fills[target] as Fill;
        const { realizedPnl } = recomputeWithoutFill(history, voided.id, AT);
        const record = toCompensatingFill(voided, toFillId(100 + count), realizedPnl, AT);
        history = [
          ...history.map((fill) => (fill.id === voided.id ? { ...fill, settlement: 'VOID' as const } : fill)),
          record,
        ];
      }
      assert.equal(sumPnl(history), sumPnl(lived(trades.slice(2)).fills));
    }),
  );
});

test('a compensating fill mirrors the voided fill, so that quantities and fees sum to zero', () => {
  const [fill] = lived([
    { side: 'BUY', outcome: 'NO', price: 40_000_000n as Price, qty: 100_000_000n as Qty },
  ]).fills;
  assert.ok(fill);
  const record = toCompensatingFill(fill, toFillId(9), NOTIONAL_ZERO, AT);
  assert.deepEqual(
    [record.side, record.outcome, record.qty, record.fee, record.voids, record.settlement],
    ['SELL', 'NO', fill.qty, -7n, fill.id, 'VOID'],
  );
  assert.notEqual(record.venueTradeId, fill.venueTradeId);
});

test('I-10: the PnL rows after a void are those of the other fills, from the minute of the void on', () => {
  const gaps = fc.array(fc.tuple(trade, fc.constantFrom(0, 20_000, 60_000)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(gaps, fc.nat(), (timed, picked) => {
      let at = AT;
      const fills = lived(timed.map(([each]) => each)).fills.map((fill, index): Fill => {
        at = (at + (timed[index]?.[1] ?? 0)) as typeof AT;
        return { ...fill, timestamp: at };
      });
      const voidedIndex = picked % fills.length;
      const voided = fills[voidedIndex] as Fill;
      const marked = fills.map((fill) => (fill === voided ? { ...fill, settlement: 'VOID' as const } : fill));
      const rows = replayPnl(marked, voided.id);
      const firstMinute = rows[0]?.t ?? 0;
      for (const row of rows) {
        const counted = marked.filter(
          (fill, index) =>
            fill.settlement !== 'VOID' && (toMinute(fill.timestamp) <= row.t || index < voidedIndex),
        );
        const expected = counted.reduce<PnlState | null>(addFillToPnl, null);
        const { net, cost, realizedPnl, fees } = row;
        assert.deepEqual(
          { net, cost, realizedPnl, fees },
          {
            net: expected?.net ?? 0n,
            cost: expected?.cost ?? NOTIONAL_ZERO,
            realizedPnl: expected?.realizedPnl ?? NOTIONAL_ZERO,
            fees: expected?.fees ?? NOTIONAL_ZERO,
          },
        );
      }
      const later = marked.slice(voidedIndex + 1).map(({ timestamp }) => toMinute(timestamp));
      assert.deepEqual(
        rows.map(({ t }) => t),
        [...new Set([firstMinute, ...later])],
      );
      assert.ok(firstMinute <= toMinute(voided.timestamp));
    }),
  );
});
