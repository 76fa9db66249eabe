import type { InstrumentId, VenueName } from '../src/contract/model/ids.ts';
import type { Price, Qty } from '../src/contract/model/money.ts';
import type { TimestampMs } from '../src/contract/model/time.ts';
import type { Print } from '../src/market-data/market-data-types.ts';

/** Print number `id`; both hosts send the same prints. */
export const createPrint = (id: number): Print => ({
  id,
  instrumentId: (1_001 + (id % 60)) as InstrumentId,
  venue: 'Demo' as VenueName,
  price: (BigInt(1 + (id % 98)) * 1_000_000n) as Price,
  qty: (BigInt(1 + (id % 40)) * 100_000_000n) as Qty,
  side: id % 2 === 0 ? 'BUY' : 'SELL',
  timestamp: (1_782_907_200_000 + id) as TimestampMs,
});
