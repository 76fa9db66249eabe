import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { FillSchema, OrderSchema, Timestamp } from '#http';
import { STREAM_NAMES } from './stream-connection.ts';

export type Messages = Readonly<Record<string, TSchema>>;

/** A stream in the AsyncAPI document. */
export interface Channel {
  readonly description: string;
  readonly query: TObject;
  readonly sent: Messages; // by the service
  readonly received: Messages;
}

const Seq = Type.Integer({
  minimum: 1,
  description: '1, 2, 3, … for each connection; a gap means that frames were lost.',
});
export const ClientId = Type.Union([Type.String(), Type.Number(), Type.Null()], {
  description: "The client's id of the frame that caused this one; null when there is none.",
});

/** The schema of a frame that the service sends. */
export const createFrameSchema = <Kind extends string, Fields extends TProperties>(
  type: Kind,
  fields: Fields,
  description: string,
) => Type.Object({ type: Type.Literal(type), seq: Seq, ...fields }, { description });

const Connected = createFrameSchema(
  'connected',
  {
    stream: Type.Enum([...STREAM_NAMES]),
    connection_id: Type.String(),
    heartbeat_ms: Type.Integer({ minimum: 1 }),
    timestamp: Timestamp,
  },
  'The first frame of every connection.',
);

const Heartbeat = createFrameSchema(
  'heartbeat',
  { timestamp: Timestamp },
  'Sent after `heartbeat_ms` without another frame.',
);

const Pong = createFrameSchema(
  'pong',
  { id: ClientId, timestamp: Timestamp },
  'The response to a `ping` frame.',
);

export const StreamErrorFields = {
  id: ClientId,
  error: Type.String({ description: 'An error code of the API, `resume_gap` or `slow_consumer`.' }),
  message: Type.String(),
  details: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
};

const StreamErrorFrame = createFrameSchema(
  'error',
  StreamErrorFields,
  'A client frame was rejected, or the connection loses data.',
);

export const OrderFrame = createFrameSchema(
  'order',
  { order: OrderSchema },
  'The current state of an order, once it is durable. Several quick changes may be merged into one frame.',
);

export const FillFrame = createFrameSchema('fill', { fill: FillSchema }, 'A fill, once it is durable.');

/** The frames of every stream. */
export const COMMON: Messages = {
  connected: Connected,
  heartbeat: Heartbeat,
  pong: Pong,
  error: StreamErrorFrame,
};
