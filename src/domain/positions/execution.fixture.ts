import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { Outcome, Side } from '../../contract/model/order.ts';
import type { Position } from '../../contract/model/position.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { applyFill, type Execution } from './position-accounting.ts';

/** `execution('BUY YES 10 @ 0.48')`: an execution from text. */
export function execution(text: string): Execution {
  const [side, outcome, qty, , price] = text.split(' ');
  return toExecution(side as Side, outcome as Outcome, parsePrice(price) as Price, parseQty(qty) as Qty);
}

export function toExecution(side: Side, outcome: Outcome, price: Price, qty: Qty): Execution {
  return {
    accountId: 'acc_1' as AccountId,
    subaccountId: 'sa_1' as SubaccountId,
    instrumentId: 1001 as InstrumentId,
    venue: 'Demo' as VenueName,
    side,
    outcome,
    price,
    qty,
    at: 1_782_907_200_000 as TimestampMs,
  };
}

/** The position after these executions, in order. */
export function positionAfter(...texts: readonly [string, ...string[]]): Position {
  const [first, ...rest] = texts;
  return rest.reduce(
    (position, text) => applyFill(position, execution(text)).position,
    applyFill(null, execution(first)).position,
  );
}
