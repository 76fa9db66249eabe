import { type TProperties, Type } from 'typebox';
import { InstrumentId, SubaccountId, Timestamp } from '../http/schemas/common.ts';
import { Trade } from '../http/schemas/marketdata.ts';
import { Position } from '../http/schemas/risk.ts';
import { STREAM_NAMES } from './session.ts';

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
  Trade.properties,
  'One print. `id` grows over the whole service: reconnect with it as `after_id`.',
);

export const SnapshotFrame = frame(
  'snapshot',
  { subaccount_id: SubaccountId, positions: Type.Array(Position), timestamp: Timestamp },
  'What a subaccount holds; changes follow as `position` frames, without a gap between.',
);

export const PositionFrame = frame(
  'position',
  Position.properties,
  'A holding as it is now. Closed: `qty` and `unrealized_pnl` are "0".',
);

const confirmation = <Kind extends 'subscribed' | 'unsubscribed', Fields extends TProperties>(
  type: Kind,
  fields: Fields,
) => frame(type, { id: ClientId, ...fields }, 'The whole present subscription.');

export const PrintsSubscribed = confirmation('subscribed', { instrument_ids: InstrumentIds });
export const PrintsUnsubscribed = confirmation('unsubscribed', { instrument_ids: InstrumentIds });
export const PositionsSubscribed = confirmation('subscribed', { subaccount_ids: SubaccountIds });
export const PositionsUnsubscribed = confirmation('unsubscribed', { subaccount_ids: SubaccountIds });

const request = <Fields extends TProperties>(action: Action, fields: Fields) =>
  Type.Object({ action: Type.Literal(action), id: Type.Optional(ClientId), ...fields });
type Action = 'subscribe' | 'unsubscribe' | 'ping';

export const Ping = request('ping', {});
export const SubscribePrints = request('subscribe', { instrument_ids: InstrumentIds });
export const UnsubscribePrints = request('unsubscribe', { instrument_ids: InstrumentIds });
export const SubscribePositions = request('subscribe', { subaccount_ids: SubaccountIds });
export const UnsubscribePositions = request('unsubscribe', { subaccount_ids: SubaccountIds });
