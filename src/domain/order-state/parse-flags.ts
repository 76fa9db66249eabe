import {
  describeTimeIssue,
  type FieldReader,
  type OrderFlags,
  type OrderType,
  parseInputTime,
  parseOneOf,
  parseOrderTag,
  type RoutingMode,
  SELF_TRADES,
  TAG_ISSUE,
  type TimeInForce,
} from '#contract';

export const FLAG_FIELDS = [
  'post_only',
  'valid_until',
  'reduce_only',
  'cancel_on_pause',
  'self_trade',
  'tag',
] as const;

interface FlaggedTerms {
  readonly type: OrderType | null;
  readonly tif: TimeInForce;
  readonly mode: RoutingMode;
}

/**
 * Reads the flags of an order request. A flag that the other terms do not allow is an issue, never ignored.
 *
 * Source  docs/decisions/order-flags.md
 */
export function readFlags(reader: FieldReader, terms: FlaggedTerms): OrderFlags {
  return {
    postOnly: readPostOnly(reader, terms),
    validUntil: reader.optional('valid_until', parseInputTime, describeTimeIssue),
    reduceOnly: readBoolean(reader, 'reduce_only'),
    cappedQty: null,
    cancelOnPause: readBoolean(reader, 'cancel_on_pause'),
    selfTrade: reader.optional('self_trade', parseOneOf(SELF_TRADES), `must be ${SELF_TRADES.join(' or ')}`),
    selfTradeCut: false,
    parentId: null,
    crossedOrders: [],
    sessionId: null,
    tag: readTag(reader),
  };
}

/** The set flags for the fingerprint of a request. Empty without flags, so that older fingerprints stay valid. */
export function renderFlags({
  postOnly,
  validUntil,
  reduceOnly,
  cancelOnPause,
  selfTrade,
  tag,
}: OrderFlags): readonly string[] {
  return [
    ...(postOnly ? ['post_only'] : []),
    ...(validUntil === null ? [] : [`valid_until=${validUntil}`]),
    ...(reduceOnly ? ['reduce_only'] : []),
    ...(cancelOnPause ? ['cancel_on_pause'] : []),
    ...(selfTrade === null ? [] : [`self_trade=${selfTrade}`]),
    ...renderTag(tag),
  ];
}

function readPostOnly(reader: FieldReader, { type, tif, mode }: FlaggedTerms): boolean {
  const isPostOnly = readBoolean(reader, 'post_only');
  if (!isPostOnly) return false;
  const canRest = type !== 'MARKET' && (tif === 'GTC' || tif === 'GTD');
  if (!canRest) reader.addIssue('post_only', 'is only allowed with LIMIT and tif GTC or GTD');
  if (mode === 'SPLIT') reader.addIssue('post_only', 'is not allowed with SPLIT');
  return true;
}

export const readTag = (reader: FieldReader): OrderFlags['tag'] =>
  reader.optional('tag', parseOrderTag, TAG_ISSUE);

/** Its part of a fingerprint; nothing without a tag. */
export const renderTag = (tag: OrderFlags['tag']): readonly string[] => (tag === null ? [] : [`tag=${tag}`]);

export const readBoolean = (reader: FieldReader, field: string): boolean =>
  reader.optional(field, parseBoolean, 'must be true or false') ?? false;

const parseBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
