import { listOf, object, optional } from '../../src/contract/model/decoder.ts';
import * as answers from '../../src/venues/kalshi/codec/kalshi-messages.ts';
import * as messages from '../../src/venues/kalshi/codec/kalshi-ws-messages.ts';
import { page } from '../../src/venues/kalshi/http/kalshi-pages.ts';
import type { ReadShape } from './spec-drift.ts';

/** What the adapter reads of each operation. A test compares the list with the calls and decoders of the adapter. */
export const KALSHI_OPERATIONS: readonly ReadShape[] = [
  { name: 'GET /exchange/status', decoder: answers.STATUS },
  { name: 'GET /account/limits', decoder: answers.LIMITS },
  { name: 'GET /account/endpoint_costs', decoder: answers.COSTS },
  { name: 'GET /series', decoder: object({ series: listOf(answers.SERIES) }, ['cursor']) },
  {
    name: 'GET /series/fee_changes',
    decoder: object({ series_fee_change_arr: optional(listOf(answers.FEE_CHANGE)) }),
  },
  { name: 'GET /series/{series_ticker}', decoder: object({ series: answers.SERIES }) },
  { name: 'GET /series/{series_ticker}/markets/{ticker}/candlesticks', decoder: answers.CANDLES },
  { name: 'GET /events', decoder: page('events', answers.EVENT, ['milestones']) },
  { name: 'GET /events/{event_ticker}', decoder: object({ event: answers.EVENT }, ['markets']) },
  { name: 'GET /markets', decoder: page('markets', answers.MARKET) },
  { name: 'GET /markets/{ticker}', decoder: object({ market: answers.MARKET }) },
  { name: 'GET /markets/orderbooks', decoder: answers.BOOKS },
  { name: 'GET /markets/trades', decoder: page('trades', answers.TRADE) },
  { name: 'GET /portfolio/balance', decoder: answers.BALANCE },
  {
    name: 'GET /portfolio/orders',
    decoder: page('orders', answers.ORDER),
    unpublished: ['orders.last_update_reason'], // only the stream's message has it in 3.30.0
  },
  {
    name: 'GET /portfolio/orders/{order_id}',
    decoder: object({ order: answers.ORDER }),
    unpublished: ['order.last_update_reason'],
  },
  { name: 'GET /portfolio/fills', decoder: page('fills', answers.FILL) },
  {
    name: 'GET /historical/orders',
    decoder: page('orders', answers.ORDER),
    unpublished: ['orders.last_update_reason'],
  },
  { name: 'GET /historical/fills', decoder: page('fills', answers.FILL) },
  {
    name: 'GET /portfolio/positions',
    decoder: page('market_positions', answers.POSITION, ['event_positions']),
  },
  { name: 'GET /portfolio/settlements', decoder: page('settlements', answers.SETTLEMENT) },
  { name: 'POST /portfolio/events/orders', decoder: answers.ACK },
  { name: 'POST /portfolio/events/orders/{order_id}/amend', decoder: answers.AMEND_ACK },
  { name: 'DELETE /portfolio/events/orders/{order_id}', decoder: answers.CANCEL_ACK },
  { name: 'DELETE /portfolio/events/orders/batched', decoder: answers.BATCH_CANCEL_ACK },
];

/** What it reads of each message of the streams: the `msg` of a frame with this `type`. */
export const KALSHI_STREAM_MESSAGES: readonly ReadShape[] = [
  { name: 'orderbook_snapshot', decoder: messages.BOOK_SNAPSHOT },
  { name: 'orderbook_delta', decoder: messages.BOOK_DELTA },
  { name: 'trade', decoder: messages.STREAM_TRADE },
  { name: 'fill', decoder: messages.STREAM_FILL },
  { name: 'user_order', decoder: messages.STREAM_ORDER },
  { name: 'market_lifecycle_v2', decoder: messages.LIFECYCLE },
  { name: 'event_fee_update', decoder: messages.EVENT_FEE },
];
