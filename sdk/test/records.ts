/** The example records of the contract, for the fake service to answer with. */
import type { Fill, GenericAsset, Instrument, Order, Position, Trade } from '../src/index.ts';

export const NOW = '2026-07-01T12:00:00.000Z';

export const instrument: Instrument = {
  instrument_id: 1001,
  venue: 'Demo',
  venue_instrument_id: 'RAIN-LON-JUL01',
  ticker: 'RAIN-LON-JUL01',
  slug: 'rain-in-london-on-july-1',
  title: 'Will it rain in London on July 1?',
  description: null,
  category: 'Weather',
  status: 'OPEN',
  market_type: 'binary',
  outcomes: ['YES', 'NO'],
  generic_asset_id: 501,
  price_tick: '0.01',
  min_price: '0.01',
  max_price: '0.99',
  price_bands: null,
  qty_step: '1',
  min_qty: '1',
  fees: null,
  open_time: '2026-06-01T00:00:00.000Z',
  close_time: '2026-07-01T23:00:00.000Z',
  result: null,
  settlement_price: null,
  updated_at: '2026-06-30T09:00:00.000Z',
};

export const order: Order = {
  id: 'ord_1042',
  client_order_id: 'desk-1',
  subaccount_id: 'sa_1',
  status: 'OPEN',
  instrument_id: 1001,
  generic_asset_id: null,
  venue: 'Demo',
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  expires_at: null,
  price: '0.48',
  qty: '10',
  filled_qty: '0',
  remaining_qty: '10',
  avg_fill_price: null,
  fees: '0',
  routing: { mode: 'DIRECT' },
  legs: [],
  pending_action: null,
  reason: null,
  created_at: NOW,
  updated_at: NOW,
};

export const fill: Fill = {
  id: 'fil_9001',
  order_id: 'ord_1042',
  client_order_id: 'desk-1',
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  venue: 'Demo',
  venue_trade_id: 'T-5531',
  side: 'BUY',
  outcome: 'YES',
  price: '0.47',
  qty: '4',
  fee: '0',
  liquidity: 'TAKER',
  realized_pnl: '0',
  timestamp: 1782907200008,
  settlement: 'FINAL',
  voids: null,
  settlement_price: null,
};

export const position: Position = {
  instrument_id: 1001,
  side: 'BUY',
  qty: '4',
  avg_price: '0.47',
  unrealized_pnl: '0.04',
  subaccount_id: 'sa_1',
  venue: 'Demo',
  outcome: 'YES',
  mark_price: '0.48',
  realized_pnl: '0',
  updated_at: NOW,
};

export const genericAsset: GenericAsset = {
  generic_asset_id: 501,
  title: 'Rain in London, July 1 2026',
  description: null,
  category: 'Weather',
  status: 'OPEN',
  venues: ['Demo'],
  members: [{ venue: 'Demo', instrument_id: 1001, ticker: 'RAIN-LON-JUL01', inverted: false }],
};

export const printOf = (id: number): Trade => ({
  id,
  instrument_id: 1001,
  venue: 'Demo',
  price: '0.47',
  qty: '4',
  side: 'BUY',
  timestamp: 1782907200000 + id,
});
