import type { AccountId, InstrumentId, SubaccountId, VenueName } from './ids.ts';
import type { Notional } from './money.ts';
import type { TimestampMs } from './time.ts';

/** What one subaccount holds of one instrument, YES terms. */
export interface Position {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly net: bigint; // 1e-8 contracts: YES bought minus YES sold, NO counted opposite
  readonly cost: Notional; // ≥ 0: what |net| was opened at, in YES prices; average = cost / |net|
  readonly realizedPnl: Notional; // without fees
  readonly updatedAt: TimestampMs;
}
