import {
  boolean,
  type Decoder,
  decode,
  json,
  listOf,
  nullable,
  object,
  type Price,
  parsed,
  type Qty,
  tolerated,
} from '#contract';
import type { ListPage } from '#venues/shared';
import type { DataApiVersion } from '../polymarket-settings.ts';
import { milliseconds, parseText, price, qty, side, text } from './polymarket-decoder.ts';
import type { Print } from './polymarket-mapping.ts';

/** Tokens of one outcome in a wallet. */
export interface PositionRow {
  readonly tokenId: string;
  readonly conditionId: string;
  readonly outcome: 0 | 1 | null; // null: the venue does not know
  readonly size: Qty;
  readonly avgPrice: Price | null;
  readonly isRedeemable: boolean | null; // null: not stated
}

/** Where a list of the Data API is, and how its answers are read. A cursor is opaque outside of this file. */
export interface DataList<Row> {
  path(cursor: string | null, limit: number): string;
  /** The rows of a page, each decoded or null, and the cursor of the next one; null: it is no page. */
  page(answer: unknown, cursor: string | null, limit: number): ListPage<Row | null> | null;
  readonly limitMax: number; // rows of one page
  /** True for a page that the venue never returns. */
  isOutOfReach(cursor: string): boolean;
}

/**
 * The lists of the Data API in both versions.
 *
 * Source  docs.polymarket.com/migrate/data-api-v1-to-v2 and /api-reference/data-api/overview (2026-10)
 */
export interface DataApi {
  positions(wallet: string): DataList<PositionRow>;
  /** The newest first. */
  trades(conditionId: string): DataList<Print>;
}

const OFFSET_MAX = 10_000; // of version 1: later rows cannot be read
const V1_LIMIT_MAX = { positions: 500, trades: 10_000 } as const;
const V2_LIMIT_MAX = 1_000;

type Query = Readonly<Record<string, string>>;

/** A bare list, paged by an offset that stops at 10,000. */
function offsetList<Row>(path: string, query: Query, decoder: Decoder<Row>, limitMax: number): DataList<Row> {
  return {
    limitMax,
    isOutOfReach: (cursor) => Number(cursor) > OFFSET_MAX,
    path: (cursor, limit) =>
      `${path}?${new URLSearchParams({ ...query, limit: String(limit), offset: cursor ?? '0' }).toString()}`,
    page(answer, cursor, limit) {
      if (!Array.isArray(answer)) return null;
      const items = (answer as readonly unknown[]).map((row) => decode(decoder, row));
      const next = Number(cursor ?? 0) + limit;
      return { items, next: items.length < limit ? null : String(next) };
    },
  };
}

const ENVELOPE = object({
  data: nullable(listOf(json)), // null: nothing was found
  pagination: object({ nextCursor: tolerated(text) }, [], () => 'next_cursor'),
});

/** A list in an envelope, paged by a cursor of the venue. */
function cursorList<Row>(path: string, query: Query, decoder: Decoder<Row>): DataList<Row> {
  return {
    limitMax: V2_LIMIT_MAX,
    isOutOfReach: () => false,
    path: (cursor, limit) =>
      `${path}?${new URLSearchParams({ ...query, limit: String(limit), ...(cursor !== null && { cursor }) }).toString()}`,
    page(answer) {
      const read = decode(ENVELOPE, answer);
      if (read === null) return null;
      return {
        items: (read.data ?? []).map((row) => decode(decoder, row)),
        next: read.pagination.nextCursor === '' ? null : read.pagination.nextCursor,
      };
    },
  };
}

const OUTCOME = parsed('0 or 1', (value) => (value === 0 || value === 1 ? value : null));

/** Both versions send the same facts under other names. */
const toShape = <Row>(
  fields: Parameters<typeof object>[0],
  keys: Readonly<Record<string, string>>,
): Decoder<Row> => object(fields, [], (name) => keys[name] ?? name) as Decoder<unknown> as Decoder<Row>;

const POSITION_FIELDS = {
  tokenId: text,
  conditionId: text,
  outcome: tolerated(OUTCOME),
  size: qty,
  avgPrice: tolerated(price),
  isRedeemable: tolerated(boolean),
};
const POSITION_V1 = toShape<PositionRow>(POSITION_FIELDS, {
  tokenId: 'asset',
  outcome: 'outcomeIndex',
  isRedeemable: 'redeemable',
});
const POSITION_V2 = toShape<PositionRow>(POSITION_FIELDS, {
  tokenId: 'token_id',
  conditionId: 'condition_id',
  outcome: 'outcome_index', // 999: the venue does not know it
  size: 'current_size',
  avgPrice: 'avg_price',
  isRedeemable: 'redeemable',
});

/** In lower case: the channel and the list need not agree on it. */
const HASH = parsed('a text', (value) => parseText(value)?.toLowerCase() ?? null);
const PRINT_FIELDS = { tokenId: text, price, qty, side, atMs: milliseconds, hash: tolerated(HASH) };
const COMMON_PRINT = { qty: 'size', atMs: 'timestamp' };
/** The market channel sends the same trade, with two other field names. */
export const CHANNEL_PRINT = toShape<Print>(PRINT_FIELDS, {
  ...COMMON_PRINT,
  tokenId: 'asset_id',
  hash: 'transaction_hash',
});
const PRINT_V1 = toShape<Print>(PRINT_FIELDS, { ...COMMON_PRINT, tokenId: 'asset', hash: 'transactionHash' });
const PRINT_V2 = toShape<Print>(PRINT_FIELDS, {
  ...COMMON_PRINT,
  tokenId: 'token_id',
  hash: 'transaction_hash',
});

export const DATA_APIS: Readonly<Record<DataApiVersion, DataApi>> = {
  v1: {
    // Without `sizeThreshold` less than one share is left out.
    positions: (user) =>
      offsetList('/positions', { user, sizeThreshold: '0' }, POSITION_V1, V1_LIMIT_MAX.positions),
    trades: (market) => offsetList('/trades', { market, takerOnly: 'true' }, PRINT_V1, V1_LIMIT_MAX.trades),
  },
  v2: {
    // No status: a wallet with both outcomes has rows of status MERGEABLE, so OPEN alone would leave them out.
    positions: (user) => cursorList('/v2/positions', { user }, POSITION_V2),
    trades: (condition) => cursorList('/v2/trades', { condition, taker_only: 'true' }, PRINT_V2),
  },
};
