import { decode, type Notional, object, parsed } from '#contract';
import type { VenueBalance } from '#ports';
import { parseText } from '../codec/polymarket-decoder.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import type { OrderRegistry } from './polymarket-orders.ts';

interface CashBalanceDeps {
  readonly client: Pick<PolymarketClient, 'readPrivate'>;
  readonly signatureType: number;
  readonly orders: Pick<OrderRegistry, 'cashKept'>;
}

const WHOLE = /^\d{1,30}$/; // with a decimal point it would be in another unit
const UNITS_OF_MICRO = 10_000_000_000n; // 1e-16 in 1e-6 pUSD
/** `balance` is in 1e-6 pUSD. */
export const CASH_BALANCE = object({
  balance: parsed('a whole number', (value) => {
    const micros = parseText(value) ?? '';
    return WHOLE.test(micros) ? ((BigInt(micros) * UNITS_OF_MICRO) as Notional) : null;
  }),
});
/** A trade moves whole millionths of pUSD, rounded in one of its two amounts. */
export const CASH_STEP = UNITS_OF_MICRO as Notional;

/**
 * The wallet's pUSD as the venue's matching engine knows it. Purchases that rest, or were matched and are not on the chain,
 * are still in that figure, but the venue refuses orders beyond the rest of it, so `available` is without them.
 */
export async function readCashBalance({
  client,
  signatureType,
  orders,
}: CashBalanceDeps): Promise<VenueBalance | null> {
  const query = `asset_type=COLLATERAL&signature_type=${signatureType}`;
  const answer = await client.readPrivate(`/balance-allowance?${query}`);
  const read = answer.kind === 'answer' && answer.status === 200 ? decode(CASH_BALANCE, answer.value) : null;
  if (read === null) return null;
  const total = read.balance;
  const free = total - orders.cashKept;
  return { currency: 'pUSD', total, available: (free > 0n ? free : 0n) as Notional };
}
