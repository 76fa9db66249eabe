import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import type { FeeSchedule } from '../../../contract/model/fee-schedule.ts';
import type { VenueName } from '../../../contract/model/ids.ts';
import {
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
} from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { computeFillFee } from '../../../domain/fees/fill-fees.ts';
import type { FillSettlement, VenueFill } from '../../../ports/venue.ts';
import { nextSettlement, TrackedOrder } from '../orders/polymarket-order-tracker.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import type { WireMarket } from './gamma-messages.ts';
import {
  type Listing,
  type OwnTrade,
  toExchange,
  toListing,
  toOwnFills,
  toVenueTrade,
} from './polymarket-mapping.ts';
import type { WireMaker } from './polymarket-messages.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
/** 0.00001 pUSD. */
const FEE_STEP = 100_000_000_000n as Notional;

test('a trade of NO becomes a trade of YES on the other side, at one minus the price', () => {
  const listing = { yes: 'Y', no: 'N', instrument: { venueInstrumentId: '0xc' } } as Listing;
  const print = { price: price('0.48'), qty: qty('5'), atMs: 1_000, hash: null };
  const shown = (tokenId: string, side: 'BUY' | 'SELL') => {
    const trade = toVenueTrade(listing, { ...print, tokenId, side });
    return [trade.side, trade.price, trade.qty];
  };
  assert.deepEqual(shown('Y', 'BUY'), ['BUY', price('0.48'), qty('5')]);
  assert.deepEqual(shown('Y', 'SELL'), ['SELL', price('0.48'), qty('5')]);
  assert.deepEqual(shown('N', 'BUY'), ['SELL', price('0.52'), qty('5')]);
  assert.deepEqual(shown('N', 'SELL'), ['BUY', price('0.52'), qty('5')]);
});

test('a taker fee is cut off after five decimals, for both sides and both outcomes', () => {
  const { fees } = toListing(
    'Polymarket' as VenueName,
    market({ fee: { rate: 6_250_000n, exponent: 1 } }),
    0 as TimestampMs,
  ).instrument;
  assert.equal(fees?.fillRounding, 'down');
  // 0.0625 · qty · 0.5 · 0.5 = 0.015625 · qty
  for (const [size, steps] of [
    ['1', 1_562n], // 1562.5
    ['0.99', 1_546n], // 1546.875
    ['1.02', 1_593n], // 1593.75
    ['0.0006', 0n], // 0.9375
  ] as const)
    for (const tokenId of [LISTING.yes, LISTING.no])
      for (const side of ['BUY', 'SELL'] as const) {
        const trade = { ...tradeOver(), tokenId, side, price: price('0.5'), qty: qty(size) };
        const [own] = ownFillsOf(trade, isOwn, { ...LISTING, instrument: { ...LISTING.instrument, fees } });
        assert.equal(own?.fill.fee, FEE_STEP * steps, `${side} ${tokenId} ${size}`);
      }
});

test('a settlement only changes from PENDING; a message that contradicts a final one is `reversed`', () => {
  const words: readonly FillSettlement[] = ['PENDING', 'FINAL', 'VOID'];
  const table = words.map((before) => words.map((next) => nextSettlement(before, next)));
  assert.deepEqual(table, [
    ['PENDING', 'FINAL', 'VOID'],
    ['FINAL', 'FINAL', 'reversed'],
    ['VOID', 'reversed', 'VOID'],
  ]);
});

test('a FINAL fill stays FINAL after any later message', () => {
  const record = new TrackedOrder({ id: '0x1', qty: qty('10') } as TrackedOrder['terms'], 0 as TimestampMs);
  const fill = { venueTradeId: 't1', qty: qty('4'), settlement: 'FINAL', at: 0 } as VenueFill;
  const take = record.applyFill.bind(record);
  const next = (settlement: FillSettlement) => take({ ...fill, settlement });
  assert.deepEqual(
    [next('PENDING'), next('FINAL'), next('VOID'), next('PENDING')],
    ['new', 'new', 'reversed', 'known'],
  );
  assert.equal(record.filledQty, qty('4'));
});

/** Our trade as taker: BUY YES 10 against these makers, each `YES 4 @ 0.40 owner`. */
function tradeOver(...makers: readonly string[]): OwnTrade {
  return {
    id: 't1',
    status: 'MATCHED',
    takerOrderId: '0xtaker',
    isTaker: true,
    conditionId: '0xc',
    tokenId: LISTING.yes,
    side: 'BUY',
    price: price('0.45'),
    qty: qty('10'),
    matchedAtMs: 1_000,
    updatedAtMs: null,
    makers: makers.map((words, index) => {
      const [outcome, size = '', , at = '', owner = ''] = words.split(' ');
      const tokenId = outcome === 'YES' ? LISTING.yes : LISTING.no;
      const side = outcome === 'YES' ? 'SELL' : 'BUY';
      return {
        orderId: `0xm${index}`,
        owner,
        makerAddress: null,
        tokenId,
        side,
        price: price(at),
        qty: qty(size),
      };
    }),
  };
}

const LISTING = createListing(1);
const isOwn = ({ owner }: { readonly owner: string }): boolean => owner === 'ours';
/** The fills of a trade whose amounts are known. */
const ownFillsOf = (...given: Parameters<typeof toOwnFills>) => requirePresent(toOwnFills(...given), 'fills');
const fillsIn = (trade: OwnTrade) =>
  toOwnFills(trade, isOwn, LISTING)?.map(
    ({ orderId, fill }) =>
      `${orderId} ${fill.liquidity} ${fill.side} ${fill.outcome} ${renderDecimal(fill.qty)} @ ${renderDecimal(fill.price)}`,
  );

test("a taker pays each maker's price: as is for the same outcome, mirrored for the other", () => {
  assert.deepEqual(fillsIn(tradeOver('YES 4 @ 0.40 a', 'NO 6 @ 0.58 b')), [
    '0xtaker TAKER BUY YES 4 @ 0.4',
    '0xtaker TAKER BUY YES 6 @ 0.42',
  ]);
  assert.deepEqual(fillsIn(tradeOver('YES 4 @ 0.40 a', 'NO 6 @ 0.60 b')), ['0xtaker TAKER BUY YES 10 @ 0.4']);
});

test("makers that do not add up to the trade are ignored: it is one fill at the trade's price", () => {
  assert.deepEqual(fillsIn(tradeOver('YES 4 @ 0.40 a')), ['0xtaker TAKER BUY YES 10 @ 0.45'], 'less');
  const more = tradeOver('YES 4 @ 0.40 a', 'NO 7 @ 0.58 b');
  assert.deepEqual(fillsIn(more), ['0xtaker TAKER BUY YES 10 @ 0.45'], 'more');
});

test('as maker we get fills of our entries only, in their own terms', () => {
  const trade = { ...tradeOver('YES 4 @ 0.40 ours', 'NO 6 @ 0.58 other'), isTaker: false };
  assert.deepEqual(fillsIn(trade), ['0xm0 MAKER SELL YES 4 @ 0.4']);
  const both = tradeOver('YES 4 @ 0.40 ours', 'NO 6 @ 0.60 ours');
  assert.deepEqual(fillsIn(both), [
    '0xtaker TAKER BUY YES 10 @ 0.4',
    '0xm0 MAKER SELL YES 4 @ 0.4',
    '0xm1 MAKER BUY NO 6 @ 0.6',
  ]);
});

test('several entries of one own order are one fill: their sum if they add up to the trade, else one of them', () => {
  const together = (...words: readonly string[]): OwnTrade => {
    const trade = tradeOver(...words);
    return { ...trade, isTaker: false, makers: trade.makers.map((maker) => ({ ...maker, orderId: '0xm' })) };
  };
  assert.deepEqual(fillsIn(together('YES 4 @ 0.40 ours', 'YES 6 @ 0.40 ours')), [
    '0xm MAKER SELL YES 10 @ 0.4',
  ]);
  assert.deepEqual(fillsIn(together('YES 10 @ 0.40 ours', 'YES 10 @ 0.40 ours')), [
    '0xm MAKER SELL YES 10 @ 0.4',
  ]);
  const unknown = together('YES 4 @ 0.40 ours', 'YES 6 @ 0.40 ours');
  const makers = unknown.makers.map((maker, at) => (at === 1 ? { ...maker, qty: null } : maker));
  assert.equal(fillsIn({ ...unknown, makers }), undefined, 'not known');
});

describe('amounts that the venue leaves empty', () => {
  const blank = (trade: OwnTrade, at: number, fields: Partial<WireMaker>): OwnTrade => ({
    ...trade,
    makers: trade.makers.map((maker, index) => (index === at ? { ...maker, ...fields } : maker)),
  });
  const EMPTY: readonly Partial<WireMaker>[] = [{ price: null }, { qty: null }];

  test('do not matter to a maker whose own entry is complete', () => {
    for (const outcome of ['YES', 'NO'] as const) {
      const price = outcome === 'YES' ? '0.40' : '0.60';
      const trade = { ...tradeOver(`${outcome} 4 @ ${price} ours`, 'NO 6 @ 0.58 other'), isTaker: false };
      const whole = fillsIn(trade);
      assert.equal(whole?.length, 1);
      for (const fields of EMPTY) assert.deepEqual(fillsIn(blank(trade, 1, fields)), whole);
      assert.deepEqual(fillsIn({ ...trade, price: null, qty: null }), whole);
    }
  });

  test("in a maker's entry leave the taker the price of the trade, and the makers' prices are enough without it", () => {
    const trade = tradeOver('YES 4 @ 0.40 a', 'NO 6 @ 0.58 b');
    for (const fields of EMPTY)
      assert.deepEqual(fillsIn(blank(trade, 0, fields)), ['0xtaker TAKER BUY YES 10 @ 0.45']);
    assert.deepEqual(fillsIn({ ...trade, price: null }), fillsIn(trade));
  });

  test('that we need leave the fills unknown', () => {
    const made = { ...tradeOver('YES 4 @ 0.40 ours'), isTaker: false };
    const taken = tradeOver('YES 4 @ 0.40 a', 'NO 6 @ 0.58 b');
    for (const fields of EMPTY) {
      assert.equal(fillsIn(blank(made, 0, fields)), undefined);
      assert.equal(fillsIn(blank({ ...taken, price: null }, 0, fields)), undefined);
    }
    assert.equal(fillsIn({ ...taken, qty: null }), undefined, 'the entries may not be all');
  });
});

test('the fills of one trade have different ids, the same each time', () => {
  const names = () =>
    ownFillsOf(tradeOver('YES 4 @ 0.40 ours', 'NO 6 @ 0.58 b'), isOwn, LISTING).map(
      ({ fill }) => fill.venueTradeId,
    );
  assert.equal(new Set(names()).size, 3);
  assert.deepEqual(names(), names());
});

for (const [status, settlement] of [
  ['MATCHED', 'PENDING'],
  ['RETRYING', 'PENDING'],
  ['MINED', 'PENDING'],
  ['CONFIRMED', 'FINAL'],
  ['FAILED', 'VOID'],
] as const) {
  test(`a trade that is ${status} is ${settlement}, for taker and maker`, () => {
    const trade = { ...tradeOver('YES 10 @ 0.40 ours'), status };
    const next = ownFillsOf(trade, isOwn, LISTING).map(({ fill }) => fill.settlement);
    assert.deepEqual(next, [settlement, settlement]);
  });
}

/** An open market in the venue's format. */
const market = (change: Partial<WireMarket>): WireMarket => ({
  conditionId: '0xc',
  slug: 'rain',
  question: 'Rain?',
  description: null,
  category: 'Weather',
  protocol: 'v1',
  tokens: ['1', '2'],
  outcomes: ['Yes', 'No'],
  prices: ['0.5', '0.5'],
  resolution: null,
  tick: price('0.01'),
  qtyMin: qty('5'),
  fee: 'free',
  isActive: true,
  isClosed: false,
  isArchived: false,
  hasBook: true,
  acceptsOrders: true,
  isNegRisk: false,
  event: null,
  groupItemTitle: null,
  terms: {},
  delaySeconds: 0,
  startsAt: null,
  endsAt: null,
  updatedAt: null,
  ...change,
});

const CLOSED = { isClosed: true, acceptsOrders: false } as const;
const MARKETS: readonly (readonly [string, Partial<WireMarket>, string])[] = [
  ['open', {}, 'OPEN'],
  ['taking no orders', { acceptsOrders: false }, 'PAUSED'],
  ['without a book yet', { hasBook: false }, 'UNOPENED'],
  ['not active', { isActive: false }, 'UNOPENED'],
  ['archived', { isArchived: true }, 'CLOSED'],
  ['closed', { ...CLOSED, prices: ['1', '0'] }, 'CLOSED'],
  ['resolved', { ...CLOSED, resolution: 'resolved', prices: ['1', '0'] }, 'SETTLED YES 1'],
  ['settled for NO', { ...CLOSED, resolution: 'settled', prices: ['0', '1'] }, 'SETTLED NO 0'],
  ['resolved half and half', { ...CLOSED, resolution: 'resolved' }, 'SETTLED FRACTION 0.5'],
  ['nearly decided', { ...CLOSED, resolution: 'resolved', prices: ['0.999', '0.001'] }, 'CLOSED'],
  ['resolved and open all the same', { resolution: 'resolved', prices: ['1', '0'] }, 'OPEN'],
];
for (const [what, change, stands] of MARKETS) {
  test(`a market that is ${what} is ${stands}`, () => {
    const listing = toListing('Polymarket' as VenueName, market(change), 0 as TimestampMs);
    const { status, result, settlementPrice } = listing?.instrument ?? assert.fail('a listing');
    const payout = settlementPrice === null ? '' : renderDecimal(settlementPrice);
    assert.equal([status, result, payout].join(' ').trim(), stands);
  });
}

test('a listing has each field from its own place', () => {
  const at = (ms: number): TimestampMs => ms as TimestampMs;
  const wire = market({
    slug: 'slug',
    question: 'Question?',
    description: 'Rules',
    category: 'Category',
    tokens: ['11', '22'],
    tick: price('0.001'),
    qtyMin: qty('7'),
    fee: { rate: 6_250_000n, exponent: 2 },
    terms: { source: 'somewhere' },
    delaySeconds: 3,
    startsAt: at(1_000),
    endsAt: at(2_000),
    updatedAt: at(3_000),
  });
  const { instrument, yes, no, delaySeconds } = toListing('Polymarket' as VenueName, wire, at(4_000));
  assert.deepEqual([yes, no, delaySeconds], ['11', '22', 3]);
  const { ticker, slug, title, description, category, venueTerms, openTime, closeTime, updatedAt } =
    instrument;
  assert.deepEqual(
    { ticker, slug, title, description, category, venueTerms, openTime, closeTime, updatedAt },
    {
      ticker: 'slug',
      slug: 'slug',
      title: 'Question?',
      description: 'Rules',
      category: 'Category',
      venueTerms: { source: 'somewhere' },
      openTime: 1_000,
      closeTime: 2_000,
      updatedAt: 3_000,
    },
  );
  const { venueInstrumentId, qtyMin, qtyStep, fees } = instrument;
  assert.deepEqual([venueInstrumentId, qtyMin, qtyStep], ['0xc', qty('7'), qty('0.01')]);
  assert.deepEqual([fees?.takerRate, fees?.makerRate, fees?.exponent], [6_250_000n, 0n, 2]);
  const unchanged = toListing('Polymarket' as VenueName, { ...wire, updatedAt: null }, at(4_000));
  assert.equal(unchanged.instrument.updatedAt, 4_000);
  const free = toListing('Polymarket' as VenueName, market({ fee: 'free' }), at(0)).instrument.fees;
  assert.deepEqual([free?.takerRate, free?.exponent], [0n, 1]);
  assert.equal(toListing('Polymarket' as VenueName, market({ fee: null }), at(0)).instrument.fees, null);
});

test('a taker pays the fee of each price, a maker none, and both have the time and the ids of the trade', () => {
  const fees = {
    ...toListing(
      'Polymarket' as VenueName,
      market({ fee: { rate: 6_250_000n, exponent: 1 } }),
      0 as TimestampMs,
    ).instrument.fees,
  } as FeeSchedule;
  const listing = { ...LISTING, instrument: { ...LISTING.instrument, fees } };
  const trade = tradeOver('YES 4 @ 0.40 ours', 'NO 6 @ 0.58 b');
  const [first, second, maker] = ownFillsOf(trade, isOwn, listing);
  for (const [own, at, size] of [
    [first, '0.40', '4'],
    [second, '0.42', '6'],
  ] as const) {
    assert.equal(own?.fill.fee, computeFillFee(fees, price(at), qty(size)), at);
    assert.deepEqual([own?.tokenId, own?.fill.at], [LISTING.yes, 1_000]);
    assert.equal(own?.fill.venueTradeId, `t1:${price(at)}`);
  }
  assert.deepEqual(
    [maker?.orderId, maker?.tokenId, maker?.fill.fee, maker?.fill.venueTradeId, maker?.fill.at],
    ['0xm0', LISTING.yes, 0n, 't1:0xm0', 1_000],
  );
  const [whole] = ownFillsOf(tradeOver('YES 10 @ 0.40 a'), isOwn, listing);
  assert.equal(whole?.fill.venueTradeId, 't1', 'one price has the id of the trade');
});

test('two public trades have different ids if any of their fields differs, and one trade has the same id', () => {
  const print = {
    tokenId: LISTING.yes,
    price: price('0.48'),
    qty: qty('5'),
    side: 'BUY',
    atMs: 1_500,
    hash: null,
  } as const;
  const idOf = (change: object) => toVenueTrade(LISTING, { ...print, ...change }).venueTradeId;
  const changes = [
    {},
    { tokenId: LISTING.no },
    { price: price('0.49') },
    { qty: qty('6') },
    { side: 'SELL' },
    { atMs: 1_501 },
    { hash: '0xh' },
    { hash: '0xi' },
  ];
  assert.equal(new Set(changes.map(idOf)).size, changes.length);
  assert.equal(
    idOf({ hash: '0xh' }),
    idOf({ hash: '0xh', atMs: 9_500 }),
    'the list has the time of the block',
  );
  const [first, second] = [1, 2].map((number) => toVenueTrade(LISTING, { ...print, hash: '0xh' }, number));
  assert.notEqual(first?.venueTradeId, second?.venueTradeId, 'equal trades of one transaction');
  const opposite = { tokenId: LISTING.no, price: price('0.52'), side: 'SELL' };
  assert.equal(idOf({}), idOf(opposite), 'the same trade in the terms of the other token');
  assert.equal(toVenueTrade(LISTING, print).at, 1_500);
});

test('the exchange of a market follows from its protocol, and in v1 from neg-risk', () => {
  const exchangeOf = (change: Partial<WireMarket>) =>
    toExchange(toListing('Polymarket' as VenueName, market(change), 0 as TimestampMs));
  assert.equal(exchangeOf({}), 'standard');
  assert.equal(exchangeOf({ isNegRisk: true }), 'negRisk');
  assert.equal(exchangeOf({ protocol: 'v2' }), 'v3');
  assert.equal(exchangeOf({ protocol: 'v2', isNegRisk: true }), 'v3');
});

test("a market without a grid gets the venue's usual one; prices stay a tick away from 0 and 1", () => {
  const gridOf = (change: Partial<WireMarket>) => {
    const listing = toListing('Polymarket' as VenueName, market(change), 0 as TimestampMs);
    const { priceTick, priceMin, priceMax, qtyMin } = listing?.instrument ?? assert.fail('a listing');
    return [priceTick, priceMin, priceMax, qtyMin];
  };
  assert.deepEqual(gridOf({ tick: price('0.001') }), [
    price('0.001'),
    price('0.001'),
    price('0.999'),
    qty('5'),
  ]);
  for (const tick of [null, 0n as Price])
    assert.deepEqual(gridOf({ tick, qtyMin: null }), [price('0.01'), price('0.01'), price('0.99'), qty('5')]);
});

test('a title names the outcome of YES unless the outcomes are yes and no', () => {
  const titles: readonly (readonly [question: string, outcomes: [string, string], title: string])[] = [
    ['Will it rain?', ['Yes', 'No'], 'Will it rain?'],
    ['Broncos vs. Chiefs', ['Broncos', 'Chiefs'], 'Broncos vs. Chiefs: Broncos'],
    ['Broncos vs. Chiefs: O/U 45.5', ['Over', 'Under'], 'Broncos vs. Chiefs: O/U 45.5: Over'],
    ['Spread: Chiefs (-3.5)', ['Chiefs', 'Broncos'], 'Spread: Chiefs (-3.5): Chiefs'],
    ['Bitcoin Up or Down - November 30', ['Up', 'Down'], 'Bitcoin Up or Down - November 30: Up'],
    ['Who wins: Up', ['Up', 'Down'], 'Who wins: Up'],
  ];
  for (const [question, outcomes, title] of titles) {
    const listing = toListing('Polymarket' as VenueName, market({ question, outcomes }), 0 as TimestampMs);
    assert.equal(listing?.instrument.title, title);
  }
});

test('a market has its event and the name of its outcome there', () => {
  const event = { id: '30110', title: 'Champion 2027', series: 'nba' };
  const listed = (change: Partial<WireMarket>) =>
    toListing('Polymarket' as VenueName, market(change), 0 as TimestampMs).instrument;
  const { event: found, outcomeName } = listed({ event, isNegRisk: true, groupItemTitle: ' Denver ' });
  assert.deepEqual(found, {
    venueEventId: '30110',
    title: 'Champion 2027',
    series: 'nba',
    exclusive: 'AT_MOST_ONE',
    netting: 'NEG_RISK',
  });
  const augmented = listed({ event: { ...event, isAugmented: true }, isNegRisk: true }).event;
  assert.equal(augmented?.augmented, true);
  assert.equal(outcomeName, 'Denver');
  assert.equal(listed({ event }).event?.exclusive, 'UNKNOWN', 'no neg-risk is no statement');
  assert.equal(listed({ outcomes: ['Broncos', 'Chiefs'] }).outcomeName, 'Broncos');
  assert.deepEqual([listed({}).event, listed({}).outcomeName], [null, null]);
});

test('the fee of a fill is unknown where the schedule is, for takers and makers', () => {
  const { fees } = toListing('Polymarket' as VenueName, market({ fee: null }), 0 as TimestampMs).instrument;
  const listing = { ...LISTING, instrument: { ...LISTING.instrument, fees } };
  const own = ownFillsOf(tradeOver('YES 4 @ 0.40 ours', 'NO 6 @ 0.58 b'), isOwn, listing);
  assert.deepEqual(
    own.map(({ fill }) => [fill.liquidity, fill.fee]),
    [
      ['TAKER', null],
      ['TAKER', null],
      ['MAKER', null],
    ],
  );
});
