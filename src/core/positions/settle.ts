import type { SettlementResult } from '../instruments/instrument.ts';
import { assert, present } from '../kernel/assert.ts';
import { absolute, PRICE_ONE, type Price, type Qty } from '../kernel/decimal.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { Side } from '../orders/order.ts';
import { type AppliedFill, applyFill, averageOf } from './apply.ts';
import type { Position } from './position.ts';

/** The execution that ends a holding when its market resolves, and the position it leaves (net 0). */
export interface Settlement extends AppliedFill {
  readonly side: Side; // against the holding: SELL ends a long, BUY ends a short
  readonly outcome: 'YES';
  readonly price: Price; // YES terms
  readonly qty: Qty;
}

/**
 * Closes a holding at its market's result: 1 for YES, 0 for NO, and for VOID its average price, so that
 * nothing is won or lost.
 *
 * @param position  with a non-zero net
 * Source           contract, Fill record: SETTLEMENT; docs/decisions/0025-mark-and-settlement.md
 */
export function settle(position: Position, result: SettlementResult, at: TimestampMs): Settlement {
  assert(position.net !== 0n, 'only a holding is settled');
  const { accountId, subaccountId, instrumentId, venue } = position;
  const side: Side = position.net > 0n ? 'SELL' : 'BUY';
  const qty = absolute(position.net) as Qty;
  const price = settlementPrice(position, result);
  const execution = {
    accountId,
    subaccountId,
    instrumentId,
    venue,
    outcome: 'YES',
    side,
    price,
    qty,
    at,
  } as const;
  return { ...applyFill(position, execution), side, outcome: 'YES', price, qty };
}

function settlementPrice(position: Position, result: SettlementResult): Price {
  if (result === 'YES') return PRICE_ONE;
  if (result === 'NO') return 0n as Price;
  return present(averageOf(position), 'the average price of a holding');
}
