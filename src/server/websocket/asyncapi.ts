import { type TSchema, Type } from 'typebox';
import { SubaccountId } from '../http/schemas/common-schema.ts';
import type { StreamName } from './stream-connection.ts';
import {
  AggregatedBookFrame,
  BookFrame,
  BooksSubscribed,
  BooksUnsubscribed,
  Connected,
  FillFrame,
  FillsSnapshot,
  Heartbeat,
  OrderFrame,
  OrdersSnapshot,
  Ping,
  Pong,
  PositionFrame,
  PositionsSnapshot,
  PrintsSubscribed,
  PrintsUnsubscribed,
  StreamErrorFrame,
  SubaccountsSubscribed,
  SubaccountsUnsubscribed,
  SubscribeBooks,
  SubscribePrints,
  SubscribeSubaccounts,
  TradeprintFrame,
  UnavailableFrame,
  UnsubscribeBooks,
  UnsubscribePrints,
  UnsubscribeSubaccounts,
} from './stream-schemas.ts';

type Messages = Readonly<Record<string, TSchema>>;

interface Channel {
  readonly description: string;
  readonly query: TSchema;
  readonly sent: Messages; // by the service
  readonly received: Messages;
}

const COMMON: Messages = { connected: Connected, heartbeat: Heartbeat, pong: Pong, error: StreamErrorFrame };

/** A stream of records that belong to subaccounts. */
function subaccountChannel(description: string, messages: Messages): Channel {
  return {
    description,
    query: Type.Object({
      subaccount_id: Type.Optional({
        ...SubaccountId,
        description: 'Repeatable or comma-separated; absent: all.',
      }),
    }),
    sent: {
      ...COMMON,
      ...messages,
      subscribed: SubaccountsSubscribed,
      unsubscribed: SubaccountsUnsubscribed,
    },
    received: { ping: Ping, subscribe: SubscribeSubaccounts, unsubscribe: UnsubscribeSubaccounts },
  };
}

/** The frames of each stream, by their names in the AsyncAPI document. */
export const CHANNELS: Readonly<Record<StreamName, Channel>> = {
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
      subscribed: PrintsSubscribed,
      unsubscribed: PrintsUnsubscribed,
    },
    received: { ping: Ping, subscribe: SubscribePrints, unsubscribe: UnsubscribePrints },
  },
  positions: subaccountChannel('Snapshots of positions, then every change.', {
    snapshot: PositionsSnapshot,
    position: PositionFrame,
  }),
  orders: subaccountChannel('Snapshots of open orders, then every change of an order.', {
    snapshot: OrdersSnapshot,
    order: OrderFrame,
  }),
  fills: subaccountChannel('Snapshots of the latest fills, then every new fill.', {
    snapshot: FillsSnapshot,
    fill: FillFrame,
  }),
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
      subscribed: BooksSubscribed,
      unsubscribed: BooksUnsubscribed,
    },
    received: { ping: Ping, subscribe: SubscribeBooks, unsubscribe: UnsubscribeBooks },
  },
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
    channels: mapEntries(CHANNELS, channelOf),
    operations: Object.fromEntries(Object.entries(CHANNELS).flatMap(operationsOf)),
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

function channelOf(name: string, { description, query, sent, received }: Channel): object {
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

/** The actions are from the view of the service: it sends frames and receives requests. */
function operationsOf([name, { sent, received }]: [string, Channel]): [string, object][] {
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
