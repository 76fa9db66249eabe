import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import { openApiDocument } from './openapi.ts';

const { schemas } = openApiDocument(DEFAULT_CONFIG, '1.0.0').components;

/** The fields of each record in version 1 of the contract. It only adds: none of them may go. */
const FIELDS: Readonly<Record<string, string>> = {
  Instrument:
    'instrument_id venue venue_instrument_id ticker slug title description category event_id venue_event_id event_title series event_exclusive outcome_name status market_type outcomes generic_asset_id price_tick min_price max_price price_bands qty_step min_qty fees open_time close_time result settlement_price updated_at',
  Book: 'instrument_id bids asks timestamp sequence',
  AggregatedBook: 'generic_asset_id bids asks members timestamp sequence',
  Trade: 'id instrument_id venue price qty side timestamp',
  Stats: 'instrument_id volume_24h last_price open_interest as_of source',
  Candle: 't o h l c v source',
  PricePoint: 'timestamp price source',
  Venue: 'name status capabilities',
  VenueHealth: 'venue healthy latency_ms checked_at reason',
  GenericAsset: 'generic_asset_id title description category status venues members safety',
  Order:
    'id client_order_id subaccount_id status instrument_id generic_asset_id venue side outcome type tif expires_at price qty filled_qty remaining_qty avg_fill_price fees routing post_only reduce_only capped_qty tag parent_id session_id legs pending_action reason venue_code venue_message created_at updated_at',
  Fill: 'id order_id client_order_id tag subaccount_id instrument_id venue venue_trade_id side outcome price qty sent_as fee liquidity realized_pnl timestamp settlement voids settlement_price',
  Position:
    'instrument_id side qty avg_price unrealized_pnl subaccount_id venue outcome mark_price realized_pnl updated_at fair_price unrealized_at_fair',
  RiskState:
    'subaccount_id breached breaches kill_switch_active open_orders position_qty limits account_limits usage timestamp',
  Limits:
    'subaccount_id max_order_qty max_position_qty max_open_orders day_cost_max day_loss_max orders_per_minute_max updated_at',
  KillSwitch: 'enabled kill_switch_active subaccounts paused_complex_orders updated_at',
  CancelSummary:
    'subaccount_id cancelled cancelled_order_ids pending_order_ids cancelled_complex_order_ids failed',
  ComplexOrder:
    'id type idempotency_key subaccount_id status reason instrument_id generic_asset_id side outcome qty filled_qty live_qty remaining_qty unprotected_qty avg_fill_price fees price tif expires_at post_only reduce_only tag routing params state hedge child_order_ids paused_by paused_at needs_resume triggered_at created_at updated_at',
  ComplexOrderCancelSummary:
    'subaccount_id cancelled cancelled_complex_order_ids pending_complex_order_ids failed',
  Account: 'account_id key_id permissions subaccounts expires_at agent limits server_time',
  Subaccount: 'subaccount_id name status kill_switch_active',
  Health: 'status version uptime_s profile role checks',
  Error: 'error message details request_id',
};

for (const [name, fields] of Object.entries(FIELDS)) {
  test(`the record ${name} has the fields of the contract`, () => {
    const properties = schemas[name]?.properties ?? {};
    assert.deepEqual(
      fields.split(' ').filter((field) => properties[field] === undefined),
      [],
    );
  });
}
