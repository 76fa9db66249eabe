import { type TSchema, Type } from 'typebox';
import { SubaccountId } from '../http/schemas/common-schema.ts';
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
import type { StreamName } from './stream-types.ts';

type Messages = Readonly<Record<string, TSchema>>;

interface Channel {
  readonly description: string;
  readonly query: TSchema;
  readonly sent: Messages; // by the service
  readonly received: Messages;
}

const COMMON: Messages = { connected: Connected, heartbeat: Heartbeat, pong: Pong, error: StreamErrorFrame };

/** A stream of what subaccounts have. */
function ofSubaccounts(description: string, told: Messages): Channel {
  return {
    description,
    query: Type.Object({
      subaccount_id: Type.Optional({
        ...SubaccountId,
        description: 'Repeatable or a comma list; absent: all.',
      }),
    }),
    sent: { ...COMMON, ...told, subscribed: SubaccountsSubscribed, unsubscribed: SubaccountsUnsubscribed },
    received: { ping: Ping, subscribe: SubscribeSubaccounts, unsubscribe: UnsubscribeSubaccounts },
  };
}

/** The frames of each stream, by the name that the document gives them. */
export const CHANNELS: Readonly<Record<StreamName, Channel>> = {
  tradeprints: {
    description: 'Prints of every venue as they happen: the same feed as `GET /v1/tradeprints`.',
    query: Type.Object({
      instrument_id: Type.Optional(Type.String({ description: 'Repeatable or a comma list; absent: all.' })),
      after_id: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Replay prints after this id first.' }),
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
  positions: ofSubaccounts('Snapshots of holdings, then every change of them.', {
    snapshot: PositionsSnapshot,
    position: PositionFrame,
  }),
  orders: ofSubaccounts('Snapshots of live orders, then every change of an order.', {
    snapshot: OrdersSnapshot,
    order: OrderFrame,
  }),
  fills: ofSubaccounts('Snapshots of the latest fills, then every new one.', {
    snapshot: FillsSnapshot,
    fill: FillFrame,
  }),
  orderbooks: {
    description: 'Books of the instruments and generic assets that you name: whole, and paced.',
    query: Type.Object({
      instrument_id: Type.Optional(Type.String({ description: 'Repeatable or a comma list.' })),
      generic_asset_id: Type.Optional(Type.String({ description: 'Repeatable or a comma list.' })),
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

/** The AsyncAPI 3.0 document of the streams, made of the schemas that the tests hold served frames against. */
export function asyncApiDocument(version: string): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Crossbook streams',
      version,
      description: 'Text frames of JSON. Ignore frame types and fields you do not know: more may come.',
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
    'Ed25519 over "WS", path, sorted query and `ts`, joined with line feeds; `key_id`, `ts` and `sig` go into the query. Or the three headers of every request.',
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

/** The service is the one that speaks: what it sends is `send`, what it takes is `receive`. */
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

/** Plain JSON Schema: without the keyword that our own refusals read. */
const published = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'expects' ? undefined : value)));

const mapEntries = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (key: string, value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
