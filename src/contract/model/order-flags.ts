import { ORDER_TAG, type OrderId, type OrderTag, type ParentId, type SessionId, TAG_ISSUE } from './ids.ts';
import type { Qty } from './money.ts';
import type { SnakeCase } from './snake-case.ts';
import type { TimestampMs } from './time.ts';

// A field that is added to the order, or to its request, is one entry of the table below. Its type, stored format, reader,
// schemas, option of the command line, type in the TypeScript client and samples for tests follow from it.

export type OrderFlagKind = 'flag' | 'time' | 'choice' | 'text' | 'decimal' | 'orders';

/** One field. Its name in requests, records and the journal is that of the field in snake_case. */
export interface OrderFlag {
  readonly kind: OrderFlagKind;
  readonly none: unknown; // of an order without it, and of records older than it; its type is that of the field, boolean for false
  readonly requested?: string; // what it does, in a request; absent: no request has it
  readonly typed?: string; // the same in the help of the command line
  readonly shown?: string; // what it says, in a record; absent: no record has it
  readonly choices?: readonly string[];
  readonly pattern?: RegExp; // of a text in a request
  readonly issue?: string; // with any other text
}

/**
 * The action instead of a trade with the own account: the new order is cut, or the resting order is
 * cancelled.
 */
export const SELF_TRADES = ['CANCEL_INCOMING', 'CANCEL_RESTING'] as const;
export type SelfTrade = (typeof SELF_TRADES)[number];

/** In the order in which requests are read, and records stored. */
const ORDER_FLAGS = {
  postOnly: {
    kind: 'flag',
    none: false,
    requested:
      'Never takes liquidity: REJECTED with `post_only_cross` when it would trade at once. LIMIT with GTC or GTD only, and not with SPLIT.',
    typed: 'reject the order if it would trade immediately',
    shown: 'It never takes liquidity.',
  },
  /** The request is void when it is decided, or its first send to a venue begins, later than this. */
  validUntil: {
    kind: 'time',
    none: null as TimestampMs | null,
    requested: 'Refused as `expired_request` if the service decides on it later than this.',
    typed: 'RFC 3339; reject the order if it is processed later',
  },
  /** Its quantity stays within what can still be reduced (I-35). */
  reduceOnly: {
    kind: 'flag',
    none: false,
    requested:
      'Only reduces the position: the quantity is lowered to what can still be reduced, now and when the position shrinks. DIRECT only.',
    typed: 'only reduce the position; the quantity is lowered if necessary',
    shown: 'It only reduces a position.',
  },
  cappedQty: {
    kind: 'decimal',
    none: null as Qty | null,
    shown: 'The quantity to which a reduce-only order was lowered; null while it has the requested `qty`.',
  },
  cancelOnPause: {
    kind: 'flag',
    none: false,
    requested: 'Cancelled with `market_paused` when a market of the order pauses.',
    typed: 'cancelled when its market pauses',
  },
  /** Null: nothing is checked, and the venue's own rule applies. */
  selfTrade: {
    kind: 'choice',
    choices: SELF_TRADES,
    none: null as SelfTrade | null,
    requested:
      'Prevents a trade with an order of the same account, in any subaccount: `CANCEL_INCOMING` refuses the order with `self_trade`, or cuts an IOC or FOK order; `CANCEL_RESTING` cancels the other order first. Absent: the rule of the venue applies.',
    typed: 'incoming or resting: which order to cancel instead of trading with yourself',
  },
  /** When it was accepted an own order was within its reach: what it leaves unfilled ends with `self_trade`. */
  selfTradeCut: { kind: 'flag', none: false },
  parentId: {
    kind: 'text',
    none: null as ParentId | null,
    shown: 'The complex order that placed it; null for an order of a caller.',
  },
  /** The account's orders at other venues, in the same asset, that it crossed when it was accepted. */
  crossedOrders: { kind: 'orders', none: [] as readonly OrderId[] },
  sessionId: {
    kind: 'text',
    none: null as SessionId | null,
    shown: 'The session of the trade socket that placed it; null for HTTP.',
  },
  tag: {
    kind: 'text',
    none: null as OrderTag | null,
    pattern: ORDER_TAG,
    issue: TAG_ISSUE,
    requested: 'Groups orders, such as those of one strategy.',
    typed: 'groups orders, such as those of a strategy',
    shown: 'Groups orders, such as those of one strategy.',
  },
} as const satisfies Readonly<Record<string, OrderFlag>>;

type Table = typeof ORDER_FLAGS;

/** What an order has beyond its terms: what the caller asks for, and what the service notes. */
export type OrderFlags = {
  readonly [Name in keyof Table]: Widened<Table[Name]['none']>;
};

type Widened<Value> = Value extends boolean ? boolean : Value;

/** The fields of a record that show a flag. */
export type ShownFlag = {
  [Name in keyof Table]: Table[Name] extends { readonly shown: string } ? SnakeCase<Name> : never;
}[keyof Table];

export const ORDER_FLAG_LIST = Object.entries(ORDER_FLAGS) as readonly (readonly [
  name: keyof OrderFlags,
  flag: OrderFlag,
])[];

export const NO_FLAGS = Object.fromEntries(
  ORDER_FLAG_LIST.map(([name, { none }]) => [name, none]),
) as unknown as OrderFlags;
