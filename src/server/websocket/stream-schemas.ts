import { type TProperties, Type } from 'typebox';
import { AggregatedBookSchema, BookSchema } from '../http/routes/book-routes.ts';
import { GenericAssetId, InstrumentId, SubaccountId, Timestamp } from '../http/schemas/common-schema.ts';
import { TradeSchema } from '../http/schemas/market-data-schema.ts';
import { FillSchema, OrderSchema } from '../http/schemas/order-schema.ts';
import { PositionSchema } from '../http/schemas/risk-schema.ts';
import { STREAM_NAMES } from './stream-connection.ts';

const Seq = Type.Integer({
  minimum: 1,
  description: '1, 2, 3, … for each connection; a gap means that frames were lost.',
});
const ClientId = Type.Union([Type.String(), Type.Number(), Type.Null()], {
  description: "The client's id of the frame that caused this one; null when there is none.",
});
const Everything = Type.Literal('*', { description: 'Everything that the key has access to.' });
const InstrumentIds = Type.Union([Type.Array(InstrumentId), Everything]);
const SubaccountIds = Type.Union([Type.Array(SubaccountId), Everything]);

const frame = <Kind extends string, Fields extends TProperties>(
  type: Kind,
  fields: Fields,
  description: string,
) => Type.Object({ type: Type.Literal(type), seq: Seq, ...fields }, { description });

export const Connected = frame(
  'connected',
  {
    stream: Type.Enum([...STREAM_NAMES]),
    connection_id: Type.String(),
    heartbeat_ms: Type.Integer({ minimum: 1 }),
    timestamp: Timestamp,
  },
  'The first frame of every connection.',
);

export const Heartbeat = frame(
  'heartbeat',
  { timestamp: Timestamp },
  'Sent after `heartbeat_ms` without another frame.',
);

export const Pong = frame('pong', { id: ClientId, timestamp: Timestamp }, 'The response to a `ping` frame.');

export const StreamErrorFrame = frame(
  'error',
  {
    id: ClientId,
    error: Type.String({ description: 'An error code of the API, `resume_gap` or `slow_consumer`.' }),
    message: Type.String(),
    details: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  'A client frame was rejected, or the connection loses data.',
);

export const TradeprintFrame = frame(
  'tradeprint',
  TradeSchema.properties,
  'A trade. `id` increases across all instruments; use the last one as `after_id` to reconnect.',
);

export const PositionsSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, positions: Type.Array(PositionSchema), timestamp: Timestamp },
  'The positions of a subaccount. Changes follow as `position` frames without a gap.',
);

export const OrdersSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, orders: Type.Array(OrderSchema), timestamp: Timestamp },
  'The open orders of a subaccount, newest first. Each change follows as an `order` frame.',
);

export const OrderFrame = frame(
  'order',
  { order: OrderSchema },
  'The current state of an order, once it is durable. Several quick changes may be merged into one frame.',
);

export const FillsSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, fills: Type.Array(FillSchema), timestamp: Timestamp },
  'The latest hundred fills of a subaccount, newest first. New fills follow as `fill` frames.',
);

export const FillFrame = frame('fill', { fill: FillSchema }, 'A fill, once it is durable.');

export const BookFrame = frame(
  'book',
  BookSchema.properties,
  'The current full order book of an instrument, at most ten times a second.',
);

export const AggregatedBookFrame = frame(
  'aggregated_book',
  AggregatedBookSchema.properties,
  'The current merged order book of a generic asset, at most ten times a second.',
);

export const UnavailableFrame = frame(
  'unavailable',
  {
    instrument_id: Type.Optional(InstrumentId),
    generic_asset_id: Type.Optional(GenericAssetId),
    error: Type.String(),
    message: Type.String(),
  },
  'The book is not available now; a `book` frame follows when it is.',
);

export const PositionFrame = frame(
  'position',
  PositionSchema.properties,
  'The current state of a position. If it is closed, `qty` and `unrealized_pnl` are "0".',
);

const confirmation = <Kind extends 'subscribed' | 'unsubscribed', Fields extends TProperties>(
  type: Kind,
  fields: Fields,
) => frame(type, { id: ClientId, ...fields }, 'The complete current subscription.');

export const PrintsSubscribed = confirmation('subscribed', { instrument_ids: InstrumentIds });
export const PrintsUnsubscribed = confirmation('unsubscribed', { instrument_ids: InstrumentIds });
const bookIds = {
  instrument_ids: Type.Array(InstrumentId),
  generic_asset_ids: Type.Array(GenericAssetId),
};
export const BooksSubscribed = confirmation('subscribed', bookIds);
export const BooksUnsubscribed = confirmation('unsubscribed', bookIds);
export const SubaccountsSubscribed = confirmation('subscribed', { subaccount_ids: SubaccountIds });
export const SubaccountsUnsubscribed = confirmation('unsubscribed', { subaccount_ids: SubaccountIds });

const request = <Fields extends TProperties>(action: Action, fields: Fields) =>
  Type.Object({ action: Type.Literal(action), id: Type.Optional(ClientId), ...fields });
type Action = 'subscribe' | 'unsubscribe' | 'ping';

export const Ping = request('ping', {});
export const SubscribePrints = request('subscribe', { instrument_ids: InstrumentIds });
export const UnsubscribePrints = request('unsubscribe', { instrument_ids: InstrumentIds });
export const SubscribeBooks = request('subscribe', Type.Partial(Type.Object(bookIds)).properties);
export const UnsubscribeBooks = request('unsubscribe', Type.Partial(Type.Object(bookIds)).properties);
export const SubscribeSubaccounts = request('subscribe', { subaccount_ids: SubaccountIds });
export const UnsubscribeSubaccounts = request('unsubscribe', { subaccount_ids: SubaccountIds });
