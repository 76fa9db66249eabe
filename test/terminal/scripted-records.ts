import type {
  ComplexOrder,
  Fill,
  GenericAsset,
  Instrument,
  Order,
  Position,
  Venue,
} from '../../sdk/src/index.ts';
import EXAMPLES from '../../src/http/routes/examples.json' with { type: 'json' };
import { INSTRUMENT_RECORD, ORDER_RECORD } from '../support/http/wire-records.ts';

/** The time of every page: the middle of 2026, in UTC. */
export const NOW = Date.parse('2026-07-01T12:00:00.000Z');

const market = (change: Partial<Instrument>): Instrument => ({
  ...(INSTRUMENT_RECORD as Instrument),
  generic_asset_id: null,
  ...change,
});

/** One contract at two venues, inverted at Kalshi, and a contract of one venue. */
export const RAIN = market({
  instrument_id: 11,
  title: 'Rain in London',
  ticker: 'RAIN',
  generic_asset_id: 5,
});
export const DRY = market({
  instrument_id: 21,
  venue: 'Kalshi',
  title: 'London stays dry',
  ticker: 'KXDRY',
  generic_asset_id: 5,
  category: 'Climate',
  price_tick: '0.001',
  min_price: '0.002',
  max_price: '0.998',
  fees: null,
});
export const FED = market({
  instrument_id: 12,
  title: 'Fed cuts in July',
  ticker: 'FED',
  category: 'Economy',
  description: null,
  open_time: null,
  close_time: '2026-07-20T12:00:00.000Z',
});
export const MARKETS: readonly Instrument[] = [RAIN, DRY, FED];

export const ASSET: GenericAsset = {
  generic_asset_id: 5,
  title: 'Rain in London on July 1',
  description: null,
  category: 'Weather',
  status: 'OPEN',
  venues: ['Demo', 'Kalshi'],
  members: [
    { venue: 'Demo', instrument_id: 11, ticker: 'RAIN', inverted: false },
    { venue: 'Kalshi', instrument_id: 21, ticker: 'KXDRY', inverted: true },
  ],
  safety: null,
};

export const order = (number: number, change: Partial<Order> = {}): Order => {
  const { legs, ...fields } = ORDER_RECORD as unknown as Order;
  const id = change.instrument_id ?? 11;
  const venue = MARKETS.find((each) => each.instrument_id === id)?.venue ?? 'Demo';
  const direct = {
    ...fields,
    id: `ord_${number}`,
    client_order_id: null,
    instrument_id: id,
    venue,
    ...change,
  };
  const { status, price, qty, filled_qty, avg_fill_price } = direct;
  const leg = { ...legs[0], venue, instrument_id: id, status, price, qty, filled_qty, avg_fill_price };
  return { ...direct, legs: change.legs ?? [leg as Order['legs'][number]] };
};

/** A stop that sells 20 YES of `RAIN` once the bid is 40¢. */
export const complexOrder = (number: number, change: Partial<ComplexOrder> = {}): ComplexOrder => ({
  ...(EXAMPLES.ComplexOrder[0] as unknown as ComplexOrder),
  id: `cpx_${number}`,
  instrument_id: 11,
  created_at: '2026-07-01T11:00:00.000Z',
  updated_at: '2026-07-01T11:00:00.000Z',
  ...change,
});

export const fill = (id: string, change: Partial<Fill> = {}): Fill => ({
  id,
  order_id: 'ord_1',
  client_order_id: null,
  subaccount_id: 'sa_1',
  instrument_id: 11,
  venue: 'Demo',
  venue_trade_id: `T-${id}`,
  side: 'BUY',
  outcome: 'YES',
  price: '0.47',
  qty: '1200',
  sent_as: null,
  fee: '0.63581',
  liquidity: 'TAKER',
  realized_pnl: '0',
  timestamp: NOW - 60_000,
  settlement: 'FINAL',
  voids: null,
  tag: null,
  settlement_price: null,
  ...change,
});

/** 20 YES bought at 40¢, and 31 NO bought at 46¢: their prices are in YES terms. */
export const LONG: Position = {
  instrument_id: 11,
  subaccount_id: 'sa_1',
  venue: 'Demo',
  side: 'BUY',
  outcome: 'YES',
  qty: '20',
  avg_price: '0.4',
  mark_price: '0.55',
  unrealized_pnl: '3',
  realized_pnl: '-1.25',
  updated_at: '2026-07-01T11:00:00.000Z',
};
export const SHORT: Position = {
  ...LONG,
  instrument_id: 21,
  venue: 'Kalshi',
  side: 'SELL',
  qty: '31',
  avg_price: '0.54',
  mark_price: '0.57',
  unrealized_pnl: '-0.93',
  realized_pnl: '0.5',
};

const venue = (name: string, change: Partial<Venue['capabilities']> = {}): Venue => ({
  name,
  status: 'LIVE',
  problem: null,
  capabilities: {
    trading: true,
    simulated: true,
    amend: 'native',
    amend_qty_increase: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    tif_sell: ['GTC'],
    post_only: true,
    reduce_only: false,
    cancel_on_pause: true,
    self_trade: 'NATIVE',
    ...change,
  },
});
export const VENUES: readonly Venue[] = [
  venue('Demo'),
  venue('Kalshi', { amend: 'replace', amend_qty_increase: false, self_trade: 'EMULATED', reduce_only: true }),
  { ...venue('Polymarket', { trading: false, simulated: false }), status: 'DISABLED' },
];
