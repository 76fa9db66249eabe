import EXAMPLES from '../../../src/http/routes/examples.json' with { type: 'json' };

/** The JSON of the records in http-records.ts, as the contract prints it. */
export const INSTRUMENT_RECORD = {
  instrument_id: 1001,
  venue: 'Demo',
  venue_instrument_id: 'RAIN-LON-JUL01',
  ticker: 'RAIN-LON-JUL01',
  slug: 'rain-in-london-on-july-1',
  title: 'Will it rain in London on July 1?',
  description: 'Resolves YES if the Met Office records 0.2 mm or more.',
  category: 'Weather',
  event_id: null,
  venue_event_id: null,
  event_title: null,
  series: null,
  event_exclusive: null,
  outcome_name: null,
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
  fees: {
    taker_rate: '0',
    maker_rate: '0',
    exponent: 1,
    fill_step: '0.0000000000000001',
    fill_rounding: 'up',
    cash_step: null,
  },
  open_time: '2026-06-01T00:00:00.000Z',
  close_time: '2026-07-01T23:00:00.000Z',
  result: null,
  settlement_price: null,
  updated_at: '2026-06-30T09:00:00.000Z',
};

export const ORDER_RECORD = EXAMPLES.Order[0];
