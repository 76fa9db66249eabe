import type { Decimal, Instant } from './common.ts';
import type { OrderStatus } from './order.ts';

export type QuoteAction = 'KEPT' | 'LOWERED' | 'AMENDED' | 'PLACED' | 'CANCELLED' | 'REFUSED';

export interface QuoteSideAnswer {
  action: QuoteAction;
  /** Null: no order, or the new one is placed once the old one is proven cancelled. */
  order_id: string | null;
  error: { error: string; message: string; details: unknown } | null;
}

/** What was done with each side of a request; null for a side that was left out. */
export interface QuotesAnswer {
  subaccount_id: string;
  quote_seq: number;
  quotes: { instrument_id: number; bid: QuoteSideAnswer | null; ask: QuoteSideAnswer | null }[];
}

export interface Quote {
  order_id: string | null;
  status: OrderStatus | null;
  price: Decimal | null;
  /** The quantity that rests. */
  qty: Decimal | null;
  /** Placed once the order is proven cancelled. */
  next: { price: Decimal; qty: Decimal } | null;
}

export interface Quotes {
  subaccount_id: string;
  quote_seq: number;
  quotes: { instrument_id: number; bid: Quote | null; ask: Quote | null }[];
}

/** Quotes that fill a limit within the window are withdrawn, and refused while it is frozen. */
export interface MakerProtection {
  subaccount_id: string;
  window_ms: number;
  max_filled_qty: Decimal | null;
  max_net_qty: Decimal | null;
  frozen_ms: number;
  filled_qty: Decimal;
  net_qty: Decimal;
  frozen: boolean;
  frozen_at: Instant | null;
  /** Null while frozen: until it is reset. */
  frozen_until: Instant | null;
  breaches: number;
  updated_at: Instant | null;
}
