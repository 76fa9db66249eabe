import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { Level } from '../../../contract/model/book.ts';
import { decode, pair, price, qty } from '../../../contract/model/decoder.ts';
import type { Price, Qty } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { sides } from '../../../domain/order-books/book.fixture.ts';
import type { SocketListener } from '../../../ports/network.ts';
import type { MissedTrades, VenueBookUpdate, VenueTrade } from '../../../ports/venue.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';
import { toBook } from './kalshi-books.ts';
import { KalshiMarketData, type KalshiMarketDataDeps } from './kalshi-market-data.ts';

const LEVEL = pair(price, qty);
const side = (...levels: readonly (readonly [price: string, size: string])[]) =>
  levels.map((level) => decode(LEVEL, level) ?? assert.fail(String(level)));
const toSides = (book: ReturnType<typeof toBook>) => book?.snapshot() ?? null;

test('NO levels in NO prices and in YES prices make the same book', () => {
  const yes = side(['0.45', '200'], ['0.47', '120']);
  const book = sides(['120 @ 0.47', '200 @ 0.45'], ['35 @ 0.52', '80 @ 0.54']);
  assert.deepEqual(toSides(toBook({ yes, no: side(['0.46', '80'], ['0.48', '35']) }, 'no')), book);
  assert.deepEqual(toSides(toBook({ yes, no: side(['0.54', '80'], ['0.52', '35']) }, 'yes')), book);
});

test('a book read with the wrong terms of NO prices is crossed, and rejected', () => {
  assert.equal(toBook({ yes: side(['0.47', '1']), no: side(['0.46', '1']) }, 'yes'), null);
});

test('a book with an invalid level is rejected', () => {
  const unsound: readonly (readonly [Price, Qty])[] = [
    ...side(['0', '1'], ['1', '1']),
    [40_000_000n as Price, -1n as Qty],
  ];
  for (const level of unsound) {
    assert.equal(toBook({ yes: [level], no: null }, 'yes'), null);
    assert.equal(toBook({ yes: null, no: [level] }, 'yes'), null);
  }
});

test('an empty side is null or an empty list', () => {
  const empty: readonly Level[] = [];
  assert.deepEqual(toSides(toBook({ yes: null, no: [] }, 'yes')), { bids: empty, asks: empty });
});

const trade = (trade_id: string, ticker: string, at: number) => ({
  trade_id,
  ticker,
  count_fp: 100_000_000n,
  yes_price_dollars: 50_000_000n,
  taker_book_side: 'bid',
  taker_outcome_side: null,
  taker_side: null,
  is_block_trade: false,
  created_time: at as TimestampMs,
});

/** Market data over one socket, which opens at once, and with these answers to requests for trades. */
function openMarketData(
  isPublic: boolean,
  findTrades: (query: { readonly ticker?: string; readonly min_ts?: number }) => readonly object[] | null,
  pageSize = 1_000,
  lastTradeAt: number | null = null,
) {
  const warnings: string[] = [];
  const missed: MissedTrades[] = [];
  const clock = new ManualClock();
  const sent: { readonly id: number; readonly cmd: string; readonly params: object }[] = [];
  const [books, trades]: [VenueBookUpdate[], VenueTrade[]] = [[], []];
  let peer: SocketListener | null = null;
  const marketData = new KalshiMarketData({
    clock,
    random: { next: () => 0.5, hex: () => '' },
    network: {
      socket: (_url: string, _headers: unknown, listener: SocketListener) => {
        peer = listener;
        return { send: (text: string) => void sent.push(JSON.parse(text)), ping: () => {}, close: () => {} };
      },
    },
    signer: { headers: () => ({}) },
    settings: { ...KALSHI_DEFAULTS, wsUrl: 'ws://venue/ws', isPublic },
    client: {
      time: { now: () => clock.now() },
      get: async (path: string, query: { readonly ticker?: string; readonly cursor?: string }) => {
        if (path !== '/markets/trades') return { kind: 'failed', why: 'no books here' };
        const all = findTrades(query);
        if (all === null) return { kind: 'failed', why: 'down' };
        const first = Number(query.cursor ?? 0);
        const items = all.slice(first, first + pageSize);
        const end = first + pageSize;
        return { kind: 'ok', value: { items, unread: [], next: end < all.length ? String(end) : null } };
      },
    },
    listener: {
      onBook: (update: VenueBookUpdate) => void books.push(update),
      onTrades: (some: readonly VenueTrade[]) => void trades.push(...some),
      onTradesMissed: (each: MissedTrades) => void missed.push(each),
      lastTradeAt: () => lastTradeAt,
    },
    log: { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} },
    note: () => {},
    onOtherFrame: () => {},
    onMissed: () => {},
  } as unknown as KalshiMarketDataDeps);
  const say = (frame: object): void => peer?.onText(JSON.stringify(frame));
  const confirm = (sid: number, channel = 'orderbook_delta'): void => {
    const request = sent.findLast(
      ({ cmd, params }) => cmd === 'subscribe' && JSON.stringify(params).includes(`"${channel}"`),
    );
    say({ type: 'subscribed', id: request?.id, msg: { channel, sid } });
  };
  const open = (): void => peer?.onOpen();
  const close = (): void => peer?.onClosed('closed by the peer');
  return { clock, books, trades, marketData, warnings, missed, say, confirm, open, close };
}

const MISSING = 'trades of an interruption are missing: the list does not reach back';

const step = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a market that is not watched any more has no book, whatever arrives about it, until its next snapshot', () => {
  const { books, marketData, say, confirm, open } = openMarketData(false, () => []);
  open();
  for (const ticker of ['A', 'B']) marketData.watch(ticker);
  confirm(1);
  let seq = 0;
  const snapshot = (market_ticker: string, size: string): void => {
    seq += 1;
    const msg = { market_ticker, yes_dollars_fp: [['0.4', size]], no_dollars_fp: [] };
    say({ type: 'orderbook_snapshot', sid: 1, seq, msg });
  };
  const delta = (market_ticker: string): void => {
    seq += 1;
    const msg = { market_ticker, price_dollars: '0.41', delta_fp: '2.00', side: 'yes', ts_ms: 5 };
    say({ type: 'orderbook_delta', sid: 1, seq, msg });
  };
  for (const ticker of ['A', 'B']) snapshot(ticker, '1.00');
  assert.ok(marketData.book('A') !== null && marketData.book('B') !== null);
  marketData.unwatch('A');
  const before = books.length;
  snapshot('A', '2.00'); // was on its way
  delta('A');
  assert.deepEqual([marketData.book('A'), books.length], [null, before]);
  marketData.watch('A');
  delta('A');
  assert.equal(marketData.book('A'), null);
  snapshot('A', '3.00');
  assert.deepEqual(marketData.book('A')?.bids, sides(['3 @ 0.4'], []).bids);
  assert.deepEqual(marketData.book('B')?.bids, sides(['1 @ 0.4'], []).bids, 'the other one has stayed');
  marketData.stop();
});

test('without a stream only the trades of watched markets count', async () => {
  const rows = ['A', 'B', 'C'].map((ticker, at) => trade(`t${at}`, ticker, at));
  const { marketData, trades } = openMarketData(true, ({ ticker }) => (ticker === undefined ? rows : []));
  for (const ticker of ['A', 'C']) marketData.watch(ticker);
  await step();
  assert.deepEqual(
    trades.map(({ venueInstrumentId }) => venueInstrumentId),
    ['A', 'C'],
  );
  marketData.stop();
});

test('without a stream the trades of an outage are read after it', async () => {
  const read: string[] = [];
  let isDown = false;
  const { clock, marketData } = openMarketData(true, ({ ticker, min_ts }) => {
    if (ticker !== undefined) read.push(`${ticker} ${min_ts}`);
    return isDown ? null : [];
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let wait = 0; wait < 8; wait += 1) await step();
  };
  marketData.watch('A');
  await pass(2_000);
  assert.deepEqual(read.splice(0), ['A undefined']);
  isDown = true;
  await pass(2_000);
  const since = Math.floor(clock.now() / 1_000) - 60;
  for (let poll = 0; poll < 10; poll += 1) await pass(2_000);
  isDown = false;
  assert.deepEqual(read, []);
  for (let poll = 0; poll < 5; poll += 1) await pass(2_000);
  assert.deepEqual(read, [`A ${since}`]);
  marketData.stop();
});

test('past trades of a market are read once, and those of an interruption from a minute before it', async () => {
  const read: string[] = [];
  const { clock, marketData, trades, confirm, open, close } = openMarketData(
    false,
    ({ ticker = '', min_ts }) => {
      read.push(`${ticker} ${min_ts}`);
      return [trade('t2', ticker, 2), trade('t1', ticker, 1)];
    },
  );
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let wait = 0; wait < 5; wait += 1) await step();
  };
  marketData.watch('A');
  await step();
  assert.deepEqual(read, [], 'the stream does not deliver them yet');
  open();
  confirm(1, 'trade');
  await step();
  marketData.watch('B');
  marketData.watch('A');
  await step();
  assert.deepEqual(read.splice(0), ['A undefined', 'B undefined']);
  assert.deepEqual(
    trades.map(({ venueInstrumentId, venueTradeId }) => `${venueInstrumentId} ${venueTradeId}`),
    ['A t1', 'A t2', 'B t1', 'B t2'],
  );
  const closedAt = clock.now();
  close();
  await pass(3_000);
  open();
  confirm(2, 'trade');
  await pass(2_000);
  const since = Math.floor(closedAt / 1_000) - 60;
  assert.deepEqual(new Set(read.splice(0)), new Set([`A ${since}`, `B ${since}`]));
  marketData.unwatch('A');
  marketData.watch('A');
  await pass(2_000);
  assert.deepEqual(read, [`A ${Math.floor(clock.now() / 1_000) - 62}`]);
  marketData.stop();
});

for (const [what, size, isWhole] of [
  ['several pages of trades', 15, true],
  ['exactly as many as are read', 20, true],
  ['more than are read', 21, false],
] as const)
  test(`an interruption with ${what} is read ${isWhole ? 'in full' : 'as far as it goes, with a warning'}`, async () => {
    const rows = Array.from({ length: size }, (_, at) => trade(`t${at}`, 'A', at));
    const venue = openMarketData(false, () => rows, 1);
    const { clock, marketData, trades, warnings, missed, confirm, open, close } = venue;
    marketData.watch('A');
    open();
    confirm(1, 'trade');
    for (let wait = 0; wait < 60; wait += 1) await step();
    assert.equal(trades.splice(0).length, 1, 'at the start the newest page');
    assert.deepEqual(
      missed.splice(0).map(({ start, end }) => [start, end]),
      [[0, rows[0]?.created_time]],
      'older trades than those of the page',
    );
    close();
    clock.advance(3_000);
    open();
    confirm(2, 'trade');
    clock.advance(2_000);
    for (let wait = 0; wait < 100; wait += 1) await step();
    assert.deepEqual([trades.length, warnings.includes(MISSING)], [Math.min(size, 20), !isWhole]);
    assert.deepEqual(
      missed.map(({ venueInstrumentId, end }) => [venueInstrumentId, end]),
      isWhole ? [] : [['A', trades[0]?.at]],
    );
    marketData.stop();
  });

for (const [what, size, isWhole] of [
  ['as many trades as are read', 20, true],
  ['more trades than are read', 21, false],
] as const)
  test(`the time without a process with ${what} is ${isWhole ? 'read in full' : 'known to be incomplete'}`, async () => {
    const rows = Array.from({ length: size }, (_, at) => trade(`t${at}`, 'A', 90_000 + at));
    const since: unknown[] = [];
    const findTrades = ({ min_ts }: { readonly min_ts?: number }) => {
      since.push(min_ts);
      return rows;
    };
    const { clock, marketData, trades, missed, confirm, open } = openMarketData(false, findTrades, 1, 61_000);
    marketData.watch('A');
    open();
    confirm(1, 'trade');
    clock.advance(2_000);
    for (let wait = 0; wait < 100; wait += 1) await step();
    assert.deepEqual(
      [trades.length, new Set(since)],
      [20, new Set([1])],
      'since a minute before the last trade',
    );
    assert.deepEqual(
      missed.map(({ start, end }) => [start, end]),
      isWhole ? [] : [[1_000, trades[0]?.at]],
    );
    marketData.stop();
  });

test('a poll without a stream that does not reach back reads the trades of each watched market', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => trade(`t${at}`, 'B', at));
  const read: string[] = [];
  const { clock, marketData, trades } = openMarketData(
    true,
    ({ ticker }) => {
      if (ticker === undefined) return rows;
      read.push(ticker);
      return [trade('mine', 'A', 3)];
    },
    1,
  );
  marketData.watch('A');
  for (let wait = 0; wait < 30; wait += 1) await step();
  clock.advance(2_000);
  for (let wait = 0; wait < 30; wait += 1) await step();
  assert.deepEqual(read, ['A', 'A'], 'at the start, and after the poll');
  assert.deepEqual(new Set(trades.map(({ venueTradeId }) => venueTradeId)), new Set(['mine']));
  marketData.stop();
});
