import type { Decoder } from '../../src/contract/model/decoder.ts';
import { INVALID, json, listOf, object } from '../../src/contract/model/decoder.ts';
import { NEW_MARKET, RESOLUTION, TICK_CHANGE } from '../../src/venues/polymarket/codec/channel-events.ts';
import { CHANNEL_PRINT, DATA_APIS, type DataList } from '../../src/venues/polymarket/codec/data-api.ts';
import { MARKET, parseMarket, parseMarketPage } from '../../src/venues/polymarket/codec/gamma-messages.ts';
import { parseTexts, parseWireTime, toFields } from '../../src/venues/polymarket/codec/polymarket-decoder.ts';
import * as messages from '../../src/venues/polymarket/codec/polymarket-messages.ts';
import { CREDENTIALS } from '../../src/venues/polymarket/http/polymarket-auth.ts';
import { HEARTBEAT_ANSWER } from '../../src/venues/polymarket/http/polymarket-heartbeats.ts';
import { parseAcceptance } from '../../src/venues/polymarket/market-data/market-acceptance.ts';
import { ChangeReader, parseBook } from '../../src/venues/polymarket/market-data/polymarket-books.ts';
import { OPEN_INTEREST, POINT } from '../../src/venues/polymarket/market-data/polymarket-public-records.ts';
import { CASH_BALANCE } from '../../src/venues/polymarket/orders/cash-balance.ts';
import { parseNonce, parseTransaction } from '../../src/venues/polymarket/relayer/relayer-client.ts';
import UNREAD from './polymarket-unread.json' with { type: 'json' };
import { parser, type ReadShape } from './spec-drift.ts';

const valueOf = <Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false }) =>
  result.ok ? result.value : null;

const ORDER = parser((value) => valueOf(messages.parseOrder(value)), messages.ORDER);
const TRADE = parser((value) => valueOf(messages.parseTrade(value)), messages.TRADE);
const ACK = parser((value) => {
  const fields = toFields(value);
  return fields === null ? null : messages.parseAck(fields, String(fields['orderID']));
});
const CANCELLED = parser((value) => {
  const [first = ''] = parseTexts(toFields(value)?.['canceled']);
  return messages.parseCancel(value, first);
});
const TRANSACTION = parser(parseTransaction);
const BOOK = parser(parseBook);
const CHANGE = parser((value) => new ChangeReader().read(value));

type Page = { readonly items: readonly unknown[] } | null;

/** A page of the adapter, with the items under `name`. */
const page = (
  parse: (value: unknown) => Page,
  name: string,
  item: Decoder<unknown> = json,
): Decoder<unknown> => ({
  expects: 'a page',
  read: (value, path, onIssue) => {
    const found = parser(parse).read(value, path, onIssue) as Page | typeof INVALID;
    if (found === INVALID || found === null) return INVALID;
    const { items } = found;
    return items.some((each) => item.read(each, `${path}${name}`, onIssue) === INVALID) ? INVALID : items;
  },
});

/** A list of the Data API, whose rows are decoded with the page. */
const dataList = (list: DataList<unknown>): Decoder<unknown> =>
  parser((value) => {
    const read = list.page(value, null, 1);
    return read?.items.every((row) => row !== null) === true ? read : null;
  });

/** Some records of the relayer have these, which it does not publish. */
const OTHER_NAMES = [
  'transaction_id',
  'proxy_address',
  'transaction_hash',
  'hash',
  'errorMsg',
  'error_msg',
  'error',
];

const { v1, v2 } = DATA_APIS;
/** Without `GET /markets/{condition_id}`, from which results are read: the venue does not describe it. */
const CLOB: readonly ReadShape[] = [
  { name: 'POST /v1/heartbeats', decoder: HEARTBEAT_ANSWER },
  { name: 'GET /time', decoder: parser(parseWireTime) },
  { name: 'GET /auth/derive-api-key', decoder: CREDENTIALS },
  { name: 'POST /auth/api-key', decoder: CREDENTIALS },
  { name: 'GET /balance-allowance', decoder: CASH_BALANCE },
  {
    name: 'GET /data/orders',
    decoder: page(messages.parsePage, '.data', ORDER),
    unpublished: ['data.timestamp', 'data.type', 'data.event_type'],
  },
  {
    name: 'GET /data/order/{id}',
    decoder: ORDER,
    unpublished: ['timestamp', 'type', 'event_type'],
  },
  {
    name: 'GET /data/trades',
    decoder: page(messages.parsePage, '.data', TRADE),
    unpublished: ['data.match_time_nano', 'data.matchtime', 'data.timestamp'],
  },
  { name: 'POST /order', decoder: ACK },
  { name: 'DELETE /order', decoder: CANCELLED },
  { name: 'DELETE /orders', decoder: CANCELLED },
  { name: 'POST /books', decoder: listOf(BOOK) },
  { name: 'GET /book', decoder: BOOK },
  {
    name: 'GET /clob-markets/{condition_id}',
    decoder: parser(parseAcceptance),
    unpublished: ['c', 'ao'],
    examples: { c: 'x', ao: true },
  },
  { name: 'GET /prices-history', decoder: object({ history: listOf(POINT) }) },
];

/** What the adapter reads of each description that the venue publishes, by the option of the command. */
const SHAPES: Readonly<Record<keyof typeof UNREAD, readonly ReadShape[]>> = {
  'polymarket-clob': CLOB,
  'polymarket-gamma': [
    {
      name: 'GET /markets/keyset',
      decoder: page(parseMarketPage, '.markets', parser(parseMarket, MARKET)),
      unpublished: [
        'markets.version',
        'markets.positionIds',
        'markets.negRisk',
        'markets.events.negRiskAugmented',
      ],
      examples: {
        'markets.version': 'v1',
        'markets.outcomes': '["Yes","No"]',
        'markets.clobTokenIds': '["1","2"]',
      },
    },
  ],
  'polymarket-data': [
    { name: 'GET /positions', decoder: dataList(v1.positions('')) },
    { name: 'GET /trades', decoder: dataList(v1.trades('')) },
    { name: 'GET /oi', decoder: listOf(OPEN_INTEREST) },
  ],
  'polymarket-data-v2': [
    { name: 'GET /v2/positions', decoder: dataList(v2.positions('')) },
    { name: 'GET /v2/trades', decoder: dataList(v2.trades('')) },
  ],
  'polymarket-relayer': [
    { name: 'GET /nonce', decoder: parser(parseNonce), examples: { nonce: '7' } },
    {
      name: 'POST /submit', // its answer has the id and the state only
      decoder: TRANSACTION,
      unpublished: [...OTHER_NAMES, 'type', 'proxyAddress', 'transactionHash', 'nonce', 'signature'],
    },
    { name: 'GET /transaction', decoder: listOf(TRANSACTION), unpublished: OTHER_NAMES },
    { name: 'GET /transactions', decoder: listOf(TRANSACTION), unpublished: OTHER_NAMES },
  ],
  'polymarket-market-channel': [
    { name: 'book', decoder: BOOK },
    { name: 'price_change', decoder: object({ price_changes: listOf(CHANGE) }) },
    { name: 'last_trade_price', decoder: CHANNEL_PRINT },
    { name: 'tick_size_change', decoder: TICK_CHANGE },
    { name: 'market_resolved', decoder: RESOLUTION },
    { name: 'new_market', decoder: NEW_MARKET },
  ],
  'polymarket-user-channel': [
    { name: 'order', decoder: ORDER, examples: { status: 'LIVE' } },
    {
      name: 'trade',
      decoder: TRADE,
      unpublished: ['match_time_nano', 'match_time'],
    },
  ],
};

/** With the fields that were published and not read at the last comparison, which `--record` writes. */
export const POLYMARKET_SHAPES = Object.fromEntries(
  Object.entries(SHAPES).map(([file, shapes]) => {
    const unread: Readonly<Record<string, readonly string[]>> = UNREAD[file as keyof typeof UNREAD];
    return [file, shapes.map((shape) => ({ ...shape, unread: unread[shape.name] ?? [] }))];
  }),
) as unknown as Readonly<Record<keyof typeof UNREAD, readonly ReadShape[]>>;
