// In these records no two fields of one type are equal, so a field rendered from another one shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import {
  at,
  BOOK,
  FILL,
  INSTRUMENT,
  LEG,
  LIMITS,
  notional,
  ORDER,
  POSITION,
  PRINT,
  price,
  qty,
} from '../../../test/support/http/http-records.ts';
import type {
  FillId,
  GenericAssetId,
  InstrumentId,
  VenueName,
  VenueOrderId,
} from '../../contract/model/ids.ts';
import type { Balance } from '../../orders/balances/balance-feed.ts';
import { renderBalance } from './balance-routes.ts';
import { renderBook } from './book-routes.ts';
import { renderFill } from './fill-routes.ts';
import { renderDetail, renderEvent, renderInstrument } from './market-routes.ts';
import { renderOrder } from './order-schema.ts';
import { renderPosition } from './position-routes.ts';
import { renderLimits } from './risk-routes.ts';
import { renderPrint } from './trade-routes.ts';

const VENUE = 'Kalshi' as VenueName;

/** The record has these fields with these values, and possibly others. */
function assertFields(record: object, expected: object): void {
  const shown = Object.entries(record).filter(([name]) => Object.hasOwn(expected, name));
  assert.deepEqual(Object.fromEntries(shown), expected);
}

test('an instrument', () => {
  const instrument = {
    ...INSTRUMENT,
    venueInstrumentId: 'native',
    ticker: 'TICKER',
    slug: 'slug',
    title: 'Title',
    description: 'Rules',
    category: 'Category',
    priceTick: price('0.001'),
    priceMin: price('0.002'),
    priceMax: price('0.997'),
    priceBands: [{ from: price('0.002'), to: price('0.1'), step: price('0.003') }],
    qtyStep: qty('0.1'),
    qtyMin: qty('5'),
    fees: {
      ...(INSTRUMENT.fees ?? assert.fail('fees')),
      takerRate: qty('0.07'),
      makerRate: qty('0.0175'),
      fillStep: notional('0.0001'),
      cashStep: notional('0.01'),
    },
    openTime: at('2026-06-01T00:00:00.000Z'),
    closeTime: at('2026-07-01T23:00:00.000Z'),
    settlementPrice: price('0.25'),
    event: { venueEventId: 'event', title: 'Event', series: 'Series', exclusive: true },
    outcomeName: 'Outcome',
    rulesSecondary: 'More rules',
    venueTerms: { strike: '5' },
    updatedAt: at('2026-06-30T09:00:00.000Z'),
  } as unknown as typeof INSTRUMENT;
  assertFields(renderInstrument(instrument), {
    instrument_id: 1001,
    generic_asset_id: 501,
    venue_instrument_id: 'native',
    ticker: 'TICKER',
    slug: 'slug',
    title: 'Title',
    description: 'Rules',
    category: 'Category',
    price_tick: '0.001',
    min_price: '0.002',
    max_price: '0.997',
    price_bands: [{ from: '0.002', to: '0.1', step: '0.003' }],
    qty_step: '0.1',
    min_qty: '5',
    open_time: '2026-06-01T00:00:00.000Z',
    close_time: '2026-07-01T23:00:00.000Z',
    settlement_price: '0.25',
    updated_at: '2026-06-30T09:00:00.000Z',
    venue_event_id: 'event',
    event_title: 'Event',
    series: 'Series',
    event_exclusive: true,
    outcome_name: 'Outcome',
  });
  assertFields(renderInstrument(instrument).fees ?? {}, {
    taker_rate: '0.07',
    maker_rate: '0.0175',
    fill_step: '0.0001',
    cash_step: '0.01',
  });
  assert.deepEqual(renderDetail(instrument), { rules_secondary: 'More rules', venue_terms: { strike: '5' } });
  const { event_id: id } = renderEvent(instrument);
  assert.match(String(id), /^evt_/);
});

test('an order and its legs', () => {
  const leg = (number: number, change: object) =>
    ({ ...LEG, leg: number, instrumentId: (2000 + number) as InstrumentId, ...change }) as typeof LEG;
  const order = {
    ...ORDER,
    status: 'PARTIAL' as const,
    instrumentId: null,
    genericAssetId: 501 as GenericAssetId,
    price: price('0.5'),
    priceText: '0.50',
    qty: qty('12'),
    qtyText: '12.0',
    cappedQty: qty('11'),
    fees: notional('0.3'),
    expiresAt: at('2026-07-02T00:00:00.000Z'),
    routing: { mode: 'SPLIT' as const, venues: null },
    postOnly: true,
    legs: [
      leg(1, {
        venueOrderId: 'v-1' as VenueOrderId,
        status: 'FILLED',
        price: price('0.5'),
        qty: qty('4'),
        filledQty: qty('4'),
        filledNotional: notional('1.8'),
        venueCode: 'first',
        venueMessage: 'the first leg',
      }),
      leg(2, {
        venue: VENUE,
        venueOrderId: 'v-2' as VenueOrderId,
        outcome: 'NO', // an inverted member
        status: 'PARTIAL',
        price: price('0.49'),
        qty: qty('7'),
        filledQty: qty('2'),
        filledNotional: notional('0.96'),
      }),
    ],
  };
  const rendered = renderOrder(order);
  assertFields(rendered, {
    instrument_id: null,
    generic_asset_id: 501,
    venue: null,
    price: '0.50',
    qty: '12.0',
    capped_qty: '11',
    filled_qty: '6',
    remaining_qty: '6',
    avg_fill_price: '0.46',
    fees: '0.3',
    expires_at: '2026-07-02T00:00:00.000Z',
    post_only: true,
    reduce_only: false,
    venue_code: 'first',
    venue_message: 'the first leg',
    created_at: '2026-07-01T12:00:00.004Z',
    updated_at: '2026-07-01T12:00:00.011Z',
  });
  const [first, second] = rendered.legs;
  assertFields(first ?? {}, {
    leg: 1,
    venue: 'Demo',
    instrument_id: 2001,
    outcome: 'YES',
    venue_order_id: 'v-1',
    status: 'FILLED',
    price: '0.50',
    qty: '4',
    filled_qty: '4',
    avg_fill_price: '0.45',
    venue_code: 'first',
    venue_message: 'the first leg',
  });
  assertFields(second ?? {}, {
    leg: 2,
    venue: 'Kalshi',
    instrument_id: 2002,
    outcome: 'NO',
    venue_order_id: 'v-2',
    status: 'PARTIAL',
    price: '0.49',
    qty: '7',
    filled_qty: '2',
    avg_fill_price: '0.48',
    venue_code: null,
    venue_message: null,
  });
  const best = { ...order, routing: { mode: 'BEST_PRICE' as const, venues: [VENUE] } };
  const closed = { ...best, status: 'CANCELLED' as const, postOnly: false, reduceOnly: true };
  assertFields(renderOrder(closed), {
    instrument_id: 2002,
    venue: 'Kalshi',
    remaining_qty: '0',
    routing: { mode: 'BEST_PRICE', venues: ['Kalshi'] },
    post_only: false,
    reduce_only: true,
  });
});

test('a fill', () => {
  const fill = {
    ...FILL,
    price: price('0.47'),
    qty: qty('4'),
    fee: notional('0.07'),
    realizedPnl: notional('1.5'),
    voids: 'fil_8000' as FillId,
  };
  const expected = {
    id: 'fil_9001',
    order_id: 'ord_1042',
    client_order_id: 'desk-1',
    price: '0.47',
    qty: '4',
    fee: '0.07',
    realized_pnl: '1.5',
    voids: 'fil_8000',
    settlement_price: null,
  };
  assertFields(renderFill(fill), expected);
  assertFields(renderFill({ ...fill, liquidity: 'SETTLEMENT' }), { ...expected, settlement_price: '0.47' });
});

for (const [net, side] of [
  ['10', 'BUY'],
  ['-10', 'SELL'],
] as const)
  test(`a position of ${net}`, () => {
    const { position } = POSITION;
    const held = {
      ...position,
      net: net.startsWith('-') ? -1n * qty('10') : qty('10'),
      realizedPnl: notional('2.5'),
    };
    const fair = { price: price('0.61'), unrealizedPnl: notional('0.7') };
    assertFields(renderPosition({ ...POSITION, position: held, fair }), {
      side,
      outcome: 'YES',
      qty: '10',
      avg_price: '0.6',
      mark_price: '0.55',
      unrealized_pnl: '0.5',
      realized_pnl: '2.5',
      fair_price: '0.61',
      unrealized_at_fair: '0.7',
    });
  });

test('a balance, limits, a trade and a book', () => {
  const balance = {
    venue: VENUE,
    currency: 'USD',
    total: notional('120'),
    available: notional('100'),
    reserved: notional('7'),
    scope: 'VENUE_ACCOUNT',
    asOf: at('2026-07-01T12:00:00.004Z'),
    isStale: true,
  } as Balance;
  assertFields(renderBalance(balance), {
    total: '120',
    available: '100',
    reserved: '7',
    as_of: '2026-07-01T12:00:00.004Z',
    stale: true,
  });
  assertFields(renderLimits(LIMITS), {
    max_order_qty: '50',
    max_position_qty: '100',
    max_open_orders: 20,
    day_cost_max: '100',
    day_loss_max: null,
    orders_per_minute_max: 60,
  });
  assertFields(renderPrint(PRINT), { id: 70012, instrument_id: 1001, price: '0.47', qty: '4', side: 'BUY' });
  assert.deepEqual(renderBook(BOOK, 1), {
    instrument_id: 1001,
    bids: [{ price: '0.47', qty: '120' }],
    asks: [{ price: '0.49', qty: '80' }],
    timestamp: 1782907200000,
    sequence: 88121,
  });
  assert.equal(renderBook(BOOK).bids.length, 2);
});

test('a reference by venue and native id is divided at its first colon', async () => {
  const requested: unknown[] = [];
  const instrumentByNativeId = async (...reference: readonly unknown[]) => {
    requested.push(reference);
    return INSTRUMENT;
  };
  for (const reference of ['Demo:M-1', 'Demo:a:b', 'Demo:x'])
    assert.equal(
      (await get(`/v1/markets/${reference}`, { marketData: { instrumentByNativeId } })).status,
      200,
    );
  for (const reference of ['Demo:', ':M-1', 'Nowhere:M-1', 'M-1'])
    assert.equal(
      (await get(`/v1/markets/${reference}`, { marketData: { instrumentByNativeId } })).status,
      404,
    );
  assert.deepEqual(requested, [
    ['Demo', 'M-1'],
    ['Demo', 'a:b'],
    ['Demo', 'x'],
  ]);
});
