import type { AccountId, InstrumentId, SubaccountId, VenueName } from './ids.ts';
import type { Notional, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Position of one subaccount in one instrument, in YES terms. */
export interface Position {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly net: bigint; // 1e-8 contracts: YES bought minus YES sold; buying NO counts as selling YES
  readonly cost: Notional; // ≥ 0: opening cost of |net| at YES prices; average = cost / |net|
  readonly realizedPnl: Notional; // without fees
  readonly updatedAt: TimestampMs;
}

/**
 * What one subaccount holds of both outcomes at a venue where YES and NO are separate tokens: its position counts neither.
 * A pair of tokens pays 1 whatever the result is.
 */
export interface TokenPairs {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly pairs: Qty; // min(YES, NO)
}
