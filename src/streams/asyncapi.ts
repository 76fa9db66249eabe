import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import {
  AggregatedBookSchema,
  BalanceSchema,
  BookSchema,
  ComplexOrderSchema,
  Count,
  FillSchema,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  OpportunityFilterSchema,
  OpportunitySchema,
  OrderSchema,
  PositionOperationSchema,
  PositionSchema,
  SubaccountIdSchema,
  Timestamp,
  TradeSchema,
} from '#http';
import {
  type Channel,
  ClientId,
  COMMON,
  createFrameSchema,
  FillFrame,
  type Messages,
  OrderFrame,
  StreamErrorFields,
} from './frame-schema.ts';
import type { StreamName } from './stream-connection.ts';
import { TRADE_CHANNEL } from './trade-socket/trade-channel.ts';

type Topic = Exclude<StreamName, 'multiplex' | 'trade'>;

const Everything = Type.Literal('*', { description: 'Everything that the key has access to.' });
const InstrumentIds = Type.Union([Type.Array(InstrumentIdSchema), Everything]);
const SubaccountIds = Type.Union([Type.Array(SubaccountIdSchema), Everything]);

const TradeprintFrame = createFrameSchema(
  'tradeprint',
  TradeSchema.properties,
  'A trade. `id` increases across all instruments; use the last one as `after_id` to reconnect.',
);

const PositionsSnapshot = createFrameSchema(
  'snapshot',
  { subaccount_id: SubaccountIdSchema, positions: Type.Array(PositionSchema), timestamp: Timestamp },
  'The positions of a subaccount. Changes follow as `position` frames without a gap.',
);

const OrdersSnapshot = createFrameSchema(
  'snapshot',
  { subaccount_id: SubaccountIdSchema, orders: Type.Array(OrderSchema), timestamp: Timestamp },
  'The open orders of a subaccount, newest first. Each change follows as an `order` frame.',
);

const ComplexOrdersSnapshot = createFrameSchema(
  'snapshot',
  {
    subaccount_id: SubaccountIdSchema,
    complex_orders: Type.Array(ComplexOrderSchema),
    timestamp: Timestamp,
  },
  'The complex orders of a subaccount that are not over, newest first. Each change follows as a `complex_order` frame.',
);

const ComplexOrderFrame = createFrameSchema(
  'complex_order',
  { complex_order: ComplexOrderSchema },
  'The current state of a complex order, once it is durable.',
);

const FillsSnapshot = createFrameSchema(
  'snapshot',
  { subaccount_id: SubaccountIdSchema, fills: Type.Array(FillSchema), timestamp: Timestamp },
  'The latest hundred fills of a subaccount, newest first. New fills follow as `fill` frames.',
);

const BalancesSnapshot = createFrameSchema(
  'snapshot',
  { subaccount_id: SubaccountIdSchema, balances: Type.Array(BalanceSchema), timestamp: Timestamp },
  'The balances of a subaccount, one for each venue. Changes follow as `balance` frames.',
);

const BalanceFrame = createFrameSchema(
  'balance',
  { subaccount_id: SubaccountIdSchema, ...BalanceSchema.properties },
  'A balance whose amounts or `stale` changed, at most once a second.',
);

const OperationsSnapshot = createFrameSchema(
  'snapshot',
  {
    subaccount_id: SubaccountIdSchema,
    operations: Type.Array(PositionOperationSchema),
    timestamp: Timestamp,
  },
  'The merges, splits and redemptions of a subaccount that are not over, newest first. Each change follows as an `operation` frame.',
);

const OperationFrame = createFrameSchema(
  'operation',
  { operation: PositionOperationSchema },
  'The current state of a merge, a split or a redemption, once it is durable.',
);

const BookFrame = createFrameSchema(
  'book',
  BookSchema.properties,
  'The current full order book of an instrument, at most ten times a second.',
);

const AggregatedBookFrame = createFrameSchema(
  'aggregated_book',
  AggregatedBookSchema.properties,
  'The current merged order book of a generic asset, at most ten times a second.',
);

const UnavailableFrame = createFrameSchema(
  'unavailable',
  {
    instrument_id: Type.Optional(InstrumentIdSchema),
    generic_asset_id: Type.Optional(GenericAssetIdSchema),
    error: Type.String(),
    message: Type.String(),
  },
  'The book is not available now; a `book` frame follows when it is.',
);

const OpportunityOpenedFrame = createFrameSchema(
  'opened',
  { opportunity: OpportunitySchema },
  'An opportunity that is new to this connection.',
);

const OpportunityChangedFrame = createFrameSchema(
  'changed',
  { opportunity: OpportunitySchema },
  'Its figures changed; at most five frames a second for each opportunity.',
);

const OpportunityClosedFrame = createFrameSchema(
  'closed',
  { id: Type.String(), lasted_ms: Count },
  'It has no edge any more, or no longer passes the filter.',
);

const PositionFrame = createFrameSchema(
  'position',
  PositionSchema.properties,
  'The current state of a position. If it is closed, `qty` and `unrealized_pnl` are "0".',
);

const confirmation = <Kind extends 'subscribed' | 'unsubscribed', Fields extends TProperties>(
  type: Kind,
  fields: Fields,
) => createFrameSchema(type, { id: ClientId, ...fields }, 'The complete current subscription.');

type Action = 'subscribe' | 'unsubscribe' | 'ping';
const request = <Fields extends TProperties>(action: Action, fields: Fields) =>
  Type.Object({ action: Type.Literal(action), id: Type.Optional(ClientId), ...fields });

/** The requests that change a subscription by ids, and the frames that confirm it. */
const subscription = (ids: TProperties, requested = ids) => ({
  sent: { subscribed: confirmation('subscribed', ids), unsubscribed: confirmation('unsubscribed', ids) },
  received: {
    ping: request('ping', {}),
    subscribe: request('subscribe', requested),
    unsubscribe: request('unsubscribe', requested),
  },
});

const PRINTS = subscription(
  { instrument_ids: InstrumentIds },
  { instrument_ids: Type.Union([Type.Array(InstrumentIdInput), Everything]) },
);
const SUBACCOUNTS = subscription({ subaccount_ids: SubaccountIds });
const BOOK_IDS = {
  instrument_ids: Type.Array(InstrumentIdSchema),
  generic_asset_ids: Type.Array(GenericAssetIdSchema),
};
const BOOKS = subscription(
  BOOK_IDS,
  Type.Partial(Type.Object({ ...BOOK_IDS, instrument_ids: Type.Array(InstrumentIdInput) })).properties,
);

/** A stream of records that belong to subaccounts. */
function subaccountChannel(description: string, messages: Messages): Channel {
  return {
    description,
    query: Type.Object({
      subaccount_id: Type.Optional({
        ...SubaccountIdSchema,
        description: 'Repeatable or comma-separated; absent: all.',
      }),
    }),
    sent: {
      ...COMMON,
      ...messages,
      ...SUBACCOUNTS.sent,
    },
    received: SUBACCOUNTS.received,
  };
}

/** The streams of data, each of which is also a topic of a multiplexed connection. */
const TOPICS: Readonly<Record<Topic, Channel>> = {
  tradeprints: {
    description: 'All trades of all venues in real time: the same data as `GET /v1/tradeprints`.',
    query: Type.Object({
      instrument_id: Type.Optional(
        Type.String({ description: 'Repeatable or comma-separated; absent: all.' }),
      ),
      after_id: Type.Optional(
        Type.Integer({ minimum: 0, description: 'First replay the trades after this id.' }),
      ),
    }),
    sent: {
      ...COMMON,
      tradeprint: TradeprintFrame,
      ...PRINTS.sent,
    },
    received: PRINTS.received,
  },
  positions: subaccountChannel('Snapshots of positions, then every change.', {
    snapshot: PositionsSnapshot,
    position: PositionFrame,
  }),
  orders: subaccountChannel('Snapshots of open orders, then every change of an order.', {
    snapshot: OrdersSnapshot,
    order: OrderFrame,
  }),
  'complex-orders': subaccountChannel(
    'Snapshots of complex orders that are not over, then every change of one.',
    { snapshot: ComplexOrdersSnapshot, complex_order: ComplexOrderFrame },
  ),
  fills: subaccountChannel('Snapshots of the latest fills, then every new fill.', {
    snapshot: FillsSnapshot,
    fill: FillFrame,
  }),
  balances: subaccountChannel('Snapshots of the cash at each venue, then every change.', {
    snapshot: BalancesSnapshot,
    balance: BalanceFrame,
  }),
  operations: subaccountChannel(
    'Snapshots of merges, splits and redemptions that are not over, then every change of one.',
    { snapshot: OperationsSnapshot, operation: OperationFrame },
  ),
  orderbooks: {
    description: 'Full order books of the requested instruments and generic assets, at a limited rate.',
    query: Type.Object({
      instrument_id: Type.Optional(Type.String({ description: 'Repeatable or comma-separated.' })),
      generic_asset_id: Type.Optional(Type.String({ description: 'Repeatable or comma-separated.' })),
    }),
    sent: {
      ...COMMON,
      book: BookFrame,
      aggregated_book: AggregatedBookFrame,
      unavailable: UnavailableFrame,
      ...BOOKS.sent,
    },
    received: BOOKS.received,
  },
  opportunities: {
    description:
      'Sets of contracts that cost less than they pay, as `GET /v1/opportunities` lists them: all that are open, then each change.',
    query: OpportunityFilterSchema,
    sent: {
      ...COMMON,
      subscribed: confirmation('subscribed', {}),
      opened: OpportunityOpenedFrame,
      changed: OpportunityChangedFrame,
      closed: OpportunityClosedFrame,
    },
    received: { ping: request('ping', {}) },
  },
};

const SUB = {
  sub: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The name of the subscription, chosen by the client.',
  }),
};

/** Every frame of a topic, with the name of its subscription. Frames of one type have one message. */
function toMultiplexFrames(): Messages {
  const topics = Object.values(TOPICS);
  const types = new Set(topics.flatMap(({ sent }) => Object.keys(sent)).filter((type) => !(type in COMMON)));
  const frame = (type: string): TSchema => {
    const shapes = topics.flatMap(({ sent }) => sent[type] ?? []).map(withSub);
    return shapes.length === 1 ? (shapes[0] as TSchema) : Type.Union(shapes);
  };
  return Object.fromEntries([...types].map((type) => [type, frame(type)]));
}

const withSub = (schema: TSchema): TSchema => {
  const { properties, description = '' } = schema as TObject & { readonly description?: string };
  return Type.Object({ ...properties, ...SUB }, { description });
};

const IDS = Type.Partial(Type.Object({ ...BOOK_IDS, subaccount_ids: SubaccountIds })).properties;
const Value = Type.Union([Type.String(), Type.Number()]);

const MULTIPLEX_CHANNEL: Channel = {
  description:
    'Any number of subscriptions on one connection. The frames of each are those of its topic, with `sub`; `seq` counts the frames of the connection.',
  query: Type.Object({}),
  sent: {
    ...COMMON,
    ...toMultiplexFrames(),
    error: createFrameSchema(
      'error',
      { ...StreamErrorFields, sub: Type.Optional(SUB.sub) },
      'A client frame was rejected, or the connection loses data. A subscription whose first frame was rejected does not exist.',
    ),
    ended: createFrameSchema(
      'ended',
      {
        ...SUB,
        id: ClientId,
        error: Type.Union([Type.String(), Type.Null()], { description: 'Null: the client has ended it.' }),
        message: Type.Union([Type.String(), Type.Null()]),
        details: StreamErrorFields.details,
      },
      'A subscription has ended; the others continue.',
    ),
  },
  received: {
    ping: request('ping', {}),
    subscribe: Type.Union([
      request('subscribe', {
        ...SUB,
        topic: Type.Enum(Object.keys(TOPICS)),
        query: Type.Optional(
          Type.Record(Type.String(), Type.Union([Value, Type.Array(Value)]), {
            description: "The query parameters of the topic's own path.",
          }),
        ),
      }),
      request('subscribe', { ...SUB, ...IDS }),
    ]),
    unsubscribe: request('unsubscribe', { ...SUB, ...IDS }),
  },
};

/** The frames of each stream, by their names in the AsyncAPI document. */
export const CHANNELS: Readonly<Record<StreamName, Channel>> = {
  ...TOPICS,
  multiplex: MULTIPLEX_CHANNEL,
  trade: TRADE_CHANNEL,
};

/** Generates the AsyncAPI 3.0 document of the streams. Tests validate sent frames against the same schemas. */
export function asyncApiDocument(version: string): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Crossbook streams',
      version,
      description: 'JSON text frames. Ignore unknown frame types and fields: new ones may be added.',
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host: '{host}',
        protocol: 'ws',
        variables: { host: { default: '127.0.0.1:8787' } },
        security: [{ $ref: '#/components/securitySchemes/signature' }],
      },
    },
    channels: { ...mapEntries(CHANNELS, renderChannel), genericAssetOrderbooks: assetBooksChannel() },
    operations: Object.fromEntries(Object.entries(CHANNELS).flatMap(renderOperations)),
    components: { securitySchemes: { signature: SIGNATURE } },
  };
}

const SIGNATURE = {
  type: 'httpApiKey',
  in: 'query',
  name: 'sig',
  description:
    'Ed25519 signature over "WS", path, sorted query and `ts`, joined with line feeds. Send `key_id`, `ts` and `sig` in the query, or the three signature headers of an HTTP request.',
};

function renderChannel(name: string, { description, query, sent, received }: Channel): object {
  return {
    address: `/v1/ws/${name}`,
    description,
    messages: mapEntries({ ...sent, ...received }, (type, payload) => ({
      name: type,
      payload: published(payload),
    })),
    bindings: { ws: { method: 'GET', query: published(query) } },
  };
}

/** The stream of order books with one generic asset selected by the path. */
const assetBooksChannel = (): object => ({
  ...renderChannel('orderbooks', CHANNELS.orderbooks),
  address: '/v1/ws/orderbooks/generic-asset/{generic_asset_id}',
  description: 'The stream `orderbooks`, with the generic asset in the path selected.',
  parameters: { generic_asset_id: { description: 'Id of the generic asset.' } },
});

/** The actions are from the view of the service: it sends frames and receives requests. */
function renderOperations([name, { sent, received }]: [string, Channel]): [string, object][] {
  const operation = (action: 'send' | 'receive', messages: Messages) => ({
    action,
    channel: { $ref: `#/channels/${name}` },
    messages: Object.keys(messages).map((type) => ({ $ref: `#/channels/${name}/messages/${type}` })),
  });
  return [
    [`${name}Frames`, operation('send', sent)],
    [`${name}Requests`, operation('receive', received)],
  ];
}

/** The schema without the internal keyword `expects`. */
const published = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'expects' ? undefined : value)));

const mapEntries = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (key: string, value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
