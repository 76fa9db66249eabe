import type { Kind } from './sources.ts';

/** The fields of a table, fixed so that an empty export has its header and every export the same columns. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  orders:
    'id client_order_id subaccount_id status instrument_id generic_asset_id venue side outcome type tif expires_at price qty filled_qty remaining_qty avg_fill_price fees routing legs pending_action reason created_at updated_at'.split(
      ' ',
    ),
  fills:
    'id order_id client_order_id subaccount_id instrument_id venue venue_trade_id side outcome price qty fee liquidity realized_pnl timestamp settlement voids'.split(
      ' ',
    ),
  positions:
    'instrument_id side qty avg_price unrealized_pnl subaccount_id venue outcome mark_price realized_pnl updated_at'.split(
      ' ',
    ),
  prints: ['id', 'instrument_id', 'venue', 'price', 'qty', 'side', 'timestamp'],
  candles: ['t', 'o', 'h', 'l', 'c', 'v'],
};
