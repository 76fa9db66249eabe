import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { UnresponsiveNetwork } from '../../../../test/support/unresponsive-network.ts';
import { renderDecimal } from '../../../contract/model/money.ts';
import { sides, changes as someChanges } from '../../../domain/order-books/book.fixture.ts';
import { applyDelta, applySnapshot } from '../../../domain/order-books/live-order-book.ts';
import type { MissedTrades, VenueBookUpdate, VenueTrade } from '../../../ports/venue.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { createFeed, createListing, type FeedOptions } from '../polymarket-feed.fixture.ts';

const AT = 1_782_907_200_000;
const listing = createListing(1);
const other = createListing(2);
const { venueInstrumentId: id } = listing.instrument;

function harness(options: Partial<FeedOptions> = {}) {
  const network = new UnresponsiveNetwork();
  const clock = new ManualClock(AT);
  const published: VenueBookUpdate[] = [];
  const trades: VenueTrade[] = [];
  const missed: MissedTrades[] = [];
  const feed = createFeed({
    network,
    clock,
    listings: [listing, other],
    onBook: (update) => void published.push(update),
    onTrades: (some) => void trades.push(...some),
    onTradesMissed: (each) => void missed.push(each),
    ...options,
  });
  feed.start();
  const say = (...events: readonly object[]): void => network.sendFromPeer(JSON.stringify(events));
  return { network, clock, published, trades, missed, feed, say };
}

const nextStep = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const row = (text: string, token = listing.yes, best: object = {}) => {
  const [side, size, price] = text.replace('@ ', '').split(' ');
  return { asset_id: token, side, size, price, ...best };
};
const change = (rows: readonly object[], at = AT) => ({
  event_type: 'price_change',
  market: id,
  timestamp: String(at),
  price_changes: rows,
});
const parseLevels = (texts: readonly string[]) =>
  texts.map((text) => ({ size: text.split(' @ ')[0], price: text.split(' @ ')[1] }));
const whole = (bids: readonly string[], asks: readonly string[], at = AT, token = listing.yes) => ({
  event_type: 'book',
  asset_id: token,
  market: id,
  timestamp: String(at),
  bids: parseLevels(bids),
  asks: parseLevels(asks),
});
const BOOK = whole(['10 @ 0.47'], ['10 @ 0.49']);

test('a change is published once, in YES terms; the mirrored NO change is ignored', () => {
  const { published, feed, say } = harness();
  say(BOOK);
  say(change([row('BUY 20 @ 0.46'), row('SELL 20 @ 0.54', listing.no)]));
  say(change([row('SELL 0 @ 0.51', listing.no), row('SELL 0 @ 0.49'), row('SELL 5 @ 0.5')]));
  const changes = published.filter((update) => update.kind === 'delta');
  assert.deepEqual(
    changes.map(({ bids, asks }) => ({ bids, asks })),
    [sides(['20 @ 0.46'], []), sides([], ['0 @ 0.49', '5 @ 0.5'])],
  );
  assert.deepEqual(feed.book(id), sides(['10 @ 0.47', '20 @ 0.46'], ['5 @ 0.5']));
});

test('of two changes of one price in a message the last one counts', () => {
  const { published, feed, say } = harness();
  say(BOOK);
  say(change([row('BUY 20 @ 0.46'), row('BUY 7 @ 0.46')]));
  const last = published.at(-1);
  assert.deepEqual(last?.kind === 'delta' && last.bids, sides(['7 @ 0.46'], []).bids);
  assert.deepEqual(feed.book(id)?.bids, sides(['10 @ 0.47', '7 @ 0.46'], []).bids);
});

test('rows of several books in one message are applied to their books', () => {
  const { published, feed, say } = harness();
  say(BOOK, whole(['1 @ 0.2'], [], AT, other.yes));
  say(change([row('BUY 20 @ 0.46'), row('BUY 3 @ 0.1', other.yes), row('BUY 5 @ 0.45')]));
  assert.deepEqual(feed.book(id)?.bids, sides(['10 @ 0.47', '20 @ 0.46', '5 @ 0.45'], []).bids);
  const second = feed.book(other.instrument.venueInstrumentId);
  assert.deepEqual(second?.bids, sides(['1 @ 0.2', '3 @ 0.1'], []).bids);
  assert.ok(published.every(({ kind }) => kind !== 'lost'));
});

describe('best prices in a change', () => {
  const LADDER = whole(['10 @ 0.47', '20 @ 0.46', '30 @ 0.45'], ['10 @ 0.49', '20 @ 0.5', '30 @ 0.51']);
  const matches = [
    ['a part of a bid', ['BUY 4 @ 0.47'], '0.47', '0.49'],
    ['a whole bid', ['BUY 0 @ 0.47'], '0.46', '0.49'],
    ['two bids', ['BUY 0 @ 0.47', 'BUY 0 @ 0.46'], '0.45', '0.49'],
    ['all bids', ['BUY 0 @ 0.47', 'BUY 0 @ 0.46', 'BUY 0 @ 0.45'], '0', '0.49'],
    ['a part of an ask', ['SELL 4 @ 0.49'], '0.47', '0.49'],
    ['an ask and a part of the next', ['SELL 0 @ 0.49', 'SELL 4 @ 0.5'], '0.47', '0.5'],
    ['two asks', ['SELL 0 @ 0.49', 'SELL 0 @ 0.5'], '0.47', '0.51'],
    [
      'two asks, and the rest of the order rests',
      ['SELL 0 @ 0.49', 'SELL 0 @ 0.5', 'BUY 2 @ 0.5'],
      '0.5',
      '0.51',
    ],
  ] as const;
  for (const [name, rows, best_bid, best_ask] of matches) {
    test(`a match with ${name} arrives as one message per level, and the book stays readable`, () => {
      for (const inOrder of [rows, rows.toReversed()]) {
        const { network, clock, published, feed, say } = harness();
        say(LADDER);
        const sent = network.sent.length;
        for (const each of inOrder) say(change([row(each, listing.yes, { best_bid, best_ask })], AT + 5));
        const after = feed.book(id);
        assert.equal(renderDecimal(after?.bids[0]?.price ?? 0n), best_bid);
        assert.equal(renderDecimal(after?.asks[0]?.price ?? 0n), best_ask);
        clock.advance(1_000);
        say(change([row('BUY 1 @ 0.1', listing.yes, { best_bid, best_ask })], AT + 9));
        assert.notEqual(feed.book(id), null);
        assert.deepEqual(network.sent.slice(sent), []);
        assert.equal(published.filter(({ kind }) => kind === 'delta').length, rows.length + 1);
        assert.ok(published.every(({ kind }) => kind !== 'lost'));
      }
    });
  }

  const missed = [
    ['bid', { best_bid: '0.48', best_ask: '0.49' }],
    ['ask', { best_bid: '0.47', best_ask: '0.5' }],
  ] as const;
  for (const [name, best] of missed) {
    test(`another best ${name} invalidates the book 100 ms later, or with a message of another moment`, () => {
      for (const next of ['wait', 'message'] as const) {
        const { network, clock, published, feed, say } = harness();
        say(BOOK);
        say(change([row('BUY 20 @ 0.46', listing.yes, best)]));
        clock.advance(99);
        assert.equal(published.at(-1)?.kind, 'delta');
        if (next === 'wait') clock.advance(1);
        else say(change([row('BUY 21 @ 0.46', listing.yes, best)], AT + 1));
        assert.equal(published.at(-1)?.kind, 'lost');
        assert.equal(feed.book(id), null);
        const [unsubscribe, subscribe] = network.sent.slice(-2).map((text) => JSON.parse(text));
        assert.deepEqual([unsubscribe.operation, subscribe.operation], ['unsubscribe', 'subscribe']);
        say(whole(['10 @ 0.48'], ['10 @ 0.49'], AT + 2));
        assert.deepEqual(feed.book(id), sides(['10 @ 0.48'], ['10 @ 0.49']));
      }
    });
  }

  test('a snapshot, an unsubscription and a stop end the check of an earlier message', () => {
    for (const end of ['snapshot', 'unwatch', 'stop'] as const) {
      const { network, clock, published, feed, say } = harness();
      say(BOOK);
      say(change([row('BUY 0 @ 0.47', listing.yes, { best_bid: '0.3', best_ask: '0.49' })]));
      if (end === 'snapshot') say(whole(['10 @ 0.3'], ['10 @ 0.49']));
      else if (end === 'unwatch') feed.unwatch(id);
      else feed.stop();
      const before = [network.sent.length, published.length];
      clock.advance(100);
      assert.deepEqual([network.sent.length, published.length], before, end);
    }
  });
});

test('a tick change invalidates the book, which is requested only if no snapshot follows', () => {
  const { network, clock, published, feed, say } = harness();
  const requested = (): number => network.sent.filter((text) => text.includes(listing.yes)).length;
  say(BOOK);
  clock.advance(20_000);
  const before = requested();
  say({ event_type: 'tick_size_change', asset_id: listing.yes, new_tick_size: '0.001' });
  assert.deepEqual([published.at(-1)?.kind, feed.book(id)], ['lost', null]);
  clock.advance(9_000);
  assert.equal(requested(), before);
  clock.advance(3_000);
  assert.ok(requested() > before);
});

test('an invalid change invalidates the book, even after valid changes in the message', () => {
  const impossible = [
    row('BUY 5 @ 1'),
    row('BUY -5 @ 0.4'),
    row('HOLD 5 @ 0.4'),
    { ...row('BUY 5 @ 0.4'), size: null },
  ];
  for (const wrong of impossible) {
    const { published, feed, say } = harness();
    say(BOOK);
    say(change([row('BUY 20 @ 0.46'), wrong]));
    assert.equal(published.at(-1)?.kind, 'lost', JSON.stringify(wrong));
    assert.equal(feed.book(id), null);
  }
});

test('a change older than the snapshot is ignored', () => {
  const { published, say } = harness();
  say(change([row('BUY 20 @ 0.46')]));
  assert.deepEqual(published, []);
  say(BOOK);
  say(change([row('BUY 20 @ 0.46')], AT - 1));
  assert.deepEqual(
    published.map(({ kind }) => kind),
    ['snapshot'],
  );
});

test('published and tradable books are copies that later changes do not affect', () => {
  const { published, feed, say } = harness();
  say(BOOK);
  const traded = feed.book(id);
  say(change([row('BUY 20 @ 0.46')]));
  const [first] = published;
  assert.deepEqual(first?.kind === 'snapshot' && first.bids, sides(['10 @ 0.47'], []).bids);
  assert.deepEqual(traded, sides(['10 @ 0.47'], ['10 @ 0.49']));
});

for (const changes of ['no changes', 'other changes'])
  test(`a book that stays crossed for a second is invalidated, with ${changes} meanwhile`, () => {
    const { clock, published, feed, say } = harness();
    say(BOOK);
    say(change([row('BUY 1 @ 0.49')]));
    assert.equal(feed.book(id), null, 'a crossed book is not traded on');
    for (let ms = 0; ms < 900; ms += 300) {
      clock.advance(300);
      if (changes === 'other changes') say(change([row(`BUY ${ms + 1} @ 0.3`)]));
    }
    assert.equal(published.at(-1)?.kind, 'delta');
    clock.advance(700);
    if (changes === 'other changes') say(change([row('BUY 2 @ 0.3')]));
    clock.advance(600);
    assert.deepEqual(published.at(-1)?.kind, 'lost');
  });

test('a quiet book equal to REST is alive; one that differs twice reopens the socket', async () => {
  let answer: object = BOOK;
  const { clock, published, feed, say } = harness({ answer: () => [answer] });
  const kinds = (): readonly string[] => published.map(({ kind }) => kind);
  const quiet = (): Promise<void> => {
    clock.advance(10_000);
    return nextStep();
  };
  say(BOOK);
  await quiet();
  assert.deepEqual(kinds(), ['snapshot', 'alive']);
  answer = whole(['11 @ 0.47'], ['10 @ 0.49'], AT + 5);
  await quiet();
  assert.equal(feed.book(id), null, 'suspect');
  await quiet();
  assert.equal(published.at(-1)?.kind, 'lost');
});

for (const [age, ms, isTaken] of [
  ['older than', -1, false],
  ['as old as', 0, true],
  ['newer than', 1, true],
] as const)
  test(`after a gap a REST book ${age} the last message is ${isTaken ? '' : 'not '}taken; a snapshot always is`, async () => {
    const rest = whole(['10 @ 0.3'], ['10 @ 0.9'], AT + 5 + ms);
    const { clock, published, feed, say } = harness({ answer: () => [rest] });
    say(BOOK);
    say(change([row('BUY 20 @ 0.46', listing.yes, { best_bid: '0.48', best_ask: '0.49' })], AT + 5));
    clock.advance(100);
    assert.equal(published.at(-1)?.kind, 'lost');
    for (let checks = 0; checks < 2; checks += 1) {
      clock.advance(11_000);
      await nextStep();
    }
    const taken = sides(['10 @ 0.3'], ['10 @ 0.9']);
    assert.deepEqual(feed.book(id), isTaken ? taken : null);
    if (isTaken) return;
    say(whole(['10 @ 0.48'], ['10 @ 0.49'], AT + 4));
    assert.deepEqual(feed.book(id), sides(['10 @ 0.48'], ['10 @ 0.49']));
  });

test('the time of a change is that of our clock, however far the clock of the venue is from it', () => {
  for (const offsetMs of [-2_000, 0, 3_000]) {
    const { published, say } = harness({ offsetMs });
    say(whole(['10 @ 0.47'], ['10 @ 0.49'], AT + offsetMs));
    say(change([row('BUY 20 @ 0.46')], AT + offsetMs + 7));
    assert.equal(published.at(-1)?.at, AT + 7);
  }
});

test('a market that is watched before it is listed is subscribed once it is, unless it was unwatched', () => {
  for (const isUnwatched of [false, true]) {
    const listed = new Set([other]);
    const { network, clock, feed } = harness({ isListed: (each) => listed.has(each) });
    const isSubscribed = (): boolean => network.sent.some((text) => text.includes(listing.yes));
    clock.advance(2_000);
    assert.equal(isSubscribed(), false);
    if (isUnwatched) feed.unwatch(id);
    listed.add(listing);
    clock.advance(2_000);
    assert.equal(isSubscribed(), !isUnwatched);
  }
});

describe('public trades', () => {
  const print = (asset_id: string, side: string, more: object = {}) => ({
    event_type: 'last_trade_price',
    asset_id,
    side,
    price: '0.5',
    size: '10',
    timestamp: String(AT + 5),
    transaction_hash: '0xabc',
    ...more,
  });

  test('of each market, outcome and side count once, also in one transaction', () => {
    const { trades, say } = harness();
    const events = [listing, other].flatMap(({ yes, no }) =>
      [yes, no].flatMap((token) => ['BUY', 'SELL'].map((side) => print(token, side))),
    );
    say(...events);
    say(...events); // as after a reconnect
    const expected = [listing, other].flatMap(
      ({ instrument: { venueInstrumentId } }) =>
        ['BUY', 'SELL'].map((side) => `${venueInstrumentId} ${side}`), // buying NO at 0.5 is selling YES at 0.5
    );
    assert.deepEqual(
      trades.map(({ venueInstrumentId, side }) => `${venueInstrumentId} ${side}`),
      expected,
    );
  });

  const past = (seconds: number, asset = listing.yes) => ({
    asset,
    side: asset === listing.yes ? 'BUY' : 'SELL',
    size: 1,
    price: 0.5,
    timestamp: AT / 1_000 + seconds,
    transactionHash: `0x${seconds}`,
  });
  const answer = (value: unknown) => ({ kind: 'answer', status: 200, value, body: '' }) as const;
  const channelPrint = (seconds: number, more: object = {}) =>
    print(listing.yes, 'BUY', {
      size: '1',
      timestamp: String(AT + 1_000 * seconds + 300),
      transaction_hash: `0x${seconds}`,
      ...more,
    });
  const secondsOf = (trades: readonly VenueTrade[]) => trades.map(({ at }) => Math.floor((at - AT) / 1_000));
  const GAP_READ_MS = 30_000;

  /** A feed whose channel is up, and what the list of trades answers: null fails. */
  async function openListed(first: readonly object[], options: Partial<FeedOptions> = {}) {
    const venue = { list: first as readonly object[] | null, reads: 0, isUp: true, rowsMax: 10_000 };
    const log: string[] = [];
    const feedOptions = {
      listings: [listing],
      read: async (_: string, path: string): Promise<ReadResult> => {
        venue.reads += 1;
        const limit = Number(new URLSearchParams(path.split('?')[1]).get('limit'));
        if (venue.list === null) return { kind: 'failed', why: 'down' };
        return answer(venue.list.slice(0, Math.min(limit, venue.rowsMax)));
      },
      warn: (text: string) => void log.push(text),
      ...options,
    };
    const base = harness(feedOptions);
    await nextStep();
    const { network, clock } = base;
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 10_000) {
        if (venue.isUp) network.sendFromPeer('PONG');
        clock.advance(Math.min(left, 10_000));
        for (let step = 0; step < 5; step += 1) await nextStep();
      }
    };
    const reconnect = async (): Promise<void> => {
      venue.isUp = false;
      network.close();
      await pass(15_000);
      network.open();
      venue.isUp = true;
    };
    const trades = () => secondsOf(base.trades.splice(0));
    const say = (...events: readonly object[]): void => network.sendFromPeer(JSON.stringify(events));
    return { ...base, base, venue, pass, reconnect, trades, say, log };
  }

  test('before the subscription are read once, and again only after a failure', async () => {
    const { venue, feed, trades } = await openListed([]);
    assert.equal(venue.reads, 1);
    for (const [list, expected] of [
      [null, []],
      [
        [past(-1), past(-2)],
        [-2, -1],
      ],
    ] as const) {
      const unread = harness({
        listings: [listing],
        read: async () => (list === null ? { kind: 'failed', why: 'down' } : answer(list)),
      });
      await nextStep();
      assert.deepEqual(secondsOf(unread.trades), expected);
    }
    venue.list = null;
    feed.unwatch(id);
    feed.watch(id);
    assert.deepEqual([venue.reads, trades()], [1, []]);
  });

  for (const how of ['connection', 'subscription'] as const)
    test(`that an interrupted ${how} did not deliver are read after it, each once`, async () => {
      const { venue, feed, say, trades, pass, reconnect } = await openListed([past(-100)]);
      say(channelPrint(1), channelPrint(2, { transaction_hash: undefined }));
      assert.deepEqual(trades(), [-100, 1]);
      await pass(5_000);
      if (how === 'connection') await reconnect();
      else {
        feed.unwatch(id);
        await pass(15_000);
        feed.watch(id);
      }
      say(channelPrint(21), channelPrint(1));
      assert.deepEqual(trades(), [21]);
      venue.list = [past(22), past(21), past(10, listing.no), past(6), past(2), past(1), past(-100)];
      await pass(GAP_READ_MS - 1);
      assert.equal(venue.reads, 1);
      await pass(1);
      assert.deepEqual([venue.reads, trades()], [2, [2, 6, 10, 22]]);
      say(channelPrint(22), channelPrint(23));
      await pass(10 * GAP_READ_MS);
      assert.deepEqual([venue.reads, trades()], [2, [23]]);
    });

  for (const lateS of [0, 1, 7, 50])
    test(`count once where the list has the time of their block, ${lateS} s after the match`, async () => {
      const { venue, say, base, pass, reconnect } = await openListed([]);
      const late = (row: ReturnType<typeof past>) => ({ ...row, timestamp: row.timestamp + lateS });
      say(
        channelPrint(1),
        channelPrint(2, { transaction_hash: '' }),
        channelPrint(3, { transaction_hash: '0XA' }),
      );
      await reconnect();
      venue.list = [late({ ...past(3), transactionHash: '0xa' }), late(past(2)), late(past(1))];
      await pass(GAP_READ_MS);
      assert.deepEqual([venue.reads, base.trades.length], [2, 3]);
      const sent = base.trades.map(({ venueTradeId }) => venueTradeId);
      const restarted = await openListed(venue.list);
      const read = restarted.base.trades.map(({ venueTradeId }) => venueTradeId);
      assert.deepEqual(read.toSorted(), sent.toSorted(), 'the same ids after a restart');
    });

  for (const [seconds, isSame] of [
    [-61, false],
    [-59, true],
    [60, true],
    [61, false],
  ] as const)
    test(`of a message without a transaction and of a list, ${seconds} s apart, are ${isSame ? 'one' : 'two'}`, async () => {
      const { venue, say, base, trades, pass, reconnect } = await openListed([]);
      say(channelPrint(70, { transaction_hash: undefined }));
      await reconnect();
      venue.list = [past(70 + seconds)];
      await pass(GAP_READ_MS);
      assert.deepEqual([venue.reads, trades()], [2, [70 + seconds]], 'only the list identifies it');
      assert.equal(base.missed.length, isSame ? 0 : 1, 'the list does not have that of the message');
    });

  const unidentified = (seconds: number) => channelPrint(seconds, { transaction_hash: '' });
  const idsOf = (trades: readonly VenueTrade[]) => trades.map(({ venueTradeId }) => venueTradeId).toSorted();
  for (const [what, first, list, last] of [
    ['from the channel, then in the list', [unidentified(1)], [past(1)], []],
    ['in the list, then from the channel', [], [past(1)], [unidentified(1)]],
    ['from the channel before and after it is in the list', [unidentified(1)], [past(1)], [unidentified(1)]],
    ['from the channel later with its transaction', [unidentified(1)], [past(1)], [channelPrint(1)]],
    [
      'twice with equal terms',
      [unidentified(1), unidentified(2)],
      [past(1), { ...past(2), transactionHash: '0x1' }],
      [],
    ],
  ] as const)
    test(`without a transaction count once: ${what}, also across a restart`, async () => {
      const { venue, say, base, pass } = await openListed([]);
      say(...first);
      assert.deepEqual(base.trades, [], 'nothing identifies it yet');
      venue.list = list;
      await pass(GAP_READ_MS);
      say(...last);
      await pass(2 * GAP_READ_MS);
      assert.equal(base.trades.length, list.length);
      const restarted = await openListed(list);
      restarted.say(...first, ...last);
      await restarted.pass(2 * GAP_READ_MS);
      assert.deepEqual(idsOf(restarted.base.trades), idsOf(base.trades));
      assert.deepEqual([...base.missed, ...restarted.base.missed], []);
    });

  test('without a transaction that the list does not have are known to be missing', async () => {
    const { venue, say, base, pass } = await openListed([past(-100)]);
    say(unidentified(1));
    await pass(GAP_READ_MS - 5_000);
    say(unidentified(26)); // after the list was last complete
    await pass(5_000);
    assert.deepEqual(
      base.missed.map(({ start, end }) => [start, end]),
      [[AT + 1_300, AT + 61_300]],
    );
    venue.list = [past(26), past(-100)];
    await pass(GAP_READ_MS);
    assert.deepEqual([base.missed.length, base.trades.length], [1, 2]);
  });

  test('that are equal in one transaction all count, whichever source has them', async () => {
    const { venue, say, base, pass, reconnect } = await openListed([]);
    const again = channelPrint(1, { timestamp: String(AT + 1_301) });
    say(channelPrint(1), again, channelPrint(5));
    await reconnect();
    say(channelPrint(1), again);
    assert.equal(base.trades.length, 3, 'two of one transaction');
    venue.list = [past(5), past(5), past(1), past(1)];
    await pass(GAP_READ_MS);
    assert.equal(base.trades.length, 4, 'the list has another one');
    assert.equal(new Set(base.trades.map(({ venueTradeId }) => venueTradeId)).size, 4);
    const restarted = await openListed(venue.list);
    assert.deepEqual(
      restarted.base.trades.map(({ venueTradeId }) => venueTradeId).toSorted(),
      base.trades.map(({ venueTradeId }) => venueTradeId).toSorted(),
    );
  });

  for (const [what, size, isWhole] of [
    ['fewer trades than the list has', 2_500, true],
    ['more trades than the list has', 12_000, false],
  ] as const)
    test(`of the time without a process with ${what} are ${isWhole ? 'all read' : 'known to be missing'}`, async () => {
      const rows = Array.from({ length: size }, (_, at) => ({ ...past(-10), transactionHash: `0x${at}` }));
      const lastTradeAt = AT - 900_000;
      const { base, pass, trades } = await openListed([...rows, past(-2_000)], { lastTradeAt });
      await pass(GAP_READ_MS);
      assert.equal(trades().length, Math.min(size, 10_000));
      const start = lastTradeAt - 60_000;
      assert.deepEqual(
        base.missed.map((gap) => [gap.start, gap.end]),
        isWhole ? [] : [[start, base.clock.now()]],
      );
    });

  for (const [length, isWhole] of [
    [499, true],
    [500, false],
  ] as const)
    test(`before the first subscription are ${isWhole ? 'whole' : 'incomplete up to the oldest one'} with ${length} in the list`, async () => {
      const rows = Array.from({ length }, (_, at) => ({ ...past(-at), transactionHash: `0x${at}` }));
      const { base } = await openListed(rows);
      assert.deepEqual(
        base.missed.map(({ start, end }) => [start, end]),
        isWhole ? [] : [[0, AT - 499_000]],
      );
    });

  for (const [what, size, cap, isWhole] of [
    ['more than one page of trades', 2_500, 10_000, true],
    ['more trades than the venue lists', 12_000, 10_000, false],
    ['more trades than the venue returns', 2_500, 1_000, false],
  ] as const)
    test(`of an interruption with ${what} are read ${isWhole ? 'in full' : 'as far as they go, with a warning'}`, async () => {
      const { venue, base, pass, reconnect, log } = await openListed([]);
      await reconnect();
      const rows = Array.from({ length: size }, (_, at) => ({ ...past(10), transactionHash: `0x${at}` }));
      venue.list = [...rows, past(-1_000)];
      venue.rowsMax = cap;
      await pass(GAP_READ_MS);
      assert.equal(base.trades.length, Math.min(size, cap));
      assert.equal(log.filter((text) => text.includes('does not reach back')).length, isWhole ? 0 : 1);
      assert.deepEqual(
        base.missed.map(({ start, end }) => [start < AT, end]),
        isWhole ? [] : [[true, base.clock.now()]],
      );
    });
});

test('applying the published updates gives the same book', () => {
  const events = fc.array(fc.record({ bids: someChanges, asks: someChanges }), { maxLength: 8 });
  fc.assert(
    fc.property(events, (deltas) => {
      const { published, feed, say } = harness();
      say(whole([], []));
      for (const { bids, asks } of deltas) {
        const rows = (side: string, levels: typeof bids) =>
          levels.map(({ price, qty }) => row(`${side} ${renderDecimal(qty)} @ ${renderDecimal(price)}`));
        say(change([...rows('BUY', bids), ...rows('SELL', asks)]));
      }
      let book = applySnapshot({ bids: [], asks: [] });
      for (const update of published) {
        if (update.kind === 'delta' && book !== null) book = applyDelta(book, update);
      }
      const held = feed.book(id);
      if (held !== null) assert.deepEqual(held, book);
      assert.notEqual(book, null);
    }),
  );
});
