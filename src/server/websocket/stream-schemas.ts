import { type TProperties, Type } from 'typebox';
import { AggregatedBookSchema, BookSchema } from '../http/routes/book-routes.ts';
import { GenericAssetId, InstrumentId, SubaccountId, Timestamp } from '../http/schemas/common-schema.ts';
import { TradeSchema } from '../http/schemas/market-data-schema.ts';
import { FillSchema, OrderSchema } from '../http/schemas/order-schema.ts';
import { PositionSchema } from '../http/schemas/risk-schema.ts';
import { STREAM_NAMES } from './stream-types.ts';

const Seq = Type.Integer({ minimum: 1, description: '1, 2, 3, … for each connection; a gap means loss.' });
const ClientId = Type.Union([Type.String(), Type.Number(), Type.Null()], {
  description: "The client's own name of its frame, echoed; null when no frame caused this.",
});
const Everything = Type.Literal('*', { description: 'Everything the key may see.' });
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
  'Sent when `heartbeat_ms` passed without another frame.',
);

export const Pong = frame('pong', { id: ClientId, timestamp: Timestamp }, 'Answers a `ping` frame.');

export const StreamErrorFrame = frame(
  'error',
  {
    id: ClientId,
    error: Type.String({ description: 'A code of the error table, `resume_gap` or `slow_consumer`.' }),
    message: Type.String(),
    details: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  'A frame of the client was refused, or the connection is about to lose something.',
);

export const TradeprintFrame = frame(
  'tradeprint',
  TradeSchema.properties,
  'One print. `id` grows over the whole service: reconnect with it as `after_id`.',
);

export const PositionsSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, positions: Type.Array(PositionSchema), timestamp: Timestamp },
  'What a subaccount holds; changes follow as `position` frames, without a gap between.',
);

export const OrdersSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, orders: Type.Array(OrderSchema), timestamp: Timestamp },
  'The live orders of a subaccount, newest first; each change follows as an `order` frame.',
);

export const OrderFrame = frame(
  'order',
  { order: OrderSchema },
  'An order as it is now, once that is durable. Several quick changes may be told as one.',
);

export const FillsSnapshot = frame(
  'snapshot',
  { subaccount_id: SubaccountId, fills: Type.Array(FillSchema), timestamp: Timestamp },
  'The latest hundred fills of a subaccount, newest first; new ones follow as `fill` frames.',
);

export const FillFrame = frame('fill', { fill: FillSchema }, 'A fill, once it is durable.');

export const BookFrame = frame(
  'book',
  BookSchema.properties,
  "An instrument's whole book as it is now, at most ten a second.",
);

export const AggregatedBookFrame = frame(
  'aggregated_book',
  AggregatedBookSchema.properties,
  "A generic asset's whole book over its venues as it is now, at most ten a second.",
);

export const UnavailableFrame = frame(
  'unavailable',
  {
    instrument_id: Type.Optional(InstrumentId),
    generic_asset_id: Type.Optional(GenericAssetId),
    error: Type.String(),
    message: Type.String(),
  },
  'The book cannot be had now; a `book` frame follows when it can.',
);

export const PositionFrame = frame(
  'position',
  PositionSchema.properties,
  'A holding as it is now. Closed: `qty` and `unrealized_pnl` are "0".',
);

const confirmation = <Kind extends 'subscribed' | 'unsubscribed', Fields extends TProperties>(
  type: Kind,
  fields: Fields,
) => frame(type, { id: ClientId, ...fields }, 'The whole present subscription.');

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
