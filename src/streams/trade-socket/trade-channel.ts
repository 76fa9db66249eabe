import { type TProperties, type TSchema, Type } from 'typebox';
import { Count, SubaccountIdSchema, Time, TimeBody } from '#http';
import {
  type Channel,
  ClientId,
  COMMON,
  createFrameSchema,
  FillFrame,
  type Messages,
  OrderFrame,
} from '../frame-schema.ts';
import { GRACE_MS_DEFAULT, GRACE_MS_MAX, ON_DISCONNECT } from './session-query.ts';
import { ACKS } from './trade-frame.ts';
import { TRADE_OPERATIONS } from './trade-operations.ts';
import { IN_FLIGHT_MAX } from './trade-session.ts';

const RequestId = Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Integer()], {
  description: 'Unique among the requests of the connection without a result.',
});

const GREETING: TProperties = {
  session_id: Type.String({ description: 'Names the session in the records of its orders.' }),
  on_disconnect: Type.Enum([...ON_DISCONNECT]),
  expires_at: Time,
  in_flight_max: Type.Literal(IN_FLIGHT_MAX),
};

const Rate = Type.Object(
  {
    bucket: Type.String(),
    r: Type.Integer({ minimum: 0, description: 'Tokens left.' }),
    t: Type.Integer({ minimum: 0, description: 'Seconds until the bucket is full.' }),
  },
  { description: 'The bucket of the request, as in the header `RateLimit`.' },
);

const ResultFrame = createFrameSchema(
  'result',
  {
    id: RequestId,
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    replayed: Type.Optional(
      Type.Boolean({ description: 'Of `order.create`: the order was placed by an earlier request.' }),
    ),
    body: Type.Unknown(),
    rate: Rate,
  },
  'The result of a request: status and body of its HTTP call.',
);

const ExpiringFrame = createFrameSchema(
  'expiring',
  { expires_at: Time },
  'Sent a minute before the connection is closed with 1001: open another one.',
);

/** The requests, with the body of their HTTP route as `args`. */
function toRequests(): Messages {
  const requests: Record<string, TSchema> = {
    ping: Type.Object({ id: RequestId, op: Type.Literal('ping') }, { additionalProperties: false }),
  };
  for (const [op, { route, isOnOrder, isQuery }] of TRADE_OPERATIONS) {
    const { body = Type.Object({}) } = isQuery ? { body: route.query } : route;
    const id = Type.Object({ id: Type.String({ description: 'Id of the order.' }) });
    requests[op] = Type.Object(
      {
        id: RequestId,
        op: Type.Literal(op),
        ack: Type.Optional(
          Type.Enum([...ACKS], {
            description: '`DURABLE`: the result is sent as soon as the request is stored.',
          }),
        ),
        valid_until: Type.Optional(TimeBody),
        traceparent: Type.Optional(
          Type.String({
            pattern: '^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$',
            description: 'The trace to which the request belongs, as in W3C Trace Context.',
          }),
        ),
        args: isOnOrder ? Type.Intersect([id, body]) : body,
      },
      { additionalProperties: false, description: `${route.summary}: \`${route.method} ${route.path}\`.` },
    );
  }
  return requests;
}

/** The trade socket in the AsyncAPI document. */
export const TRADE_CHANNEL: Channel = {
  description:
    'Requests that trade, in order and without a signature each, and every change of the orders and fills of the session. The key needs the permission `trade`.',
  query: Type.Object({
    subaccount_id: Type.Optional({
      ...SubaccountIdSchema,
      description: 'Absent: all subaccounts of the key.',
    }),
    on_disconnect: Type.Optional(
      Type.Enum([...ON_DISCONNECT], {
        description:
          'The orders that are cancelled when the session ends: none (default), those of the session, or all of its subaccounts.',
      }),
    ),
    grace_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE_MS_MAX,
        description: `How long a session without a connection lasts; default: ${GRACE_MS_DEFAULT}.`,
      }),
    ),
    session: Type.Optional(
      Type.String({ description: 'The `session_id` to return to, within its grace time.' }),
    ),
  }),
  sent: {
    ...COMMON,
    connected: createFrameSchema(
      'connected',
      {
        stream: Type.Literal('trade'),
        connection_id: Type.String(),
        heartbeat_ms: Count,
        timestamp: Count,
        ...GREETING,
      },
      'The first frame of every connection.',
    ),
    pong: createFrameSchema('pong', { id: ClientId, timestamp: Count }, 'The response to a `ping` request.'),
    result: ResultFrame,
    order: OrderFrame,
    fill: FillFrame,
    expiring: ExpiringFrame,
  },
  received: toRequests(),
};
