import assert from 'node:assert/strict';
import { createConfig, parseToml } from '../../src/config/parse-config.ts';
import { parsePublicKey } from '../../src/contract/access/public-key.ts';
import {
  parseQuery,
  parseSigningTimestamp,
  renderSortedQuery,
  toFormEncoding,
} from '../../src/contract/access/request-signing.ts';
import { type Decoder, decode } from '../../src/contract/model/decoder.ts';
import type { VenueName } from '../../src/contract/model/ids.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { parseJson } from '../../src/http/strict-json.ts';
import { parseClientFrame } from '../../src/streams/client-frame.ts';
import {
  streamToFillRecord,
  streamToOrderState,
  toFillRecord,
  toOrderState,
  toVenueTrade,
} from '../../src/venues/kalshi/codec/kalshi-mapping.ts';
import * as kalshi from '../../src/venues/kalshi/codec/kalshi-messages.ts';
import * as stream from '../../src/venues/kalshi/codec/kalshi-ws-messages.ts';
import { toInstrument } from '../../src/venues/kalshi/market-data/kalshi-listing.ts';
import { parseMarket, parseMarketPage } from '../../src/venues/polymarket/codec/gamma-messages.ts';
import { toListing } from '../../src/venues/polymarket/codec/polymarket-mapping.ts';
import {
  parseAck,
  parseCancel,
  parseOrder,
  parsePage,
  parseTrade,
} from '../../src/venues/polymarket/codec/polymarket-messages.ts';
import { ChangeReader, parseBook } from '../../src/venues/polymarket/market-data/polymarket-books.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import { damaged, objectsIn, torn } from './damage.ts';
import type { Target } from './fuzz-run.ts';
import { type AdapterWorld, kalshiWorld, polymarketWorld } from './venue-fuzz.ts';

const NOW = 1_782_907_200_000 as TimestampMs;
const note = (): void => undefined;
const changeReader = new ChangeReader();
const EVENT = { venueEventId: 'E', title: 'Title', series: null, exclusive: 'NONE' } as const;
const FREE = { event: EVENT, category: null, fees: null };

/** Every parser of external text or JSON. It may refuse any input and must never throw. */
export const readerTargets: readonly Target[] = [
  venueReader('kalshi-readers', kalshiWorld, (value) => {
    for (const shape of Object.values({ ...kalshi, ...stream })) {
      if ('read' in shape) decode(shape as Decoder<unknown>, value, 'fuzz', note);
    }
    const market = decode(kalshi.MARKET, value, 'market', note);
    if (market !== null) toInstrument('Kalshi' as VenueName, market, FREE, NOW);
    const order = decode(kalshi.ORDER, value, 'order', note);
    if (order !== null) toOrderState(order);
    const fill = decode(kalshi.FILL, value, 'fill', note);
    if (fill !== null) toFillRecord(fill);
    const trade = decode(kalshi.TRADE, value, 'trade', note);
    if (trade !== null) toVenueTrade(trade);
    const streamOrder = decode(stream.STREAM_ORDER, value, 'user_order', note);
    if (streamOrder !== null && stream.hasState(streamOrder)) streamToOrderState(streamOrder);
    const streamFill = decode(stream.STREAM_FILL, value, 'fill', note);
    if (streamFill !== null) streamToFillRecord(streamFill);
  }),
  venueReader('polymarket-readers', polymarketWorld, (value) => {
    parseOrder(value);
    parseTrade(value);
    parsePage(value);
    parseCancel(value, 'id');
    if (typeof value === 'object' && value !== null)
      parseAck(value as Readonly<Record<string, unknown>>, 'id');
    parseBook(value);
    changeReader.read(value);
    parseMarketPage(value);
    const market = parseMarket(value);
    if (market !== null) toListing('Polymarket' as VenueName, market, NOW);
  }),
  plain('bodies', 0.12, (dice) => {
    const bytes = Buffer.from(torn(dice, BODY), dice.pick(['utf8', 'latin1']));
    const parsed = parseJson(bytes);
    // An accepted text means the same to any other parser of the same bytes.
    if (parsed.ok && bytes.length > 0) assert.deepEqual(parsed.value, JSON.parse(bytes.toString('utf8')));
  }),
  plain('frames', 0.08, (dice) => {
    const frame = parseClientFrame(Buffer.from(torn(dice, FRAME), 'utf8'), dice.happens(0.1));
    if (frame.ok) assert.match(frame.value.action, /^(subscribe|unsubscribe|ping)$/);
  }),
  plain('queries', 0.08, (dice) => {
    const query = torn(dice, 'subaccount_id=sa_1&status=OPEN&q=a+b%2Bc&limit=%31%30&&x');
    const pairs = parseQuery(Buffer.from(query).toString('latin1'));
    const signed = renderSortedQuery(pairs);
    // Whichever spelling was signed, it is parsed into the pairs that the handler sees.
    for (const spelling of [signed, toFormEncoding(signed)]) {
      assert.equal(renderSortedQuery(parseQuery(spelling)), signed);
    }
  }),
  plain('claims', 0.06, (dice) => {
    const at = parseSigningTimestamp(torn(dice, '1782907200000'));
    assert.ok(at === null || Number.isSafeInteger(at));
    parsePublicKey(torn(dice, 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg='));
  }),
  plain('config', 0.06, (dice) => {
    const toml = parseToml(torn(dice, CONFIG), 'fuzz.toml');
    if (!toml.ok) return;
    const config = createConfig(toml.value);
    if (!config.ok) assert.ok(config.error.length > 0, 'a rejection has a reason');
  }),
];

const BODY =
  '{"subaccount_id":"sa_1","instrument_id":1001,"side":"BUY","routing":{"mode":"SPLIT","venues":["Demo","K\\u0061lshi"]},"price":"0.48"}';
const FRAME = '{"action":"subscribe","id":1,"instrument_ids":[1001,1002],"subaccount_ids":["sa_1"]}';
const CONFIG = `port = 8787
host = "127.0.0.1"
[orders]
ack_wait_ms = 250
[auth]
window_ms = 30000
header_prefixes = ["X-"]
[rate.read]
per_second = 100
burst = 200
[venues.Kalshi]
enabled = false
`;

function plain(name: string, share: number, attempt: (dice: SeededRandom) => void): Target {
  return { name, share, isStateful: false, start: async () => ({ attempt, finish: () => undefined }) };
}

/** A reader of all messages of its simulator in a short run, damaged. */
function venueReader(
  name: string,
  make: () => Promise<AdapterWorld>,
  take: (value: unknown) => void,
): Target {
  const start = async () => {
    const harness = await make();
    await harness.ask();
    await harness.stop();
    const { answers, frames } = harness.between;
    const samples = [...answers, ...frames].flatMap((text) => objectsIn(parseFrame(text)));
    assert.ok(samples.length > 0, 'the exchange sent messages');
    return {
      attempt: (dice: SeededRandom) => take(damaged(dice, dice.pick(samples))),
      finish: () => undefined,
    };
  };
  return { name, share: 0.15, isStateful: false, start };
}

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
