import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueEvent, VenueInstrument } from '../../contract/model/instrument.ts';
import { type Price, parsePrice, parseQty, type Qty, renderNotional } from '../../contract/model/money.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import { DEMO, KALSHI } from '../../domain/instruments/instrument.fixture.ts';
import { compareListings } from '../../relations/mapping/compare-listings.ts';
import { toListing } from '../../relations/mapping/listing.ts';
import type { OwnQty } from '../../relations/opportunities/own-orders.ts';
import { createListing } from '../market.fixture.ts';
import { ASSET, Bench, type Levels, show, startPair } from './opportunity-bench.fixture.ts';
import type { Opportunity } from './opportunity-types.ts';

describe('CROSS', () => {
  test('buys YES where it is cheap and NO at the other venue, net of fees, as deep as it earns', async () => {
    const bench = await startPair();
    bench.book(bench.it.demo, 'D', { '0.38': '5' }, { '0.40': '10', '0.44': '10', '0.49': '90' });
    bench.book(bench.it.kalshi, 'K', { '0.48': '12', '0.47': '40' }, { '0.55': '9' });
    await bench.settle();
    const found = await bench.opportunities();
    // Fees of NO at 0.52 and 0.53 are 0.0175 a contract, so 0.44 + 0.53 still earns and 0.49 + 0.53 does not.
    assert.deepEqual(found.map(show), [['CROSS', 'Demo YES 0.44, Kalshi NO 0.53', '20', '0.7708']]);
    const [first] = found;
    // 12 × 0.07 × 0.52 × 0.48 + 8 × 0.07 × 0.53 × 0.47, rounded up to the cash step.
    assert.equal(renderNotional(first?.legs[1]?.fee ?? assert.fail()), '0.3492');
    assert.equal(renderNotional(first?.capital ?? assert.fail()), '19.2292');
    assert.deepEqual(
      [first?.genericAssetId, first?.settlement.approval?.by, first?.settlement.mayBeVoid],
      [ASSET, 'acc_1', [false, false]],
    );
  });

  test('on an inverted member the outcome is the opposite one', async () => {
    const bench = await startPair(true);
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    // NO of the asset is YES of the inverted instrument.
    bench.book(bench.it.kalshi, 'K', {}, { '0.50': '10' });
    await bench.settle();
    const found = await bench.opportunities();
    assert.deepEqual(found.map(show), [
      // The texts say that the two are the same way round, so the approval contradicts them.
      ['CROSS', 'Demo YES 0.4, Kalshi YES 0.5', '10', '0.825', 'settlement_conflict'],
    ]);
  });

  test('a fee that takes the whole gain leaves nothing', async () => {
    const bench = await startPair();
    bench.book(bench.it.demo, 'D', {}, { '0.49': '10' });
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {}); // 0.49 + 0.50 + 0.0175 > 1
    await bench.settle();
    assert.deepEqual(await bench.opportunities(), []);
    assert.deepEqual(bench.changes, []);
  });

  test('is announced when it opens, changes and closes, at most five times a second', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    assert.deepEqual(
      bench.changes.map(({ type }) => type),
      ['opened'],
    );
    for (const qty of ['9', '8', '7']) bench.book(bench.it.demo, 'D', {}, { '0.40': qty });
    await bench.settle();
    assert.equal(bench.changes.length, 1);
    await bench.settle(200);
    assert.deepEqual(
      bench.changes.map(({ type }) => type),
      ['opened', 'changed'],
    );
    bench.book(bench.it.demo, 'D', {}, { '0.60': '10' });
    await bench.settle();
    const id = bench.changes[0]?.id;
    assert.deepEqual(bench.changes.at(-1), { type: 'closed', id, lastedMs: 200 });
    assert.equal(
      bench.it.market.data.opportunities.get(id ?? '', () => []),
      null,
    );
  });

  test('the metric of open opportunities rises when one opens and falls when it closes', async () => {
    const bench = await startPair();
    const { gauges } = bench.it.metrics;
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle(1_000);
    assert.equal(gauges.get('opportunities_open '), 1);
    bench.book(bench.it.demo, 'D', {}, { '0.60': '10' });
    await bench.settle(1_000);
    assert.equal(gauges.get('opportunities_open '), 0);
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle(1_000);
    assert.equal(gauges.get('opportunities_open '), 1, 'and again');
  });

  test('a stale book is never used, and a confirmation without a change brings the set back', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    const [{ id } = assert.fail('it opened')] = await bench.opportunities();
    await bench.settle(15_300); // Kalshi's books are stale after 15 seconds
    assert.deepEqual(await bench.opportunities(), []);
    assert.deepEqual(bench.changes.at(-1)?.type, 'closed');
    bench.confirm(bench.it.kalshi, 'K');
    await bench.settle(200);
    const [again = assert.fail('it opened again')] = await bench.opportunities();
    assert.notEqual(again.id, id);
    assert.equal(bench.changes.at(-1)?.type, 'opened');
  });

  for (const crossed of ['D', 'K'])
    test(`a crossed book (${crossed}) is no leg of a pair`, async () => {
      const bench = await startPair();
      const { demo, kalshi } = bench.it;
      bench.book(kalshi, 'K', { '0.50': '10' }, crossed === 'K' ? { '0.45': '10' } : {});
      bench.book(demo, 'D', crossed === 'D' ? { '0.45': '10' } : {}, { '0.40': '10' });
      await bench.settle();
      const kinds = async () => (await bench.opportunities()).map(({ kind }) => kind);
      assert.deepEqual((await kinds()).includes('CROSS'), false);
      bench.book(kalshi, 'K', { '0.50': '10' }, {});
      bench.book(demo, 'D', {}, { '0.40': '10' });
      await bench.settle();
      assert.deepEqual(await kinds(), ['CROSS'], 'once neither is crossed');
    });

  test('the present fees and minimum of a listing count', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    const seen = async (changes: Partial<VenueInstrument>) => {
      bench.list(bench.it.kalshi, createListing('K', { venue: KALSHI, ...changes }));
      await bench.settle();
      return (await bench.opportunities()).map(({ edgeTotal }) => renderNotional(edgeTotal));
    };
    const fees = feeSchedule('0.07');
    assert.deepEqual(await seen({ fees }), ['0.825']);
    assert.deepEqual(await seen({ fees: feeSchedule('0') }), ['1']);
    assert.deepEqual(await seen({ fees: feeSchedule('0.2') }), ['0.5']);
    assert.deepEqual(await seen({ fees: null }), [], 'unknown fees');
    assert.deepEqual(await seen({ fees, qtyMin: parseQty('11') as Qty }), []);
    assert.deepEqual(await seen({ fees }), ['0.825']);
  });

  for (const [native, expected] of [
    ['D', [true, false]],
    ['K', [false, true]],
  ] as const)
    test(`a rule that a listing (${native}) gets later is part of the settlement`, async () => {
      const bench = await startPair();
      bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
      bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
      await bench.settle();
      const read = async () => (await bench.opportunities()).map(({ settlement }) => settlement.mayBeVoid);
      assert.deepEqual(await read(), [[false, false]]);
      const rulesSecondary = 'The market is void if the station is closed.';
      if (native === 'D') bench.list(bench.it.demo, createListing('D', { rulesSecondary }));
      else bench.list(bench.it.kalshi, createListing('K', { venue: KALSHI, rulesSecondary }));
      await bench.settle();
      assert.deepEqual(await read(), [expected]);
    });

  test('of a proposed pair the void rule is that of its leg, whichever is bought', async () => {
    for (const isOtherWay of [false, true])
      for (const native of ['D', 'K']) {
        const bench = await Bench.start();
        const rulesSecondary = 'The market is void if the station is closed.';
        const own = (name: string) => (name === native ? { rulesSecondary } : {});
        bench.list(bench.it.demo, createListing('D', own('D')));
        bench.list(bench.it.kalshi, createListing('K', { venue: KALSHI, ...own('K') }));
        await bench.settle();
        const [cheap, dear] = [{ '0.40': '10' }, { '0.50': '10' }];
        bench.book(bench.it.demo, 'D', isOtherWay ? dear : {}, isOtherWay ? {} : cheap);
        bench.book(bench.it.kalshi, 'K', isOtherWay ? {} : dear, isOtherWay ? cheap : {});
        await bench.settle();
        const [a, b] = await Promise.all(
          ['D', 'K'].map(async (each) => bench.it.market.data.instrument(await bench.id(each))),
        );
        assert.ok(a && b);
        const match = compareListings(toListing(a), toListing(b));
        const found: Opportunity[] = [];
        const pages = bench.it.market.data.opportunities.listUnreviewed([{ a, b, match }], () => []);
        const reading = (async () => {
          for await (const page of pages) found.push(...page);
        })();
        await bench.settle();
        await reading;
        const [{ legs, settlement } = assert.fail('one is found'), ...others] = found;
        assert.deepEqual(others, []);
        const voided = legs.filter((_, at) => settlement.mayBeVoid[at]).map(({ venue }) => venue);
        assert.deepEqual(voided, [native === 'D' ? DEMO : KALSHI]);
        assert.equal(legs[0]?.venue, isOtherWay ? KALSHI : DEMO);
      }
  });

  test('a read between two sweeps does not use a book that has become stale', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    await bench.settle(14_900);
    const { opportunities } = bench.it.market.data;
    const id = bench.changes[0]?.id ?? '';
    assert.ok(opportunities.get(id, () => []) !== null);
    bench.it.clock.advance(101); // less than a sweep after the last one at 14,800
    assert.equal(
      opportunities.get(id, () => []),
      null,
    );
  });

  test('a repeated approval of the same members keeps it open', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    await bench.approve();
    assert.deepEqual(
      bench.changes.map(({ type }) => type),
      ['opened'],
    );
    assert.equal((await bench.opportunities()).length, 1);
  });

  test('a withdrawn approval closes it', async () => {
    const bench = await startPair();
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '10' });
    await bench.settle();
    await bench.approve(false, 'SUSPENDED');
    assert.equal(bench.changes.at(-1)?.type, 'closed');
    bench.book(bench.it.demo, 'D', {}, { '0.30': '10' });
    await bench.settle();
    assert.deepEqual(await bench.opportunities(), []);
  });

  test('the resting orders of an account are not part of the books that it sees', async () => {
    const bench = await startPair();
    const d = await bench.id('D');
    bench.book(bench.it.kalshi, 'K', { '0.50': '10' }, {});
    bench.book(bench.it.demo, 'D', {}, { '0.40': '4', '0.42': '10' });
    await bench.settle();
    const own = (side: OwnQty['side'], price: string, qty: string): OwnQty => ({
      side,
      price: parsePrice(price) as Price,
      qty: parseQty(qty) as Qty,
    });
    const seen = async (...qtys: readonly OwnQty[]) => (await bench.opportunities({ [d]: qtys })).map(show);
    const all = 'Demo YES 0.42, Kalshi NO 0.5';
    assert.deepEqual(await seen(), [['CROSS', all, '10', '0.705']]);
    assert.deepEqual(await seen(own('asks', '0.40', '1')), [['CROSS', all, '10', '0.685']]);
    assert.deepEqual(await seen(own('asks', '0.40', '4'), own('asks', '0.42', '10')), []);
    assert.deepEqual(await seen(own('bids', '0.40', '4')), [['CROSS', all, '10', '0.705']]);
  });
});

describe('INTERNAL', () => {
  test('exists while a book is crossed, and is not executable', async () => {
    const bench = await Bench.start();
    bench.list(bench.it.demo, createListing('D'));
    await bench.settle();
    bench.book(bench.it.demo, 'D', { '0.45': '10' }, { '0.42': '7' });
    await bench.settle();
    const found = await bench.opportunities();
    assert.deepEqual(found.map(show), [
      ['INTERNAL', 'Demo YES 0.42, Demo NO 0.55', '7', '0.21', 'book_crossed'],
    ]);
    bench.book(bench.it.demo, 'D', { '0.41': '10' }, { '0.42': '7' });
    await bench.settle();
    assert.deepEqual(await bench.opportunities(), []);
  });

  test('several are listed by their money, the largest first, whenever they opened', async () => {
    const bench = await Bench.start();
    bench.list(bench.it.demo, createListing('D1'), createListing('D2'), createListing('D3'));
    await bench.settle();
    bench.book(bench.it.demo, 'D1', { '0.45': '10' }, { '0.42': '5' });
    bench.book(bench.it.demo, 'D2', { '0.45': '10' }, { '0.42': '9' });
    bench.book(bench.it.demo, 'D3', { '0.45': '10' }, { '0.42': '7' });
    await bench.settle();
    const found = await bench.opportunities();
    assert.deepEqual(
      found.map(({ edgeTotal }) => renderNotional(edgeTotal)),
      ['0.27', '0.21', '0.15'],
    );
  });
});

describe('sets of an event', () => {
  const event = (exclusive: VenueEvent['exclusive'], changes: Partial<VenueEvent> = {}): VenueEvent => ({
    venueEventId: 'E',
    title: null,
    series: null,
    exclusive,
    ...changes,
  });

  async function startEvent(
    stated: VenueEvent,
    books: Readonly<Record<string, readonly [Levels, Levels]>>,
    changes: (native: string) => Partial<VenueInstrument> = () => ({}),
  ): Promise<Bench> {
    const bench = await Bench.start();
    const natives = Object.keys(books);
    bench.list(bench.it.demo, ...natives.map((it) => createListing(it, { event: stated, ...changes(it) })));
    await bench.it.market.flush();
    await bench.settle();
    for (const [native, [bids, asks]] of Object.entries(books)) bench.book(bench.it.demo, native, bids, asks);
    await bench.settle();
    return bench;
  }

  const CHEAP = {
    D1: [{ '0.20': '5' }, { '0.30': '5' }],
    D2: [{ '0.10': '5' }, { '0.30': '6' }],
    D3: [{ '0.10': '5' }, { '0.30': '9' }],
  } as const;

  test('ALL_YES needs an event that the venue states as exactly one, complete and not augmented', async () => {
    const complete = { complete: true, augmented: false };
    const found = await (await startEvent(event('EXACTLY_ONE', complete), CHEAP)).opportunities();
    assert.deepEqual(found.map(show), [['ALL_YES', 'Demo YES 0.3, Demo YES 0.3, Demo YES 0.3', '5', '0.5']]);
    for (const stated of [
      event('AT_MOST_ONE', complete),
      event('EXACTLY_ONE'),
      event('EXACTLY_ONE', { complete: true }),
      event('EXACTLY_ONE', { complete: true, augmented: true }),
      event('EXACTLY_ONE', { complete: false, augmented: false }),
      event('UNKNOWN', complete),
    ])
      assert.deepEqual(await (await startEvent(stated, CHEAP)).opportunities(), [], JSON.stringify(stated));
  });

  test('ALL_NO pays for all but one, and leaves out an instrument without a book', async () => {
    const dear = {
      D1: [{ '0.40': '5' }, {}],
      D2: [{ '0.40': '8' }, {}],
      D3: [{ '0.30': '6' }, {}],
      D4: [{}, {}],
    } as const;
    const bench = await startEvent(event('AT_MOST_ONE'), dear);
    // 0.60 + 0.60 + 0.70 = 1.90, and two of three pay.
    assert.deepEqual((await bench.opportunities()).map(show), [
      ['ALL_NO', 'Demo NO 0.6, Demo NO 0.6, Demo NO 0.7', '5', '0.5'],
    ]);
    assert.deepEqual(await (await startEvent(event('NONE'), dear)).opportunities(), []);
  });

  test('an instrument that joins the event joins its sets', async () => {
    const bench = await startEvent(event('AT_MOST_ONE'), {
      D1: [{ '0.50': '5' }, {}],
      D2: [{ '0.40': '5' }, {}],
    });
    assert.deepEqual(await bench.opportunities(), []);
    bench.list(bench.it.demo, createListing('D3', { event: event('AT_MOST_ONE') }));
    await bench.it.market.flush();
    bench.book(bench.it.demo, 'D3', { '0.20': '5' }, {});
    bench.list(bench.it.demo, createListing('D3', { event: event('AT_MOST_ONE'), title: 'Snow' }));
    await bench.it.market.flush();
    await bench.settle();
    assert.deepEqual((await bench.opportunities()).map(show), [
      ['ALL_NO', 'Demo NO 0.5, Demo NO 0.6, Demo NO 0.8', '5', '0.5'],
    ]);
  });

  test('LADDER buys YES of the lower threshold and NO of the higher one, never the other way', async () => {
    const above = (strike: string) => ({
      title: `High temperature above ${strike}?`,
      venueTerms: { strike_type: 'greater', floor_strike: strike },
    });
    const strikes: Readonly<Record<string, string>> = { D60: '60', D70: '70' };
    const terms = (native: string) => above(strikes[native] ?? '');
    // Above 70 costs more than above 60, which contains it.
    const wrong = await startEvent(
      event('NONE'),
      { D60: [{ '0.38': '5' }, { '0.40': '5' }], D70: [{ '0.45': '9' }, { '0.50': '9' }] },
      terms,
    );
    assert.deepEqual((await wrong.opportunities()).map(show), [
      ['LADDER', 'Demo YES 0.4, Demo NO 0.55', '5', '0.25'],
    ]);
    const right = await startEvent(
      event('NONE'),
      { D60: [{ '0.45': '9' }, { '0.50': '9' }], D70: [{ '0.38': '5' }, { '0.40': '5' }] },
      terms,
    );
    assert.deepEqual(await right.opportunities(), []);
  });
});
